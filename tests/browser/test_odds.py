"""The odds of a deck in a real browser: asked by typing, by ticking, and without any script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules.odds.exact import Want, odds
from tests.browser.page_checks import faults, watch_shifts
from tests.decks.factories import CASTILLE
from web.number_format import percent

DECK = dict(CASTILLE.faction)
ODDS = "/decks/castille-starter/odds/"
BLADE, GLASS = "01101", "01100"


def chance(cards: set[str], least: int, draws: int) -> str:
    return percent(odds(DECK, [Want(frozenset(cards), least)], draws).probability)


@pytest.mark.allows_console("400")
def test_a_question_is_asked_changed_mended_and_passed_on(
    open_page: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/decks/castille-starter/")
    page.get_by_role("link", name="Odds").click()
    lead, share = page.locator("#verdict"), page.locator(".verdict-line .big")
    expect(lead).to_have_text("Day 1 draws 6 of the 40 cards.")
    assert faults(page, axe) == []
    # From here on the page is never left.
    page.evaluate("window.same = true")

    page.locator("#want-1 summary", has_text="or tick cards").click()
    page.locator(f"#want-1 input[value='{BLADE}']").check()
    expect(share).to_have_text(chance({BLADE}, 1, 6))
    expect(page.locator("#want-1 summary")).to_have_text("1 card ticked")
    page.locator(f"#want-1 input[value='{GLASS}']").check()
    expect(share).to_have_text(chance({BLADE, GLASS}, 1, 6))
    page.locator("#n1").fill("2")
    expect(share).to_have_text(chance({BLADE, GLASS}, 2, 6))
    page.get_by_label("Number of the Day").select_option("3")
    expect(lead).to_contain_text("By Day 3, with 18 of 40 cards drawn")
    page.locator("summary", has_text="Schemes").click()
    page.get_by_label("Day 2", exact=True).select_option("01148")
    expect(lead).to_contain_text("By Day 3, with 19 of 40 cards drawn")
    expect(page.locator("#draws-2")).to_have_text("7 cards")
    expect(share).to_have_text(chance({BLADE, GLASS}, 2, 19))
    expect(page.get_by_role("status").filter(has_text="By Day 3")).to_have_count(1)

    # A second want came with the first; while it is half typed, the last answer stays.
    page.locator("#q2").fill("f:castile t:risk")
    expect(page.locator("#said-2")).to_contain_text("There is no faction “castile”")
    expect(page.locator("#q2")).to_have_attribute("aria-invalid", "true")
    expect(lead).to_contain_text("By Day 3")
    assert faults(page, axe) == []
    page.locator("#said-2 a").click()
    expect(page.locator("#q2")).to_have_value("f:castille t:risk")
    expect(page.locator("table.pairs")).to_be_visible()
    both = share.inner_text()
    page.get_by_label("Day 1", exact=True).select_option("01148")
    expect(page.locator("#s2-fault")).to_be_hidden()
    expect(page.locator("#answer")).to_contain_text("Marooned is chosen for two Days")
    page.get_by_label("Day 1", exact=True).select_option("")
    expect(share).to_have_text(both)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    page.get_by_role("link", name="Remove want 1").click()
    expect(page.locator("#q1")).to_have_value("f:castille t:risk")
    page.go_back()
    expect(share).to_have_text(both)
    assert page.evaluate("window.same")

    friend = open_page()
    friend.goto(link)
    expect(friend.locator(".verdict-line .big")).to_have_text(both)
    friend.emulate_media(media="print")
    expect(friend.locator("#ask")).to_be_hidden()
    expect(friend.locator(".verdict-line .big")).to_be_visible()
    expect(friend.locator(".charts .tablet").first).to_be_visible()


def test_without_scripts_the_form_asks_the_same(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(ODDS)
    page.locator("#m1").select_option("exactly")
    page.locator("#n1").fill("1")
    page.locator("#want-1 summary").click()
    page.locator(f"#want-1 input[value='{BLADE}']").check()
    page.get_by_label("After drawing").check()
    page.get_by_label("Number of cards drawn").fill("9")
    page.get_by_role("button", name="Calculate").click()
    exactly = percent(odds(DECK, [Want(frozenset({BLADE}), 1, 1)], 9).probability)
    expect(page.locator(".verdict-line .big")).to_have_text(exactly)
    page.locator("#q2").fill("t:risk")
    page.get_by_role("button", name="Calculate").click()
    expect(page.locator("table.pairs")).to_be_visible()
    expect(page.locator("#want-3")).to_be_visible()
    page.get_by_role("link", name="Remove want 1").click()
    expect(page.locator("#verdict")).to_contain_text("After 9 draws you have seen at least 1 of the 32 risks")
    page.get_by_role("link", name="Start over").click()
    expect(page.locator("#verdict")).to_contain_text("Day 1 draws 6 of the 40 cards.")


def test_on_a_phone_the_number_waits_at_the_edge_until_the_answer_is_reached(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    watch_shifts(page)
    page.goto(f"{ODDS}?q1=t:attachment&day=2", wait_until="networkidle")
    pin = page.locator(".odds-pin")
    expect(pin).to_be_in_viewport()
    expect(page.locator("#verdict")).not_to_be_in_viewport()
    pin.click()
    expect(page.locator("#verdict")).to_be_in_viewport()
    expect(pin).not_to_be_in_viewport()
    assert page.evaluate("window.shift") < 0.02


@pytest.mark.allows_console("400")
def test_on_a_phone_no_number_waits_while_the_question_is_faulty(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto(f"{ODDS}?q1=t:attachment&day=2")
    pin = page.locator(".odds-pin")
    expect(pin).to_be_visible()
    page.locator("#q1").fill("f:castile")
    expect(page.locator("#said-1")).to_contain_text("There is no faction “castile”")
    expect(pin).to_be_hidden()
    page.locator("#q1").fill("f:castille")
    expect(pin).to_be_visible()
