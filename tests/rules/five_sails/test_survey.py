import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue import AbilityKind
from cards.catalogue.phrases import ICON_TOKENS, KIND_LABELS
from rules.five_sails.abilities import kinds
from rules.five_sails.abilities.declared import IMPLEMENTED
from rules.five_sails.abilities.nouns import filters, groups, roles
from rules.five_sails.abilities.survey import (
    SURVEY,
    Icon,
    Name,
    Phrase,
    SurveyError,
    first_lists,
    implementation_order,
    load_survey,
    parse,
    read_survey,
)
from rules.five_sails.abilities.tables import DOCUMENT, renew, sections
from rules.five_sails.abilities.text import say_all
from rules.five_sails.abilities.verbs import blocks, deeds

PLAIN_KINDS = (AbilityKind.ACTION, AbilityKind.TECHNIQUE, AbilityKind.MANEUVER, AbilityKind.SCHEME)

CATALOGUE = load_survey().catalogue
CONTENT: Mapping[str, Any] = json.loads(SURVEY.read_text(encoding="utf-8"))
TRAITS = re.compile(rf"\b({'|'.join(map(re.escape, set(CATALOGUE.traits) - {'City', 'Leader', 'Card'}))})s?\b")
FIELDS = ("when", "if", "cost", "target", "do", "limit")

#: Where text and entry differ on purpose: the entry says it without the word, or the text explains a rule.
SILENT = {
    ("01022", 0, "interven"),
    ("01176", 0, "target"),
    ("01190", 1, "target"),
    ("02030", 0, "target"),
    ("03014", 0, "move"),
    ("03055", 0, "equip"),
    ("03cd03", 0, "first player"),
}

#: A stem in an ability's text, and the words one of which its entry then has.
TOLD = {
    "draw": "draw",
    "heal": "heal",
    "swap": "swap swapping",
    "sink": "sink",
    "cancel": "cancel canceling",
    "search": "search",
    "look at": "look",
    "pressure": "pressure pressuring succeeding",
    "recruit": "recruit recruiting",
    "muster": "muster mustering",
    "claim": "claim claiming",
    "lethal": "lethal",
    "interven": "intervene intervening",
    "refuse": "refusing",
    "parley": "parleying",
    "destroy": "destroy destroying",
    "target": "target targeting redirect",
    "equip": "equip equipping equip_only on",
    "move": "move moving move_renown renown_moving move_wounds move_threat",
    "becomes en garde": "stand standing",
    "become en garde": "stand standing",
    "adjacent": "adjacent",
    "opposing": "opposing enemy",
    "enemy": "enemy opposing",
    "home": "home",
    "first player": "first_player",
    "approach deck": "approach_deck",
    "city deck": "city_deck",
    "take control": "take_control",
    "a tie succeeds": "tie_wins",
    "final strike": "final_strike",
    "random": "random",
    "all costs": "paid free wealth_cost",
    "less if": "wealth_cost",
    "cannot": "forbid equip_only cap",
    "uncontrolled": "lose_control controlled",
    "limit once": "once",
}


def phrases_of(text: str) -> str:
    return re.sub(r"'[^']*'|\{\w+\}", "", text)


def entry_texts(entry: Mapping[str, Any]) -> list[str]:
    found = [entry.get(field, []) for field in FIELDS]
    return [text for texts in found for text in ([texts] if isinstance(texts, str) else texts)]


def test_every_ability_of_every_card_is_surveyed() -> None:
    assert {card.code: len(card.abilities) for card in CATALOGUE if card.abilities} == {
        code: len(entries) for code, entries in CONTENT["cards"].items()
    }
    survey = load_survey()
    for card in CATALOGUE:
        assert tuple(entry.ability for entry in survey.entries[card.code]) == card.abilities


def test_every_word_used_is_defined_and_every_defined_word_is_used() -> None:
    used = {
        word
        for entries in CONTENT["cards"].values()
        for entry in entries
        for text in entry_texts(entry)
        for word in re.findall(r"[a-z_]+", phrases_of(text))
    }
    assert used == set(CONTENT["words"])
    assert all(word["means"].endswith(".") and word["part"] in CONTENT["parts"] for word in CONTENT["words"].values())


def test_the_reader_finds_the_words_that_are_written() -> None:
    survey = load_survey()
    for code, entries in CONTENT["cards"].items():
        written = {
            word
            for entry in entries
            for text in entry_texts(entry)
            for word in re.findall(r"[a-z_]+", phrases_of(text))
        }
        assert survey.needs(code) == written


def test_entries_tell_what_the_texts_tell() -> None:
    for code, entries in load_survey().entries.items():
        for number, entry in enumerate(entries):
            text = entry.ability.text.lower()
            for stem, words in TOLD.items():
                if re.search(rf"\b{stem}", text) and (code, number, stem) not in SILENT:
                    assert not entry.words.isdisjoint(words.split()), (code, number, stem)


def test_entries_name_the_stats_and_traits_of_the_texts() -> None:
    for code, entries in load_survey().entries.items():
        for number, entry in enumerate(entries):
            body = " ".join(filter(None, (entry.ability.trigger, entry.ability.cost, entry.ability.effect)))
            assert set(re.findall(r"\{\w+\}", body)) <= set(re.findall(r"\{\w+\}", str(entry))), (code, number)
            for trait in TRAITS.findall(body):
                assert f"'{trait}'" in str(entry), (code, number, trait)


def test_names_are_those_of_traits_kinds_places_and_cards() -> None:
    known = {*CATALOGUE.traits, *(term.name for term in CATALOGUE.keywords), *KIND_LABELS.values()}
    known |= {card.name for card in CATALOGUE}
    for entries in load_survey().entries.values():
        for entry in entries:
            for phrase in entry.walk():
                assert {part.text for part in phrase.parts if isinstance(part, Name)} <= known


def test_a_reaction_has_its_trigger_and_a_bullet_has_what_stands_before_it() -> None:
    for entries in load_survey().entries.values():
        for entry in entries:
            assert "when" in entry.phrases or entry.ability.trigger is None
            assert entry.phrases.keys() & {"if", "cost", "target"} or entry.ability.cost is None
            if entry.ability.kind in PLAIN_KINDS:
                assert "when" not in entry.phrases


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ('"draw(1)"', '"paint(1)"', "no such word: paint"),
        ('"draw(1)"', '"draw(1, 2)"', "draw does not take 2"),
        ('"draw(1)"', '"draw"', r"draw lacks amount\|thing"),
        ('"draw(1)"', '"wound(draw(1))"', "wound lacks thing"),
        ('"draw(1)"', '"draw(1"', "01004, ability 1: a bracket is not closed"),
        ('"draw(1)"', '"draw(,)"', "something is missing"),
        ('"draw(1)"', '"draw(1) draw(1)"', "not one phrase"),
        ('"draw(1)"', '"draw(%)"', "cannot read"),
        ('"draw(1)"', '"here"', "do: here is no effect"),
        ("{influence}", "{charm}", "no such icon"),
        ('"01004": [', '"01001": [', "01004: 2 abilities, but 0 entries"),
        ('"01004": [', '"99999": [', "99999: no such card"),
        ('"words": {', '"words": {"idle": {"part": "thing", "means": "."},', "idle: no ability needs it"),
        ('"words": {', '"words": {"idle": {"part": "noun", "means": "."},', "idle: no part of speech noun"),
        ('"when": "before(end(day))", ', "", "01006, ability 2: its trigger is not surveyed"),
        ('"cost": ["wound(self)"], ', "", "what stands before its bullet is not surveyed"),
        ('"do": ["draw(1)"]', '"do": []', "it does nothing"),
    ],
)
def test_what_is_wrong_with_a_survey_is_said(before: str, after: str, fault: str, tmp_path: Path) -> None:
    content = SURVEY.read_text(encoding="utf-8")
    assert before in content
    broken = tmp_path / "survey.json"
    broken.write_text(content.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(SurveyError, match=fault):
        read_survey(CATALOGUE, broken)


TERMS = st.recursive(
    st.one_of(
        st.integers(-9, 99),
        st.sampled_from(sorted(ICON_TOKENS)).map(Icon),
        st.sampled_from(["Thug", "Red Hand", "The Docks"]).map(Name),
        st.from_regex(r"[a-z_]+", fullmatch=True).map(Phrase),
    ),
    lambda inner: st.builds(
        Phrase, st.from_regex(r"[a-z_]+", fullmatch=True), st.lists(inner, min_size=1, max_size=4).map(tuple)
    ),
    max_leaves=12,
)


@given(TERMS.filter(lambda term: isinstance(term, Phrase)))
def test_a_phrase_that_is_written_is_read_as_itself(phrase: Phrase) -> None:
    assert parse(str(phrase)) == phrase


def test_windows_follow_kind_and_trigger() -> None:
    survey = load_survey()
    windows = {code: [entry.window for entry in survey.entries[code]] for code in ("01012", "01140", "01153", "01057")}
    assert windows["01012"] == ["with priority in High Drama (6.2)"]
    assert windows["01140"] == ["before it happens, so that it can be changed (6.15)"]
    assert windows["01153"] == [
        "before it happens, so that it can be changed (6.15)",
        "when the whole ability or action has resolved (6.3)",
    ]
    assert windows["01057"] == ["in a round, on the combat card just played (6.4)"]


def test_counts_are_of_cards_and_add_up_over_sets() -> None:
    survey = load_survey()
    assert survey.counts(["01048", "01157"]) == {"gain": 2, "destroy": 1, "self": 1}
    by_set = survey.by_set()
    assert set(by_set) == {each.code for each in CATALOGUE.sets}
    assert sum(by_set.values(), start=type(survey.counts())()) == survey.counts()


def test_the_first_lists_are_two_starter_decks_and_a_city_deck() -> None:
    lists = first_lists()
    assert list(lists) == ["Castille", "Eisen", "City"]
    assert "01089" in lists["Castille"]
    assert "01035" in lists["Eisen"]
    assert len(lists["City"]) == 30


def test_the_order_of_building_makes_every_card_whole_and_adds_each_word_once() -> None:
    survey = load_survey()
    codes = frozenset().union(*first_lists().values())
    steps = implementation_order(survey, codes)
    added = [word for _, words in steps for word in sorted(words)]
    assert len(added) == len(set(added))
    assert set(added) == set(survey.counts(codes))
    known: set[str] = set()
    for code, words in steps:
        known |= words
        assert survey.needs(code) <= known


def test_the_document_prints_what_the_survey_gives() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    assert document == renew(document, load_survey()), "run python -m rules.five_sails.abilities.tables"
    shown = set(re.findall(r"<!-- generated: (.+?) -->", document))
    assert {name for name in sections(load_survey()) if not name.startswith("card ")} <= shown


def test_renewing_the_document_writes_between_the_marks_only() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    stale = re.sub(r"(\| all sets \|) \d+", r"\1 7", document)
    assert stale != document
    assert renew(stale, load_survey()) == document
    with pytest.raises(SurveyError, match="there is no generated part 'weather'"):
        renew("<!-- generated: weather -->\n<!-- end -->", load_survey())


def test_every_word_of_the_vocabulary_has_its_row_with_its_counts() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    survey = load_survey()
    for name, number in survey.counts().items():
        (row,) = re.findall(rf"^\| `{name}` \|.*\| (\d+) \| \d+ \| \d+ \| \d+ \|$", document, re.MULTILINE)
        assert int(row) == number


def test_the_card_shown_as_an_example_is_declared_so_and_reads_so() -> None:
    _, _, chapter = DOCUMENT.read_text(encoding="utf-8").partition("## The language")
    (code,) = re.findall(r"```python\n(.*?)```", chapter, re.DOTALL)
    modules = (kinds, deeds, filters, blocks, roles, groups)
    words = {name: value for module in modules for name, value in vars(module).items()}
    shown = eval(f"{{{code}}}", words)
    ((card, abilities),) = shown.items()
    assert abilities == IMPLEMENTED[card]
    texts = [ability.text for ability in CATALOGUE.card(card).abilities]
    assert [each.text for each in say_all(abilities, CATALOGUE.card(card).type) if each] == texts
    assert re.findall(r"^> (.+)$", chapter, re.MULTILINE) == texts
