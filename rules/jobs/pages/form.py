"""The form that starts a simulation of a deck, alone or against another."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
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
from rules.jobs.run.questions import BASE, SimulationOptions, parse_question
from rules.reports.words import SWITCHES, WEIGHTS, precision, shown_value
from web.ownership import Visitor
from web.rate_limits import RateLimitError, hashed_network_of

GAMES: Final = (10_000, 100_000, 1_000_000, 10_000_000)
DEFAULT_FORM_GAMES: Final = 1_000_000
MAX_EARLIER: Final = 8
MAX_OFFERED: Final = 30
_NUMBER: Final = re.compile("[0-9]{1,12}")
_YES_OR_NO: Final = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Typed:
    """The form's fields as text, sent or prefilled."""

    games: str
    seed: str
    days: str
    policy: str
    against: str
    weights: Mapping[str, str]

    @classmethod
    def of(cls, sent: Mapping[str, str]) -> Typed:
        """From a POST, or from a query string that prefills the form."""
        games = str(min(DEFAULT_FORM_GAMES, settings.SIMULATION_MAX_GAMES))
        return cls(
            games=sent.get("games", games).strip(),
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
    def plain(self) -> bool:
        """Whether nothing but the games and the style was chosen."""
        return replace(self, games="", policy="") == replace(self.of({}), games="", policy="")

    @property
    def options(self) -> SimulationOptions:
        policy: object = self.policy
        if self.weights:
            policy = {BASE: self.policy, **{name: _weight(name, typed) for name, typed in self.weights.items()}}
        return SimulationOptions(games=self.games, seed=self.seed, days=self.days, policy=policy)


def _weight(name: str, typed: str) -> object:
    """A number, or a yes or no; anything else is passed on as it is, for the domain to refuse."""
    if name in SWITCHES:
        return _YES_OR_NO.get(typed, typed)
    plain = typed.replace("−", "-")
    return int(plain) if plain.removeprefix("-").isdecimal() and len(plain) < 9 else typed


def simulate_action(request: HttpRequest, reading: Reading) -> SafeString:
    """The link on a deck's page."""
    return format_html('<a class="btn" href="{}">Simulate</a>', reading.path("rules:simulate"))


@deck_page
@require_http_methods(["GET", "HEAD", "POST"])
def simulate(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """Show the form, or start the simulation and redirect to its page."""
    reading = read(request, deck_id, link)
    sent = request.POST if request.method == "POST" else request.GET
    version, typed = _version(reading, sent.get("version", "")), Typed.of(sent.dict())
    if request.method != "POST":
        return _form(request, reading, version, typed, {})
    try:
        simulation = _start(request, reading, version, typed)
    except services.QuestionError as error:
        return _form(request, reading, version, typed, error.faults, 400)
    except RateLimitError as error:
        response = _form(request, reading, version, typed, {}, 429, str(error))
        response.headers["Retry-After"] = str(error.wait)
        return response
    response = redirect(simulation)
    response.status_code = 303
    return response


def _version(reading: Reading, number: str) -> DeckVersion | None:
    return find_version(reading.deck, parse_number(number, "version")) if number else reading.deck.head


def _start(request: HttpRequest, reading: Reading, version: DeckVersion | None, typed: Typed) -> Simulation:
    visitor = Visitor.with_browser(request)
    deck = services.Side(version.decklist if version else reading.decklist, reading.deck.name, version)
    try:
        against = _against(visitor, typed.against)
    except (Http404, DeckError) as error:
        # All faults are reported at once.
        raise services.QuestionError({**_faults(deck.decklist, typed.options), "against": str(error)}) from None
    simulation = services.ask(visitor, hashed_network_of(request), deck, against, typed.options)
    visitor.remember(request)
    return simulation


def _against(visitor: Visitor, reference: str) -> services.Side | None:
    if not reference:
        return None
    side = find_side(visitor, reference)
    return services.Side(side.version.decklist, side.reading.deck.name, side.version)


def _faults(decklist: Decklist, options: SimulationOptions) -> dict[str, str]:
    """What is wrong with a deck and its options, by field."""
    try:
        parse_question(decklist, None, options, current_catalogue(), settings.SIMULATION_MAX_GAMES)
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
    decklist = version.decklist if version else reading.decklist
    versions = deck.versions.exclude(number=version.number if version else 0).order_by("-number")
    context = {
        "here": "simulations",
        "reading": reading,
        "deck": deck,
        "version": version,
        "typed": typed,
        "faults": faults,
        "refused": refused,
        "missing": _faults(decklist, SimulationOptions(games=1)).get("deck", ""),
        "games": _game_choices(typed.games),
        "days": range(1, DAYS + 1),
        "policies": DESCRIPTIONS,
        "names": tuple(POLICIES),
        "weights": _weights(typed, faults),
        "advanced": not typed.plain or not faults.keys() <= {"games", "policy"},
        "changed": bool(typed.weights) or any(name.startswith("policy.") for name in faults),
        "others": own_decks(visitor).exclude(pk=deck.pk).order_by("-updated_at")[:MAX_OFFERED],
        "versions": versions[:MAX_OFFERED],
        "earlier": earlier[:MAX_EARLIER],
        "unnamed": UNNAMED,
    }
    return render(request, "rules/simulations/ask.html", context, status=status)


def _game_choices(typed: str) -> list[dict[str, Any]]:
    """The numbers of games on offer, and the one that was typed."""
    offered = {number for number in GAMES if number <= settings.SIMULATION_MAX_GAMES}
    chosen = int(typed) if _NUMBER.fullmatch(typed) else None
    if chosen:
        offered.add(chosen)
    return [{"number": number, "words": precision(number), "chosen": number == chosen} for number in sorted(offered)]


def _weights(typed: Typed, faults: Mapping[str, str]) -> list[dict[str, Any]]:
    """The table of each policy's weights, with a field for the visitor's own."""
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
