"""Typographic quotation marks and apostrophes, as all card data has them."""

import re
from typing import Final

_OPENING: Final = re.compile(r'(?:^|(?<=[\s(\[]))"', re.MULTILINE)


def typeset(text: str) -> str:
    """Text with its straight quotes replaced by typographic ones; a single one is always an apostrophe."""
    return _OPENING.sub("“", text).replace('"', "”").replace("'", "’")
