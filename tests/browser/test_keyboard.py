"""The site by keyboard alone, and the shortcuts switched off for who speaks to the computer."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_from_the_first_page_to_a_card_without_a_mouse(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("t:leader")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/cards/\?q=t%3Aleader"))
    # A key that is pressed before the page's script has come is nobody's.
    page.wait_for_load_state()
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    cards = page.locator("[data-card]")
    expect(cards.nth(0)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    below = page.evaluate("[...document.querySelectorAll('[data-card]')].indexOf(document.activeElement)")
    columns = page.evaluate("getComputedStyle(document.querySelector('.faces')).gridTemplateColumns.split(' ').length")
    assert below == columns
    address = cards.nth(below).get_attribute("href")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(address)))


def test_arrows_walk_through_rows_too(page: Page) -> None:
    page.goto("/cards/?view=table&q=f:castille")
    page.focus("#q")
    for place in range(4):
        page.keyboard.press("ArrowDown")
        expect(page.locator("[data-card]").nth(place)).to_be_focused()


def test_the_question_mark_opens_help_and_the_shortcuts_can_be_switched_off(page: Page) -> None:
    page.goto("/sets/")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard")
    expect(dialog).to_be_visible()
    page.get_by_label("Single-key shortcuts are on").uncheck()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("?")
    expect(dialog).to_be_hidden()
    page.reload()
    page.keyboard.press("/")
    expect(page.locator("#find")).not_to_be_focused()
    page.get_by_role("button", name="Keyboard").click()
    page.get_by_label("Single-key shortcuts are on").check()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("a/b?")
    expect(page.locator("#find")).to_have_value("a/b?")
    expect(dialog).to_be_hidden()


def test_every_stop_of_the_tab_key_is_seen(page: Page) -> None:
    for address in ("/", "/cards/?q=t:leader&view=list", "/cards/01019/buratino/", "/factions/"):
        page.goto(address)
        for _ in range(60):
            page.keyboard.press("Tab")
            state = page.evaluate(
                """() => {
                    const at = document.activeElement;
                    if (at === document.body) return null;
                    const style = getComputedStyle(at);
                    const box = at.getBoundingClientRect();
                    return {
                        what: at.outerHTML.slice(0, 120),
                        outline: style.outlineStyle,
                        width: parseFloat(style.outlineWidth),
                        seen: box.width > 0 && box.height > 0,
                    };
                }"""
            )
            if state is None:
                break
            assert state["seen"], state
            assert state["outline"] != "none", state
            assert state["width"] >= 2, state


def test_themes_by_click_without_a_reload(page: Page, open_page: Callable[..., Page]) -> None:
    page.goto("/cards/")
    ground = "getComputedStyle(document.body).backgroundColor"
    day = page.evaluate(ground)
    page.evaluate("window.still = true")
    page.get_by_role("button", name="Night").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    expect(page.get_by_role("button", name="Night")).to_have_attribute("aria-pressed", "true")
    night = page.evaluate(ground)
    assert night != day
    assert page.evaluate("window.still") is True
    page.goto("/about/")
    assert page.evaluate(ground) == night
    dark = open_page(color_scheme="dark")
    dark.goto("/about/")
    assert dark.evaluate(ground) == night, "the system's wish is followed"
    dark.get_by_role("button", name="Day").click()
    assert dark.evaluate(ground) == day, "the reader's wish goes first"
