"""Exact odds over the API: nothing is stored, so anyone may ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from cards.api.errors import BadQuery
from cards.catalogue import Catalogue
from cards.query import Engine, Fault, QueryError
from cards.search import current_snapshot
from decks.api.base import OpenView
from decks.api.decks import service_errors
from decks.api.errors import Refused
from decks.api.inputs import decklist_of, read
from decks.decklist import MAX_DECK_SIZE, Decklist
from decks.services import normalise
from rules.api.odds_shapes import OddsInput, describe_odds
from rules.odds.answers import Answer, Sides, Step, calculate, sides
from rules.odds.wants import Unanswerable, Wanted, Wish, daily_draws, parse_wish

Record = dict[str, Any]


class BadWant(BadQuery):
    """An invalid search in a want."""

    def __init__(self, faults: Sequence[Fault], place: int) -> None:
        super().__init__(faults)
        self.errors = [{**error, "field": f"want.{place}.q"} for error in self.errors]


class OddsView(OpenView):
    """The odds of drawing what is wanted."""

    @describe_odds
    def post(self, request: Request) -> HttpResponse:
        given = read(OddsInput, request.data)
        snapshot = current_snapshot()
        decklist = _countable(decklist_of(given), snapshot.catalogue)
        deck = dict(decklist.faction)
        leader = snapshot.catalogue.get(decklist.leader or "") if "day" in given else None
        try:
            draws = _draws(given, decklist, snapshot.catalogue)
            answer = calculate(deck, _wanted(given["want"], deck, snapshot.engine), draws, leader=leader)
        except Unanswerable as error:
            raise Refused(str(error), error.field, "unanswerable") from None
        more = sides(deck, snapshot.catalogue, answer.steps[0].odds.draws)
        return self.answer(_record(answer, more, deck, given, snapshot.catalogue), tagged=False)


def _countable(decklist: Decklist, catalogue: Catalogue) -> Decklist:
    """The list by its cards' own codes. :raises Refused: for a list that has no odds."""
    leader = [decklist.leader] if decklist.leader else []
    faction = [code for code, _ in decklist.faction]
    for zone, codes in {"leader": leader, "approach": decklist.approach, "faction": faction}.items():
        if unknown := [code for code in codes if code not in catalogue]:
            raise Refused(f"There is no card {', '.join(unknown[:10])}.", zone, "unknown_card")
    with service_errors():
        clean = normalise(decklist, catalogue)
    if not 1 <= clean.faction_size <= MAX_DECK_SIZE:
        message = (
            f"Odds are calculated for faction decks of 1 to {MAX_DECK_SIZE} cards; this one has {clean.faction_size}."
        )
        raise Refused(message, "faction", "faction_size")
    return clean


def _draws(given: Record, decklist: Decklist, catalogue: Catalogue) -> tuple[int, ...]:
    """How many cards are drawn, Day by Day or at once."""
    if ("draws" in given) == ("day" in given):
        raise Unanswerable("draws", "Send either `draws`, a number of cards, or `day`, the number of a Day.")
    if "day" in given:
        return daily_draws(decklist, catalogue, given.get("schemes", ()))[: given["day"]]
    if given.get("schemes"):
        raise Unanswerable("schemes", "Schemes change what a Day draws; with `draws` there are none.")
    if given["draws"] > decklist.faction_size:
        raise Unanswerable("draws", f"{given['draws']} cards cannot be drawn from a deck of {decklist.faction_size}.")
    return (given["draws"],)


def _wanted(wishes: Iterable[Mapping[str, Any]], deck: Mapping[str, int], engine: Engine) -> list[Wanted]:
    found = []
    for place, wish in enumerate(wishes):
        asked = Wish(wish.get("q", ""), tuple(wish["cards"]), wish["at_least"], wish["at_most"])
        try:
            found.append(parse_wish(asked, deck, engine))
        except QueryError as error:
            raise BadWant(error.faults, place) from None
        except Unanswerable as error:
            raise Unanswerable(".".join(filter(None, ("want", str(place), error.field))), str(error)) from None
    return found


def _record(answer: Answer, more: Sides, deck: Mapping[str, int], given: Record, catalogue: Catalogue) -> Record:
    asked = answer.asked.odds
    return {
        **_chance(asked.probability),
        "deck": sum(deck.values()),
        "draws": asked.draws,
        "day": given.get("day"),
        "distribution": None
        if answer.together is None
        else [{"counts": counts, **_chance(chance)} for counts, chance in answer.together.items()],
        "met": _listed("count", enumerate(asked.met)),
        "wants": [_want(answer, place, deck) for place in range(len(answer.wanted))],
        "days": _days(answer.steps, given.get("schemes", ()), catalogue) if "day" in given else [],
        "payable": None if more.payable is None else _listed("cost", more.payable.items()),
        "gamble": {
            value: None if chances is None else _listed("value", chances.items())
            for value, chances in more.gamble.items()
        },
    }


def _chance(chance: Fraction) -> Record:
    return {"probability": f"{chance.numerator}/{chance.denominator}", "float": float(chance)}


def _listed(name: str, chances: Iterable[tuple[int, Fraction]]) -> list[Record]:
    return [{name: number, **_chance(chance)} for number, chance in chances]


def _want(answer: Answer, place: int, deck: Mapping[str, int]) -> Record:
    wanted = answer.wanted[place]
    return {
        **_chance(answer.alone(place)),
        "cards": {code: deck[code] for code in sorted(wanted.want.cards)},
        "copies": wanted.copies,
        "at_least": wanted.want.at_least,
        "at_most": wanted.want.at_most,
        "explanation": wanted.sentence,
        "distribution": _listed("count", enumerate(answer.asked.odds.distributions[place])),
    }


def _days(steps: Sequence[Step], schemes: Sequence[str | None], catalogue: Catalogue) -> list[Record]:
    chosen = [*schemes, *[None] * len(steps)]
    return [
        {
            "day": day,
            "scheme": scheme and catalogue.card(scheme).code,
            "draws": step.draws,
            "seen": step.odds.draws,
            **_chance(step.odds.probability),
            "held": None if step.held is None else _chance(step.held),
        }
        for day, (step, scheme) in enumerate(zip(steps, chosen, strict=False), 1)
    ]


urlpatterns = [path("odds/", OddsView.as_view(), name="odds")]
