"""What every page must keep to in a real browser: accessible, light, steady, never wider than the screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.looks import BUDGET, INLINE, LOOKS, watch_shifts, weight

PAGES = {
    "home": "/",
    "faces": "/cards/",
    "list": "/cards/?view=list&q=f:castille",
    "table": "/cards/?view=table&q=t:character+-sort:combat",
    "text": "/cards/?view=text&q=t:scheme",
    "fault": "/cards/?q=f:castile+cots<3",
    "void": "/cards/?q=kaspr",
    "card": "/cards/01019/buratino/",
    "leader": "/cards/01006/don-constanzo-scarpa/",
    "scheme": "/cards/01016/plans-within-plans/",
    "sets": "/sets/",
    "set": "/sets/tooth-and-claw/",
    "factions": "/factions/",
    "faction": "/factions/vodacce/",
    "help": "/cards/help/",
    "about": "/about/",
    "decks": "/decks/",
    "decks found": "/decks/?q=castille",
    "decks fault": "/decks/?q=likes>many",
    "deck": "/decks/castille-starter/",
    "deck faces": "/decks/castille-starter/?view=faces",
    "deck versions": "/decks/castille-starter/versions/",
    "deck version": "/decks/castille-starter/versions/1/",
    "compare": "/decks/compare/?a=castille-starter&b=eisen-starter",
    "export": "/decks/castille-starter/export/",
    "report": "/decks/castille-starter/report/",
    "embed": "/decks/castille-starter/embed/",
    "mine": "/decks/mine/",
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(
    open_page: Callable[..., Page], axe: Callable[[Page], list[str]], name: str, look: str
) -> None:
    page = open_page(**LOOKS[look], reduced_motion="reduce")
    page.goto(PAGES[name])
    for details in page.locator("details.numbers > summary").all():
        details.click()
    assert axe(page) == []


@pytest.mark.allows_console("404")
def test_axe_finds_nothing_on_an_error_page_and_in_open_parts(page: Page, axe: Callable[[Page], list[str]]) -> None:
    page.goto("/cards/99999/")
    assert axe(page) == []
    page.goto("/cards/01019/buratino/")
    page.get_by_role("button", name="Brute").focus()
    assert axe(page) == []
    page.get_by_role("button", name="Keyboard").click()
    assert axe(page) == []


@pytest.mark.parametrize("width", [320, 390, 720])
def test_nothing_is_wider_than_the_screen(open_page: Callable[..., Page], width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    for address in PAGES.values():
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_twice_the_size_still_fits(open_page: Callable[..., Page]) -> None:
    # Zoom to 200 % halves the room in CSS pixels and doubles the pixels.
    page = open_page(viewport={"width": 640, "height": 450}, device_scale_factor=2)
    for address in PAGES.values():
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 640, address


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_light_over_the_wire(open_page: Callable[..., Page], name: str) -> None:
    weights = weight(open_page(), PAGES[name])
    assert 10_000 < sum(weights.values()) < BUDGET, weights


@pytest.mark.parametrize("name", ["home", "faces", "card", "help", "deck"])
def test_nothing_jumps_while_loading(open_page: Callable[..., Page], name: str) -> None:
    page = open_page()
    watch_shifts(page)
    page.goto(PAGES[name], wait_until="networkidle")
    assert page.evaluate("window.shift") < 0.02


def test_targets_are_large_enough_to_hit(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    small = """(inline) => [...document.querySelectorAll('a, button, summary, input')].filter(each => {
        if (!each.checkVisibility() || each.closest(inline)) return false;
        const box = each.getBoundingClientRect();
        return box.width > 1 && (box.width < 24 || box.height < 24);
    }).map(each => each.outerHTML.slice(0, 120))"""
    for address in PAGES.values():
        page.goto(address)
        assert page.evaluate(small, INLINE) == [], address


def test_less_motion_for_who_asks(open_page: Callable[..., Page]) -> None:
    page = open_page(reduced_motion="reduce")
    page.goto("/")
    assert page.evaluate("document.getAnimations().length") == 0


def test_print_leaves_out_the_controls(page: Page) -> None:
    page.goto("/cards/01019/buratino/")
    page.emulate_media(media="print")
    assert page.locator(".masthead").is_hidden()
    assert page.locator(".themes").is_hidden()
    assert page.locator("article.card h1").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
