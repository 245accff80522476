"""Why a choice is illegal, and the rule that says so.

``drama``, ``challenge``, ``duel`` and so on list the legal choices; this module explains the rest. A test checks that
every choice is either listed or explained.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cards.catalogue import CardType
from rules.five_sails.contests.challenge import may_be_challenged
from rules.five_sails.deeds.limits import crew_cap
from rules.five_sails.deeds.payments import wealth
from rules.five_sails.deeds.uses import qualifies, users
from rules.five_sails.flow.drama import may_parley, parleyed_cost
from rules.five_sails.state.agenda import F, asking_kind
from rules.five_sails.state.state import State
from rules.five_sails.state.values import cost_of, crew_at, is_allowed, is_brute, value
from rules.five_sails.terms.basics import DASH, HOME, NONE, PLAYER_LETTERS, Stat, Zone
from rules.five_sails.terms.choices import Choice, Kind, Refusal
from rules.five_sails.terms.parts import Question
from web.number_format import quantity

_KINDS: Final = frozenset(Kind)

#: By frame: the kinds of choice it expects, the rule, and what the player has to do.
EXPECTED: Final[Mapping[F, tuple[frozenset[Kind], str, str]]] = {
    F.PLAN: (frozenset({Kind.PLAN}), "4.2.1", "pick a card for the Day"),
    F.WHEN_REVEALED: (frozenset({Kind.ORDER}), "4.2.2", "say what resolves first"),
    F.CREW: (frozenset({Kind.SEND, Kind.DESTROY}), "9.1", "give up a character"),
    F.GEAR: (frozenset({Kind.DESTROY}), "9.4", "destroy an attachment"),
    F.DRAMA: (
        frozenset(
            {
                Kind.PASS,
                Kind.MOVE,
                Kind.EQUIP,
                Kind.RECRUIT,
                Kind.CHALLENGE,
                Kind.CLAIM,
                Kind.PLAY,
                Kind.USE,
            }
        ),
        "4.3.1",
        "take an action or pass",
    ),
    F.PAY: (frozenset({Kind.PAY}), "6.9", "pay"),
    F.DISCARD: (frozenset({Kind.DISCARD}), "4.5.2e", "discard"),
    F.S1_TECHNIQUE: (frozenset({Kind.USE, Kind.DECLINE}), "S1", "activate a Technique or decline"),
    F.S2_TARGET: (frozenset({Kind.TARGET}), "S2", "target an opposing character"),
    F.S3_ANSWER: (
        frozenset({Kind.ACCEPT, Kind.REFUSE, Kind.INTERVENE}),
        "S3",
        "accept, refuse or intervene",
    ),
    F.R2_CARD: (frozenset({Kind.FIGHT, Kind.GAMBLE, Kind.YIELD}), "R2", "play a combat card, gamble or play none"),
    F.R2_TAKE: (frozenset({Kind.TAKE}), "R2", "take one of the revealed cards"),
    F.R3_ABILITIES: (frozenset({Kind.USE, Kind.DECLINE}), "R3", "use a Technique or a Maneuver, or decline"),
    F.WINDOW: (frozenset({Kind.USE, Kind.DECLINE, Kind.ORDER}), "6.3", "react or decline"),
    F.ANOTHER_ACTION: (
        frozenset({Kind.MOVE, Kind.EQUIP, Kind.RECRUIT, Kind.CHALLENGE, Kind.CLAIM, Kind.PLAY, Kind.USE, Kind.DECLINE}),
        "6.7",
        "take another action or decline",
    ),
    F.PERFORM: (frozenset({Kind.PERFORM}), "6.11", "name the performer"),
    F.RUN: (
        frozenset({Kind.CHOOSE, Kind.PLACE, Kind.NUMBER, Kind.TARGET, Kind.DISCARD, Kind.DECLINE}),
        "6.7",
        "choose for the ability",
    ),
}


def why_not(state: State, choice: Choice) -> Refusal:
    """The refusal of a choice that is not legal now."""
    if state.outcome is not None:
        return Refusal("8", "the game is over")
    if not (isinstance(choice, Choice) and _in_range(state, choice)):
        return Refusal("1", "there is no such card or place in this game")
    kinds, rule, task = EXPECTED[asking_kind(state)]
    player = state.chooser
    if choice.kind not in kinds:
        return Refusal(rule, f"player {PLAYER_LETTERS[player]} must {task} now")
    explain = _EXPLAINERS.get(choice.kind)
    refusal = explain(state, player, choice) if explain is not None else None
    return refusal or _equal_card(state, choice) or Refusal(rule, f"that is not one of the options: {task}")


def _in_range(state: State, choice: Choice) -> bool:
    size, places = state.table.size, HOME + state.table.players
    return (
        choice.kind in _KINDS
        and all(NONE <= card < size for card in (choice.card, choice.target))
        and NONE <= choice.place < places
    )


def _name(state: State, card: int) -> str:
    if card == NONE:
        return "that"
    return f"{state.table.definitions[card].name} ({state.table.refs[card]})"


def _equal_card(state: State, choice: Choice) -> Refusal | None:
    """Copies of a card are one choice, under the number of the first of them."""
    kin = state.table.kin
    for legal in state.legal:
        if legal.kind == choice.kind and NONE not in (legal.card, choice.card) and kin[legal.card] == kin[choice.card]:
            same = legal._replace(card=choice.card) == choice
            if same:
                return Refusal("6.9", f"copies of a card are one choice: use {state.table.refs[legal.card]}")
    return None


# Characters.


def _not_own_character(state: State, player: int, card: int, rule: str) -> Refusal | None:
    if card == NONE or state.zone[card] != Zone.PLAY or card not in state.crew[player]:
        return Refusal(rule, f"{_name(state, card)} is not one of your characters in play")
    return None


def _not_ready(state: State, player: int, card: int, rule: str) -> Refusal | None:
    refusal = _not_own_character(state, player, card, rule)
    if refusal is None and state.engaged[card]:
        refusal = Refusal(rule, f"{_name(state, card)} is engaged")
    return refusal


def _move(state: State, player: int, choice: Choice) -> Refusal | None:
    card, place = choice.card, choice.place
    if refusal := _not_ready(state, player, card, "5.2"):
        return refusal
    if place >= HOME and place != HOME + player:
        return Refusal("3.3", "characters cannot enter an enemy Home")
    if place not in state.table.reach[player][state.place[card]]:
        return Refusal("3.3", f"{_name(state, card)} is not adjacent to that location")
    return Refusal("6.1", f"a card effect keeps {_name(state, card)} from moving there")


def _claim(state: State, player: int, choice: Choice) -> Refusal | None:
    card = choice.card
    if refusal := _not_ready(state, player, card, "5.6"):
        return refusal
    if state.place[card] >= HOME:
        return Refusal("6.12", f"{_name(state, card)} is at Home, and only City locations can be claimed")
    if state.table.stats[Stat.INFLUENCE][card] == DASH:
        return Refusal("6.19", f"the Influence of {_name(state, card)} is a dash")
    return Refusal("6.1", f"a card effect keeps {_name(state, card)} from claiming")


def _challenge(state: State, player: int, choice: Choice) -> Refusal | None:
    card = choice.card
    refusal = _not_own_character(state, player, card, "5.5")
    if refusal is None and not is_allowed(state, Question.CHALLENGE_ENGAGED, card, default=False):
        refusal = _not_ready(state, player, card, "5.5")
    if refusal is not None:
        return refusal
    if state.place[card] >= HOME:
        return Refusal("6.12", f"{_name(state, card)} is at Home, and challenges can only be issued in the City")
    if state.table.stats[Stat.COMBAT][card] == DASH:
        return Refusal("6.19", f"the Combat of {_name(state, card)} is a dash")
    if not may_be_challenged(state, card, Stat.COMBAT):
        return Refusal("5.5", f"there is nobody for {_name(state, card)} to challenge")
    return None


def _target(state: State, player: int, choice: Choice) -> Refusal | None:
    card = choice.card
    if asking_kind(state) is not F.S2_TARGET or state.duel is None:
        return None
    challenger = state.duel.participants[0]
    if card == NONE or not state.table.is_character[card] or state.zone[card] != Zone.PLAY:
        return Refusal("S2", f"{_name(state, card)} is not a character in play")
    if state.control[card] == player or state.place[card] != state.place[challenger]:
        return Refusal("S2", f"{_name(state, card)} does not oppose {_name(state, challenger)}")
    if state.table.stats[state.duel.stat][card] == DASH and not state.table.options.dash_may_be_challenged:
        return Refusal("6.19", f"{_name(state, card)} has a dash in the stat of the duel")
    return Refusal("6.1", f"a card effect protects {_name(state, card)} from challenges")


def _intervene(state: State, player: int, choice: Choice) -> Refusal | None:
    card, duel = choice.card, state.duel
    if refusal := _not_own_character(state, player, card, "S3"):
        return refusal
    if duel is None or card == duel.participants[1]:
        return Refusal("S3", f"{_name(state, card)} is the character being challenged")
    if state.place[card] != state.place[duel.participants[1]]:
        return Refusal("S3", f"{_name(state, card)} is not at the location of the challenge")
    if state.engaged[card]:
        return Refusal("Q17", f"{_name(state, card)} is engaged and cannot engage to intervene")
    return Refusal("6.1", f"a card effect keeps {_name(state, card)} from intervening")


def _refuse(state: State, player: int, choice: Choice) -> Refusal | None:
    if not state.table.options.may_refuse:
        return Refusal("17", "a challenge cannot be refused in this edition")
    return Refusal("6.1", "a card effect forbids refusing this challenge")


def _send(state: State, player: int, choice: Choice) -> Refusal | None:
    card = choice.card
    if refusal := _not_own_character(state, player, card, "9.1"):
        return refusal
    if card == state.table.leaders[player]:
        return Refusal("Q26", "the Leader cannot be sent to The Locker")
    if is_brute(state, card):
        return Refusal("9.1", f"{_name(state, card)} is a Brute, and Brutes do not count against the Crew Cap")
    return Refusal("9.1", f"the crew is within the Crew Cap of {crew_cap(state, player)}")


def _destroy(state: State, player: int, choice: Choice) -> Refusal | None:
    if asking_kind(state) is F.GEAR:
        return Refusal("9.4", f"{_name(state, choice.card)} is not one of the attachments over the limit")
    return Refusal("Q3", f"{_name(state, choice.card)} is not one of the characters that share a name")


# Cards that cost something.


def _cannot_pay(state: State, player: int, card: int, cost: int) -> Refusal | None:
    funds = wealth(state, player, card)
    if cost > funds:
        return Refusal("6.9", f"{_name(state, card)} costs {cost}, and the rest of your hand is worth {funds}")
    return None


def _equip(state: State, player: int, choice: Choice) -> Refusal | None:
    card, bearer = choice.card, choice.target
    refusal = None
    if card == NONE or not state.table.is_attachment[card]:
        refusal = Refusal("5.3", f"{_name(state, card)} is not an attachment")
    elif state.zone[card] == Zone.CITY:
        if bearer not in crew_at(state, player, state.place[card]):
            refusal = Refusal("5.3", f"{_name(state, bearer)} is not one of your characters at that location")
    elif card not in state.hand[player]:
        refusal = Refusal("5.3", f"{_name(state, card)} is neither in your hand nor available")
    elif bearer == NONE or state.zone[bearer] != Zone.PLAY or not state.table.is_character[bearer]:
        refusal = Refusal("5.3", f"{_name(state, bearer)} is not a character in play")
    elif state.control[bearer] != player and not is_allowed(state, Question.MAY_EQUIP, card, bearer, default=False):
        refusal = Refusal("9.4", f"{_name(state, bearer)} is not yours")
    if refusal is None and not is_allowed(state, Question.MAY_EQUIP, card, bearer):
        refusal = Refusal("6.1", f"a card effect keeps {_name(state, card)} off {_name(state, bearer)}")
    return refusal or _cannot_pay(state, player, card, cost_of(state, card, bearer))


def _recruit(state: State, player: int, choice: Choice) -> Refusal | None:
    card, speaker = choice.card, choice.target
    if card == NONE or state.zone[card] != Zone.CITY or not state.table.is_character[card]:
        return Refusal("1.7", f"{_name(state, card)} is not an available Mercenary")
    here = crew_at(state, player, state.place[card])
    if not here:
        return Refusal("5.4", f"you have no character where {_name(state, card)} is")
    if speaker == NONE:
        return _cannot_pay(state, player, card, cost_of(state, card, here[0]))
    if speaker not in here:
        return Refusal("5.4", f"{_name(state, speaker)} is not one of your characters where {_name(state, card)} is")
    if not may_parley(state, speaker, card):
        return _no_parley(state, speaker, card)
    return _cannot_pay(state, player, card, parleyed_cost(state, card, speaker))


def _no_parley(state: State, speaker: int, card: int) -> Refusal:
    if state.engaged[speaker]:
        return Refusal("5.4", f"{_name(state, speaker)} is engaged and cannot engage to parley")
    if state.table.stats[Stat.INFLUENCE][speaker] == DASH:
        return Refusal("Q13", f"the Influence of {_name(state, speaker)} is a dash")
    if not is_allowed(state, Question.NEGOTIABLE, card, default=state.table.definitions[card].is_negotiable):
        return Refusal("5.4", f"{_name(state, card)} is not Negotiable")
    return Refusal("5.4", f"{_name(state, speaker)} is a Mercenary, and Mercenaries cannot parley")


def _play(state: State, player: int, choice: Choice) -> Refusal | None:
    card = choice.card
    if card not in state.hand[player] or not state.table.is_character[card]:
        return Refusal("5.8", f"{_name(state, card)} is not a Brute in your hand")
    return _cannot_pay(state, player, card, cost_of(state, card, state.table.leaders[player]))


def _pay(state: State, player: int, choice: Choice) -> Refusal | None:
    _, _, due, cards, paid_for, _ = state.agenda[-1]
    card = choice.card
    if card == paid_for:
        return Refusal("Q16", f"{_name(state, card)} cannot pay for itself")
    if card not in state.hand[player]:
        return Refusal("6.9", f"{_name(state, card)} is not in your hand")
    if card not in cards:
        return Refusal("Q16", f"cards are paid in order, and the turn of {_name(state, card)} has passed")
    return _equal_card(state, choice) or Refusal(
        "Q16", f"after {_name(state, card)}, the remaining cards cannot pay {due}"
    )


def _discard(state: State, player: int, choice: Choice) -> Refusal | None:
    card = choice.card
    if card not in state.hand[player]:
        return Refusal("4.5.2e", f"{_name(state, card)} is not in your hand")
    return None


# Abilities.


def _use(state: State, player: int, choice: Choice) -> Refusal | None:
    card, index = choice.card, choice.number
    if card == NONE or not 0 <= index < len(state.table.abilities[card]):
        return Refusal("5.1", f"{_name(state, card)} has no such ability")
    ability, name = state.table.abilities[card][index], f"that ability of {_name(state, card)}"
    if ability is None:
        return Refusal("6.1", f"{name} is not implemented yet")
    held = state.control[card] if state.control[card] != NONE else state.table.owner[card]
    if state.zone[card] not in state.table.zones[card][index] or held not in (NONE, player):
        return Refusal("5.1", f"{name} is not yours to use, or not from where the card is")
    used = {mark[:2] for mark in state.used | state.used_in_duel}
    if (card, index) in used and not users(state, card, index):
        return Refusal("6.6", f"{name} has been used this {ability.use_limit.name.lower()}")
    if not any(qualifies(state, ability, each) for each in state.crew[player]):
        return Refusal("6.11", f"none of your characters can perform {name}")
    return Refusal("6.8", f"{name} cannot be used now: its kind, costs or targets do not allow it")


# Planning and dueling.


def _plan(state: State, player: int, choice: Choice) -> Refusal | None:
    _, _, pick = state.agenda[-1]
    card, wanted = choice.card, (CardType.SCHEME, CardType.CHARACTER)[pick]
    if card not in state.approach[player]:
        return Refusal("4.2.1", f"{_name(state, card)} is not in your approach deck")
    if state.table.definitions[card].type is not wanted:
        return Refusal("4.2.1", f"{_name(state, card)} is not a {wanted.label.lower()}")
    return None


def _fight(state: State, player: int, choice: Choice) -> Refusal | None:
    if choice.card not in state.hand[player]:
        return Refusal("R2", f"{_name(state, choice.card)} is not in your hand")
    return None


def _gamble(state: State, player: int, choice: Choice) -> Refusal | None:
    duel = state.duel
    if duel is None:
        return None
    if not state.deck[player] and not state.discard[player]:
        return Refusal("Q1", "your deck and discard pile are empty, so there is nothing to reveal")
    participant = duel.participants[duel.round_of]
    finesse = max(value(state, participant, Stat.FINESSE), 0)
    if duel.gambles[duel.round_of] >= finesse:
        return Refusal("R2", f"{_name(state, participant)} may gamble at most {quantity(finesse, 'time')} in a duel")
    return Refusal("6.1", f"a card effect keeps {_name(state, participant)} from gambling")


def _yield(state: State, player: int, choice: Choice) -> Refusal | None:
    return Refusal("R2", "after accepting a challenge you must play a combat card in the first round")


def _take(state: State, player: int, choice: Choice) -> Refusal | None:
    _, revealed = state.agenda[-1]
    if choice.card not in revealed:
        return Refusal("R2", f"{_name(state, choice.card)} is not one of the revealed cards")
    return None


_EXPLAINERS: Final[Mapping[Kind, Callable[[State, int, Choice], Refusal | None]]] = {
    Kind.PLAN: _plan,
    Kind.SEND: _send,
    Kind.MOVE: _move,
    Kind.EQUIP: _equip,
    Kind.RECRUIT: _recruit,
    Kind.CHALLENGE: _challenge,
    Kind.CLAIM: _claim,
    Kind.PLAY: _play,
    Kind.USE: _use,
    Kind.PAY: _pay,
    Kind.DISCARD: _discard,
    Kind.TARGET: _target,
    Kind.REFUSE: _refuse,
    Kind.INTERVENE: _intervene,
    Kind.FIGHT: _fight,
    Kind.GAMBLE: _gamble,
    Kind.YIELD: _yield,
    Kind.TAKE: _take,
    Kind.DESTROY: _destroy,
}
