"""The data files themselves: complete, consistent, and in our own words."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cards.catalogue import AbilityKind, Card, CardType, Zone, may_run
from cards.catalogue.datafiles import (
    DATA,
    DataError,
    content_version,
    load_catalogue,
    load_city_decks,
    load_formats,
    read_data,
)
from cards.catalogue.folding import fold
from cards.catalogue.phrases import ICON_TOKENS
from cards.catalogue.stats import STAT_NAMES, Mark

CATALOGUE = load_catalogue()


def test_every_set_file_is_read_whole_in_the_order_of_its_numbers() -> None:
    files = [json.loads(path.read_text()) for path in sorted((DATA / "sets").glob("*.json"))]
    assert [each["set"]["number"] for each in files] == [f"{place + 1:02}" for place in range(len(files))]
    assert Counter(card.set for card in CATALOGUE) == {each["set"]["code"]: len(each["cards"]) for each in files}


def test_the_numbers_of_a_set_run_from_1_without_a_gap() -> None:
    """A card lost from a file leaves one. City cards with numbers of their own are missed by their City Deck."""
    for each in CATALOGUE.sets:
        numbers = [int(card.number) for card in CATALOGUE if card.set == each.code and card.number.isdigit()]
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), each.code


def test_types_and_factions_are_those_of_the_game() -> None:
    assert {card.type for card in CATALOGUE} == set(CardType)
    assert {card.faction for card in CATALOGUE} == {*(faction.code for faction in CATALOGUE.factions), None}


def test_the_files_are_valid_against_their_schemas() -> None:
    for name in ("set", "lists"):
        Draft202012Validator.check_schema(json.loads((DATA / "schema" / f"{name}.schema.json").read_text()))
    assert read_data().catalogue == CATALOGUE


def test_codes_are_unique_and_printings_lead_to_their_card() -> None:
    codes = [code for card in CATALOGUE for code in {card.code, *(p.code for p in card.printings)}]
    assert len(codes) == len(set(codes))
    assert CATALOGUE.card("01067a").name == "Henri Michelet"
    assert CATALOGUE.card("01067b").name == "Jean Urbain"
    assert CATALOGUE.card("01159a") is CATALOGUE.card("01159b") is CATALOGUE.card("01159")


def test_every_name_trait_and_artist_is_spelled_one_way() -> None:
    for words in (
        {card.name for card in CATALOGUE},
        {trait for card in CATALOGUE for trait in card.traits},
        {printing.artist for card in CATALOGUE for printing in card.printings if printing.artist},
    ):
        assert len({fold(word) for word in words}) == len(words)


def test_the_trait_list_holds_exactly_the_traits_in_use() -> None:
    assert set(read_data().traits) == {trait for card in CATALOGUE for trait in card.traits}


def test_a_dash_an_absent_an_unknown_and_a_zero_are_all_in_the_data() -> None:
    angelo, eventail, for_the_family = CATALOGUE.card("01018"), CATALOGUE.card("02027"), CATALOGUE.card("01026")
    assert angelo.influence is Mark.DASH
    assert eventail.riposte is Mark.UNKNOWN
    assert for_the_family.riposte == 0
    assert for_the_family.influence is None


def test_the_one_card_of_unknown_traits_says_so() -> None:
    assert [card.code for card in CATALOGUE if not card.traits_known] == ["02015"]


def test_rule_9_3_only_leaders_have_panache_and_crew_cap() -> None:
    for card in CATALOGUE:
        assert (card.panache is not None) == (card.type is CardType.LEADER)
        assert (card.crew_cap is not None) == (card.type is CardType.LEADER)


def test_d14_every_faction_card_has_combat_values() -> None:
    for card in CATALOGUE:
        values = {card.riposte, card.parry, card.thrust}
        assert (None not in values) == (card.deck is Zone.FACTION), card.code


def test_rule_1_6_city_decks_have_thirty_city_cards() -> None:
    for deck in load_city_decks():
        assert len(set(deck.cards)) == 30
        assert all(CATALOGUE.card(code).deck is Zone.CITY for code in deck.cards)


def test_1_6_all_city_characters_are_mercenaries() -> None:
    assert all(card.is_mercenary for card in CATALOGUE if card.type is CardType.CITY_CHARACTER)


def test_formats_are_those_of_the_public_interface() -> None:
    assert [format.code for format in load_formats()] == ["rulebook-2023", "playtest-5.9.4e", "core-only"]
    assert [format.code for format in load_formats() if format.default] == ["rulebook-2023"]


def test_formats_admit_deck_cards_of_their_sets_only() -> None:
    everything, _, core = load_formats()
    assert not everything.admits(CATALOGUE.card("02032")), "enters play from The Locker, is in no deck"
    assert not everything.admits(CATALOGUE.card("01177")), "a city card"
    assert everything.admits(CATALOGUE.card("04008"))
    assert not core.admits(CATALOGUE.card("04008"))
    admitted = [card for card in CATALOGUE if everything.admits(card)]
    assert {card.deck for card in admitted} == {Zone.LEADER, Zone.APPROACH, Zone.FACTION}
    assert {card.set for card in admitted} == {each.code for each in CATALOGUE.sets}


def test_2_2_a_leader_runs_neutral_and_loyal_cards() -> None:
    soline = next(card for card in CATALOGUE.leaders if card.faction == "castille")
    runs = [card for card in CATALOGUE if may_run(soline, card)]
    assert {card.faction for card in runs} == {"castille", "neutral"}
    assert all(card.deck in (Zone.APPROACH, Zone.FACTION) for card in runs)


def _texts() -> list[tuple[Card, str]]:
    return [(card, ability.text) for card in CATALOGUE for ability in card.abilities]


def test_every_ability_has_words_and_known_icons() -> None:
    for card, text in _texts():
        assert text.endswith((".", ".”", "!")), f"{card.code}: {text}"
        assert set(re.findall(r"\{(.*?)\}", text)) <= set(ICON_TOKENS), card.code


def test_a_reaction_says_when() -> None:
    for card in CATALOGUE:
        for ability in card.abilities:
            if ability.kind in (AbilityKind.REACTION, AbilityKind.FORCED):
                assert ability.trigger, card.code


def test_only_schemes_have_a_bar_and_nothing_above_follows_below() -> None:
    for card in CATALOGUE:
        below = [ability.below_bar for ability in card.abilities]
        assert below == sorted(below), card.code
        assert not any(below) or card.type is CardType.SCHEME, card.code


def test_effects_told_apart_by_nothing_are_worded_alike() -> None:
    """Two wordings that differ only in case, articles or punctuation would be two spellings of one effect."""
    seen: dict[str, str] = {}
    for card, text in _texts():
        skeleton = re.sub(r"[^a-z0-9{}+-]+", " ", re.sub(r"\b(a|an|the)\b", " ", text.lower()))
        assert seen.setdefault(skeleton, text) == text, f"{card.code}: {text!r} against {seen[skeleton]!r}"


@pytest.fixture
def copied_data(tmp_path: Path) -> Path:
    target = tmp_path / "data"
    for path in DATA.rglob("*.json"):
        copy = target / path.relative_to(DATA)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    return target


def spoil(data: Path, file: str, old: str, new: str) -> None:
    path = data / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("sets/01-core.json", '"resolve": 7', '"resolve": "7"', "01-core.json: 01006, stats.resolve: "),
        ("sets/01-core.json", '"crew_cap": 6', '"crew": 6', "01-core.json: 01006, stats: "),
        ("sets/01-core.json", '"type": "leader"', '"type": "king"', "01-core.json: 01006, type: 'king'"),
        ("sets/01-core.json", '"Villain"', '"Vilain"', "01-core.json: 01006, traits: 'Vilain' is not in traits.json"),
        ("sets/01-core.json", '"code": "01007"', '"code": "01006"', "01006, code: used by 2 cards"),
        ("sets/02-tooth-and-claw.json", '"number": "1"', '"number": " 1"', "02-tooth-and-claw.json: 02001, number: "),
        ("sets/02-tooth-and-claw.json", '"effect": "', '"effect": "x ', "02-tooth-and-claw.json: 02001, abilities."),
        ("city_decks.json", '"01177"', '"01001"', "city_decks.json: 01001, core: no such city card"),
        ("rulings.json", '"card": "01004"', '"card": "09999"', "rulings.json: 09999, card: no such card"),
        ("formats.json", '"default": true', '"default": false', "formats.json: default: exactly one format"),
        ("formats.json", '"core"', '"cor"', "formats.json: core-only.sets: no such set: cor"),
        ("traits.json", "[", "", "traits.json: not JSON"),
    ],
)
def test_bad_data_is_refused_with_file_card_and_field(
    copied_data: Path, file: str, old: str, new: str, expected: str
) -> None:
    spoil(copied_data, file, old, new)
    with pytest.raises(DataError) as caught:
        read_data(copied_data)
    assert expected in str(caught.value)


def test_all_faults_are_told_at_once(copied_data: Path) -> None:
    spoil(copied_data, "sets/01-core.json", '"resolve": 7', '"resolve": "7"')
    spoil(copied_data, "sets/01-core.json", '"type": "scheme"', '"type": "plot"')
    with pytest.raises(DataError) as caught:
        read_data(copied_data)
    assert {fault.field for fault in caught.value.faults} >= {"stats.resolve", "type"}


def test_the_version_changes_with_any_fact(copied_data: Path) -> None:
    assert content_version(copied_data) == CATALOGUE.version
    spoil(copied_data, "sets/01-core.json", '"resolve": 7', '"resolve": 8')
    assert content_version(copied_data) != CATALOGUE.version


def test_every_stat_name_is_a_field_of_a_card() -> None:
    assert set(STAT_NAMES) <= set(Card.__dataclass_fields__)
