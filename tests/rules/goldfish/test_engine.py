"""The same seed gives the same result for as long as the engine's version is the same."""

import ast
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cards.catalogue import Ability, AbilityKind, Card, CardType, Catalogue, CityDeck, Zone
from cards.catalogue.stats import Mark
from decks.decklist import Decklist
from rules.goldfish import (
    ENGINE_VERSION,
    POLICIES,
    Encoded,
    EncodeError,
    Tallies,
    adversary,
    encode,
    merge,
    policy,
    reference,
    simulate,
    simulate_pair,
)
from rules.goldfish.layout import MEASURES, WIDTH
from rules.goldfish.run import SOURCES
from tests.processes import ROOT
from tests.rules.goldfish.conftest import Encoder

#: What the made-up decks below come to, by the version of the engine. When this test fails although the games were
#: meant to go as before, mend the engine; when they were meant to go otherwise, raise ENGINE_VERSION and write the new
#: digest here.
DIGESTS = {"2": "2c6d08d29b60c553f6b53fc16d85b5bb"}


def made_up_catalogue() -> Catalogue:
    """Cards of every kind that the goldfish tells apart, with numbers that no change of the real cards touches.

    The leader, the schemes and two attachments have codes that the tables know.
    """
    cards: list[Card] = []

    def add(code: str, kind: CardType, deck: Zone, **facts: object) -> None:
        cards.append(Card(code=code, set="made-up", number=code, name=code, type=kind, deck=deck, **facts))

    def stats(resolve: int, combat: int, finesse: int, influence: int | Mark) -> dict[str, object]:
        return {"resolve": resolve, "combat": combat, "finesse": finesse, "influence": influence}

    def values(riposte: int, parry: int, thrust: int | Mark) -> dict[str, object]:
        return {"riposte": riposte, "parry": parry, "thrust": thrust}

    technique = (Ability(AbilityKind.TECHNIQUE, "Gain +1 {thrust}."),)
    add("01006", CardType.LEADER, Zone.LEADER, panache=6, crew_cap=5, **stats(8, 3, 2, 2))
    for n in range(6):
        influence = Mark.DASH if n == 4 else n % 4
        traits = ("Duelist",) if n % 2 else ()
        own = technique if n == 3 else ()
        numbers = stats(3 + n % 3, 1 + n % 4, n % 3, influence)
        add(f"c{n}", CardType.CHARACTER, Zone.APPROACH, **numbers, traits=traits, abilities=own)
    for n, code in enumerate(("01126", "01143", "01145", "02024", "01072", "04052")):
        add(code, CardType.SCHEME, Zone.APPROACH, initiative=10 * n, panache_mod=(n + 1) % 3 - 1)
    for n in range(14):
        numbers = values(n % 3, n * 7 % 4, Mark.DASH if n == 5 else n * 5 % 4)
        add(f"r{n:02}", CardType.RISK, Zone.FACTION, cost=n % 4, **numbers, keywords=() if n % 5 else ("Wealth",))
    for n, code in enumerate(("01073", "01050", "a2", "a3", "a4")):
        numbers = stats(0, n % 2, 0, 1 - n % 2) | values(1, 1, n % 2)
        traits = ("Weapon",) if n < 3 else ("Attire",)
        own = technique if n == 2 else ()
        add(code, CardType.ATTACHMENT, Zone.FACTION, cost=n % 3, **numbers, traits=traits, abilities=own)
    for n in range(2):
        numbers = stats(1, 1, 0, n) | values(0, 1, 1)
        traits = ("Red Hand", "Thug")
        add(f"b{n}", CardType.CHARACTER, Zone.FACTION, cost=n, **numbers, keywords=("Brute",), traits=traits)
    for n in range(10):
        keywords = ("Negotiable",) if n % 4 else ()
        numbers = stats(3, n % 4, 1, n % 3)
        add(
            f"m{n}",
            CardType.CITY_CHARACTER,
            Zone.CITY,
            cost=2 + n % 4,
            **numbers,
            keywords=keywords,
            traits=("Mercenary",),
        )
    for n in range(6):
        add(f"g{n}", CardType.CITY_ATTACHMENT, Zone.CITY, cost=n % 3, combat=1, traits=("Armor",) * (n % 2))
    for n in range(4):
        add(f"e{n}", CardType.EVENT, Zone.CITY)
    city = tuple(card.code for card in cards if card.deck is Zone.CITY)
    return Catalogue("made-up", tuple(cards), city_decks=(CityDeck("made-up", "Made up", city),))


def made_up_decks() -> list[Encoded]:
    catalogue = made_up_catalogue()
    approach = [card.code for card in catalogue if card.deck is Zone.APPROACH]
    faction = {card.code: 2 for card in catalogue if card.deck is Zone.FACTION}
    whole, part = (
        Decklist.of("01006", approach, faction),
        Decklist.of("01006", approach[2:9], dict(list(faction.items())[::2])),
    )
    return [
        encode(deck, catalogue, policy(name), adversary(), catalogue.city_decks[0], days)
        for name in POLICIES
        for deck, days in ((whole, 5), (part, 5), (whole, 3))
    ]


def test_results_change_only_with_the_version_of_the_engine() -> None:
    decks = made_up_decks()
    assert all(deck.compiled for deck in decks)
    found = [simulate(deck, 2026, 11, 400).as_dict() for deck in decks]
    found += [simulate_pair(a, b, 7, 0, 300).as_dict() for a, b in zip(decks[::3], decks[1::3], strict=True)]
    digest = hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()[:32]
    assert {ENGINE_VERSION: digest} == {
        version: known for version, known in DIGESTS.items() if version == ENGINE_VERSION
    }
    for deck in decks:
        slow = merge(Tallies.of(reference.play(deck, 2026, game), deck) for game in range(11, 31))
        assert slow == simulate(deck, 2026, 11, 20)


def test_the_made_up_decks_do_everything_that_is_measured() -> None:
    """A measure that is 0 in all of them would not be watched."""
    seen = set()
    for deck in made_up_decks():
        sums = simulate(deck, 2026, 11, 400).sums
        seen |= {MEASURES[place % WIDTH] for place, total in enumerate(sums) if total}
    assert seen == set(MEASURES)


def test_what_is_compiled_is_kept_apart_by_everything_it_is_made_of() -> None:
    """A constant of any module that compiled code reads is part of the name of the cache's directory."""
    modules = {".".join(source.relative_to(ROOT).with_suffix("").parts) for source in SOURCES}
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if (
                source.parent.name == "compiled"
                and isinstance(node, ast.ImportFrom)
                and node.module.startswith("rules.")
            ):
                named = {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
                assert named & modules, (source, node.module)


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"} | environment,
    )
    return done.stdout


def test_neither_the_package_nor_the_site_loads_numba(tmp_path: Path) -> None:
    code = (
        "import sys, django\n"
        "import rules.goldfish\n"
        "django.setup()\n"
        "from django.urls import get_resolver\n"
        "get_resolver().url_patterns\n"
        "print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    )
    environment = {"DJANGO_SETTINGS_MODULE": "fivesails_site.settings", "FIVESAILS_VAR": str(tmp_path)}
    assert run(code, **environment).strip() == "[]"


def test_the_cache_is_where_the_site_says(tmp_path: Path) -> None:
    """And where nothing can be written, the process goes on with a directory of its own."""
    code = "import numba, rules.goldfish.run as run; run.load_compiled('bits'); print(numba.config.CACHE_DIR)"
    chosen = Path(run(code, NUMBA_CACHE_DIR=str(tmp_path / "cache")).strip())
    assert chosen.parent == tmp_path / "cache"
    assert chosen.is_dir()
    (tmp_path / "file").write_text("")
    elsewhere = Path(run(code, NUMBA_CACHE_DIR=str(tmp_path / "file")).strip())
    assert tmp_path not in elsewhere.parents
    assert not elsewhere.exists()
    assert Path(run(code).strip()).parent == ROOT / "var" / "numba"


def test_days_are_counted_from_one_to_five(encoded: Encoder) -> None:
    assert [len(encoded("eisen", days=days).days) for days in range(1, 6)] == [1, 2, 3, 4, 5]
    for days in (0, 6, -1, True, 2.0, "3", None):
        with pytest.raises(EncodeError, match="a whole number from 1 to 5, not "):
            encoded("eisen", days=days)
