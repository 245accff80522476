"""Whether a deck may be played: ``check`` reports everything that is wrong with it, as data."""

from decks.legality.check import added, candidates, check, is_legal, pool, why_not
from decks.legality.violations import Code, Report, Severity, Violation

__all__ = ["Code", "Report", "Severity", "Violation", "added", "candidates", "check", "is_legal", "pool", "why_not"]
