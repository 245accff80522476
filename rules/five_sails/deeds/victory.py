"""How a game ends (section 8): the three victories, the fifth Day and its tie-breakers."""

from __future__ import annotations

from rules.five_sails.state.agenda import F
from rules.five_sails.state.log import tell
from rules.five_sails.state.state import Frame, Outcome, State
from rules.five_sails.state.values import value
from rules.five_sails.terms.basics import CORE, NONE, Stat, Victory
from rules.five_sails.terms.happenings import Moment


def finish(state: State, victory: Victory, winner: int | None) -> None:
    """End the game, unless it has ended already; the rest of the agenda is dropped."""
    if state.outcome is None:
        state.outcome = Outcome(victory, winner)
        tell(state, Moment.GAME_ENDS, number=NONE if winner is None else winner)


def lose_leader(state: State, player: int) -> None:
    """A player whose Leader is destroyed loses at once; the last player left wins (8.4).

    With three or four players, a duel in progress is finished before the player leaves the game (Q24).
    """
    if player in state.doomed or state.out[player]:
        return
    state.doomed.append(player)
    left = [p for p in range(state.table.players) if not state.out[p] and p not in state.doomed]
    if len(left) <= 1:
        finish(state, Victory.ASSASSINATION, left[0] if left else None)
    elif state.duel is None:
        state.agenda.append((F.ELIMINATE, player))


def check_dominance(state: State, frame: Frame) -> None:
    """A player who controls The Docks, The Forums and The Grand Bazaar wins before Renown is collected (8.2)."""
    holders = {state.holder[place] for place in CORE}
    if len(holders) == 1 and NONE not in holders:
        finish(state, Victory.DOMINANCE, holders.pop())


def check_economic(state: State, frame: Frame) -> None:
    """The player with the most Renown wins if it is enough; in a tie the game goes on (8.3)."""
    most = max(state.renown[player] for player in state.turn_order())
    leaders = [player for player in state.turn_order() if state.renown[player] == most]
    if most >= state.table.options.renown_to_win and len(leaders) == 1:
        finish(state, Victory.ECONOMIC, leaders[0])


def check_fifth_day(state: State, frame: Frame) -> None:
    """After the last Day the best player wins (8.5, Q29)."""
    if state.day < state.table.options.days:
        return
    best = best_players(state)
    if len(best) == 1:
        finish(state, Victory.FIFTH_DAY, best[0])
    elif state.table.options.draws_by_lot:
        finish(state, Victory.FIFTH_DAY, best[state.below(len(best))])
    else:
        finish(state, Victory.DRAW, None)


def best_players(state: State) -> list[int]:
    """The best players by Renown and then by each tie-breaker in turn (8.5, Q25).

    Works on any Day, for games that end because time is up.
    """
    table = state.table
    best = sorted(state.turn_order())
    for measure in (
        lambda player: state.renown[player],
        state.holder.count,
        lambda player: sum(value(state, card, Stat.INFLUENCE) for card in state.crew[player]),
        lambda player: -state.wounds[table.leaders[player]],
    ):
        most = max(measure(player) for player in best)
        best = [player for player in best if measure(player) == most]
    return best
