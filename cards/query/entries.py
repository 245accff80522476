"""A card prepared for searching: everything folded and looked up once, so that a condition is a plain comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cards.catalogue import Card, may_run
from cards.catalogue.folding import fold
from cards.catalogue.formats import Format
from cards.catalogue.phrases import plain


def searchable(text: str) -> str:
    """Text as searching sees it: folded, icons spoken, one space between words."""
    return " ".join(fold(plain(text)).split())


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """A card, and the folded texts and codes that conditions look at."""

    card: Card
    #: The name alone and the full name: either may be asked for exactly.
    names: tuple[str, ...]
    text: str
    traits: tuple[str, ...]
    keywords: tuple[str, ...]
    artists: tuple[str, ...]
    #: The kinds of ability on the card.
    kinds: frozenset[str]
    codes: tuple[str, ...]
    #: All that a word without a field is looked for in, a line each.
    anywhere: str
    #: The formats whose pool the card is in.
    formats: frozenset[str]
    #: The leaders who may run the card, by code and by faction.
    leaders: frozenset[str]

    @classmethod
    def of(cls, card: Card, leaders: Sequence[Card] = (), formats: Sequence[Format] = ()) -> SearchEntry:
        """Prepare a card."""
        text = "\n".join(searchable(line) for line in card.text.split("\n"))
        traits = tuple(map(searchable, card.traits))
        keywords = tuple(map(searchable, card.keywords))
        able = [leader for leader in leaders if may_run(leader, card)]
        return cls(
            card=card,
            names=tuple(dict.fromkeys((searchable(card.name), searchable(card.full_name)))),
            text=text,
            traits=traits,
            keywords=keywords,
            kinds=frozenset(ability.kind.value for ability in card.abilities),
            artists=tuple(dict.fromkeys(searchable(p.artist) for p in card.printings if p.artist)),
            codes=tuple(dict.fromkeys((fold(card.code), *(fold(p.code) for p in card.printings)))),
            anywhere="\n".join((searchable(card.full_name), *traits, *keywords, text)),
            formats=frozenset(format_.code for format_ in formats if format_.admits(card)),
            leaders=frozenset({leader.code for leader in able} | {leader.faction for leader in able if leader.faction}),
        )
