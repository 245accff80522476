"""The form that has a deck simulated, alone or against another."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods

from cards.store import current_catalogue
from decks.decklist import Decklist
from decks.models import DeckVersion
from decks.pages.base import Reading, deck_page, parse_number, read
from decks.pages.comparison import find_side
from decks.permissions import find_version, own_decks
from decks.services import DeckError
from rules.facts import DAYS
from rules.goldfish import DESCRIPTIONS, POLICIES
from rules.goldfish.policies import DEFAULT as DEFAULT_POLICY
from rules.jobs.models import Simulation
from rules.jobs.pages.parts import UNNAMED, WEIGHT, own_simulations
from rules.jobs.run import services
from rules.jobs.run.questions import BASE, question
from rules.reports.words import SWITCHES, WEIGHTS, precision, shown_value
from web.ownership import Visitor
from web.rate_limits import RateLimitError, hashed_network_of

GAMES: Final = (10_000, 100_000, 1_000_000, 10_000_000)
USUAL_GAMES: Final = 1_000_000
MOST_EARLIER: Final = 8
MOST_OFFERED: Final = 30
_NUMBER: Final = re.compile("[0-9]{1,12}")
_YES_OR_NO: Final = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Typed:
    """The form as it was sent, or as it is offered."""

    games: str
    seed: str
    days: str
    policy: str
    against: str
    weights: Mapping[str, str]

    @classmethod
    def of(cls, sent: Mapping[str, str]) -> Typed:
        """From what a request brought; an address may fill the form in, too."""
        usual = str(min(USUAL_GAMES, settings.SIMULATION_MAX_GAMES))
        return cls(
            games=sent.get("games", usual).strip(),
            seed=sent.get("seed", services.DEFAULT_SEED),
            days=sent.get("days", str(DAYS)),
            policy=sent.get("policy", DEFAULT_POLICY),
            against=sent.get("against", "").strip(),
            weights={
                name: typed
                for group in WEIGHTS.values()
                for name in group
                if (typed := sent.get(WEIGHT + name, "").strip())
            },
        )

    @property
    def asked_policy(self) -> object:
        """The policy by its name, or with what differs from it."""
        if not self.weights:
            return self.policy
        return {BASE: self.policy, **{name: _weight(name, typed) for name, typed in self.weights.items()}}


def _weight(name: str, typed: str) -> object:
    """A number or a yes; what is neither goes on as it is, to be refused by name."""
    if name in SWITCHES:
        return _YES_OR_NO.get(typed, typed)
    plain = typed.replace("−", "-")
    return int(plain) if plain.removeprefix("-").isdecimal() and len(plain) < 9 else typed


def simulate_action(request: HttpRequest, reading: Reading) -> SafeString:
    """A deck's page leads here."""
    return format_html('<a class="btn" href="{}">Simulate</a>', reading.path("rules:simulate"))


@deck_page
@require_http_methods(["GET", "HEAD", "POST"])
def simulate(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """Ask, and go to where the answer will be."""
    reading = read(request, deck_id, link)
    sent = request.POST if request.method == "POST" else request.GET
    version, typed = _version(reading, sent.get("version", "")), Typed.of(sent.dict())
    if request.method != "POST":
        return _form(request, reading, version, typed, {})
    try:
        asked = _ask(request, reading, version, typed)
    except services.QuestionError as error:
        return _form(request, reading, version, typed, error.faults, 400)
    except RateLimitError as error:
        response = _form(request, reading, version, typed, {}, 429, str(error))
        response.headers["Retry-After"] = str(error.wait)
        return response
    response = redirect(asked)
    response.status_code = 303
    return response


def _version(reading: Reading, number: str) -> DeckVersion | None:
    return find_version(reading.deck, parse_number(number, "version")) if number else reading.deck.head


def _ask(request: HttpRequest, reading: Reading, version: DeckVersion | None, typed: Typed) -> Simulation:
    visitor = Visitor.with_browser(request)
    asked: dict[str, Any] = {"games": typed.games, "seed": typed.seed, "days": typed.days, "policy": typed.asked_policy}
    deck = services.Side(version.decklist if version else reading.decklist, reading.deck.name, version)
    try:
        against = _against(visitor, typed.against)
    except (Http404, DeckError) as error:
        # What else is wrong is told at the same time.
        raise services.QuestionError({**_faults(deck.decklist, **asked), "against": str(error)}) from None
    made = services.ask(visitor, hashed_network_of(request), deck, against=against, **asked)
    visitor.remember(request)
    return made


def _against(visitor: Visitor, reference: str) -> services.Side | None:
    if not reference:
        return None
    side = find_side(visitor, reference)
    return services.Side(side.version.decklist, side.reading.deck.name, side.version)


def _faults(decklist: Decklist, **asked: Any) -> dict[str, str]:
    """Everything that keeps a list from being played as it was asked."""
    try:
        question(decklist, current_catalogue(), settings.SIMULATION_MAX_GAMES, **asked)
    except services.QuestionError as error:
        return error.faults
    return {}


def _form(
    request: HttpRequest,
    reading: Reading,
    version: DeckVersion | None,
    typed: Typed,
    faults: Mapping[str, str],
    status: int = 200,
    refused: str = "",
) -> HttpResponse:
    visitor, deck = reading.visitor, reading.deck
    earlier = own_simulations(visitor).filter(version__deck=deck)
    versions = deck.versions.exclude(number=version.number if version else 0).order_by("-number")
    context = {
        "here": "decks",
        "reading": reading,
        "deck": deck,
        "version": version,
        "typed": typed,
        "faults": faults,
        "refused": refused,
        "missing": _faults(version.decklist if version else reading.decklist, games=1).get("deck", ""),
        "games": _games(typed.games),
        "days": range(1, DAYS + 1),
        "policies": DESCRIPTIONS,
        "names": tuple(POLICIES),
        "weights": _weights(typed, faults),
        "changed": bool(typed.weights) or any(name.startswith("policy.") for name in faults),
        "others": own_decks(visitor).exclude(pk=deck.pk).order_by("-updated_at")[:MOST_OFFERED],
        "versions": versions[:MOST_OFFERED],
        "earlier": earlier[:MOST_EARLIER],
        "unnamed": UNNAMED,
    }
    return render(request, "rules/simulations/ask.html", context, status=status)


def _games(typed: str) -> list[dict[str, Any]]:
    """How many games may be chosen; a number that an address asks for is offered as well."""
    offered = {number for number in GAMES if number <= settings.SIMULATION_MAX_GAMES}
    asked = int(typed) if _NUMBER.fullmatch(typed) else None
    if asked:
        offered.add(asked)
    return [{"number": number, "words": precision(number), "chosen": number == asked} for number in sorted(offered)]


def _weights(typed: Typed, faults: Mapping[str, str]) -> list[dict[str, Any]]:
    """The table of what each policy holds dear, with room for one's own."""
    return [
        {
            "title": title,
            "rows": [
                {
                    "name": f"{WEIGHT}{name}",
                    "label": label,
                    "values": [shown_value(getattr(policy, name)) for policy in POLICIES.values()],
                    "typed": typed.weights.get(name, ""),
                    "fault": faults.get(f"policy.{name}", "").partition(": ")[2].capitalize(),
                    "switch": name in SWITCHES,
                }
                for name, label in group.items()
            ],
        }
        for title, group in WEIGHTS.items()
    ]
