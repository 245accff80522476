"""The table of faults names tests, and tests of those names exist."""

import re

from tests.processes import ROOT

PAGE = ROOT / "docs" / "explanation" / "faults.md"


def test_every_named_test_exists_and_every_test_of_faults_is_named() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text()))
    assert len(named) > 20
    sources = {path: path.read_text() for path in (ROOT / "tests").rglob("test_*.py")}
    defined = {name for source in sources.values() for name in re.findall(r"^def (test_\w+)\(", source, re.MULTILINE)}
    assert named <= defined, f"no such tests: {sorted(named - defined)}"
    own = {
        name
        for path, source in sources.items()
        if path.name.startswith("test_faults_")
        for name in re.findall(r"^def (test_\w+)\(", source, re.MULTILINE)
        if path.name != "test_faults_documented.py"
    }
    assert own <= named, f"not told of: {sorted(own - named)}"


def test_every_row_names_a_test() -> None:
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| ")]
    faults = [row for row in rows if not row.startswith("| fault |")]
    assert len(faults) > 20
    assert [row for row in faults if not re.search(r"`test_\w+` \|$", row)] == []
