"""Path data as polygons, and icons as coverage."""

import pytest

from cards.faces.vector import Shape, mask, rings


def area(ring):
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))) / 2


def test_straight_commands_in_both_cases():
    square = ((2.0, 2.0), (8.0, 2.0), (8.0, 8.0), (2.0, 8.0))
    assert rings("M2 2H8V8H2Z") == (square,)
    assert rings("m2 2h6v6h-6z") == (square,)
    assert rings("M2 2 8 2 8 8 2 8Z") == (square,)


def test_every_subpath_is_a_ring_of_its_own():
    assert len(rings("M0 0H4V4ZM6 6H9V9Z")) == 2


def test_relative_commands_after_a_closed_subpath_start_from_its_first_point():
    assert rings("M1 1H3V3Zm4 4h1")[1] == ((5.0, 5.0), (6.0, 5.0))


def test_an_arc_is_round():
    (ring,) = rings("M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20Z")
    assert area(ring) == pytest.approx(314.16, rel=0.01)
    assert all(abs((x - 12) ** 2 + (y - 12) ** 2 - 100) < 0.01 for x, y in ring)


def test_a_smooth_curve_mirrors_the_control_point_before_it():
    whole = rings("M0 0C0 4 4 4 4 0C4-4 8-4 8 0")
    assert rings("M0 0C0 4 4 4 4 0S8-4 8 0") == whole


@pytest.mark.parametrize("d", ["2 2 L 3 3", "M2 2 C 1 2 3", "M1 1 A 3 3"])
def test_broken_path_data_is_named(d):
    with pytest.raises(ValueError, match="path"):
        rings(d)


def test_a_hole_stays_open_and_edges_are_smooth():
    picture = mask((Shape("M2 2H22V22H2ZM8 8H16V16H8Z"),), 24)
    assert picture.getpixel((4, 4)) == 255
    assert picture.getpixel((12, 12)) == 0
    round_one = mask((Shape("M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20Z"),), 24)
    assert len(round_one.getcolors()) > 8


def test_a_stroke_is_as_wide_as_it_says():
    picture = mask((Shape("M4 12H20", stroke=4),), 24)
    column = [picture.getpixel((12, y)) for y in range(24)]
    assert sum(column) / 255 == pytest.approx(4, abs=0.6)
