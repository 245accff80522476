"""The report of a simulation: numbers with intervals, and one plain sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from cards.catalogue import Catalogue
from rules.goldfish import layout
from rules.goldfish.encoding import Encoded
from rules.goldfish.layout import ENGINE_VERSION, MEASURES, WIDTH
from rules.goldfish.results.intervals import Estimate, difference, mean, ratio, share
from rules.goldfish.results.tallies import Tallies
from web.number_format import quantity, whole_percent

#: Measures that are 0 or 1 in every game, so their mean is a share.
SHARES: Final = frozenset({"dominance", "dominated", "seven", "won", "lost"})

#: Counted only for the error of a ratio, and not reported.
INTERNAL_MEASURES: Final = frozenset({"payable_by_hand"})

#: The sentence says how often the deck holds all three locations by this Day; most that ever do have by then.
_EARLY: Final = 2

#: The label of each measure.
LABELS: Final[Mapping[str, str]] = {
    "drawn": "cards drawn",
    "seen": "different cards seen so far",
    "hand": "cards in hand after drawing",
    "attachments": "attachments in hand",
    "brutes": "Brutes in hand",
    "risks": "risks in hand",
    "cost_0": "cards in hand of cost 0",
    "cost_1": "cards in hand of cost 1",
    "cost_2": "cards in hand of cost 2",
    "cost_3": "cards in hand of cost 3 or more",
    "payable": "cards in hand that could be paid for",
    "payable_share": "share of the hand that could be paid for",
    "stuck": "attachments in hand that nobody in the crew may bear",
    "played": "cards played from the hand",
    "recruited": "mercenaries recruited",
    "parleys": "mercenaries recruited with parley",
    "city_gear": "attachments taken from the City",
    "paid_cards": "cards discarded as payment",
    "spent": "wealth spent",
    "overpaid": "wealth overpaid",
    "held": "cards held at the end of High Drama",
    "dead": "cards discarded at Dusk, unused",
    "reshuffles": "reshuffles",
    "crew": "characters in the crew, without Brutes",
    "resolve": "Resolve of all characters",
    "combat": "Combat of all characters",
    "finesse": "Finesse of all characters",
    "influence": "Influence of all characters",
    "claimed": "locations claimed",
    "dominance": "games with all three locations on this Day",
    "dominated": "games with all three locations by this Day",
    "collected": "Renown collected on this Day",
    "renown": "Renown so far",
    "seven": "games with seven Renown by this Day",
    "dealt": "wounds dealt in the duel",
    "taken": "wounds taken in the duel",
    "margin": "wounds dealt less wounds taken",
    "margins": "wounds dealt less wounds taken, all duels so far",
    "won": "duels that destroyed the adversary",
    "lost": "duels that destroyed the champion",
}


@dataclass(frozen=True, slots=True)
class DayReport:
    """One Day: its scheme, and every measure by name."""

    day: int
    scheme: str | None
    measures: Mapping[str, Estimate | None]


@dataclass(frozen=True, slots=True)
class CardReport:
    """One faction card: how often it was drawn, what became of it, and how results differ with it."""

    code: str
    name: str
    copies: int
    drawn: Estimate | None
    played: Estimate | None
    paid: Estimate | None
    idle: Estimate | None
    #: The mean result of the games in which it was drawn, minus that of the others.
    renown: Estimate | None
    margin: Estimate | None


@dataclass(frozen=True, slots=True)
class Report:
    """The results of a simulation of one deck."""

    games: int
    seed: int
    deck: Encoded
    days: tuple[DayReport, ...]
    #: Share of games by final Renown, from 0 to the most that occurred.
    finals: tuple[Estimate | None, ...]
    #: Share of games by the Day on which seven Renown were reached, and of those that never did.
    seven_on: tuple[Estimate | None, ...]
    seven_never: Estimate | None
    cards: tuple[CardReport, ...]

    def last(self, name: str) -> Estimate | None:
        """A measure on the last Day; for cumulative measures, that is the whole game's."""
        return self.days[-1].measures[name]

    @property
    def sentence(self) -> str:
        renown, seven, margin = self.last("renown"), self.last("seven"), self.last("margins")
        early = self.days[:_EARLY][-1]
        dominated = early.measures["dominated"]
        if renown is None or seven is None or margin is None or dominated is None:
            return "No game was played."
        per_duel = margin.value / len(self.days)
        return (
            f"In {quantity(self.games, 'game')} of {quantity(len(self.days), 'Day')} alone in the City, this deck ends "
            f"with {renown.value:.1f} Renown on average. It reaches seven Renown in {whole_percent(seven.value)} of "
            f"games, holds all three locations by Day {early.day} in {whole_percent(dominated.value)}, and deals "
            f"{abs(per_duel):.1f} {'more' if per_duel >= 0 else 'fewer'} wounds per duel than it takes."
        )

    def as_dict(self) -> dict[str, Any]:
        return {
            "engine": ENGINE_VERSION,
            "games": self.games,
            "seed": str(self.seed),
            "deck": self.deck.fingerprint,
            "catalogue": self.deck.catalogue,
            "city_deck": self.deck.city_deck,
            "policy": self.deck.policy.as_dict(),
            "adversary": self.deck.adversary.as_dict(),
            "day_count": len(self.days),
            "notes": list(self.deck.notes),
            "sentence": self.sentence,
            "days": [
                {
                    "day": day.day,
                    "scheme": day.scheme,
                    "measures": {name: _as_dict(estimate) for name, estimate in day.measures.items()},
                }
                for day in self.days
            ],
            "finals": [_as_dict(estimate) for estimate in self.finals],
            "seven_on": [_as_dict(estimate) for estimate in self.seven_on],
            "seven_never": _as_dict(self.seven_never),
            "cards": [
                {
                    "code": card.code,
                    "name": card.name,
                    "copies": card.copies,
                    **{name: _as_dict(getattr(card, name)) for name in ("drawn", "played", "paid", "idle")},
                    "moves": {"renown": _as_dict(card.renown), "margin": _as_dict(card.margin)},
                }
                for card in self.cards
            ],
        }


def report(deck: Encoded, catalogue: Catalogue, tallies: Tallies, seed: int) -> Report:
    """Evaluate the tallies of a deck's games. :raises ValueError: if they belong to another deck or number of Days."""
    if tallies.days != len(deck.days) or len(tallies.cards) != len(layout.CARD_COUNTS) * len(deck.cards):
        raise ValueError("these tallies belong to another deck or number of Days")
    games = tallies.games
    reached = [tallies.sums[day * WIDTH + layout.SEVEN_REACHED] for day in range(tallies.days)]
    most = max((amount for amount, count in enumerate(tallies.renown) if count), default=0)
    return Report(
        games=games,
        seed=seed,
        deck=deck,
        days=tuple(_day(deck, tallies, day) for day in range(tallies.days)),
        finals=tuple(share(count, games) for count in tallies.renown[: most + 1]),
        seven_on=tuple(share(now - before, games) for now, before in zip(reached, [0, *reached], strict=False)),
        seven_never=share(games - reached[-1], games),
        cards=_cards(deck, catalogue, tallies),
    )


def _day(deck: Encoded, tallies: Tallies, day: int) -> DayReport:
    games, start = tallies.games, day * WIDTH
    found: dict[str, Estimate | None] = {}
    for index, name in enumerate(MEASURES):
        total, squares = tallies.sums[start + index], tallies.squares[start + index]
        if name in SHARES:
            found[name] = share(total, games)
        elif name not in INTERNAL_MEASURES:
            found[name] = mean(games, total, squares)
    hand, payable = start + layout.HAND, start + layout.PAYABLE
    found["payable_share"] = ratio(
        games,
        (tallies.sums[payable], tallies.squares[payable]),
        (tallies.sums[hand], tallies.squares[hand]),
        tallies.sums[start + layout.PAYABLE_BY_HAND],
    )
    return DayReport(day + 1, deck.days[day].scheme, found)


def _cards(deck: Encoded, catalogue: Catalogue, tallies: Tallies) -> tuple[CardReport, ...]:
    games, last = tallies.games, (tallies.days - 1) * WIDTH
    rows = {name: tallies.card_row(name) for name in layout.CARD_COUNTS}
    results = {
        "renown": (tallies.sums[last + layout.RENOWN], tallies.squares[last + layout.RENOWN]),
        "margin": (tallies.sums[last + layout.MARGINS], tallies.squares[last + layout.MARGINS]),
    }
    found = []
    for index in sorted(set(deck.first_copies), key=lambda index: deck.cards[index].code):
        code = deck.cards[index].code
        drawn = rows["drawn"][index]
        moves = {}
        for name, (total, squares) in results.items():
            with_it = drawn, rows[name][index], rows[f"{name}_squares"][index]
            moves[name] = difference(with_it, (games - drawn, total - with_it[1], squares - with_it[2]))
        found.append(
            CardReport(
                code=code,
                name=catalogue.card(code).full_name,
                copies=deck.first_copies.count(index),
                drawn=share(drawn, games),
                played=share(rows["played"][index], drawn),
                paid=share(rows["paid"][index], drawn),
                idle=share(rows["idle"][index], drawn),
                renown=moves["renown"],
                margin=moves["margin"],
            )
        )
    return tuple(found)


def _as_dict(estimate: Estimate | None) -> dict[str, Any] | None:
    return None if estimate is None else estimate.as_dict()
