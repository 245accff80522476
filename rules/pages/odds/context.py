"""What the odds page shows: the form as it was filled in, and the answer or some examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.safestring import SafeString

from cards.catalogue import Card, CardType, Catalogue
from cards.catalogue.folding import fold
from cards.pages.results import highlight_faults
from cards.query import Engine, QueryError, apply_suggestions
from decks.decklist import MAX_DECK_SIZE, Decklist
from rules.facts import DAYS, TYPICAL_PANACHE, planning_draw, printed_panache
from rules.odds.answers import Answer, Step, calculate, sides
from rules.odds.exact import MAX_WANTS, at_least_one, faction_cards, seen_by_day
from rules.odds.wants import Unanswerable, Wanted, daily_draws, parse_wish
from rules.pages.odds.charts import Grid, day_chart, joint_grid, side_charts, want_chart
from rules.pages.odds.form import BY_DAY, Row, State
from rules.pages.odds.words import in_games
from web.charts import Chart
from web.number_format import conjunction, fraction, percent, plural, quantity, short_fraction

#: With more different cards than this, ticking one is slower than searching for it.
MAX_TICKS: Final = 60
_MAX_NAMES: Final = 8
#: Searches that every deck is asked at first, with their labels.
_KINDS: Final[Mapping[str, str]] = {
    "t:attachment": "An attachment",
    "is:brute": "A Brute",
    "t:risk": "A risk",
    "is:wealth": "A card with Wealth",
    "cost=0": "A free card",
    "thrust>=3": "A thrust of 3 or more",
}


@dataclass(frozen=True, slots=True)
class RowShown:
    """One want of the form, and how it was understood."""

    place: int
    row: Row
    #: The number as typed, and what is wrong with it.
    number: str = "1"
    number_fault: str = ""
    #: The address without this want.
    without: str = ""
    said: str = ""
    cards: tuple[tuple[Card, int], ...] = ()
    more_cards: int = 0
    #: What is wrong with it, and for a search what was typed and what may have been meant.
    faults: tuple[str, ...] = ()
    typed: SafeString = field(default_factory=SafeString)
    guess: str = ""
    guess_path: str = ""


@dataclass(frozen=True, slots=True)
class DayShown:
    """A Day of the form: what it draws, and under which scheme."""

    number: int
    draws: int
    scheme: str
    fault: str


@dataclass(frozen=True, slots=True)
class SchemeShown:
    """A scheme that may be chosen, with how many cards more or less it makes a Day draw."""

    card: Card
    change: int


@dataclass(frozen=True, slots=True)
class AnswerShown:
    """The answer, from one sentence to every number."""

    sentence: str
    percent: str
    games: str
    short: str
    exact: str
    notes: tuple[str, ...]
    charts: tuple[Chart, ...]
    grid: Grid | None
    #: How many of the wants are met at once, when there are several.
    met: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Example:
    """An example question."""

    words: str
    path: str


@dataclass(frozen=True, slots=True)
class Start:
    """The odds that are shown before anything is asked."""

    sentence: str
    days: tuple[str, ...]
    kinds: tuple[tuple[str, str, tuple[str, ...]], ...]
    examples: tuple[Example, ...]
    charts: tuple[Chart, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """The whole page."""

    state: State
    rows: tuple[RowShown, ...]
    ticks: tuple[tuple[Card, int], ...]
    schemes: tuple[SchemeShown, ...]
    #: None without a leader.
    days: tuple[DayShown, ...]
    size: int
    #: The number of draws as it was typed, or as it is taken to be.
    drawn: str
    #: Why there is no answer.
    obstacle: str = ""
    faults: Mapping[str, str] = field(default_factory=dict)
    answer: AnswerShown | None = None
    start: Start | None = None

    @property
    def schemed(self) -> bool:
        return any(day.scheme for day in self.days)

    @property
    def wrong(self) -> bool:
        """Whether the question has a fault."""
        return bool(self.faults) or any(row.faults and not row.typed for row in self.rows)


def show(state: State, decklist: Decklist, catalogue: Catalogue, engine: Engine) -> Shown:
    return _Page(state, decklist, catalogue, engine).shown()


class _Page:
    """Builds the parts of the page."""

    def __init__(self, state: State, decklist: Decklist, catalogue: Catalogue, engine: Engine) -> None:
        self.state = state
        self.decklist = decklist
        self.catalogue = catalogue
        self.engine = engine
        self.deck = faction_cards(decklist, catalogue)
        self.size = sum(self.deck.values())
        self.faults = dict(state.faults)
        self.leader = catalogue.get(decklist.leader) if decklist.leader else None
        self.days = self._days()

    def shown(self) -> Shown:
        """The whole page."""
        state = self.state
        wanted: list[Wanted] = []
        rows = [self._row(place, row, wanted) for place, row in enumerate(state.rows)]
        obstacle = self._obstacle()
        answer = start = None
        if not (obstacle or self.faults or any(row.faults for row in rows)):
            if wanted:
                answer = self._answer(wanted)
            else:
                start = self._start()
        if len(rows) < MAX_WANTS:
            rows.append(RowShown(len(rows) + 1, Row()))
        return Shown(
            state=state,
            rows=tuple(rows),
            ticks=self._ticks(),
            schemes=self._schemes(),
            days=tuple(self._day(day, draws) for day, draws in enumerate(self.days, 1)),
            size=self.size,
            drawn=state.typed.get("draws", str(self._drawn)),
            obstacle=obstacle,
            faults=self.faults,
            answer=answer,
            start=start,
        )

    # The question

    def _days(self) -> tuple[int, ...]:
        try:
            return daily_draws(self.decklist, self.catalogue, self.state.schemes)
        except Unanswerable as error:
            zone, _, place = error.field.partition(".")
            if zone != "schemes":
                return ()
            self.faults[f"s{int(place) + 1}"] = str(error)
            return daily_draws(self.decklist, self.catalogue)

    def _day(self, day: int, draws: int) -> DayShown:
        return DayShown(day, draws, self.state.schemes[day - 1], self.faults.get(f"s{day}", ""))

    @property
    def _by_day(self) -> bool:
        return self.state.by == BY_DAY and bool(self.days)

    def _draws(self) -> tuple[int, ...]:
        if self._by_day:
            return self.days
        if self._drawn > self.size:
            raise Unanswerable("draws", f"{self._drawn} cards cannot be drawn from a deck of {self.size}.")
        return (self._drawn,)

    @property
    def _drawn(self) -> int:
        return min(TYPICAL_PANACHE, self.size) if self.state.draws is None else self.state.draws

    def _obstacle(self) -> str:
        if not self.size:
            return "The faction deck is empty, so there is nothing to draw yet."
        if self.size > MAX_DECK_SIZE:
            return f"The faction deck has {self.size} cards. Odds are calculated for at most {MAX_DECK_SIZE}."
        return ""

    def _row(self, place: int, row: Row, wanted: list[Wanted]) -> RowShown:
        name = f"n{place + 1}"
        shown = RowShown(place + 1, row, self.state.typed.get(name, str(row.number)), self.faults.get(name, ""))
        if not row.used:
            return shown
        shown = replace(shown, without=self.state.without(place))
        try:
            found = parse_wish(row.wish, self.deck, self.engine)
        except QueryError as error:
            guess = apply_suggestions(row.q, error.faults) or ""
            return replace(
                shown,
                faults=tuple(fault.message for fault in error.faults),
                typed=highlight_faults(row.q, error.faults),
                guess=guess,
                guess_path=self.state.with_search(place, guess) if guess else "",
            )
        except Unanswerable as error:
            return replace(shown, faults=(str(error),))
        wanted.append(found)
        cards = self._cards(found)
        return replace(
            shown,
            said=self._explain(found, row),
            cards=cards[:_MAX_NAMES],
            more_cards=max(0, len(cards) - _MAX_NAMES),
        )

    def _explain(self, wanted: Wanted, row: Row) -> str:
        if wanted.copies:
            return f"{wanted.copies} of {self.size} cards are {wanted.words}."
        guess = self.engine.search(row.q).did_you_mean if row.q else None
        suggestion = f" Did you mean {guess}?" if guess else ""
        return f"None of the {self.size} cards are {wanted.words}.{suggestion}"

    def _cards(self, wanted: Wanted) -> tuple[tuple[Card, int], ...]:
        cards = sorted((self.catalogue.card(code) for code in wanted.want.cards), key=lambda card: fold(card.name))
        return tuple((card, self.deck[card.code]) for card in cards)

    def _ticks(self) -> tuple[tuple[Card, int], ...]:
        if len(self.deck) > MAX_TICKS:
            return ()
        cards = sorted((self.catalogue.card(code) for code in self.deck), key=lambda card: (fold(card.name), card.code))
        return tuple((card, self.deck[card.code]) for card in cards)

    def _schemes(self) -> tuple[SchemeShown, ...]:
        if not self.days or self.leader is None:
            return ()
        found = []
        for code in dict.fromkeys(self.decklist.approach):
            card = self.catalogue.get(code)
            if card and card.type is CardType.SCHEME:
                change = planning_draw(self.leader, card) - printed_panache(self.leader)
                found.append(SchemeShown(card, change))
        return tuple(found)

    # The answer

    def _answer(self, wanted: Sequence[Wanted]) -> AnswerShown | None:
        try:
            draws = self._draws()
            leader = self.leader if self._by_day else None
            asked = self.state.day - 1 if self._by_day else 0
            answer = calculate(self.deck, wanted, draws, asked, leader)
        except Unanswerable as error:
            self.faults[error.field] = str(error)
            return None
        chance = answer.asked.odds.probability
        several = len(wanted) > 1
        pair = answer.together if len(wanted) == 2 else None
        return AnswerShown(
            sentence=self._sentence(answer),
            percent=percent(chance),
            games=in_games(chance),
            short=short_fraction(chance),
            exact=fraction(chance),
            notes=tuple(self._notes(answer)),
            charts=(
                *((day_chart(answer, self._chosen()),) if self._by_day else ()),
                *(want_chart(answer, place) for place in range(len(wanted))),
                *self._sides(answer.steps[0].odds.draws),
            ),
            grid=joint_grid(wanted[0], wanted[1], pair) if pair else None,
            met=_met(answer) if several else (),
        )

    def _when(self, step: Step) -> str:
        seen = step.odds.draws
        if not self._by_day:
            return f"After {quantity(seen, 'draw')}"
        return f"By Day {self.state.day}, with {seen} of {self.size} cards drawn,"

    def _sentence(self, answer: Answer) -> str:
        chance = answer.asked.odds.probability
        what = conjunction([each.sentence for each in answer.wanted])
        often = {0: "in no game", 1: "in every game"}.get(int(chance) if chance in (0, 1) else -1)
        return f"{self._when(answer.asked)} you have seen {what} {often or f'in {percent(chance)} of games'}."

    def _notes(self, answer: Answer) -> list[str]:
        short_of = [each for each in answer.wanted if each.copies < each.want.at_least]
        notes = [
            f"The deck holds {each.copies} {each.words}, so at least {each.want.at_least} can never be drawn."
            for each in short_of
        ]
        if self._by_day and self.leader and self.state.day > 1 and not short_of:
            notes += self._held_notes(answer, printed_panache(self.leader))
        return notes

    def _held_notes(self, answer: Answer, panache: int) -> list[str]:
        held, seen = answer.asked.held, answer.asked.odds.probability
        if held == seen:
            return [f"If you keep these cards, you still have them: up to {panache} may be kept at Dusk."]
        if held is not None:
            return [f"Up to {panache} cards may be kept at Dusk, so in hand you have them in {percent(held)} of games."]
        if any(each.want.at_most is not None for each in answer.wanted):
            return []
        return [f"Up to {panache} cards may be kept at Dusk; whether you still hold all of these depends on play."]

    def _chosen(self) -> list[str]:
        names = []
        for code in self.state.schemes:
            card = self.catalogue.get(code) if code else None
            names.append(card.name if card else "none chosen")
        return names

    def _sides(self, hand: int) -> tuple[Chart, ...]:
        when = "on Day 1" if self._by_day else f"in a hand of {hand}"
        return side_charts(sides(self.deck, self.catalogue, hand), hand, when)

    # Before anything is asked

    def _start(self) -> Start | None:
        try:
            seen = seen_by_day(self.size, self._draws())
        except Unanswerable as error:
            self.faults[error.field] = str(error)
            return None
        kinds = []
        for query, words in _KINDS.items():
            copies = self._copies(query)
            if copies:
                chances = tuple(percent(at_least_one(self.size, copies, drawn)) for drawn in seen)
                kinds.append((words, self.state.with_wants(Row(query)), chances))
        first = f"Day 1 draws {seen[0]} of the {self.size} cards." if self._by_day else _hand_words(seen[0], self.size)
        return Start(
            sentence=first,
            days=tuple(f"Day {day}" for day in range(1, DAYS + 1)) if self._by_day else (quantity(seen[0], "draw"),),
            kinds=tuple(kinds),
            examples=tuple(self._examples()),
            charts=self._sides(seen[0]),
        )

    def _copies(self, query: str) -> int:
        return sum(self.deck.get(card.code, 0) for card in self.engine.search(query).cards)

    def _examples(self) -> list[Example]:
        found = []
        traits = Counter(
            {
                trait: sum(copies for code, copies in self.deck.items() if trait in self.catalogue.card(code).traits)
                for code in self.deck
                for trait in self.catalogue.card(code).traits
            }
        )
        if traits:
            trait = min(traits, key=lambda each: (-traits[each], each))
            found.append(
                Example(f"two cards with the trait {trait}", self._example_path(Row(f'trait:"{trait}"', number=2)))
            )
        if self._copies("t:attachment") and self._copies("t:risk cost=0"):
            both = (Row("t:attachment"), Row("t:risk cost=0", number=2))
            found.append(Example("an attachment and two free risks", self._example_path(*both, day=2)))
        code = min(self.deck, key=lambda each: (-self.deck[each], each))
        name = self.catalogue.card(code).name
        found.append(
            Example(f"{name} by Day 3" if self._by_day else name, self._example_path(Row(cards=(code,)), day=3))
        )
        return found

    def _example_path(self, *rows: Row, day: int = 1) -> str:
        return self.state.with_wants(*rows, day=day)


def _met(answer: Answer) -> tuple[tuple[str, str], ...]:
    several = len(answer.wanted)
    words = {0: "none of them", several: "both" if several == 2 else f"all {several}"}
    shares = enumerate(answer.asked.odds.met)
    return tuple((words.get(count, f"{count} of them"), percent(chance)) for count, chance in shares)


def _hand_words(drawn: int, size: int) -> str:
    return f"{quantity(drawn, 'card')} of {size} {plural(drawn, 'is', 'are')} drawn."
