"""The text of abilities: each part words itself in the terms of the phrase book, from the same fields that run.

A part's ``says`` is a template. Its slots are the part's own fields, filled from left to right, so that "it" can mean
whatever was named last (6.18). A slot with a noun behind a colon is a number of things:
``{number:card}`` reads "1 card" or "2 cards".
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
    """On which card something is said, and what was named last."""

    __slots__ = ("card", "granted", "named")

    def __init__(self, card: CardType) -> None:
        self.card = card
        #: The key of what "it" would mean now.
        self.named = ""
        #: The text of the ability that the card grants.
        self.granted = ""

    @property
    def itself(self) -> str:
        """How the card speaks of itself."""
        return _ITSELF.get(self.card, "this character")

    def name(self, key: str, words: str) -> str:
        """Name a thing: by its words, or by "it" if it was the last one that was named."""
        if self.named == key:
            return "it"
        self.named = key
        return words

    def say(self, value: object) -> str:
        """A field's words: a part's own, an icon, a number, or what is words already."""
        if isinstance(value, Part):
            return value.words(self)
        if isinstance(value, Stat | CombatValue):
            return f"{{{value.name.lower()}}}"
        return str(value)


class Part:
    """A part of an ability, which can put itself into words."""

    __slots__ = ()

    says: ClassVar[str] = ""

    def template(self) -> str:
        """The template: ``says``, or one that depends on the fields."""
        return self.says

    def words(self, speech: Speech) -> str:
        """The part in words, to stand inside a sentence."""
        said: list[str] = []
        for literal, slot, noun, _ in _PARSE(self.template()):
            said.append(literal)
            if slot:
                value = getattr(self, slot)
                said.append(quantity(value, noun) if noun else speech.say(value))
        return "".join(said)


def signed(number: int) -> str:
    return f"{number:+d}"


def article(words: str) -> str:
    """With "a" or "an" before it."""
    return f"an {words}" if words[0] in "aeiouAEIOU" and not words.startswith("one ") else f"a {words}"


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def possessive(words: str) -> str:
    """Whose: its, your Leader's."""
    return "its" if words == "it" else f"{words}'s"


def joined(words: Iterable[str]) -> str:
    """Two parts with "and" between them, more with commas."""
    parts = [each for each in words if each]
    if len(parts) < 3:
        return " and ".join(parts)
    return f"{', '.join(parts[:-1])}, and {parts[-1]}"


def sentences(words: Iterable[str]) -> str:
    """Clauses as sentences; one that ends in a granted ability has its full stop already."""
    said = [capital(each) for each in words if each]
    return " ".join(each if each.endswith((".", '."')) else f"{each}." for each in said)
