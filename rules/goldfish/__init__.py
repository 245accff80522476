"""The solo simulation: encode a deck list, play chunks of games, add the tallies up, read the report."""

from rules.goldfish.encode import Encoded, EncodeError, city_deck, encode
from rules.goldfish.layout import ENGINE_VERSION
from rules.goldfish.policies import DESCRIPTIONS, POLICIES, Adversary, Policy, PolicyError, adversary, policy
from rules.goldfish.report import Report, report
from rules.goldfish.run import simulate
from rules.goldfish.tallies import Tallies, merge

__all__ = [
    "DESCRIPTIONS",
    "ENGINE_VERSION",
    "POLICIES",
    "Adversary",
    "EncodeError",
    "Encoded",
    "Policy",
    "PolicyError",
    "Report",
    "Tallies",
    "adversary",
    "city_deck",
    "encode",
    "merge",
    "policy",
    "report",
    "simulate",
]
