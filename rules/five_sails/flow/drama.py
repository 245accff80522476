"""High Drama (4.3) and the built-in actions (section 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.five_sails.contests.challenge import issue_challenge, may_be_challenged
from rules.five_sails.contests.pressure import begin_pressure
from rules.five_sails.deeds.deeds import engage, enter, equip, move, recruit
from rules.five_sails.deeds.payments import funds, pay, purse, wealth
from rules.five_sails.deeds.reactions import end_lasting, ends_with
from rules.five_sails.deeds.uses import action_choices, begin, scenes
from rules.five_sails.state.agenda import F, ask
from rules.five_sails.state.log import tell
from rules.five_sails.state.state import Frame, State
from rules.five_sails.state.values import (
    amend,
    cost_of,
    crew_at,
    in_force,
    is_allowed,
    is_amended,
    use_permission,
    value,
)
from rules.five_sails.terms.basics import DASH, HOME, NONE, Stat, Zone
from rules.five_sails.terms.choices import DECLINE, PASS, Choice, Kind, choice
from rules.five_sails.terms.happenings import BY, Happening, Moment
from rules.five_sails.terms.parts import Question, Until

_MAX_EQUIP_CHOICES: Final = 10_000
#: The questions about who may move or claim, and about who may challenge or be challenged.
_OF_MOVES: Final = (Question.MAY_MOVE, Question.MAY_CLAIM)
_OF_CHALLENGES: Final = (Question.MAY_CHALLENGE, Question.CHALLENGE_ENGAGED, Question.CHALLENGE_AFAR)
_OF_CHALLENGES_AFAR: Final = (Question.CHALLENGE_AFAR,)

#: Bound once: before Python 3.12 it takes five times as long to find a member through its class.
_DRAMA: Final = F.DRAMA
_AFTER_REACTIONS: Final = F.AFTER_REACTIONS
_Q_COST: Final = Question.COST
_Q_MAY_EQUIP: Final = Question.MAY_EQUIP
_Q_PARLEY: Final = Question.PARLEY
_COMBAT: Final = Stat.COMBAT
_INFLUENCE: Final = Stat.INFLUENCE
_PASS: Final = Kind.PASS
_CHALLENGE: Final = Kind.CHALLENGE
_ACTION_ENDS: Final = Until.ACTION_ENDS


def give_priority(state: State, frame: Frame) -> None:
    """Starting with the First Player, players take one action each until all pass in a row (4.3.1, 4.3.2)."""
    _, player, passes = frame
    if player is None:
        player = state.first
    elif state.out[player]:
        player = state.clockwise(player)
    if ends_with(state, _ACTION_ENDS):
        state.agenda.append(frame)
        end_lasting(state, _ACTION_ENDS)
    elif passes < state.out.count(False):
        ask(state, player, actions(state, player), (_DRAMA, player, passes))


def take_action(state: State, frame: Frame, chosen: Choice) -> None:
    """After the action and its Reactions, priority passes clockwise, no matter who reacted (4.3.3)."""
    _, player, passes = frame
    following = state.clockwise(player)
    if chosen.kind is _PASS:
        state.agenda += [(_DRAMA, following, passes + 1), (_AFTER_REACTIONS,)]
        tell(state, Moment.PASSED, number=player, by=BY[player])
    else:
        state.agenda += [(_DRAMA, following, 0), (_AFTER_REACTIONS,)]
        _ACTIONS[chosen.kind](state, player, chosen)


def another_action(state: State, player: int, performer: int = NONE) -> None:
    """Let a player take another action at once, or decline; ``performer`` is the only character that may act, if given.

    For the survey's word ``act_again``: no implemented card needs it yet.
    """
    state.agenda.append((F.ANOTHER_ACTION, player, performer))


def ask_for_another(state: State, frame: Frame) -> None:
    _, player, performer = frame
    options = [option for option in actions(state, player) if option.kind is not _PASS]
    if performer != NONE:
        options = [
            option
            for option in options
            if performer in (option.card, option.target) or _could_perform(state, option, performer)
        ]
    if options:
        ask(state, player, (*options, DECLINE), frame)


def _could_perform(state: State, chosen: Choice, performer: int) -> bool:
    """Whether a character could perform the ability that a choice uses."""
    return chosen.kind is Kind.USE and any(
        scene.performer == performer
        for scene in scenes(state, state.control[performer], chosen.card, chosen.number, actor=chosen.target)
    )


def take_another(state: State, frame: Frame, chosen: Choice) -> None:
    _, player, performer = frame
    if chosen.kind is Kind.USE:
        begin(state, player, chosen.card, chosen.number, actor=chosen.target, performer=performer)
    elif chosen.kind is not Kind.DECLINE:
        _ACTIONS[chosen.kind](state, player, chosen)


def actions(state: State, player: int) -> list[Choice]:
    """Everything a player with priority may do (section 5)."""
    options = [PASS]
    here: dict[int, list[int]] = {}
    for card in state.crew[player]:
        at = state.place[card]
        if at in here:
            here[at].append(card)
        elif at < HOME:
            here[at] = [card]
    _list_character_actions(state, player, options)
    worth = funds(state, player)
    _list_city_cards(state, player, here, worth, options)
    _list_hand_cards(state, player, worth, options)
    if state.table.has_actions:
        options += action_choices(state, player, here, worth)
    return options


def _list_character_actions(state: State, player: int, options: list[Choice]) -> None:
    """Add the moves, claims and challenges of each character (5.2, 5.5, 5.6)."""
    table, place, engaged = state.table, state.place, state.engaged
    plain_moves = not in_force(state, _OF_MOVES)
    plain_challenges = table.options.dash_may_be_challenged and not in_force(state, _OF_CHALLENGES)
    afar = not plain_challenges and in_force(state, _OF_CHALLENGES_AFAR)
    combat = table.stats[_COMBAT]
    enemies = {place[card] for other, crew in enumerate(state.crew) if other != player for card in crew}
    for card in state.crew[player]:
        at = place[card]
        if not engaged[card]:
            listed = table.character_actions.get((player, card, at)) or _moves_and_claim(state, player, card, at)
            options += listed if plain_moves else [option for option in listed if _may_move_or_claim(state, option)]
        if at in enemies or afar:
            unmodified = plain_challenges and not engaged[card] and combat[card] != DASH
            if unmodified or (not plain_challenges and may_issue(state, card)):
                options.append(choice(_CHALLENGE, card))


def may_issue(state: State, card: int) -> bool:
    """Whether a character could issue a challenge with the Challenge action (5.5)."""
    return (
        state.place[card] < HOME
        and state.table.stats[_COMBAT][card] != DASH
        and (not state.engaged[card] or is_allowed(state, Question.CHALLENGE_ENGAGED, card, default=False))
        and bool(may_be_challenged(state, card, _COMBAT))
    )


def _moves_and_claim(state: State, player: int, card: int, at: int) -> list[Choice]:
    """A character's moves from a place and its claim there, listed once per table."""
    table = state.table
    listed = [choice(Kind.MOVE, card, place=to) for to in table.reach[player][at]]
    if at < HOME and table.stats[_INFLUENCE][card] != DASH:
        listed.append(choice(Kind.CLAIM, card))
    table.character_actions[player, card, at] = listed
    return listed


def _may_move_or_claim(state: State, chosen: Choice) -> bool:
    if chosen.kind is Kind.MOVE:
        return is_allowed(state, Question.MAY_MOVE, chosen.card, chosen.place)
    return is_allowed(state, Question.MAY_CLAIM, chosen.card, state.place[chosen.card])


def _list_city_cards(state: State, player: int, here: dict[int, list[int]], worth: int, options: list[Choice]) -> None:
    """Add recruiting Mercenaries and equipping attachments where the player has characters (5.3, 5.4)."""
    table = state.table
    for at in table.line:
        if at not in here:
            continue
        for card in state.city_cards[at]:
            if table.is_character[card]:
                _list_recruits(state, player, card, here[at], worth, options)
            elif table.is_attachment[card]:
                _list_bearers(state, player, card, here[at], purse(state, player, card, worth), options)


def _list_recruits(state: State, player: int, card: int, here: list[int], worth: int, options: list[Choice]) -> None:
    means = purse(state, player, card, worth)
    if cost_of(state, card, here[0]) <= means:
        options.append(choice(Kind.RECRUIT, card))
    options += [
        choice(Kind.RECRUIT, card, speaker)
        for speaker in here
        if may_parley(state, speaker, card) and parleyed_cost(state, card, speaker) <= means
    ]


def _list_hand_cards(state: State, player: int, worth: int, options: list[Choice]) -> None:
    """Add equipping attachments and playing Brutes from the hand; copies are one choice (5.3, 5.8)."""
    table = state.table
    is_attachment, is_character, kin = table.is_attachment, table.is_character, table.kin
    seen: set[int] = set()
    for card in state.hand[player]:
        if not (is_attachment[card] or is_character[card]) or kin[card] in seen:
            continue
        seen.add(kin[card])
        means = purse(state, player, card, worth)
        if is_attachment[card]:
            _list_bearers(state, player, card, _targets(state, player, card), means, options)
        elif cost_of(state, card, table.leaders[player]) <= means:
            options.append(choice(Kind.PLAY, card))


def _targets(state: State, player: int, card: int) -> list[int]:
    """The characters a hand card might be equipped to: the player's crew, or anyone if the card says so (9.4)."""
    if any(entry[0] == card for entry in state.table.modifiers[_Q_MAY_EQUIP][card]):
        return [character for crew in state.crew for character in crew]
    return state.crew[player]


def _list_bearers(state: State, player: int, card: int, bearers: list[int], means: int, options: list[Choice]) -> None:
    table = state.table
    varies = is_amended(state, _Q_COST, card)
    if not varies and table.cost[card] > means:
        return
    key = (card, *bearers)
    equip_choices = table.equip_choices.get(key) or _equip_choices(state, key)
    if varies:
        equip_choices = [option for option in equip_choices if cost_of(state, card, option.target) <= means]
    if is_amended(state, _Q_MAY_EQUIP, card):
        equip_choices = [option for option in equip_choices if _may_equip(state, player, option)]
    options += equip_choices


def _may_equip(state: State, player: int, chosen: Choice) -> bool:
    own = state.control[chosen.target] == player
    return is_allowed(state, _Q_MAY_EQUIP, chosen.card, chosen.target, default=own)


def _equip_choices(state: State, key: tuple[int, ...]) -> list[Choice]:
    """The choices to equip a card to each of several characters, cached because crews recur from game to game."""
    equip_choices = state.table.equip_choices
    if len(equip_choices) >= _MAX_EQUIP_CHOICES:
        equip_choices.clear()
    equip_choices[key] = [choice(Kind.EQUIP, key[0], bearer) for bearer in key[1:]]
    return equip_choices[key]


def may_parley(state: State, speaker: int, mercenary: int, *, engaged: bool = False) -> bool:
    """Whether a character can parley (5.4, Q13); ``engaged`` allows it even while engaged."""
    table = state.table
    return (
        (engaged or not state.engaged[speaker])
        and table.stats[_INFLUENCE][speaker] != DASH
        and (table.options.mercenaries_parley or not table.is_mercenary[speaker])
        and (
            not table.options.parley_needs_negotiable
            or is_allowed(state, Question.NEGOTIABLE, mercenary, default=table.definitions[mercenary].is_negotiable)
        )
    )


def parleyed_cost(state: State, mercenary: int, speaker: int) -> int:
    """What is left to pay after a parley. The speaker engages first, which may change its Influence (5.4)."""
    was, state.engaged[speaker] = state.engaged[speaker], 1
    influence = value(state, speaker, _INFLUENCE)
    if state.table.modifiers[_Q_PARLEY][speaker] or state.lasting:
        influence = amend(state, _Q_PARLEY, speaker, influence, mercenary)
    cost = cost_of(state, mercenary, speaker) - max(influence, 0)
    state.engaged[speaker] = was
    return max(cost, 0)


# Carrying out the actions.


def _move(state: State, player: int, chosen: Choice) -> None:
    """Moving costs engaging, except from Home (5.2)."""
    if state.place[chosen.card] >= HOME:
        move(state, chosen.card, place=chosen.place, by=BY[player])
        return
    state.agenda.append((F.PROPOSE, Happening(Moment.MOVED, chosen.card, chosen.place, by=BY[player])))
    engage(state, chosen.card, by=BY[player])


def _equip(state: State, player: int, chosen: Choice) -> None:
    """Pay for the attachment, then equip it (5.3)."""
    card, bearer = chosen.card, chosen.target
    state.agenda.append((F.EQUIP, card, bearer, player))
    pay(state, player, cost_of(state, card, bearer), card)


def equip_paid(state: State, frame: Frame) -> None:
    _, card, bearer, player = frame
    equip(state, card, other=bearer, number=player, by=BY[player])


def _recruit(state: State, player: int, chosen: Choice) -> None:
    """The speaker engages, the rest of the cost is paid, and the Mercenary joins where it is (5.4)."""
    card, speaker = chosen.card, chosen.target
    state.agenda.append((F.RECRUIT, card, player, speaker, False))
    if speaker != NONE:
        engage(state, speaker, by=BY[player])


def recruit_next(state: State, frame: Frame) -> None:
    _, card, player, speaker, paid = frame
    if state.zone[card] != Zone.CITY:
        return
    at = state.place[card]
    if paid:
        recruit(state, card, place=at, other=speaker, number=player, by=BY[player])
        return
    if speaker != NONE:
        due = parleyed_cost(state, card, speaker)
    else:
        here = crew_at(state, player, at)
        due = cost_of(state, card, here[0] if here else state.table.leaders[player])
    if due <= wealth(state, player, card):
        state.agenda.append((F.RECRUIT, card, player, speaker, True))
        pay(state, player, due, card)


def _challenge(state: State, player: int, chosen: Choice) -> None:
    """The challenger engages and challenges to a duel of Combat (5.5)."""
    if state.engaged[chosen.card]:
        use_permission(state, Question.CHALLENGE_ENGAGED, chosen.card)
    issue_challenge(state, chosen.card, _COMBAT, by=BY[player])
    engage(state, chosen.card, by=BY[player])


def _claim(state: State, player: int, chosen: Choice) -> None:
    """Engage, pressure with Influence, and claim if it succeeds (5.6)."""
    card, at = chosen.card, state.place[chosen.card]
    state.agenda += [(F.CLAIM, player, at, card), (F.BEGIN_PRESSURE, card, player, at, _INFLUENCE)]
    engage(state, card, by=BY[player])


def apply_pressure(state: State, frame: Frame) -> None:
    _, performer, player, place, stat = frame
    begin_pressure(state, performer, player, place, stat, by=BY[player])


def _play_brute(state: State, player: int, chosen: Choice) -> None:
    """A Brute is paid for and enters play at Home (5.8, Q11)."""
    card = chosen.card
    state.agenda.append((F.ENTER, card, player))
    pay(state, player, cost_of(state, card, state.table.leaders[player]), card)


def enter_paid(state: State, frame: Frame) -> None:
    _, card, player = frame
    enter(state, card, number=player, by=BY[player])


def _use(state: State, player: int, chosen: Choice) -> None:
    """Use an Action (5.1)."""
    begin(state, player, chosen.card, chosen.number, actor=chosen.target)


_ACTIONS: Final[Mapping[Kind, Callable[[State, int, Choice], None]]] = {
    Kind.MOVE: _move,
    Kind.EQUIP: _equip,
    Kind.RECRUIT: _recruit,
    _CHALLENGE: _challenge,
    Kind.CLAIM: _claim,
    Kind.PLAY: _play_brute,
    Kind.USE: _use,
}
