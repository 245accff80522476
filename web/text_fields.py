"""Cleans text in forms and query strings, and refuses API bodies with forbidden characters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase, QueryDict
from rest_framework import serializers

from web.text import FORBIDDEN, clean, is_blank


class CleanTextMiddleware:
    """Cleans all query parameters and form fields, except passwords."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> None:
        if request.GET:
            request.GET = _clean_values(request.GET)  # type: ignore[assignment]
        # The API reads its bodies itself.
        if request.method == "POST" and not request.path_info.startswith("/api/"):
            request.POST = _clean_values(request.POST)  # type: ignore[assignment]


def _clean_values(sent: QueryDict) -> QueryDict:
    fields = {name: [clean(value) for value in values] for name, values in sent.lists() if "password" not in name}
    if all(values == sent.getlist(name) for name, values in fields.items()):
        return sent
    cleaned = sent.copy()
    for name, values in fields.items():
        cleaned.setlist(name, values)
    return cleaned


class TextField(serializers.CharField):
    """Text in an API body. Numbers are not converted, and forbidden characters are refused instead of removed."""

    default_error_messages = {"characters_not_allowed": "U+{code} at position {position} is not allowed in a text."}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        # The validators of every CharField refuse NUL and lone surrogates.
        found = FORBIDDEN.search(data)
        if found and found[0] != "\0" and not "\ud800" <= found[0] <= "\udfff":
            self.fail("characters_not_allowed", code=f"{ord(found[0]):04X}", position=found.start() + 1)
        text: str = super().to_internal_value(data)
        return text if found else clean(text)


class NameField(TextField):
    """A text with something visible in it."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        text = super().run_validation(data)
        if isinstance(text, str) and text and is_blank(text):
            self.fail("blank")
        return text


def validate_visible(text: str) -> None:
    """For form fields. :raises ValidationError: if nothing is visible."""
    if is_blank(text):
        raise ValidationError("This needs at least one visible character.")
