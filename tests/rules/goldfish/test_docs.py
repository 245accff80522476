"""The numbers in the documentation are those of the code."""

import re

import pytest

from rules.goldfish import POLICIES, PolicyError, adversary, policy
from rules.goldfish.results.comparison import SIGNIFICANT_Z
from tests.processes import ROOT

TEXT = (ROOT / "docs" / "explanation" / "goldfish.md").read_text(encoding="utf-8")


def rows() -> dict[str, list[str]]:
    found = re.findall(r"^\| `(\w+)` \|(.*)\|$", TEXT, re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split("|")] for name, cells in found}


def test_every_parameter_of_every_policy_is_in_the_table() -> None:
    table = rows()
    parameters = [name for name in POLICIES["thrifty"].as_dict() if name != "name"]
    assert list(table) == parameters
    for place, chosen in enumerate(POLICIES.values()):
        numbers = chosen.as_dict()
        assert {name: str(numbers[name]).lower() for name in parameters} == {name: table[name][place] for name in table}
    assert f"| parameter | {' | '.join(POLICIES)} | bounds | meaning |" in TEXT


def test_the_bounds_of_the_table_are_those_that_are_kept() -> None:
    for name, (*_, bounds, _meaning) in rows().items():
        if not bounds:
            continue
        low, high = map(int, bounds.split(" to "))
        policy("thrifty", {name: low})
        policy("thrifty", {name: high})
        for outside in (low - 1, high + 1):
            with pytest.raises(PolicyError, match=bounds):
                policy("thrifty", {name: outside})


def test_the_adversary_is_the_one_that_is_described() -> None:
    enemy = adversary()
    flat = " ".join(TEXT.split())
    assert f"Combat {enemy.combat}, Resolve {enemy.resolve}, and three combat cards with" in flat
    assert f"Riposte {enemy.riposte}, Parry {enemy.parry} and Thrust {enemy.thrust}." in flat
    assert enemy.cards == 3
    assert f"{SIGNIFICANT_Z:.2f} standard errors" in flat
