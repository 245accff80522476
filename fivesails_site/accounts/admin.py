"""Tokens for the staff: to see and to revoke, never to make or to read."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from fivesails_site.accounts.models import AccessToken


@admin.register(AccessToken)
class AccessTokenAdmin(admin.ModelAdmin):
    """Deleting a token revokes it."""

    list_display = ("prefix", "name", "user", "created_at", "last_used_at")
    list_select_related = ("user",)
    list_filter = ("created_at", "last_used_at")
    search_fields = ("prefix", "name", "user__username")
    readonly_fields = ("user", "name", "prefix", "digest", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only its owner may know a token."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """There is nothing to change about a token."""
        return False
