"""Deeds: the only way that rules and abilities change cards, places and Renown.

A deed is proposed before it is done, so that an ability can still replace or cancel it (6.15). If a card in the game
reacts to it, it waits on the agenda until those Reactions are over; otherwise it is done at once. Either way, the
caller must do nothing after proposing it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from rules.five_sails.deeds.victory import lose_leader
from rules.five_sails.state.agenda import F, window
from rules.five_sails.state.log import is_awaited, tell
from rules.five_sails.state.state import Frame, State
from rules.five_sails.state.values import is_allowed, is_brute, value
from rules.five_sails.state.zones import (
    lift,
    to_bottom,
    to_city,
    to_discard,
    to_hand,
    to_locker,
    to_play,
    to_top,
    top_card,
)
from rules.five_sails.terms.basics import HOME, NONE, Stat, Zone
from rules.five_sails.terms.happenings import BY, RULES, Cause, Happening, Moment, Timing
from rules.five_sails.terms.parts import Question

#: Bound once: before Python 3.12 it takes five times as long to find a member through its class.
_DO: Final = F.DO
_BEFORE: Final = Timing.BEFORE
_WHEN: Final = Timing.WHEN
_PLAY: Final = Zone.PLAY
_LOCKED: Final = Moment.LOCKED
_DISCARDED: Final = Moment.DISCARDED
_MOVED: Final = Moment.MOVED
_ENGAGED: Final = Moment.ENGAGED
_EN_GARDE: Final = Moment.EN_GARDE


class Deed(Protocol):
    """Something done to a card or a place."""

    def __call__(
        self,
        state: State,
        card: int = NONE,
        *,
        place: int = NONE,
        other: int = NONE,
        number: int = 0,
        by: Cause = RULES,
    ) -> None:
        """Propose it; the arguments are the fields of the happening."""


class DeedAction(Protocol):
    """How a deed is carried out once nothing replaces it."""

    def __call__(self, state: State, card: int, place: int, other: int, number: int, by: Cause) -> None: ...


def deed(moment: Moment, action: DeedAction) -> Deed:
    """The function that proposes a deed, or does it at once if nothing reacts."""

    def propose(
        state: State,
        card: int = NONE,
        *,
        place: int = NONE,
        other: int = NONE,
        number: int = 0,
        by: Cause = RULES,
    ) -> None:
        if is_awaited(state, moment, _BEFORE):
            happening = Happening(moment, card, place, other, number, by)
            state.agenda.append((_DO, happening))
            state.agenda.append(window(_BEFORE, happening))
        else:
            action(state, card, place, other, number, by)

    return propose


def in_order(state: State, happenings: Sequence[Happening]) -> None:
    """Propose several deeds one after the other, or do them at once where nothing can come in between.

    Nothing can once the game is over, because the rest of the agenda is dropped.
    """
    if state.outcome is None and (
        state.waiting
        or any(
            is_awaited(state, moment, timing)
            for moment in {happening.moment for happening in happenings}
            for timing in (_BEFORE, _WHEN)
        )
    ):
        state.agenda += [(F.PROPOSE, happening) for happening in reversed(happenings)]
        return
    for moment, card, place, other, number, by in happenings:
        DEEDS[moment](state, card, place, other, number, by)


def at_once(state: State, happenings: Sequence[Happening]) -> None:
    """Propose simultaneous deeds: Reactions before any of them come before all of them."""
    before = [happening for happening in happenings if is_awaited(state, happening.moment, _BEFORE)]
    if not before:
        in_order(state, happenings)
        return
    state.agenda += [(_DO, happening) for happening in reversed(happenings)]
    state.agenda += [window(_BEFORE, happening) for happening in reversed(before)]


def _proposal(frame: Frame) -> Happening | None:
    """The deed that a frame will carry out, if any."""
    return frame[1] if frame[0] == _DO else None


def is_pending(state: State, happening: Happening) -> bool:
    """Whether a proposed deed is still waiting on the agenda."""
    return any(_proposal(frame) is happening for frame in reversed(state.agenda))


def cancel(state: State, happening: Happening, instead: Happening | None = None) -> bool:
    """Cancel a proposed deed, or replace it by ``instead``; false if it is no longer pending (6.15)."""
    for depth in range(len(state.agenda) - 1, -1, -1):
        if _proposal(state.agenda[depth]) is happening:
            state.agenda[depth] = (F.NOTHING,) if instead is None else (F.PROPOSE, instead)
            return True
    return False


# Characters and attachments.


def _move(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A character goes to a place; its attachments go with it (5.2)."""
    left = state.place[card]
    if state.zone[card] != _PLAY or left == place:
        return
    state.place[card] = place
    tell(state, _MOVED, card, place, NONE, left, by)


move: Final = deed(Moment.MOVED, _move)


def _engage(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A card in play becomes engaged (6.13)."""
    if state.engaged[card] or state.zone[card] != _PLAY:
        return
    state.engaged[card] = 1
    tell(state, _ENGAGED, card, by=by)


engage: Final = deed(Moment.ENGAGED, _engage)


def _en_garde(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """An engaged card becomes en garde (6.13)."""
    if not state.engaged[card]:
        return
    state.engaged[card] = 0
    tell(state, _EN_GARDE, card, by=by)


en_garde: Final = deed(Moment.EN_GARDE, _en_garde)


def _wound(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A character takes wounds and is destroyed at once if they reach its Resolve (9.6)."""
    if number <= 0 or state.zone[card] != _PLAY:
        return
    state.wounds[card] += number
    duel = state.duel
    if duel is not None and duel.round_of != NONE and duel.participants[duel.round_of] == card:
        duel.struck = True
    tell(state, Moment.WOUNDED, card, state.place[card], other, number, by)
    if state.wounds[card] >= value(state, card, Stat.RESOLVE):
        destroy(state, card, other=other, by=by)


wound: Final = deed(Moment.WOUNDED, _wound)


def _heal(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A character loses wounds (9.6)."""
    healed = min(number, state.wounds[card])
    if healed > 0:
        state.wounds[card] -= healed
        tell(state, Moment.HEALED, card, number=healed, by=by)


heal: Final = deed(Moment.HEALED, _heal)


def check_resolve(state: State) -> None:
    """Destroy every character whose wounds have reached its Resolve, for when Resolve falls (9.6)."""
    for crew in state.crew:
        for card in crew[:]:
            if state.wounds[card] and state.wounds[card] >= value(state, card, Stat.RESOLVE):
                destroy(state, card)


def _destroy(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A card in play is destroyed: characters go to The Locker, Brutes and attachments to a discard pile (1.8)."""
    table = state.table
    if state.zone[card] != _PLAY or is_leaving(state, card) or not is_allowed(state, Question.MAY_DESTROY, card):
        return
    player = state.control[card]
    tell(state, Moment.DESTROYED, card, _place_of(state, card), other, player, by)
    if table.is_character[card] and card == table.leaders[player]:
        lose_leader(state, player)
    if table.is_character[card] and not is_brute(state, card):
        lock(state, card, other=other, by=by)
    else:
        discard(state, card, other=other, by=by)


destroy: Final = deed(Moment.DESTROYED, _destroy)


def is_leaving(state: State, card: int) -> bool:
    """Whether a card is about to leave play: its destination can still change, but it is not destroyed twice."""
    return any(
        (deed := _proposal(frame)) is not None and deed.card == card and deed.moment in (_LOCKED, _DISCARDED)
        for frame in state.agenda
    )


def _lock(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A card is sent to The Locker, which does not count as destroying it (Q26)."""
    _depart(state, card, _LOCKED, other, by)


lock: Final = deed(Moment.LOCKED, _lock)


def _discard(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A card goes to its owner's discard pile, or the City's, from wherever it is (1.8)."""
    if state.zone[card] == Zone.CITY and not is_allowed(state, Question.MAY_DISCARD, card):
        return
    _depart(state, card, _DISCARDED, other, by)


discard: Final = deed(Moment.DISCARDED, _discard)


def _depart(state: State, card: int, moment: Moment, other: int, by: Cause) -> None:
    at, worn, bearer = _place_of(state, card), state.gear[card], state.bearer[card]
    player = state.control[card]
    lift(state, card)
    (to_locker if moment is _LOCKED else to_discard)(state, card)
    tell(state, moment, card, at, other, player if player != NONE else state.table.owner[card], by)
    if worn:
        # Attachments whose bearer left play are discarded (9.4).
        in_order(state, [Happening(_DISCARDED, each) for each in worn])
    if bearer != NONE and state.wounds[bearer] >= value(state, bearer, Stat.RESOLVE):
        destroy(state, bearer)


def _place_of(state: State, card: int) -> int:
    bearer = state.bearer[card]
    return state.place[card if bearer == NONE else bearer]


def _equip(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """An attachment goes to the character ``other``, from anywhere, controlled by the player ``number`` (5.3)."""
    if state.zone[other] != _PLAY:
        return
    giver = state.bearer[card]
    lift(state, card)
    state.zone[card] = _PLAY
    state.control[card] = number
    state.engaged[card] = 0
    state.bearer[card] = other
    state.gear[other] = (*state.gear[other], card)
    state.agenda.append((F.GEAR, other))
    tell(state, Moment.EQUIPPED, card, state.place[other], other, number, by)
    if giver != NONE and state.wounds[giver] >= value(state, giver, Stat.RESOLVE):
        destroy(state, giver)


equip: Final = deed(Moment.EQUIPPED, _equip)


def _hand_over(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """An attachment goes from its bearer to the character ``other``, which does not count as equipping."""
    giver = state.bearer[card]
    if giver == NONE or state.zone[other] != _PLAY:
        return
    state.gear[giver] = tuple(worn for worn in state.gear[giver] if worn != card)
    state.gear[other] = (*state.gear[other], card)
    state.bearer[card] = other
    state.agenda.append((F.GEAR, other))
    tell(state, Moment.HANDED_OVER, card, state.place[other], other, giver, by)
    if state.wounds[giver] >= value(state, giver, Stat.RESOLVE):
        destroy(state, giver)


hand_over: Final = deed(Moment.HANDED_OVER, _hand_over)


# Entering play.


def _muster(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A character of the Approach Deck enters play for its owner, at Home by default (4.2.4, 9.7)."""
    _bring_into_play(state, card, state.table.owner[card], place, Moment.MUSTERED, other, by)


muster: Final = deed(Moment.MUSTERED, _muster)


def _recruit(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A Mercenary enters play for the player ``number`` (5.4)."""
    _bring_into_play(state, card, number, place, Moment.RECRUITED, other, by)


recruit: Final = deed(Moment.RECRUITED, _recruit)


def _enter(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A character enters play for the player ``number`` in another way, such as a Brute (9.2)."""
    _bring_into_play(state, card, number, place, None, other, by)


enter: Final = deed(Moment.ENTERED, _enter)


def _bring_into_play(
    state: State, card: int, player: int, place: int, moment: Moment | None, other: int, by: Cause
) -> None:
    at = place if place != NONE else HOME + player
    lift(state, card)
    to_play(state, card, player, at)
    state.agenda.append((F.CREW, player))
    if moment is not None:
        tell(state, moment, card, at, other, player, by)
    tell(state, Moment.ENTERED, card, at, other, player, by)


# Hands and decks.


def draw(state: State, player: int, count: int, by: Cause = RULES) -> None:
    """A player draws cards, as many as there are (1.9, 1.10, Q1)."""
    for _ in range(count):
        card = top_card(state, player)
        if card == NONE:
            return
        to_hand(state, card)
        tell(state, Moment.DREW, card, number=player, by=by)


def sink(state: State, cards: Iterable[int], by: Cause = RULES) -> None:
    """Cards go to the bottom of their decks, in random order (1.11)."""
    sunk = sorted(cards)
    state.shuffle(sunk)
    for card in sunk:
        lift(state, card)
        to_bottom(state, card)
        tell(state, Moment.SUNK, card, number=state.table.owner[card], by=by)


def take_back(state: State, card: int, by: Cause = RULES) -> None:
    """A public card goes to its owner's hand."""
    lift(state, card)
    to_hand(state, card)
    tell(state, Moment.RETURNED, card, number=state.table.owner[card], by=by)


def look(state: State, player: int, owner: int, count: int, by: Cause = RULES) -> tuple[int, ...]:
    """A player looks at the top cards of a deck (-1 is the City's), which leave it until they are put somewhere."""
    cards: list[int] = []
    for _ in range(count):
        card = top_card(state, owner)
        if card == NONE:
            break
        state.zone[card] = Zone.LOOKED
        state.notes[card, "looker"] = player
        tell(state, Moment.LOOKED, card, number=owner, by=by if by.player == player else BY[player])
        cards.append(card)
    return tuple(cards)


def reveal_top(state: State, owner: int, count: int, by: Cause = RULES) -> tuple[int, ...]:
    """Reveal the top cards of a deck, which leave it until they are put somewhere (1.10)."""
    cards: list[int] = []
    for _ in range(count):
        card = top_card(state, owner)
        if card == NONE:
            break
        state.zone[card] = Zone.REVEALED
        tell(state, Moment.REVEALED, card, number=owner, by=by)
        cards.append(card)
    return tuple(cards)


def draw_city(state: State, by: Cause = RULES) -> int:
    """Reveal the top card of the City Deck; -1 if there is none."""
    revealed = reveal_top(state, NONE, 1, by)
    return revealed[0] if revealed else NONE


def put_on_top(state: State, cards: Iterable[int]) -> None:
    """Put cards back on top of their decks, the last of them topmost."""
    for card in cards:
        lift(state, card)
        to_top(state, card)


def place_city_card(state: State, place: int, by: Cause = RULES) -> None:
    """Place the top card of the City Deck, if there is one, at a location (4.1.3, Q5)."""
    card = top_card(state, NONE)
    if card != NONE:
        to_city(state, card, place)
        tell(state, Moment.PLACED, card, place, by=by)


# Locations and Renown.


def _claim(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """The player ``number`` takes control of a location, even from another player (5.6)."""
    if state.holder[place] != number:
        state.holder[place] = number
    tell(state, Moment.CLAIMED, card, place, other, number, by)


claim: Final = deed(Moment.CLAIMED, _claim)


def _lose_control(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A location becomes uncontrolled (1.5)."""
    holder = state.holder[place]
    if holder != NONE:
        state.holder[place] = NONE
        tell(state, Moment.LOST, card, place, other, holder, by)


lose_control: Final = deed(Moment.LOST, _lose_control)


def _add_renown(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """Renown is added to a location (Q10)."""
    if number > 0:
        state.renown_at[place] += number
        tell(state, Moment.RENOWN_ADDED, card, place, other, number, by)


add_renown: Final = deed(Moment.RENOWN_ADDED, _add_renown)


def _remove_renown(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """Renown is removed from a location, as much as there is."""
    gone = min(number, state.renown_at[place])
    if gone > 0:
        state.renown_at[place] -= gone
        tell(state, Moment.RENOWN_REMOVED, card, place, other, gone, by)


remove_renown: Final = deed(Moment.RENOWN_REMOVED, _remove_renown)


def _move_renown(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """Renown moves from the location ``other`` to ``place``, as much as there is."""
    moved = min(number, state.renown_at[other])
    if moved > 0:
        state.renown_at[other] -= moved
        state.renown_at[place] += moved
        tell(state, Moment.RENOWN_MOVED, card, place, other, moved, by)


move_renown: Final = deed(Moment.RENOWN_MOVED, _move_renown)


def _collect(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """The cause's player collects Renown from a location, as much as there is (4.4.2)."""
    taken = min(number, state.renown_at[place])
    if taken > 0:
        state.renown_at[place] -= taken
        state.renown[by.player] += taken
        tell(state, Moment.COLLECTED, card, place, other, taken, by)


collect: Final = deed(Moment.COLLECTED, _collect)


def _gain_renown(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """The cause's player gains new Renown."""
    state.renown[by.player] += number
    tell(state, Moment.GAINED, card, place, other, number, by)


gain_renown: Final = deed(Moment.GAINED, _gain_renown)


def _spend_renown(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """The cause's player spends collected Renown (6.10)."""
    spent = min(number, state.renown[by.player])
    state.renown[by.player] -= spent
    tell(state, Moment.SPENT, card, place, other, spent, by)


spend_renown: Final = deed(Moment.SPENT, _spend_renown)


def stake_renown(state: State, player: int, card: int, by: Cause = RULES) -> None:
    """A player moves 1 Renown to a card, if they have any."""
    if state.renown[player] > 0:
        state.renown[player] -= 1
        state.notes[card, "renown"] = state.notes.get((card, "renown"), 0) + 1
        tell(state, Moment.STAKED, card, state.place[card], NONE, player, by)


def collect_from_card(state: State, card: int, by: Cause = RULES) -> None:
    """The cause's player collects 1 Renown from a card, if there is any."""
    there = state.notes.get((card, "renown"), 0)
    if there:
        state.notes[card, "renown"] = there - 1
        state.renown[by.player] += 1
        tell(state, Moment.COLLECTED, card, state.place[card], NONE, 1, by)


#: How each deed above is carried out.
DEEDS: Final[Mapping[Moment, DeedAction]] = {
    Moment.MOVED: _move,
    Moment.ENGAGED: _engage,
    Moment.EN_GARDE: _en_garde,
    Moment.WOUNDED: _wound,
    Moment.HEALED: _heal,
    Moment.DESTROYED: _destroy,
    Moment.LOCKED: _lock,
    Moment.DISCARDED: _discard,
    Moment.EQUIPPED: _equip,
    Moment.HANDED_OVER: _hand_over,
    Moment.MUSTERED: _muster,
    Moment.RECRUITED: _recruit,
    Moment.ENTERED: _enter,
    Moment.CLAIMED: _claim,
    Moment.LOST: _lose_control,
    Moment.RENOWN_ADDED: _add_renown,
    Moment.RENOWN_REMOVED: _remove_renown,
    Moment.RENOWN_MOVED: _move_renown,
    Moment.COLLECTED: _collect,
    Moment.GAINED: _gain_renown,
    Moment.SPENT: _spend_renown,
}
