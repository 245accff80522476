"""Plain words that name a type, faction, set or keyword."""

import pytest

from cards.query import Engine
from cards.query.tree import quote

READINGS = {
    "risk castille": "type:risk faction:castille",
    "Castille risks": "faction:castille type:risk",
    "RISK Castille sort:cost": "type:risk faction:castille sort:cost",
    "risk -castille": None,
    "core leaders": "set:core type:leader",
    "character": "type:character,city_character",
    "city characters": "type:city_character",
    "tooth & claw": "set:tooth-and-claw",
    "tooth and claw": "set:tooth-and-claw",
    "tooth claw schemes": "set:tooth-and-claw type:scheme",
    "unique attachments montaigne": "keyword=Unique type:attachment,city_attachment faction:montaigne",
    "neutral risk draw": "faction:neutral type:risk draw",
    "risk or scheme": "type:risk or type:scheme",
    "risk draws": "type:risk draw",
    "(city) character": "type:city_character",
    "neutral": "faction:neutral",
}
#: What stays words: quotation marks, other fields, and words that only begin a name.
LITERAL = ("duelist", '"risk"', '"risk" "castille"', "n:risk", "risky", "castil", "city", "/risk/", "none", "this")


@pytest.mark.parametrize(("text", "canonical"), READINGS.items(), ids=READINGS)
def test_reading(engine: Engine, text: str, canonical: str | None) -> None:
    query = engine.search(text).query
    assert query
    assert query.reads_words
    assert canonical is None or query.canonical == canonical


@pytest.mark.parametrize("text", LITERAL)
def test_literal(engine: Engine, text: str) -> None:
    query = engine.search(text).query
    assert query
    assert not query.reads_words


def test_words_find_what_they_name(engine: Engine) -> None:
    result = engine.search("risk castille")
    assert len(result) == 26
    assert result.cards == engine.search("t:risk f:castille").cards
    assert result.sentence == "Castille risks"
    assert engine.explain("risk castille")["explanation"] == result.sentence


def test_the_literal_reading_is_the_words_in_quotation_marks(engine: Engine) -> None:
    query = engine.search("castille risk -draw c:1 sort:cost").query
    assert query
    assert query.literal == '"castille" "risk" -"draw" c:1 sort:cost'
    literal = engine.search(query.literal)
    assert literal.query
    assert not literal.query.reads_words
    assert literal.query.literal == query.literal
    assert literal.sentence == (
        "Cards that mention “castille” and “risk”, do not mention “draw” and cost 1, sorted by cost"
    )


def test_a_name_with_such_a_word_is_found(engine: Engine) -> None:
    found = {card.full_name for card in engine.search("castille").cards}
    assert "“Madre” Dolores, Cat Lady of Castille" in found
    assert found >= {card.full_name for card in engine.search("f:castille").cards}
    assert {card.full_name for card in engine.search("cat lady of castille").cards} == {
        "“Madre” Dolores, Cat Lady of Castille"
    }


def test_words_that_name_things_no_card_is_stay_words(engine: Engine) -> None:
    """No location is a character, but cards mention both."""
    result = engine.search("location character")
    assert result.cards
    assert result.query
    assert not result.query.reads_words
    assert result.cards == engine.search('"location" "character"').cards


@pytest.mark.parametrize(
    ("plural", "singular"), [("pirates", "pirate"), ("duelists", "duelist"), ("mercenaries", "mercenary")]
)
def test_plurals_find_the_singular(engine: Engine, plural: str, singular: str) -> None:
    found = {card.code for card in engine.search(plural).cards}
    assert found
    assert found >= {card.code for card in engine.search(quote(singular)).cards}
    assert found >= {card.code for card in engine.search(quote(plural)).cards}


def test_filters_keep_the_words(engine: Engine) -> None:
    assert engine.toggle("castille", "type", "risk") == "castille t:risk"
    assert engine.toggle("risk pirates", "faction", "castille") == "risk pirates f:castille"
    assert engine.toggle("risk castille", "type", "risk") == "castille"
    assert engine.toggle("risk castille", "type", "scheme") == "t:risk,scheme castille"


@pytest.mark.parametrize("text", [*READINGS, *LITERAL, "castille", "castille or pirates", "mercenaries", "-castille"])
def test_a_reading_reads_back(engine: Engine, text: str) -> None:
    query = engine.parse(text)
    assert engine.parse(query.canonical) == query
