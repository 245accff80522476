"""The odds page: the numbers are the library's, the address is the whole question, and every refusal is in words."""

import html as markup
import re
from fractions import Fraction
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.catalogue import CardType
from cards.store import current_catalogue
from decks import services
from decks.decklist import Decklist
from decks.models import Deck, Visibility
from rules.odds.exact import MAX_WANTS, Want, joint, odds, payable_of_cost
from rules.pages.odds.form import Row, State
from rules.pages.odds.words import in_games
from tests.decks.factories import CASTILLE, deck_of, person, save, signed_in, without
from web.charts import Series, columns
from web.conditional import REVALIDATE
from web.number_format import ROUNDED_SHARE, fraction, percent, short_fraction

pytestmark = pytest.mark.django_db

DECK = dict(CASTILLE.faction)
HERE = "/decks/castille-starter/odds/"
EMPTY = Decklist.of(None, (), {})


def page(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, answer.content.decode()[:2000]
    return answer.content.decode()


def text_of(html: str) -> str:
    return markup.unescape(re.sub(r"[ \n]+", " ", re.sub(r"<[^>]+>", " ", html)))


def asked(client: Client, status: int = 200, **fields: object) -> str:
    return page(client, f"{HERE}?{urlencode(fields, doseq=True)}", status)


def of_type(kind: CardType, cost: int | None = None) -> frozenset[str]:
    cards = current_catalogue()
    return frozenset(
        code for code in DECK if cards.card(code).type is kind and (cost is None or cards.card(code).cost == cost)
    )


# The numbers


def test_the_sentence_and_the_fraction_are_the_librarys(client: Client) -> None:
    wants = [Want(of_type(CardType.RISK, 0), 3), Want(of_type(CardType.ATTACHMENT), 1)]
    html = asked(client, q1="t:risk cost=0", n1=3, q2="t:attachment", day=2)
    chance = odds(DECK, wants, 12).probability
    said = "By Day 2, with 12 of 40 cards drawn, you have seen at least 3 of the 19 risks that cost 0"
    assert f"{said} and at least 1 of the 8 attachments in {percent(chance)} of games." in text_of(html)
    assert f"Exactly {fraction(chance)} ." in text_of(html)
    assert f'<p class="big num">{percent(chance)}</p>' in html


def test_every_day_has_its_chance(client: Client) -> None:
    html = asked(client, q1="t:attachment", n1=2, day=1)
    days = html[html.index('id="chart-days"') :]
    want = [Want(of_type(CardType.ATTACHMENT), 2)]
    for day in range(1, 6):
        answer = odds(DECK, want, 6 * day)
        seen = f'<td class="num">{6 * day}</td><td class="num">{percent(answer.probability)}</td></tr>'
        assert seen in days


def test_the_whole_distribution_of_each_want_is_there(client: Client) -> None:
    html = asked(client, q1="t:attachment", q2="t:risk cost=0", draws=9)
    assert 'id="chart-days"' not in html
    for place, cards in ((1, of_type(CardType.ATTACHMENT)), (2, of_type(CardType.RISK, 0))):
        chart = html[html.index(f'id="chart-want-{place}"') :]
        chart = chart[: chart.index("</figure>")]
        (distribution,) = odds(DECK, [Want(cards)], 9).distributions
        assert chart.count("<tr>") == 1 + len(distribution)
        for count, chance in enumerate(distribution):
            assert f'<th scope="row">{count}</th><td class="num">{markup.escape(percent(chance))}</td>' in chart


def test_two_wants_are_shown_together(client: Client) -> None:
    html = asked(client, q1="t:attachment", n1=2, q2="t:risk cost=0", draws=6)
    table = html[html.index('class="grid pairs"') :]
    sets = [of_type(CardType.ATTACHMENT), of_type(CardType.RISK, 0)]
    chances = joint(DECK, sets, 6)
    assert f'<td class="heat-3"><b>{float(100 * chances[2, 2]):.1f}</b></td>' in table
    assert f">{float(100 * chances[1, 3]):.1f}</td>" in table
    assert "Both at once" in html
    three = asked(client, q1="t:attachment", q2="t:risk cost=0", q3="cost=1", draws=6)
    assert "Both at once" not in three
    assert "all 3" in three


def test_r2_and_6_9_are_there_without_being_asked(client: Client) -> None:
    html = page(client, HERE)
    payable = html[html.index('id="chart-payable"') :]
    for cost in (0, 1, 2):
        chance = payable_of_cost(DECK, current_catalogue(), cost, 6)
        assert f'<th scope="row">{cost}</th><td class="num">{percent(chance)}</td>' in payable
    assert 'id="chart-gamble"' in html


def test_the_order_of_schemes_changes_the_draws(client: Client) -> None:
    assert "with 12 of 40 cards drawn" in asked(client, q1="t:risk", day=2)
    html = asked(client, q1="t:risk", day=2, s1="01148")
    assert "with 13 of 40 cards drawn" in html
    assert "with 12 of 40 cards drawn" in asked(client, q1="t:risk", day=2, s3="01148")
    assert '<option value="01148" selected>' in html
    assert "A card to play on Day 1" in html
    assert "The chance that 7 cards" in html


def test_exactly_and_at_most_are_asked_as_well(client: Client) -> None:
    cards = of_type(CardType.ATTACHMENT)
    for mode, want in (("exactly", Want(cards, 2, 2)), ("most", Want(cards, 0, 2))):
        chance = odds(DECK, [want], 6).probability
        assert f'<p class="big num">{percent(chance)}</p>' in asked(client, q1="t:attachment", m1=mode, n1=2, draws=6)


def test_ticked_cards_and_a_search_count_together(client: Client) -> None:
    risk = min(of_type(CardType.RISK, 0))
    chance = odds(DECK, [Want(of_type(CardType.ATTACHMENT) | {risk})], 6).probability
    html = asked(client, q1="t:attachment", c1=risk, draws=6)
    assert fraction(chance) in html
    assert re.findall(r'name="c1" value="(\d+)" checked', html) == [risk]


def test_what_cannot_be_is_said_so(client: Client) -> None:
    text = text_of(asked(client, q1="t:attachment", n1=9, day=5))
    assert "in no game" in text
    assert "The deck holds 8 attachments, so at least 9 can never be drawn." in text
    assert "in every game" in text_of(asked(client, q1="t:risk", day=2))


def test_4_5_2e_what_is_seen_is_not_always_held(client: Client) -> None:
    assert "If you keep these cards" in asked(client, q1="t:risk", n1=6, day=3)
    assert "so in hand you have them in" in asked(client, q1="t:risk", n1=9, day=3)
    assert "In hand</th>" in asked(client, q1="t:risk", n1=9, day=3)
    assert "depends on play" in asked(client, q1="t:risk", n1=6, q2="t:attachment", day=3)
    assert "Dusk" not in asked(client, q1="t:risk", n1=6, day=1)


# To begin with


def test_without_a_question_there_is_something_to_begin_with(client: Client) -> None:
    html = page(client, HERE)
    assert "Day 1 draws 6 of the 40 cards." in html
    chance = odds(DECK, [Want(of_type(CardType.ATTACHMENT))], 6).probability
    assert f"<td>{percent(chance)}</td>" in html
    links = re.findall(r'href="(\?[^"]+)" data-swap', html)
    assert len(links) >= 5
    for link in links:
        found = page(client, HERE + markup.unescape(link))
        assert '<p class="big num">' in found


def test_the_deck_page_leads_there(client: Client) -> None:
    assert f'href="{HERE}"' in page(client, "/decks/castille-starter/")


def test_an_earlier_version_can_be_asked() -> None:
    user = person("ana")
    deck = deck_of(user)
    save(deck, without(CASTILLE, *of_type(CardType.ATTACHMENT)))
    client = signed_in(user)
    path = f"{deck.get_absolute_url()}odds/"
    assert "None of the 32 cards are attachments." in page(client, f"{path}?q1=t:attachment")
    earlier = page(client, f"{path}?version=1&q1=t:attachment")
    assert "8 of 40 cards are attachments." in earlier
    assert "not the current one" in text_of(earlier)
    assert '<input type="hidden" name="version" value="1">' in earlier
    assert "This deck has no version 7." in page(client, f"{path}?version=7", 404)


# Decks that are not finished


def test_an_empty_deck_says_what_is_missing() -> None:
    user = person("ana")
    deck = deck_of(user, decklist=EMPTY)
    for query in ("", "?q1=t:risk", "?draws=3&q1=t:risk"):
        html = page(signed_in(user), f"{deck.get_absolute_url()}odds/{query}")
        assert "The faction deck is empty" in html
        assert f"{deck.get_absolute_url()}build/" in html
        assert '<svg class="chart"' not in html


def test_a_deck_without_a_leader_is_asked_by_draws() -> None:
    user = person("ana")
    deck = deck_of(user, decklist=Decklist.of(None, (), DECK))
    html = page(signed_in(user), f"{deck.get_absolute_url()}odds/?q1=t:risk&n1=2")
    assert "has no leader yet" in html
    assert "After 6 draws you have seen at least 2 of the 32 risks" in text_of(html)
    assert 'name="day"' not in html


def test_an_illegal_deck_is_reckoned_as_it_is() -> None:
    user = person("ana")
    deck = deck_of(user, decklist=without(CASTILLE, "01104"))
    html = page(signed_in(user), f"{deck.get_absolute_url()}odds/")
    assert "This list is not finished" in html
    assert "has 38 cards and needs at least 40" in html
    assert "Day 1 draws 6 of the 38 cards." in html


def test_a_deck_too_large_to_count_says_so() -> None:
    user = person("ana")
    deck = deck_of(user, decklist=Decklist.of(CASTILLE.leader, (), dict.fromkeys(list(DECK)[:5], 99)))
    assert "at most 400" in page(signed_in(user), f"{deck.get_absolute_url()}odds/?q1=t:risk")


def test_a_deck_of_many_different_cards_is_searched_not_ticked() -> None:
    user = person("ana")
    many = [card.code for card in current_catalogue() if card.deck == "faction"][:70]
    deck = deck_of(user, decklist=Decklist.of(CASTILLE.leader, (), dict.fromkeys(many, 1)))
    html = page(signed_in(user), f"{deck.get_absolute_url()}odds/?c1={many[0]}")
    assert 'type="checkbox" name="c1"' not in html
    assert f'<input type="hidden" name="c1" value="{many[0]}">' in html
    assert "1 of 70 cards are copies of" in html


# What is wrong is said beside the field


def test_a_search_with_a_fault_is_marked_and_mended(client: Client) -> None:
    html = asked(client, q1="f:castile t:risk", q2="t:attachment", day=2, n2=2)
    assert "f:<mark>castile</mark> t:risk" in html
    assert "There is no faction" in html
    (path,) = re.findall(r'Try <a class="query" href="([^"]+)"', html)
    mended = page(client, HERE + markup.unescape(path))
    assert 'value="f:castille t:risk"' in mended
    assert "at least 2 of the 8 attachments" in mended


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"q1": "t:risk", "n1": "x"}, "“x” is not a whole number from 0 to 400."),
        ({"q1": "t:risk", "n1": "-1"}, "“-1” is not a whole number"),
        ({"q1": "t:risk", "n1": "²"}, "“²” is not a whole number"),
        ({"q1": "t:risk", "day": "6"}, "“6” is not a whole number from 1 to 5."),
        ({"q1": "t:risk", "draws": "41"}, "41 cards cannot be drawn from a deck of 40."),
        ({"draws": "41"}, "41 cards cannot be drawn from a deck of 40."),
        ({"q1": "t:risk", "draws": "many"}, "“many” is not a whole number"),
        ({"q1": "t:risk", "s1": "01148", "s3": "01148"}, "Marooned is chosen for two Days"),
        ({"q1": "t:risk", "s1": "99999"}, "No card has the code “99999”."),
        ({"c1": "99999"}, "No card has the code “99999”."),
    ],
)
def test_a_field_that_cannot_be_used_is_told_beside_it(client: Client, fields: dict[str, str], words: str) -> None:
    html = asked(client, 400, **fields)
    assert words in text_of(html)
    assert "We can’t calculate this" in html
    assert "t:risk" in html or "q1" not in fields


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("by=luck", "“luck” is no way to say when"),
        ("m1=some&q1=t:risk", "“some” is no way to count"),
        ("version=x", "“x” is not a version number"),
        ("q7=t:risk", "Ask for at most 6 things"),
    ],
)
def test_what_no_form_sends_is_refused(client: Client, query: str, words: str) -> None:
    assert words in text_of(page(client, f"{HERE}?{query}", 400))


def test_too_much_work_is_refused_and_nothing_lost() -> None:
    user = person("ana")
    many = [card.code for card in current_catalogue() if card.deck == "faction"][:200]
    deck = deck_of(user, decklist=Decklist.of(CASTILLE.leader, (), dict.fromkeys(many, 2)))
    wants = {
        f"q{place}": q for place, q in enumerate(("t:risk", "cost=0", "cost=1", "thrust>=2", "parry>=1", "f:eisen"), 1)
    }
    numbers = {f"n{place}": 20 for place in range(1, 7)}
    html = page(signed_in(user), f"{deck.get_absolute_url()}odds/?{urlencode({**wants, **numbers, 'draws': 100})}", 400)
    assert "too many combinations" in html
    assert 'value="thrust&gt;=2"' in html


def test_hostile_words_are_only_words(client: Client) -> None:
    hostile = '"><script>alert(1)</script>'
    html = asked(client, q1=hostile, q2=f"name:{hostile}", n3=hostile, q3="t:risk", status=400)
    assert "<script>alert" not in html
    assert "style=" not in html


# The address


rows = st.builds(
    Row,
    st.sampled_from(["", "t:risk", "cost<=1 or t:attachment", "é & ? #"]),
    st.lists(st.sampled_from(sorted(DECK)), unique=True, max_size=3).map(tuple),
    st.sampled_from(["least", "exactly", "most"]),
    st.integers(0, 400),
)
states = st.builds(
    State,
    st.lists(rows, max_size=MAX_WANTS).map(tuple),
    st.none() | st.integers(1, 99),
    st.sampled_from(["day", "draws"]),
    st.integers(1, 5),
    st.none() | st.integers(0, 400),
    st.lists(st.sampled_from(["", "01148"]), min_size=5, max_size=5).map(tuple),
)


@given(states)
def test_the_address_is_the_whole_question(state: State) -> None:
    again = State.of(QueryDict(state.query.removeprefix("?")))
    assert again.rows == tuple(row for row in state.rows if row.used)
    assert (again.by, again.version) == (state.by, state.version)
    assert again.query == state.query
    if state.by == "day":
        assert again.schemes == state.schemes
        assert again.day == state.day


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    st.dictionaries(
        st.sampled_from(["q1", "n1", "m1", "c1", "q2", "n2", "c6", "by", "day", "draws", "s1", "s5", "version"]),
        st.text(max_size=20) | st.sampled_from(["t:risk", "1", "3", "40", "day", "draws", "01148", "exactly", "("]),
    )
)
def test_no_address_breaks_it(client: Client, fields: dict[str, str]) -> None:
    answer = client.get(HERE, fields)
    assert answer.status_code in (200, 400, 404)


def test_the_form_keeps_everything_that_was_asked(client: Client) -> None:
    html = asked(client, q1="t:risk", q3="cost=1", n3=2, m3="exactly", by="day", day=4, draws=9, s2="01148")
    assert html.count('class="want"') == 4
    assert re.search(r'id="q3"[^>]+value="cost=1"', html)
    assert re.search(r'id="n3"[^>]+value="2"', html)
    assert '<option value="exactly" selected>' in html
    assert "<option selected>4</option>" in html
    assert 'value="9"' in html
    full = asked(client, **{f"q{place}": "t:risk" for place in range(1, 7)}, day=1)
    assert full.count('class="want"') == 6


def test_a_page_is_small_even_with_six_wants(client: Client) -> None:
    html = asked(client, **{f"q{place}": f"cost<={place}" for place in range(1, 7)}, day=2)
    assert len(html) < 120_000


# Who may see it


def may(visibility: str, role: str, by_link: bool) -> bool:
    if by_link:
        return visibility != "private"
    return role == "owner" or visibility == "public"


@pytest.mark.parametrize("visibility", Visibility.values)
def test_whoever_may_read_the_deck_may_ask_it(visibility: str) -> None:
    owner = person("owner")
    deck = deck_of(owner, Visibility.LINK)
    link = deck.link or ""
    services.share(deck, Visibility(visibility))
    clients = {"nobody": Client(), "other": signed_in(person("other")), "owner": signed_in(owner)}
    for role, client in clients.items():
        for by_link, path in ((False, f"/decks/{deck.id}/odds/"), (True, f"/d/{link}/odds/")):
            answer = client.get(f"{path}?q1=t:risk&day=2")
            assert answer.status_code == (200 if may(visibility, role, by_link) else 404), (role, path)
            if answer.status_code == 404:
                assert b"risks" not in answer.content
            elif by_link:
                assert answer["X-Robots-Tag"] == "noindex, nofollow"
                assert f'action="{path}"' in answer.content.decode()
            for_all = visibility == "public" and role == "nobody" and not by_link
            assert answer["Cache-Control"] == (REVALIDATE if for_all else "private, no-store")
    for method in ("post", "put", "delete"):
        assert getattr(clients["owner"], method)(f"/decks/{deck.id}/odds/").status_code == 405


def test_the_database_is_asked_no_more_for_more_to_show(client: Client) -> None:
    def queries(path: str) -> int:
        client.get(path)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(path).status_code == 200
        return len(captured)

    few = queries(HERE)
    assert few == queries(f"{HERE}?q1=t:risk&q2=cost=1&q3=t:attachment&day=5&s1=01148")
    assert few < 5
    starter = Deck.objects.get(pk="castille-starter")
    assert queries(f"{HERE}?version={starter.head.number}") <= few + 1


# In words


@pytest.mark.parametrize(
    ("chance", "share", "games"),
    [
        (Fraction(0), "0\u00a0%", "This can’t happen."),
        (Fraction(1), "100\u00a0%", "This always happens."),
        (Fraction(1, 10**6), "under 0.1\u00a0%", "That is about 1 game in 1,000,000."),
        (1 - Fraction(1, 10**6), "over 99.9\u00a0%", "That is all but 1 game in 1,000,000."),
        (Fraction(2, 3), "66.7\u00a0%", "That is about 2 games in 3."),
        (Fraction(1, 2), "50.0\u00a0%", "That is about 1 game in 2."),
        (Fraction(1, 37), "2.7\u00a0%", "That is about 1 game in 37."),
        (Fraction(19, 20), "95.0\u00a0%", "That is all but 1 game in 20."),
    ],
)
def test_chances_are_rounded_but_never_to_certainty(chance: Fraction, share: str, games: str) -> None:
    assert percent(chance) == share
    assert in_games(chance) == games


def test_columns_of_shares_never_claim_a_certainty() -> None:
    series = [Series.of("Met", [0.0, 0.999, 0, 1.0]), Series.of("Not", [0.001, 0, 0.4, 0])]
    drawn = columns(["0", "1", "2", "3"], series, "Cards", ROUNDED_SHARE, side_by_side=False)
    assert re.findall(r'chart-value"[^>]*>([^<]+)<', drawn) == ["&lt;1", "&gt;99", "40", "100"]
    widths = {float(width) for width in re.findall(r'class="chart-bar[^>]+width="([\d.]+)" height="[1-9]', drawn)}
    assert max(widths) > 30
    many = columns([str(count) for count in range(40)], [Series.of("", [0.025] * 40)], "Cards", ROUNDED_SHARE)
    assert "chart-value" not in many
    assert many.count("chart-label") < 40


def test_long_fractions_are_shortened_and_whole_on_demand() -> None:
    chance = Fraction(10**17 + 1, 3 * 10**17)
    assert short_fraction(chance) == "1000…0001/3000…0000"
    assert fraction(chance) == "100,000,000,000,000,001/300,000,000,000,000,000"
    assert short_fraction(Fraction(21, 65)) == fraction(Fraction(21, 65)) == "21/65"


def test_a_long_fraction_folds_out(client: Client) -> None:
    user = person("ana")
    deck = deck_of(user, decklist=Decklist.of(CASTILLE.leader, (), dict.fromkeys(DECK, 3)))
    html = page(
        signed_in(user), f"{deck.get_absolute_url()}odds/?q1=t:risk+cost%3D0&n1=15&q2=t:attachment&n2=5&draws=37"
    )
    assert re.search(r'<details class="exact"><summary[^>]*>Exactly <span class="num">\d{4}…\d{4}/\d{4}…\d{4}', html)
