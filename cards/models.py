"""How cards are stored. What they mean is in ``cards.catalogue``."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.text import slugify

from cards.catalogue import TYPE_LABELS, AbilityKind, Zone
from cards.fields import StatField


class CardSet(models.Model):
    """A product in which cards were published."""

    code = models.SlugField(primary_key=True)
    number = models.CharField(max_length=2, unique=True)
    name = models.CharField(max_length=80, unique=True)
    year = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        verbose_name = "set"

    def __str__(self) -> str:
        return self.name


class Faction(models.Model):
    """A nation, or neutral."""

    code = models.SlugField(primary_key=True)
    name = models.CharField(max_length=40, unique=True)
    description = models.TextField()
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("position",)

    def __str__(self) -> str:
        return self.name


class Trait(models.Model):
    """A word from the one list of traits."""

    name = models.CharField(max_length=40, unique=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Keyword(models.Model):
    """A game term with its explanation; ``on_cards`` when cards print it as a keyword."""

    name = models.CharField(max_length=40, unique=True)
    explanation = models.TextField()
    rule = models.CharField(max_length=20)
    on_cards = models.BooleanField(default=False)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("position",)

    def __str__(self) -> str:
        return self.name


class Card(models.Model):
    """A card's facts. ``retired`` keeps one that left the data but is still in somebody's deck."""

    code = models.CharField(max_length=8, primary_key=True)
    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, related_name="cards", verbose_name="set")
    number = models.CharField(max_length=8)
    name = models.CharField(max_length=80, db_index=True)
    title = models.CharField(max_length=80, null=True, blank=True)
    person = models.CharField(max_length=80, help_text="Cards of one person clash in a deck.")
    type = models.CharField(max_length=16, choices=[(kind.value, name) for kind, name in TYPE_LABELS.items()])
    deck = models.CharField(max_length=16, choices=[(zone.value, zone.value.title()) for zone in Zone])
    deckable = models.BooleanField(default=True, help_text="Whether the card may be put in a deck at all.")
    faction = models.ForeignKey(Faction, on_delete=models.PROTECT, related_name="cards", null=True, blank=True)
    city_number = models.PositiveSmallIntegerField(null=True, blank=True)
    cost = StatField()
    resolve = StatField()
    combat = StatField()
    finesse = StatField()
    influence = StatField()
    panache = StatField()
    crew_cap = StatField()
    initiative = StatField()
    panache_mod = StatField("panache modifier")
    riposte = StatField()
    parry = StatField()
    thrust = StatField()
    traits = models.ManyToManyField(Trait, through="CardTrait", related_name="cards")
    traits_known = models.BooleanField(default=True)
    keywords = models.ManyToManyField(Keyword, through="CardKeyword", related_name="cards")
    retired = models.BooleanField(default=False, db_index=True)

    class Meta:
        ordering = ("code",)

    def __str__(self) -> str:
        return f"{self.code} {self.name}"

    def get_absolute_url(self) -> str:
        return reverse("cards:card", kwargs={"code": self.code, "slug": slugify(self.name)})


class CardTrait(models.Model):
    """A trait in its place on the trait line."""

    card = models.ForeignKey(Card, on_delete=models.CASCADE)
    trait = models.ForeignKey(Trait, on_delete=models.PROTECT)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("position",)
        constraints = [models.UniqueConstraint(fields=("card", "trait"), name="card_trait_once")]

    def __str__(self) -> str:
        return str(self.trait)


class CardKeyword(models.Model):
    """A keyword in its place on a card."""

    card = models.ForeignKey(Card, on_delete=models.CASCADE)
    keyword = models.ForeignKey(Keyword, on_delete=models.PROTECT)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("position",)
        constraints = [models.UniqueConstraint(fields=("card", "keyword"), name="card_keyword_once")]

    def __str__(self) -> str:
        return str(self.keyword)


class Ability(models.Model):
    """One ability in the parts from which its text is composed."""

    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="abilities")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16, choices=[(kind.value, kind.value.replace("_", " ")) for kind in AbilityKind])
    qualifiers = models.JSONField(default=list, blank=True)
    trigger = models.TextField(null=True, blank=True)
    cost = models.TextField(null=True, blank=True)
    effect = models.TextField()
    below_bar = models.BooleanField(default=False)

    class Meta:
        ordering = ("position",)
        verbose_name_plural = "abilities"
        constraints = [models.UniqueConstraint(fields=("card", "position"), name="ability_place")]

    def __str__(self) -> str:
        return f"{self.card_id} {self.kind} {self.position + 1}"


class Printing(models.Model):
    """One appearance of a card on cardboard."""

    code = models.CharField(max_length=8, primary_key=True)
    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="printings")
    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, related_name="printings", verbose_name="set")
    number = models.CharField(max_length=8)
    artist = models.CharField(max_length=80, null=True, blank=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("position",)

    def __str__(self) -> str:
        return self.code


class Ruling(models.Model):
    """An answer to a question about one card."""

    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="rulings")
    position = models.PositiveSmallIntegerField()
    text = models.TextField()
    source = models.CharField(max_length=80)

    class Meta:
        ordering = ("position",)
        constraints = [models.UniqueConstraint(fields=("card", "position"), name="ruling_place")]

    def __str__(self) -> str:
        return f"{self.card_id}: {self.text[:60]}"


class CardLoad(models.Model):
    """A load of the data files: which content, when. The newest one's version is the catalogue's."""

    version = models.CharField(max_length=16)
    loaded_at = models.DateTimeField(auto_now_add=True)
    added = models.PositiveIntegerField()
    changed = models.PositiveIntegerField()
    removed = models.PositiveIntegerField()

    class Meta:
        ordering = ("-pk",)
        get_latest_by = "pk"

    def __str__(self) -> str:
        return f"{self.version} ({self.loaded_at:%Y-%m-%d})"


class CardImage(models.Model):
    """A picture that staff uploaded in place of the drawn face; its files are named after ``key``."""

    card = models.OneToOneField(Card, on_delete=models.CASCADE, related_name="image")
    key = models.CharField(max_length=16)
    uploaded_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("card",)

    def __str__(self) -> str:
        return f"Picture of {self.card_id}"
