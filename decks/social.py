"""Likes, comments and reports."""

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

MAX_COMMENT_LENGTH: Final = 2_000
MAX_REASON_LENGTH: Final = 1_000
#: A few are enough to get the attention of staff; more would only bury the queue.
MAX_ANONYMOUS_REPORTS: Final = 3


def toggle_like(user: User, deck: Deck) -> None:
    set_like(user, deck, not Like.objects.filter(deck=deck, user=user).exists())


@transaction.atomic
def set_like(user: User, deck: Deck, liked: bool) -> None:
    """Like or unlike a deck; does nothing if it is so already."""
    lock_user(user)
    lock(deck)
    if liked:
        _, changed = Like.objects.get_or_create(deck=deck, user=user)
    else:
        deleted, _ = Like.objects.filter(deck=deck, user=user).delete()
        changed = deleted > 0
    if changed:
        deck.likes += 1 if liked else -1
        deck.save(update_fields=["likes"])


@transaction.atomic
def withdraw_likes(user: User) -> None:
    """Remove all likes of a user, before the account is deleted."""
    Deck.objects.filter(liked__user=user).update(likes=F("likes") - 1)
    Like.objects.filter(user=user).delete()


def post_comment(user: User, deck: Deck, text: str) -> Comment:
    """:raises DeckError: if it is empty or too long. :raises RateLimitError: after many at once."""
    text = _validate(text, "comment", MAX_COMMENT_LENGTH)
    rate_limits.attempt(rate_limits.COMMENTS, f"user-{user.pk}")
    with transaction.atomic():
        lock_user(user)
        lock(deck)
        return Comment.objects.create(deck=deck, author=user, text=text)


@transaction.atomic
def delete_comment(comment: Comment) -> None:
    """Delete a comment and its reports."""
    lock(comment.deck)
    comment.delete()


@transaction.atomic
def report(user: User | None, deck: Deck, reason: str, comment: Comment | None = None) -> None:
    """Report a deck or a comment to staff; a second report of the same thing does nothing.

    :raises DeckError: without a reason, or if it is too long. :raises RateLimitError: after many at once.
    """
    reason = _validate(reason, "reason", MAX_REASON_LENGTH)
    # Locked, so that reports sent at the same time are counted one after another.
    lock_user(user)
    lock(deck)
    if comment is not None and not Comment.objects.filter(pk=comment.pk).exists():
        raise Http404("There is no such comment.")
    pending = Report.objects.filter(deck=deck, comment=comment, reporter=user, resolved=False).count()
    if pending >= (MAX_ANONYMOUS_REPORTS if user is None else 1):
        return
    if user is not None:
        rate_limits.attempt(rate_limits.REPORTS, f"user-{user.pk}")
    Report.objects.create(deck=deck, comment=comment, reporter=user, reason=reason)


def _validate(text: str, noun: str, max_length: int) -> str:
    text = clean(text).strip()
    if is_blank(text):
        raise DeckError(f"The {noun} is empty.")
    if len(text) > max_length:
        raise DeckError(f"A {noun} can have at most {max_length:,} characters; this one has {len(text):,}.")
    return text
