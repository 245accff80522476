"""How decks are stored; deck lists and legality are in the pure packages beside this module."""

from __future__ import annotations

import secrets
from functools import cached_property
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from cards.catalogue import Zone
from cards.models import Card
from decks.decklist import Decklist
from decks.fields import ByCodePoint, FoldedField

#: Without letters and digits that look or sound alike.
_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"


def new_id() -> str:
    """A deck's id in URLs: short, and not sequential."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


def new_link() -> str:
    """The unguessable part of a share link: 128 bits."""
    return secrets.token_urlsafe(16)


class Visibility(models.TextChoices):
    """Who may read a deck."""

    PRIVATE = "private", "Private"
    LINK = "link", "By link"
    PUBLIC = "public", "Public"


class Deck(models.Model):
    """A deck by name; its cards are in its versions, and ``head`` is the current one."""

    id = models.CharField(max_length=40, primary_key=True, default=new_id)
    name = models.CharField(max_length=80)
    description = models.TextField(blank=True, max_length=10_000)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decks", null=True, blank=True, db_index=False
    )
    #: The browser that created the deck without an account; see ``web.ownership``.
    browser = models.CharField(max_length=43, blank=True, default="", db_index=True)
    starter = models.BooleanField(default=False, help_text="One of the published starter decks.")
    format = models.CharField(max_length=40, default="rulebook-2023")
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PRIVATE)
    link = models.CharField(max_length=43, unique=True, null=True, blank=True)
    source = models.ForeignKey("DeckVersion", on_delete=models.SET_NULL, related_name="copies", null=True, blank=True)
    head = models.OneToOneField("DeckVersion", on_delete=models.SET_NULL, related_name="+", null=True, blank=True)
    #: The head's leader, so that listings by leader need not join the versions.
    leader = models.ForeignKey(
        Card, on_delete=models.PROTECT, related_name="+", null=True, blank=True, editable=False, db_index=False
    )
    #: The codes of the formats in which the head is legal, each with a space on both sides.
    legal_in = models.CharField(max_length=400, blank=True, default=" ", editable=False)
    folded_name = FoldedField("name")
    folded_description = FoldedField("description")
    likes = models.PositiveIntegerField(default=0)
    withheld = models.BooleanField(default=False, help_text="Staff took it down: its owner cannot share it.")
    #: The key of the form or API call that created the deck: sent twice, it creates one deck.
    made_by = models.CharField(max_length=64, unique=True, null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-updated_at", "id")
        indexes = [
            # Covering: listings are counted and paged from the index alone.
            models.Index(fields=("visibility", "-updated_at", "id", "starter", "leader"), name="deck_newest"),
            models.Index(fields=("visibility", "-likes", "-updated_at", "id", "starter", "leader"), name="deck_liked"),
            models.Index(fields=("visibility", "leader", "-updated_at", "id", "starter"), name="deck_led"),
            models.Index(fields=("owner", "-updated_at", "id"), name="deck_owned"),
            models.Index(fields=("name",), name="deck_starters", condition=Q(starter=True)),
            # Without updated_at, which would rewrite the index with every edit.
            models.Index("visibility", ByCodePoint("folded_name"), name="deck_named"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(visibility=Visibility.LINK, link__isnull=False) | ~Q(visibility=Visibility.LINK),
                name="deck_by_link_has_link",
            )
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **options: Any) -> None:
        """Keep the folded copies in step with ``update_fields``."""
        if options.get("update_fields") is not None:
            fields = set(options["update_fields"])
            options["update_fields"] = fields | {f"folded_{name}" for name in fields & {"name", "description"}}
        super().save(*args, **options)

    def get_absolute_url(self) -> str:
        return reverse("decks:deck", kwargs={"deck_id": self.id})


class DeckVersion(models.Model):
    """One saved state of a deck; its list never changes. ``lists.history`` decides which versions are kept."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="versions", db_index=False)
    number = models.PositiveIntegerField()
    parent = models.ForeignKey("self", on_delete=models.SET_NULL, related_name="children", null=True, blank=True)
    label = models.CharField(max_length=80, blank=True, default="")
    shared = models.BooleanField(default=False, help_text="It was the newest when the deck was shared.")
    leader = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="led_versions", null=True, blank=True)
    approach = models.JSONField(default=list)
    faction = models.JSONField(default=dict)
    fingerprint = models.CharField(max_length=24, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("number",)
        constraints = [models.UniqueConstraint(fields=("deck", "number"), name="deck_version_number")]

    def __str__(self) -> str:
        return f"{self.deck_id} version {self.number}"

    @cached_property
    def decklist(self) -> Decklist:
        return Decklist.of(self.leader_id, self.approach, self.faction)


class DeckCard(models.Model):
    """A card of any version of a deck, with its quantity in the head; protects the card from deletion."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="cards", db_index=False)
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="deck_cards", db_index=False)
    zone = models.CharField(max_length=16, choices=[(zone.value, zone.value) for zone in Zone])
    quantity = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("zone", "card")
        constraints = [models.UniqueConstraint(fields=("deck", "card", "zone"), name="deck_card_once")]
        # The deck before the quantity, so that either index finds a card in a deck directly.
        indexes = [models.Index(fields=("card", "deck", "quantity"), name="deck_card_in_head")]

    def __str__(self) -> str:
        return f"{self.quantity} {self.card_id}"


class Like(models.Model):
    """``Deck.likes`` keeps the count."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="liked")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="likes")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = [models.UniqueConstraint(fields=("deck", "user"), name="like_once")]

    def __str__(self) -> str:
        return f"{self.user_id} likes {self.deck_id}"


class Comment(models.Model):
    """A comment on a public deck, in Markdown; staff can hide it."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="comments")
    text = models.TextField(max_length=2_000)
    hidden = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("created_at", "id")
        indexes = [
            models.Index(fields=("deck", "hidden", "created_at"), name="comment_shown"),
            models.Index(fields=("author", "-created_at"), name="comment_said"),
        ]

    def __str__(self) -> str:
        return f"comment {self.pk} on {self.deck_id}"


class Report(models.Model):
    """A report to staff about a deck or a comment on it."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="reports")
    comment = models.ForeignKey(Comment, on_delete=models.CASCADE, related_name="reports", null=True, blank=True)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="reports", null=True, blank=True
    )
    reason = models.TextField(max_length=1_000)
    resolved = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("resolved", "created_at", "id")
        indexes = [models.Index(fields=("resolved", "created_at"), name="report_queue")]

    def __str__(self) -> str:
        return f"report {self.pk} on {'a comment on ' if self.comment_id else ''}{self.deck_id}"
