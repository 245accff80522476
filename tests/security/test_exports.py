"""What leaves the site as a file does no harm where it is opened: in a spreadsheet, from an archive, in a browser."""

import csv
import io
import re
import zipfile

import pytest
from django.test import Client

from decks import services
from decks.models import Visibility
from rules.jobs.models import Simulation
from tests.decks.api_calls import call
from tests.decks.factories import deck_of
from tests.security.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unbounded")]

FORMULAS = (
    "=cmd|'/C calc'!A0",
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(1+9)*cmd",
    '=HYPERLINK("https://evil.example")',
    "＝1+1",
    "＋1",
    "－1",
    "＠x",
    "'=1",
    '"=1",=2',
    "=1\n=2",
    "\t=1",
    "\r=1",
    ";=1",
    "|=1",
)
_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def harmful(content: str) -> list[str]:
    """Cells that a spreadsheet would reckon with, whichever sign it takes for the end of a cell."""
    found = []
    for delimiter in (",", ";", "\t"):
        for row in csv.reader(io.StringIO(content, newline=""), delimiter=delimiter):
            cells = row if delimiter == "," else row[:1]
            number = re.compile(r"-?[0-9.]+(e-?\d+)?" + ("" if delimiter == "," else "(,.*)?"))
            found += [cell for cell in cells if cell.startswith(_STARTS) and not number.fullmatch(cell)]
    return found


@pytest.mark.parametrize("words", FORMULAS)
def test_no_cell_of_a_deck_is_a_formula(world: World, words: str) -> None:
    deck = deck_of(world.people["owner"], Visibility.PUBLIC)
    services.describe(deck, words, words)
    page = Client().get(f"/decks/{deck.pk}/export/csv/")
    assert page["Content-Type"].startswith("text/csv")
    assert page["X-Content-Type-Options"] == "nosniff"
    for content in (page.content, call(Client(), "get", f"decks/{deck.pk}/export/csv/").content):
        assert harmful(content.decode()) == []
        assert len(content) > 500
    # A name comes back from its file as it was.
    read = call(Client(), "post", "decks/import/", {"text": page.content.decode(), "kind": "csv"})
    deck.refresh_from_db()
    assert read.json()["decks"][0]["deck"]["name"] == deck.name


@pytest.mark.parametrize("words", FORMULAS)
def test_no_cell_of_a_report_is_a_formula(world: World, words: str) -> None:
    Simulation.objects.filter(pk=world.done.pk).update(name=words, against_name=words)
    answer = Client().get(f"/simulations/{world.done.pk}/report.csv")
    assert harmful(answer.content.decode()) == []
    assert 'filename="' in answer["Content-Disposition"]
    assert re.fullmatch(r'attachment; filename="[\w-]+-simulation\.csv"', answer["Content-Disposition"])


def test_a_formula_would_be_noticed() -> None:
    for words in ("=1", "+x", "a,=1", '"@x"', "a\n-x"):
        assert harmful(words), words
    assert harmful("-1.5,'=1,a=1") == []


def test_an_accounts_archive_unpacks_into_itself(world: World) -> None:
    for name in ("../../etc/passwd", "/etc/passwd", "C:\\x", "a/b", "..", ".", "con", "x" * 80, "\u202egnp.exe", "<b>"):
        deck_of(world.people["owner"], name=name)
    answer = world.client("owner").get("/accounts/export/")
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as packed:
        names = packed.namelist()
        document = packed.read("account.json").decode()
    assert len(names) == len(set(names)) > 20
    assert all(re.fullmatch(r"account\.json|decks/[\w-]+\.(json|txt)", name) for name in names), names
    # Nothing by which somebody else could act or look.
    for secret in (world.links["link"], world.people["owner"].password, "digest"):
        assert secret not in document
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("kind", ["text", "markdown", "json", "bga", "csv", "tts"])
def test_a_file_is_never_taken_for_a_page(world: World, kind: str) -> None:
    deck = deck_of(world.people["owner"], Visibility.PUBLIC)
    services.describe(deck, '<script>alert(1)</script>"; filename=x.html')
    for answer in (
        Client().get(f"/decks/{deck.pk}/export/{kind}/"),
        call(Client(), "get", f"decks/{deck.pk}/export/{kind}/"),
    ):
        assert answer.status_code == 200
        assert "html" not in answer["Content-Type"]
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert re.fullmatch(r'(inline|attachment); filename="[\w.-]+"', answer["Content-Disposition"])
