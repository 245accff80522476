"""The rounds of a duel: steps R1 to R6 of section 7.

Side 0 is the challenger's, side 1 the challenged player's. In R4 a Riposte sends threat from its own side's pool to
the other, a Parry removes threat, and a Thrust adds new threat.
"""

from __future__ import annotations

from typing import Final

from rules.five_sails.contests.pressure import reply
from rules.five_sails.deeds.deeds import deed, discard, in_order, sink, wound
from rules.five_sails.deeds.reactions import end_lasting
from rules.five_sails.deeds.uses import begin, maneuver_choices, technique_choices
from rules.five_sails.state.agenda import F, ask
from rules.five_sails.state.log import tell
from rules.five_sails.state.state import Frame, State, current_duel
from rules.five_sails.state.values import amend, is_allowed, known_place, known_value, value
from rules.five_sails.state.zones import top_card
from rules.five_sails.terms.basics import NONE, CombatValue, Stat, Zone
from rules.five_sails.terms.choices import DECLINE, GAMBLE, YIELD, Choice, Kind, choice
from rules.five_sails.terms.happenings import Cause, Happening, Moment
from rules.five_sails.terms.options import GambleRest
from rules.five_sails.terms.parts import Question, Until

#: How many cards a gamble reveals (R2).
REVEALED = 2


def first_threat(state: State, threat: int) -> None:
    """The challenged participant faces the first threat, at the challenger's location (S5)."""
    duel = current_duel(state)
    duel.threat[1] = threat
    duel.pool_place[1] = known_place(state, duel.participants[0])
    state.agenda.append((F.R6_END,))
    tell(state, Moment.THREATENED, duel.participants[1], duel.pool_place[1], number=threat)


def add_threat(state: State, side: int, number: int) -> None:
    """Add threat to a side or, if ``number`` is negative, remove some; the pool never falls below 0."""
    duel = current_duel(state)
    if not duel.threat[side]:
        duel.pool_place[side] = known_place(state, duel.participants[side])
    duel.threat[side] = max(duel.threat[side] + number, 0)
    tell(state, Moment.THREATENED, duel.participants[side], duel.pool_place[side], number=duel.threat[side])


def is_there(state: State, card: int, place: int) -> bool:
    """Whether a character is in play at a place."""
    return state.zone[card] == Zone.PLAY and state.place[card] == place


# R1


def begin_round(state: State, frame: Frame) -> None:
    """The side with threat is active; if both have some, the one that was not active last (R1, Q22)."""
    duel = current_duel(state)
    side = 1 if duel.round_of == NONE else 1 - duel.round_of
    if not duel.threat[side]:
        side = 1 - side
    duel.round_of = side
    duel.lethal[side] = False
    duel.card, duel.gambled = NONE, False
    duel.gains = [0, 0, 0]
    duel.sent = 0
    duel.technique_used = duel.maneuver_used = duel.struck = False
    participant = duel.participants[side]
    state.agenda.append((F.R5_RESOLVE,))
    if is_there(state, participant, duel.pool_place[side]):
        state.agenda += [(F.R2_CARD,), (F.AFTER_REACTIONS,)]
    tell(state, Moment.ROUND_BEGINS, participant, duel.pool_place[side], number=duel.threat[side])


# R2


def ask_for_card(state: State, frame: Frame) -> None:
    """Ask for a card from the hand, a gamble, or no card, which the first round does not allow (R2, Q19)."""
    duel = current_duel(state)
    side = duel.round_of
    player, kin = duel.players[side], state.table.kin
    if not is_there(state, duel.participants[side], duel.pool_place[side]):
        return
    options: list[Choice] = []
    seen: set[int] = set()
    for card in state.hand[player]:
        if kin[card] not in seen:
            seen.add(kin[card])
            options.append(choice(Kind.FIGHT, card))
    if may_gamble(state, side):
        options.append(GAMBLE)
    duty = duel.first_round and state.table.options.first_round_duty
    if not (duty and options):
        options.append(YIELD)
    ask(state, player, options, frame)


def may_gamble(state: State, side: int) -> bool:
    """Whether a side may gamble: once per duel for each point of Finesse, and only with cards to reveal (R2)."""
    duel = current_duel(state)
    player, participant = duel.players[side], duel.participants[side]
    return (
        bool(state.deck[player] or state.discard[player])
        and duel.gambles[side] < value(state, participant, Stat.FINESSE)
        and reveals(state, participant) > 0
        and is_allowed(state, Question.MAY_GAMBLE, participant)
    )


def reveals(state: State, participant: int) -> int:
    """How many cards a participant reveals when gambling."""
    if state.table.standing[Question.REVEALS] or state.lasting:
        return amend(state, Question.REVEALS, participant, REVEALED)
    return REVEALED


def play_card(state: State, frame: Frame, chosen: Choice) -> None:
    duel = current_duel(state)
    if chosen.kind is Kind.FIGHT:
        state.hand[duel.players[duel.round_of]].remove(chosen.card)
        _fight(state, chosen.card)
    elif chosen.kind is Kind.GAMBLE:
        _gamble(state)


def _gamble(state: State) -> None:
    """Reveal the top cards, one of which will be played. The gamble counts even if none can be played (R2, Q21)."""
    duel = current_duel(state)
    side = duel.round_of
    player, participant = duel.players[side], duel.participants[side]
    duel.gambles[side] += 1
    duel.gambled = True
    revealed: list[int] = []
    for _ in range(reveals(state, participant)):
        card = top_card(state, player)
        if card == NONE:
            break
        state.zone[card] = Zone.REVEALED
        revealed.append(card)
    state.agenda.append((F.R2_TAKE, tuple(revealed)))
    for card in revealed:
        tell(state, Moment.GAMBLED, card, other=participant)


def ask_which_to_take(state: State, frame: Frame) -> None:
    """Ask which of the cards that are still revealed to play."""
    _, revealed = frame
    kin = state.table.kin
    options: list[Choice] = []
    seen: set[int] = set()
    for card in revealed:
        if state.zone[card] == Zone.REVEALED and kin[card] not in seen:
            seen.add(kin[card])
            options.append(choice(Kind.TAKE, card))
    if options:
        duel = current_duel(state)
        ask(state, duel.players[duel.round_of], options, frame)


def take_revealed(state: State, frame: Frame, chosen: Choice) -> None:
    """Play the chosen card; the others are discarded, or sunk if the options say so."""
    _, revealed = frame
    rest = [card for card in revealed if card != chosen.card and state.zone[card] == Zone.REVEALED]
    _fight(state, chosen.card)
    if state.table.options.gamble_rest is GambleRest.SINK:
        sink(state, rest)
    else:
        in_order(state, [Happening(Moment.DISCARDED, card) for card in rest])


def _fight(state: State, card: int) -> None:
    """Put a card into the dueling line, without paying its wealth cost (R2)."""
    duel = current_duel(state)
    side = duel.round_of
    duel.card = card
    duel.line[side].append(card)
    state.zone[card] = Zone.LINE
    state.agenda += [(F.R4_VALUES,), (F.R3_ABILITIES,), (F.AFTER_REACTIONS,)]
    tell(state, Moment.FOUGHT, card, duel.pool_place[side], duel.participants[side], int(duel.gambled))


# R3


def ask_for_ability(state: State, frame: Frame) -> None:
    """Offer one Technique and one Maneuver, in either order, each fully resolved (R3)."""
    duel = current_duel(state)
    side = duel.round_of
    player = duel.players[side]
    options: list[Choice] = []
    if not duel.technique_used:
        options += technique_choices(state, player, duel.participants[side])
    if not duel.maneuver_used and state.table.maneuvers[duel.card] and state.zone[duel.card] == Zone.LINE:
        options += maneuver_choices(state, player, duel.card)
    if options:
        ask(state, player, (*options, DECLINE), frame)


def use_ability(state: State, frame: Frame, chosen: Choice) -> None:
    if chosen.kind is not Kind.USE:
        return
    duel = current_duel(state)
    if chosen.number in state.table.maneuvers[chosen.card]:
        duel.maneuver_used = True
    else:
        duel.technique_used = True
    state.agenda += [frame, (F.AFTER_REACTIONS,)]
    begin(state, duel.players[duel.round_of], chosen.card, chosen.number, actor=chosen.target)


def gain(state: State, which: CombatValue, number: int) -> None:
    """Change a combat value for this round; before the first round only a Thrust counts (S4, S5)."""
    duel = current_duel(state)
    if duel.round_of != NONE:
        duel.gains[which] += number
    elif which is CombatValue.THRUST:
        duel.bonus += number


# R4


def combat_value(state: State, which: CombatValue) -> int:
    """A combat value of this round's card with all modifiers and gains; at least 0 (R4, 6.21).

    A dash reads as 0 and modifiers do not change it, but gains from abilities are added (6.19).
    """
    duel = current_duel(state)
    definition = state.table.definitions[duel.card]
    number = definition.values[which]
    question = Question(Question.RIPOSTE + which)
    if not definition.dashes[which] and (state.table.standing[question] or state.lasting):
        number = amend(state, question, duel.card, number, duel.participants[duel.round_of])
    return max(number + duel.gains[which], 0)


def apply_values(state: State, frame: Frame) -> None:
    """Apply Riposte, Parry and Thrust in this order (R4), even if the participant has just died (Q27)."""
    duel = current_duel(state)
    side = duel.round_of
    returned = min(combat_value(state, CombatValue.RIPOSTE), duel.threat[side])
    duel.threat[side] -= returned
    duel.threat[side] -= min(combat_value(state, CombatValue.PARRY), duel.threat[side])
    duel.sent += returned + combat_value(state, CombatValue.THRUST)


# R5


def suffer_threat(state: State, frame: Frame) -> None:
    """The remaining threat wounds, capped by the adversary's stat unless it is Lethal (R5, 7.1, 7.2)."""
    duel = current_duel(state)
    side = duel.round_of
    participant = duel.participants[side]
    threat = duel.threat[side]
    duel.threat[side] = 0
    state.agenda += [(F.R5_SEND,), (F.AFTER_REACTIONS,)]
    if threat and is_there(state, participant, duel.pool_place[side]):
        wounds = wounds_from_threat(state, side, threat)
        wound(state, participant, other=duel.participants[1 - side], number=wounds)


def wounds_from_threat(state: State, side: int, threat: int) -> int:
    """How many wounds a side takes from threat: at most the adversary's last known stat, unless Lethal (7.1)."""
    duel = current_duel(state)
    if duel.lethal[1 - side]:
        return threat
    by_stat = duel.card != NONE or state.table.options.cap_by_duel_stat
    stat = duel.stat if by_stat else Stat.COMBAT
    return min(threat, max(known_value(state, duel.participants[1 - side], stat), 0))


def send_threat(state: State, frame: Frame) -> None:
    """Sent threat lands where the sender is now, and only if the adversary is there too (R5.4, 7.3 to 7.5)."""
    duel = current_duel(state)
    side = duel.round_of
    adversary = duel.participants[1 - side]
    place = known_place(state, duel.participants[side])
    sent = duel.sent
    state.agenda += [(F.R6_END,), (F.AFTER_REACTIONS,)]
    duel.first_round = False
    if sent and is_there(state, adversary, place):
        duel.threat[1 - side] += sent
        duel.pool_place[1 - side] = place
        tell(state, Moment.THREATENED, adversary, place, number=duel.threat[1 - side])
    end_lasting(state, Until.ROUND_ENDS)
    tell(state, Moment.ROUND_ENDS, duel.participants[side], place)


# R6


def end_round(state: State, frame: Frame) -> None:
    """If any threat is left there is another round; otherwise the duel ends (R6)."""
    duel = current_duel(state)
    if any(duel.threat):
        state.agenda += [(F.R1_ROUND,), (F.AFTER_REACTIONS,)]
    else:
        end_duel(state, duel.participants[0], other=duel.participants[1], place=duel.place)


def close_duel(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """Discard the dueling lines, end effects that last for the duel, eliminate doomed players (R6, 6.16, Q24)."""
    duel = current_duel(state)
    was_duel = duel.accepted
    reply(state, int(was_duel))
    played = [combat_card for line in duel.line for combat_card in line]
    state.agenda += [(F.ELIMINATE, player) for player in reversed(state.doomed)]
    state.duel = None
    state.used_in_duel.clear()
    end_lasting(state, Until.DUEL_ENDS)
    for combat_card in played:
        discard(state, combat_card)
    if was_duel:
        tell(state, Moment.DUEL_ENDS, card, place, other)


end_duel: Final = deed(Moment.DUEL_ENDS, close_duel)
