"""Using an ability (6.7): who may use and perform it, its price, its costs and its effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Final

from cards.catalogue import AbilityKind, CardType
from rules.five_sails.deeds.payments import can_pay, pay, purse
from rules.five_sails.state.agenda import F, ask
from rules.five_sails.state.log import tell
from rules.five_sails.state.play import Play
from rules.five_sails.state.state import Frame, State
from rules.five_sails.state.values import (
    cost_of,
    crew_at,
    has_abilities,
    has_trait,
    in_force,
    is_allowed,
    is_amended,
    is_dash,
    is_opposed,
)
from rules.five_sails.state.zones import lift
from rules.five_sails.terms.basics import HOME, NONE, Zone
from rules.five_sails.terms.choices import Choice, Kind, choice
from rules.five_sails.terms.happenings import BY, Cause, Happening, Moment
from rules.five_sails.terms.options import TechniqueLimit
from rules.five_sails.terms.parts import CITY, Ability, Limit, Path, Question, Scene, Step

AT_HOME: Final = "Home"
EN_GARDE: Final = "En Garde"
GAMBLING: Final = "Gambling"
_OF_GRANTS: Final = (Question.GRANTS,)

_OF_DUELS: Final = frozenset({AbilityKind.TECHNIQUE, AbilityKind.MANEUVER})
_USED: Final = frozenset({AbilityKind.ACTION, AbilityKind.REACTION})


_new: Final = tuple.__new__
_NOBODY: Final = (NONE,)
#: The zones from which cards have to be paid for.
_PAID_FROM: Final = frozenset({Zone.HAND, Zone.ANNOUNCED})


class Stage(IntEnum):
    """The stages of using an ability."""

    PERFORMER = 0
    PAY = 1
    COST = 2
    EFFECT = 3
    DONE = 4
    #: Instead of EFFECT for a Technique announced with a challenge, whose effect waits (S1, S4).
    HOLD = 5
    #: Before PAY: choose what the price depends on.
    PREPARE = 6


#: Bound once: before Python 3.12 it takes five times as long to find a member through its class.
_PLAY: Final = Zone.PLAY
_HAND: Final = Zone.HAND
_DAY: Final = Limit.DAY
_DUEL: Final = Limit.DUEL
_RUN: Final = F.RUN
_PERFORM: Final = F.PERFORM
_Q_COST: Final = Question.COST
_Q_GRANTS: Final = Question.GRANTS
_MANEUVER: Final = AbilityKind.MANEUVER
_EVENT: Final = CardType.EVENT
_PERFORMER: Final = Stage.PERFORMER
_PREPARE: Final = Stage.PREPARE
_PAY: Final = Stage.PAY
_COST: Final = Stage.COST
_HOLD: Final = Stage.HOLD
_EFFECT: Final = Stage.EFFECT
_DONE: Final = Stage.DONE


# Who may use an ability.


def users(state: State, card: int, index: int, happening: Happening | None = None) -> list[int]:
    """The players who may use an ability now: its controller, or for an event any player present (6.11, 9.5)."""
    if state.zone[card] not in state.table.zones[card][index] or not has_abilities(state, card):
        return []
    kind = state.table.ability(card, index).kind
    if kind is AbilityKind.WHEN_REVEALED and happening is not None and happening.card != card:
        return []
    return [
        player for player in _holders(state, card, kind) if is_usable(state, player, card, index, happening=happening)
    ]


def may_use(state: State, player: int, card: int, index: int, happening: Happening | None = None) -> bool:
    """Whether a player may use an Action or Reaction now."""
    table = state.table
    if state.zone[card] not in table.zones[card][index] or not has_abilities(state, card):
        return False
    holder = state.control[card] if state.control[card] != NONE else table.owner[card]
    if holder != player and (holder != NONE or player not in _holders(state, card, table.ability(card, index).kind)):
        return False
    return is_usable(state, player, card, index, happening=happening)


def _holders(state: State, card: int, kind: AbilityKind) -> tuple[int, ...]:
    """The players whose ability it is; the First Player decides for cards that nobody controls (6.14)."""
    if state.control[card] != NONE:
        return (state.control[card],)
    if state.table.owner[card] != NONE:
        return (state.table.owner[card],)
    order = state.turn_order()
    if kind not in _USED:
        return order[:1]
    if state.table.definitions[card].type is CardType.LOCATION:
        return order
    return tuple(player for player in order if crew_at(state, player, state.place[card]))


def is_usable(
    state: State, player: int, card: int, index: int, *, happening: Happening | None = None, actor: int = NONE
) -> bool:
    """Whether a player could use an ability now, including its costs and targets (6.8, Q15)."""
    if actor == NONE and state.zone[card] == _PLAY:
        # Only the character or the bearer performs it, and the card is not paid for again (6.5).
        performer = card if state.table.is_character[card] else state.bearer[card]
        if performer != NONE:
            ability = state.table.ability(card, index)
            if ability.in_city and state.place[performer] >= HOME:
                return False
            if is_used(state, ability, player, card, index, actor):
                return False
            return ability.is_unconditional or _conditions_met(
                state, ability, _new(Scene, (card, index, player, performer, happening, ()))
            )
    return bool(scenes(state, player, card, index, happening=happening, actor=actor, limit=1))


def scenes(
    state: State,
    player: int,
    card: int,
    index: int,
    *,
    happening: Happening | None = None,
    actor: int = NONE,
    limit: int = NONE,
) -> list[Scene]:
    """The scenes in which an ability could be used, one for each possible performer, up to ``limit``."""
    possible: list[Scene] = []
    ability = state.table.ability(card, index)
    if is_used(state, ability, player, card, index, actor):
        return possible
    # Cards in play are not paid for again (6.5); other costs check for themselves what they need from the hand.
    priced = ability.kind is _MANEUVER or state.zone[card] in _PAID_FROM
    if priced and not ability.cost and ability.prepares is None and not is_amended(state, _Q_COST, card):
        if not can_pay(state, player, state.table.cost[card], card):
            return possible
        priced = False
    for performer in _performers(state, player, card, ability, actor):
        scene: Scene = _new(Scene, (card, index, player, performer, happening, ()))
        if _conditions_met(state, ability, scene) and (not priced or _can_pay(state, ability, scene)):
            possible.append(scene)
            if len(possible) == limit:
                break
    return possible


def _conditions_met(state: State, ability: Ability, scene: Scene) -> bool:
    """Whether the performer, the trigger and all costs but the price allow the ability."""
    if ability.in_city and not 0 <= state.place[scene.performer] < HOME:
        return False
    if ability.has_requirements and not _meets_requirements(state, ability, scene):
        return False
    if ability.trigger is None and not ability.cost:
        return True
    play = Play(state, scene)
    if ability.trigger is not None and not ability.trigger.condition.holds(play):
        return False
    for step in ability.cost:  # noqa: SIM110  (a generator takes as long as a simple check)
        if not step.can_run(play):
            return False
    return True


def _meets_requirements(state: State, ability: Ability, scene: Scene) -> bool:
    """Whether the performer meets the ability's requirements."""
    performer = scene.performer
    if not qualifies(state, ability, performer):
        return False
    if ability.needs_opponent and not is_opposed(state, scene.player, state.place[performer]):
        return False
    return not any(is_dash(state, performer, stat) for stat in ability.demands)


def _performers(state: State, player: int, card: int, ability: Ability, actor: int) -> Sequence[int]:
    """The characters that could perform it: the card, its bearer, the grantee, or any of the crew (6.11)."""
    if actor != NONE:
        return (actor,)
    table = state.table
    if table.is_character[card] and state.zone[card] == _PLAY:
        return (card,)
    if state.bearer[card] != NONE:
        return (state.bearer[card],)
    kind, duel = ability.kind, state.duel
    if duel is not None and kind in _OF_DUELS:
        return [duel.participants[side] for side in (0, 1) if duel.players[side] == player]
    if kind in _USED and table.definitions[card].type is _EVENT:
        return crew_at(state, player, state.place[card])
    return state.crew[player] if ability.qualifiers or ability.performed else _NOBODY


def qualifies(state: State, ability: Ability, performer: int) -> bool:
    """Whether a character meets every qualifier of the ability (6.11, 6.12)."""
    for word in ability.qualifiers:
        if word == GAMBLING:
            if state.duel is None or not state.duel.gambled:
                return False
            continue
        if performer == NONE:
            return False
        place = state.place[performer]
        if word == CITY:
            met = 0 <= place < HOME
        elif word == AT_HOME:
            met = place >= HOME
        elif word == EN_GARDE:
            met = not state.engaged[performer]
        else:
            met = has_trait(state, performer, word) or _place_has_trait(state, place, word)
        if not met:
            return False
    return True


def _place_has_trait(state: State, place: int, trait: str) -> bool:
    return 0 <= place < HOME and has_trait(state, state.table.locations[place], trait)


def price(state: State, ability: Ability, scene: Scene) -> int:
    """The wealth cost of a card from the hand or of a combat card's Maneuver; nothing else is paid again (6.5)."""
    if ability.kind is _MANEUVER or state.zone[scene.card] in _PAID_FROM:
        payer = scene.performer if scene.performer != NONE else state.table.leaders[scene.player]
        if ability.prepares is not None:
            picked = scene.get(ability.prepares.key)
            payer = picked if isinstance(picked, int) and picked != NONE else payer
        return cost_of(state, scene.card, payer)
    return 0


def _affordable(state: State, ability: Ability, scene: Scene) -> list[Choice]:
    """The choices before paying that leave the ability affordable."""
    if ability.prepares is None:
        return []
    options = ability.prepares.options(Play(state, scene))
    return [each for each in options if _payable(state, ability, scene.bind(ability.prepares.key, each.card))]


def _can_pay(state: State, ability: Ability, scene: Scene) -> bool:
    if ability.prepares is not None and scene.get(ability.prepares.key) == NONE:
        # If the full price is affordable, so is every choice.
        if can_pay(state, scene.player, state.table.cost[scene.card], scene.card) and not ability.cost:
            return ability.prepares.has_options(Play(state, scene))
        return bool(_affordable(state, ability, scene))
    return _payable(state, ability, scene)


def _payable(state: State, ability: Ability, scene: Scene) -> bool:
    due, reserve = price(state, ability, scene), _reserve(state, ability, scene)
    return (due <= 0 and not reserve) or can_pay(state, scene.player, due, scene.card, reserve)


def _reserve(state: State, ability: Ability, scene: Scene) -> int:
    """How many hand cards the other costs take; those cannot pay the wealth cost."""
    if not ability.cost:
        return 0
    play = Play(state, scene)
    return sum(cost.hand_cards(play) for cost in ability.cost)


# Limits (6.6).


def _mark(state: State, player: int, card: int, index: int, actor: int) -> tuple[int, int, int]:
    """What counts as one use: events count per player, granted abilities per character."""
    nobodys = state.control[card] == NONE and state.table.owner[card] == NONE
    # Players are encoded below NONE, to keep them apart from card numbers.
    return (card, index, NONE - 1 - player if nobodys else actor)


def mark_used(state: State, player: int, card: int, index: int, actor: int = NONE) -> None:
    """Count one use of an ability, if its uses are limited."""
    limit = state.table.ability(card, index).use_limit
    if limit is _DAY:
        state.used.add(_mark(state, player, card, index, actor))
    elif limit is _DUEL:
        state.used_in_duel.add(_mark(state, player, card, index, actor))


def is_used(state: State, ability: Ability, player: int, card: int, index: int, actor: int) -> bool:
    """Whether an ability has been used as often as it may (6.6)."""
    if ability.use_limit is _DAY:
        return bool(state.used) and _mark(state, player, card, index, actor) in state.used
    if ability.use_limit is _DUEL and state.used_in_duel:
        if state.table.options.technique_limit is TechniqueLimit.CARD and ability.kind is AbilityKind.TECHNIQUE:
            return any(used[0] == card for used in state.used_in_duel)
        return _mark(state, player, card, index, actor) in state.used_in_duel
    return False


# Listing choices.


def action_choices(state: State, player: int, here: Mapping[int, Sequence[int]], worth: int) -> list[Choice]:
    """The Actions a player could use (5.1): on cards in play, events and locations, and in the hand.

    ``here`` has the player's characters in the City by place, and ``worth`` is the result of ``funds``.
    """
    table, crew = state.table, state.crew[player]
    actions, uses = table.actions, table.uses
    sources: list[int] = []
    for character in crew:
        sources.append(character)
        sources += state.gear[character]
    if state.scheme[player] != NONE:
        sources.append(state.scheme[player])
    sources += table.places_with_actions
    for place in table.line:
        if place in here:
            sources += state.city_cards[place]
    options = [uses[card][index] for card in sources for index in actions[card] if may_use(state, player, card, index)]
    if in_force(state, _OF_GRANTS):
        for character in crew:
            options += _granted_choices(state, player, character, AbilityKind.ACTION)
    options += _hand_choices(state, player, in_city=bool(here), worth=worth)
    return options


def _hand_choices(state: State, player: int, *, in_city: bool, worth: int) -> list[Choice]:
    """The Actions of hand cards; copies are one choice."""
    table = state.table
    options: list[Choice] = []
    seen: set[int] = set()
    for card in state.hand[player]:
        if not table.hand_actions[card] or table.kin[card] in seen:
            continue
        seen.add(table.kin[card])
        plain = not is_amended(state, _Q_COST, card)
        if plain and table.cost[card] > purse(state, player, card, worth):
            continue
        for index in table.hand_actions[card]:
            ability = table.ability(card, index)
            if ability.in_city and not in_city:
                continue
            if plain and ability.is_unconditional and (card, index, NONE) not in state.used:
                # Any character in the City can do it, so there is no need to check each.
                useful = in_city or not ability.qualifiers
            else:
                useful = is_usable(state, player, card, index)
            if useful:
                options.append(table.uses[card][index])
    return options


def technique_choices(state: State, player: int, participant: int) -> list[Choice]:
    """The Techniques a participant could use: its own, its attachments' and those granted to it (6.5)."""
    table = state.table
    if not table.has_techniques or state.zone[participant] != _PLAY:
        return []
    if not is_allowed(state, Question.MAY_TECHNIQUE, participant):
        return []
    options: list[Choice] = []
    for card in (participant, *state.gear[participant]):
        if table.techniques[card] and has_abilities(state, card):
            options += [
                table.uses[card][index] for index in table.techniques[card] if is_usable(state, player, card, index)
            ]
    options += _granted_choices(state, player, participant, AbilityKind.TECHNIQUE)
    return options


def maneuver_choices(state: State, player: int, card: int) -> list[Choice]:
    """The Maneuvers of the combat card just played (6.4)."""
    duel = state.duel
    if duel is not None and not is_allowed(state, Question.MAY_MANEUVER, duel.participants[duel.round_of]):
        return []
    return [
        choice(Kind.USE, card, number=index)
        for index in state.table.maneuvers[card]
        if is_usable(state, player, card, index)
    ]


def _granted_choices(state: State, player: int, character: int, kind: AbilityKind) -> list[Choice]:
    return [
        choice(Kind.USE, card, character, number=index)
        for card, index in granted_abilities(state, character, kind)
        if is_usable(state, player, card, index, actor=character)
    ]


def granted_abilities(state: State, character: int, kind: AbilityKind) -> Iterator[tuple[int, int]]:
    """The abilities that other cards grant to a character, as card and ability number."""
    table = state.table
    for card, index, modifier, zones in table.modifiers[_Q_GRANTS][character]:
        if state.zone[card] in zones and has_abilities(state, card):
            scene = Scene(card, index, state.control[card], card if table.is_character[card] else state.bearer[card])
            if modifier.amend(Play(state, scene), character, 0, NONE):
                given = modifier.grants
                if table.ability(card, given).kind is kind:
                    yield card, given


# Using an ability.


def begin(
    state: State,
    player: int,
    card: int,
    index: int,
    *,
    happening: Happening | None = None,
    actor: int = NONE,
    performer: int = NONE,
    hold: bool = False,
) -> None:
    """Announce an ability: it counts as used, a hand card is revealed, and cost and effect follow (6.7).

    ``performer``, if given, is the only character that may perform it.
    """
    candidates = tuple(
        scene
        for scene in scenes(state, player, card, index, happening=happening, actor=actor)
        if performer in (NONE, scene.performer)
    )
    mark_used(state, player, card, index, actor)
    if state.zone[card] == _HAND:
        lift(state, card)
        state.zone[card] = Zone.ANNOUNCED
    state.agenda.append((_PERFORM, candidates, _PERFORMER, hold))
    tell(state, Moment.ANNOUNCED, card, number=index, by=candidates[0].cause)


def perform_at_once(state: State, card: int, index: int, player: int, happening: Happening | None = None) -> None:
    """Resolve an ability that is not optional: a scheme's text, When Revealed, Forced."""
    performer = card if state.table.is_character[card] else state.bearer[card]
    state.agenda.append((_PERFORM, Scene(card, index, player, performer, happening), _COST, False))


def copy_effects(state: State, scene: Scene) -> None:
    """Run only an ability's effect, in a scene of its own: nothing is paid and no use counts (6.18)."""
    state.agenda.append((_RUN, (1, 0), scene))


def run_block(state: State, path: Path, scene: Scene) -> None:
    """Run the first block of the step at a path."""
    state.agenda.append((_RUN, (*path, 0, 0), scene))


def perform(state: State, frame: Frame) -> None:
    kind, scene, stage, hold = frame
    agenda = state.agenda
    if stage == _PERFORMER:
        options = [choice(Kind.PERFORM, each.performer) for each in scene]
        ask(state, scene[0].player, options, frame)
    elif stage == _PREPARE:
        ask(state, scene.player, _affordable(state, state.table.ability(scene.card, scene.ability), scene), frame)
    elif stage == _PAY:
        ability = state.table.ability(scene.card, scene.ability)
        agenda.append((kind, scene, _COST, hold))
        pay(state, scene.player, price(state, ability, scene), scene.card, _reserve(state, ability, scene))
    elif stage == _COST:
        agenda += [(kind, scene, _HOLD if hold else _EFFECT, False), (_RUN, (0, 0), scene)]
    elif stage == _HOLD:
        if state.duel is not None:
            state.duel.technique = scene
    elif stage == _EFFECT:
        agenda.append((kind, scene, _DONE, False))
        if scene.get("canceled", 0):
            tell(state, Moment.CANCELED, scene.card, number=scene.ability, by=scene.cause)
        else:
            agenda.append((_RUN, (1, 0), scene))
    else:
        _finish(state, scene)


def choose_performer(state: State, frame: Frame, chosen: Choice) -> None:
    kind, found, stage, hold = frame
    if stage == _PREPARE:
        play = Play(state, found)
        depth = len(state.agenda)
        if play.ability.prepares is not None:
            play.ability.prepares.remember(play, chosen)
        state.agenda.insert(depth, (kind, play.scene, _PAY, hold))
        return
    scene = next(each for each in found if each.performer == chosen.card)
    prepares = state.table.ability(scene.card, scene.ability).prepares
    state.agenda.append((kind, scene, _PAY if prepares is None else _PREPARE, hold))


def resolve_held(state: State, scene: Scene) -> None:
    """Let the Technique that was announced with a challenge take effect (S4)."""
    state.agenda.append((_PERFORM, scene, _EFFECT, False))


def _finish(state: State, scene: Scene) -> None:
    """The ability has resolved; a card from the hand is discarded, unless it has gone elsewhere (6.7)."""
    if state.zone[scene.card] == Zone.ANNOUNCED:
        state.agenda.append((F.PROPOSE, Happening(Moment.DISCARDED, scene.card, by=BY[scene.player])))
    tell(state, Moment.RESOLVED, scene.card, other=scene.performer, number=scene.ability, by=scene.cause)


def cancel_effects(state: State, card: int, index: int) -> None:
    """Cancel the rest of an announced ability's effects; its costs stay paid.

    A program still paying costs records it in its scene; one already running effects stops.
    """
    for depth in range(len(state.agenda) - 1, -1, -1):
        kind, *fields = state.agenda[depth]
        if kind == _RUN:
            path, scene = fields
            if (scene.card, scene.ability) == (card, index):
                at_costs = path[0] == 0
                state.agenda[depth] = (_RUN, path, scene.bind("canceled", 1)) if at_costs else (F.NOTHING,)
        elif kind == _PERFORM:
            found, stage, waits = fields
            candidates = found if stage == _PERFORMER else (found,)
            first = candidates[0]
            if (first.card, first.ability) == (card, index):
                canceled = tuple(scene.bind("canceled", 1) for scene in candidates)
                state.agenda[depth] = (_PERFORM, canceled if stage == _PERFORMER else canceled[0], stage, waits)
                if stage == _DONE:
                    tell(state, Moment.CANCELED, card, number=index, by=first.cause)
                return


def scene_of(frame: Frame) -> Scene | tuple[Scene, ...] | None:
    """A frame's scene, or the candidates if the performer is still to be chosen; None if the frame has no scene."""
    kind, *fields = frame
    scene: Scene | tuple[Scene, ...] | None = None
    if kind == _RUN:
        _, scene = fields
    elif kind == _PERFORM:
        scene, _, _ = fields
    return scene


def redirect(state: State, by: Cause, *, old: int, new: int) -> None:
    """Replace a card that an ability in progress has targeted or chosen.

    For the survey's word ``redirect``: no implemented card needs it yet.
    """
    for depth, frame in enumerate(state.agenda):
        scene = scene_of(frame)
        if isinstance(scene, Scene) and (scene.card, scene.ability) == (by.card, by.ability):
            bound = tuple((name, _swap_card(value, old, new)) for name, value in scene.bound)
            if bound != scene.bound:
                state.agenda[depth] = tuple(scene._replace(bound=bound) if part is scene else part for part in frame)


def _swap_card(value: int | tuple[int, ...], old: int, new: int) -> int | tuple[int, ...]:
    if isinstance(value, tuple):
        return tuple(new if each == old else each for each in value)
    return new if value == old else value


def run_step(state: State, frame: Frame) -> None:
    """Run the step at a path; at the end of a block, pass the scene on to the program below.

    A copied effect has a scene of its own, which ends with it.
    """
    _, path, scene = frame
    step = state.table.ability(scene.card, scene.ability).steps.get(path)
    if step is None:
        below = state.agenda[-1]
        if scene.get("copier") != NONE and not (below[0] == _RUN and below[2].get("copier") != NONE):
            return
        if below[0] == _RUN:
            state.agenda[-1] = (_RUN, below[1], scene)
        elif below[0] == _PERFORM:
            state.agenda[-1] = (_PERFORM, scene, *below[2:])
        return
    play, depth = Play(state, scene, path), len(state.agenda)
    step.run(play)
    _continue(state, play, depth)


def answer_step(state: State, frame: Frame, chosen: Choice) -> None:
    _, path, scene = frame
    step: Step = state.table.ability(scene.card, scene.ability).steps[path]
    play, depth = Play(state, scene, path), len(state.agenda)
    step.answer(play, chosen)
    _continue(state, play, depth)


def _continue(state: State, play: Play, depth: int) -> None:
    """Insert what comes after a step below the frames that the step itself pushed."""
    path, scene = play.path, play.scene
    if play.asked is not None:
        player, options = play.asked
        ask(state, player, options, (_RUN, path, scene))
        return
    frames: list[Frame] = [(_RUN, path if play.repeats else _next(path), scene)]
    frames += [(_RUN, (*path, block, 0), scene) for block in (play.follows, play.entered) if block != NONE]
    state.agenda[depth:depth] = frames


def _next(path: Path) -> Path:
    return (*path[:-1], path[-1] + 1)
