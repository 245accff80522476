"""A game written down for a link, and read back."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue.datafiles import load_catalogue
from decks.lists.starters import read_starters
from rules.hands import (
    Action,
    Discard,
    Draw,
    Dusk,
    EndDuel,
    Fight,
    Gamble,
    Plan,
    Play,
    Spend,
    Take,
    deal_days,
    read_actions,
    replay,
    view,
    write_actions,
)
from rules.hands.notation import MAX_LENGTH
from rules.hands.refusals import MAX_ACTIONS

CARDS = load_catalogue()
DECK = read_starters()[0].decklist

codes = st.sampled_from([card.code for card in CARDS])
some = st.lists(codes, max_size=4).map(tuple)
number = st.integers(1, 20)
actions = st.one_of(
    st.builds(Plan, st.none() | codes, st.none() | codes, some),
    st.builds(Play, codes, some),
    st.builds(Spend, number, some),
    st.builds(Discard, codes),
    st.builds(Draw, number),
    st.builds(Fight, codes),
    st.just(Gamble()),
    st.builds(Take, codes),
    st.just(EndDuel()),
    st.builds(Dusk, some),
)


@given(st.lists(actions, max_size=50))
def test_what_is_written_reads_back_to_the_same_actions(game: list[Action]) -> None:
    text = write_actions(game)
    assert read_actions(text) == tuple(game)
    assert write_actions(read_actions(text)) == text
    assert re.fullmatch(r"[0-9a-z.-]*", text), "an address holds it without escaping"


@given(st.text("dspxowfgtekcl0123456789.-", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read = read_actions(text)
    except ValueError as refused:
        assert "action" in str(refused)
    else:
        assert write_actions(read) == text


def test_every_action_is_written_like_this() -> None:
    game = (
        Plan("01015", "01008"),
        Play("01023", ("01030", "01031")),
        Spend(3, ("01170", "01031")),
        Discard("01024"),
        Draw(2),
        Fight("01025"),
        Gamble(),
        Take("01026"),
        EndDuel(),
        Dusk(("01027", "01028")),
        Plan(None, "01009", ("01008",)),
        Dusk(),
    )
    assert write_actions(game) == (
        "d1-s01015-c01008.p01023-01030-01031.x3-01170-01031.o01024.w2.f01025.g.t01026.e.k01027-01028.d2-c01009-l01008.k"
    )
    assert read_actions("") == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("q", "action 1 cannot be read: 'q'"),
        ("d1.g.", "action 3 cannot be read: ''"),
        ("d1-s01015-c01008.pay", "action 2 cannot be read"),
        ("d2-s01015-c01008", "plans Day 2, but Day 1 comes next"),
        ("d1.k.d1", "plans Day 1, but Day 2 comes next"),
        ("w2-01023", "action 1 draws cards"),
        ("d1.o01023-01024", "action 2 names one card too many"),
        ("w0", "cannot be read"),
        ("w٣", "cannot be read"),
        ("g\n", "cannot be read"),
        ("g" * (MAX_LENGTH + 1), f"at most {MAX_LENGTH} are read"),
        (".".join("g" * (MAX_ACTIONS + 1)), f"at most {MAX_ACTIONS} are read"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        read_actions(text)


def test_a_game_too_long_for_a_link_is_not_written() -> None:
    with pytest.raises(ValueError, match=f"a link holds {MAX_LENGTH}"):
        write_actions([Dusk(("01027",) * MAX_LENGTH)])


def test_the_link_shows_the_same_game_to_anyone() -> None:
    table = deal_days(DECK, CARDS, 7, keeper="cheapest").do(Gamble())
    table = table.do(Take(table.revealed[0]))
    seen = view(table)
    again = replay(DECK, CARDS, int(seen["seed"]), read_actions(seen["actions"]))
    assert again == table
    assert view(again) == seen


def test_the_view_is_plain_data_and_hides_the_order_of_the_deck() -> None:
    table = deal_days(DECK, CARDS, 2**64 - 1, days=2)
    seen = view(table)
    assert json.loads(json.dumps(seen)) == seen
    assert seen["seed"] == "18446744073709551615"
    assert [card["code"] for card in seen["hand"]] == list(table.hand)
    assert [[card["code"] for card in day["hand"]] for day in seen["days"]] == [list(day.hand) for day in table.days]
    assert seen["days"][0]["scheme"] == {"code": table.days[0].scheme, "name": CARDS.card(table.actions[0].scheme).name}
    assert (seen["deck_size"], "deck" in seen) == (len(table.deck), False)
