"""How simulations are stored: the work (``Run``), its parts (``Chunk``), and each request for it (``Simulation``)."""

from __future__ import annotations

import secrets
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from decks.decklist import Decklist
from decks.models import DeckVersion

#: Longer than any City Deck's code.
_CODE_LENGTH: Final = 40


def new_id() -> str:
    """An unguessable id of 128 bits: whoever has it was given it."""
    return secrets.token_urlsafe(16)


class Kind(models.TextChoices):
    """One deck alone, or two with the same luck."""

    SINGLE = "single", "One deck"
    PAIR = "pair", "Two decks compared"


class Status(models.TextChoices):
    """The status of a run, or of one request for it."""

    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    FAILED = "failed", "Failed"
    CANCELLED = "cancelled", "Cancelled"


#: Work that somebody waits for.
ACTIVE: Final = (Status.QUEUED, Status.RUNNING)


class Run(models.Model):
    """Games to play, and their result; whoever asks the same question gets the same run."""

    #: What the result depends on, hashed; a failed run gives it up, so that the question can be asked again.
    key = models.CharField(max_length=64, unique=True, null=True)
    kind = models.CharField(max_length=8, choices=Kind)
    engine = models.CharField(max_length=40)
    decks = models.JSONField(help_text="One deck list, or the two of a comparison.")
    policy = models.JSONField()
    adversary = models.JSONField()
    city = models.CharField(max_length=_CODE_LENGTH)
    days = models.PositiveSmallIntegerField()
    games = models.PositiveBigIntegerField()
    #: A number of 64 bits, more than every database's integers hold.
    seed = models.CharField(max_length=20)
    chunk_size = models.PositiveIntegerField()
    chunks = models.PositiveIntegerField()
    #: The first chunk that was not sent to the queue yet; 0 while the queue has heard of none.
    sent = models.PositiveIntegerField(default=0)
    #: How often in a row the sweep sent chunks again, with nothing coming of it.
    resends = models.PositiveSmallIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    error = models.TextField(blank=True, default="")
    tallies = models.JSONField(null=True, blank=True)
    report = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    #: When its chunks were last sent or stored.
    beat_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("created_at", "pk")
        indexes = [
            models.Index(fields=("chunks", "created_at"), name="run_active", condition=Q(status__in=ACTIVE)),
            models.Index(fields=("status", "finished_at"), name="run_finished"),
        ]

    def __str__(self) -> str:
        return f"{self.games} games with seed {self.seed}"

    @property
    def decklists(self) -> tuple[Decklist, ...]:
        return tuple(Decklist.of(deck["leader"], deck["approach"], deck["faction"]) for deck in self.decks)

    @property
    def active(self) -> bool:
        return self.status in ACTIVE


class Chunk(models.Model):
    """Some games of a run: begun by a worker, then stored once, whoever else plays them too."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="parts")
    index = models.PositiveIntegerField()
    #: How often it was begun.
    claims = models.PositiveSmallIntegerField(default=1)
    claimed_at = models.DateTimeField()
    stored_at = models.DateTimeField(null=True)
    tallies = models.JSONField(null=True)

    class Meta:
        ordering = ("run", "index")
        constraints = [models.UniqueConstraint(fields=("run", "index"), name="chunk_once")]
        indexes = [models.Index(fields=("run", "stored_at"), name="chunk_progress")]

    def __str__(self) -> str:
        return f"chunk {self.index} of run {self.run_id}"


class Simulation(models.Model):
    """One person's request for a run. Whoever has its id may read it."""

    id = models.CharField(max_length=22, primary_key=True, default=new_id)
    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="simulations")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="simulations", null=True, blank=True
    )
    #: The browser that asked before anybody signed in, as for decks.
    browser = models.CharField(max_length=43, blank=True, default="")
    #: Where the question came from, hashed: for quotas only.
    address = models.CharField(max_length=32, blank=True, default="")
    #: Games that count against the quota: none where the result was there already.
    charge = models.PositiveBigIntegerField(default=0)
    #: The seed as it was typed.
    seed = models.CharField(max_length=64)
    name = models.CharField(max_length=80, blank=True, default="")
    version = models.ForeignKey(
        DeckVersion, on_delete=models.SET_NULL, related_name="simulations", null=True, blank=True
    )
    against_name = models.CharField(max_length=80, blank=True, default="")
    against_version = models.ForeignKey(
        DeckVersion, on_delete=models.SET_NULL, related_name="simulations_against", null=True, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "id")
        indexes = [
            models.Index(fields=("owner", "-created_at"), name="simulation_of_user"),
            models.Index(fields=("browser", "-created_at"), name="simulation_of_browser"),
            models.Index(fields=("address", "-created_at"), name="simulation_of_address"),
        ]

    def __str__(self) -> str:
        return self.name or self.id

    def get_absolute_url(self) -> str:
        """The simulation's own page."""
        return reverse("rules:simulation", kwargs={"simulation_id": self.id})

    @property
    def status(self) -> Status:
        """The run's status; but a cancelled request stays cancelled, even if somebody else wants its run."""
        return Status.CANCELLED if self.cancelled_at else Status(self.run.status)

    @property
    def is_pair(self) -> bool:
        return self.run.kind == Kind.PAIR
