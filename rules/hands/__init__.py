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
    Reason,
    Spend,
    Take,
    Undealable,
)
from rules.hands.dealable import obstacles
from rules.hands.draws import DAYS, dawn_draw, draws_by_day, planning_draw, printed_panache, worth
from rules.hands.listcode import read_list, write_list
from rules.hands.notation import read_actions, write_actions
from rules.hands.policies import KEEPERS, PLANNERS, deal_days, keep_cards, plan_day
from rules.hands.seeds import fresh_seed
from rules.hands.story import Step, story
from rules.hands.table import DayRecord, Table, lay_out, replay
from rules.hands.view import view

__all__ = [
    "DAYS",
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
    "Reason",
    "Spend",
    "Step",
    "Table",
    "Take",
    "Undealable",
    "dawn_draw",
    "deal_days",
    "draws_by_day",
    "fresh_seed",
    "keep_cards",
    "lay_out",
    "obstacles",
    "plan_day",
    "planning_draw",
    "printed_panache",
    "read_actions",
    "read_list",
    "replay",
    "story",
    "view",
    "worth",
    "write_actions",
    "write_list",
]
