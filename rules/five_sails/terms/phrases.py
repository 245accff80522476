"""The text of abilities: each part writes its own text, in the words of the phrase book, from the fields that run.

A part's ``says`` is a template. Its slots are the part's fields, filled from left to right, so that "it" can refer to
what was named last (6.18). A slot with a noun after a colon is a quantity: ``{number:card}`` reads "1 card" or
"2 cards".
"""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter
from typing import ClassVar, Final

from cards.catalogue import CardType
from rules.five_sails.terms.basics import CombatValue, Stat
from web.number_format import quantity

_ITSELF: Final = {
    CardType.ATTACHMENT: "this attachment",
    CardType.CITY_ATTACHMENT: "this attachment",
    CardType.RISK: "this card",
    CardType.SCHEME: "this scheme",
    CardType.EVENT: "this event",
    CardType.LOCATION: "this location",
}
_PARSE: Final = Formatter().parse


class Speech:
    """The context of a text: the type of card it is on, and what was named last."""

    __slots__ = ("card", "granted", "named")

    def __init__(self, card: CardType) -> None:
        self.card = card
        #: The key of what "it" refers to now.
        self.named = ""
        #: The text of the ability that the card grants.
        self.granted = ""

    @property
    def itself(self) -> str:
        """How the card refers to itself."""
        return _ITSELF.get(self.card, "this character")

    def name(self, key: str, words: str) -> str:
        """Name a thing, or say "it" if it was named last."""
        if self.named == key:
            return "it"
        self.named = key
        return words

    def say(self, value: object) -> str:
        """The text of a field: a part's own text, an icon, or the value as it is."""
        if isinstance(value, Part):
            return value.words(self)
        if isinstance(value, Stat | CombatValue):
            return f"{{{value.name.lower()}}}"
        return str(value)


class Part:
    """A part of an ability, which can write its own text."""

    __slots__ = ()

    says: ClassVar[str] = ""

    def template(self) -> str:
        """The template: ``says`` by default; subclasses may choose one by their fields."""
        return self.says

    def words(self, speech: Speech) -> str:
        """The text of the part, to be used inside a sentence."""
        words: list[str] = []
        for literal, slot, noun, _ in _PARSE(self.template()):
            words.append(literal)
            if slot:
                value = getattr(self, slot)
                words.append(quantity(value, noun) if noun else speech.say(value))
        return "".join(words)


def signed(number: int) -> str:
    return f"{number:+d}"


def article(words: str) -> str:
    """Words with "a" or "an" before them."""
    return f"an {words}" if words[0] in "aeiouAEIOU" and not words.startswith("one ") else f"a {words}"


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def possessive(words: str) -> str:
    return "its" if words == "it" else f"{words}'s"


def joined(words: Iterable[str]) -> str:
    """Words joined by "and", with commas if there are more than two."""
    parts = [each for each in words if each]
    if len(parts) < 3:
        return " and ".join(parts)
    return f"{', '.join(parts[:-1])}, and {parts[-1]}"


def sentences(words: Iterable[str]) -> str:
    """Clauses as sentences. One that ends in a granted ability already has its full stop."""
    said = [capital(each) for each in words if each]
    return " ".join(each if each.endswith((".", '."')) else f"{each}." for each in said)
