"""Every API error in one shape: a problem document (RFC 9457) with a stable code."""

from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from web import request_ids
from web.rate_limits import RateLimitError
from web.slots import BusyError

CONTENT_TYPE = "application/problem+json"
CODES = {
    400: "bad_request",
    401: "not_authenticated",
    403: "permission_denied",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    408: "timeout",
    409: "conflict",
    411: "length_required",
    413: "too_large",
    414: "address_too_long",
    415: "unsupported_media_type",
    429: "throttled",
    431: "head_too_long",
    500: "server_error",
    503: "unavailable",
    507: "no_room",
}

Fault = dict[str, Any]


def document(status: int, detail: str, instance: str, code: str = "", errors: Sequence[Fault] = ()) -> dict[str, Any]:
    """The body of a problem; programs branch on `code`, people read `detail`."""
    code = code or CODES.get(status, "error")
    return {
        "type": f"urn:fivesails:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "errors": list(errors),
        "instance": instance,
    }


def problem_response(request: HttpRequest, status: int, detail: str, code: str = "") -> HttpResponse:
    """A problem from outside the REST framework: an unknown address, a bad request, a crash.

    A server error carries the id under which it is in the log.
    """
    body = document(status, detail, request.path, code)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        body["reference"] = request_ids.current()
    return JsonResponse(body, status=status, content_type=CONTENT_TYPE)


def problem_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn REST framework exceptions into problems; an exception may have its own `errors` and other `members`."""
    if isinstance(error, Http404):
        error = exceptions.NotFound(*error.args)
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(*error.args)
    elif isinstance(error, RateLimitError | BusyError):
        retryable = exceptions.APIException(str(error), error.code)
        retryable.status_code = error.status
        retryable.wait = error.wait  # type: ignore[attr-defined]
        error = retryable
    if not isinstance(error, exceptions.APIException):
        return None
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait))
    set_rollback()
    path = context["request"].path
    if isinstance(error, exceptions.ValidationError):
        faults = list(_flatten(error.detail))
        detail = faults[0]["message"] if len(faults) == 1 else f"{len(faults)} values are not valid."
        body = document(error.status_code, detail, path, "invalid", faults)
    else:
        code = str(getattr(error.detail, "code", None) or "")
        body = document(error.status_code, str(error.detail), path, code, getattr(error, "errors", ()))
        body |= getattr(error, "members", {})
    return Response(_replace_surrogates(body), status=error.status_code, headers=headers, content_type=CONTENT_TYPE)


def _replace_surrogates(value: Any) -> Any:
    """The value without lone surrogates: JSON may contain one, but a response cannot be encoded with it."""
    if isinstance(value, dict):
        return {_replace_surrogates(name): _replace_surrogates(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_replace_surrogates(inner) for inner in value]
    return value.encode(errors="replace").decode() if isinstance(value, str) else value


def _flatten(detail: Any, field: str = "") -> Iterator[Fault]:
    """Flatten nested validation messages, each with the path of its field."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from _flatten(inner, ".".join(filter(None, (field, own))))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _flatten(inner, field)
    else:
        yield {"field": field, "message": str(detail), "code": getattr(detail, "code", "invalid")}
