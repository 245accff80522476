"""A card prepared for searching: everything is folded and looked up once, so that conditions are plain comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cards.catalogue import Card, may_run
from cards.catalogue.folding import fold
from cards.catalogue.formats import Format
from cards.catalogue.phrases import plain


def searchable(text: str) -> str:
    """Text as the search sees it: folded, icons as words, one space between words."""
    return " ".join(fold(plain(text)).split())


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """A card, and the folded texts and codes that conditions are compared with."""

    card: Card
    #: The name and the full name; either counts as an exact match.
    names: tuple[str, ...]
    text: str
    traits: tuple[str, ...]
    keywords: tuple[str, ...]
    artists: tuple[str, ...]
    #: The kinds of ability on the card.
    kinds: frozenset[str]
    codes: tuple[str, ...]
    #: The text that words without a field are matched against, one line per part.
    anywhere: str
    #: The formats in which the card is legal.
    formats: frozenset[str]
    #: The codes and factions of the leaders who can run the card.
    leaders: frozenset[str]

    @classmethod
    def of(cls, card: Card, leaders: Sequence[Card] = (), formats: Sequence[Format] = ()) -> SearchEntry:
        text = "\n".join(searchable(line) for line in card.text.split("\n"))
        traits = tuple(map(searchable, card.traits))
        keywords = tuple(map(searchable, card.keywords))
        runners = [leader for leader in leaders if may_run(leader, card)]
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
            leaders=frozenset(
                {leader.code for leader in runners} | {leader.faction for leader in runners if leader.faction}
            ),
        )
