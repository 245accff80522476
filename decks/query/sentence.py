"""Describes a deck query in a plain English sentence."""

from __future__ import annotations

from typing import Final

from cards.query.kinds import AnyField
from cards.query.sentence import Phrase, Speaker, join_words
from cards.query.tree import Choice, Counted, Node, Op, Period, SortKey, Term, Text, Value
from decks.query.fields import NEWEST
from web.number_format import plural

_COUNTS: Final = {
    Op.LT: "fewer than {}",
    Op.LE: "at most {}",
    Op.GT: "more than {}",
    Op.GE: "at least {}",
    Op.NE: "a number other than {} of",
}
_MOMENTS: Final = {Op.LT: "before {}", Op.LE: "up to {}", Op.GT: "after {}", Op.GE: "from {} on"}
_ORDERS: Final = {
    NEWEST: ("newest first", "oldest first"),
    "likes": ("most liked first", "least liked first"),
    "name": ("by name", "by name from Z to A"),
}
#: Larger numbers are shown as this.
_MAX_SHOWN: Final = 10**9


class DeckSpeaker(Speaker):
    def noun_phrase(self, rest: list[Node]) -> str:
        adjectives, faction = self.adjectives(rest), self.take(rest, "faction")
        leader, owner = self.take(rest, "leader"), self._owner(rest)
        legal = self.take(rest, "legal")
        posts = (leader and f"led by {leader}", owner and f"by {owner}", legal and f"legal in {legal}")
        return " ".join(word for word in (*adjectives, faction, "decks", *posts) if word)

    def _owner(self, rest: list[Node]) -> str:
        for part in rest:
            match part:
                case Term("by", Op.HAS | Op.EQ, values):
                    rest.remove(part)
                    return join_words([value.text for value in values if isinstance(value, Text)], "or")
        return ""

    def sorted_by(self, keys: tuple[SortKey, ...]) -> str:
        return "".join(f", {_ORDERS[key.field][key.descending]}" for key in keys)

    def phrases(self, field: AnyField, term: Term) -> list[Phrase]:
        """Copies, dates and likes are worded here."""
        match field.name:
            case "updated":
                return [_moment(term)]
            case "likes":
                return [_likes(term)]
            case "card" if any(isinstance(value, Counted) for value in term.values):
                return self._copies(term)
            case _:
                return super().phrases(field, term)

    def _copies(self, term: Term) -> list[Phrase]:
        return [Phrase(f"run {self._copies_phrase(value)}") for value in term.values]

    def _copies_phrase(self, value: Value) -> str:
        if isinstance(value, Choice):
            return self.vocabulary.option("card", value.code).words
        assert isinstance(value, Counted)
        words = self.vocabulary.option("card", value.code).words
        number = _shown(value.number)
        copies = plural(value.number, "copy", "copies")
        return f"{_COUNTS.get(value.op, 'exactly {}').format(number)} {copies} of {words}"


def _shown(number: int) -> str:
    return str(max(-_MAX_SHOWN, min(_MAX_SHOWN, number)))


def _likes(term: Term) -> Phrase:
    numbers = join_words([_shown(value) for value in term.values if isinstance(value, int)], "or")
    noun = "like" if numbers == "1" else "likes"
    how = {**_COUNTS, Op.NE: "a number of likes other than {}"}.get(term.op, "{}").format(numbers)
    return Phrase(f"have {how}" if term.op is Op.NE else f"have {how} {noun}")


def _moment(term: Term) -> Phrase:
    periods = [value for value in term.values if isinstance(value, Period)]
    if term.op in _MOMENTS:
        return Phrase.of(f"were updated {_MOMENTS[term.op].format(_period(periods[0]))}")
    words = join_words([_when(period) for period in periods], "or")
    return Phrase(f"updated {words}", "were", flipped=term.op is Op.NE)


def _when(period: Period) -> str:
    return f"{'on' if len(period.text) == 10 else 'in'} {_period(period)}"


def _period(period: Period) -> str:
    first = period.first
    if len(period.text) == len("2026"):
        return f"{first.year}"
    if len(period.text) == len("2026-05"):
        return f"{first:%B} {first.year}"
    return f"{first.day} {first:%B} {first.year}"
