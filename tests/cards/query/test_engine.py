"""Orders, masks, near misses and bounds of the engine."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from cards.catalogue.stats import Mark
from cards.query import Engine, SortKey, parse_sort
from cards.query.engine import MAX_CACHED_MASKS, MAX_CACHED_RESULTS
from cards.query.fields import SORTABLE
from cards.query.tree import quote


def codes(engine: Engine, text: str) -> list[str]:
    return [card.code for card in engine.search(text).cards]


def test_cards_come_by_code_unless_asked_otherwise(engine: Engine) -> None:
    found = codes(engine, "t:risk")
    assert found == sorted(found)


ORDERS = {
    "sort:cost": ["01001", "01002", "01003", "01004", "01005", "01006"],
    "-sort:cost": ["01002", "01001", "01003", "01004", "01005", "01006"],
    "not sort:cost": ["01002", "01001", "01003", "01004", "01005", "01006"],
    "sort:-cost": ["01002", "01001", "01003", "01004", "01005", "01006"],
    "-sort:-cost": ["01001", "01002", "01003", "01004", "01005", "01006"],
    "sort:name": ["01005", "01003", "01002", "01006", "01004", "01001"],
    "sort:faction,-name": ["01001", "01002", "01005", "01006", "01003", "01004"],
    "sort:faction sort:-name": ["01001", "01002", "01005", "01006", "01003", "01004"],
    "-sort:faction,name": ["01003", "01006", "01001", "01002", "01005", "01004"],
    "sort:artist": ["01005", "01001", "01002", "01003", "01004", "01006"],
    "sort:cost, -name and -n:zero": ["01002", "01004", "01006", "01003", "01005"],
    "sort:name or sort:cost n:dash": None,
    "n:dash sort:name or n:zero": ["01003", "01001"],
    "sort:cost,cost,-cost": ["01001", "01002", "01003", "01004", "01005", "01006"],
}


@pytest.mark.parametrize(("text", "order"), ORDERS.items(), ids=ORDERS)
def test_order(little: Engine, text: str, order: list[str] | None) -> None:
    result = little.search(text)
    if order is None:
        assert result.faults
    else:
        assert [card.code for card in result.cards] == order


def test_numbers_come_before_what_is_none_in_both_directions(engine: Engine) -> None:
    for direction in ("sort:", "-sort:"):
        stats = [card.riposte for card in engine.search(f"{direction}riposte").cards]
        kinds = [isinstance(stat, int) for stat in stats]
        assert kinds == sorted(kinds, reverse=True)
        numbers = [stat for stat in stats if isinstance(stat, int)]
        assert numbers == sorted(numbers, reverse=direction.startswith("-"))
        assert {Mark.DASH, Mark.UNKNOWN, None} <= set(stats)


@pytest.mark.parametrize("name", SORTABLE)
def test_every_sortable_field_sorts(engine: Engine, name: str) -> None:
    assert len(engine.search(f"sort:{name}")) == len(engine.catalogue)
    assert codes(engine, f"-sort:{name}") != codes(engine, f"sort:{name}") or name == "set"


def test_an_order_from_outside_counts_when_the_query_has_none(little: Engine) -> None:
    keys = parse_sort(" cost, -name ")
    assert keys == (SortKey("cost"), SortKey("name", descending=True))
    assert parse_sort("") == ()
    by_name = parse_sort("name")
    assert [c.name for c in little.search("t:risk", by_name).cards] == ["Dash", "Épée", "Question", "Zero"]
    assert [c.name for c in little.search("t:risk sort:-name", by_name).cards] == ["Zero", "Question", "Épée", "Dash"]


def test_the_mask_says_which_cards_of_the_catalogue(little: Engine) -> None:
    assert little.search("t:risk").mask == 0b001111
    assert little.search("-t:risk sort:-name").mask == 0b110000
    assert little.search("f:castile").mask == 0
    assert little.search("").mask == little.everything == 0b111111


NEAR_MISSES = {
    "Kaspr": "Kaspar",
    "kaspr t:leader": "Kaspar t:leader",
    "n:Kaspr": "name:Kaspar",
    'n:"Kaspr Dietrch"': 'name:"Kaspar Dietrich"',
    "Kaspr Ditrich": "Kaspar Dietrich",
    "(zzzzzzz or kaspr) t:leader sort:cost": "(zzzzzzz or Kaspar) t:leader sort:cost",
    "art:fey": "artist:Fei",
    "duelst f:eisen": "Duelist f:eisen",
    # Nothing is offered where nothing is near, or where the word is not to blame
    "zzzzzzz": None,
    "-draw draw": None,
    "t:risk t:leader": None,
    "-kaspr t:risk t:leader": None,
    "kaspr t:risk t:leader": None,
    "/kaspr/": None,
}


@pytest.mark.parametrize(("text", "meant"), NEAR_MISSES.items(), ids=NEAR_MISSES)
def test_did_you_mean(engine: Engine, text: str, meant: str | None) -> None:
    result = engine.search(text)
    assert result.valid
    assert not result.cards
    assert result.did_you_mean == meant
    assert meant is None or engine.search(meant).cards


def test_what_finds_something_needs_no_other_offer(engine: Engine) -> None:
    assert engine.search("epee").did_you_mean is None


def test_every_card_is_found_by_its_name_and_by_its_code(engine: Engine) -> None:
    for card in engine.catalogue:
        assert card in engine.search(f"name={quote(card.full_name)}").cards
        assert engine.search(f"code={card.code}").cards == (card,)
        assert card in engine.search(card.full_name).cards
        assert card in engine.search(" ".join(map(quote, card.full_name.split()))).cards


BOMBS = [
    "/" + "(a?)" * 20 + "a" * 20 + "/",
    "/(x+x+)+y/ /(a|a)*b/ /(.*)*c/ /(a+)+$/",
    "/" + "(.*" * 20 + ")" * 20 + "$/",
    r"/(\w|\w\w|\w\w\w)*!!/",
    " ".join(f"{letter}{letter}q" for letter in "abcdefghijklmnopqrstuvwxyzabcdefghijklmn"),
    "-" * 498 + "a",
    "(" * 15 + "-a or b" + ")" * 15,
    "a+" * 200 + "a>1",
    '"' + "\\" * 400,
    "f:" + "a," * 240,
    "cost>" * 90,
    "\u0301" * 500,
    "n:" + "ſ" * 400,
]


@pytest.mark.parametrize("text", BOMBS, ids=[text[:12] for text in BOMBS])
def test_no_query_runs_away(engine: Engine, text: str) -> None:
    start = time.perf_counter()
    result = engine.search(text)
    assert time.perf_counter() - start < 1
    assert result.valid or result.faults


def test_what_is_kept_is_bounded(little: Engine) -> None:
    for number in range(MAX_CACHED_RESULTS + MAX_CACHED_MASKS + 10):
        little.search(f"word{number}")
    assert little._results.cache_info().currsize <= MAX_CACHED_RESULTS
    assert little._leaf_mask.cache_info().currsize <= MAX_CACHED_MASKS
    assert little.search("epee") is little.search("epee")


def test_threads_may_share_an_engine(engine: Engine) -> None:
    texts = [f"t:risk cost:{n} sort:-thrust" for n in range(4)] * 20
    alone = [engine.search(text).cards for text in texts]
    fresh = Engine(engine.catalogue, engine.vocabulary.world.formats)
    with ThreadPoolExecutor(8) as pool:
        assert [result.cards for result in pool.map(fresh.search, texts)] == alone


def test_a_name_with_a_word_of_the_language_in_it_is_a_name(engine: Engine) -> None:
    assert "Not Today" in {card.name for card in engine.search("not  today").cards}
    assert engine.search("Not Today").sentence == "Cards that mention “Not” and “Today”"
    assert engine.toggle("Not Today", "type", "risk") == '"Not" Today t:risk'
    assert engine.search("not today t:risk").sentence == "Risks that do not mention “today”"
