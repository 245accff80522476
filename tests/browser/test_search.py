"""Searching as a reader does it: typing, clicking, going back, with and without scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

#: A new search aborts the one still under way, and htmx logs these two events for each aborted request. A request that
#: fails is logged as `htmx:sendError`, `htmx:responseError` or `htmx:timeout` too, which fails the test.
REPLACED_REQUEST = ("htmx:afterRequest", "htmx:sendAbort")


def found(page: Page) -> int:
    return int(re.match(r"\d+", page.locator(".count").inner_text())[0])


@pytest.mark.allows_console(*REPLACED_REQUEST)
def test_results_follow_the_typing(page: Page) -> None:
    page.goto("/cards/")
    page.locator("#q").press_sequentially("f:castille t:risk", delay=15)
    expect(page).to_have_url(re.compile(r"\?q=f%3Acastille\+t%3Arisk$"))
    expect(page.locator(".echo")).to_contain_text("Castille risks")
    expect(page.locator("#status")).to_contain_text("Castille risks")
    expect(page.locator("#q")).to_be_focused()
    assert 0 < found(page) < 100
    assert page.locator("[data-card]").count() == found(page)
    expect(page).to_have_title("f:castille t:risk · Five Sails")


def test_the_address_is_the_whole_state(page: Page) -> None:
    page.goto("/cards/")
    page.fill("#q", "f:eisen")
    expect(page.locator(".echo")).to_contain_text("Eisen cards")
    page.get_by_role("link", name="Table").click()
    expect(page.locator("table.grid")).to_be_visible()
    rows = page.locator("[data-card]").all_inner_texts()
    page.reload()
    assert page.locator("[data-card]").all_inner_texts() == rows
    assert page.input_value("#q") == "f:eisen"


def test_going_back_brings_the_earlier_search(page: Page) -> None:
    page.goto("/cards/?q=f:eisen")
    page.fill("#q", "f:ussura")
    expect(page.locator(".echo")).to_contain_text("Ussura cards")
    page.go_back()
    expect(page.locator(".echo")).to_contain_text("Eisen cards")
    expect(page.locator("#q")).to_have_value("f:eisen")
    expect(page.locator("header.masthead")).to_be_visible()


def test_a_facet_writes_the_query(page: Page) -> None:
    page.goto("/cards/?q=duelist")
    before = found(page)
    facet = page.locator('[data-key="faction-montaigne"]')
    promised = int(facet.locator(".n").inner_text().split()[0])
    facet.click()
    expect(page.locator("#q")).to_have_value("duelist f:montaigne")
    expect(page.locator('[data-key="faction-montaigne"]')).to_have_attribute("aria-current", "true")
    expect(page.locator('[data-key="faction-montaigne"]')).to_be_focused()
    assert found(page) == promised < before
    page.locator('[data-key="faction-montaigne"]').click()
    expect(page.locator("#q")).to_have_value("duelist")


def test_views_show_the_same_cards(page: Page) -> None:
    page.goto("/cards/?q=f:vodacce+t:scheme")
    hrefs = "all => all.map(each => each.getAttribute('href'))"
    cards = page.locator("[data-card]").evaluate_all(hrefs)
    for view, mark in (("List", ".rows"), ("Table", "table.grid"), ("Text", ".texts"), ("Faces", ".faces")):
        page.get_by_role("navigation", name="View").get_by_role("link", name=view).click()
        expect(page.locator(f"#results {mark}")).to_be_visible()
        assert page.locator("[data-card]").evaluate_all(hrefs) == cards
    page.get_by_role("navigation", name="View").get_by_role("link", name="List").click()
    expect(page.locator("#results .rows")).to_be_visible()
    page.fill("#q", "f:vodacce t:risk")
    expect(page.locator(".echo")).to_contain_text("Vodacce risks")
    expect(page.locator("#results .rows")).to_be_visible()


@pytest.mark.allows_console(*REPLACED_REQUEST)
def test_typing_before_the_answer_to_a_click_loses_neither(page: Page) -> None:
    page.goto("/cards/?q=f:vodacce+t:scheme")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/cards/?*view=list*", hold, times=1)
    page.get_by_role("navigation", name="View").get_by_role("link", name="List").click()
    page.fill("#q", "f:vodacce t:risk")
    expect(page.locator(".echo")).to_contain_text("Vodacce risks")
    for late in held:
        late.continue_()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".echo")).to_contain_text("Vodacce risks")
    expect(page.locator("#q")).to_have_value("f:vodacce t:risk")
    expect(page.locator("#results .rows")).to_be_visible()


def test_a_fault_is_shown_while_typing_and_mended_by_a_click(page: Page) -> None:
    page.goto("/cards/")
    page.fill("#q", "f:castile cots<3")
    expect(page.locator(".typed mark").first).to_have_text("castile")
    expect(page.locator("#q")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#status")).to_contain_text("We couldn’t understand that search.")
    page.locator(".note a.query").click()
    expect(page.locator("#q")).to_have_value("f:castille cost<3")
    expect(page.locator("#q")).to_have_attribute("aria-invalid", "false")
    assert found(page) > 0


def test_pages_of_results(page: Page) -> None:
    page.goto("/cards/")
    first = page.locator("[data-card]").first.get_attribute("href")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Next").click()
    expect(page).to_have_url(re.compile(r"\?page=2$"))
    expect(page.locator("[data-card]").first).to_be_focused()
    assert page.locator("[data-card]").first.get_attribute("href") != first


def test_opening_a_card_and_walking_on(page: Page) -> None:
    page.goto("/cards/?q=buratino")
    page.locator("[data-card]").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Buratino")
    page.keyboard.press("]")
    expect(page).to_have_url(re.compile("/cards/01020/"))
    page.keyboard.press("[")
    expect(page).to_have_url(re.compile("/cards/01019/"))


def test_an_explanation_opens_for_mouse_and_keyboard_and_can_be_sent_away(page: Page) -> None:
    page.goto("/cards/01019/buratino/")
    word = page.get_by_role("link", name="Brute", exact=True)
    tip = page.locator("#term-01019-brute")
    expect(tip).to_be_hidden()
    word.hover()
    expect(tip).to_be_visible()
    tip.hover()
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.mouse.move(0, 0)
    word.focus()
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_everything_works_without_scripts(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/")
    page.fill("#q", "f:castille t:risk")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".echo")).to_contain_text("Castille risks")
    page.locator('[data-key="cost-0"]').click()
    assert page.input_value("#q") == "f:castille t:risk c:0"
    page.get_by_role("navigation", name="View").get_by_role("link", name="Table").click()
    expect(page.locator("table.grid")).to_be_visible()
    page.locator('[data-key="sort-thrust"]').click()
    expect(page.locator('th[aria-sort="descending"]')).to_be_visible()
    page.locator("[data-card]").first.click()
    expect(page.locator("article.card h1")).to_be_visible()
    page.get_by_role("button", name="Night").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    expect(page.locator("article.card h1")).to_be_visible()
    term = page.locator(".term").first
    term.hover()
    expect(term.get_by_role("tooltip")).to_be_visible()


def test_filters_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    page.goto("/cards/")
    expect(page.locator("#facets")).to_be_hidden()
    page.get_by_role("button", name="Filters", exact=True).click()
    expect(page.locator("#facets")).to_be_visible()
    page.get_by_role("button", name="Close filters").click()
    expect(page.locator("#facets")).to_be_hidden()
    page.get_by_role("button", name="Filters", exact=True).click()
    page.locator('[data-key="type-leader"]').click()
    expect(page.locator("#facets")).to_be_hidden()
    expect(page.locator("#q")).to_have_value("t:leader")
    assert found(page) == 10
