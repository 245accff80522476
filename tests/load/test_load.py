"""What the load stands on: decks as people make them, a database that holds together, targets that can be missed."""

import json
from pathlib import Path

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from benchmarks.load import seed_data, verdicts
from benchmarks.load.stock import Workshop
from benchmarks.load.verdicts import Kind, Rate, Verdict
from cards.catalogue.datafiles import load_catalogue, load_formats
from cards.store import current_catalogue
from decks import services
from decks.legality import check
from decks.lists.edits import counts
from decks.lists.starters import read_starters
from decks.models import Deck, DeckCard, DeckVersion, Like

FORMAT = next(each for each in load_formats() if each.default)
CATALOGUE = load_catalogue()
WORKSHOP = Workshop(CATALOGUE, FORMAT)


def test_stocked_decks_are_legal_different_and_the_same_again() -> None:
    decks = [WORKSHOP.make(seed) for seed in range(60)]
    for each in decks:
        assert all(check(decklist, FORMAT, CATALOGUE).legal for decklist in each.lists), each.name
        assert len(set(each.lists)) == len(each.lists), "each version changes something"
    assert len({each.lists[-1] for each in decks}) == len(decks)
    assert len({each.lists[-1].leader for each in decks}) > 5
    assert WORKSHOP.make(7) == decks[7]
    begun = read_starters()[0].decklist
    assert WORKSHOP.make(7, begun).lists[0] == begun


@pytest.mark.django_db
def test_the_filled_database_is_one_that_the_site_could_have_made(tmp_path: Path, client: Client) -> None:
    for decks in (30, 60):
        seed_data.main([str(tmp_path / "cast"), "12", str(decks), "0"])
    cast = json.loads((tmp_path / "cast").read_text())
    assert Deck.objects.filter(starter=False).count() == 60
    assert services.refresh_legality(current_catalogue()) == 0, "every verdict is right"
    for deck in Deck.objects.filter(starter=False).select_related("head"):
        assert deck.head is not None
        assert deck.head.number == deck.versions.count()
        assert deck.likes == Like.objects.filter(deck=deck).count()
        counted = {(row.zone, row.card_id): row.quantity for row in deck.cards.filter(quantity__gt=0)}
        assert counted == counts(deck.head.decklist)
    assert DeckVersion.objects.count() > 100
    assert not DeckCard.objects.filter(card=None).exists()
    player = cast["players"][0]
    client.cookies["session"] = player["session"]
    assert client.get("/decks/mine/").status_code == 200
    assert player["name"] in client.get("/accounts/").content.decode()
    assert client.get(f"/decks/{player['decks'][0]}/build/").status_code == 200
    bearer = {"Authorization": f"Bearer {player['token']}"}
    assert Client().get("/api/v1/decks/?scope=mine", headers=bearer).json()["count"] == seed_data.FIRST_ONES
    for path in (f"/decks/{cast['public'][0]}/", f"/d/{cast['links'][0]}/", cast["cards"][0]):
        assert Client().get(path).status_code == 200


def test_the_bare_view_is_there_under_load_only() -> None:
    assert resolve("/bare/", "benchmarks.load.urls").func(None).content == b"ok"
    assert resolve("/cards/", "benchmarks.load.urls").view_name == "cards:list"
    with pytest.raises(Resolver404):
        resolve("/bare/", "fivesails_site.urls")


def rates(**speeds: float) -> dict[str, list[Rate]]:
    return {name: [Rate(int(100 * speed), 1.0, 1.0)] * 3 for name, speed in speeds.items()}


@pytest.mark.parametrize(("share", "missed"), [(0.5, 0), (0.35, 0), (0.3, 1)])
def test_a_page_that_is_too_slow_beside_the_bare_view_is_a_target_missed(share: float, missed: int) -> None:
    verdict = Verdict()
    verdicts.report_rates(verdict, rates(**{"bare": 1, "cards: search": share, "about": 0.01}), "bare")
    assert len(verdict.missed) == missed


@pytest.mark.parametrize(("many", "missed"), [(10.0, 0), (14.0, 0), (16.0, 1), (500.0, 2)])
def test_a_page_whose_cost_grows_with_the_decks_is_a_target_missed(many: float, missed: int) -> None:
    verdict = Verdict()
    verdicts.report_growth(verdict, {800: {"page": 10.0}, 20_000: {"page": many}})
    assert len(verdict.missed) == missed


@pytest.mark.parametrize(("cost", "missed"), [(20.0, 0), (20.5, 1)])
def test_a_page_that_costs_more_than_twenty_bare_views_is_a_target_missed(cost: float, missed: int) -> None:
    verdict = Verdict()
    verdicts.report_growth(verdict, {800: {"page": cost}, 20_000: {"page": cost}})
    assert len(verdict.missed) == missed


@pytest.mark.parametrize(("end", "missed"), [(100.0, 0), (104.0, 0), (120.0, 1)])
def test_memory_that_grows_is_a_target_missed(end: float, missed: int) -> None:
    verdict = Verdict()
    verdicts.report_memory(verdict, [*[50.0] * 10, *[100.0] * 10, *[end] * 10])
    assert len(verdict.missed) == missed


@pytest.mark.parametrize(("errors", "missed"), [(0, 0), (1, 1)])
def test_an_error_is_a_target_missed_and_a_refusal_is_not(errors: int, missed: int) -> None:
    verdict = Verdict()
    kinds = [Kind("bare", 9, 1, 2, 3, 0, 0), Kind("import", 9, 5, 6, 7, 4, errors)]
    verdicts.report_mix(verdict, kinds, "bare")
    assert len(verdict.missed) == missed
