"""Moving cards between zones. A card is always in exactly one zone."""

from __future__ import annotations

from rules.five_sails.state.log import tell
from rules.five_sails.state.state import LastKnown, State
from rules.five_sails.state.values import stats_of
from rules.five_sails.terms.basics import NONE, Zone
from rules.five_sails.terms.happenings import Moment


def lift(state: State, card: int) -> None:
    """Take a card out of its zone; the caller must put it into another one at once."""
    zone, owner = state.zone[card], state.table.owner[card]
    if zone == Zone.HAND:
        state.hand[owner].remove(card)
    elif zone == Zone.PLAY:
        _leave_play(state, card)
    elif zone == Zone.CITY:
        state.city_cards[state.place[card]].remove(card)
        state.place[card] = NONE
        state.notes.pop((card, "renown"), None)
    elif zone == Zone.DECK:
        state.deck[owner].remove(card)
    elif zone == Zone.DISCARD:
        state.discard[owner].remove(card)
    elif zone == Zone.LOCKER:
        state.locker[owner].remove(card)
    elif zone == Zone.APPROACH:
        state.approach[owner].remove(card)
    elif zone == Zone.ANNOUNCED:
        _forget_uses(state, card)
    elif zone == Zone.LOOKED:
        del state.notes[card, "looker"]
    elif zone == Zone.LINE and state.duel is not None:
        for line in state.duel.line:
            if card in line:
                line.remove(card)


def to_discard(state: State, card: int) -> None:
    """Put a lifted card on its owner's discard pile, or the City's."""
    state.zone[card] = Zone.DISCARD
    state.discard[state.table.owner[card]].append(card)


def to_locker(state: State, card: int) -> None:
    """Put a lifted card into The Locker (1.3)."""
    state.zone[card] = Zone.LOCKER
    state.locker[state.table.owner[card]].append(card)


def to_hand(state: State, card: int) -> None:
    """Put a lifted card into its owner's hand."""
    state.zone[card] = Zone.HAND
    state.hand[state.table.owner[card]].append(card)


def to_approach(state: State, card: int) -> None:
    """Put a lifted card back into its owner's Approach Deck."""
    state.zone[card] = Zone.APPROACH
    state.approach[state.table.owner[card]].append(card)
    state.approach[state.table.owner[card]].sort()


def to_bottom(state: State, card: int) -> None:
    """Put a lifted card at the bottom of its deck (1.11)."""
    state.zone[card] = Zone.DECK
    state.deck[state.table.owner[card]].insert(0, card)


def to_top(state: State, card: int) -> None:
    """Put a lifted card on top of its deck."""
    state.zone[card] = Zone.DECK
    state.deck[state.table.owner[card]].append(card)


def to_city(state: State, card: int, place: int) -> None:
    """Put a lifted City card at a location, controlled by nobody (1.7)."""
    state.zone[card] = Zone.CITY
    state.control[card] = NONE
    state.place[card] = place
    state.city_cards[place].append(card)


def to_play(state: State, card: int, player: int, place: int) -> None:
    """Put a lifted character into play, en garde (6.13)."""
    state.zone[card] = Zone.PLAY
    state.control[card] = player
    state.place[card] = place
    state.engaged[card] = 0
    state.wounds[card] = 0
    state.crew[player].append(card)


def top_card(state: State, owner: int) -> int:
    """Take the top card of a deck, reshuffling the discard pile if the deck is empty; -1 if both are (1.9, Q1)."""
    deck = state.deck[owner]
    if not deck:
        refill(state, owner)
        if not deck:
            return NONE
    return deck.pop()


def refill(state: State, owner: int, *, searched: bool = False) -> None:
    """Shuffle a discard pile into a new deck (1.9); the City's only if the options allow it or the deck is searched.

    The pile is sorted by card number first, so the new deck depends on what was discarded and not on when.
    """
    if owner == NONE and not (searched or state.table.options.city_reshuffles):
        return
    pile = state.discard[owner]
    if not pile:
        return
    deck = state.deck[owner]
    deck += sorted(pile)
    pile.clear()
    for card in deck:
        state.zone[card] = Zone.DECK
    state.shuffle(deck)
    tell(state, Moment.SHUFFLED, number=owner)


def _forget_uses(state: State, card: int) -> None:
    """A card that is played again starts afresh (Q14)."""
    if state.used:
        state.used = {mark for mark in state.used if card not in (mark[0], mark[2])}


def _leave_play(state: State, card: int) -> None:
    """Forget everything about a card in play; if it comes back it counts as new (Q14)."""
    player = state.control[card]
    if state.table.is_character[card]:
        state.last_known[card] = LastKnown(state.place[card], player, stats_of(state, card))
        state.crew[player].remove(card)
        for worn in state.gear[card]:
            state.bearer[worn] = NONE
        state.gear[card] = ()
    bearer = state.bearer[card]
    if bearer != NONE:
        state.gear[bearer] = tuple(worn for worn in state.gear[bearer] if worn != card)
        state.bearer[card] = NONE
    if player != NONE and state.scheme[player] == card:
        state.scheme[player] = NONE
    state.control[card] = state.place[card] = NONE
    state.engaged[card] = state.wounds[card] = 0
    _forget_uses(state, card)
    if state.notes:
        state.notes = {key: note for key, note in state.notes.items() if key[0] != card}
