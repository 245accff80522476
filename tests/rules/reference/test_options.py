"""The book and the engine's options: what can be played otherwise is named where its rule stands, and nothing else."""

from collections.abc import Iterator
from dataclasses import fields

from rules.five_sails.terms.options import EDITIONS, Options
from rules.reference.book import Chapter, Note, NoteKind, OptionRef, Table, spans_in
from rules.reference.files import load_book

BOOK = load_book()
NAMES = {field.name for field in fields(Options)}

#: By option, the place of the book whose note decides between its values: there it must be named.
DECIDED = {
    "parley_needs_negotiable": "5.4",
    "technique_limit": "6.6",
    "wealth_to_locker": "6.9",
    "offhand_limit": "9.4",
    "same_name": "Q3",
    "city_reshuffles": "Q5",
    "initiative_tie": "Q8",
    "mercenaries_parley": "Q13",
    "pressure_among_present": "Q23",
}
#: Options that no note decides, because the rulebook itself is clear: rules of tournaments, of another
#: implementation, and the numbers of a game.
CLEAR = {"draws_by_lot": "victory", "gamble_rest": "rulings", "days": "editions", "renown_to_win": "editions"}


def options_in(blocks: object) -> set[str]:
    return {span.name for span in spans_in(blocks) if isinstance(span, OptionRef)}  # type: ignore[arg-type]


def notes(*kinds: NoteKind) -> Iterator[tuple[str, Note]]:
    for chapter in BOOK.chapters:
        for entry in chapter.entries:
            for block in entry.blocks:
                if isinstance(block, Note) and block.kind in kinds:
                    yield entry.number or entry.anchor, block


def chapter(slug: str) -> Chapter:
    found = BOOK.chapter(slug)
    assert found is not None
    return found


def test_the_book_names_only_options_that_there_are() -> None:
    for each in BOOK.chapters:
        assert options_in(each.all_blocks) <= NAMES, each.slug


def test_every_option_that_decides_an_ambiguity_is_named_in_the_note_of_its_rule() -> None:
    named = {(name, place) for place, note in notes(NoteKind.READING, NoteKind.RULING) for name in options_in([note])}
    assert named == set(DECIDED.items())


def test_every_reading_beside_a_rule_can_be_played_otherwise() -> None:
    silent = [place for place, note in notes(NoteKind.READING) if not options_in([note])]
    # One that cannot would have to say so; the list of readings in chapter 16 does.
    assert silent == []
    readings = next(part for part in chapter("rulings").parts if part.title == "Readings")
    assert "None of it is an option" in str(readings.blocks)


def test_what_an_edition_changes_is_named_in_the_tables_of_editions() -> None:
    tables = [block for block in chapter("editions").all_blocks if isinstance(block, Table)]
    assert options_in(tables) == set(EDITIONS["playtest"])


def test_every_option_has_its_place_in_the_book() -> None:
    for name, slug in CLEAR.items():
        assert name in options_in(chapter(slug).all_blocks)
    assert set(DECIDED) | set(CLEAR) | set(EDITIONS["playtest"]) == NAMES
