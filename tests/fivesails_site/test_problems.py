"""One shape for every error of the API."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

KEYS = {"type", "title", "status", "detail", "code", "errors", "instance"}


class QueryFault(exceptions.APIException):
    """An error that brings its own list."""

    status_code = 400
    default_detail = "The query cannot be read."
    default_code = "bad_query"
    errors = ({"message": "unknown field", "start": 0, "end": 4},)


class Row(serializers.Serializer):
    number = serializers.IntegerField()


class Body(serializers.Serializer):
    rows = Row(many=True)
    name = serializers.CharField()


def answer(error: Exception | None, data: dict[str, object] | None = None) -> Response:
    """What a view that raises the error answers."""

    class View(APIView):
        permission_classes = ()
        throttle_classes = ()

        def post(self, request: Request) -> Response:
            if error:
                raise error
            Body(data=request.data).is_valid(raise_exception=True)
            return Response({})

    request = APIRequestFactory().post("/api/v1/things/", data or {}, format="json")
    response = View.as_view()(request)
    response.accepted_renderer.charset = None
    return response.render()


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Http404(), 404, "not_found"),
        (PermissionDenied(), 403, "permission_denied"),
        (exceptions.NotAuthenticated(), 401, "not_authenticated"),
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
        (exceptions.NotAcceptable(), 406, "not_acceptable"),
        (exceptions.UnsupportedMediaType("text/x"), 415, "unsupported_media_type"),
        (exceptions.ParseError("bad JSON"), 400, "parse_error"),
        (exceptions.Throttled(wait=2.2), 429, "throttled"),
        (QueryFault(), 400, "bad_query"),
    ],
)
def test_every_exception_is_a_problem(error: Exception, status: int, code: str) -> None:
    response = answer(error)
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    assert set(response.data) == KEYS
    assert (response.data["status"], response.data["code"]) == (status, code)
    assert response.data["type"] == f"urn:fivesails:problem:{code}"
    assert response.data["instance"] == "/api/v1/things/"


def test_an_exceptions_own_list_is_kept() -> None:
    assert answer(QueryFault()).data["errors"] == [{"message": "unknown field", "start": 0, "end": 4}]


def test_a_throttled_answer_says_when_to_come_back() -> None:
    assert answer(exceptions.Throttled(wait=2.2))["Retry-After"] == "3"


def test_nested_validation_is_one_flat_list() -> None:
    response = answer(None, {"rows": [{"number": 1}, {"number": "x"}]})
    assert response.status_code == 400
    assert response.data["code"] == "invalid"
    assert {fault["field"] for fault in response.data["errors"]} == {"rows.1.number", "name"}
    assert {fault["code"] for fault in response.data["errors"]} == {"invalid", "required"}
    assert response.data["detail"] == "2 values are not valid."


def test_other_exceptions_are_not_swallowed() -> None:
    with pytest.raises(ZeroDivisionError):
        answer(ZeroDivisionError())
