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
    """A heading, a few sentences (with `code` in backquotes), and examples to try."""

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
            "Words are matched against names, titles, traits, keywords and rules text. A card must match all of them.",
            "Accents and case don’t matter, and part of a word is enough: `sword` finds a broadsword.",
            "An icon counts as the word it stands for, so `thrust` finds text that shows the icon.",
            "A word that names a type, faction, set or keyword means that: `risk castille` finds Castille’s risks.",
            "The page says how it read your words, with a link to search for the words themselves.",
            "Plurals find the singular, too. Quotation marks keep words together and take them literally.",
        ),
        (
            Example("risk castille", "Castille risks"),
            Example("city characters", "the characters in the City Deck"),
            Example("epee", "finds Épée"),
            Example("duelist wound", "both words, anywhere on the card"),
            Example('"en garde"', "the two words side by side"),
        ),
    ),
    Section(
        "fields",
        "Fields",
        (
            "`field:value` searches one field. Most fields have a short form: `f:eisen` is `faction:eisen`.",
            "You can shorten a value as long as it is unambiguous. Commas mean “any of these”.",
            "`:` matches part of a name, text or trait; `=` matches all of it.",
        ),
        (
            Example("f:eisen t:risk", "Eisen risks"),
            Example("f:cast,neutral t:scheme", "Castille and neutral schemes"),
            Example('trait="red hand"', "the trait Red Hand"),
        ),
    ),
    Section(
        "logic",
        "And, or, not",
        (
            "A card must meet every condition; writing `and` between them is optional.",
            "`or` matches either side and is applied last; use parentheses to group conditions.",
            "`-` or `not` in front of a condition excludes what it matches.",
        ),
        (
            Example("t:risk -f:neutral", "risks that are not neutral"),
            Example("(has:technique or has:maneuver) cost:0", "free cards with a Technique or a Maneuver"),
            Example("t:character not tr:duelist combat>=3", "strong fighters who aren’t Duelists"),
        ),
    ),
    Section(
        "numbers",
        "Numbers",
        (
            "Numbers are compared with `:` (or `=`), `!=`, `<`, `<=`, `>` and `>=`.",
            "Write `-` for a printed dash, `?` for an unknown value, and `none` where the card has no such number.",
            "None of the three is zero, and none is ever less or greater than a number.",
            "`!=` finds cards that have a different number.",
            "So `cost!=1` leaves out cards without a cost, which `-cost:1` finds.",
        ),
        (
            Example("cost<=1 t:attachment", "attachments that cost 0 or 1"),
            Example("influence:-", "a dash for influence"),
            Example("riposte:?", "a riposte we don’t know"),
            Example("t:scheme panache:-1", "schemes with a panache of minus one"),
        ),
    ),
    Section(
        "sums",
        "Comparing numbers",
        (
            "You can compare a card’s numbers with each other, and add and subtract them.",
            "Cards on which one of them is a dash, unknown or missing don’t match.",
        ),
        (
            Example("thrust>parry", "more thrust than parry"),
            Example("riposte+parry+thrust>=5", "combat values that add up to five or more"),
            Example("combat>=influence+1", "better with the sword than with words"),
        ),
    ),
    Section(
        "expressions",
        "Regular expressions",
        (
            "Put a regular expression between slashes, in RE2 syntax; it is matched without accents or case.",
            "It works on its own and with text fields. Lookaround and backreferences are not supported.",
        ),
        (
            Example(r"n:/^the .*s$/", "names that begin with “The” and end in s"),
            Example(r"x:/draws? \d+ cards?/", "texts that draw a number of cards"),
        ),
    ),
    Section(
        "order",
        "Sorting",
        (
            "Cards are sorted by code. `sort:` sorts them by one or more fields instead.",
            "`-sort:`, or `-` before a field in the list, reverses the order.",
            "Cards without a value come last either way, and ties are broken by code.",
            "You can sort by " + ", ".join(f"`{name}`" for name in SORTABLE) + ".",
        ),
        (
            Example("t:scheme -sort:initiative", "the fastest schemes first"),
            Example("t:risk sort:cost,-thrust,name", "cheapest first, then strongest, then by name"),
        ),
    ),
    Section(
        "limits",
        "Limits",
        (
            f"A search can have up to {MAX_LENGTH} characters and {MAX_TERMS} words and values.",
            f"Parentheses can be nested up to {MAX_DEPTH} deep.",
            f"There can be up to {MAX_PATTERNS} regular expressions, of up to {MAX_PATTERN} characters each.",
            "If we can’t understand a search, we mark what is wrong and suggest a correction where we can.",
            "If nothing matches because a word looks mistyped, the page shows what the word you may have meant finds.",
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
