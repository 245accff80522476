"""Writes the generated part of docs/reference/search-language.md: ``python -m cards.query.write_reference``."""

from pathlib import Path
from typing import Final

from cards.catalogue.datafiles import read_data
from cards.query.helptext import reference
from cards.query.vocabulary import Vocabulary

REFERENCE: Final = Path(__file__).parents[2] / "docs" / "reference" / "search-language.md"
BEGIN: Final = "<!-- generated from cards/query/fields.py and helptext.py: begin -->"
END: Final = "<!-- generated: end -->"


def renewed(document: str, vocabulary: Vocabulary) -> str:
    """The document with its generated part replaced."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{reference(vocabulary)}\n\n{END}{after}"


def main() -> None:
    data = read_data()
    document = REFERENCE.read_text(encoding="utf-8")
    REFERENCE.write_text(renewed(document, Vocabulary(data.catalogue, data.formats)), encoding="utf-8")


if __name__ == "__main__":
    main()
