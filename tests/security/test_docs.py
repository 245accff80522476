"""The table of threats names tests that exist; and what can be reported, and how, is said."""

import re
from pathlib import Path

from tests.processes import ROOT

TABLE = ROOT / "docs" / "explanation" / "security.md"
OWN = {
    path.relative_to(ROOT).as_posix()
    for place in ("security", "fuzz")
    for path in (ROOT / "tests" / place).rglob("test_*.py")
}


def named(path: Path) -> set[str]:
    return set(re.findall(r"`(tests/[\w/]+\.(?:py|json))`", path.read_text()))


def test_every_test_that_is_named_is_there() -> None:
    found = named(TABLE)
    assert len(found) > 15
    assert [name for name in sorted(found) if not (ROOT / name).exists()] == []


def test_every_module_of_attacks_is_named() -> None:
    assert OWN - named(TABLE) == {"tests/security/test_docs.py"}


def test_every_threat_has_a_control_and_a_test() -> None:
    part = TABLE.read_text().partition("## Threats, controls, tests")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("| ") and "---" not in line][1:]
    assert len(rows) > 18
    for threat, control, tests in rows:
        assert threat.strip()
        assert control.strip()
        assert "`tests/" in tests, threat


def test_it_is_said_how_to_report() -> None:
    words = (ROOT / "SECURITY.md").read_text()
    for part in (
        "## Reporting a vulnerability",
        "## Supported versions",
        "## What is protected",
        "docs/explanation/security.md",
    ):
        assert part in words
