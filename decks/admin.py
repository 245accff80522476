"""The staff's view of decks: look, answer reports, hide what does not belong here. Lists are changed by owners only."""

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


class ModeratedAdmin(admin.ModelAdmin):
    """Rows that visitors wrote: staff act on them by the actions of the list, and change no word."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Visitors write them."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Every field."""
        return [field.name for field in self.model._meta.concrete_fields]


@admin.register(Deck)
class DeckAdmin(ModeratedAdmin):
    """Decks that others may read; what is private stays so."""

    list_display = ("name", "page", "owner", "visibility", "withheld", "likes", "open_reports", "updated_at")
    list_filter = ("visibility", "withheld", "starter")
    search_fields = ("name", "id", "owner__username")
    list_select_related = ("owner",)
    date_hierarchy = "updated_at"
    actions = ("take_down", "allow_again")
    #: The link opens the deck to whoever has it, the browser's secret makes its holder the owner.
    exclude = ("link", "browser")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Shared decks and those taken down, each with its number of open reports."""
        shared = super().get_queryset(request).filter(~Q(visibility="private") | Q(withheld=True))
        return shared.annotate(waiting=Count("reports", filter=Q(reports__resolved=False)))

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Every field but the two secrets."""
        return [name for name in super().get_readonly_fields(request, obj) if name not in self.exclude]

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Taking a deck down is enough; only its owner deletes it."""
        return False

    @admin.display(description="page")
    def page(self, deck: Deck) -> SafeString | str:
        """The deck as everybody sees it."""
        if deck.visibility != "public":
            return deck.id
        return format_html('<a href="{}">{}</a>', deck.get_absolute_url(), deck.id)

    @admin.display(description="open reports", ordering="waiting")
    def open_reports(self, deck: Any) -> int:
        """How many reports wait for an answer."""
        return deck.waiting

    @admin.action(description="Take down: make private, and keep private", permissions=["change"])
    def take_down(self, request: HttpRequest, decks: QuerySet[Deck]) -> None:
        """Nobody but the owner reads them any more."""
        found = [deck for deck in decks if not deck.starter]
        for deck in found:
            withhold(deck)
        Report.objects.filter(deck__in=found, comment=None).update(resolved=True)
        self.message_user(request, f"{len(found)} taken down; starter decks stay.")

    @admin.action(description="Allow to be shared again", permissions=["change"])
    def allow_again(self, request: HttpRequest, decks: QuerySet[Deck]) -> None:
        """Their owners may share them again; they stay private until then."""
        for deck in decks:
            release(deck)
        self.message_user(request, "Their owners may share them again.")


class OfSharedDecks(ModeratedAdmin):
    """What was said about decks that others may read: rows of a private deck would tell its name."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """They are there again when the deck is."""
        return super().get_queryset(request).filter(~Q(deck__visibility="private") | Q(deck__withheld=True))


@admin.register(Comment)
class CommentAdmin(OfSharedDecks):
    """Comments, hidden ones included."""

    list_display = ("text_start", "author", "deck", "hidden", "created_at")
    list_filter = ("hidden",)
    search_fields = ("text", "author__username", "deck__name")
    list_select_related = ("author", "deck")
    date_hierarchy = "created_at"
    actions = ("hide", "show")

    @admin.display(description="text")
    def text_start(self, comment: Comment) -> str:
        """Its first words."""
        return comment.text[:80]

    @admin.action(description="Hide", permissions=["change"])
    def hide(self, request: HttpRequest, comments: QuerySet[Comment]) -> None:
        """Nobody reads them any more."""
        Report.objects.filter(comment__in=comments).update(resolved=True)
        self.message_user(request, f"{comments.update(hidden=True)} hidden.")

    @admin.action(description="Show again", permissions=["change"])
    def show(self, request: HttpRequest, comments: QuerySet[Comment]) -> None:
        """Everybody reads them again."""
        self.message_user(request, f"{comments.update(hidden=False)} shown again.")


@admin.register(Report)
class ReportAdmin(OfSharedDecks):
    """The queue: what waits for an answer comes first."""

    list_display = ("reason_start", "about", "reporter", "resolved", "created_at")
    list_filter = ("resolved",)
    search_fields = ("reason", "deck__name", "deck__id", "reporter__username")
    list_select_related = ("deck", "comment", "reporter")
    actions = ("uphold", "dismiss")

    @admin.display(description="reason")
    def reason_start(self, report: Report) -> str:
        """Its first words."""
        return report.reason[:80]

    @admin.display(description="about")
    def about(self, report: Report) -> SafeString:
        """The comment or the deck, as staff see it."""
        if report.comment is not None:
            path = reverse("admin:decks_comment_change", args=[report.comment.pk])
            return format_html('<a href="{}">comment: {}</a>', path, report.comment.text[:80])
        return format_html(
            '<a href="{}">deck: {}</a>', reverse("admin:decks_deck_change", args=[report.deck.pk]), report.deck.name
        )

    @admin.action(description="Uphold: hide the comment, or take the deck down", permissions=["change"])
    def uphold(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        """Do what the reports ask for."""
        for report in reports:
            if report.comment is not None:
                Comment.objects.filter(pk=report.comment.pk).update(hidden=True)
            elif not report.deck.starter:
                withhold(report.deck)
        self.message_user(request, f"{reports.update(resolved=True)} upheld.")

    @admin.action(description="Dismiss", permissions=["change"])
    def dismiss(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        """Leave everything as it is."""
        self.message_user(request, f"{reports.update(resolved=True)} dismissed.")
