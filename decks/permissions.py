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
    """Only its owner changes a deck, and nobody changes a published starter deck."""
    return not deck.starter and visitor.owns(deck)


def may_read(visitor: Visitor, deck: Deck, link: str = "") -> bool:
    """Its owner, anybody for a public deck, and whoever holds the link of a deck shared by link."""
    if deck.visibility == Visibility.PUBLIC or visitor.owns(deck):
        return True
    return deck.visibility == Visibility.LINK and bool(link) and deck.link is not None and _same(deck.link, link)


def _same(secret: str, offered: str) -> bool:
    """Whether it is the secret: as bytes, since of texts only those of plain letters can be compared in equal time."""
    return secrets.compare_digest(secret.encode(), offered.encode(errors="replace"))


def may_discuss(visitor: Visitor, deck: Deck) -> bool:
    """Likes and comments are for public decks, and come from somebody."""
    return visitor.user is not None and deck.visibility == Visibility.PUBLIC


def may_publish(visitor: Visitor, deck: Deck) -> bool:
    """A public deck has an author; a deck that only a browser owns has none."""
    return visitor.user is not None and may_edit(visitor, deck)


def readable(visitor: Visitor) -> QuerySet[Deck]:
    """Decks that may appear in a visitor's listings: public ones and the visitor's own."""
    own = Q(pk__in=own_decks(visitor).values("pk"))
    return Deck.objects.filter(Q(visibility=Visibility.PUBLIC) | own)


def count_readable(visitor: Visitor) -> int:
    """How many ``readable`` has: each part is counted by an index, both together by none."""
    public = Deck.objects.filter(visibility=Visibility.PUBLIC)
    return public.count() + own_decks(visitor).exclude(visibility=Visibility.PUBLIC).count()


def first_readable(visitor: Visitor, order: Sequence[Any], most: int) -> QuerySet[Deck]:
    """The decks among which are the first of ``readable`` in an order: so many of each part, found by its index."""
    near = Q()
    for part in (Deck.objects.filter(visibility=Visibility.PUBLIC), own_decks(visitor)):
        near |= Q(pk__in=part.order_by(*order).values("pk")[:most])
    return Deck.objects.filter(near).order_by(*order)


def find(visitor: Visitor, deck_id: str, link: str = "") -> Deck:
    """A deck that the visitor may read. :raises Http404: also when there is one that the visitor may not."""
    deck = _stored(deck_id, "owner", "head", "source__deck")
    if deck is None or not may_read(visitor, deck, link):
        raise Http404("There is no such deck, or it is not yours to see.")
    return deck


def find_own(visitor: Visitor, deck_id: str, *related: str) -> Deck:
    """A deck that the visitor may change, with its head and what else it is asked with.

    :raises Http404: for everything else.
    """
    deck = _stored(deck_id, "head", *related)
    if deck is None or not may_edit(visitor, deck):
        raise Http404("There is no such deck, or it is not yours to change.")
    return deck


def _stored(deck_id: str, *related: str) -> Deck | None:
    # PostgreSQL refuses to be asked for an id with this character in it.
    if "\0" in deck_id:
        return None
    try:
        return Deck.objects.select_related(*related).get(pk=deck_id)
    except Deck.DoesNotExist:
        return None


def find_public(visitor: Visitor, deck_id: str) -> Deck:
    """A deck that everybody may talk about. :raises Http404: for everything else."""
    deck = find(visitor, deck_id)
    if deck.visibility != Visibility.PUBLIC:
        raise Http404("There is no such deck, or it is not public.")
    return deck


def find_version(deck: Deck, number: int) -> DeckVersion:
    """A version of a deck that the visitor was found to be allowed to read. :raises Http404: if there is none."""
    version = deck.versions.select_related("parent").filter(number=number).first()
    if version is None:
        into = deck.versions.filter(number__gt=number).first() if number else None
        if into is not None:
            raise Http404(f"Version {number} was folded into version {into.number}, saved in the same sitting.")
        raise Http404(f"This deck has no version {number}.")
    return version


def find_by_link(link: str) -> Deck:
    """The deck of a share link. :raises Http404: for a link that was never made, or was revoked."""
    deck = (
        Deck.objects.select_related("owner", "head", "source__deck")
        .filter(link=link)
        .exclude(visibility=Visibility.PRIVATE)
        .first()
    )
    if deck is None:
        raise Http404("This link leads to no deck. It may have been revoked.")
    return deck
