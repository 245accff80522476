"""Agreed wordings stay: plurals follow their number, and phrases that were replaced do not come back."""

import re
from pathlib import Path

import pytest

from tests.processes import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = [path for path in (ROOT / "static" / "js").rglob("*.js") if "vendor" not in path.parts]
PACKAGES = ("web", "cards", "decks", "rules", "fivesails_site")
CODE = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]

NOUNS = "cards|decks|games|lines|versions|copies|problems|choices|wounds|duels|likes|comments"
#: A number and then a noun in the plural, whatever the number.
STIFF = re.compile(rf"\{{\{{ (?P<number>[^}}]+) \}}\}}(?:</?\w[^>]*>|\s)*(?:{NOUNS})\b")
#: Numbers that are never one: all cards there are, a legal deck, what stands behind "else" of one.
NEVER_ONE = {"total", "versions", "each.faction_size", "draft.rows|length", "count"}

REPLACED = (
    "No card is like that",
    "This search cannot be read",
    "What people say",
    "Pass it on",
    "Show the rest, and why not",
    "Go to the first page",
    "Leave it as it is",
    "Look into your mail",
    "no longer good",
    "do not belong together",
    "is like that.",
    "Taken for",
    "That were",
)
#: Words that pages do without: nobody says them of a web site.
UNUSUAL = re.compile(r"\b(?:anew|whoever|1 cards|1 decks)\b", re.IGNORECASE)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_noun_agrees_with_its_number(path: Path) -> None:
    assert [found[0] for found in STIFF.finditer(path.read_text()) if found["number"] not in NEVER_ONE] == []


def test_replaced_phrases_do_not_come_back() -> None:
    found = [
        f"{name(path)}: {phrase}"
        for path in (*TEMPLATES, *SCRIPTS, *CODE)
        for phrase in REPLACED
        if phrase in path.read_text()
    ]
    assert found == []


def test_pages_are_written_in_everyday_words() -> None:
    found = [
        f"{name(path)}: {match[0]}" for path in (*TEMPLATES, *SCRIPTS) for match in UNUSUAL.finditer(path.read_text())
    ]
    assert found == []
