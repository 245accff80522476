"""A seeded hand, Day by Day: what is drawn, spent, gambled and kept."""

from rules.hands.actions import (
    Action,
    Discard,
    Draw,
    Dusk,
    EndDuel,
    Fight,
    Gamble,
    NotAllowed,
    Phase,
    Plan,
    Play,
    Refusal,
    Spend,
    Take,
    Undealable,
)
from rules.hands.listcode import read_list, write_list
from rules.hands.notation import read_actions, write_actions
from rules.hands.obstacles import obstacles
from rules.hands.policies import KEEPERS, PLANNERS, deal_days, keep_cards, plan_day
from rules.hands.seeds import fresh_seed
from rules.hands.state import DayRecord
from rules.hands.story import Step, story
from rules.hands.table import Table, lay_out, replay
from rules.hands.view import view

__all__ = [
    "KEEPERS",
    "PLANNERS",
    "Action",
    "DayRecord",
    "Discard",
    "Draw",
    "Dusk",
    "EndDuel",
    "Fight",
    "Gamble",
    "NotAllowed",
    "Phase",
    "Plan",
    "Play",
    "Refusal",
    "Spend",
    "Step",
    "Table",
    "Take",
    "Undealable",
    "deal_days",
    "fresh_seed",
    "keep_cards",
    "lay_out",
    "obstacles",
    "plan_day",
    "read_actions",
    "read_list",
    "replay",
    "story",
    "view",
    "write_actions",
    "write_list",
]
