"""The card admin: everything from the data files is read-only; only pictures can be changed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from cards import models
from cards.catalogue.stats import STAT_LABELS, STAT_NAMES, stat_words
from cards.pictures import store
from cards.pictures.face_urls import face_path
from cards.pictures.reencoding import MAX_BYTES, MAX_PIXELS, MIN_SIDE, Prepared, RefusedImageError
from cards.store import current_catalogue

PICTURE_HELP = (
    f"PNG, JPEG or WebP, at most {MAX_BYTES // 1024**2} MB and {MAX_PIXELS // 10**6} million pixels, each side at "
    f"least {MIN_SIDE} pixels. It is checked, cropped to our sizes, stripped of metadata, and shown instead of "
    "the drawn face."
)

admin.site.site_header = admin.site.site_title = "Five Sails staff"
admin.site.index_title = "All site data"

#: Filters for the parts of cards.
CARD_FILTERS = ("card__type", "card__faction", "card__card_set")


class ImportedAdmin(admin.ModelAdmin):
    """Rows that come from the data files, read-only."""

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        """Find names with an apostrophe also by the straight one."""
        return super().get_search_results(request, queryset, search_term.replace("'", "’"))

    class Media:
        css = {"all": ["admin_cards/admin.css"]}

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Cards are added in the data files."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """The next load would undo it."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Decks may use it."""
        return False


class ImportedInline(admin.TabularInline):
    """Parts of a card, read-only."""

    extra = 0
    can_delete = False
    show_change_link = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Parts are added in the data files."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """The next load would undo it."""
        return False


class AbilityInline(ImportedInline):
    model = models.Ability
    fields = ("kind", "qualifiers", "trigger", "cost", "effect", "below_bar")


class PrintingInline(ImportedInline):
    model = models.Printing
    fields = ("code", "card_set", "number", "artist")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("card_set")


class RulingInline(ImportedInline):
    model = models.Ruling
    fields = ("text", "source")


class TraitInline(ImportedInline):
    model = models.CardTrait
    fields = ("trait",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("trait")


class KeywordInline(ImportedInline):
    model = models.CardKeyword
    fields = ("keyword",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("keyword")


class PictureForm(forms.ModelForm):
    """The picture is the one thing about a card that staff can change."""

    picture = forms.FileField(required=False, help_text=PICTURE_HELP)
    remove_picture = forms.BooleanField(required=False, help_text="Go back to the drawn face.")

    class Meta:
        model = models.Card
        fields: tuple[str, ...] = ()

    def clean_picture(self) -> Prepared | None:
        """Re-encode the upload, or say why it is rejected."""
        upload: UploadedFile | None = self.cleaned_data["picture"]
        if upload is None:
            return None
        try:
            return store.prepare(upload.read(MAX_BYTES + 1))
        except RefusedImageError as refusal:
            raise ValidationError(str(refusal), code=refusal.code) from None

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("picture") and cleaned.get("remove_picture"):
            self.add_error("remove_picture", "Either upload a new picture or remove the current one.")
        return cleaned


class UploadedFilter(admin.SimpleListFilter):
    title = "face"
    parameter_name = "face"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("uploaded", "Uploaded"), ("drawn", "Drawn")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in ("uploaded", "drawn"):
            return queryset
        return queryset.filter(image__isnull=self.value() == "drawn")


@admin.register(models.Card)
class CardAdmin(ImportedAdmin):
    """A card's facts, read-only, with its face and its picture to change."""

    form = PictureForm
    list_display = ("thumb", "code", "name", "title", "type", "faction", "card_set", *STAT_NAMES, "retired")
    list_display_links = ("code", "name")
    list_filter = (
        "type",
        "faction",
        "card_set",
        "deck",
        UploadedFilter,
        "traits_known",
        "deckable",
        "retired",
        ("keywords", admin.RelatedOnlyFieldListFilter),
    )
    list_select_related = ("card_set", "faction")
    list_per_page = 50
    search_fields = ("code", "name", "title", "printings__code", "traits__name", "abilities__effect")
    search_help_text = "Code, name, title, trait or rules text"
    empty_value_display = ""
    inlines = (AbilityInline, TraitInline, KeywordInline, PrintingInline, RulingInline)
    view_on_site = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("card_set", "faction", "image")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Changing a card means changing its picture."""
        user = request.user
        return user.has_perm("cards.change_card") and user.has_perm("cards.change_cardimage")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return (
            *("code", "name", "title", "person", "type", "deck", "deckable", "faction", "card_set", "number"),
            *("city_number", "traits_known", "retired", "numbers"),
        )

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """The picture comes first for those who can change it."""
        picture = ("Picture", {"fields": ("picture", "remove_picture")})
        facts = [
            ("Card", {"fields": ("code", "name", "title", "person", "type", "deck", "faction")}),
            ("Numbers", {"fields": ("numbers",)}),
            ("Origin", {"fields": ("card_set", "number", "city_number", "traits_known", "deckable", "retired")}),
        ]
        return [picture, *facts] if self.has_change_permission(request, obj) else facts

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        """Show the card's face next to its form."""
        card = current_catalogue().get(object_id)
        face = face_path(card, "page", "webp", store.upload_key(card.code)) if card else None
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "card": card, "face": face})

    def save_model(self, request: HttpRequest, obj: models.Card, form: Any, change: bool) -> None:
        """Save only the picture; the facts stay as loaded."""
        if prepared := form.cleaned_data.get("picture"):
            store.save_upload(obj, prepared)
        elif form.cleaned_data.get("remove_picture"):
            models.CardImage.objects.filter(card=obj).delete()

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Look up the faces of all rows at once."""
        listing = super().get_changelist_instance(request)
        catalogue = current_catalogue()
        for row in listing.result_list:
            row.face_card = catalogue.get(row.code)
        return listing

    @admin.display(description="face")
    def thumb(self, row: Any) -> SafeString | str:
        if row.face_card is None:
            return ""
        path = face_path(row.face_card, "thumb", "webp", store.upload_key(row.code))
        return format_html('<img class="card-thumb" src="{}" alt="" loading="lazy">', path)

    @admin.display(description="numbers")
    def numbers(self, row: models.Card) -> SafeString:
        """Every stat in words, to tell a dash, unknown, absent and zero apart."""
        pairs = ((label, stat_words(getattr(row, name))) for name, label in STAT_LABELS.items())
        return format_html('<ul class="card-numbers">{}</ul>', format_html_join("", "<li>{}: <b>{}</b></li>", pairs))


class CountedAdmin(ImportedAdmin):
    """A list with the number of cards of each entry."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).annotate(card_count=Count("cards"))

    @admin.display(description="cards", ordering="card_count")
    def card_count(self, row: Any) -> int:
        return int(row.card_count)


@admin.register(models.CardSet)
class CardSetAdmin(CountedAdmin):
    list_display = ("number", "name", "code", "year", "card_count")
    list_display_links = ("number", "name")
    search_fields = ("code", "name")


@admin.register(models.Faction)
class FactionAdmin(CountedAdmin):
    list_display = ("name", "code", "description", "card_count")
    list_display_links = ("name",)
    search_fields = ("code", "name", "description")


@admin.register(models.Trait)
class TraitAdmin(CountedAdmin):
    list_display = ("name", "card_count")
    list_display_links = ("name",)
    search_fields = ("name",)


@admin.register(models.Keyword)
class KeywordAdmin(CountedAdmin):
    list_display = ("name", "on_cards", "rule", "explanation", "card_count")
    list_display_links = ("name",)
    list_filter = ("on_cards",)
    search_fields = ("name", "explanation", "rule")


@admin.register(models.Ability)
class AbilityAdmin(ImportedAdmin):
    """All abilities, to see whether the same effect is worded the same way."""

    list_display = ("card", "kind", "qualifiers", "trigger", "cost", "effect", "below_bar")
    list_filter = ("kind", "below_bar", *CARD_FILTERS)
    list_select_related = ("card",)
    search_fields = ("card__code", "card__name", "trigger", "cost", "effect")


@admin.register(models.Printing)
class PrintingAdmin(ImportedAdmin):
    list_display = ("code", "card", "card_set", "number", "artist")
    list_filter = ("card_set", "card__type")
    list_select_related = ("card", "card_set")
    search_fields = ("code", "card__name", "artist")


@admin.register(models.Ruling)
class RulingAdmin(ImportedAdmin):
    list_display = ("card", "text", "source")
    list_filter = CARD_FILTERS
    list_select_related = ("card",)
    search_fields = ("card__code", "card__name", "text", "source")


@admin.register(models.CardTrait)
class CardTraitAdmin(ImportedAdmin):
    list_display = ("card", "trait", "position")
    list_filter = CARD_FILTERS
    list_select_related = ("card", "trait")
    search_fields = ("card__code", "card__name", "trait__name")


@admin.register(models.CardKeyword)
class CardKeywordAdmin(ImportedAdmin):
    list_display = ("card", "keyword", "position")
    list_select_related = ("card", "keyword")
    list_filter = ("keyword", *CARD_FILTERS)
    search_fields = ("card__code", "card__name", "keyword__name")


@admin.register(models.CardLoad)
class CardLoadAdmin(ImportedAdmin):
    list_display = ("version", "loaded_at", "added", "changed", "removed")
    date_hierarchy = "loaded_at"
    search_fields = ("version",)


@admin.register(models.CardImage)
class CardImageAdmin(ImportedAdmin):
    """The uploaded pictures; upload them on their card, delete them here."""

    list_display = ("card", "key", "uploaded_at", "on_card")
    list_select_related = ("card",)
    search_fields = ("card__code", "card__name", "key")
    date_hierarchy = "uploaded_at"

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Unlike facts, pictures can be deleted."""
        return request.user.has_perm("cards.delete_cardimage")

    @admin.display(description="change")
    def on_card(self, row: models.CardImage) -> SafeString:
        """A link to where it can be replaced."""
        return format_html('<a href="{}">On the card</a>', reverse("admin:cards_card_change", args=[row.card_id]))
