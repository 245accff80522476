"""The hand tester in a real browser: a whole game, its link in another browser, its keys, and the builder's drawer."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_checks import faults, watch_shifts

HANDS = "/decks/castille-starter/hands/"
DAY_ONE = f"{HANDS}?v=1&seed=42&game=d1-s01098-c01091"


def held(page: Page) -> list[str]:
    return page.locator(".hand .held-name a").all_inner_texts()


def tally(page: Page, name: str) -> int:
    return int(page.locator(f".tallies div:has(dt:text-is('{name}')) dd").inner_text())


def mark(page: Page, *places: int) -> None:
    for place in places:
        page.locator("label.held-face").nth(place).click()


def play_a_day(page: Page) -> None:
    """Pay a cost, play a card, gamble, keep two cards."""
    mark(page, 0)
    page.get_by_role("button", name="Pay with marked").click()
    expect(page.locator(".held")).to_have_count(6)
    assert tally(page, "Discard") == 1
    page.get_by_role("button", name=re.compile("^Play .* for 1$")).first.click()
    expect(page.get_by_text(re.compile("^Mark cards worth 1"))).to_be_visible()
    mark(page, 1)
    page.get_by_role("button", name=re.compile("^Pay 1 and play")).click()
    expect(page.locator(".held")).to_have_count(4)
    page.get_by_role("link", name="Gamble").click()
    expect(page.get_by_text("take one of the two")).to_be_visible()
    page.get_by_role("link", name=re.compile("Take")).nth(1).click()
    expect(page.get_by_role("heading", name="Dueling line")).to_be_visible()
    page.get_by_role("link", name="End the duel").click()
    expect(page.get_by_role("heading", name="Dueling line")).to_be_hidden()
    mark(page, 0, 2)
    page.get_by_role("button", name="End the Day").click()
    expect(page.get_by_role("heading", name="Day 2 Planning")).to_be_visible()
    assert tally(page, "Hand") == 2


def test_a_game_is_played_and_its_link_shows_the_same_elsewhere(
    open_page: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    page, friend = open_page(reduced_motion="reduce"), open_page(java_script_enabled=False)
    page.goto("/decks/castille-starter/")
    page.get_by_role("link", name="Test hands").click()
    page.wait_for_url("**/hands/?v=1&seed=*&game=d1-*")
    page.goto(DAY_ONE)
    assert tally(page, "Deck") == 33
    play_a_day(page)
    assert faults(page, axe) == []
    page.locator("label.option", has=page.locator("[name=scheme]")).nth(2).click()
    page.get_by_role("button", name="Draw the hand").click()
    expect(page.get_by_role("heading", name="Day 2 High Drama")).to_be_visible()
    link = page.get_by_label("Anyone who opens this link sees the same cards").input_value()
    assert link == page.url
    friend.goto(link)
    assert held(friend) == held(page)
    assert friend.locator(".history li").all_inner_texts() == page.locator(".history li").all_inner_texts()
    page.get_by_role("link", name="Undo").click()
    expect(page.get_by_role("heading", name="Day 2 Planning")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Day 2 High Drama")).to_be_visible()
    assert held(friend) == held(page)


def test_it_all_works_without_scripts(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page.goto(DAY_ONE)
    play_a_day(page)
    page.get_by_role("link", name="Most cards").click()
    expect(page.get_by_role("heading", name="Day 2 High Drama")).to_be_visible()
    page.get_by_role("link", name="New hand").click()
    expect(page.get_by_role("heading", name="Day 1 High Drama")).to_be_visible()
    page.get_by_label("Seed").fill("42")
    page.get_by_role("button", name="Deal").click()
    expect(page).to_have_url(re.compile(re.escape(DAY_ONE)))


@pytest.mark.allows_console("422")
def test_a_new_hand_is_one_key_and_so_is_every_other_step(page: Page, axe: Callable[..., list[str]]) -> None:
    page.goto(DAY_ONE)
    first = held(page)
    page.keyboard.press("n")
    expect(page).not_to_have_url(re.compile("seed=42"))
    assert held(page) != first
    page.go_back()
    expect(page).to_have_url(re.compile("seed=42"))
    expect(page.locator(".hand .held-name a").first).to_have_text(first[0])
    page.keyboard.press("p")
    expect(page.locator("#refusal")).to_contain_text("Mark the cards to pay with first.")
    assert faults(page, axe, narrow=False) == []
    page.keyboard.press("2")
    page.keyboard.press("4")
    expect(page.locator(".marked")).to_have_text("marked: 2, worth 2")
    page.keyboard.press("x")
    expect(page.locator(".held")).to_have_count(5)
    page.keyboard.press("g")
    page.keyboard.press("1")
    expect(page.get_by_role("heading", name="Dueling line")).to_be_visible()
    page.keyboard.press("e")
    page.keyboard.press("w")
    expect(page.locator(".held")).to_have_count(6)
    page.keyboard.press("u")
    expect(page.locator(".held")).to_have_count(5)
    page.keyboard.press("d")
    expect(page.get_by_role("heading", name="Day 2 Planning")).to_be_visible()
    expect(page.locator("#heard")).to_contain_text("Day 2, Planning. 5 in hand")
    page.keyboard.press("?")
    expect(page.get_by_text("a new hand, with the same plan for Day 1")).to_be_visible()
    page.get_by_label("Single-key shortcuts are on").uncheck()
    page.keyboard.press("Escape")
    address = page.url
    page.keyboard.press("d")
    page.get_by_label("Seed").fill("n")
    assert page.url == address


def test_other_moments_of_a_game_are_without_fault(
    open_page: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    page = open_page(reduced_motion="reduce")
    watch_shifts(page)
    page.goto(DAY_ONE, wait_until="networkidle")
    assert page.evaluate("window.shift") < 0.02
    for query in (".g", "&then=dusk", "&then=play+01158"):
        page.goto(DAY_ONE + query)
        assert faults(page, axe) == [], query
    page.goto("/hands/")
    assert faults(page, axe) == []


def begin(page: Page) -> str:
    page.goto("/decks/new/")
    page.get_by_role("button", name=re.compile("Soline el Gato")).click()
    page.wait_for_url("**/build/")
    return page.url


def test_the_builder_shows_sample_hands_without_being_left(page: Page, axe: Callable[..., list[str]]) -> None:
    address = begin(page)
    drawer = page.get_by_role("complementary", name="Sample hand")
    page.get_by_role("link", name="Sample hand").click()
    expect(drawer.get_by_text("there is nothing to draw")).to_be_visible()
    expect(drawer.get_by_role("button", name="New hand")).to_be_focused()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(page.get_by_role("link", name="Sample hand")).to_be_focused()
    page.goto(f"{address}?q=t:risk+f:castille")
    for place in range(3):
        page.locator("#picks [data-more]").nth(place).click()
    expect(page.locator("#saved")).to_have_text("Saved")
    page.keyboard.press("n")
    expect(drawer.locator("img")).to_have_count(3)
    with page.expect_response("**/hands/"):
        page.keyboard.press("n")
    page.locator("#picks [data-more]").nth(3).click()
    expect(page.locator(".counter b").nth(2)).to_have_text("4/40+")
    drawer.get_by_role("button", name="New hand").click()
    expect(drawer.locator("img")).to_have_count(4)
    assert faults(page, axe) == []
    page.keyboard.press("?")
    expect(page.get_by_text("a sample hand of the deck, and another")).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_be_visible()
    drawer.get_by_role("link", name="Play this hand").click()
    expect(page.get_by_role("heading", name="Day 1 High Drama")).to_be_visible()
    expect(page.locator(".held")).to_have_count(4)


def test_without_scripts_the_drawer_is_a_way_to_the_page(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    begin(page)
    page.get_by_role("link", name="Sample hand").click()
    expect(page.get_by_role("heading", name="No hand to draw yet")).to_be_visible()
