"""A game as one player or a spectator may see it, without hidden cards (1.2, 4.2.1)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.five_sails.state.log import as_seen
from rules.five_sails.state.state import Duel, Outcome, State
from rules.five_sails.state.values import is_dash, value
from rules.five_sails.terms.basics import HOME, NONE, PLACE_NAMES, PLAYER_LETTERS, Phase, Stat, Zone
from rules.five_sails.terms.choices import Choice
from rules.five_sails.terms.happenings import Happening
from rules.five_sails.terms.parts import Lasting, Until, Waiting


@dataclass(frozen=True, slots=True)
class CardView:
    """A card that the viewer knows."""

    card: int
    ref: str
    code: str
    #: Renown on the card itself.
    renown: int = 0


@dataclass(frozen=True, slots=True)
class LastingView:
    """A lasting effect or a waiting program: its source, its player and when it ends (6.16)."""

    #: The card whose ability it is, wherever that is by now, and the ability's number on it.
    source: int
    ability: int
    player: int
    until: Until


@dataclass(frozen=True, slots=True)
class CharacterView:
    card: int
    ref: str
    code: str
    player: int
    place: int
    engaged: bool
    wounds: int
    #: Current Resolve, Combat, Finesse and Influence; None for a dash.
    stats: tuple[int | None, ...]
    #: Its attachments, and whether each is engaged.
    gear: tuple[tuple[CardView, bool], ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's side of the table. Only the sizes of other players' hands and approach decks are known."""

    letter: str
    out: bool
    renown: int
    crew: tuple[CharacterView, ...]
    scheme: CardView | None
    hand_size: int
    deck_size: int
    approach_size: int
    #: How many cards are planned for the Day and still face down.
    planned_size: int
    discard: tuple[CardView, ...]
    locker: tuple[CardView, ...]
    #: Revealed and being played.
    announced: tuple[CardView, ...]
    #: Known only to the player, None in other views. ``looking``: cards from a deck that the player is looking at.
    looking: tuple[CardView, ...] | None
    hand: tuple[CardView, ...] | None
    approach: tuple[CardView, ...] | None
    planned: tuple[CardView, ...] | None


@dataclass(frozen=True, slots=True)
class PlaceView:
    place: int
    name: str
    holder: int | None
    renown: int
    lying: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class DuelView:
    """The challenge or duel in progress; in every pair the challenger's side comes first."""

    participants: tuple[int, int]
    players: tuple[int, int]
    stat: Stat
    place: int
    accepted: bool
    refused: bool
    #: Threat in the pools, and threat the active side has sent so far.
    threat: tuple[int, int]
    sent: int
    lethal: tuple[bool, bool]
    gambles: tuple[int, int]
    #: The side whose round it is, -1 before the first.
    round_of: int
    lines: tuple[tuple[CardView, ...], tuple[CardView, ...]]
    revealed: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything a viewer may know."""

    #: The player who looks, or None for a spectator.
    viewer: int | None
    day: int
    phase: Phase
    first: int | None
    players: tuple[PlayerView, ...]
    places: tuple[PlaceView, ...]
    city_deck_size: int
    city_discard: tuple[CardView, ...]
    city_locker: tuple[CardView, ...]
    lasting: tuple[LastingView, ...]
    duel: DuelView | None
    to_choose: int | None
    #: What the viewer may choose now; empty if it is not their choice.
    legal: tuple[Choice, ...]
    log: tuple[Happening, ...]
    outcome: Outcome | None


def view(state: State, viewer: int | None) -> View:
    """The game as a player sees it, or a spectator for None. :raises ValueError: if there is no such player."""
    table = state.table
    if viewer is not None and not 0 <= viewer < table.players:
        raise ValueError(f"there is no player {viewer} in this game")
    return View(
        viewer=viewer,
        day=state.day,
        phase=state.phase,
        first=None if state.first == NONE else state.first,
        players=tuple(_player(state, player, own=player == viewer) for player in range(table.players)),
        places=tuple(
            PlaceView(
                place,
                PLACE_NAMES[place],
                None if state.holder[place] == NONE else state.holder[place],
                state.renown_at[place],
                _cards(state, state.city_cards[place]),
            )
            for place in table.line
        ),
        city_deck_size=len(state.deck[NONE]),
        city_discard=_cards(state, state.discard[NONE]),
        city_locker=_cards(state, state.locker[NONE]),
        lasting=_lasting(state),
        duel=_duel(state, state.duel) if state.duel is not None else None,
        to_choose=state.chooser if state.legal else None,
        legal=state.legal if viewer == state.chooser else (),
        log=tuple(as_seen(state, state.log, viewer)),
        outcome=state.outcome,
    )


def place_name(place: int) -> str:
    """A place's name; a Home is named after its player."""
    return PLACE_NAMES[place] if place < HOME else f"{PLAYER_LETTERS[place - HOME]}'s Home"


def _cards(state: State, cards: list[int] | tuple[int, ...]) -> tuple[CardView, ...]:
    table = state.table
    notes = state.notes
    return tuple(
        CardView(card, table.refs[card], table.definitions[card].code, notes.get((card, "renown"), 0)) for card in cards
    )


def _lasting(state: State) -> tuple[LastingView, ...]:
    """Each use of an ability once, however many values it changes."""
    effects: list[Lasting | Waiting] = [*state.lasting, *state.waiting]
    return tuple(
        dict.fromkeys(
            LastingView(effect.scene.card, effect.scene.ability, effect.scene.player, effect.until)
            for effect in effects
        )
    )


def _player(state: State, player: int, *, own: bool) -> PlayerView:
    table = state.table
    planned = [card for card in state.planned[player] if card != NONE and state.zone[card] == Zone.PLANNED]
    mine = (table.leaders[player], *table.approach[player], *table.faction[player])
    return PlayerView(
        letter=PLAYER_LETTERS[player],
        out=state.out[player],
        renown=state.renown[player],
        crew=tuple(_character(state, card) for card in state.crew[player]),
        scheme=_cards(state, [state.scheme[player]])[0] if state.scheme[player] != NONE else None,
        hand_size=len(state.hand[player]),
        deck_size=len(state.deck[player]),
        approach_size=len(state.approach[player]),
        planned_size=len(planned),
        discard=_cards(state, state.discard[player]),
        locker=_cards(state, state.locker[player]),
        announced=_cards(state, [card for card in mine if state.zone[card] == Zone.ANNOUNCED]),
        looking=_cards(state, [card for (card, note), who in state.notes.items() if (note, who) == ("looker", player)])
        if own
        else None,
        hand=_cards(state, sorted(state.hand[player])) if own else None,
        approach=_cards(state, state.approach[player]) if own else None,
        planned=_cards(state, planned) if own else None,
    )


def _character(state: State, card: int) -> CharacterView:
    table = state.table
    return CharacterView(
        card=card,
        ref=table.refs[card],
        code=table.definitions[card].code,
        player=state.control[card],
        place=state.place[card],
        engaged=bool(state.engaged[card]),
        wounds=state.wounds[card],
        stats=tuple(None if is_dash(state, card, stat) else value(state, card, stat) for stat in Stat),
        gear=tuple((_cards(state, [worn])[0], bool(state.engaged[worn])) for worn in state.gear[card]),
    )


def _duel(state: State, duel: Duel) -> DuelView:
    revealed = [card for card, zone in enumerate(state.zone) if zone == Zone.REVEALED]
    return DuelView(
        participants=(duel.participants[0], duel.participants[1]),
        players=(duel.players[0], duel.players[1]),
        stat=Stat(duel.stat),
        place=duel.place,
        accepted=duel.accepted,
        refused=duel.refused,
        threat=(duel.threat[0], duel.threat[1]),
        sent=duel.sent,
        lethal=(duel.lethal[0], duel.lethal[1]),
        gambles=(duel.gambles[0], duel.gambles[1]),
        round_of=duel.round_of,
        lines=(_cards(state, duel.line[0]), _cards(state, duel.line[1])),
        revealed=_cards(state, revealed),
    )
