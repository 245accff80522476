"""What can be done to cards, places and Renown: the only things that rules and abilities do to the game.

A deed is proposed before it is done, so that an ability can still replace or cancel it (6.15): where some card in the
game waits for that, it lies on the agenda until the Reactions to it are over. Otherwise it is done on the spot. In both
cases it is the last thing its caller does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from rules.five_sails.abilities.parts import Question
from rules.five_sails.agenda import F, step
from rules.five_sails.happenings import BY, RULES, Cause, Happening, Moment, Timing
from rules.five_sails.log import is_awaited, tell
from rules.five_sails.state import Frame, State
from rules.five_sails.terms import HOME, NONE, Stat, Zone
from rules.five_sails.values import allowed, is_brute, value
from rules.five_sails.victory import leader_destroyed
from rules.five_sails.zones import (
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

#: Bound once: before Python 3.12 it takes five times as long to find a member through its class.
_DO: Final = F.DO
_WINDOW: Final = F.WINDOW
_BEFORE: Final = Timing.BEFORE
_WHEN: Final = Timing.WHEN
_PLAY: Final = Zone.PLAY
_LOCKED: Final = Moment.LOCKED
_DISCARDED: Final = Moment.DISCARDED
_MOVED: Final = Moment.MOVED
_ENGAGED: Final = Moment.ENGAGED
_EN_GARDE: Final = Moment.EN_GARDE


class Deed(Protocol):
    """Something that is done to a card or a place."""

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
        """Propose it; the arguments mean what the happening's fields mean."""


class _Doing(Protocol):
    def __call__(self, state: State, card: int, place: int, other: int, number: int, by: Cause) -> None: ...


class _Register(Protocol):
    def __call__(self, doing: _Doing) -> Deed: ...


_DOINGS: Final[dict[Moment, _Doing]] = {}
_DEEDS: Final[dict[Moment, Deed]] = {}


def deed(moment: Moment) -> _Register:
    """Make a deed of a function: the function does it, calling its name proposes it."""

    def register(doing: _Doing) -> Deed:
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
                state.agenda.append((_WINDOW, _BEFORE, happening, (), 0, NONE))
            else:
                doing(state, card, place, other, number, by)

        propose.__doc__ = doing.__doc__
        _DOINGS[moment] = doing
        _DEEDS[moment] = propose
        return propose

    return register


@step(F.DO)
def _do(state: State, frame: Frame) -> None:
    """Nothing replaced it: carry it out."""
    moment, card, place, other, number, by = frame[1]
    _DOINGS[moment](state, card, place, other, number, by)


@step(F.PROPOSE)
def _propose(state: State, frame: Frame) -> None:
    moment, card, place, other, number, by = frame[1]
    _DEEDS[moment](state, card, place=place, other=other, number=number, by=by)


def in_order(state: State, happenings: Sequence[Happening]) -> None:
    """Propose several deeds, one after the other; where nobody can come in between they are done on the spot.

    When the game is over nobody can, and what is left on the agenda is dropped.
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
        _DOINGS[moment](state, card, place, other, number, by)


def at_once(state: State, happenings: Sequence[Happening]) -> None:
    """Propose several deeds that are done together: whoever comes in before one comes in before all of them."""
    before = [happening for happening in happenings if is_awaited(state, happening.moment, _BEFORE)]
    if not before:
        in_order(state, happenings)
        return
    state.agenda += [(_DO, happening) for happening in reversed(happenings)]
    state.agenda += [(_WINDOW, _BEFORE, happening, (), 0, NONE) for happening in reversed(before)]


def is_pending(state: State, happening: Happening) -> bool:
    """Whether a proposed deed is still to be done."""
    return any(frame[0] == _DO and frame[1] is happening for frame in reversed(state.agenda))


def cancel(state: State, happening: Happening, instead: Happening | None = None) -> bool:
    """Take a proposed deed back, or put another one in its place; false if it is not pending any more (6.15)."""
    for depth in range(len(state.agenda) - 1, -1, -1):
        frame = state.agenda[depth]
        if frame[0] == _DO and frame[1] is happening:
            state.agenda[depth] = (F.NOTHING,) if instead is None else (F.PROPOSE, instead)
            return True
    return False


# Characters and attachments.


@deed(Moment.MOVED)
def move(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A character goes to a place; its attachments go with it (5.2)."""
    left = state.place[card]
    if state.zone[card] != _PLAY or left == place:
        return
    state.place[card] = place
    tell(state, _MOVED, card, place, NONE, left, by)


@deed(Moment.ENGAGED)
def engage(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A card in play becomes engaged (6.13)."""
    if state.engaged[card] or state.zone[card] != _PLAY:
        return
    state.engaged[card] = 1
    tell(state, _ENGAGED, card, by=by)


@deed(Moment.EN_GARDE)
def en_garde(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """An engaged card becomes en garde (6.13)."""
    if not state.engaged[card]:
        return
    state.engaged[card] = 0
    tell(state, _EN_GARDE, card, by=by)


@deed(Moment.WOUNDED)
def wound(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A character takes wounds, and is destroyed at once if they reach its Resolve (9.6)."""
    if number <= 0 or state.zone[card] != _PLAY:
        return
    state.wounds[card] += number
    duel = state.duel
    if duel is not None and duel.round_of != NONE and duel.participants[duel.round_of] == card:
        duel.struck = True
    tell(state, Moment.WOUNDED, card, state.place[card], other, number, by)
    if state.wounds[card] >= value(state, card, Stat.RESOLVE):
        destroy(state, card, other=other, by=by)


@deed(Moment.HEALED)
def heal(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """Take wounds off a character (9.6)."""
    healed = min(number, state.wounds[card])
    if healed > 0:
        state.wounds[card] -= healed
        tell(state, Moment.HEALED, card, number=healed, by=by)


def check_resolve(state: State) -> None:
    """Destroy every character whose wounds reach its Resolve, as they do when the Resolve falls (9.6)."""
    for crew in state.crew:
        for card in crew[:]:
            if state.wounds[card] and state.wounds[card] >= value(state, card, Stat.RESOLVE):
                destroy(state, card)


@deed(Moment.DESTROYED)
def destroy(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A card in play is destroyed: characters go to The Locker, Brutes and attachments to a discard pile (1.8)."""
    table = state.table
    if state.zone[card] != _PLAY or is_leaving(state, card) or not allowed(state, Question.MAY_DESTROY, card):
        return
    player = state.control[card]
    tell(state, Moment.DESTROYED, card, _place_of(state, card), other, player, by)
    if table.is_character[card] and card == table.leaders[player]:
        leader_destroyed(state, player)
    if table.is_character[card] and not is_brute(state, card):
        lock(state, card, other=other, by=by)
    else:
        discard(state, card, other=other, by=by)


def is_leaving(state: State, card: int) -> bool:
    """Whether a card is as good as gone: where it goes can still be replaced, but it is not destroyed twice."""
    return any(
        frame[0] == _DO and frame[1].card == card and frame[1].moment in (_LOCKED, _DISCARDED) for frame in state.agenda
    )


@deed(Moment.LOCKED)
def lock(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A card is sent to The Locker; that alone is no destruction (Q26)."""
    _depart(state, card, _LOCKED, other, by)


@deed(Moment.DISCARDED)
def discard(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A card goes to its owner's discard pile, or the City's, from wherever it is (1.8)."""
    if state.zone[card] == Zone.CITY and not allowed(state, Question.MAY_DISCARD, card):
        return
    _depart(state, card, _DISCARDED, other, by)


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


@deed(Moment.EQUIPPED)
def equip(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """An attachment goes to a character, from wherever it is; ``number`` is the player who controls it (5.3)."""
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


@deed(Moment.HANDED_OVER)
def hand_over(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """An attachment goes from its bearer to another character as it is; that is no equipping."""
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


# Entering play.


@deed(Moment.MUSTERED)
def muster(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A character of the Approach Deck comes into play for its owner, at Home unless told otherwise (4.2.4, 9.7)."""
    _enter(state, card, state.table.owner[card], place, Moment.MUSTERED, other, by)


@deed(Moment.RECRUITED)
def recruit(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A Mercenary comes into play for the player ``number`` (5.4)."""
    _enter(state, card, number, place, Moment.RECRUITED, other, by)


@deed(Moment.ENTERED)
def enter(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A character comes into play for the player ``number`` in some other way, as a Brute does (9.2)."""
    _enter(state, card, number, place, None, other, by)


def _enter(state: State, card: int, player: int, place: int, moment: Moment | None, other: int, by: Cause) -> None:
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
    """A card that everybody can see goes to its owner's hand."""
    lift(state, card)
    to_hand(state, card)
    tell(state, Moment.RETURNED, card, number=state.table.owner[card], by=by)


def look(state: State, player: int, owner: int, count: int, by: Cause = RULES) -> tuple[int, ...]:
    """A player looks at the top cards of a deck, the City's for -1; they are off the deck until put somewhere."""
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
    """The top cards of a deck are turned up for everybody; they are off the deck until put somewhere (1.10)."""
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
    """The top card of the City Deck is turned up; -1 if there is none."""
    found = reveal_top(state, NONE, 1, by)
    return found[0] if found else NONE


def put_on_top(state: State, cards: Iterable[int]) -> None:
    """Cards go back on top of their decks, the first of them deepest."""
    for card in cards:
        lift(state, card)
        to_top(state, card)


def place_city_card(state: State, place: int, by: Cause = RULES) -> None:
    """The top card of the City Deck comes to a location; with none left nothing does (4.1.3, Q5)."""
    card = top_card(state, NONE)
    if card != NONE:
        to_city(state, card, place)
        tell(state, Moment.PLACED, card, place, by=by)


# Locations and Renown.


@deed(Moment.CLAIMED)
def claim(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """The player ``number`` takes control of a location, also from another (5.6)."""
    if state.holder[place] != number:
        state.holder[place] = number
    tell(state, Moment.CLAIMED, card, place, other, number, by)


@deed(Moment.LOST)
def lose_control(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """A location becomes uncontrolled (1.5)."""
    holder = state.holder[place]
    if holder != NONE:
        state.holder[place] = NONE
        tell(state, Moment.LOST, card, place, other, holder, by)


@deed(Moment.RENOWN_ADDED)
def add_renown(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """Renown comes to a location (Q10)."""
    if number > 0:
        state.fame[place] += number
        tell(state, Moment.RENOWN_ADDED, card, place, other, number, by)


@deed(Moment.RENOWN_REMOVED)
def remove_renown(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """Renown leaves a location, as much as there is."""
    gone = min(number, state.fame[place])
    if gone > 0:
        state.fame[place] -= gone
        tell(state, Moment.RENOWN_REMOVED, card, place, other, gone, by)


@deed(Moment.RENOWN_MOVED)
def move_renown(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """Renown goes from the location ``other`` to ``place``, as much as there is."""
    moved = min(number, state.fame[other])
    if moved > 0:
        state.fame[other] -= moved
        state.fame[place] += moved
        tell(state, Moment.RENOWN_MOVED, card, place, other, moved, by)


@deed(Moment.COLLECTED)
def collect(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """The cause's player takes Renown from a location, as much as there is (4.4.2)."""
    taken = min(number, state.fame[place])
    if taken > 0:
        state.fame[place] -= taken
        state.renown[by.player] += taken
        tell(state, Moment.COLLECTED, card, place, other, taken, by)


@deed(Moment.GAINED)
def gain_renown(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """The cause's player gains Renown that was nowhere before."""
    state.renown[by.player] += number
    tell(state, Moment.GAINED, card, place, other, number, by)


@deed(Moment.SPENT)
def spend_renown(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """The cause's player gives collected Renown up (6.10)."""
    spent = min(number, state.renown[by.player])
    state.renown[by.player] -= spent
    tell(state, Moment.SPENT, card, place, other, spent, by)


def stake_renown(state: State, player: int, card: int, by: Cause = RULES) -> None:
    """A player moves one of their Renown to a card; whoever has none moves none."""
    if state.renown[player] > 0:
        state.renown[player] -= 1
        state.notes[card, "renown"] = state.notes.get((card, "renown"), 0) + 1
        tell(state, Moment.STAKED, card, state.place[card], NONE, player, by)


def collect_from_card(state: State, card: int, by: Cause = RULES) -> None:
    """The cause's player collects one Renown from a card."""
    there = state.notes.get((card, "renown"), 0)
    if there:
        state.notes[card, "renown"] = there - 1
        state.renown[by.player] += 1
        tell(state, Moment.COLLECTED, card, state.place[card], NONE, 1, by)
