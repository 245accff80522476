"""The help on deck search as data; ``manage.py write_deck_search`` writes it into the reference."""

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
            "Words are looked for in names and descriptions. Each of them must be found, in either.",
            "Accents and capitals do not matter, and a piece of a word is enough. Quotation marks keep words together.",
        ),
        (Example("starter", "decks that call themselves so"), Example('"not today"', "the two words side by side")),
    ),
    Section(
        "cards",
        "Cards and leaders",
        (
            "`card:` finds decks by a card, and `-card:` those without it; a list with commas means any of them.",
            "A name may be cut short as long as it stays clear which card is meant.",
            "A name that several cards share stands for each of them; a title or a code says which.",
            "`>=2` and the like after a card count its copies, and no copies are a number of copies too.",
        ),
        (
            Example(
                'f:castille card:"Not Today" -card:"Bleed Out"', "Castille decks with the one and without the other"
            ),
            Example('card:"Not Today"=2', "decks that run exactly two"),
            Example("leader:yevgeni,soline", "decks led by either"),
        ),
    ),
    Section(
        "dates",
        "Dates and likes",
        (
            "`updated` is compared with a day, a month or a year, in universal time.",
            "A period counts as a whole: `updated>2026-05` begins with June.",
            "`likes` is compared with whole numbers.",
        ),
        (
            Example("updated>=2026 likes>=1", "decks changed this year that somebody likes"),
            Example("updated:2026-05", "decks last changed in May"),
        ),
    ),
    Section(
        "logic",
        "And, or, not",
        (
            "Conditions side by side must all hold; `or` offers another way, and parentheses group conditions.",
            "`-` or `not` in front turns a condition round.",
        ),
        (Example("(f:eisen or f:ussura) -is:starter", "decks of two nations that are not the starter decks"),),
    ),
    Section(
        "order",
        "Order",
        (
            "The last changed come first. `sort:likes` puts the most liked first, `sort:name` goes by name.",
            "`-sort:` turns an order round. Equal decks are in the order of their last change, then of their ids.",
        ),
        (
            Example("f:vodacce sort:likes", "the most liked decks of Vodacce"),
            Example("-sort:newest", "the oldest first"),
        ),
    ),
    Section(
        "limits",
        "Limits",
        (
            f"A query may have {MAX_LENGTH} characters, {MAX_TERMS} words and values, {MAX_DEPTH} nested parentheses.",
            "There are no expressions between slashes, and no sums.",
            f"What is found is counted up to {MAX_COUNTED}, and can be turned over to the last page.",
            "A query that cannot be read says why: it underlines the place and offers a good guess, if any.",
        ),
    ),
)


def update_reference(document: str, vocabulary: Vocabulary) -> str:
    """The document with what stands between its marks written anew."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{reference(vocabulary, SECTIONS)}\n\n{END}{after}"
