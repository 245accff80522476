"""``load_cards`` brings the database to the state of the files: all of it or nothing, and no deck is orphaned."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cards import models
from cards.catalogue.datafiles import load_catalogue
from cards.catalogue.stats import Mark
from cards.store import current_catalogue
from decks.lists.starters import read_starters
from decks.models import Deck
from tests.cards.test_card_data import copied_data, spoil  # noqa: F401

pytestmark = pytest.mark.django_db


@pytest.fixture
def empty() -> None:
    Deck.objects.all().delete()
    for model in (models.Card, models.CardSet, models.Faction, models.Trait, models.Keyword, models.CardLoad):
        model.objects.all().delete()


@pytest.fixture
def loaded(empty: None) -> None:
    call_command("load_cards", verbosity=0)


def load(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    capsys.readouterr()
    call_command("load_cards", *options)
    return capsys.readouterr().out


def test_first_load_adds_and_second_does_nothing(empty: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"{len(load_catalogue())} added, 0 changed, 0 removed" in load(capsys)
    assert "up to date" in load(capsys)
    assert "0 added, 0 changed, 0 removed" in load(capsys, "--force")


def test_the_database_gives_back_what_the_files_say(loaded: None) -> None:
    assert current_catalogue() == load_catalogue()


def test_four_kinds_of_number_survive_the_database(loaded: None) -> None:
    assert models.Card.objects.get(code="01018").influence is Mark.DASH
    assert models.Card.objects.get(code="02027").riposte is Mark.UNKNOWN
    assert models.Card.objects.get(code="01026").riposte == 0
    assert models.Card.objects.get(code="01026").influence is None


def test_a_change_is_loaded_and_counted(
    loaded: None,
    copied_data: Path,  # noqa: F811
    capsys: pytest.CaptureFixture[str],
) -> None:
    spoil(copied_data, "sets/01-core.json", '"resolve": 7', '"resolve": 8')
    assert "0 added, 1 changed, 0 removed" in load(capsys, f"--data={copied_data}")
    assert current_catalogue().card("01006").resolve == 8
    assert "0 added, 1 changed, 0 removed" in load(capsys)
    assert current_catalogue() == load_catalogue()


def test_a_dry_run_changes_nothing(
    loaded: None,
    copied_data: Path,  # noqa: F811
    capsys: pytest.CaptureFixture[str],
) -> None:
    spoil(copied_data, "sets/01-core.json", '"resolve": 7', '"resolve": 8')
    assert f"Would load {len(load_catalogue())} cards" in load(capsys, f"--data={copied_data}", "--dry-run")
    assert current_catalogue().card("01006").resolve == 7


def test_bad_data_is_refused_and_nothing_changes(loaded: None, copied_data: Path) -> None:  # noqa: F811
    spoil(copied_data, "sets/01-core.json", '"resolve": 7', '"resolve": "seven"')
    with pytest.raises(CommandError, match=r"01-core\.json: 01006, stats\.resolve"):
        call_command("load_cards", f"--data={copied_data}")
    assert current_catalogue() == load_catalogue()


def without(data: Path, *codes: str) -> None:
    path = data / "sets" / "01-core.json"
    content = json.loads(path.read_text())
    content["cards"] = [card for card in content["cards"] if card["code"] not in codes]
    path.write_text(json.dumps(content))


def test_a_removed_card_goes_but_one_in_a_deck_is_retired(
    loaded: None,
    copied_data: Path,  # noqa: F811
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("load_decks", verbosity=0)
    without(copied_data, "01098", "01007")
    out = load(capsys, f"--data={copied_data}")
    assert "1 removed, 1 retired because decks still use them" in out
    catalogue = current_catalogue()
    assert "01007" not in catalogue
    assert catalogue.card("01098").name
    assert "01098" not in {card.code for card in catalogue}
    castille = read_starters()[0]
    head = Deck.objects.get(id=castille.code).head
    assert head is not None
    assert head.decklist == castille.decklist
    assert "2 added, 0 changed" in load(capsys)
    assert current_catalogue() == load_catalogue()


def test_the_catalogue_costs_one_query_until_the_next_load(loaded: None) -> None:
    current_catalogue()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        current_catalogue()
    assert len(queries) == 1


def test_reading_the_catalogue_takes_a_fixed_number_of_queries(loaded: None) -> None:
    from cards.store import read_catalogue

    with CaptureQueriesContext(connection) as queries:
        read_catalogue("x")
    assert len(queries) <= 10
