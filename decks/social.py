"""What people do with each other's decks: like them, talk about them, ask staff to look."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F

from cards.clock import lately
from decks.models import Comment, Deck, Like, Report
from decks.services import DeckError, count_like

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST_COMMENT: Final = 2_000
MOST_REASON: Final = 1_000
#: So many comments may one person write in so short a time.
COMMENTS_AT_ONCE: Final = 5
COMMENT_WINDOW: Final = timedelta(minutes=10)
REPORTS_AT_ONCE: Final = 10
#: A few unsigned reports are enough to bring staff; more would only bury the queue.
UNSIGNED_REPORTS: Final = 3


class TooOftenError(DeckError):
    """The visitor did this too often just now; ``wait`` is in seconds."""

    def __init__(self, message: str, wait: int) -> None:
        self.wait = wait
        super().__init__(message)


def toggle_like(user: User, deck: Deck) -> None:
    """Like a deck that one did not like, and the other way round."""
    set_like(user, deck, not Like.objects.filter(deck=deck, user=user).exists())


@transaction.atomic
def set_like(user: User, deck: Deck, liked: bool) -> None:
    """Like a deck, or no longer, whatever was so before."""
    if liked:
        _, changed = Like.objects.get_or_create(deck=deck, user=user)
    else:
        number, _ = Like.objects.filter(deck=deck, user=user).delete()
        changed = number > 0
    if changed:
        count_like(deck, 1 if liked else -1)


@transaction.atomic
def withdraw_likes(user: User) -> None:
    """Before an account goes: take its likes out of every deck's number."""
    Deck.objects.filter(liked__user=user).update(likes=F("likes") - 1)
    Like.objects.filter(user=user).delete()


@transaction.atomic
def say(user: User, deck: Deck, text: str) -> Comment:
    """Write a comment. :raises DeckError: if it is empty or too long. :raises TooOftenError: after many at once."""
    text = _words(text, "A comment", MOST_COMMENT)
    _one_at_a_time(user)
    if Comment.objects.filter(author=user, created_at__range=lately(COMMENT_WINDOW)).count() >= COMMENTS_AT_ONCE:
        wait = int(COMMENT_WINDOW.total_seconds())
        raise TooOftenError(
            f"That were {COMMENTS_AT_ONCE} comments in {wait // 60} minutes. Please wait a little.", wait
        )
    return Comment.objects.create(deck=deck, author=user, text=text)


@transaction.atomic
def report(user: User | None, deck: Deck, reason: str, comment: Comment | None = None) -> None:
    """Ask staff to look; asking twice about the same thing is asking once.

    :raises DeckError: without a reason. :raises TooOftenError: after many at once.
    """
    reason = _words(reason, "A reason", MOST_REASON)
    _one_at_a_time(user)
    waiting = Report.objects.filter(deck=deck, comment=comment, reporter=user, resolved=False).count()
    if waiting >= (UNSIGNED_REPORTS if user is None else 1):
        return
    recent = Report.objects.filter(reporter=user, created_at__range=lately(COMMENT_WINDOW))
    if user is not None and recent.count() >= REPORTS_AT_ONCE:
        wait = int(COMMENT_WINDOW.total_seconds())
        raise TooOftenError(f"That were {REPORTS_AT_ONCE} reports in {wait // 60} minutes. Please wait a little.", wait)
    Report.objects.create(deck=deck, comment=comment, reporter=user, reason=reason)


def _one_at_a_time(user: User | None) -> None:
    """Until the end of the transaction: what somebody does twice in one instant is counted one after the other."""
    if user is not None:
        get_user_model().objects.select_for_update().filter(pk=user.pk).values_list("pk").first()


def _words(text: str, what: str, most: int) -> str:
    words = text.replace("\r\n", "\n").replace("\0", "").strip()
    if not words:
        raise DeckError(f"{what} needs some words.")
    if len(words) > most:
        raise DeckError(f"{what} has at most {most} characters; this one has {len(words)}.")
    return words
