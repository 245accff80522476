"""The duel table's page: everything is in the address, and what is wrong is said beside its field."""

import re
from html import unescape
from urllib.parse import unquote_plus, urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules.games.duels import simulation
from rules.games.services import BOT_SLOTS
from web import rate_limits

pytestmark = pytest.mark.django_db

BUDGET = 120_000


def page(status: int = 200, **asked: str) -> str:
    response = Client().get(f"/duels/?{urlencode(asked)}")
    assert response.status_code == status, response.content[:2000]
    assert len(response.content) < BUDGET
    return unescape(response.content.decode())


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_empty_form_offers_two_leaders():
    html = page()
    assert 'value="Soline el Gato, Prince of Thieves"' in html
    assert "duel-report" not in html


def test_a_simulation_states_how_many_duels_with_which_error(monkeypatch):
    monkeypatch.setattr(simulation, "MAX_SECONDS", 60)
    html = page(
        do="simulate", duels="50", a="Maya de La Rioja", b="Kaspar Dietrich, Old Iron", a_gear1="Throwing Knife"
    )
    text = words(html)
    assert "50 duels" in text
    assert "95 % interval" in text
    assert text.count("±") >= 8
    assert html.count('<svg class="chart"') == 2
    assert html.count('<table class="tablet num"') == 2
    assert 'value="Throwing Knife"' in html


def test_the_same_address_says_the_same():
    one, two = (page(do="simulate", duels="50", seed="9", a_by="random", b_by="random") for _ in range(2))
    assert words(one) == words(two)


def test_simulating_is_limited_and_looking_is_not(monkeypatch):
    monkeypatch.setattr(rate_limits, "DUELS", rate_limits.Limit("duels", "simulations of duels", 2, 60))
    answers = [Client().get("/duels/?do=simulate&duels=50&a_by=random&b_by=random") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0
    page()


def test_duels_that_take_too_long_are_refused(monkeypatch):
    monkeypatch.setattr(simulation, "MAX_SECONDS", 0)
    assert "Ask for fewer" in words(page(400, do="simulate", duels="500"))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"a": "nobody at all"}, "No character is called “nobody at all”"),
        ({"a": ""}, "Name a character"),
        ({"b": "ma"}, "could be"),
        ({"a_gear2": "Kaspar Dietrich"}, "No attachment is called"),
        ({"b_hand": "2 Not Today\nExcalibur"}, "No card of a faction deck is called “Excalibur”"),
        ({"b_hand": "13 Not Today"}, "at most 12 cards"),
        ({"a_dealt": "lots"}, "Deal from 0 to 12 cards"),
        ({"a_deck": "pirates"}, "There is no starter deck “pirates”"),
        ({"b_by": "god"}, "There is no player “god”"),
        ({"stat": "charm"}, "not “charm”"),
        ({"first": "c"}, "Choose side a or side b"),
        ({"seed": ""}, "a seed needs"),
        ({"duels": "1000000"}, "Choose one of 50, 200, 500 duels"),
        ({"a": "Penya"}, "(rule 6.19)"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_lost(asked, said):
    html = page(400, do="simulate", **asked)
    assert said in words(html).replace("( rule", "(rule").replace("6.19 )", "6.19)")
    for value in asked.values():
        assert not value or value.splitlines()[0] in html or value in ("charm", "c", "pirates", "god", "1000000")


@pytest.mark.parametrize("asked", [{"do": "dance"}, {"do": "play", "moves": "m"}, {"do": "play", "moves": "+ +"}])
def test_an_address_that_means_nothing_is_refused_in_words(asked):
    assert "Traceback" not in page(400, **asked)


def test_a_duel_is_played_by_following_links_and_taken_back():
    client = Client()
    path, followed = "/duels/?do=play&first=b&b_by=random", []
    for _ in range(40):
        html = unescape(client.get(path).content.decode())
        links = re.findall(r'<li><a class="btn" href="([^"#]+)#duel" rel="nofollow">', html)
        if not links:
            break
        followed.append(path)
        path = links[0]
    assert "The duel is over" in html
    undo = re.search(r'href="([^"#]+)#duel" rel="nofollow"><svg[^>]*>.*?</svg>Undo', html)[1]
    assert words(unescape(client.get(undo).content.decode())) == words(
        unescape(client.get(followed[-1]).content.decode())
    )


def test_every_card_shows_its_values_and_what_the_threat_would_become():
    asked, html = {"do": "play", "first": "b", "b_by": "random", "a_hand": "Not Today", "a_dealt": "0"}, ""
    while 'class="forecast' not in html:
        moves = re.search(r"moves=([^&#]+)#duel", html.partition('class="duel-options"')[2])
        html = page(**asked, moves=unquote_plus(moves[1]) if moves else "")
    chosen = html.split('class="duel-options"')[1].split("</ul>")[0]
    (shown,) = (words(each) for each in chosen.split("</li>") if "Not Today" in each)
    values = [int(number) for number in re.findall(r"(?:Riposte|Parry|Thrust) (\d+)", shown)]
    threat, left = map(int, re.search(r"threat (\d+)\s→\s(\d+)", unescape(shown)).groups())
    riposte, parry, thrust = values
    returned = min(riposte, threat)
    assert left == max(threat - returned - parry, 0)
    assert (f"sends {returned + thrust}" in shown) == bool(returned + thrust)
    hand = html.split('class="duel-hands"')[1].split("</section>")[0]
    assert all(name in hand for name in ("Riposte", "Parry", "Thrust"))


def test_the_form_folds_after_use():
    assert "duel-fold" not in page()
    assert "duel-fold" not in page(400, do="play", a="nobody of that name")
    for do in ("play", "simulate"):
        assert '<details class="duel-fold"><summary>Change the duel</summary><form class="duel-form"' in page(do=do)


def test_the_hand_of_a_bot_stays_hidden_and_ones_own_does_not():
    held = {"a_hand": "Not Today", "b_hand": "Triage"}
    one = words(page(do="play", first="b", b_by="heuristic", **held).split('class="duel-form"')[0])
    assert "Not Today" in one
    assert "Triage" not in one
    both = words(page(do="play", first="b", b_by="me", **held).split('class="duel-form"')[0])
    assert "Triage" in both


def test_the_page_asks_the_database_no_more_for_many_duels():
    page()
    counts = []
    for asked in ({}, {"do": "simulate", "duels": "50"}, {"do": "play"}):
        with CaptureQueriesContext(connection) as seen:
            page(**asked)
        counts.append(len(seen))
    assert len(set(counts)) == 1
    assert counts[0] <= 2


def test_duels_are_not_simulated_while_the_bots_are_busy():
    with BOT_SLOTS.take():
        response = Client().get("/duels/?do=simulate")
    assert response.status_code == 503
    assert response["Retry-After"] == response["Refresh"] == "2"
    assert "The bots are busy with another game" in response.content.decode()
