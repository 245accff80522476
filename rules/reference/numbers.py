"""Numbers of rules: ``4.2.3``, ``D12``, ``S3r``, ``R5.4``, ``Q8``; and lists of them as other texts cite them."""

from __future__ import annotations

import re
from typing import Final

_NUMBER: Final = r"(?:\d+(?:\.\d+)*[a-e]?|[SRDQ]\d+(?:\.\d+)?r?)"
_WHOLE: Final = re.compile(_NUMBER)
#: Steps of the challenge and the duel may be cited with their chapter in front: "7 R4".
_CITED: Final = re.compile(rf"(?:\b7 (?=[SR]\d))?(?<![\w.])({_NUMBER})(?![\w.])")


def is_number(text: str) -> bool:
    """Whether a text can be the number of a rule."""
    return _WHOLE.fullmatch(text) is not None


def key(number: str) -> str:
    """One spelling of a number for looking it up: people write q8 and s3R."""
    return number.strip().casefold()


def cited(text: str) -> tuple[str, ...]:
    """The numbers in a citation such as ``6.7, 6.21`` or ``7 S1-S3``; of a range, its two ends."""
    return tuple(found[1] for found in _CITED.finditer(text))
