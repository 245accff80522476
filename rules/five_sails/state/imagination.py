"""Possible games: the real one with all hidden cards dealt anew, for searches that must not cheat."""

from __future__ import annotations

from cards.catalogue import CardType
from rules.five_sails.state.state import State
from rules.five_sails.terms.basics import NONE, Zone
from rules.random_streams import Stream, stream_key


def imagine(known: State, player: int, stream: Stream) -> State:
    """A state that ``player`` cannot tell from this one: everything hidden from them is dealt anew.

    Each opponent's hand and faction deck are shuffled together, as are their approach deck and face-down picks; the
    order of every deck and all future dice are new. Public cards and the player's own hand and picks stay. This works
    only for the player to choose, because what other players may choose depends on what they hold.

    :raises ValueError: if it is not that player's choice.
    """
    if not known.legal or known.chooser != player:
        raise ValueError("only the player to choose can imagine the game")
    state = known.copy()
    for seat in range(state.table.players):
        if seat != player:
            _redeal_hand(state, seat, stream)
            _redeal_plans(state, seat, stream)
    _redraw_chosen(state, player, stream)
    for deck in state.deck:
        deck.sort()
        stream.shuffle(deck)
    state.stream = stream_key(stream.word(), 0)
    state.dice = 0
    return state


def _redraw_chosen(state: State, player: int, stream: Stream) -> None:
    """If an opponent's card has secretly chosen a card of an approach deck, choose again at random."""
    hidden = (Zone.APPROACH, Zone.PLANNED)
    for (card, note), chosen in sorted(state.notes.items()):
        if note == "chosen" and state.control[card] != player and state.zone[chosen] in hidden:
            owner = state.table.owner[chosen]
            candidates = [each for each in state.table.approach[owner] if state.zone[each] in hidden]
            state.notes[card, note] = candidates[stream.below(len(candidates))]


def _redeal_hand(state: State, seat: int, stream: Stream) -> None:
    hidden = sorted(state.hand[seat] + state.deck[seat])
    stream.shuffle(hidden)
    size = len(state.hand[seat])
    state.hand[seat], state.deck[seat] = hidden[:size], hidden[size:]
    for card in state.hand[seat]:
        state.zone[card] = Zone.HAND
    for card in state.deck[seat]:
        state.zone[card] = Zone.DECK


def _redeal_plans(state: State, seat: int, stream: Stream) -> None:
    """Replace face-down picks by random cards of the same type from the picks and the approach deck."""
    picks = list(state.planned[seat])
    for number, kind in enumerate((CardType.SCHEME, CardType.CHARACTER)):
        card = picks[number]
        if card == NONE or state.zone[card] != Zone.PLANNED:
            continue
        candidates = [card, *(each for each in state.approach[seat] if state.table.definitions[each].type is kind)]
        candidates.sort()
        picked = candidates[stream.below(len(candidates))]
        picks[number] = picked
        state.approach[seat] = sorted({*state.approach[seat], card} - {picked})
        state.zone[card] = Zone.APPROACH
        state.zone[picked] = Zone.PLANNED
    state.planned[seat] = (picks[0], picks[1])
