"""Whether a deck may be played: ``check`` reports everything that is wrong with it, as data."""

from decks.legality.check import Candidates, added, check, is_legal, pool, why_not
from decks.legality.violations import Code, Report, Severity, Violation

__all__ = ["Candidates", "Code", "Report", "Severity", "Violation", "added", "check", "is_legal", "pool", "why_not"]
