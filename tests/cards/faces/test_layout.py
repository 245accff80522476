"""Every card is laid out without overflow, at the sizes that are read and at the one that is glanced at."""

from dataclasses import replace

import pytest

from cards.catalogue import Ability, AbilityKind, CardType
from cards.catalogue.stats import Mark
from cards.faces.layout import COMPACT, HEIGHT, READING, WIDTH, lay_out, paragraphs, printed, ribbon_figures

GRID_SCALE = 244 / WIDTH


@pytest.mark.parametrize("manner", [READING, COMPACT], ids=["reading", "compact"])
def test_every_card_fits(catalogue, manner):
    for card in catalogue:
        laid = lay_out(card, manner)
        assert laid.fits, f"{card.code} {card.name}"
        assert laid.text.size >= manner.least
        assert laid.art.height >= 180, f"{card.code} has no room for its picture"
        bottom = laid.text_box.bottom if laid.text_box else laid.type_box.bottom
        assert bottom <= HEIGHT - 40 - (60 if laid.combat else 30)


def test_text_of_the_small_face_can_be_read(catalogue):
    sizes = [lay_out(card, COMPACT).text.size * GRID_SCALE for card in catalogue]
    assert min(sizes) >= 9.5
    assert sorted(sizes)[len(sizes) // 2] >= 11.5


def test_text_that_cannot_fit_is_reported(catalogue):
    card = catalogue.card("01006")
    wall = Ability(AbilityKind.PASSIVE, " ".join(["interminable"] * 300))
    assert not lay_out(replace(card, abilities=(wall,))).fits


def test_more_text_means_smaller_type_and_less_picture(catalogue):
    card = catalogue.card("01006")
    short = lay_out(replace(card, abilities=card.abilities[:1]))
    long = lay_out(replace(card, abilities=card.abilities * 2))
    assert long.text.size <= short.text.size
    assert long.art.height < short.art.height


@pytest.mark.parametrize(
    ("stat", "signed", "shown"),
    [
        (3, False, "3"),
        (0, False, "0"),
        (Mark.DASH, False, "–"),
        (Mark.UNKNOWN, False, "?"),
        (1, True, "+1"),
        (-2, True, "−2"),
        (0, True, "±0"),
    ],
)
def test_numbers_as_they_are_printed(stat, signed, shown):
    assert printed(stat, signed) == shown


def test_a_number_that_a_card_has_not_is_not_drawn(catalogue):
    event = next(card for card in catalogue if card.type is CardType.EVENT)
    laid = lay_out(event)
    assert laid.coin is None
    assert laid.ribbon is None
    assert laid.combat == ()


def test_a_leader_shows_panache_and_crew_cap(catalogue):
    shown = [figure.icon for figure in ribbon_figures(catalogue.leaders[0])]
    assert shown == ["resolve", "combat", "finesse", "influence", "panache", "crew_cap"]


def test_a_scheme_shows_initiative_and_what_it_does_to_panache(catalogue):
    scheme = next(card for card in catalogue if card.type is CardType.SCHEME and card.panache_mod == -1)
    laid = lay_out(scheme)
    assert laid.coin.icon == "initiative"
    assert [(figure.icon, figure.value) for figure in laid.ribbon_figures] == [("panache", "−1")]


def test_an_ability_starts_with_its_label_in_bold_and_a_bar_stands_above_what_lasts(catalogue):
    scheme = next(card for card in catalogue if any(ability.below_bar for ability in card.abilities[1:]))
    told = list(paragraphs(scheme))
    assert [paragraph.bar for paragraph in told].count(True) == 1
    labelled = next(card for card in catalogue if card.abilities and card.abilities[0].label and not card.keywords)
    (first, *_) = paragraphs(labelled)
    bold = [piece.text for word in first.words for piece in word if piece.face == "text-bold"]
    assert " ".join(bold) == f"{labelled.abilities[0].label}:"
