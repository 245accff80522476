"""Moderation: staff answer reports, hide comments and take decks down, but edit nothing."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Model, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from decks.models import Comment, Deck, Report
from decks.services import release, withhold
from web.number_format import quantity


class ModeratedAdmin(admin.ModelAdmin):
    """Rows that users wrote: staff act on them through the list's actions and edit nothing."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        return [field.name for field in self.model._meta.concrete_fields]


@admin.register(Deck)
class DeckAdmin(ModeratedAdmin):
    """Shared decks; private ones stay private."""

    list_display = ("name", "page", "owner", "visibility", "withheld", "likes", "open_reports", "updated_at")
    list_filter = ("visibility", "withheld", "starter")
    search_fields = ("name", "id", "owner__username")
    list_select_related = ("owner",)
    date_hierarchy = "updated_at"
    actions = ("take_down", "allow_again")
    #: Secrets: the link lets its holder read the deck, the browser key makes its holder the owner.
    exclude = ("link", "browser")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Shared decks and those taken down, with the number of open reports."""
        shared = super().get_queryset(request).filter(~Q(visibility="private") | Q(withheld=True))
        return shared.annotate(open_report_count=Count("reports", filter=Q(reports__resolved=False)))

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Every field but the two secrets."""
        return [name for name in super().get_readonly_fields(request, obj) if name not in self.exclude]

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Taking a deck down is enough; only its owner deletes it."""
        return False

    @admin.display(description="page")
    def page(self, deck: Deck) -> SafeString | str:
        if deck.visibility != "public":
            return deck.id
        return format_html('<a href="{}">{}</a>', deck.get_absolute_url(), deck.id)

    @admin.display(description="open reports", ordering="open_report_count")
    def open_reports(self, deck: Any) -> int:
        return deck.open_report_count

    @admin.action(description="Take down selected decks (make and keep them private)", permissions=["change"])
    def take_down(self, request: HttpRequest, decks: QuerySet[Deck]) -> None:
        removable = [deck for deck in decks if not deck.starter]
        for deck in removable:
            withhold(deck)
        Report.objects.filter(deck__in=removable, comment=None).update(resolved=True)
        self.message_user(
            request, f"{quantity(len(removable), 'deck')} taken down. Starter decks cannot be taken down."
        )

    @admin.action(description="Allow sharing again", permissions=["change"])
    def allow_again(self, request: HttpRequest, decks: QuerySet[Deck]) -> None:
        """They stay private until their owners share them."""
        for deck in decks:
            release(deck)
        self.message_user(request, "Their owners can share them again.")


class SharedDecksOnly(ModeratedAdmin):
    """Leaves out rows of private decks, which would give away their names."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(~Q(deck__visibility="private") | Q(deck__withheld=True))


@admin.register(Comment)
class CommentAdmin(SharedDecksOnly):
    list_display = ("text_start", "author", "deck", "hidden", "created_at")
    list_filter = ("hidden",)
    search_fields = ("text", "author__username", "deck__name")
    list_select_related = ("author", "deck")
    date_hierarchy = "created_at"
    actions = ("hide", "show")

    @admin.display(description="text")
    def text_start(self, comment: Comment) -> str:
        return comment.text[:80]

    @admin.action(description="Hide", permissions=["change"])
    def hide(self, request: HttpRequest, comments: QuerySet[Comment]) -> None:
        Report.objects.filter(comment__in=comments).update(resolved=True)
        self.message_user(request, f"{quantity(comments.update(hidden=True), 'comment')} hidden.")

    @admin.action(description="Show again", permissions=["change"])
    def show(self, request: HttpRequest, comments: QuerySet[Comment]) -> None:
        self.message_user(request, f"{quantity(comments.update(hidden=False), 'comment')} shown again.")


@admin.register(Report)
class ReportAdmin(SharedDecksOnly):
    """The moderation queue, open reports first."""

    list_display = ("reason_start", "about", "reporter", "resolved", "created_at")
    list_filter = ("resolved",)
    search_fields = ("reason", "deck__name", "deck__id", "reporter__username")
    list_select_related = ("deck", "comment", "reporter")
    actions = ("uphold", "dismiss")

    @admin.display(description="reason")
    def reason_start(self, report: Report) -> str:
        return report.reason[:80]

    @admin.display(description="about")
    def about(self, report: Report) -> SafeString:
        if report.comment is not None:
            path = reverse("admin:decks_comment_change", args=[report.comment.pk])
            return format_html('<a href="{}">comment: {}</a>', path, report.comment.text[:80])
        return format_html(
            '<a href="{}">deck: {}</a>', reverse("admin:decks_deck_change", args=[report.deck.pk]), report.deck.name
        )

    @admin.action(description="Uphold: hide the comment, or take the deck down", permissions=["change"])
    def uphold(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        for report in reports:
            if report.comment is not None:
                Comment.objects.filter(pk=report.comment.pk).update(hidden=True)
            elif not report.deck.starter:
                withhold(report.deck)
        self.message_user(request, f"{quantity(reports.update(resolved=True), 'report')} upheld.")

    @admin.action(description="Dismiss", permissions=["change"])
    def dismiss(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self.message_user(request, f"{quantity(reports.update(resolved=True), 'report')} dismissed.")
