"""How games are stored: as notation that replays to the same end."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse

from rules.jobs.models import new_id


class GameRecord(models.Model):
    """A recorded game. Whoever has its id may watch it."""

    id = models.CharField(max_length=22, primary_key=True, default=new_id)
    notation = models.TextField()
    #: What each seat's deck is called, and which bot sat there if one did.
    names = models.JSONField()
    bots = models.JSONField(default=list, blank=True)
    #: How it ended, in words, and after how many choices.
    ending = models.CharField(max_length=120)
    choices = models.PositiveIntegerField()
    #: What ``rules_version`` was when the game was recorded; empty for games older than this field.
    rules_version = models.CharField(max_length=16, blank=True, default="")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="games", null=True, blank=True
    )
    #: The browser that recorded it before anybody signed in, as for decks.
    browser = models.CharField(max_length=43, blank=True, default="")
    #: The network it came from, hashed; for quotas only.
    address = models.CharField(max_length=32, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at", "id")
        indexes = [
            models.Index(fields=("owner", "-created_at"), name="game_of_user"),
            models.Index(fields=("browser", "-created_at"), name="game_of_browser"),
            models.Index(fields=("address", "-created_at"), name="game_of_address"),
        ]

    def __str__(self) -> str:
        return " against ".join(self.names)

    def get_absolute_url(self) -> str:
        """The game's own page."""
        return reverse("rules:game", kwargs={"game_id": self.id})
