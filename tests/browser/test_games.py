"""Recorded games and the duel table in a real browser: by keys, by links, without scripts, in every light."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.page_checks import BUDGET, faults, weight


def begin(page: Page, seed: str = "7") -> None:
    page.goto("/games/")
    page.get_by_label("Deck of player A").select_option(label="Castille Starter")
    page.get_by_label("Deck of player B").select_option(label="Eisen Starter")
    for player in "AB":
        page.get_by_label(f"Bot of player {player}").select_option("random")
    page.get_by_label("Seed").fill(seed)
    page.get_by_role("button", name="Play and watch").click()
    page.wait_for_url(re.compile(r"/games/[\w-]{22}/$"))


def at_step(page: Page, number: int | str) -> None:
    expect(page.locator(".replay-when")).to_contain_text(f"step {number} of")


def test_a_game_is_watched_by_keys_and_its_steps_have_addresses(
    open_page: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    page, friend = open_page(reduced_motion="reduce"), open_page(java_script_enabled=False)
    begin(page)
    at_step(page, 0)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    at_step(page, 3)
    page.keyboard.press("ArrowLeft")
    at_step(page, 2)
    assert "step=2&as=all" in page.url
    page.keyboard.press("d")
    expect(page.locator(".replay-when")).to_contain_text("Day 2")
    page.keyboard.press("Home")
    at_step(page, 0)
    page.keyboard.press("x")
    expect(page.get_by_role("heading", name=re.compile("^(Challenge|Duel)"))).to_be_visible()
    expect(page.locator(".pool")).to_have_count(2)
    assert faults(page, axe) == []
    friend.goto(page.url)
    assert friend.locator("#now").inner_text() == page.locator("#now").inner_text()
    page.go_back()
    at_step(page, 0)
    page.keyboard.press("End")
    expect(page.get_by_role("link", name="Next", exact=True)).to_have_count(0)
    expect(page.locator(".next")).to_contain_text(re.compile("Player [AB] wins|A draw"))
    assert faults(page, axe, narrow=False) == []


def test_it_all_works_without_scripts_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False, viewport={"width": 390, "height": 844})
    begin(page, "lanterns")
    page.get_by_role("link", name="Next", exact=True).click()
    at_step(page, 1)
    page.get_by_role("link", name="Player B", exact=True).click()
    assert "as=2" in page.url
    expect(page.locator("#now")).to_have_text(re.compile("Plan a card$"))
    page.get_by_role("link", name="Next duel").click()
    expect(page.locator(".duel")).to_be_visible()
    notation = page.request.get(page.url.partition("?")[0] + "notation.txt").text()
    page.goto("/games/")
    page.get_by_label("Notation").fill(notation)
    page.get_by_role("button", name="Check and watch").click()
    at_step(page, 0)


def test_a_duel_is_simulated_and_played(open_page: Callable[..., Page], axe: Callable[..., list[str]]) -> None:
    page = open_page(reduced_motion="reduce")
    weights = weight(page, "/duels/")
    assert sum(weights.values()) < BUDGET, weights
    page.get_by_label("Character of side A").fill("Maya de La Rioja")
    page.get_by_label("Attachment 1 of side A").fill("Throwing Knife")
    page.get_by_label("Duels to simulate").select_option("50")
    page.get_by_role("button", name="Simulate").click()
    expect(page.get_by_role("heading", name="How it ends")).to_be_visible()
    assert faults(page, axe) == []
    page.get_by_text("Change the duel").click()
    page.get_by_role("button", name="Play it").click()
    for _ in range(40):
        if page.get_by_role("heading", name="The duel is over").count():
            break
        page.locator(".duel-options a").first.click()
        page.wait_for_load_state()
    expect(page.get_by_role("heading", name="The duel is over")).to_be_visible()
    page.get_by_role("link", name="Undo").click()
    expect(page.locator(".duel-options a").first).to_be_visible()
    assert faults(page, axe) == []
