"""The solo simulation: encode a deck list, play chunks of games, add up the tallies, read the report."""

from rules.goldfish.encoding import Encoded, EncodeError, city_deck, encode
from rules.goldfish.layout import ENGINE_VERSION
from rules.goldfish.policies import DESCRIPTIONS, POLICIES, Adversary, Policy, PolicyError, adversary, policy
from rules.goldfish.results.comparison import Comparison, Difference, compare
from rules.goldfish.results.pairs import PairTallies
from rules.goldfish.results.report import LABELS, SHARES, Report, report
from rules.goldfish.results.tallies import Tallies, merge
from rules.goldfish.run import simulate, simulate_pair

__all__ = [
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
