"""The staff's view of simulations: what is played, what failed and why, and a way to stop what does harm."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from decks.admin import ModeratedAdmin
from rules.jobs.models import Run
from rules.jobs.work import fail

STOPPED = "Staff stopped it."


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

    @admin.action(description="Stop the chosen runs", permissions=["change"])
    def stop(self, request: HttpRequest, queryset: QuerySet[Run]) -> None:
        """End them as failed."""
        stopped = sum(fail(run, STOPPED) for run in queryset)
        self.message_user(request, f"{stopped} stopped.", messages.SUCCESS)
