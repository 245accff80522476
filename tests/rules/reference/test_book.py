"""The book holds every rule once, and everything it points to is there."""

from collections import Counter
from collections.abc import Iterator

import pytest

from cards.catalogue.datafiles import load_catalogue
from rules.reference.book import Book, BookError, CardRef, Figure, RuleRef, TermRef, plain, spans_in
from rules.reference.files import load_book, load_terms
from rules.reference.glossary import NUMBER, SLUG, Glossary
from rules.reference.markup import parse_chapter
from rules.reference.mentions import places_of_cards
from rules.reference.numbers import cited

BOOK = load_book()
CATALOGUE = load_catalogue()
GLOSSARY = Glossary.of(CATALOGUE.terms, load_terms())


def numbered(prefix: str, last: int) -> Iterator[str]:
    return (f"{prefix}{number}" for number in range(1, last + 1))


#: What the specification numbers, counted from it by hand.
NUMBERS = (
    *(str(chapter) for chapter in (*range(1, 12), 16, 17, 18)),
    *numbered("1.", 11),
    *numbered("2.", 5),
    *numbered("D", 14),
    *numbered("3.", 5),
    *numbered("4.", 5),
    *numbered("4.1.", 4),
    *numbered("4.2.", 6),
    *numbered("4.3.", 3),
    *numbered("4.4.", 5),
    *numbered("4.5.", 5),
    *numbered("5.", 8),
    *numbered("6.", 21),
    *numbered("S", 5),
    "S3r",
    *numbered("R", 6),
    *numbered("R5.", 4),
    *numbered("7.", 7),
    *numbered("8.", 5),
    *numbered("9.", 8),
    *numbered("Q", 29),
    *numbered("18.", 31),
)


def test_every_number_of_the_specification_has_its_place() -> None:
    for number in NUMBERS:
        place = BOOK.place(number)
        assert place is not None, number
        assert place.number == number
        assert BOOK.place(number.lower()) == place


def test_no_number_is_given_twice() -> None:
    assert not [number for number, count in Counter(BOOK.numbers).items() if count > 1]


def test_beyond_the_specification_only_steps_of_rules_are_numbered() -> None:
    for number in set(BOOK.numbers) - set(NUMBERS):
        place = BOOK.place(number)
        assert place is not None
        chapter = BOOK.chapter(place.chapter)
        assert chapter is not None
        assert any(number.startswith(entry.number) for entry in chapter.entries if entry.number), number


def test_numbers_come_in_order_within_a_chapter() -> None:
    for chapter in BOOK.chapters:
        for kind in "SRDQ":
            own = [int(e.number[1:]) for e in chapter.entries if e.number.startswith(kind) and e.number[1:].isdigit()]
            assert own == sorted(own)
        digits = [tuple(map(int, e.number.split("."))) for e in chapter.entries if e.number[:1].isdigit()]
        assert digits == sorted(digits), chapter.slug


def test_every_entry_says_something() -> None:
    for chapter in BOOK.chapters:
        assert chapter.lead.endswith(".")
        for entry in chapter.entries:
            assert entry.title
            assert len(plain(entry.blocks, str)) > 20 or entry.number == "18.9", entry


def test_every_ruling_rules() -> None:
    rulings = BOOK.chapter("rulings")
    assert rulings is not None
    for entry in rulings.entries:
        if entry.number:
            kinds = [block.kind for block in entry.blocks if hasattr(block, "kind")]
            assert kinds[0] == "ruling", entry.number


def test_every_open_question_is_asked_at_a_rule_and_leads_back_to_one() -> None:
    asked = {
        span.number
        for chapter in BOOK.chapters
        if chapter.slug != "rulings"
        for span in spans_in(chapter.all_blocks)
        if isinstance(span, RuleRef)
    }
    # What a destroyed participant's card still does is no rule's own question.
    assert {f"Q{number}" for number in range(1, 30)} - asked == {"Q27"}
    rulings = BOOK.chapter("rulings")
    assert rulings is not None
    for entry in rulings.entries:
        if entry.number:
            assert any(isinstance(span, RuleRef) for span in spans_in(entry.blocks)), entry.number


def test_every_cross_reference_resolves() -> None:
    references = [span for chapter in BOOK.chapters for span in spans_in(chapter.all_blocks)]
    rules = [span.number for span in references if isinstance(span, RuleRef)]
    assert len(rules) > 150
    assert [number for number in rules if BOOK.place(number) is None] == []


def test_every_card_it_names_is_a_card() -> None:
    codes = {s.code for chapter in BOOK.chapters for s in spans_in(chapter.all_blocks) if isinstance(s, CardRef)}
    assert len(codes) > 40
    assert [code for code in codes if code not in CATALOGUE] == []
    assert set(places_of_cards(BOOK)) <= codes
    assert [place.number for place in places_of_cards(BOOK)["01057"]] == ["6.4", "7.2"]


def test_every_term_it_uses_is_in_the_glossary() -> None:
    names = {s.name for chapter in BOOK.chapters for s in spans_in(chapter.all_blocks) if isinstance(s, TermRef)}
    assert len(names) > 50
    assert [name for name in names if GLOSSARY.get(name) is None] == []


def test_every_figure_is_drawn_once() -> None:
    drawn = [b.name for chapter in BOOK.chapters for b in chapter.all_blocks if isinstance(b, Figure)]
    assert sorted(drawn) == ["challenge", "day", "line", "round", "starters"]


# --- the glossary ---


def test_every_term_of_the_card_database_is_in_the_glossary_in_its_own_words() -> None:
    for term in CATALOGUE.terms:
        meaning = GLOSSARY.get(term.name)
        assert meaning is not None
        assert meaning.term is term


def test_no_further_term_explains_a_word_of_the_card_database_anew() -> None:
    known = {term.name.casefold() for term in CATALOGUE.terms}
    assert [term.name for term in load_terms() if term.name.casefold() in known] == []


def test_the_rules_a_term_cites_exist() -> None:
    for term in (*CATALOGUE.terms, *load_terms()):
        assert cited(term.rule), term.name
        assert [number for number in cited(term.rule) if BOOK.place(number) is None] == [], term.name


def test_the_glossary_is_in_alphabetical_order_with_anchors_of_their_own() -> None:
    anchors = [meaning.anchor for meaning in GLOSSARY]
    assert len(set(anchors)) == len(anchors) == len(GLOSSARY)
    letters = [anchor.removeprefix("the-")[0] for anchor in anchors]
    assert letters == sorted(letters)
    assert SLUG not in anchors


def test_the_glossary_stands_in_the_book_under_its_number() -> None:
    chapter = BOOK.chapter(SLUG)
    assert chapter is not None
    assert chapter.number == NUMBER


# --- what the examples say about cards ---


@pytest.mark.parametrize(
    ("code", "stats"),
    [
        ("01035", {"combat": 3, "resolve": 9, "influence": 2}),
        ("01089", {"combat": 3, "resolve": 7}),
        ("01106", {"riposte": 2, "parry": 0, "thrust": 1}),
        ("01052", {"parry": 0, "thrust": 5}),
        ("01112", {"parry": 3, "thrust": 2}),
        ("01182", {"cost": 4}),
        ("01012", {"influence": 3}),
        ("01186", {"cost": 6}),
        ("01057", {"cost": 1, "thrust": 4}),
        ("01044", {"panache_mod": -1}),
    ],
)
def test_numbers_quoted_in_examples_are_those_of_the_card(code: str, stats: dict[str, int]) -> None:
    card = CATALOGUE.card(code)
    assert {name: card.stat(name) for name in stats} == stats


def test_the_whole_duel_of_chapter_7_adds_up() -> None:
    """R4, R5, 7.1: the table's last lines follow from the cards."""
    combat, wounds = 3, {"Soline": 0, "Kaspar": 0}
    threat, turn = combat + 1, "Soline"
    for code in ("01106", "01052", "01112", None):
        card = CATALOGUE.card(code) if code else None
        riposte, parry, thrust = (
            (value if isinstance(value := card.stat(name), int) else 0) if card else 0
            for name in ("riposte", "parry", "thrust")
        )
        back = min(riposte, threat)
        left = max(0, threat - back - parry)
        wounds[turn] += min(left, combat)
        threat, turn = back + thrust, "Kaspar" if turn == "Soline" else "Soline"
    assert threat == 0
    assert wounds == {"Soline": 4, "Kaspar": 5}
    chapter = BOOK.chapter("duels")
    assert chapter is not None
    told = next(plain(entry.blocks, str) for entry in chapter.entries if entry.anchor == "a-whole-duel")
    assert "Soline has 4 wounds of 7, Kaspar 5 of 9." in told


# --- a book that cannot be ---


def chapter_of(text: str, slug: str = "a", number: str = "1") -> str:
    return f"# A\nslug: {slug}\nnumber: {number}\nlead: B.\n\n{text}"


def test_faults_of_a_book_are_told_all_at_once() -> None:
    one = parse_chapter(chapter_of("### 1.1 X\nSee {4.4} and {Q9}.\n\n### 1.1 Y\nText."), "one")
    with pytest.raises(BookError) as caught:
        Book((one, parse_chapter(chapter_of("", number="2"), "two")))
    assert set(caught.value.faults) == {
        "the number 1.1 is given twice",
        "a: the anchor 1.1 is given twice",
        "a: there is no rule 4.4",
        "a: there is no rule Q9",
        "two chapters are called a",
    }
