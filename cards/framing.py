"""Templates with gaps: rendered once, filled by joining strings, for pages that must be quick however they differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.template.loader import get_template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

#: Cannot stand in a template, nor in anything a browser sends that we let through.
_EDGE: Final = "\0"


class Frame:
    """A rendered template with named gaps in it."""

    def __init__(self, template: str, gaps: Iterable[str], context: Mapping[str, Any] | None = None) -> None:
        marks = {name: mark_safe(f"{_EDGE}{name}{_EDGE}") for name in gaps}  # noqa: S308 - names of our own
        parts = get_template(template).render({**(context or {}), **marks}).split(_EDGE)
        self._texts: Final = parts[::2]
        self._names: Final = parts[1::2]

    def fill(self, values: Mapping[str, str]) -> SafeString:
        """The page; a value that is not marked safe is escaped. :raises KeyError: when a gap gets no value."""
        parts = [self._texts[0]]
        for name, text in zip(self._names, self._texts[1:], strict=True):
            parts += (conditional_escape(values[name]), text)
        return mark_safe("".join(parts))  # noqa: S308 - template output and escaped values
