"""The search help, with a live count for every example."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cards.paths import search_path
from cards.query import Engine
from cards.query.helptext import SECTIONS, field_help
from cards.query.kinds import Example


def help_context(engine: Engine) -> dict[str, Any]:
    """The context of ``cards/help.html``."""
    return {
        "sections": [
            {
                "id": section.slug,
                "title": section.title,
                "words": " ".join(section.sentences),
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
