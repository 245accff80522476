"""What each kind of condition finds, counted by hand on six cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue import may_run
from cards.catalogue.stats import Mark
from cards.query import Engine, predicate
from cards.query.fields import FIELDS, NumberField
from cards.query.tree import Op, Term
from cards.query.vocabulary import Vocabulary
from tests.cards.query.conftest import risk

ZERO, EPEE, DASH, QUESTION, BOSS, PLOT = (f"0100{n}" for n in range(1, 7))
EVERY = {ZERO, EPEE, DASH, QUESTION, BOSS, PLOT}

CASES = {
    "": EVERY,
    # Words
    "epee": {EPEE},
    "ÉPÉE": {EPEE},
    "sword": {BOSS},
    "swor": {BOSS},
    "word": {BOSS},
    "draw card": {BOSS},
    '"draw card"': set(),
    '"draw 1 card"': {BOSS},
    "thrust": {BOSS},
    "{thrust}": {BOSS},
    "hand": {ZERO},
    "unique": {EPEE},
    "Ana Boss, Of the Long Sword": {BOSS},
    "/^z/": {ZERO},
    "/^Z/": {ZERO},
    "/épée/": {EPEE},
    r"/\S/": EVERY,
    # Text fields
    "n:épée": {EPEE},
    "n:long": {BOSS},
    'n="ana boss"': {BOSS},
    'n="ana boss, of the long sword"': {BOSS},
    "n=ana": set(),
    "n:zero,dash": {ZERO, DASH},
    "n!=zero,dash": {EPEE, QUESTION, BOSS, PLOT},
    "x:draw": {BOSS},
    'x:"city action"': {BOSS},
    "x:draw,renown": {BOSS, PLOT},
    "x!=draw": {PLOT},
    "-x:draw": EVERY - {BOSS},
    "x:boss": set(),
    "art:fei": {BOSS},
    "art:ink": {BOSS},
    "art!=fei": set(),
    "code:01005": {BOSS},
    "code:01005b": {BOSS},
    "code:01": EVERY,
    "code=01": set(),
    "code:1005": set(),
    # Terms
    "tr:hunt": {DASH, QUESTION},
    "tr=hunt": {QUESTION},
    "tr:hand": {ZERO},
    'tr:"red hand"': {ZERO},
    "tr:red,hunter": {ZERO, DASH},
    "tr!=hunt": {ZERO},
    "tr:/nt$/": {QUESTION},
    "k:uni": {EPEE},
    # Choices
    "t:risk": {ZERO, EPEE, DASH, QUESTION},
    "t:RISKS": {ZERO, EPEE, DASH, QUESTION},
    "t=leader,scheme": {BOSS, PLOT},
    "t!=leader,scheme": {ZERO, EPEE, DASH, QUESTION},
    "f:north": {ZERO, EPEE, BOSS},
    "f:s": {PLOT},
    "f:none": {QUESTION},
    "f!=north": {DASH, PLOT},
    "-f:north": {DASH, PLOT, QUESTION},
    "s:01": EVERY,
    's:"the first"': EVERY,
    "d:faction": {ZERO, EPEE, DASH, QUESTION},
    "a:action": {BOSS},
    "a:passive,scheme": {BOSS, PLOT},
    "a!=action": {PLOT},
    "is:unique": {EPEE},
    "is:loyal": {ZERO, EPEE, BOSS, PLOT},
    "is:neutral": {DASH},
    "is:leader": {BOSS},
    "has:title": {BOSS},
    "has:text": {BOSS, PLOT},
    "has:trait": {ZERO, DASH, QUESTION},
    "has:reprint": {BOSS},
    "has:artist": {BOSS},
    "for:ana": {ZERO, EPEE, DASH},
    "for:north": {ZERO, EPEE, DASH},
    "for:01005": {ZERO, EPEE, DASH},
    # Numbers
    "cost:1": {EPEE},
    "cost=1": {EPEE},
    "cost:0,1": {ZERO, EPEE},
    "cost:-": {DASH},
    "cost:dash": {DASH},
    "cost:?": {QUESTION},
    "cost:unknown": {QUESTION},
    "cost:none": {BOSS, PLOT},
    "cost:-,?,none": {DASH, QUESTION, BOSS, PLOT},
    "cost!=1": {ZERO, DASH},
    "cost!=-": {ZERO, EPEE},
    "cost!=?": {ZERO, EPEE, DASH},
    "cost!=none": {ZERO, EPEE, DASH, QUESTION},
    "-cost:1": EVERY - {EPEE},
    "cost<1": {ZERO},
    "cost<=1": {ZERO, EPEE},
    "cost>-1": {ZERO, EPEE},
    "-cost<=1": EVERY - {ZERO, EPEE},
    "1>=cost": {ZERO, EPEE},
    "0=cost": {ZERO},
    "panache:6": {BOSS},
    "panache:-1": {PLOT},
    "panache<0": {PLOT},
    # Sums
    "thrust>parry": {ZERO},
    "thrust=parry": {EPEE},
    "thrust!=parry": {ZERO, DASH},
    "riposte+parry+thrust>=3": {ZERO, EPEE},
    "riposte + parry + thrust >= 3": {ZERO, EPEE},
    "riposte+parry>=3": set(),
    "thrust-parry:1": {ZERO},
    "thrust>=parry+1": {ZERO},
    "3<=riposte+parry+thrust": {ZERO, EPEE},
    "2<-thrust+5": {ZERO, EPEE, DASH},
    # Logic
    "t:risk f:north": {ZERO, EPEE},
    "t:risk and f:north": {ZERO, EPEE},
    "f:south or f:neutral": {DASH, PLOT},
    "f:south OR f:neutral": {DASH, PLOT},
    "t:leader or t:risk f:neutral": {BOSS, DASH},
    "(t:leader or t:risk) f:neutral": {DASH},
    "not t:risk": {BOSS, PLOT},
    "-(t:risk or t:leader)": {PLOT},
    "--t:leader": {BOSS},
    "not not t:leader": {BOSS},
    "epee or -t:risk": {EPEE, BOSS, PLOT},
    '"or"': {BOSS},
}


@pytest.mark.parametrize(("text", "codes"), CASES.items(), ids=CASES)
def test_finds(little: Engine, text: str, codes: set[str]) -> None:
    result = little.search(text)
    assert result.faults == ()
    assert {card.code for card in result.cards} == codes
    matches = predicate(little.parse(text).root, little.vocabulary)
    assert {card.code for card in little.catalogue if matches(card)} == codes


def test_words_are_read_alike_however_they_are_set(little: Engine) -> None:
    """Phones and word processors change quotation marks, dashes and spaces."""
    for plain, typeset in [
        ('"draw 1 card"', "“draw 1 card”"),
        ("-t:risk", "–t:risk"),
        ("panache:-1", "panache:−1"),
        ("t:risk f:north", "t:risk\u00a0f:north"),
        ("cost<=1", "cost≤1"),
        ("cost!=1", "cost≠1"),
        ("f:north,south", "F: North, South"),
        ("cost<=1", "COST <= 1"),
        ("tr:hunt", "tŕ:hunt"),
    ]:
        assert little.search(typeset).query == little.search(plain).query is not None


def test_only_cards_a_leader_may_run_are_for_that_leader(engine: Engine) -> None:
    for leader in engine.catalogue.leaders:
        found = set(engine.search(f"for:{leader.code}").cards)
        assert found == {card for card in engine.catalogue if may_run(leader, card)}
        assert found <= set(engine.search(f"for:{leader.faction}").cards)


def test_legal_is_what_the_format_admits(engine: Engine) -> None:
    for each in engine.vocabulary.world.formats:
        assert set(engine.search(f"legal:{each.code}").cards) == {c for c in engine.catalogue if each.admits(c)}


stats = st.one_of(st.integers(-2, 3), st.none(), st.sampled_from(Mark))


@given(stat=stats, number=st.integers(-2, 3), op=st.sampled_from(Op), field=st.sampled_from(["cost", "riposte"]))
def test_only_real_numbers_are_ever_compared(stat, number: int, op: Op, field: str) -> None:
    card = risk("01001", "Any", **{field: stat})
    answer = predicate(Term(field, Op.HAS if op is Op.EQ else op, (number,)), Vocabulary())(card)
    if isinstance(stat, int):
        symbol = {Op.HAS: "==", Op.EQ: "=="}.get(op, op.value)
        assert answer == eval(f"{stat} {symbol} {number}")
    else:
        assert answer == (op is Op.NE and stat is Mark.DASH)


def test_every_number_field_reads_its_number(engine: Engine) -> None:
    """A field that read another's number would find other cards."""
    for field in FIELDS:
        if isinstance(field, NumberField):
            names = {"panache": ("panache", "panache_mod"), "crew": ("crew_cap",)}.get(field.name, (field.name,))
            for value in range(-2, 13):
                expected = {c.code for c in engine.catalogue for name in names if c.stat(name) == value}
                assert {card.code for card in engine.search(f"{field.name}:{value}").cards} == expected
