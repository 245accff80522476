"""What pages ask about stored decks, in a number of queries that does not grow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from decks.decklist import EMPTY
from decks.models import Comment, Deck, DeckCard, DeckVersion, Like, Visibility

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MAX_TWINS: Final = 5
#: What a search finds is counted so far and no further, since to count it all would take the longer the more there is.
MAX_COUNTED: Final = 100
#: A card in more decks than this is found soonest by going through the decks in the order asked for.
RARE: Final = 2_000


def starter_decks() -> QuerySet[Deck]:
    """The published starter decks."""
    return Deck.objects.filter(starter=True).select_related("head").order_by("name")


def public_decks() -> QuerySet[Deck]:
    """Decks that everybody may find."""
    return Deck.objects.filter(visibility=Visibility.PUBLIC).select_related("head", "owner")


def whole(piece: Any, *more: str) -> list[Deck]:
    """The decks of a piece of a long list (ids, or part of a query), each with head, owner, and what else is asked.

    An index alone says which they are, however far down the list: only these few are read.
    """
    ids = list(piece.values_list("pk", flat=True)) if isinstance(piece, QuerySet) else piece
    found = Deck.objects.select_related("head", "owner", *more).in_bulk(ids)
    return [found[each] for each in ids if each in found]


class Found(NamedTuple):
    """The ids of the first decks that a search finds, in order, and whether there are more."""

    ids: list[str]
    more: bool


def first_of(found: QuerySet[Deck], reaching: int) -> Found:
    """What a search finds, as far as it is counted or somebody has turned the pages."""
    most = max(MAX_COUNTED, reaching)
    ids = list(found.values_list("pk", flat=True)[: most + 1])
    return Found(ids[:most], len(ids) > most)


def newest_decks() -> QuerySet[Deck]:
    """The public decks of players, the last changed first."""
    return public_decks().filter(starter=False).order_by("-updated_at", "id")


def decks_with(code: str) -> QuerySet[Deck]:
    """The public decks whose newest version holds a card, as leader or in either deck, the most liked first."""
    copies = DeckCard.objects.filter(card_id=code, quantity__gt=0).order_by()
    return public_decks().filter(running(copies)).order_by("-likes", "-updated_at", "id")


def running(cards: QuerySet[DeckCard]) -> Q:
    """The decks of some cards.

    Few are looked up from their cards. Of many, the first of a list are found sooner by asking deck after deck; to
    gather them all only to sort them would take the longer the more decks there are.
    """
    if cards[: RARE + 1].count() <= RARE:
        return Q(pk__in=cards.values("deck"))
    return Q(Exists(cards.filter(deck=OuterRef("pk"))))


def twins(deck: Deck) -> list[Deck]:
    """Other public decks that are card for card the same."""
    same = same_list(deck.head.fingerprint if deck.head else None).select_related("owner")
    return [each for each in same if each.pk != deck.pk][:MAX_TWINS]


def same_list(fingerprint: str | None) -> QuerySet[Deck]:
    """The oldest public decks whose newest version has a fingerprint: a deck's twins, itself among them."""
    if fingerprint is None or fingerprint == EMPTY.fingerprint:
        return Deck.objects.none()
    same = Deck.objects.filter(visibility=Visibility.PUBLIC, head__fingerprint=fingerprint)
    return same.order_by("created_at", "id")[: MAX_TWINS + 1]


def comments_on(deck: Deck) -> QuerySet[Comment]:
    """What everybody may read about a deck, oldest first."""
    return deck.comments.filter(hidden=False).select_related("author")


def likes(user: User | None, deck: Deck) -> bool:
    """Whether somebody likes a deck."""
    return user is not None and Like.objects.filter(user=user, deck=deck).exists()


def liked_among(user: User | None, decks: Sequence[Deck]) -> frozenset[str]:
    """The ids of those decks that somebody likes."""
    if user is None:
        return frozenset()
    return frozenset(Like.objects.filter(user=user, deck__in=decks).values_list("deck_id", flat=True))


def versions_of(deck: Deck) -> QuerySet[DeckVersion]:
    """A deck's versions with the one that each was made from, newest first."""
    return deck.versions.select_related("parent").order_by("-number")
