"""The pages of recorded games: whoever has the address may watch, and sees no more than those eyes may."""

import re
from dataclasses import replace
from html import unescape

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from cards.store import current_catalogue
from decks.decklist import Decklist
from decks.models import Visibility
from fivesails_site.accounts.handover import hand_over
from rules.five_sails import Kind, View, from_text
from rules.five_sails.game import IMPLEMENTED
from rules.five_sails.state.log import as_seen
from rules.five_sails.state.table import Book
from rules.five_sails.text.prompts import prompt
from rules.five_sails.text.sentences import choice_text, say_duration
from rules.games import services
from rules.games.models import GameRecord
from rules.games.replays import bots
from rules.games.replays.board import Painter
from rules.games.replays.replay import Replay, current_book
from rules.games.replays.transcript import transcript
from rules.games.replays.viewers import Viewer, say_made
from rules.games.rules_version import rules_version
from tests.decks.factories import deck_of, person, signed_in
from tests.rules.games.games import notation
from web import rate_limits
from web.ownership import Visitor

pytestmark = pytest.mark.django_db

BOTS = {"deck_a": "castille-starter", "deck_b": "eisen-starter", "bot_a": "heuristic", "bot_b": "random", "seed": "7"}
BUDGET = 120_000


def recorded(text: str, visitor: Visitor | None = None) -> GameRecord:
    return services.paste(visitor or Visitor(), "", text, current_catalogue())


def page(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, response.content[:2000]
    return unescape(response.content.decode())


# Recording.


def test_bots_play_a_game_that_is_kept_and_shown():
    client = Client()
    response = client.post("/games/", BOTS)
    assert response.status_code == 303
    game = GameRecord.objects.get()
    assert response["Location"] == f"/games/{game.id}/"
    assert game.names == ["Castille Starter", "Eisen Starter"]
    assert game.ending.startswith(("Player ", "A draw"))
    assert "step 0 of" in re.sub(r"<[^>]+>", "", page(client, response["Location"]))
    assert game.ending in page(client, "/games/")


def test_the_same_question_plays_the_same_game():
    client = Client()
    for _ in range(2):
        client.post("/games/", BOTS)
    client.post("/games/", {**BOTS, "seed": "eight"})
    one, two, other = GameRecord.objects.order_by("created_at").values_list("notation", flat=True)
    assert one == two != other


def test_a_pasted_game_is_kept_as_it_was_played():
    text = notation(2, 3)
    response = Client().post("/games/", {"text": text.replace("\n", "\r\n  "), "paste": "1"})
    assert response.status_code == 303
    assert GameRecord.objects.get().notation == text


def test_a_game_comes_back_from_its_own_notation():
    game = recorded(notation(0, 1))
    response = Client().get(f"/games/{game.id}/notation.txt")
    assert response["Content-Type"].startswith("text/plain")
    assert recorded(response.content.decode()).notation == game.notation


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Paste the notation of a game first"),
        ("once upon a time", "starts with five-sails/1"),
        (notation(0, 1).replace(" ", " mA0>f ", 5), "line 1"),
        (re.sub(r"\n(p\S+)", r"\n\1 mA0>f", notation(0, 1), count=1), "choice 2, mA0>f"),
    ],
)
def test_a_bad_notation_is_refused_with_what_is_wrong_and_nothing_is_lost(text, words):
    response = Client().post("/games/", {"text": text, "paste": "1"})
    assert response.status_code == 400
    html = unescape(response.content.decode())
    assert words in html
    assert text in html
    assert not GameRecord.objects.exists()


def test_the_rule_that_forbids_a_choice_is_linked():
    text = re.sub(r"\n(p\S+)", r"\n\1 mA0>f", notation(0, 1), count=1)
    response = Client().post("/games/", {"text": text, "paste": "1"})
    assert 'href="/rules/4.2.1/"' in response.content.decode()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"deck_a": "nobody-s"}, "There is no such deck"),
        ({"bot_b": "grandmaster"}, "There is no bot “grandmaster”"),
        ({"seed": " "}, "a seed needs at least one letter or digit"),
    ],
)
def test_a_bad_question_is_refused_beside_its_field(changed, words):
    response = Client().post("/games/", {**BOTS, **changed})
    assert response.status_code == 400
    html = unescape(response.content.decode())
    assert words in html
    assert 'aria-invalid="true"' in html
    assert not GameRecord.objects.exists()


def test_a_deck_without_a_leader_is_refused_in_words():
    user = person("ana")
    deck = deck_of(user, decklist=Decklist.of(None, (), {}))
    response = signed_in(user).post("/games/", {**BOTS, "deck_a": deck.id})
    assert response.status_code == 400
    assert "has no leader" in bare(response.content.decode())


def test_bots_that_think_too_long_are_stopped(monkeypatch):
    play_out = bots.play_out_in_time
    monkeypatch.setattr(services, "play_out_in_time", lambda game, players, seconds: play_out(game, players, 0.0))
    response = Client().post("/games/", BOTS)
    assert response.status_code == 400
    assert "The bots took too long" in response.content.decode()
    assert not GameRecord.objects.exists()


def test_bots_play_one_game_at_a_time_in_a_process(monkeypatch):
    refused = []

    def ask_meanwhile(game, players, seconds):
        refused.append(Client().post("/games/", {**BOTS, "seed": "another"}))
        return bots.play_out_in_time(game, players, seconds)

    monkeypatch.setattr(services, "play_out_in_time", ask_meanwhile)
    client = Client()
    assert client.post("/games/", BOTS).status_code == 303
    assert (refused[0].status_code, refused[0]["Retry-After"]) == (503, "2")
    html = refused[0].content.decode()
    assert "The bots are busy with another game" in html
    assert 'value="another"' in html
    assert not refused[0].cookies.get("sessionid")
    assert GameRecord.objects.count() == 1


def test_nobody_fills_the_shelves(monkeypatch):
    monkeypatch.setattr(rate_limits, "GAMES", rate_limits.Limit("games", "games", 2, 86_400))
    client = Client()
    assert [client.post("/games/", BOTS).status_code for _ in range(3)] == [303, 303, 429]
    assert client.post("/games/", BOTS)["Retry-After"]
    assert GameRecord.objects.count() == 2


def test_the_oldest_games_give_way(monkeypatch):
    monkeypatch.setattr(services, "MAX_KEPT", 2)
    user = person("ana")
    made = [recorded(notation(0, 1), Visitor(user)).id for _ in range(3)]
    assert set(GameRecord.objects.values_list("id", flat=True)) == set(made[1:])


# Permissions.


def test_a_private_deck_plays_for_its_owner_alone():
    owner = person("ana")
    deck = deck_of(owner, Visibility.PRIVATE)
    assert signed_in(owner).post("/games/", {**BOTS, "deck_a": deck.id}).status_code == 303
    assert signed_in(person("ben")).post("/games/", {**BOTS, "deck_a": deck.id}).status_code == 400
    assert Client().post("/games/", {**BOTS, "deck_a": deck.id}).status_code == 400


def test_whoever_has_the_address_may_watch_and_nobody_else_finds_it():
    owner = person("ana")
    game = recorded(notation(0, 1), Visitor(owner))
    path = game.get_absolute_url()
    response = Client().get(path)
    assert response.status_code == 200
    assert response["Cache-Control"] == "private, no-cache"
    assert response["X-Robots-Tag"] == "noindex, nofollow"
    assert path in page(signed_in(owner), "/games/")
    assert path not in page(signed_in(person("ben")), "/games/")
    assert path not in page(Client(), "/games/")


def test_only_who_recorded_a_game_deletes_it():
    owner = person("ana")
    game = recorded(notation(0, 1), Visitor(owner))
    path = f"{game.get_absolute_url()}delete/"
    assert path not in page(Client(), game.get_absolute_url())
    assert Client().post(path).status_code == 403
    assert signed_in(person("ben")).post(path).status_code == 403
    assert path in page(signed_in(owner), game.get_absolute_url())
    assert signed_in(owner).get(path).status_code == 405
    assert signed_in(owner).post(path).status_code == 303
    assert not GameRecord.objects.exists()


def test_a_browser_deletes_its_own_games_and_no_others():
    mine, other = Client(), Client()
    mine.post("/games/", BOTS)
    path = f"{GameRecord.objects.get().get_absolute_url()}delete/"
    assert other.post(path).status_code == 403
    assert mine.post(path).status_code == 303


def test_a_game_of_nobody_is_deleted_by_nobody():
    game = recorded(notation(0, 1))
    assert Client().post(f"{game.get_absolute_url()}delete/").status_code == 403


# Watching.


@pytest.mark.parametrize("tail", ["?step=-1", "?step=99999", "?step=two", "?as=3", "?as=nobody", "?step="])
def test_a_step_or_viewer_that_is_not_there_is_refused_in_words(tail):
    game = recorded(notation(0, 1))
    html = page(Client(), f"{game.get_absolute_url()}{tail}", 400)
    assert "This game has the steps 0 to" in html or "There is no viewer" in html


def test_no_such_game():
    assert "There is no such game" in page(Client(), "/games/nothing/", 404)


def broken(*, version: str) -> GameRecord:
    """A recorded game that ends elsewhere now."""
    game = recorded(notation(0, 1))
    game.notation = "\n".join([*game.notation.splitlines()[:-1], "; 0123456789abcdef"])
    game.rules_version = version
    game.save()
    return game


@pytest.mark.parametrize("version", ["", "0123456789abcdef"])
def test_a_game_of_other_rules_says_so_and_is_still_told(version):
    game = broken(version=version)
    html = unescape(page(Client(), game.get_absolute_url(), 409))
    assert "can no longer be replayed" in html
    assert "recorded with an earlier version of the rules" in html
    assert "notation.txt" in html
    assert game.notation.splitlines()[-2] in html
    assert game.ending in html
    replay = Replay(from_text(recorded(notation(0, 1)).notation), current_book(current_catalogue()))
    said = [say_made(replay.last.table, made, Viewer(None)) for made in replay.made]
    shown = re.findall(r"<li>(.*?)</li>", html[html.index('id="choices"') :])
    assert len(shown) == len(said)
    for line, words, made in zip(shown, said, replay.made, strict=True):
        assert words[1:] in line
        assert f"letter-{'AB'[made.player]}" in line


def test_a_game_of_the_present_rules_that_breaks_is_called_our_mistake():
    game = broken(version=rules_version(current_catalogue()))
    html = page(Client(), game.get_absolute_url(), 409)
    assert "a bug on our side" in html
    assert "earlier version" not in html


def test_a_new_recording_keeps_the_version_of_its_rules():
    assert recorded(notation(0, 1)).rules_version == rules_version(current_catalogue())


def test_choices_that_cannot_be_said_are_shown_as_they_were_written():
    kept = from_text(notation(0, 1))
    gone = replace(kept, choices=(*kept.choices[:3], "mA999>f", *kept.choices[4:]))
    book = current_book(current_catalogue())
    lines = transcript(gone, book)
    assert [line.notation for line in lines] == list(gone.choices)
    assert [bool(line.words) for line in lines[:5]] == [True, True, True, False, True]
    assert [bool(line.letter) for line in lines[:5]] == [True, True, True, False, False]
    unknown = replace(kept, decks=(Decklist.of("99999", (), {}), *kept.decks[1:]))
    assert not any(line.words for line in transcript(unknown, book))


def test_a_game_whose_cards_have_changed_is_shown_as_text_never_broken(monkeypatch):
    """Each card's ability is taken away in turn: the game replays to the same end, or says kindly that it does not."""
    game, catalogue = recorded(notation(0, 1)), current_catalogue()
    codes = sorted({code for deck in from_text(game.notation).decks for code in dict(deck.faction)})
    statuses = set()
    for code in codes:
        changed = Book(catalogue, {each: implemented for each, implemented in IMPLEMENTED.items() if each != code})
        monkeypatch.setattr("rules.games.pages.replay.current_book", lambda _, changed=changed: changed)
        answer = Client().get(game.get_absolute_url())
        statuses.add(answer.status_code)
        if answer.status_code == 409:
            assert game.notation.splitlines()[-2] in unescape(answer.content.decode())
            assert game.ending in unescape(answer.content.decode())
    assert 409 in statuses
    assert statuses <= {200, 409}


def known_codes(view: View) -> set[str]:
    """The codes of every card that a view names."""
    cards = [*view.city_discard, *view.city_locker, *(card for place in view.places for card in place.lying)]
    for side in view.players:
        cards += [*side.discard, *side.locker, *side.announced, *(side.hand or ()), *(side.approach or ())]
        cards += [*(side.planned or ()), *([side.scheme] if side.scheme else ()), *side.crew]
        cards += [worn for each in side.crew for worn, _ in each.gear]
    if view.duel:
        cards += [*view.duel.lines[0], *view.duel.lines[1], *view.duel.revealed]
    return {card.code for card in cards}


@pytest.mark.parametrize("decks", [(0, 1), (4, 2), (1, 2, 3)])
def test_every_step_shows_what_those_eyes_may_see_and_no_hidden_card(decks):
    """A hidden card is one that the view does not name and no sentence of the log has told (1.2)."""
    game, client, catalogue = recorded(notation(*decks)), Client(), current_catalogue()
    replay = Replay(from_text(game.notation), current_book(catalogue))
    table, checked = replay.last.table, 0
    for step in range(replay.steps + 1):
        now = replay.at(step)
        for viewer in range(len(decks)):
            # The first game through everybody's eyes; in the others the players take turns.
            if decks != (0, 1) and step % (2 * len(decks)) != viewer:
                continue
            view = now.view(viewer)
            told = {each.card for each in as_seen(now.state, now.log, viewer)}
            told |= {each.other for each in now.log if each.other < len(table.definitions)}
            seen = known_codes(view) | {table.definitions[card].code for card in told if card >= 0}
            seen |= {table.definitions[leader].code for leader in table.leaders}
            names = {catalogue.card(code).name for code in seen}
            html = page(client, f"{game.get_absolute_url()}?step={step}&as={viewer + 1}")
            for player, side in enumerate(view.players):
                for card in side.hand or ():
                    assert f"/cards/{card.code}/" in html
                if player == viewer:
                    continue
                cards = (*table.approach[player], *table.faction[player])
                for definition in {table.definitions[card] for card in cards}:
                    if definition.code not in seen and catalogue.card(definition.code).name not in names:
                        checked += 1
                        assert f"/{definition.code}" not in html
                        assert definition.name not in html
    assert checked > 500


@pytest.mark.parametrize("decks", [(0, 1), (3, 0, 1, 4)])
def test_who_sees_everything_sees_every_hand(decks):
    game, client = recorded(notation(*decks)), Client()
    replay = Replay(from_text(game.notation), current_book(current_catalogue()))
    for step in range(0, replay.steps + 1, 3 * len(decks) - 5):
        html = page(client, f"{game.get_absolute_url()}?step={step}&as=all")
        now = replay.at(step)
        for player in range(len(decks)):
            for card in now.view(player).players[player].hand:
                assert f"/cards/{card.code}/" in html


def test_a_step_tells_day_phase_choice_and_who_is_next():
    game = recorded(notation(0, 1))
    html = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page(Client(), f"{game.get_absolute_url()}?step=1&as=2")))
    assert "Day 1 Planning step 1 of" in html
    assert "Plan a card" in html
    assert "Player A to choose." in html
    assert "Only that player can see the options." in html


def test_links_lead_to_the_next_step_day_and_duel():
    game, client = recorded(notation(0, 1)), Client()
    replay = Replay(from_text(game.notation), current_book(current_catalogue()))
    html = page(client, f"{game.get_absolute_url()}?step=5&as=1")
    targets = dict(re.findall(r'href="[^"]*\?step=(\d+)&as=1" hx-boost="true" data-key="(\w+)"', html))
    by_key = {key: int(step) for step, key in targets.items()}
    assert by_key == {
        "Home": 0,
        "ArrowLeft": 4,
        "ArrowRight": 6,
        "End": replay.steps,
        "d": replay.days[1][1],
        "x": replay.duels[0],
    }
    last = page(client, f"{game.get_absolute_url()}?step={replay.steps}&as=1")
    assert 'data-key="ArrowRight"' not in last
    assert game.ending in last


def test_a_duel_shows_both_pools():
    game, client = recorded(notation(0, 1)), Client()
    replay = Replay(from_text(game.notation), current_book(current_catalogue()))
    fought = 0
    for step, mark in enumerate(replay.marks):
        duel = replay.at(step).view(None).duel
        if mark.dueling and duel and duel.accepted:
            html = page(client, f"{game.get_absolute_url()}?step={step}&as=all")
            pools = re.findall(r'class="pool[^"]*"><b class="num">(\d+)', html)
            assert [int(pool) for pool in pools] == list(duel.threat)
            fought += any(duel.threat)
    assert fought


def test_pages_ask_the_database_no_more_late_in_a_game_than_at_its_start():
    game, client = recorded(notation(0, 1)), Client()
    page(client, game.get_absolute_url())
    counts = []
    for step in (0, 40, game.choices):
        with CaptureQueriesContext(connection) as asked:
            html = page(client, f"{game.get_absolute_url()}?step={step}")
        counts.append(len(asked))
        assert len(html.encode()) < BUDGET
    assert len(set(counts)) == 1
    assert counts[0] <= 4


def test_the_list_of_games_asks_no_more_for_many_than_for_one():
    user = person("ana")
    client, counts = signed_in(user), []
    for _ in range(2):
        for _ in range(3):
            recorded(notation(0, 1), Visitor(user))
        with CaptureQueriesContext(connection) as asked:
            page(client, "/games/")
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_what_a_browser_recorded_becomes_its_users():
    client, user = Client(), person("ana")
    client.post("/games/", BOTS)
    request = RequestFactory().get("/")
    request.session = client.session
    hand_over(None, request=request, user=user)
    assert GameRecord.objects.get().owner == user
    assert not GameRecord.objects.get().browser


# Abilities: what is asked, what was used, what goes on.


def bare(html: str) -> str:
    """The page's words without what only a pointer brings up."""
    return " ".join(re.sub(r"<[^>]+>", "", re.sub(r'<span role="tooltip".*?</span>', "", html)).split())


def test_a_step_says_what_is_asked_by_which_ability_and_what_was_used_and_what_lasts(client):
    game = recorded(notation(0, 1, seed=3))
    replay = Replay(from_text(game.notation), current_book(current_catalogue()))
    states = [replay.at(step).state for step in range(replay.steps)]
    asking = next(step for step, state in enumerate(states) if prompt(state).text)
    asked, chooser = prompt(states[asking]), states[asking].chooser
    shown = bare(page(client, f"{game.get_absolute_url()}?step={asking}&as={chooser + 1}"))
    assert asked.words in shown
    assert asked.text in shown
    assert asked.words not in bare(page(client, f"{game.get_absolute_url()}?step={asking}&as={2 - chooser}"))
    used = next(step for step, made in enumerate(replay.made, 1) if made.choice.kind is Kind.USE)
    choice = replay.made[used - 1].choice
    markup = page(client, f"{game.get_absolute_url()}?step={used}")
    assert choice_text(replay.last.table, choice) in bare(markup)
    heading = re.search(r'<h2 id="now">(.*?)</h2>', markup)
    assert heading
    assert choice_text(replay.last.table, choice) not in bare(heading[1])
    lasting = next(step for step, state in enumerate(states) if state.lasting)
    effect = replay.at(lasting).view(None).lasting[0]
    shown = bare(page(client, f"{game.get_absolute_url()}?step={lasting}"))
    name = current_catalogue().card(replay.last.table.definitions[effect.source].code).name
    assert "Lasting effects" in shown
    assert f"{'AB'[effect.player]} {name}, {say_duration(effect.until)}" in shown


def test_renown_on_a_card_lies_on_it():
    game = recorded(notation(0, 1, seed=3))
    replay = Replay(from_text(game.notation), current_book(current_catalogue()))
    now = replay.at(1)
    place, lying = next((place, cards[0]) for place, cards in enumerate(now.state.city_cards) if cards)
    now.state.notes[lying, "renown"] = 2
    board = Painter(now.table, current_catalogue(), game.names, []).board(now, Viewer(None))
    found = [each for location in board.places for each in location.lying if each[1]]
    assert [(card.code, renown) for card, renown in found] == [(now.table.definitions[lying].code, 2)], place
    strip = {"card": found[0][0], "renown": 2, "note": "Event"}
    assert "2 Renown on it" in bare(render_to_string("rules/games/parts/strip.html", strip))
