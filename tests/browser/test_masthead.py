"""The masthead by keyboard, by touch and without scripts: menus that open, and a bar that covers nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_checks import PHONE
from tests.browser.test_touch import HAND

#: Links and controls at the end of the page that the bar lies upon when all is scrolled up.
COVERED = """() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const bar = document.querySelector(".nav").getBoundingClientRect();
    return [...document.querySelectorAll(".footer :is(a, button)")]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().bottom > bar.top)
        .map((each) => each.outerHTML.slice(0, 100));
}"""


def test_a_submenu_opens_by_keyboard_and_closes_when_it_is_left(page: Page) -> None:
    page.goto("/about/")
    more = page.get_by_label("Main").get_by_text("More under Cards").locator("..")
    factions = page.get_by_label("Main").get_by_role("link", name="Factions")
    expect(factions).to_be_hidden()
    page.get_by_label("Main").get_by_role("link", name="Cards").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(factions).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(factions).to_be_hidden()
    expect(more).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("Tab")
    expect(page.get_by_label("Main").get_by_role("link", name="Decks")).to_be_focused()
    expect(factions).to_be_hidden()
    more.click()
    factions.click()
    expect(page).to_have_url("/factions/")


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_phone_five_ways_are_under_the_thumb_and_the_rest_is_in_a_menu(
    open_page: Callable[..., Page], axe: Callable[..., list[str]], scripts: bool
) -> None:
    page = open_page(**HAND, java_script_enabled=scripts)
    page.goto("/decks/castille-starter/")
    bar = page.get_by_label("Main").get_by_role("link")
    assert bar.all_inner_texts() == ["Cards", "Decks", "Build", "Test", "Play"]
    box = page.locator(".nav").bounding_box()
    assert box
    assert (box["width"], round(box["y"] + box["height"])) == (PHONE, 844)
    top = page.locator(".masthead").bounding_box()
    assert top
    assert top["height"] < 70
    page.get_by_text("Menu", exact=True).tap()
    expect(page.get_by_label("Menu").get_by_role("link", name="Sign in")).to_be_visible()
    if scripts:
        assert axe(page) == []
    page.get_by_label("Menu").get_by_role("link", name="Simulations").tap()
    expect(page).to_have_url("/simulations/")
    bar.get_by_text("Test").tap()
    expect(page).to_have_url("/test/")


@pytest.mark.parametrize("path", ["/", "/cards/", "/decks/castille-starter/odds/", "/rules/duels/", "/games/"])
def test_the_bar_covers_nothing(open_page: Callable[..., Page], path: str) -> None:
    page = open_page(**HAND)
    page.goto(path)
    assert page.evaluate(COVERED) == []


def test_a_page_with_a_bar_of_its_own_keeps_the_place_at_the_bottom(open_page: Callable[..., Page]) -> None:
    page = open_page(**HAND)
    page.goto("/decks/castille-starter/hands/")
    expect(page.locator(".board-bar")).to_be_visible()
    expect(page.locator(".nav")).to_be_hidden()
    page.get_by_text("Menu", exact=True).tap()
    page.get_by_label("Menu").get_by_role("link", name="Build").tap()
    expect(page).to_have_url("/decks/new/")


@pytest.mark.parametrize("viewport", [{"width": 1440, "height": 900}, {"width": PHONE, "height": 844}])
def test_the_first_screen_has_all_four_doors(open_page: Callable[..., Page], viewport: dict[str, int]) -> None:
    page = open_page(viewport=viewport)
    page.goto("/")
    end = page.locator(".nav").bounding_box() if viewport["width"] == PHONE else None
    last = end["y"] if end else viewport["height"]
    for door in (page.locator("#q"), *page.locator(".way .btn-main").all()):
        box = door.bounding_box()
        assert box
        assert box["y"] + box["height"] <= last
