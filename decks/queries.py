"""Queries for stored decks; none takes more statements for more decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from decks.decklist import EMPTY
from decks.models import Comment, Deck, DeckCard, DeckVersion, Like, Visibility

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MAX_IDENTICAL: Final = 5
#: Search results are counted up to this number: counting them all would take ever longer.
MAX_COUNTED: Final = 100
#: A card in more decks than this is found fastest by going through the decks in their order.
RARE_CARD_DECKS: Final = 2_000


def starter_decks() -> QuerySet[Deck]:
    return Deck.objects.filter(starter=True).select_related("head").order_by("name")


def public_decks() -> QuerySet[Deck]:
    """Decks that everybody can find."""
    return Deck.objects.filter(visibility=Visibility.PUBLIC).select_related("head", "owner")


def fetch_decks(page: Any, *related: str) -> list[Deck]:
    """The decks of one page of a long list (ids, or a sliced queryset), with head, owner and ``related``.

    The slice reads the index alone, however far down the list; only the decks of the page are read in full.
    """
    ids = list(page.values_list("pk", flat=True)) if isinstance(page, QuerySet) else page
    decks = Deck.objects.select_related("head", "owner", *related).in_bulk(ids)
    return [decks[deck_id] for deck_id in ids if deck_id in decks]


class Matches(NamedTuple):
    """The ids of the first matching decks, in order, and whether there are more."""

    ids: list[str]
    has_more: bool


def first_matches(decks: QuerySet[Deck], needed: int) -> Matches:
    """As many as are counted, or as the requested page needs."""
    limit = max(MAX_COUNTED, needed)
    ids = list(decks.values_list("pk", flat=True)[: limit + 1])
    return Matches(ids[:limit], len(ids) > limit)


def newest_decks() -> QuerySet[Deck]:
    """The public decks of players, last changed first."""
    return public_decks().filter(starter=False).order_by("-updated_at", "id")


def decks_with(code: str) -> QuerySet[Deck]:
    """The public decks that run a card, as leader or in either deck, most liked first."""
    copies = DeckCard.objects.filter(card_id=code, quantity__gt=0).order_by()
    return public_decks().filter(runs_any(copies)).order_by("-likes", "-updated_at", "id")


def runs_any(cards: QuerySet[DeckCard]) -> Q:
    """Decks that run any of some cards.

    Few decks are looked up from their cards. With many, it is faster to test deck after deck in the order of the list
    than to collect them all and sort.
    """
    if cards[: RARE_CARD_DECKS + 1].count() <= RARE_CARD_DECKS:
        return Q(pk__in=cards.values("deck"))
    return Q(Exists(cards.filter(deck=OuterRef("pk"))))


def identical_decks(deck: Deck) -> list[Deck]:
    """Other public decks with the same list."""
    same = with_fingerprint(deck.head.fingerprint if deck.head else None).select_related("owner")
    return [other for other in same if other.pk != deck.pk][:MAX_IDENTICAL]


def with_fingerprint(fingerprint: str | None) -> QuerySet[Deck]:
    """The oldest public decks with this list; none for an empty list."""
    if fingerprint is None or fingerprint == EMPTY.fingerprint:
        return Deck.objects.none()
    same = Deck.objects.filter(visibility=Visibility.PUBLIC, head__fingerprint=fingerprint)
    return same.order_by("created_at", "id")[: MAX_IDENTICAL + 1]


def comments_on(deck: Deck) -> QuerySet[Comment]:
    """The visible comments, oldest first."""
    return deck.comments.filter(hidden=False).select_related("author")


def has_liked(user: User | None, deck: Deck) -> bool:
    return user is not None and Like.objects.filter(user=user, deck=deck).exists()


def liked_ids(user: User | None, decks: Sequence[Deck]) -> frozenset[str]:
    """The ids of those decks that the user likes."""
    if user is None:
        return frozenset()
    return frozenset(Like.objects.filter(user=user, deck__in=decks).values_list("deck_id", flat=True))


def versions_of(deck: Deck) -> QuerySet[DeckVersion]:
    """A deck's versions with their parents, newest first."""
    return deck.versions.select_related("parent").order_by("-number")
