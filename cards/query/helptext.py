"""The help on the search language as data: the web page and the reference in docs/ both show this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cards.query.fields import SORTABLE
from cards.query.kinds import ChoiceField, Example, Field
from cards.query.lexer import MAX_DEPTH, MAX_LENGTH, MAX_PATTERN, MAX_PATTERNS, MAX_TERMS
from cards.query.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Section:
    """One thing to learn: a heading, a few sentences (with `code` in backquotes), and examples to try."""

    slug: str
    title: str
    sentences: tuple[str, ...]
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldHelp:
    """One row of the table of fields."""

    name: str
    short: tuple[str, ...]
    kind: str
    operators: tuple[str, ...]
    values: tuple[str, ...]
    takes: str
    description: str
    sortable: bool
    examples: tuple[Example, ...]


#: A table cannot list every card.
MAX_VALUES: Final = 60

SECTIONS: Final[tuple[Section, ...]] = (
    Section(
        "words",
        "Words",
        (
            "Words are looked for in names, titles, traits, keywords and ability texts. Each of them must be found.",
            "Accents and capitals do not matter, and a piece of a word is enough: `sword` finds a broadsword.",
            "An icon counts as the word it stands for, so `thrust` finds texts that show the icon.",
            "Quotation marks keep words together.",
        ),
        (
            Example("epee", "finds Épée"),
            Example("duelist wound", "both words, wherever they stand"),
            Example('"en garde"', "the two words side by side"),
        ),
    ),
    Section(
        "fields",
        "Fields",
        (
            "`field:value` looks in one place only. Most fields have a short form: `f:eisen` is `faction:eisen`.",
            "Values may be cut short as long as it stays clear what is meant. A list with commas means any of them.",
            "`=` asks for the whole of a name, text or trait, where `:` is content with a part of it.",
        ),
        (
            Example("f:eisen t:risk", "Eisen risks"),
            Example("f:cast,neutral t:scheme", "schemes of Castille and neutral ones"),
            Example('trait="red hand"', "the trait Red Hand"),
        ),
    ),
    Section(
        "logic",
        "And, or, not",
        (
            "Conditions side by side must all hold; you may write `and` between them.",
            "`or` offers another way, and binds weaker: parentheses say otherwise.",
            "`-` or `not` in front turns a condition round.",
        ),
        (
            Example("t:risk -f:neutral", "risks that are not neutral"),
            Example("(has:technique or has:maneuver) cost:0", "free cards with a Technique or a Maneuver"),
            Example("t:character not tr:duelist combat>=3", "strong fighters who are no Duelists"),
        ),
    ),
    Section(
        "numbers",
        "Numbers",
        (
            "Numbers are compared with `:` (or `=`), `!=`, `<`, `<=`, `>` and `>=`.",
            "A printed dash is written `-`, an unknown value `?`, and a number the card does not bear at all `none`.",
            "None of the three is zero, and none is ever less or more than anything.",
            "`!=` finds cards that have the number, and another one.",
            "So `cost!=1` leaves out cards without a cost, which `-cost:1` does find.",
        ),
        (
            Example("cost<=1 t:attachment", "attachments for 0 or 1"),
            Example("influence:-", "a dash for influence"),
            Example("riposte:?", "a riposte we do not know"),
            Example("t:scheme panache:-1", "schemes with a panache of minus one"),
        ),
    ),
    Section(
        "sums",
        "Numbers against numbers",
        (
            "A number may be compared with another number of the same card, and numbers may be added and subtracted.",
            "Cards on which one of them is a dash, unknown or missing are not found.",
        ),
        (
            Example("thrust>parry", "more thrust than parry"),
            Example("riposte+parry+thrust>=5", "combat values of five or more in all"),
            Example("combat>=influence+1", "better with the sword than with words"),
        ),
    ),
    Section(
        "expressions",
        "Expressions",
        (
            "Between slashes stands a regular expression in RE2's syntax; its text has no accents or capitals.",
            "It works alone and with fields of text or terms. It cannot look ahead or behind, nor refer back.",
        ),
        (
            Example(r"n:/^the .*s$/", "names that begin with “The” and end in s"),
            Example(r"x:/draws? \d+ cards?/", "texts that draw a number of cards"),
        ),
    ),
    Section(
        "order",
        "Order",
        (
            "Cards come in the order of their codes. `sort:` takes one or more fields instead.",
            "`-sort:`, or `-` before a field in the list, turns the order round.",
            "Cards without such a number or text come last both ways, and equal ones in the order of their codes.",
            "Sorting works by " + ", ".join(f"`{name}`" for name in SORTABLE) + ".",
        ),
        (
            Example("t:scheme -sort:initiative", "the fastest schemes first"),
            Example("t:risk sort:cost,-thrust,name", "cheap first, then strong, then by name"),
        ),
    ),
    Section(
        "limits",
        "Limits",
        (
            f"A query may have {MAX_LENGTH} characters, {MAX_TERMS} words and values, {MAX_DEPTH} nested parentheses.",
            f"It may have {MAX_PATTERNS} expressions of {MAX_PATTERN} characters each.",
            "A query that cannot be read says why: it underlines the place and offers a good guess, if any.",
            "A query that finds nothing offers the word you may have meant.",
        ),
    ),
)


def field_help(vocabulary: Vocabulary) -> tuple[FieldHelp, ...]:
    """The table of fields, with the values that the catalogue gives them."""
    return tuple(_row(field, vocabulary) for field in vocabulary.table.fields)


def _row(field: Field, vocabulary: Vocabulary) -> FieldHelp:
    options = vocabulary.choices(field.name).options if isinstance(field, ChoiceField) else ()
    if len(options) > MAX_VALUES:
        options = ()
    return FieldHelp(
        name=field.name,
        short=field.aliases,
        kind=field.kind,
        operators=tuple(field.operators),
        values=tuple(option.written for option in options),
        takes=field.values,
        description=field.description,
        sortable=field.sortable,
        examples=field.examples,
    )


def reference(vocabulary: Vocabulary, sections: tuple[Section, ...] = SECTIONS) -> str:
    """The generated part of the reference, as Markdown."""
    blocks: list[str] = []
    for section in sections:
        blocks.append(f"## {section.title}")
        blocks.append(" ".join(section.sentences))
        if section.examples:
            blocks.append("\n".join(f"- `{example.query}`: {example.meaning}" for example in section.examples))
    blocks.append("## Table of fields")
    rows = ["| Field | Short | Operators | What it is | Examples |", "|---|---|---|---|---|"]
    for row in field_help(vocabulary):
        operators = " ".join(f"`{operator}`" for operator in row.operators)
        examples = ", ".join(f"`{_cell(example.query)}`" for example in row.examples)
        values = f" Values: {', '.join(f'`{_cell(value)}`' for value in row.values)}." if row.values else ""
        short = " ".join(f"`{alias}`" for alias in row.short)
        rows.append(f"| `{row.name}` | {short} | {operators} | {row.description}{values} | {examples} |")
    blocks.append("\n".join(rows))
    return "\n\n".join(blocks)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
