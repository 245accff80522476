"""Which picture a card gets: a scene and a subject that suit its type, traits and name, by dice of its own code."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from PIL import Image

from cards.catalogue import Card, CardType
from cards.catalogue.folding import fold
from cards.faces.choices import ANYONE, BEHIND, BY_GEAR, BY_NAME, BY_TRADE, BY_TRAIT, PLACES
from cards.faces.motifs.arms import ARMS, crossed, fan, single
from cards.faces.motifs.beasts import BEASTS
from cards.faces.motifs.duels import duel
from cards.faces.motifs.people import portrait
from cards.faces.motifs.scenes import SCENES
from cards.faces.motifs.ships import bow_wave, kraken, ship
from cards.faces.motifs.things import THINGS, emblem
from cards.faces.palette import Colour, FactionColours
from cards.faces.plate import Plate

Subject = Callable[[Plate, Colour], None]

_WATER: Final = Colour("#A9C4C0")
_QUIET: Final = ("plain", "rings", "burst", "curtain", "plain")
_OUTSIDE: Final = ("roofs", "harbour", "hall", "plain", "night", "sea", "burst", "curtain")


def _sailing(plate: Plate, colours: Colour) -> None:
    rng = plate.rng
    flip = rng.random() < 0.5
    if rng.random() < 0.4 and plate.half_width > 120:
        ship(plate, rng.choice((-1, 1)) * plate.half_width * 0.68, 18, 0.42, flip, colours)
    ship(plate, rng.uniform(-14, 14), rng.uniform(-4, 6), rng.uniform(0.95, 1.08), flip, colours)
    bow_wave(plate, rng.uniform(54, 62), _WATER)


def _sea_monster(plate: Plate, colours: Colour) -> None:
    ship(plate, plate.rng.uniform(-20, 20), -4, 0.8, plate.rng.random() < 0.5, colours)
    kraken(plate, Colour("#9DB08F").toward(colours, 0.2))
    bow_wave(plate, 66, _WATER)


def _beast(name: str, plate: Plate, colours: Colour) -> None:
    del colours
    BEASTS[name](plate, plate.rng.random() < 0.5)


def _thing(name: str, plate: Plate, colours: Colour) -> None:
    del colours
    THINGS[name](plate)


def _emblem(name: str, plate: Plate, colours: Colour) -> None:
    del colours
    emblem(plate, name)


def _arm(name: str, plate: Plate, colours: Colour) -> None:
    del colours
    single(plate, name)


def _crossed(plate: Plate, colours: Colour) -> None:
    del colours
    names = ("rapier", "rapier", "sabre", "broadsword", "dagger")
    crossed(plate, (plate.rng.choice(names), plate.rng.choice(names)))


def _fan(plate: Plate, colours: Colour) -> None:
    del colours
    fan(plate, plate.rng.choice(("dagger", "rapier", "sabre")))


def _duel(plate: Plate, colours: Colour) -> None:
    del colours
    duel(plate)


def _view(plate: Plate, colours: Colour) -> None:
    """Nothing but the scene."""
    del plate, colours


#: Every subject with the scenes it may stand in.
SUBJECTS: Final[Mapping[str, tuple[Subject, Sequence[str]]]] = {
    "ship": (_sailing, ("sea", "sea", "storm", "burst", "night")),
    "kraken": (_sea_monster, ("storm", "sea")),
    "duel": (_duel, ("hall", "roofs", "harbour", "plain", "curtain", "burst", "hall", "forest")),
    "crossed": (_crossed, (*_QUIET, "chart", "sea")),
    "fan": (_fan, _QUIET),
    "view": (_view, ("roofs", "harbour", "forest", "sea", "hall")),
    **{name: (partial(_beast, name), ("forest", "night", "plain", "roofs")) for name in BEASTS},
    **{name: (partial(_thing, name), (*_QUIET, "hall", "night", "chart")) for name in THINGS},
    **{
        name: (partial(_emblem, name), (*_QUIET, "night"))
        for name in (
            "castille",
            "eisen",
            "montaigne",
            "ussura",
            "resolve",
            "influence",
            "renown",
            "initiative",
            "finesse",
            "event",
            "risk",
            "wealth",
            "city_attachment",
            "parry",
        )
    },
    **{
        name: (partial(_arm, name), (*_QUIET, "chart"))
        for name in (
            "rapier",
            "sabre",
            "broadsword",
            "katana",
            "dagger",
            "pistol",
            "musket",
            "crossbow",
            "hammer",
            "harpoon",
            "shield",
            "breastplate",
        )
    },
}


#: Subjects that need the plate for themselves.
_ROOMY: Final = frozenset(
    {"ship", "kraken", "duel", "view", "chain", "threads", "spool", "crossed", "fan", *ARMS, *BEASTS}
)
#: What may stand beside a subject; mostly nothing.
_COMPANIONS: Final = (
    *[""] * 9,
    "candle",
    "skull",
    "goblet",
    "bottles",
    "rose",
    "coins",
    "book",
    "hand of cards",
    "scroll",
    "hat",
    "initiative",
    "wealth",
    "key",
)
#: Half the width from which a plate has room for two.
_WIDE: Final = 140


def _first(table: Mapping[str, Sequence[str]], traits: Iterable[str]) -> Sequence[str]:
    for trait in traits:
        if trait in table:
            return table[trait]
    return ()


def _could_be_bearded(card: Card) -> bool:
    """Names that end like most women's names here are drawn without a beard."""
    first = fold(card.name).replace('"', "").split()[0]
    return not first.endswith(("a", "e", "i", "y", "is"))


def _person(plate: Plate, card: Card, colours: Colour) -> None:
    rng = plate.rng
    trade = next((BY_TRADE[trait] for trait in BY_TRADE if trait in card.traits), ANYONE)
    scenes = _first(BEHIND, card.traits) if rng.random() < 0.75 else ()
    scene = rng.choice(scenes or _OUTSIDE)
    hat, hair, clothes = (rng.choice(options) for options in trade)
    man = _could_be_bearded(card)
    masked = bool({"Spy", "Assassin", "Thief", "Scoundrel"} & set(card.traits)) and rng.random() < 0.4
    patched = not masked and "Pirate" in card.traits and rng.random() < 0.35
    if not man and hair in ("bald", "short"):
        hair = rng.choice(("bun", "curls", "long"))
    bearded = man and rng.random() < 0.6
    SCENES[scene](plate, colours)
    plate.reseed(f"{card.code} sitter")
    portrait(plate, colours, hat, hair, clothes, bearded, masked, patched)


def subjects_for(card: Card) -> Sequence[str]:
    """The subjects that suit a card which is no person, best reasons first."""
    if card.type in (CardType.ATTACHMENT, CardType.CITY_ATTACHMENT):
        gear = _first(
            BY_GEAR, sorted(card.traits, key=lambda trait: list(BY_GEAR).index(trait) if trait in BY_GEAR else 99)
        )
        if gear:
            return gear
    name = fold(card.name)
    named = [subject for pattern, subjects in BY_NAME if pattern.search(name) for subject in subjects]
    mooded = [subject for trait in card.traits for subject in BY_TRAIT.get(trait, ())]
    if named:
        return named
    return mooded or ("compass", "scroll", "initiative", "hand of cards")


def compose(plate: Plate, card: Card, colours: FactionColours) -> None:
    """Engrave a card's picture."""
    rng = plate.rng
    if card.type in (CardType.LEADER, CardType.CHARACTER, CardType.CITY_CHARACTER):
        _person(plate, card, colours.main)
        return
    if card.type is CardType.LOCATION:
        place = next((spot for word, spot in PLACES.items() if word in fold(card.name)), ("roofs", "view"))
        SCENES[place[0]](plate, colours.main)
        plate.reseed(f"{card.code} subject")
        SUBJECTS[place[1]][0](plate, colours.main)
        return
    name = rng.choice(subjects_for(card))
    draw, scenes = SUBJECTS[name]
    companion = rng.choice(_COMPANIONS)
    SCENES[rng.choice(scenes)](plate, colours.main)
    plate.reseed(f"{card.code} subject")
    if name in _ROOMY:
        draw(plate, colours.main)
        return
    _beside(plate, colours.main, companion if companion != name else "")
    with plate.framed(plate.rng.uniform(-14, 14), plate.rng.uniform(-5, 5), plate.rng.uniform(0.88, 1.1)):
        draw(plate, colours.main)


def _beside(plate: Plate, colours: Colour, companion: str) -> None:
    """On a wide plate, something smaller stands beside most subjects."""
    side, lift, zoom = plate.rng.choice((-1, 1)), plate.rng.uniform(10, 34), plate.rng.uniform(0.42, 0.56)
    if companion and plate.half_width > _WIDE:
        with plate.framed(side * plate.half_width * 0.66, lift, zoom):
            SUBJECTS[companion][0](plate, colours)


def picture(card: Card, colours: FactionColours, wide: int, high: int) -> Image.Image:
    """A card's engraving at a size; the same card always gives the same picture."""
    plate = Plate(wide, high, random.Random(f"five sails {card.code}"), colours.tint)
    compose(plate, card, colours)
    return plate.finished(colours.dark)
