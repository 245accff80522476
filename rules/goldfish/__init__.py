"""The solo simulation: encode a deck list, play chunks of games, add the tallies up, read the report."""

from rules.goldfish.comparing import Comparison, Difference, compare
from rules.goldfish.encode import Encoded, EncodeError, city_deck, encode
from rules.goldfish.layout import DAYS, ENGINE_VERSION
from rules.goldfish.pairs import PairTallies
from rules.goldfish.policies import DESCRIPTIONS, POLICIES, Adversary, Policy, PolicyError, adversary, policy
from rules.goldfish.report import LABELS, SHARES, Report, report
from rules.goldfish.run import simulate, simulate_pair
from rules.goldfish.tallies import Tallies, merge

__all__ = [
    "DAYS",
    "DESCRIPTIONS",
    "ENGINE_VERSION",
    "LABELS",
    "POLICIES",
    "SHARES",
    "Adversary",
    "Comparison",
    "Difference",
    "EncodeError",
    "Encoded",
    "PairTallies",
    "Policy",
    "PolicyError",
    "Report",
    "Tallies",
    "adversary",
    "city_deck",
    "compare",
    "encode",
    "merge",
    "policy",
    "report",
    "simulate",
    "simulate_pair",
]
