"""The help teaches what there is: nothing missing, nothing stale, every example alive."""

from pathlib import Path

import pytest

from cards.catalogue.folding import fold
from cards.query import FIELDS, Engine
from cards.query.facets import FACETS
from cards.query.fields import BY_NAME, SORT, find_field
from cards.query.helptext import SECTIONS, field_help
from cards.query.tree import Op
from cards.query.write_reference import REFERENCE, renewed

EXAMPLES = [example for section in SECTIONS for example in section.examples]
EXAMPLES += [example for field in FIELDS for example in field.examples]

#: What the language promises to have: name, short form.
PROMISED = {
    "name": "n", "type": "t", "faction": "f", "set": "s", "trait": "tr", "keyword": "k", "text": "x", "ability": "a",
    "cost": "c", "resolve": "res", "combat": "com", "finesse": "fin", "influence": "inf", "panache": "pan",
    "crew": "cr", "initiative": "ini", "riposte": "rip", "parry": "par", "thrust": "thr", "artist": "art",
    "code": "code", "deck": "deck", "is": "is", "has": "has", "legal": "legal", "for": "for",
}  # fmt: skip


def test_every_promised_field_is_there() -> None:
    assert {field.name for field in FIELDS} == set(PROMISED)
    for name, short in PROMISED.items():
        assert find_field(name) is find_field(short) is find_field(name.upper())


def test_no_two_fields_share_a_name() -> None:
    written = [fold(name) for field in FIELDS for name in (field.name, *field.aliases)]
    assert len(written) == len(set(written)) == len(BY_NAME)
    assert SORT not in BY_NAME


@pytest.mark.parametrize("field", FIELDS, ids=[field.name for field in FIELDS])
def test_every_field_is_described_with_examples_of_its_own(field) -> None:
    assert field.description.endswith(".")
    assert field.examples
    names = [field.name, *field.aliases]
    for example in field.examples:
        assert example.meaning
        written = (
            example.query.replace("-", " ").replace("+", " ").replace(">", " ").replace("<", " ").replace("=", " ")
        )
        assert any(name in written.replace(":", " ").replace(",", " ").split() for name in names), example


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.query for example in EXAMPLES])
def test_every_example_finds_something(engine: Engine, example) -> None:
    result = engine.search(example.query)
    assert result.faults == ()
    assert result.cards


def test_the_sections_show_all_the_language_has() -> None:
    shown = " ".join(example.query for example in EXAMPLES)
    for piece in [*Op, "-", " or ", "not ", "(", '"', "/", "sort:", "-sort:", ":-", ":?", "+", ","]:
        assert piece in shown or (piece == Op.NE and any("!=" in line for s in SECTIONS for line in s.sentences)), piece
    assert len({section.slug for section in SECTIONS}) == len(SECTIONS)


def test_the_table_lists_the_catalogues_values(engine: Engine) -> None:
    rows = {row.name: row for row in field_help(engine.vocabulary)}
    assert "castille" in rows["faction"].values
    assert "rulebook-2023" in rows["legal"].values
    assert rows["cost"].operators == (":", "=", "!=", "<", "<=", ">", ">=")
    assert rows["cost"].sortable
    assert not rows["trait"].sortable


def test_the_reference_is_not_stale(engine: Engine) -> None:
    document = REFERENCE.read_text(encoding="utf-8")
    assert document == renewed(document, engine.vocabulary), "run python -m cards.query.write_reference"


def test_renewing_writes_between_the_marks_only(engine: Engine, tmp_path: Path) -> None:
    document = REFERENCE.read_text(encoding="utf-8")
    stale = document.replace("| `name` |", "| `nom` |")
    assert stale != document
    assert renewed(stale, engine.vocabulary) == document


def test_every_facet_is_a_field() -> None:
    assert set(FACETS) <= {field.name for field in FIELDS}
