"""The markup says what it says, and refuses what it does not understand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.reference.book import (
    BookError,
    CardRef,
    Figure,
    Item,
    Listing,
    Note,
    NoteKind,
    OptionRef,
    Paragraph,
    RuleRef,
    Strong,
    Table,
    TermRef,
    Words,
    said,
)
from rules.reference.markup import parse_blocks, parse_chapter, parse_spans, slug, typeset
from rules.reference.numbers import cited, is_number

HEAD = "# The Day\nslug: day\nnumber: 4\nlead: Five phases.\n\n"


def test_a_line_with_everything() -> None:
    assert parse_spans("See {4.2.3}, **the [[threat|threats]]** and <01019> or <04cd09|knives>, `days`.") == (
        Words("See "),
        RuleRef("4.2.3"),
        Words(", "),
        Strong((Words("the "), TermRef("threat", "threats"))),
        Words(" and "),
        CardRef("01019"),
        Words(" or "),
        CardRef("04cd09", "knives"),
        Words(", "),
        OptionRef("days"),
        Words("."),
    )


@given(st.text(st.characters(exclude_characters="*[]{}<>|'`", exclude_categories=["Cs"]), min_size=1))
def test_text_without_marks_stays_as_it_is(text: str) -> None:
    assert said(parse_spans(text), str) == typeset(text)


@given(st.text())
def test_setting_type_twice_changes_nothing(text: str) -> None:
    assert typeset(typeset(text)) == typeset(text)


def test_sums_do_not_break_and_apostrophes_curve() -> None:
    assert typeset("Ole's 3 + 1 = 4") == "Ole’s 3\u00a0+\u00a01\u00a0=\u00a04"


def test_blocks_of_every_kind() -> None:
    text = (
        "One\nparagraph.\n\n- a\n- b\n\n1. =R5.1 c\n2. d\n\n> Example: e\n> f\n\n"
        "| g | h |\n|---|---|\n| i | [[j\\|k]] |\n\n!figure day"
    )
    assert list(parse_blocks(text)) == [
        Paragraph((Words("One paragraph."),)),
        Listing((Item((Words("a"),)), Item((Words("b"),)))),
        Listing((Item((Words("c"),), "R5.1"), Item((Words("d"),))), ordered=True),
        Note(NoteKind.EXAMPLE, (Words("e > f"),)),
        Table(((Words("g"),), (Words("h"),)), (((Words("i"),), (TermRef("j", "k"),)),)),
        Figure("day"),
    ]


def test_a_chapter_has_parts_and_entries() -> None:
    text = f"{HEAD}Opening.\n\n### @first First of all\nA.\n\n## 4.1 Dawn\nB.\n\n### 4.1.1 Start\nC.\n\n## Loose ends\n"
    chapter = parse_chapter(text, "day.md")
    assert (chapter.slug, chapter.number, chapter.title, chapter.lead) == ("day", "4", "The Day", "Five phases.")
    assert [(part.anchor, part.number, part.title) for part in chapter.parts] == [
        ("", "", ""),
        ("4.1", "4.1", "Dawn"),
        ("loose-ends", "", "Loose ends"),
    ]
    assert [(entry.anchor, entry.number, entry.title) for entry in chapter.entries] == [
        ("first", "", "First of all"),
        ("4.1.1", "4.1.1", "Start"),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("No title", "begins with its title"),
        ("# A\nslug: a\n\n", "slug, number, lead"),
        (f"{HEAD}### Nameless\nA.", "neither a number nor an anchor"),
        (f"{HEAD}See {{the rule}}.", "not the number of a rule"),
        (f"{HEAD}> Hearsay.", "says first what it is"),
        (f"{HEAD}> Rumour: it is so.", "rumour"),
        (f"{HEAD}- a\n1. b", "numbers or it has none"),
        (f"{HEAD}- a\nb", "no point of a list"),
        (f"{HEAD}| a |\n| b |", "a head, a ruler and rows"),
        (f"{HEAD}| a |\n|---|\n| b | c |", "as long as its head"),
    ],
)
def test_what_is_wrong_is_told_with_the_file(text: str, words: str) -> None:
    with pytest.raises(BookError, match=words) as caught:
        parse_chapter(text, "day.md")
    assert caught.value.faults[0].startswith("day.md: ")


def test_slugs_are_plain() -> None:
    assert slug("Épée, Sanglante!") == "epee-sanglante"


@pytest.mark.parametrize(
    ("citation", "numbers"),
    [
        ("D12", ("D12",)),
        ("6.7, 6.21", ("6.7", "6.21")),
        ("7 S1-S3", ("S1", "S3")),
        ("7 R2", ("R2",)),
        ("7", ("7",)),
        ("S3r and 4.5.2e", ("S3r", "4.5.2e")),
        ("no number, no. 5x", ()),
    ],
)
def test_citations_are_read_as_players_write_them(citation: str, numbers: tuple[str, ...]) -> None:
    assert cited(citation) == numbers
    assert all(map(is_number, numbers))
