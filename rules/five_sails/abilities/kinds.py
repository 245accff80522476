"""Functions to declare abilities, one for each kind, so that a card's declaration reads like its text."""

from __future__ import annotations

from cards.catalogue import AbilityKind
from rules.five_sails.abilities.nouns.roles import Pick
from rules.five_sails.abilities.triggers import Event, on
from rules.five_sails.terms.basics import Zone
from rules.five_sails.terms.parts import CITY, Ability, Limit, Modifier, Program, Step


def action(
    *effect: Step,
    cost: Program = (),
    by: tuple[str, ...] = (),
    below_bar: bool = False,
    performed: bool = False,
    granted: bool = False,
    limit: Limit = Limit.USUAL,
    prepares: Pick | None = None,
) -> Ability:
    """An Action; ``by`` has its qualifiers (6.11)."""
    return Ability(
        kind=AbilityKind.ACTION,
        qualifiers=by,
        cost=cost,
        effect=effect,
        below_bar=below_bar,
        performed=performed,
        granted=granted,
        limit=limit,
        prepares=prepares,
    )


def city_action(*effect: Step, cost: Program = (), below_bar: bool = False, limit: Limit = Limit.USUAL) -> Ability:
    """An Action of a character in the City."""
    return action(*effect, cost=cost, by=(CITY,), below_bar=below_bar, limit=limit)


def reaction(
    event: Event,
    *effect: Step,
    cost: Program = (),
    by: tuple[str, ...] = (),
    below_bar: bool = False,
    zones: frozenset[Zone] | None = None,
) -> Ability:
    """A Reaction to an event (6.3)."""
    return Ability(
        kind=AbilityKind.REACTION,
        qualifiers=by,
        trigger=on(event),
        cost=cost,
        effect=effect,
        below_bar=below_bar,
        zones=zones,
    )


def forced(
    event: Event,
    *effect: Step,
    below_bar: bool = False,
    zones: frozenset[Zone] | None = None,
    limit: Limit = Limit.USUAL,
) -> Ability:
    return Ability(
        kind=AbilityKind.FORCED, trigger=on(event), effect=effect, below_bar=below_bar, zones=zones, limit=limit
    )


def whenever(event: Event, *effect: Step) -> Ability:
    """A passive text that waits for an event."""
    return Ability(kind=AbilityKind.PASSIVE, trigger=on(event), effect=effect)


def passive(*modifiers: Modifier, below_bar: bool = False, limit: Limit = Limit.USUAL) -> Ability:
    """A passive text that changes values the rules read."""
    return Ability(kind=AbilityKind.PASSIVE, modifiers=modifiers, below_bar=below_bar, limit=limit)


def technique(*effect: Step, cost: Program = (), limit: Limit = Limit.USUAL) -> Ability:
    """A Technique (6.5)."""
    return Ability(kind=AbilityKind.TECHNIQUE, cost=cost, effect=effect, limit=limit)


def maneuver(*effect: Step, cost: Program = (), by: tuple[str, ...] = ()) -> Ability:
    """A Maneuver (6.4)."""
    return Ability(kind=AbilityKind.MANEUVER, qualifiers=by, cost=cost, effect=effect)


def scheme(*effect: Step) -> Ability:
    """The text of a scheme above its bar (4.2.5)."""
    return Ability(kind=AbilityKind.SCHEME, effect=effect)
