"""The staff's view of the cards: look everything up, change nothing that the data files say, put up pictures."""

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
    f"least {MIN_SIDE} pixels. It is checked, cut to our sizes, stripped of everything but its pixels, and shown in "
    "place of the drawn face."
)

admin.site.site_header = admin.site.site_title = "Five Sails staff"
admin.site.index_title = "Everything the site keeps"

#: Filters for parts of cards, by the card.
OF_CARD = ("card__type", "card__faction", "card__card_set")


class ImportedAdmin(admin.ModelAdmin):
    """Rows that come from the data files: to look at, to search, to link to."""

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
        """Decks may hold it."""
        return False


class ImportedInline(admin.TabularInline):
    """Parts of a card, below it."""

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
    """What the card does."""

    model = models.Ability
    fields = ("kind", "qualifiers", "trigger", "cost", "effect", "below_bar")


class PrintingInline(ImportedInline):
    """Where the card appeared."""

    model = models.Printing
    fields = ("code", "card_set", "number", "artist")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With the sets' names."""
        return super().get_queryset(request).select_related("card_set")


class RulingInline(ImportedInline):
    """Questions answered."""

    model = models.Ruling
    fields = ("text", "source")


class TraitInline(ImportedInline):
    """The trait line."""

    model = models.CardTrait
    fields = ("trait",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With the traits' names."""
        return super().get_queryset(request).select_related("trait")


class KeywordInline(ImportedInline):
    """The keywords."""

    model = models.CardKeyword
    fields = ("keyword",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With the keywords' names."""
        return super().get_queryset(request).select_related("keyword")


class PictureForm(forms.ModelForm):
    """The one thing about a card that staff may change here: its picture."""

    picture = forms.FileField(required=False, help_text=PICTURE_HELP)
    remove_picture = forms.BooleanField(required=False, help_text="Go back to the drawn face.")

    class Meta:
        model = models.Card
        fields: tuple[str, ...] = ()

    def clean_picture(self) -> Prepared | None:
        """Turn the upload into our own files, or say beside the field why not."""
        upload: UploadedFile | None = self.cleaned_data["picture"]
        if upload is None:
            return None
        try:
            return store.prepare(upload.read(MAX_BYTES + 1))
        except RefusedImageError as refusal:
            raise ValidationError(str(refusal), code=refusal.code) from None

    def clean(self) -> dict[str, Any] | None:
        """One wish at a time."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("picture") and cleaned.get("remove_picture"):
            self.add_error("remove_picture", "Either upload a new picture or remove the present one.")
        return cleaned


class UploadedFilter(admin.SimpleListFilter):
    """Cards with a picture of their own."""

    title = "face"
    parameter_name = "face"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Two kinds of face."""
        return [("uploaded", "Uploaded"), ("drawn", "Drawn")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """By whether a picture is there."""
        if self.value() not in ("uploaded", "drawn"):
            return queryset
        return queryset.filter(image__isnull=self.value() == "drawn")


@admin.register(models.Card)
class CardAdmin(ImportedAdmin):
    """A card's facts to read, its face beside them, and its picture to change."""

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
    search_help_text = "A code, name, title, trait, or words of an ability"
    empty_value_display = ""
    inlines = (AbilityInline, TraitInline, KeywordInline, PrintingInline, RulingInline)
    view_on_site = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With what each row shows."""
        return super().get_queryset(request).select_related("card_set", "faction", "image")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Changing a card means changing its picture."""
        user = request.user
        return user.has_perm("cards.change_card") and user.has_perm("cards.change_cardimage")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """All facts."""
        return (
            *("code", "name", "title", "person", "type", "deck", "deckable", "faction", "card_set", "number"),
            *("city_number", "traits_known", "retired", "numbers"),
        )

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """The picture first for those who may change it, then the facts."""
        picture = ("Picture", {"fields": ("picture", "remove_picture")})
        facts = [
            ("Card", {"fields": ("code", "name", "title", "person", "type", "deck", "faction")}),
            ("Numbers", {"fields": ("numbers",)}),
            ("Origin", {"fields": ("card_set", "number", "city_number", "traits_known", "deckable", "retired")}),
        ]
        return [picture, *facts] if self.has_change_permission(request, obj) else facts

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        """The card's face beside its form."""
        card = current_catalogue().get(object_id)
        face = face_path(card, "page", "webp", store.upload_key(card.code)) if card else None
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "card": card, "face": face})

    def save_model(self, request: HttpRequest, obj: models.Card, form: Any, change: bool) -> None:
        """Only the picture is written; the facts stay as loaded."""
        if prepared := form.cleaned_data.get("picture"):
            store.save_upload(obj, prepared)
        elif form.cleaned_data.get("remove_picture"):
            models.CardImage.objects.filter(card=obj).delete()

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Find the faces of all rows at once."""
        listing = super().get_changelist_instance(request)
        catalogue = current_catalogue()
        for row in listing.result_list:
            row.face_card = catalogue.get(row.code)
        return listing

    @admin.display(description="face")
    def thumb(self, row: Any) -> SafeString | str:
        """The smallest face."""
        if row.face_card is None:
            return ""
        path = face_path(row.face_card, "thumb", "webp", store.upload_key(row.code))
        return format_html('<img class="card-thumb" src="{}" alt="" loading="lazy">', path)

    @admin.display(description="numbers")
    def numbers(self, row: models.Card) -> SafeString:
        """Every number in words, so that a dash, an unknown, an absent one and a zero cannot be mistaken."""
        pairs = ((label, stat_words(getattr(row, name))) for name, label in STAT_LABELS.items())
        return format_html('<ul class="card-numbers">{}</ul>', format_html_join("", "<li>{}: <b>{}</b></li>", pairs))


class CountedAdmin(ImportedAdmin):
    """Lists around the cards, and how many cards each entry has."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With counts."""
        return super().get_queryset(request).annotate(card_count=Count("cards"))

    @admin.display(description="cards", ordering="card_count")
    def card_count(self, row: Any) -> int:
        """How many cards."""
        return int(row.card_count)


@admin.register(models.CardSet)
class CardSetAdmin(CountedAdmin):
    """Sets, and how much is in them."""

    list_display = ("number", "name", "code", "year", "card_count")
    list_display_links = ("number", "name")
    search_fields = ("code", "name")


@admin.register(models.Faction)
class FactionAdmin(CountedAdmin):
    """Factions, and how much bears their mark."""

    list_display = ("name", "code", "description", "card_count")
    list_display_links = ("name",)
    search_fields = ("code", "name", "description")


@admin.register(models.Trait)
class TraitAdmin(CountedAdmin):
    """The one list of traits."""

    list_display = ("name", "card_count")
    list_display_links = ("name",)
    search_fields = ("name",)


@admin.register(models.Keyword)
class KeywordAdmin(CountedAdmin):
    """Game terms and what they mean."""

    list_display = ("name", "on_cards", "rule", "explanation", "card_count")
    list_display_links = ("name",)
    list_filter = ("on_cards",)
    search_fields = ("name", "explanation", "rule")


@admin.register(models.Ability)
class AbilityAdmin(ImportedAdmin):
    """All abilities: the place to see whether the same effect is worded the same way."""

    list_display = ("card", "kind", "qualifiers", "trigger", "cost", "effect", "below_bar")
    list_filter = ("kind", "below_bar", *OF_CARD)
    list_select_related = ("card",)
    search_fields = ("card__code", "card__name", "trigger", "cost", "effect")


@admin.register(models.Printing)
class PrintingAdmin(ImportedAdmin):
    """All printings, by artist too."""

    list_display = ("code", "card", "card_set", "number", "artist")
    list_filter = ("card_set", "card__type")
    list_select_related = ("card", "card_set")
    search_fields = ("code", "card__name", "artist")


@admin.register(models.Ruling)
class RulingAdmin(ImportedAdmin):
    """All rulings."""

    list_display = ("card", "text", "source")
    list_filter = OF_CARD
    list_select_related = ("card",)
    search_fields = ("card__code", "card__name", "text", "source")


@admin.register(models.CardTrait)
class CardTraitAdmin(ImportedAdmin):
    """Which card bears which trait."""

    list_display = ("card", "trait", "position")
    list_filter = OF_CARD
    list_select_related = ("card", "trait")
    search_fields = ("card__code", "card__name", "trait__name")


@admin.register(models.CardKeyword)
class CardKeywordAdmin(ImportedAdmin):
    """Which card bears which keyword."""

    list_display = ("card", "keyword", "position")
    list_select_related = ("card", "keyword")
    list_filter = ("keyword", *OF_CARD)
    search_fields = ("card__code", "card__name", "keyword__name")


@admin.register(models.CardLoad)
class CardLoadAdmin(ImportedAdmin):
    """The history of loads."""

    list_display = ("version", "loaded_at", "added", "changed", "removed")
    date_hierarchy = "loaded_at"
    search_fields = ("version",)


@admin.register(models.CardImage)
class CardImageAdmin(ImportedAdmin):
    """The uploaded pictures; they are put up on their card's page, and can be taken down here."""

    list_display = ("card", "key", "uploaded_at", "on_card")
    list_select_related = ("card",)
    search_fields = ("card__code", "card__name", "key")
    date_hierarchy = "uploaded_at"

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Unlike facts, a picture may go."""
        return request.user.has_perm("cards.delete_cardimage")

    @admin.display(description="change")
    def on_card(self, row: models.CardImage) -> SafeString:
        """Where it can be replaced."""
        return format_html('<a href="{}">On the card</a>', reverse("admin:cards_card_change", args=[row.card_id]))
