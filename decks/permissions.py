"""Who may do what with a deck: the one place that decides."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404

from decks.models import Deck, DeckVersion, Visibility
from web.ownership import Visitor


def own_decks(visitor: Visitor) -> QuerySet[Deck]:
    return visitor.own(Deck.objects.all())


def may_edit(visitor: Visitor, deck: Deck) -> bool:
    """Only its owner, and nobody for a starter deck."""
    return not deck.starter and visitor.owns(deck)


def may_read(visitor: Visitor, deck: Deck, link: str = "") -> bool:
    """The owner, everybody for a public deck, and whoever has the link of a deck shared by link."""
    if deck.visibility == Visibility.PUBLIC or visitor.owns(deck):
        return True
    return deck.visibility == Visibility.LINK and bool(link) and deck.link is not None and _matches(deck.link, link)


def _matches(secret: str, given: str) -> bool:
    # As bytes: ``compare_digest`` takes only ASCII strings.
    return secrets.compare_digest(secret.encode(), given.encode(errors="replace"))


def may_discuss(visitor: Visitor, deck: Deck) -> bool:
    """Likes and comments are for public decks and need an account."""
    return visitor.user is not None and deck.visibility == Visibility.PUBLIC


def may_publish(visitor: Visitor, deck: Deck) -> bool:
    """A public deck has an author, so its owner needs an account."""
    return visitor.user is not None and may_edit(visitor, deck)


def readable(visitor: Visitor) -> QuerySet[Deck]:
    """The decks in a visitor's listings: public ones and the visitor's own."""
    own = Q(pk__in=own_decks(visitor).values("pk"))
    return Deck.objects.filter(Q(visibility=Visibility.PUBLIC) | own)


def count_readable(visitor: Visitor) -> int:
    """The number of ``readable`` decks, counted in two parts since no index covers both."""
    public = Deck.objects.filter(visibility=Visibility.PUBLIC)
    return public.count() + own_decks(visitor).exclude(visibility=Visibility.PUBLIC).count()


def first_readable(visitor: Visitor, order: Sequence[Any], limit: int) -> QuerySet[Deck]:
    """Enough decks to hold the first ``limit`` of ``readable``: the first of either part, each by its index."""
    first = Q()
    for part in (Deck.objects.filter(visibility=Visibility.PUBLIC), own_decks(visitor)):
        first |= Q(pk__in=part.order_by(*order).values("pk")[:limit])
    return Deck.objects.filter(first).order_by(*order)


def find(visitor: Visitor, deck_id: str, link: str = "") -> Deck:
    """A deck that the visitor may read. :raises Http404: also if the deck exists but is not readable."""
    deck = _get(deck_id, "owner", "head", "source__deck")
    if deck is None or not may_read(visitor, deck, link):
        raise Http404("There is no such deck, or you do not have access to it.")
    return deck


def find_own(visitor: Visitor, deck_id: str, *related: str) -> Deck:
    """A deck that the visitor may edit, with its head and ``related``. :raises Http404: for any other."""
    deck = _get(deck_id, "head", *related)
    if deck is None or not may_edit(visitor, deck):
        raise Http404("There is no such deck, or you cannot edit it.")
    return deck


def _get(deck_id: str, *related: str) -> Deck | None:
    # PostgreSQL refuses queries with this character.
    if "\0" in deck_id:
        return None
    try:
        return Deck.objects.select_related(*related).get(pk=deck_id)
    except Deck.DoesNotExist:
        return None


def find_public(visitor: Visitor, deck_id: str) -> Deck:
    """A public deck. :raises Http404: for any other."""
    deck = find(visitor, deck_id)
    if deck.visibility != Visibility.PUBLIC:
        raise Http404("There is no such deck, or it is not public.")
    return deck


def find_version(deck: Deck, number: int) -> DeckVersion:
    """A version of a deck that the visitor may read. :raises Http404: if there is none."""
    version = deck.versions.select_related("parent").filter(number=number).first()
    if version is None:
        following = deck.versions.filter(number__gt=number).first() if number else None
        if following is not None:
            raise Http404(f"Version {number} is no longer kept. The next one is version {following.number}.")
        raise Http404(f"This deck has no version {number}.")
    return version


def find_by_link(link: str) -> Deck:
    """The deck behind a share link. :raises Http404: for an unknown or revoked link."""
    deck = (
        Deck.objects.select_related("owner", "head", "source__deck")
        .filter(link=link)
        .exclude(visibility=Visibility.PRIVATE)
        .first()
    )
    if deck is None:
        raise Http404("There is no deck behind this link. It may have been revoked.")
    return deck
