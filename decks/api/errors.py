"""The errors of the deck API."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import APIException


class Refused(APIException):
    """A change that this deck cannot take."""

    status_code = 400
    default_code = "refused"

    def __init__(self, message: str, field: str = "", code: str = "", status: int = 0) -> None:
        super().__init__(message, code or self.default_code)
        self.status_code = status or self.status_code
        self.errors = [{"field": field, "code": code or self.default_code, "message": message}] if field else []


class TooLarge(APIException):
    """The body, or the text in it, is too long."""

    status_code = 413
    default_code = "too_large"


class Unreadable(APIException):
    """A text that no deck can be read from, with the position of the fault if known."""

    status_code = 400

    def __init__(self, code: str, message: str, line: int | None, column: int | None) -> None:
        super().__init__(message, code)
        self.errors = [{"field": "text", "code": code, "message": message, "line": line, "column": column}]


class Stale(APIException):
    """The deck has changed since the caller saw it; ``current`` is the deck as it is now."""

    status_code = 409
    default_code = "stale_version"

    def __init__(self, message: str, current: dict[str, Any], status: int = 409) -> None:
        super().__init__(message, self.default_code if status == 409 else "precondition_failed")
        self.status_code = status
        self.members = {"current": current}
