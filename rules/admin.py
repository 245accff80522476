"""The staff's view of simulations and games: what is played, what failed and why, and a way to end what does harm."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from decks.admin import ModeratedAdmin
from rules.games.models import GameRecord
from rules.jobs.models import Run
from rules.jobs.run.worker import fail

STOPPED = "Stopped by staff."


@admin.register(Run)
class RunAdmin(ModeratedAdmin):
    """Runs, without the lists that were played: those may be private."""

    list_display = ("id", "status", "kind", "games", "days", "chunks", "sent", "error", "created_at", "finished_at")
    list_filter = ("status", "kind", "engine")
    date_hierarchy = "created_at"
    actions = ("stop",)
    exclude = ("key", "decks", "tallies", "report")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Without what is large."""
        return super().get_queryset(request).defer(*self.exclude)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Every field that is shown."""
        return [name for name in super().get_readonly_fields(request, obj) if name not in self.exclude]

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever asked for a run may still look at it; the sweep deletes what nobody wants."""
        return False

    @admin.action(description="Stop the selected runs", permissions=["change"])
    def stop(self, request: HttpRequest, queryset: QuerySet[Run]) -> None:
        """End them as failed."""
        stopped = sum(fail(run, STOPPED) for run in queryset)
        self.message_user(request, f"{stopped} stopped.", messages.SUCCESS)


@admin.register(GameRecord)
class GameRecordAdmin(ModeratedAdmin):
    """Recorded games: to look at, and to delete where a name does harm."""

    list_display = ("__str__", "page", "ending", "choices", "owner", "created_at")
    list_select_related = ("owner",)
    search_fields = ("id", "names", "ending", "owner__username")
    search_help_text = "An id, the name of a deck or a player, or how the game ended."
    date_hierarchy = "created_at"
    fields = ("page", "names", "bots", "ending", "choices", "owner", "created_at", "notation")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Without the choices, which only a game's own page shows."""
        return super().get_queryset(request).defer("notation")

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Every field that is shown; the browser's secret would make its holder the owner."""
        return list(self.fields)

    @admin.display(description="viewer")
    def page(self, game: GameRecord) -> SafeString:
        """The game as everybody sees it."""
        return format_html('<a href="{}">{}</a>', game.get_absolute_url(), game.pk)
