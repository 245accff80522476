"""The hand tester's pages: the address is the whole game, and every button on the page leads on."""

import re
from html import unescape
from html.parser import HTMLParser
from unittest.mock import patch
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.store import current_catalogue
from decks import services
from decks.decklist import Decklist
from decks.exchange import NamedDeck, render
from decks.lists.starters import read_starters
from decks.models import Deck, Visibility
from rules.facts import worth
from rules.hands import (
    Discard,
    Draw,
    Dusk,
    Fight,
    Gamble,
    Phase,
    Play,
    Spend,
    Table,
    Take,
    deal_days,
    keep_cards,
    lay_out,
    plan_day,
    read_actions,
    replay,
    story,
    write_actions,
    write_list,
)
from rules.hands.refusals import MAX_ACTIONS
from rules.pages.hands import addresses, game
from tests.decks.factories import CASTILLE, deck_of, person, save, signed_in, without

pytestmark = pytest.mark.django_db

STARTERS = {starter.code: starter.decklist for starter in read_starters()}
PAGE = "/decks/castille-starter/hands/"
OPULENCE = "01170"


def address(path: str, table: Table, **more: object) -> str:
    asked = {"v": 1, "seed": table.seed, "game": write_actions(table.actions), **more}
    return f"{path}?{urlencode(asked, doseq=True)}"


def table_at(path: str, decklist: Decklist) -> Table:
    asked = parse_qs(urlsplit(path).query, keep_blank_values=True)
    return replay(decklist, current_catalogue(), int(asked["seed"][0]), read_actions(asked["game"][0]))


def day_one(seed: int = 42, decklist: Decklist = CASTILLE) -> Table:
    return deal_days(decklist, current_catalogue(), seed, days=1)


def page(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, (path, answer.status_code)
    return unescape(answer.content.decode())


def pressed(path: str, table: Table, **more: object) -> Table:
    """The table to which a button of the page leads."""
    answer = Client().get(address(path, table, **more))
    assert answer.status_code == 302, answer.content.decode()
    decklist = table.decklist
    return table_at(answer["Location"], decklist)


def names(codes: tuple[str, ...]) -> list[str]:
    return [current_catalogue().card(code).name for code in codes]


def shown_hand(html: str) -> list[str]:
    return re.findall(r'class="held-name"><a [^>]*>([^<]+)</a>', html)


# The address


def test_without_a_seed_there_is_a_new_one_the_newest_version_and_a_hand(client: Client) -> None:
    one, two = (client.get(PAGE)["Location"] for _ in range(2))
    assert one != two
    table = table_at(one, CASTILLE)
    assert (table.phase, table.day, len(table.hand)) == (Phase.DRAMA, 1, 7)
    assert "v=1&seed=" in one
    assert shown_hand(page(client, one)) == names(table.hand)


def test_a_link_shows_the_same_to_anyone() -> None:
    link = address(PAGE, deal_days(CASTILLE, current_catalogue(), 7, days=3, keeper="cheapest"))
    mine, yours = page(signed_in(person("ana")), link), page(Client(), link)
    assert shown_hand(mine) == shown_hand(yours)
    assert f'value="http://testserver{link}"' in yours


def test_a_link_stays_with_its_version() -> None:
    user = person("ana")
    deck = deck_of(user, Visibility.PUBLIC)
    link = address(f"{deck.get_absolute_url()}hands/", day_one())
    before = shown_hand(page(Client(), link))
    save(deck, without(CASTILLE, "01104", "01169"))
    assert shown_hand(page(Client(), link)) == before
    assert "v=2&" in Client().get(f"{deck.get_absolute_url()}hands/")["Location"]
    assert shown_hand(page(Client(), link.replace("v=1", "v=2"))) != before


def test_what_is_left_out_of_the_address_is_added(client: Client) -> None:
    table = day_one()
    link = address(PAGE, table)
    assert client.get(link.replace("v=1&", ""))["Location"] == link
    other = client.get(link.replace("seed=42", "seed="))["Location"]
    assert table_at(other, CASTILLE).actions == table.actions
    assert "Planning" in page(client, f"{PAGE}?v=1&seed=42")


def test_a_seed_may_be_words(client: Client) -> None:
    html = page(client, f"{PAGE}?{urlencode({'v': 1, 'seed': 'the Grand Bazaar', 'game': 'd1-s01098-c01091'})}")
    assert 'id="seed" name="seed" value="the Grand Bazaar"' in html


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("v=99&seed=1", 404, "no version 99"),
        ("v=one&seed=1", 400, "not a version number"),
        ("v=1&seed=1&game=frobnicate", 400, "action 1 cannot be read"),
        ("v=1&seed=1&game=d1", 400, "choose a scheme"),
        ("v=1&seed=1&game=d1-s01098-c01091.f99999", 400, "action 2: not in the hand: 99999 (rule R2)"),
        (f"v=1&seed={'x' * 65}", 400, "at most 64 characters"),
        (f"v=1&seed=1&game={'g.' * 2100}g", 400, "at most 4000 are read"),
        ("v=1&seed=1&game=d1-s01098-c01091&then=steal", 400, "“steal” is nothing that can be done"),
        ("v=1&seed=1&game=d1-s01098-c01091&then=play", 400, "“play” is nothing that can be done"),
        ("v=1&seed=1&game=d1-s01098-c01091&then=dusk+01100", 400, "nothing that can be done"),
    ],
)
def test_an_address_that_no_game_has_is_refused_in_words(client: Client, query: str, status: int, words: str) -> None:
    assert words in page(client, f"{PAGE}?{query}", status)


def test_the_page_is_only_looked_at(client: Client) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert client.generic(method, PAGE).status_code == 405
    assert client.head(address(PAGE, day_one())).status_code == 200


# Who may


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("role", ["nobody", "other", "staff", "owner"])
def test_who_may_see_hands(role: str, visibility: str) -> None:
    people = {name: person(name, is_staff=name == "staff", is_superuser=name == "staff") for name in {"owner", role}}
    deck = deck_of(people["owner"], Visibility.LINK)
    link = deck.link
    services.share(deck, Visibility(visibility))
    client = Client() if role == "nobody" else signed_in(people[role])
    by_id = role == "owner" or visibility == "public"
    by_link = visibility != "private"
    for path, may in ((f"/decks/{deck.id}/hands/", by_id), (f"/d/{link}/hands/", by_link)):
        whole = address(path, day_one())
        for asked in (path, whole):
            for headers in ({}, {"X-Live": "hand"}):
                answer = client.get(asked, headers=headers)
                assert (answer.status_code in (200, 302)) == may, (path, answer.status_code)
                assert answer.status_code == 404 or may
                for_all = visibility == "public" and role == "nobody" and asked == whole != path and not headers
                kept = "public" if for_all and path.startswith("/decks/") else "private"
                assert kept in answer["Cache-Control"]
                assert (deck.name in answer.content.decode()) <= may
        if may and path.startswith("/d/"):
            answer = client.get(whole)
            assert (answer["X-Robots-Tag"], answer["Referrer-Policy"]) == ("noindex, nofollow", "same-origin")


def test_a_revoked_link_leads_nowhere() -> None:
    deck = deck_of(person("owner"), Visibility.LINK)
    old = f"/d/{deck.link}/hands/"
    assert Client().get(old).status_code == 302
    services.renew_link(deck)
    assert "revoked" in page(Client(), old, 404)


def test_what_is_passed_on_can_be_opened_by_others() -> None:
    user = person("ana")
    deck, table = deck_of(user), day_one()
    own = address(f"/decks/{deck.id}/hands/", table)
    html = page(signed_in(user), own)
    assert "the deck is private" in html
    assert "data-copy-from" not in html
    services.share(deck, Visibility.LINK)
    html = page(signed_in(user), own)
    shared = re.search(r'value="http://testserver(/d/[^"]*)"', html)
    assert shared
    assert shown_hand(page(Client(), shared[1])) == names(table.hand)


def test_the_decks_page_leads_to_its_hands_by_the_way_one_came() -> None:
    deck = deck_of(person("ana"), Visibility.LINK)
    assert 'href="/decks/castille-starter/hands/"' in page(Client(), "/decks/castille-starter/")
    html = page(Client(), f"/d/{deck.link}/")
    assert f'href="/d/{deck.link}/hands/"' in html
    assert f"/decks/{deck.id}/hands/" not in html


# What can be done


def test_4_2_1_scheme_and_character_are_chosen_on_the_page() -> None:
    table = lay_out(CASTILLE, current_catalogue(), 42)
    html = page(Client(), address(PAGE, table))
    assert html.count('type="radio" name="scheme"') == html.count('type="radio" name="character"') == 5
    scheme, character = table.schemes[3], table.characters[2]
    after = pressed(PAGE, table, then="plan", scheme=scheme, character=character)
    assert (after.scheme, after.crew[1]) == (scheme, character)


def test_4_2_1_a_planner_can_choose_instead() -> None:
    table = lay_out(CASTILLE, current_catalogue(), 42)
    html = page(Client(), address(PAGE, table))
    for planner in ("in-order", "most-cards", "initiative", "chance"):
        after = table.do(plan_day(table, planner))
        assert f'href="{address(PAGE, after)}"' in html


def test_9_1_a_full_crew_makes_room_for_whoever_joins() -> None:
    decklist = STARTERS["ussura-starter"]
    table = deal_days(decklist, current_catalogue(), 1, days=4).do(Dusk())
    path = "/decks/ussura-starter/hands/"
    html = page(Client(), address(path, table))
    assert "The crew is full" in html
    assert html.count('name="sent"') == 5
    chosen = {"then": "plan", "scheme": table.schemes[0], "character": table.characters[0]}
    assert pressed(path, table, **chosen, sent=table.crew[2]).locker[-1] == table.crew[2]
    assert pressed(path, table, **chosen, sent="newcomer").crew == table.crew
    assert "The crew cap sends 1" in page(Client(), address(path, table, **chosen), 422)


def test_6_9_a_card_is_played_and_paid_for_with_marked_cards() -> None:
    table = day_one()
    card = next(code for code in table.playable if current_catalogue().card(code).cost == 1)
    pay = next(code for code in table.hand if code != card)
    html = page(Client(), address(PAGE, table, then=f"play {card}"))
    assert f"to pay for <b>{names((card,))[0]}</b>" in html
    assert html.count('name="mark"') == len(table.hand) - 1
    assert pressed(PAGE, table, then=f"play {card}", mark=pay).actions[-1] == Play(card, (pay,))
    assert pressed(PAGE, table, then=f"play {card}", mark=[card, pay]).actions[-1] == Play(card, (pay,))


def test_6_9_what_costs_nothing_is_played_at_once() -> None:
    table = day_one()
    card = next(code for code in table.playable if current_catalogue().card(code).cost == 0)
    assert pressed(PAGE, table, then=f"play {card}").actions[-1] == Play(card)


def test_6_9_a_wealth_card_says_that_it_pays_two_and_does() -> None:
    decklist = Decklist.of(CASTILLE.leader, (), {OPULENCE: 1, "01158": 3})
    assert worth(current_catalogue().card(OPULENCE)) == 2
    user = person("ana")
    deck = deck_of(user, Visibility.PUBLIC, decklist=decklist)
    table = day_one(decklist=decklist)
    path = f"{deck.get_absolute_url()}hands/"
    html = page(Client(), address(path, table))
    assert 'pays <span class="num">2</span>' in html
    assert "<dt>Wealth</dt><dd>5</dd>" in html
    after = pressed(path, table, then="spend", mark=[OPULENCE, "01158"])
    assert after.actions[-1] == Spend(3, (OPULENCE, "01158"))
    assert after.locker == (OPULENCE,)


def test_6_9_a_payment_that_is_not_right_is_refused_and_stays_marked() -> None:
    table = day_one()
    card = next(code for code in table.playable if current_catalogue().card(code).cost == 1)
    pay = [code for code in table.hand if code != card][:3]
    html = page(Client(), address(PAGE, table, then=f"play {card}", mark=pay), 422)
    assert "The cost is 1: one of the chosen cards is not needed (rule Q16)." in html
    assert len(re.findall(r'name="mark" value="\w+"[^>]* checked', html)) == 3


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"then": "spend"}, "Mark the cards to pay with first."),
        ({"then": "discard"}, "Mark the cards to discard first."),
        ({"then": "fight 01100", "mark": "01100"}, "Not in the hand: The Cat’s Glass (rule R2)."),
        ({"then": "discard", "mark": "nonsense"}, "Not in the hand: nonsense (rule 6.7)."),
        ({"then": "plan"}, "are already chosen (rule 4.2.1)."),
    ],
)
def test_what_the_rules_forbid_is_said_with_the_rule(more: dict[str, str], words: str) -> None:
    table = day_one()
    assert "01100" not in table.hand
    html = page(Client(), address(PAGE, table, **more), 422)
    assert words in html
    assert shown_hand(html) == names(table.hand)


def test_6_7_marked_cards_are_discarded_together() -> None:
    table = day_one()
    after = pressed(PAGE, table, then="discard", mark=list(table.hand[:2]))
    assert after.actions[-2:] == (Discard(table.hand[0]), Discard(table.hand[1]))


def test_4_5_2e_the_marked_cards_are_kept() -> None:
    table = day_one()
    after = pressed(PAGE, table, then="dusk", mark=list(table.hand[:3]))
    assert (after.day, after.hand) == (2, table.hand[:3])


def test_4_5_2e_nobody_discards_more_than_must_be() -> None:
    table = day_one()
    assert "Mark the cards to keep" in page(Client(), address(PAGE, table, then="dusk"))
    fewer = table.do(Discard(table.hand[0]))
    assert pressed(PAGE, fewer, then="dusk").hand == fewer.hand
    html = page(Client(), address(PAGE, table, then="dusk", mark=list(table.hand)), 422)
    assert "Keep at most 6 cards" in html
    for keeper in ("none", "cheapest", "dearest", "fighters"):
        assert f'href="{address(PAGE, table.do(keep_cards(table, keeper)))}"' in html


def test_r2_a_gamble_shows_two_and_takes_one() -> None:
    table = day_one()
    assert f'href="{address(PAGE, table.do(Gamble()))}"' in page(Client(), address(PAGE, table))
    gambled = table.do(Gamble())
    html = page(Client(), address(PAGE, gambled))
    for code in gambled.revealed:
        assert f'href="{address(PAGE, gambled.do(Take(code)))}"' in html
    assert 'name="then"' not in html
    taken = gambled.do(Take(gambled.revealed[0])).do(Fight(table.hand[0]))
    html = page(Client(), address(PAGE, taken))
    assert 'Dueling line <span class="num soft">2</span>' in html
    assert "End the duel" in html


def test_1_9_the_page_tells_when_the_deck_was_reshuffled() -> None:
    table = deal_days(CASTILLE, current_catalogue(), 1).do(Draw(20))
    html = page(Client(), address(PAGE, table))
    assert "the discard pile was shuffled into a new one" in html
    assert 'reshuffled <span class="num">1</span> time.' in html


def test_new_hands_keep_the_plan_of_day_one(client: Client) -> None:
    table = deal_days(CASTILLE, current_catalogue(), 9, days=3)
    html = page(client, address(PAGE, table))
    new = re.search(r'href="([^"]+)" hx-boost="true" data-key="n"', html)
    assert new
    after = table_at(client.get(new[1])["Location"], CASTILLE)
    assert after.actions == table.actions[:1]
    assert after.seed != table.seed


def test_undo_goes_back_one_action_and_history_to_any(client: Client) -> None:
    table = deal_days(CASTILLE, current_catalogue(), 9, days=2).do(Gamble())
    html = page(client, address(PAGE, table))
    undo = re.search(r'href="([^"]+)" hx-boost="true" data-key="u"', html)
    assert undo
    assert table_at(undo[1], CASTILLE).actions == table.actions[:-1]
    steps = list(story(table))
    assert [step.length for step in steps] == [1, 2, 3, 4]
    for step in steps:
        assert step.words in html
        back = replay(CASTILLE, current_catalogue(), 9, table.actions[: step.length])
        assert f'href="{address(PAGE, back)}"' in html
    assert 'data-key="u"' not in page(client, address(PAGE, lay_out(CASTILLE, current_catalogue(), 9)))


def test_the_history_tells_every_kind_of_action_by_name() -> None:
    decklist = Decklist.of(CASTILLE.leader, CASTILLE.approach, {OPULENCE: 2, "01158": 2, "01109": 2, "01157": 2})
    table = deal_days(decklist, current_catalogue(), 3, days=1)
    first, second = table.hand[:2]
    table = table.do(Discard(first)).do(Fight(second)).do(Draw(1)).do(Gamble())
    table = table.do(Take(table.revealed[0]))
    words = [step.words for step in story(table)]
    assert words[0].endswith("7 cards drawn.")
    assert words[1] == f"{names((first,))[0]} discarded."
    assert words[2] == f"Fought with {names((second,))[0]}."
    assert words[3].startswith("Drawn for an effect: ")
    assert "revealed" in words[4]
    assert " taken" in words[5]


def test_four_days_and_the_last_are_told_apart_and_the_end_is_the_end(client: Client) -> None:
    table = deal_days(CASTILLE, current_catalogue(), 2, keeper="dearest")
    assert "End the last Day" in page(client, address(PAGE, table))
    over = table.do(keep_cards(table, "dearest"))
    html = page(client, address(PAGE, over))
    assert "The fifth Day is over" in html
    assert 'name="then"' not in html


# Lengths


def test_a_game_that_outgrows_its_link_is_not_offered(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = day_one()
    link = address(PAGE, table)
    monkeypatch.setattr(addresses, "MAX_ADDRESS_LENGTH", len(link))
    html = page(client, link)
    assert 'data-key="g"' not in html
    assert "as long as a link can be" in page(client, address(PAGE, table, then="dusk", mark=table.hand[0]), 422)
    monkeypatch.setattr(addresses, "MAX_ADDRESS_LENGTH", len(link) - 1)
    assert "as long as a link can be" in page(client, link, 400)
    assert "as long as a link can be" in page(client, link.replace("v=1&", ""), 400)


def test_a_game_of_as_many_actions_as_there_may_be_is_still_shown(client: Client) -> None:
    table = day_one()
    while len(table.actions) < MAX_ACTIONS:
        table = table.do(Draw(1))
    html = page(client, address(PAGE, table))
    assert 'data-key="w"' not in html
    assert f"at most {MAX_ACTIONS} actions" in page(client, address(PAGE, table, then="dusk", mark=table.hand[0]), 422)


# Lists that are not ready


@pytest.mark.parametrize(
    ("decklist", "words"),
    [
        (Decklist.of(None, (), {"01100": 1}), ["The list has no leader"]),
        (Decklist.of(CASTILLE.leader, CASTILLE.approach, {}), ["there is nothing to draw"]),
        (Decklist.of(None, (), {}), ["The list has no leader", "there is nothing to draw"]),
    ],
)
def test_a_deck_without_hands_says_what_is_missing(decklist: Decklist, words: list[str]) -> None:
    user = person("ana")
    deck = deck_of(user, decklist=decklist)
    html = page(signed_in(user), f"{deck.get_absolute_url()}hands/")
    assert "No hand to draw yet" in html
    assert all(each in html for each in words)
    assert f"{deck.get_absolute_url()}build/" in html


def test_a_deck_that_is_not_legal_is_dealt_and_says_so() -> None:
    deck = deck_of(person("ana"), Visibility.PUBLIC, decklist=without(CASTILLE, "01104"))
    client = Client()
    html = page(client, client.get(f"{deck.get_absolute_url()}hands/")["Location"])
    assert "You can still test its hands" in html
    assert "has 38 cards and needs at least 40" in html
    assert "You can still test its hands" not in page(client, address(PAGE, day_one()))


def test_a_deck_that_was_never_saved_has_no_hands() -> None:
    user = person("ana")
    deck = Deck.objects.create(name="Bare", owner=user)
    assert "No hand to draw yet" in page(signed_in(user), f"/decks/{deck.id}/hands/")


# Any list


def test_the_choice_shows_starters_and_ones_own_decks() -> None:
    user = person("ana")
    mine, other = deck_of(user, name="Mine alone"), deck_of(person("ben"), name="Not mine")
    html = page(signed_in(user), "/hands/")
    assert f'href="/decks/{mine.id}/hands/"' in html
    assert other.name not in html
    assert html.count("-starter/hands/") == 5
    assert "Mine alone" not in page(Client(), "/hands/")


@pytest.mark.parametrize("kind", ["text", "markdown", "json", "bga", "csv"])
def test_a_pasted_list_is_dealt_from_its_link(client: Client, kind: str) -> None:
    text = render(NamedDeck("Cats", CASTILLE), kind, current_catalogue()).content.decode()
    answer = client.post("/hands/", {"text": text})
    assert (answer.status_code, answer["Location"]) == (303, f"/hands/?list={write_list(CASTILLE)}")
    begun = Client().get(answer["Location"])
    html = page(Client(), begun["Location"])
    assert shown_hand(html) == names(table_at(begun["Location"], CASTILLE).hand)
    assert begun["Location"] in html
    assert Deck.objects.filter(starter=False).count() == 0


def test_lines_that_are_not_clear_are_told_before_anything_is_dealt(client: Client) -> None:
    html = unescape(
        client.post("/hands/", {"text": "Leader: Soline el Gato\n2x Sabr\n1 Frobnicate\n"}).content.decode()
    )
    assert "We weren’t sure about some lines" in html
    assert "“2x Sabr”: read as " in html
    assert "“1 Frobnicate”: left out" in html
    assert 'href="/hands/?list=01089..' in html


@pytest.mark.parametrize(("text", "status"), [("", 400), ("{", 400), ("x" * 2_000_000, 413)])
def test_a_text_that_is_no_list_is_refused_beside_the_field(client: Client, text: str, status: int) -> None:
    answer = client.post("/hands/", {"text": text})
    assert answer.status_code == status
    assert 'aria-invalid="true"' in answer.content.decode()


def test_a_list_too_long_for_a_link_is_refused(client: Client) -> None:
    faction = [card for card in current_catalogue() if card.deck == "faction"][:200]
    text = "\n".join(["Leader: Soline el Gato", *(f"1x {card.name}" for card in faction)])
    answer = client.post("/hands/", {"text": text})
    assert answer.status_code == 400
    assert "a link has room for" in answer.content.decode()


@pytest.mark.parametrize("text", ["x", "..", "01089.01091.01100~0", "01089..01100-01100", "a" * 2000])
def test_a_link_that_holds_no_list_is_refused(client: Client, text: str) -> None:
    if text == "..":
        assert "The list has no leader" in page(client, f"/hands/?list={text}")
    else:
        assert "We couldn’t read this link" in page(client, f"/hands/?list={text}", 400)


def test_pasting_needs_the_forms_token() -> None:
    assert Client(enforce_csrf_checks=True).post("/hands/", {"text": "1x Amour"}).status_code == 403


# The builder's drawer


def test_the_builder_has_a_drawer_that_is_a_link_without_scripts() -> None:
    user = person("ana")
    deck = deck_of(user)
    html = page(signed_in(user), f"{deck.get_absolute_url()}build/")
    assert f'id="drawer-tab" href="/decks/{deck.id}/hands/"' in html


def test_the_drawer_gets_a_hand_of_the_deck_as_it_is_saved() -> None:
    user = person("ana")
    deck, client = deck_of(user), signed_in(user)
    path = f"/decks/{deck.id}/hands/"
    first = client.get(path, headers={"X-Live": "hand"}).content.decode()
    assert first.count("<picture>") == 7
    assert "<html" not in first
    on = re.search(r'href="(/decks/[^"]+seed=[^"]+)"', unescape(first))
    assert on
    assert shown_hand(page(client, on[1])) == names(table_at(on[1], CASTILLE).hand)
    save(deck, Decklist.of(CASTILLE.leader, (), {"01100": 1, "01101": 1}))
    assert client.get(path, headers={"X-Live": "hand"}).content.decode().count("<picture>") == 2
    save(deck, Decklist.of(CASTILLE.leader, (), {}))
    assert "No hand to draw yet" in client.get(path, headers={"X-Live": "hand"}).content.decode()


# Quickness


def queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def test_a_long_game_asks_the_database_no_more_than_a_short_one() -> None:
    short = address(PAGE, lay_out(CASTILLE, current_catalogue(), 1))
    long = deal_days(CASTILLE, current_catalogue(), 1, keeper="dearest").do(Draw(20))
    assert queries(Client(), short) == queries(Client(), address(PAGE, long)) <= 2
    user = person("ana")
    deck = deck_of(user)
    save(deck, without(CASTILLE, "01104"))
    old = queries(signed_in(user), address(f"/decks/{deck.id}/hands/", day_one()))
    new = queries(signed_in(user), address(f"/decks/{deck.id}/hands/", day_one(), v=2).replace("v=1&", ""))
    assert (old, new) <= (5, 4)


def test_the_choice_asks_the_database_no_more_for_more_decks() -> None:
    user = person("ana")
    deck_of(user)
    client = signed_in(user)
    few = queries(client, "/hands/")
    for number in range(4):
        deck_of(user, name=f"Deck {number}")
    assert queries(client, "/hands/") == few <= 5


# Every button


class Offered(HTMLParser):
    """The links of the hand tester's own part of the page, and its form."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.links: list[str] = []
        self.fields: list[tuple[str, str]] = []
        self.marks: list[str] = []
        self.choices: dict[str, list[str]] = {}
        self.buttons: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.inside = self.inside or found.get("id") == "game"
        if tag == "a" and found["href"].startswith(f"{self.path}?"):
            self.links.append(found["href"])
        if not self.inside:
            return
        name, value = found.get("name", ""), found.get("value", "")
        if found.get("type") == "hidden":
            self.fields.append((name, value))
        elif found.get("type") == "checkbox":
            self.marks.append(value)
        elif found.get("type") == "radio":
            self.choices.setdefault(name, []).append(value)
        elif tag == "button":
            self.buttons.append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


def followed(answer: HttpResponse, client: Client) -> HttpResponse:
    while answer.status_code == 302:
        answer = client.get(answer["Location"])
    return answer


@settings(max_examples=25)
@given(st.sampled_from(sorted(STARTERS)), st.integers(0, 10**6), st.data())
def test_every_link_and_button_leads_on(code: str, seed: int, data: st.DataObject) -> None:
    # A seed by chance would be chance that Hypothesis knows nothing of.
    with patch.object(game, "fresh_seed", return_value=seed + 1):
        wander(Client(), f"/decks/{code}/hands/", seed, data)


def wander(client: Client, path: str, seed: int, data: st.DataObject) -> None:
    answer = followed(client.get(f"{path}?v=1&seed={seed}"), client)
    for _ in range(data.draw(st.integers(1, 14))):
        offered = Offered(path)
        offered.feed(answer.content.decode())
        assert offered.links
        if offered.buttons and data.draw(st.booleans()):
            marks = (
                data.draw(st.lists(st.sampled_from(range(len(offered.marks))), unique=True)) if offered.marks else []
            )
            form = [*offered.fields, *(("mark", offered.marks[place]) for place in marks)]
            form += [(name, data.draw(st.sampled_from(values))) for name, values in offered.choices.items()]
            form.append(("then", data.draw(st.sampled_from(offered.buttons))))
            answer = followed(client.get(f"{path}?{urlencode(form)}"), client)
            assert answer.status_code in (200, 422), form
            assert answer.status_code == 200 or "You can’t do that" in answer.content.decode()
        else:
            link = data.draw(st.sampled_from(offered.links))
            answer = followed(client.get(link), client)
            assert answer.status_code == 200, link
