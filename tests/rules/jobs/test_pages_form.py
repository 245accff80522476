"""The form that has a deck simulated: what it offers, what it asks, what it refuses and never loses."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from decks.decklist import Decklist
from decks.models import Visibility
from rules.goldfish import DESCRIPTIONS, POLICIES
from rules.goldfish.policies import Policy
from rules.jobs.models import Kind, Run, Simulation
from rules.jobs.run import services
from rules.reports.words import SWITCHES, WEIGHTS
from tests.decks.factories import CASTILLE, EISEN, deck_of, person, save, signed_in, without
from tests.rules.jobs.factories import ask
from web.ownership import Visitor

pytestmark = pytest.mark.django_db

FORM = {"games": "10000", "seed": "the night watch", "days": "4", "policy": "duelist", "against": ""}
STARTER = "/decks/castille-starter/simulate/"


def asked(answer: Any) -> Simulation:
    assert answer.status_code == 303, answer.content.decode()[:2000]
    return services.find(answer["Location"].split("/")[-2])


def test_a_decks_page_leads_to_the_form_under_each_of_its_addresses(client: Client) -> None:
    assert f'href="{STARTER}"' in client.get("/decks/castille-starter/").content.decode()
    deck = deck_of(person("ana"), Visibility.LINK)
    path = f"/d/{deck.link}/simulate/"
    assert f'href="{path}"' in client.get(f"/d/{deck.link}/").content.decode()
    answer = client.get(path)
    assert answer.status_code == 200
    assert f'action="{path}"' in answer.content.decode()
    assert answer["X-Robots-Tag"] == "noindex, nofollow"


def test_only_who_may_read_a_deck_may_have_it_simulated() -> None:
    owner = person("ana")
    deck = deck_of(owner)
    path = f"/decks/{deck.pk}/simulate/"
    for client, status in ((Client(), 404), (signed_in(person("ben")), 404), (signed_in(owner), 200)):
        assert client.get(path).status_code == status
        assert client.post(path, FORM).status_code == (303 if status == 200 else status)
    assert Simulation.objects.count() == 1


def test_it_offers_every_policy_in_words_and_every_weight_by_name(client: Client) -> None:
    html = unescape(client.get(STARTER).content.decode())
    for words in DESCRIPTIONS.values():
        assert words in html
    named = {name for group in WEIGHTS.values() for name in group}
    assert named == set(Policy.__dataclass_fields__) - {"name"}, "a weight without words"
    assert {name for name in named if isinstance(getattr(POLICIES["thrifty"], name), bool)} == SWITCHES
    for name in named:
        assert f'name="weight-{name}"' in html
    assert 'value="1000000" checked' in html
    assert "style=" not in html


def test_what_is_asked_is_what_was_chosen(client: Client) -> None:
    found = asked(client.post(STARTER, {**FORM, "weight-reserve": "7", "weight-strike": "-3", "weight-parley": "no"}))
    run = Run.objects.get()
    assert (run.games, run.days, run.kind, found.seed) == (10_000, 4, Kind.SINGLE, "the night watch")
    assert run.policy == {
        **POLICIES["duelist"].as_dict(),
        "name": "custom",
        "reserve": 7,
        "strike": -3,
        "parley": False,
    }
    assert found.name == "Castille Starter"
    assert found.version is not None
    assert found.version.deck_id == "castille-starter"
    assert found.run.decklists == (CASTILLE,)


def test_an_earlier_version_may_be_chosen_and_compared_with() -> None:
    user = person("ana")
    deck, client = deck_of(user), signed_in(user)
    save(deck, without(CASTILLE, "01104"))
    path = f"/decks/{deck.pk}/simulate/"
    html = client.get(f"{path}?version=1").content.decode()
    assert '<input type="hidden" name="version" value="1">' in html
    assert f'<option value="{deck.pk}@2">' in html
    found = asked(client.post(path, {**FORM, "version": "1", "against": f"{deck.pk}@2"}))
    assert found.is_pair
    assert found.run.decklists == (CASTILLE, without(CASTILLE, "01104"))
    assert (found.version.number, found.against_version.number) == (1, 2)  # type: ignore[union-attr]
    assert client.get(f"{path}?version=9").status_code == 404


def test_two_decks_that_are_compared_can_be_simulated_together(client: Client) -> None:
    html = client.get("/decks/compare/?a=castille-starter&b=eisen-starter").content.decode()
    (path,) = re.findall(r'href="([^"]+)">Simulate both', html)
    form = client.get(unescape(path)).content.decode()
    assert 'name="against" value="eisen-starter@1"' in form
    found = asked(client.post(STARTER, {**FORM, "against": "eisen-starter@1"}))
    assert found.run.decklists == (CASTILLE, EISEN)
    assert found.against_name == "Eisen Starter"


def test_a_link_shared_deck_is_compared_by_its_link() -> None:
    deck = deck_of(person("ana"), Visibility.LINK, decklist=EISEN)
    found = asked(Client().post(STARTER, {**FORM, "against": f"/d/{deck.link}/"}))
    assert found.run.decklists[1] == EISEN


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"games": "0"}, "Games must be a whole number from 1"),
        ({"games": "many"}, "Games must be a whole number from 1"),
        ({"games": "99999999999"}, "Games must be a whole number from 1"),
        ({"days": "6"}, "Days must be a whole number from 1 to 5"),
        ({"seed": " "}, "This seed cannot be used"),
        ({"policy": "reckless"}, "There is no policy 'reckless'"),
        ({"weight-reserve": "lots"}, "must be a whole number"),
        ({"weight-reserve": "99"}, "must be from 0 to 20"),
        ({"weight-parley": "perhaps"}, "must be true or false"),
        ({"against": "no such deck!"}, "That doesn’t look like a deck’s link or ID"),
        ({"against": "nothing-here"}, "There is no such deck"),
    ],
)
def test_what_cannot_be_asked_is_said_beside_the_field_and_nothing_is_lost(
    client: Client, change: dict[str, str], words: str
) -> None:
    typed = {**FORM, "weight-guard": "11", **change}
    answer = client.post(STARTER, typed)
    assert answer.status_code == 400
    html = unescape(answer.content.decode())
    assert words in html
    assert 'name="weight-guard" value="11"' in html
    assert f'name="seed" value="{typed["seed"]}"' in html
    assert f'name="against" value="{typed["against"]}"' in html
    assert '<details class="sim-weights" open>' in html
    assert not Simulation.objects.exists()


def test_it_asks_for_games_and_style_and_folds_the_rest(client: Client) -> None:
    html = client.get(STARTER).content.decode()
    asked_first, folded = html.split('<details class="sim-advanced">')
    assert "<legend>Games</legend>" in asked_first
    assert "<legend>Style</legend>" in asked_first
    for name in ("seed", "days", "against", "weight-guard"):
        assert f'name="{name}"' in folded


@pytest.mark.parametrize("query", ["seed=7", "days=2", "against=montaigne-starter", "weight-guard=3"])
def test_what_was_chosen_there_is_unfolded(client: Client, query: str) -> None:
    assert '<details class="sim-advanced" open>' in client.get(f"{STARTER}?{query}").content.decode()
    folded = client.get(f"{STARTER}?games=10000&policy=duelist").content.decode()
    assert '<details class="sim-advanced">' in folded


def test_a_fault_there_is_unfolded(client: Client) -> None:
    for change, attribute in (({"seed": ""}, " open"), ({"games": "0"}, "")):
        answer = client.post(STARTER, {"games": "10000", "policy": "duelist", **change})
        assert f'<details class="sim-advanced"{attribute}>' in answer.content.decode()


def test_every_fault_is_told_at_once(client: Client) -> None:
    answer = client.post(STARTER, {**FORM, "games": "0", "days": "9", "seed": "", "against": "nobody"})
    html = answer.content.decode()
    assert html.partition('role="alert"')[2].partition("</ul>")[0].count("<li>") == 4
    assert html.count('aria-invalid="true"') == 3


def test_an_address_may_ask_for_a_number_of_games_of_its_own(client: Client) -> None:
    html = client.get(f"{STARTER}?games=250000").content.decode()
    assert 'value="250000" checked' in html
    assert re.findall(r'name="games" value="(\d+)" checked', html) == ["250000"]


def test_too_much_is_refused_in_words_and_the_form_is_kept(client: Client, settings: Any) -> None:
    settings.SIMULATIONS_AT_ONCE = 1
    asked(client.post(STARTER, FORM))
    answer = client.post(STARTER, {**FORM, "seed": "another", "weight-guard": "4"})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    html = answer.content.decode()
    assert "You already have 1 unfinished simulation." in html
    assert 'value="another"' in html
    assert 'name="weight-guard" value="4"' in html


@pytest.mark.parametrize(
    ("decklist", "words"),
    [
        (Decklist.of(None, CASTILLE.approach, dict(CASTILLE.faction)), "The deck has no leader"),
        (Decklist.of(CASTILLE.leader, CASTILLE.approach, {}), "The faction deck is empty"),
    ],
)
def test_a_deck_that_cannot_be_played_says_what_is_missing(decklist: Decklist, words: str) -> None:
    user = person("ana")
    deck, client = deck_of(user, decklist=decklist), signed_in(user)
    path = f"/decks/{deck.pk}/simulate/"
    html = client.get(path).content.decode()
    assert words in html
    assert "Build the deck" in html
    assert "sim-form" not in html
    answer = client.post(path, FORM)
    assert answer.status_code == 400
    assert words in answer.content.decode()


def test_ones_earlier_simulations_of_the_deck_are_there_to_return_to() -> None:
    user = person("ana")
    deck, other = deck_of(user), deck_of(user, name="Another")
    ask(Visitor(user), version=deck.head, seed="mine")
    ask(Visitor(user), version=other.head, seed="elsewhere")
    ask(Visitor(person("ben")), version=deck.head, seed="not mine")
    html = signed_in(user).get(f"/decks/{deck.pk}/simulate/").content.decode()
    seeds = re.findall(r'seed <span class="num">([^<]+)', html)
    assert seeds == ["mine"]
