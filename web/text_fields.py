"""Where text enters: forms and addresses are cleaned, API bodies with forbidden characters are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase, QueryDict
from rest_framework import serializers

from web.text import FORBIDDEN, clean, is_blank


class CleanTextMiddleware:
    """Cleans every parameter of every address and every field of every form; passwords stay as they were typed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> None:
        if request.GET:
            request.GET = _cleaned(request.GET)  # type: ignore[assignment]
        # The API reads its bodies itself.
        if request.method == "POST" and not request.path_info.startswith("/api/"):
            request.POST = _cleaned(request.POST)  # type: ignore[assignment]


def _cleaned(sent: QueryDict) -> QueryDict:
    found = {name: [clean(value) for value in values] for name, values in sent.lists() if "password" not in name}
    if all(found[name] == sent.getlist(name) for name in found):
        return sent
    cleaned = sent.copy()
    for name, values in found.items():
        cleaned.setlist(name, values)
    return cleaned


class TextField(serializers.CharField):
    """Text in a body: no number is taken for it, and what may not be stored is refused rather than changed."""

    default_error_messages = {"characters_not_allowed": "U+{code} at position {position} is not allowed in a text."}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        # NUL and halves of characters are refused by the validators of every CharField.
        found = FORBIDDEN.search(data)
        if found and found[0] != "\0" and not "\ud800" <= found[0] <= "\udfff":
            self.fail("characters_not_allowed", code=f"{ord(found[0]):04X}", position=found.start() + 1)
        text: str = super().to_internal_value(data)
        return text if found else clean(text)


class NameField(TextField):
    """A text that must have something to see."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        text = super().run_validation(data)
        if isinstance(text, str) and text and is_blank(text):
            self.fail("blank")
        return text


def validate_visible(text: str) -> None:
    """For form fields. :raises ValidationError: if there is nothing to see."""
    if is_blank(text):
        raise ValidationError("This needs at least one visible character.")
