"""API tokens in the admin: staff can list and revoke them, but not create or read them."""

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
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
