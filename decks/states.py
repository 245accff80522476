"""What the pages of a public deck depend on: asked in a few small questions, so that a page need not be made twice."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from django.db.models import Count, OuterRef, QuerySet, Subquery

from decks import queries
from decks.asking import Question
from decks.models import Comment, Deck, DeckVersion

#: Stand in a compiled question where the values will be.
_DECK: Final = "\1deck"
_LIST: Final = "\1list"


def _decks() -> QuerySet[Deck, Any]:
    versions = DeckVersion.objects.filter(deck=OuterRef("pk")).order_by().values("deck").annotate(number=Count("pk"))
    return (
        Deck.objects.filter(pk=_DECK, visibility="public")
        .order_by()
        .values_list(
            "head__fingerprint",
            "head_id",
            "name",
            "description",
            "likes",
            "format",
            "starter",
            "updated_at",
            "owner__username",
            "source_id",
            "source__number",
            "source__deck_id",
            "source__deck__name",
            "source__deck__visibility",
            Subquery(versions.values("number")),
        )
    )


_DECKS: Final = Question(_decks)
_COMMENTS: Final = Question(
    lambda: Comment.objects.filter(deck=_DECK, hidden=False).order_by("pk").values_list("pk", "author__username")
)
_TWINS: Final = Question(lambda: queries.same_list(_LIST, _DECK).values_list("pk", "name", "owner__username"))
_LABELS: Final = Question(
    lambda: DeckVersion.objects.filter(deck=_DECK).exclude(label="").order_by("number").values_list("number", "label")
)


def deck_state(deck_id: str) -> str | None:
    """Changes whenever anything changes that a public deck shows of itself; ``None`` for any other deck."""
    rows = _DECKS.ask({_DECK: deck_id})
    return _digest(rows) if rows else None


def page_state(deck_id: str) -> str | None:
    """As ``deck_state``, for the page that also shows what is around the deck: comments and twins."""
    rows = _DECKS.ask({_DECK: deck_id})
    if not rows:
        return None
    values = {_DECK: deck_id, _LIST: rows[0][0] or ""}
    return _digest([rows, _COMMENTS.ask(values), _TWINS.ask(values)])


def versions_state(deck_id: str) -> str | None:
    """As ``deck_state``, for pages that also show what versions are called."""
    rows = _DECKS.ask({_DECK: deck_id})
    return _digest([rows, _LABELS.ask({_DECK: deck_id})]) if rows else None


def _digest(rows: Any) -> str:
    return hashlib.md5(repr(rows).encode(), usedforsecurity=False).hexdigest()
