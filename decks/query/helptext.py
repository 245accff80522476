"""The help on deck search; ``manage.py write_deck_search`` writes it into the reference."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cards.query.helptext import Section, reference
from cards.query.kinds import Example
from cards.query.lexer import MAX_DEPTH, MAX_LENGTH
from cards.query.vocabulary import Vocabulary
from decks.queries import MAX_COUNTED
from decks.query.fields import MAX_TERMS

REFERENCE: Final = Path(__file__).parents[2] / "docs" / "reference" / "deck-search.md"
BEGIN: Final = "<!-- generated from decks/query/fields.py and helptext.py: begin -->"
END: Final = "<!-- generated: end -->"

SECTIONS: Final[tuple[Section, ...]] = (
    Section(
        "words",
        "Words",
        (
            "Words are searched in the deck’s name and description, and in the names of its leader and faction.",
            "They are searched in the names of its cards and its owner, too; every word must be found somewhere.",
            "Case and accents do not matter, and part of a word is enough. Quotes keep words together.",
        ),
        (
            Example("soline", "decks led by Soline, and others that mention her"),
            Example("castille starter", "the Castille starter deck"),
            Example('"not today"', "the two words next to each other"),
        ),
    ),
    Section(
        "cards",
        "Cards and leaders",
        (
            "`card:` finds decks with a card, `-card:` decks without it; names separated by commas mean any of them.",
            "A name can be shortened as long as it is clear which card is meant.",
            "A name that several cards share means any of them; add the title or use the code to choose one.",
            "An operator and a number, such as `>=2`, compare the number of copies, which may be zero.",
        ),
        (
            Example(
                'f:castille card:"Not Today" -card:"Bleed Out"', "Castille decks with Not Today and without Bleed Out"
            ),
            Example('card:"Not Today"=2', "decks that run exactly two copies"),
            Example("leader:yevgeni,soline", "decks led by either of them"),
        ),
    ),
    Section(
        "dates",
        "Dates and likes",
        (
            "`updated` takes a day, a month or a year (UTC).",
            "`updated>2026-05` means after the end of May.",
            "`likes` takes whole numbers.",
        ),
        (
            Example("updated>=2026 likes>=1", "decks changed since the start of 2026 with at least one like"),
            Example("updated:2026-05", "decks last changed in May 2026"),
        ),
    ),
    Section(
        "logic",
        "And, or, not",
        (
            "All conditions must hold. Use `or` for alternatives and parentheses for groups.",
            "`-` or `not` before a condition negates it.",
        ),
        (Example("(f:eisen or f:ussura) -is:starter", "Eisen and Ussura decks other than starter decks"),),
    ),
    Section(
        "order",
        "Order",
        (
            "Recently changed decks come first. `sort:likes` puts the most liked first, `sort:name` sorts by name.",
            "`-sort:` reverses the order. Ties are broken by the last change, then by id.",
        ),
        (
            Example("f:vodacce sort:likes", "Vodacce decks, most liked first"),
            Example("-sort:newest", "oldest first"),
        ),
    ),
    Section(
        "limits",
        "Limits",
        (
            f"The limits: {MAX_LENGTH} characters, {MAX_TERMS} words and values, {MAX_DEPTH} nested parentheses.",
            "Regular expressions and sums are not supported.",
            f"Results are counted up to {MAX_COUNTED}; you can still page through all of them.",
            "If a query has a mistake, it is underlined, with a suggestion if there is one.",
        ),
    ),
)


def update_reference(document: str, vocabulary: Vocabulary) -> str:
    """Replace the generated part of the document."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{reference(vocabulary, SECTIONS)}\n\n{END}{after}"
