"""The API's errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from rest_framework.exceptions import APIException, NotFound

from cards.query import Fault


class BadParameter(APIException):
    """A query parameter that is unknown, repeated or has an invalid value."""

    status_code = 400
    default_code = "bad_parameter"

    def __init__(self, field: str, message: str, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.errors = [{"field": field, "code": self.default_code, "message": message, "suggestion": suggestion}]


class BadQuery(APIException):
    """An invalid search query, with all its faults."""

    status_code = 400
    default_code = "bad_query"

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(" ".join(fault.message for fault in faults))
        self.errors = [{"field": "q", "code": self.default_code, **asdict(fault)} for fault in faults]


class NoSuchPage(NotFound):
    """A page past the last one."""

    default_code = "no_such_page"
