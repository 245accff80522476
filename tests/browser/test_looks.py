"""What every page must keep to in a real browser: accessible, light, steady, never wider than the screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.page_checks import BUDGET, MOST_JUMP, faults, least_jump, weight

PAGES = {
    "home": "/",
    "faces": "/cards/",
    "list": "/cards/?view=list&q=f:castille",
    "table": "/cards/?view=table&q=t:character+-sort:combat",
    "text": "/cards/?view=text&q=t:scheme",
    "fault": "/cards/?q=f:castile+cots<3",
    "void": "/cards/?q=%22kaspr%22",
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
    "simulate": "/decks/castille-starter/simulate/",
    "simulations": "/simulations/",
    "test": "/test/",
    "rules": "/rules/",
    "rules found": "/rules/?q=gamble",
    "rules chapter": "/rules/duels/",
    "rules glossary": "/rules/glossary/",
    "hands": "/decks/castille-starter/hands/?v=1&seed=42&game=d1-s01098-c01091",
    "games": "/games/",
    "odds": "/decks/castille-starter/odds/?q1=t:risk+cost%3D0&n1=3&q2=trait:weapon&day=2&s1=01148",
}

#: Long lists are weighed whole, and looked at where they have a few of the same rows: axe would look at each of them.
FEWER = {
    "list": "/cards/?view=list&q=f:castille+t:scheme",
    "table": "/cards/?view=table&q=t:character+f:eisen+-sort:combat",
    "text": "/cards/?view=text&q=t:scheme+f:vodacce",
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_light_and_without_fault_in_every_light_on_every_screen(
    open_page: Callable[..., Page], axe: Callable[..., list[str]], name: str
) -> None:
    page = open_page(reduced_motion="reduce")
    weights = weight(page, PAGES[name])
    assert 10_000 < sum(weights.values()) < BUDGET, weights
    if name in FEWER:
        page.goto(FEWER[name])
    for details in page.locator("details.numbers > summary").all():
        details.click()
    assert faults(page, axe) == []


@pytest.mark.allows_console("404")
def test_axe_finds_nothing_on_an_error_page_and_in_open_parts(page: Page, axe: Callable[..., list[str]]) -> None:
    page.goto("/cards/99999/")
    assert axe(page) == []
    page.goto("/cards/01019/buratino/")
    page.get_by_role("link", name="Brute", exact=True).focus()
    assert axe(page) == []
    page.get_by_role("button", name="Keyboard").click()
    assert axe(page) == []


@pytest.mark.parametrize("name", ["home", "faces", "card", "help", "deck"])
def test_nothing_jumps_while_loading(open_page: Callable[..., Page], name: str) -> None:
    assert least_jump(open_page, PAGES[name]) < MOST_JUMP


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
