"""The builder's pages in a real browser: accessible in every light, light over the wire, steady, never too wide."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_checks import BUDGET, MOST_JUMP, PHONE, faults, least_jump, weight


def begin(page: Page) -> str:
    page.goto("/decks/new/")
    page.get_by_role("button", name=re.compile("Soline el Gato")).click()
    page.wait_for_url("**/build/")
    return page.url


def with_problems(page: Page) -> str:
    """A deck with a bit of everything: cards, a chart, a broken rule."""
    address = begin(page)
    page.goto(f"{address}?q=f:eisen,castille+t:risk&all=1")
    for place in (0, 3, -1, -2):
        page.locator("#picks [data-more]").nth(place).click()
    expect(page.locator(".counter b").nth(2)).to_have_text("4/40+")
    expect(page.locator("#saved")).to_have_text("Saved")
    return address


def test_the_builder_is_without_fault_in_every_light_on_every_screen(
    open_page: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    page = open_page(reduced_motion="reduce")
    page.goto("/decks/new/")
    assert faults(page, axe) == []
    address = with_problems(page)
    assert faults(page, axe) == []
    for query in ("?view=faces&q=t:scheme", "?q=f:castile", "?q=t:leader&all=1"):
        page.goto(address + query)
        assert faults(page, axe) == [], query
    page.set_viewport_size({"width": PHONE, "height": 844})
    for tab in ("Deck", "Legality"):
        page.locator(".b-tabs").get_by_text(tab).click()
        assert axe(page) == [], tab
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE, tab


def test_the_import_is_without_fault_in_every_light_on_every_screen(
    open_page: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    page = open_page(reduced_motion="reduce")
    page.goto("/decks/import/")
    assert faults(page, axe) == []
    page.get_by_label("Deck list").fill("Cats\nLeader: Soline el Gato\n2x Sabr\n1 Frobnicate\n")
    page.get_by_role("button", name="Preview").click()
    page.locator(".all-lines summary").click()
    assert faults(page, axe) == []


@pytest.mark.allows_console("409")
def test_a_conflict_is_without_fault_in_every_light_on_every_screen(
    open_page: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    page = open_page(reduced_motion="reduce")
    begin(page)
    page.evaluate("document.getElementById('expected').value = '1'")
    page.locator("#picks [data-more]").nth(0).click()
    expect(page.locator(".counter b").first).to_have_text("1/5")
    page.evaluate("document.getElementById('expected').value = '1'")
    page.locator("#picks [data-more]").nth(1).click()
    expect(page.get_by_role("dialog", name="This deck was changed elsewhere")).to_be_visible()
    assert faults(page, axe) == []


def test_the_builder_is_light_and_steady(open_page: Callable[..., Page]) -> None:
    page = open_page()
    address = with_problems(page)
    fresh = partial(open_page, storage_state=page.context.storage_state())
    weights = weight(fresh(), address)
    assert sum(weights.values()) < BUDGET, weights
    assert least_jump(fresh, address) < MOST_JUMP
