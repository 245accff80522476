"""Versions do not grow without a bound, and what anybody may still want stays."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from cards.store import current_catalogue
from decks import services
from decks.decklist import Decklist
from decks.lists import history
from decks.lists.history import MAX_VERSIONS, UNDO_STEPS, SavedVersion, versions_to_prune
from decks.models import Deck, DeckVersion, Visibility
from tests.decks.factories import deck_of, person, signed_in
from web import rate_limits
from web.ownership import Visitor
from web.rate_limits import Limit

START = datetime(2026, 11, 1, tzinfo=UTC)


def saved(number: int, minutes: float, *, in_use: bool = False) -> SavedVersion:
    return SavedVersion(number, number, number - 1 or None, START + timedelta(minutes=minutes), in_use)


def test_only_the_last_version_of_a_session_is_kept() -> None:
    first = [saved(number, number) for number in range(1, 51)]
    second = [saved(number, 600 + number) for number in range(51, 51 + UNDO_STEPS + 20)]
    gone = versions_to_prune([*first, *second], second[-1].key)
    assert gone == {*range(2, 50), *range(51, 71)}


def test_what_is_in_use_stays_and_so_does_the_way_back_from_the_head() -> None:
    versions = [saved(number, number / 10, in_use=number == 7) for number in range(1, 400)]
    gone = versions_to_prune(versions, 250)
    assert not gone & {1, 7, *range(151, 251), *range(300, 400)}
    assert {2, 8, 150, 251, 299} <= gone


def test_of_many_sessions_the_oldest_are_pruned() -> None:
    versions = [saved(number, number * 60) for number in range(1, MAX_VERSIONS + 51)]
    assert versions_to_prune(versions, versions[-1].key) == set(range(2, 52))


def lists(number: int) -> list[Decklist]:
    codes = [card.code for card in current_catalogue() if card.deck == "faction"][:number]
    return [Decklist.of(None, (), {code: 1}) for code in codes]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "UNDO_STEPS", 5)


@pytest.fixture
def deck(db: None) -> Deck:
    return deck_of(person("writer"))


def fill(deck: Deck, number: int) -> None:
    for each in lists(number):
        services.save(deck, each, current_catalogue())


def test_a_deck_edited_without_end_has_few_versions(small: None, deck: Deck) -> None:
    fill(deck, 3)
    named, copied, shared = deck.versions.filter(number__gt=1)
    services.label(named, "Before the cuts")
    services.copy(Visitor(deck.owner), copied, "Copy", current_catalogue())
    services.share(deck, Visibility.LINK)
    services.share(deck, Visibility.PRIVATE)
    fill(deck, 80)
    numbers = list(deck.versions.values_list("number", flat=True))
    assert {1, named.number, copied.number, shared.number} <= set(numbers)
    assert len(numbers) < 5 + 4 + services.PRUNE_EVERY
    assert max(numbers) == 84, "numbers are not given twice"
    assert deck.head is not None
    assert deck.head.number == 84
    for _ in range(5):
        assert services.undo(deck) is not None
    assert deck.head.number == 79
    assert services.redo(deck) is not None
    while services.undo(deck):
        pass
    assert deck.head.number == 1, "the way back leads past what was pruned"


def test_a_pruned_version_names_the_next_one(small: None, deck: Deck) -> None:
    fill(deck, 80)
    kept = deck.versions.filter(number__gt=2).first()
    assert kept is not None
    client = signed_in(person("reader"))
    services.share(deck, Visibility.PUBLIC)
    answer = client.get(f"/decks/{deck.pk}/versions/2/")
    assert answer.status_code == 404
    assert f"Version 2 is no longer kept. The next one is version {kept.number}." in answer.content.decode()
    assert client.get(f"/decks/{deck.pk}/versions/{kept.number}/").status_code == 200
    assert "no version 4000" in client.get(f"/decks/{deck.pk}/versions/4000/").content.decode()
    assert "no longer kept" in client.get(f"/api/v1/decks/{deck.pk}/diff/?from=2").json()["detail"]


def test_only_so_many_versions_have_names(monkeypatch: pytest.MonkeyPatch, deck: Deck) -> None:
    monkeypatch.setattr(history, "MAX_NAMED", 1)
    fill(deck, 2)
    first, second, _ = deck.versions.all()
    services.label(first, "One")
    services.label(first, "Uno")
    with pytest.raises(services.DeckError, match="at most 1 "):
        services.label(second, "Two")


@pytest.mark.parametrize("signed", [True, False], ids=["signed in", "not signed in"])
def test_changes_are_counted(monkeypatch: pytest.MonkeyPatch, client: Client, signed: bool, db: None) -> None:
    monkeypatch.setattr(rate_limits, "DECK_EDITS", Limit(f"edits-{signed}", "changes to decks", 3, 300))
    if signed:
        client.force_login(person("writer"))
    path = client.post("/decks/new/", {"leader": "01089"}).url
    for number in range(1, 4):
        sent = {"do": "add 01100" if number % 2 else "remove 01100", "expected": str(number)}
        assert client.post(path, sent, headers={"X-Live": "edit"}).status_code in (200, 422)
    answer = client.post(path, {"do": "undo", "expected": "2"}, headers={"X-Live": "edit"})
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 300
    versions = DeckVersion.objects.filter(deck=path.split("/")[2]).count()
    call = f"/api/v1/decks/{path.split('/')[2]}/"
    refused = client.patch(call, {"faction": {}}, "application/json")
    assert (refused.status_code, "Retry-After" in refused.headers) == (429, True)
    assert DeckVersion.objects.filter(deck=path.split("/")[2]).count() == versions
