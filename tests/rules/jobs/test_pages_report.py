"""The report as people and their programs read it: page, CSV, JSON."""

import csv
import io
import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from rules.jobs.models import Run, Simulation
from rules.jobs.run import services
from rules.reports.csv_export import COLUMNS
from rules.reports.sheets import ComparisonSheet, ReportSheet, comparison_sheet, report_sheet
from rules.reports.words import with_names
from tests.decks.factories import deck_of, person, signed_in
from tests.rules.jobs.factories import GAMES, LARGE, OTHER, ask, played
from web.ownership import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def done() -> Simulation:
    return played()


@pytest.fixture
def pair() -> Simulation:
    return played(against=OTHER, policy="spender")


def page(client: Client, simulation: Simulation, query: str = "") -> str:
    answer = client.get(f"/simulations/{simulation.pk}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def result(simulation: Simulation) -> dict[str, Any]:
    found = services.result(simulation)
    assert found is not None
    return found


def rows(html: str) -> list[str]:
    table = html[html.index("sim-cards") :]
    return [unescape(name) for name in re.findall(r'<th class="left" scope="row">.*?>([^<>]+)</a></div></th>', table)]


# --- the page ---


def test_one_plain_sentence_stands_on_top(client: Client, done: Simulation, pair: Simulation) -> None:
    for simulation in (done, pair):
        html = page(client, simulation)
        sentence = result(simulation)["sentence"]
        if simulation is pair:
            sentence = with_names(sentence, {"A": "Thieves by Lamplight", "B": "Another"})
        assert f'<p class="lead-line sim-sentence">{sentence}</p>' in html
        assert html.index("sim-sentence") < html.index("deck-bar")
        assert html.index("sim-sentence") < html.index('<svg class="chart"')


def test_every_chart_stands_above_its_table_and_nothing_is_styled_inline(
    client: Client, done: Simulation, pair: Simulation
) -> None:
    for simulation, charts in ((done, 15), (pair, 10)):
        html = page(client, simulation)
        assert html.count('<svg class="chart"') == html.count('<details class="numbers">') == charts
        assert "style=" not in html
        assert "<script>" not in html
        ids = re.findall(r'\bid="([^"]+)"', html)
        assert len(set(ids)) == len(ids)
        assert len(html.encode()) < 120_000


class _Balance(HTMLParser):
    """Every element that is opened is closed in its turn."""

    VOID = frozenset({"meta", "link", "input", "img", "br", "source", "path", "circle", "rect", "use", "polyline"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_pages_are_well_formed(client: Client, done: Simulation, pair: Simulation) -> None:
    for simulation in (done, pair, ask(seed="2")):
        parser = _Balance()
        parser.feed(page(client, simulation))
        assert not parser.open


def test_it_says_everything_that_it_takes_to_repeat_it(client: Client) -> None:
    html = page(client, played(seed="the night watch", days=3, policy={"base": "duelist", "reserve": 7}))
    run = Run.objects.get()
    foot = html[html.index("Reproduce this") :]
    for fact in (
        LARGE.fingerprint, "the night watch", run.seed, f"{GAMES}, 3 Days each", "reserve 7", run.city, "Combat 3",
    ):  # fmt: skip
        assert fact in foot, fact
    assert f"version {run.engine}" in foot
    assert result(services.find(run.simulations.get().pk))["catalogue"] in foot


def test_asking_again_finds_the_form_filled_in_as_it_was(client: Client) -> None:
    user = person("ana")
    deck = deck_of(user, decklist=LARGE)
    mine = signed_in(user)
    policy = {"base": "thrifty", "reserve": 7, "parley": False, "strike": -2}
    html = page(mine, played(Visitor(user), version=deck.head, seed="a & b", days=2, policy=policy))
    (path,) = re.findall(r'href="([^"]+)">Simulate again', html)
    form = mine.get(path.replace("&amp;", "&")).content.decode()
    assert 'value="a &amp; b"' in form
    assert '<option value="2" selected>' in form
    assert 'name="weight-reserve" value="7"' in form
    assert 'name="weight-strike" value="−2"' in form
    assert re.search(r'name="weight-parley">.*?<option value="no" selected>', form)
    assert f'value="{GAMES}" checked' in form
    assert "Simulate again" not in page(client, played(seed="2")), "no deck to go back to"


def test_every_faction_card_has_its_row_and_columns_sort_it(client: Client, done: Simulation) -> None:
    names = [card["name"] for card in result(done)["cards"]]
    assert sorted(rows(page(client, done, "?sort=name"))) == sorted(names)
    assert rows(page(client, done, "?sort=name")) == sorted(names)
    assert rows(page(client, done, "?sort=-name")) == sorted(names, reverse=True)
    for key in ("drawn", "paid", "idle"):
        found = {card["name"]: card[key]["value"] if card[key] else -1 for card in result(done)["cards"]}
        shares = [found[name] for name in rows(page(client, done, f"?sort=-{key}"))]
        assert shares == sorted(shares, reverse=True)
        html = page(client, done, f"?sort=-{key}")
        assert html.count("aria-sort=") == 1
        assert f'aria-sort="descending"><a href="?sort={key}#cards"' in html
    answer = client.get(f"/simulations/{done.pk}/?sort=sideways")
    assert answer.status_code == 400
    assert "sideways" in answer.content.decode()


def test_a_comparison_shows_both_decks_and_their_difference_on_any_day(client: Client, pair: Simulation) -> None:
    html = page(client, pair)
    assert 'Every number on Day <span class="num">5</span>' in html
    crew = re.search(
        r"Characters in the crew, without Brutes</th><td>(.+?)</td><td>(.+?)</td>", page(client, pair, "?day=1")
    )
    assert crew
    stored = result(pair)
    for side, cell in zip("ab", crew.groups(), strict=True):
        value = stored[side]["days"][0]["measures"]["crew"]["value"]
        assert float(cell.split("\u00a0")[0]) == pytest.approx(value, abs=0.06)
    assert '<details class="sim-all">' in html, "folded until a Day is chosen"
    assert '<details class="sim-all" open>' in page(client, pair, "?day=1")
    for day, status in (("0", 400), ("6", 400), ("x", 400)):
        assert client.get(f"/simulations/{pair.pk}/?day={day}").status_code == status


def test_a_deck_name_is_harmless_wherever_it_stands(client: Client) -> None:
    name = '=cmd|"<b>!A1'
    simulation = played(name=name)
    assert "&lt;b&gt;" in page(client, simulation)
    assert "<b>!A1" not in page(client, simulation)
    text = client.get(f"/simulations/{simulation.pk}/report.csv").content.decode()
    (cell,) = (row["value"] for row in csv.DictReader(io.StringIO(text)) if row["key"] == "deck name")
    assert cell == f"'{name}"


# --- downloads ---


def test_the_json_is_the_report_itself(client: Client, done: Simulation, pair: Simulation) -> None:
    for simulation in (done, pair):
        answer = client.get(f"/simulations/{simulation.pk}/report.json")
        assert answer["Content-Type"] == "application/json"
        assert 'filename="thieves-by-lamplight-simulation.json"' in answer["Content-Disposition"]
        assert json.loads(answer.content) == result(simulation)


def table(client: Client, simulation: Simulation) -> list[dict[str, str]]:
    answer = client.get(f"/simulations/{simulation.pk}/report.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="thieves-by-lamplight-simulation.csv"' in answer["Content-Disposition"]
    reader = csv.DictReader(io.StringIO(answer.content.decode()))
    assert reader.fieldnames == list(COLUMNS)
    return list(reader)


def read(row: dict[str, str]) -> tuple[float | None, ...]:
    return tuple(float(row[name]) if row[name] else None for name in ("value", "low", "high"))


def same(found: list[dict[str, str]], sheet: ReportSheet, deck: str) -> None:
    """Every number of a report is in the table, to the last bit."""
    own = [row for row in found if row["deck"] == deck]
    setup = {row["key"]: row["value"] for row in own if row["part"] == "setup"}
    assert setup["games"] == str(sheet.games)
    assert setup["seed"] == sheet.seed
    assert setup["deck"] == sheet.deck
    assert setup["policy.name"] == sheet.policy["name"]
    daily = {(row["day"], row["measure"]): read(row) for row in own if row["part"] == "day"}
    assert daily == {
        (str(day.day), name): (each.value, each.low, each.high) if each else (None, None, None)
        for day in sheet.days
        for name, each in day.measures.items()
    }
    finals = [read(row) for row in own if row["part"] == "final"]
    assert finals == [(each.value, each.low, each.high) for each in sheet.finals if each]
    cards = {(row["key"], row["measure"]): read(row) for row in own if row["part"] == "card"}
    for card in sheet.cards:
        assert cards[card.code, "copies"][0] == card.copies
        for name, each in card.numbers.items():
            assert cards[card.code, name] == ((each.value, each.low, each.high) if each else (None, None, None))


def test_the_csv_holds_every_number_of_the_report(client: Client, done: Simulation) -> None:
    same(table(client, done), report_sheet(result(done)), "A")


def test_the_csv_of_a_comparison_holds_both_decks_and_their_differences(client: Client, pair: Simulation) -> None:
    found, sheet = table(client, pair), comparison_sheet(result(pair))
    assert isinstance(sheet, ComparisonSheet)
    same(found, sheet.a, "A")
    same(found, sheet.b, "B")
    apart = {(row["day"], row["measure"]): read(row) for row in found if row["deck"] == "B less A" and row["day"]}
    assert apart == {
        (str(day), name): (each.value, each.low, each.high) if each else (None, None, None)
        for day, measures in enumerate(sheet.differences, 1)
        for name, each in measures.items()
    }
    assert any(value[0] is not None and value[0] < 0 for value in apart.values()), "negative numbers stay numbers"


def test_there_is_nothing_to_download_before_the_last_game(client: Client) -> None:
    simulation = ask()
    for ending in ("csv", "json"):
        assert client.get(f"/simulations/{simulation.pk}/report.{ending}").status_code == 404
