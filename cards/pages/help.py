"""The search help, with a live count for every example."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe

from cards.html import search_path
from cards.query import Engine
from cards.query.helptext import SECTIONS, field_help
from cards.query.kinds import Example

_CODE: Final = re.compile(r"`([^`]+)`")


def help_context(engine: Engine) -> dict[str, Any]:
    """The context of ``cards/help.html``."""
    return {
        "sections": [
            {
                "id": section.slug,
                "title": section.title,
                "words": _coded(" ".join(section.sentences)),
                "examples": _examples(engine, section.examples),
            }
            for section in SECTIONS
        ],
        "fields": [
            {
                "name": field.name,
                "short": ", ".join(field.short),
                "description": field.description,
                "operators": " ".join(field.operators),
                "values": ", ".join(field.values),
                "examples": _examples(engine, field.examples),
            }
            for field in field_help(engine.vocabulary)
        ],
    }


def _examples(engine: Engine, examples: Iterable[Example]) -> list[dict[str, Any]]:
    return [
        {
            "query": example.query,
            "meaning": example.meaning,
            "path": search_path(example.query),
            "count": len(engine.search(example.query)),
        }
        for example in examples
    ]


def _coded(text: str) -> SafeString:
    """Escaped text, with `backquoted` parts as code."""
    return mark_safe(_CODE.sub(r"<code>\1</code>", escape(text)))  # noqa: S308 - escaped before the marks are put in
