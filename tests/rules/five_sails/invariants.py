"""What must be true of every state of every game."""

from collections import Counter

from rules.five_sails import Game, Stat, Zone
from rules.five_sails.deeds.deeds import is_leaving
from rules.five_sails.state.state import State
from rules.five_sails.state.values import value
from rules.five_sails.terms.basics import HOME, NONE

#: The zones whose cards lie in a list of their own, by owner.
PILES = {
    Zone.DECK: "deck",
    Zone.HAND: "hand",
    Zone.DISCARD: "discard",
    Zone.LOCKER: "locker",
    Zone.APPROACH: "approach",
}


def check(game: Game) -> None:
    state = game.state
    check_cards(state)
    check_play(state)
    check_choices(game)
    check_duel(state)


def check_cards(state: State) -> None:
    """No card is lost or doubled: each is in exactly the list that its zone says."""
    lists: Counter[int] = Counter()
    for zone, name in PILES.items():
        for owner, row in enumerate(getattr(state, name)):
            for card in row:
                lists[card] += 1
                assert state.zone[card] == zone
                assert state.table.owner[card] == (owner if owner < state.table.players else NONE)
    for place, row in enumerate(state.city_cards):
        for card in row:
            lists[card] += 1
            assert (state.zone[card], state.place[card], state.control[card]) == (Zone.CITY, place, NONE)
    for player, row in enumerate(state.crew):
        for card in row:
            lists[card] += 1
            assert (state.zone[card], state.control[card]) == (Zone.PLAY, player)
            for worn in state.gear[card]:
                lists[worn] += 1
                assert (state.zone[worn], state.bearer[worn]) == (Zone.PLAY, card)
    for player, card in enumerate(state.scheme):
        if card != NONE:
            lists[card] += 1
            assert (state.zone[card], state.control[card]) == (Zone.PLAY, player)
    if state.duel is not None:
        for line in state.duel.line:
            for card in line:
                lists[card] += 1
                assert state.zone[card] == Zone.LINE
    for card, zone in enumerate(state.zone):
        free = zone in (Zone.PLANNED, Zone.ANNOUNCED, Zone.REVEALED, Zone.LOOKED, Zone.LOCATION)
        assert lists[card] == (0 if free else 1), (state.table.refs[card], Zone(zone).name, lists[card])


def check_play(state: State) -> None:
    """Nobody is dead and in play, in an enemy Home, or over the cap; tokens are never below nothing."""
    for player, crew in enumerate(state.crew):
        for card in crew:
            assert 0 <= state.place[card] < HOME or state.place[card] == HOME + player
            dying = is_leaving(state, card) or state.outcome is not None
            assert dying or 0 <= state.wounds[card] < max(value(state, card, Stat.RESOLVE), 1)
        assert not (state.out[player] and crew)
    assert min(state.renown) >= 0
    assert min(state.renown_at) >= 0
    for card, bearer in enumerate(state.bearer):
        assert bearer == NONE or card in state.gear[bearer]


def check_choices(game: Game) -> None:
    """There is always a real choice, each thing once, and the same engine allows what it offers."""
    legal = game.legal()
    assert game.over == (not legal)
    assert len(legal) != 1
    assert len(set(legal)) == len(legal)
    assert all(game.why_not(choice) is None for choice in legal)


def check_duel(state: State) -> None:
    if state.duel is not None:
        assert min(state.duel.threat) >= 0
        assert state.duel.sent >= 0
        assert min(state.duel.gambles) >= 0
