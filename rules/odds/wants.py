"""Questions as people ask them: cards by a search or by name, Days by their schemes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cards.catalogue import Card, CardType, Catalogue
from cards.query import Engine, QueryError, sentence
from decks.decklist import Decklist
from rules.facts import DAYS, draws_by_day
from rules.odds.exact import Want

_MAX_NAMED: Final = 3


class Unanswerable(ValueError):  # noqa: N818  (an answer to a player, not a failure)
    """A question has no answer; ``field`` is the part at fault."""

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants, as written: a search, card codes, and how many of these cards."""

    q: str = ""
    cards: tuple[str, ...] = ()
    at_least: int = 1
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A parsed wish: what to count, and the words for it."""

    want: Want
    #: How many cards of the deck it means, and what to call them.
    copies: int
    words: str

    @property
    def sentence(self) -> str:
        """What is wanted, to stand after "you have drawn"."""
        return f"{self.amount} of {self._things}"

    @property
    def amount(self) -> str:
        """How many are wanted."""
        least, most = self.want.at_least, self.want.at_most
        if most is None:
            return f"at least {least}"
        if most == 0:
            return "none"
        if most == least:
            return f"exactly {least}"
        return f"{least} to {most}" if least else f"at most {most}"

    @property
    def _things(self) -> str:
        if self.copies > 1:
            return f"the {self.copies} {self.words}"
        return f"the {self.words} ({self.copies or 'none'} in the deck)"


def parse_wish(wish: Wish, deck: Mapping[str, int], engine: Engine) -> Wanted:
    """Find the cards of the deck that a wish means: those its search finds and those it names.

    :raises QueryError: for a search that cannot be read.
    :raises Unanswerable: for a wish that names nothing, a card that is none, or numbers that make no sense.
    """
    if not wish.q and not wish.cards:
        raise Unanswerable("", "Say which cards you want: enter a search, or choose cards.")
    codes: set[str] = set()
    words = []
    if wish.q:
        found = engine.search(wish.q)
        if found.query is None:
            raise QueryError(found.faults)
        codes |= {card.code for card in found.cards}
        words.append(_inside(sentence(replace(found.query, sort=()), engine.vocabulary)))
    if wish.cards:
        named = _named(wish.cards, engine.catalogue)
        codes |= {card.code for card in named}
        words.append(_names(named))
    if wish.at_most is not None and wish.at_most < wish.at_least:
        raise Unanswerable(
            "at_most",
            f"“At least {wish.at_least}” and “at most {wish.at_most}” contradict each other.",
        )
    own = frozenset(code for code in deck if code in codes)
    copies = sum(deck[code] for code in own)
    return Wanted(Want(own, wish.at_least, wish.at_most), copies, ", or ".join(words))


def daily_draws(decklist: Decklist, catalogue: Catalogue, schemes: Sequence[str | None] = ()) -> tuple[int, ...]:
    """How many cards each of the five Days draws with the chosen schemes.

    A Day for which none is chosen draws the printed Panache, as Q6 has it for a Day without a scheme.
    :raises Unanswerable: without a leader, or for schemes that cannot be played in this order.
    """
    leader = catalogue.get(decklist.leader) if decklist.leader else None
    if leader is None or leader.type is not CardType.LEADER:
        raise Unanswerable("leader", "Choose a leader first: its Panache is how many cards a Day draws.")
    chosen = _schemes(decklist, catalogue, schemes)
    try:
        return draws_by_day(leader, [*chosen, *[None] * (DAYS - len(chosen))])
    except ValueError as error:
        raise Unanswerable("leader", f"We don’t know how many cards a Day draws: {error}.") from None


def _named(codes: Sequence[str], catalogue: Catalogue) -> tuple[Card, ...]:
    found = {}
    for code in codes:
        card = catalogue.get(code)
        if card is None:
            raise Unanswerable("cards", f"No card has the code “{code}”.")
        found[card.code] = card
    return tuple(found.values())


def _names(cards: Sequence[Card]) -> str:
    names = [card.name for card in cards]
    if len(names) == 1:
        return f"copies of {names[0]}"
    if len(names) > _MAX_NAMED:
        return f"copies of {len(names)} chosen cards"
    return f"copies of {', '.join(names[:-1])} and {names[-1]}"


def _inside(said: str) -> str:
    """A sentence's words inside another one: common nouns and qualities lose their capital, names keep it."""
    first = said.split(maxsplit=1)[0].rstrip(",").lower()
    return (said[:1].lower() + said[1:]).removeprefix("all ") if first in _COMMON else said


_COMMON: Final = frozenset({"all", "cards", "unique", "loyal", *(f"{kind.label.lower()}s" for kind in CardType)})


def _schemes(decklist: Decklist, catalogue: Catalogue, codes: Sequence[str | None]) -> list[Card | None]:
    if len(codes) > DAYS:
        raise Unanswerable("schemes", f"{len(codes)} schemes for {DAYS} Days: choose at most one a Day.")
    own = [card for code in decklist.approach if (card := catalogue.get(code)) and card.type is CardType.SCHEME]
    left = Counter(card.code for card in own)
    chosen: list[Card | None] = []
    for place, code in enumerate(codes):
        card = catalogue.get(code) if code else None
        if code and card is None:
            raise Unanswerable(f"schemes.{place}", f"No card has the code “{code}”.")
        if card and card.code not in left:
            raise Unanswerable(f"schemes.{place}", f"{card.full_name} is not a scheme in the approach deck.")
        if card and not left[card.code]:
            raise Unanswerable(
                f"schemes.{place}", f"{card.full_name} is chosen for two Days: a scheme is played once (4.5.2d)."
            )
        if card:
            left[card.code] -= 1
        chosen.append(card)
    return chosen
