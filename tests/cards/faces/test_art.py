"""The engravings: the same for the same card, different for different ones, about what the card is about."""

import itertools
import random

import pytest
from PIL import Image, ImageStat

from cards.catalogue import CardType
from cards.faces.art import SUBJECTS, picture, subjects_for
from cards.faces.choices import ANYONE, BEHIND, BY_GEAR, BY_NAME, BY_TRADE, BY_TRAIT, PLACES
from cards.faces.motifs.hair import HAIR
from cards.faces.motifs.hats import HATS
from cards.faces.motifs.scenes import SCENES
from cards.faces.motifs.wardrobe import CLOTHES
from cards.faces.palette import PAPER, faction_colours
from cards.faces.plate import Plate

PEOPLE = (CardType.LEADER, CardType.CHARACTER, CardType.CITY_CHARACTER)


def test_the_tables_name_only_what_can_be_drawn():
    named = [subject for table in (BY_TRAIT, BY_GEAR) for subjects in table.values() for subject in subjects]
    named += [subject for _, subjects in BY_NAME for subject in subjects] + [subject for _, subject in PLACES.values()]
    assert set(named) <= set(SUBJECTS)
    scenes = [scene for _, scenes in SUBJECTS.values() for scene in scenes]
    scenes += [scene for choices in BEHIND.values() for scene in choices] + [scene for scene, _ in PLACES.values()]
    assert set(scenes) <= set(SCENES)
    for hats, hair, clothes in (*BY_TRADE.values(), ANYONE):
        assert set(hats) <= set(HATS)
        assert set(hair) <= set(HAIR)
        assert set(clothes) <= set(CLOTHES)


def test_traits_of_the_tables_exist(catalogue):
    assert set(BY_TRAIT) | set(BY_GEAR) | set(BY_TRADE) | set(BEHIND) <= set(catalogue.traits)


def test_there_are_many_motifs(catalogue):
    used = {subject for card in catalogue if card.type not in PEOPLE for subject in subjects_for(card)}
    assert len(used) >= 30


def test_gear_is_drawn_as_what_it_is(catalogue):
    pistol = next(card for card in catalogue if "Pistol" in card.traits)
    assert subjects_for(pistol) == ("pistol",)


def test_the_same_card_gives_the_same_picture(catalogue):
    for code in ("01006", "01144", "01085", "01001"):
        card = catalogue.card(code)
        first, second = (picture(card, faction_colours(card), 90, 60) for _ in range(2))
        assert first.tobytes() == second.tobytes()


def test_no_two_cards_look_alike_as_thumbs(catalogue):
    small = {}
    for card in catalogue:
        art = picture(card, faction_colours(card), 60, 60)
        small[card.code] = art.resize((10, 10), Image.Resampling.BOX).tobytes()
    for (one, a), (other, b) in itertools.combinations(small.items(), 2):
        distance = sum(abs(x - y) for x, y in zip(a, b, strict=True)) / len(a)
        assert distance > 4, f"{one} and {other}"


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("size", [(160, 60), (60, 60), (60, 100)], ids=["wide", "square", "tall"])
def test_every_scene_fills_every_shape_of_plate(scene, size):
    plate = Plate(*size, random.Random(scene), PAPER)
    SCENES[scene](plate, livery_colour())
    printed = plate.finished(PAPER.toward(livery_colour(), 0.9))
    assert printed.size == size
    assert ImageStat.Stat(printed.convert("L")).stddev[0] > 8


@pytest.mark.parametrize("subject", [name for name in SUBJECTS if name != "view"])
def test_every_subject_stands_in_the_middle(subject):
    plate = Plate(80, 60, random.Random(subject), PAPER)
    SUBJECTS[subject][0](plate, livery_colour())
    middle = plate.ink.crop((40, 20, 120, 100))
    assert ImageStat.Stat(middle).stddev[0] > 20


@pytest.mark.parametrize(("names", "part"), [(HATS, 0), (HAIR, 1), (CLOTHES, 2)], ids=["hats", "hair", "clothes"])
def test_whatever_is_worn_changes_the_portrait(names, part):
    from cards.faces.motifs.people import portrait

    drawn = set()
    for name in names:
        worn = ["bare", "short", "coat"]
        worn[part] = name
        plate = Plate(60, 60, random.Random("sitter"), PAPER)
        portrait(plate, livery_colour(), *worn, bearded=False, masked=False, patched=False)
        drawn.add(plate.ink.tobytes())
    assert len(drawn) == len(names)


def test_dark_tones_get_thick_lines():
    plate = Plate(60, 60, random.Random(1), PAPER)
    screen = plate.lines(30)
    ink = [ImageStat.Stat(plate.cut(plate.flat(tone), screen)).mean[0] for tone in (0.1, 0.3, 0.5, 0.7, 0.9)]
    assert ink == sorted(ink)
    assert ink[0] < 40
    assert ink[-1] > 215


def livery_colour():
    from cards.faces.palette import FACTION_COLOURS

    return FACTION_COLOURS["vodacce"].main
