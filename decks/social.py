"""What people do with each other's decks: like them, talk about them, ask staff to look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.db.models import F
from django.http import Http404

from decks.models import Comment, Deck, Like, Report
from decks.services import DeckError, lock, lock_user
from web import rate_limits
from web.text import clean, is_blank

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST_COMMENT: Final = 2_000
MOST_REASON: Final = 1_000
#: A few unsigned reports are enough to bring staff; more would only bury the queue.
UNSIGNED_REPORTS: Final = 3


def toggle_like(user: User, deck: Deck) -> None:
    """Like a deck that one did not like, and the other way round."""
    set_like(user, deck, not Like.objects.filter(deck=deck, user=user).exists())


@transaction.atomic
def set_like(user: User, deck: Deck, liked: bool) -> None:
    """Like a deck, or no longer, whatever was so before."""
    lock_user(user)
    lock(deck)
    if liked:
        _, changed = Like.objects.get_or_create(deck=deck, user=user)
    else:
        number, _ = Like.objects.filter(deck=deck, user=user).delete()
        changed = number > 0
    if changed:
        deck.likes += 1 if liked else -1
        deck.save(update_fields=["likes"])


@transaction.atomic
def withdraw_likes(user: User) -> None:
    """Before an account goes: take its likes out of every deck's number."""
    Deck.objects.filter(liked__user=user).update(likes=F("likes") - 1)
    Like.objects.filter(user=user).delete()


def say(user: User, deck: Deck, text: str) -> Comment:
    """Write a comment. :raises DeckError: if it is empty or too long. :raises TooOftenError: after many at once."""
    text = _words(text, "A comment", MOST_COMMENT)
    rate_limits.attempt(rate_limits.COMMENTS, f"user-{user.pk}")
    with transaction.atomic():
        lock_user(user)
        lock(deck)
        return Comment.objects.create(deck=deck, author=user, text=text)


@transaction.atomic
def take_back(comment: Comment) -> None:
    """Delete a comment, with the reports of it."""
    lock(comment.deck)
    comment.delete()


@transaction.atomic
def report(user: User | None, deck: Deck, reason: str, comment: Comment | None = None) -> None:
    """Ask staff to look; asking twice about the same thing is asking once.

    :raises DeckError: without a reason. :raises TooOftenError: after many at once.
    """
    reason = _words(reason, "A reason", MOST_REASON)
    # Locked, so that reports sent at once are counted one after the other.
    lock_user(user)
    lock(deck)
    if comment is not None and not Comment.objects.filter(pk=comment.pk).exists():
        raise Http404("There is no such comment.")
    waiting = Report.objects.filter(deck=deck, comment=comment, reporter=user, resolved=False).count()
    if waiting >= (UNSIGNED_REPORTS if user is None else 1):
        return
    if user is not None:
        rate_limits.attempt(rate_limits.REPORTS, f"user-{user.pk}")
    Report.objects.create(deck=deck, comment=comment, reporter=user, reason=reason)


def _words(text: str, what: str, most: int) -> str:
    words = clean(text).strip()
    if is_blank(words):
        raise DeckError(f"{what} needs some words.")
    if len(words) > most:
        raise DeckError(f"{what} has at most {most} characters; this one has {len(words)}.")
    return words
