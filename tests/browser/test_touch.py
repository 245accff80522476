"""A whole deck with a thumb on a phone: from the leader to the link for a friend, touching the screen alone."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.page_checks import PHONE, too_small

HAND = {"viewport": {"width": PHONE, "height": 844}, "has_touch": True, "is_mobile": True}

#: Controls that something else lies upon, at the place where a finger would touch them.
COVERED = """() => [...document.querySelectorAll('#builder :is(a, button, input, select)')].filter(each => {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.closest('.vh')) return false;
    const box = each.getBoundingClientRect();
    const bar = document.getElementById('bar').getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!box.width || x < 0 || x > innerWidth || y < 0 || y > innerHeight) return false;
    // What the bar hides comes out from under it by scrolling on.
    if (!each.closest('#bar') && y > bar.top) return false;
    const there = document.elementFromPoint(x, y);
    return there && !each.contains(there) && !there.contains(each) && !each.closest('label')?.contains(there);
}).map(each => each.outerHTML.slice(0, 100))"""
#: Phones zoom in on a field whose letters are smaller than this, and do not zoom out again.
TINY = """() => [...document.querySelectorAll('main input, main select, main textarea')]
    .filter(each => !/checkbox|radio|hidden/.test(each.type) && each.checkVisibility())
    .filter(each => parseFloat(getComputedStyle(each).fontSize) < 16)
    .map(each => each.outerHTML.slice(0, 100))"""


def fits(page: Page) -> None:
    """Nothing to scroll sideways, nothing too small for a finger, nothing that the phone would zoom in on."""
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE, page.url
    assert page.evaluate("visualViewport.scale") == 1
    assert too_small(page) == [], page.url
    assert page.evaluate(TINY) == [], page.url


def turn_to(page: Page, tab: str, side: str) -> None:
    page.locator(".b-tabs").get_by_text(tab).tap()
    expect(page.locator(f"#{side}-side")).to_be_visible()
    fits(page)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate(COVERED) == [], tab
    page.evaluate("scrollTo(0, 0)")


def look_for(page: Page, query: str) -> None:
    page.locator("#q").tap()
    page.locator("#q").fill(query)
    expect(page.locator(".pool-top")).to_have_attribute("data-q", query)


def add(page: Page, places: range, counter: int, shown: str) -> None:
    """Touch the plus of each once, as quickly as it goes."""
    for place in places:
        page.locator("#picks [data-more]").nth(place).tap()
    expect(page.locator(".counter b").nth(counter)).to_have_text(shown)
    expect(page.locator("#saved")).to_have_text("Saved")


def test_a_deck_from_the_leader_to_the_link_by_touch_alone(open_page: Callable[..., Page]) -> None:
    page = open_page(**HAND)
    page.goto("/decks/new/")
    fits(page)
    page.get_by_role("button", name=re.compile("Soline el Gato")).tap()
    page.wait_for_url("**/build/", wait_until="domcontentloaded")
    fits(page)
    assert page.evaluate(COVERED) == []

    # Filters by touch, cards one by one; what a card does is one touch away and the way back leads here.
    page.locator("#filter-type-character").tap()
    expect(page.locator("#q")).to_have_value("t:character")
    add(page, range(5), 0, "5/5")
    expect(page.locator("#said")).to_contain_text("5 of 5")
    look_for(page, "t:scheme")
    add(page, range(5), 1, "5/5")
    look_for(page, "d:faction -is:unique")
    add(page, range(19), 2, "19/40+")
    add(page, range(19), 2, "38/40+")
    page.locator("#picks .pick-name").first.tap()
    expect(page.locator("article.card h1")).to_be_visible()
    fits(page)
    page.go_back()
    expect(page.locator(".counter b").nth(2)).to_have_text("38/40+")

    # Legality names what is missing and leads to it.
    turn_to(page, "Legality", "check")
    expect(page.locator("#counts .verdict")).to_have_text("2 to add")
    expect(page.locator(".check-item.is-todo")).to_have_count(1)
    page.locator(".check-item.is-todo .fix").first.tap()
    expect(page.locator("#pool-side")).to_be_visible()
    look_for(page, "d:faction -is:unique")
    add(page, range(19, 20), 2, "39/40+")
    add(page, range(19, 20), 2, "40/40+")
    expect(page.locator("#counts .verdict")).to_have_text("Legal")

    # One too few after a slip of the thumb, and undone.
    turn_to(page, "Deck", "deck")
    page.locator("#list [data-less]").last.tap()
    expect(page.locator("#counts .verdict")).to_have_text("1 to add")
    page.locator("#undo").tap()
    expect(page.locator("#counts .verdict")).to_have_text("Legal")
    page.get_by_role("link", name="Sample hand").tap()
    drawer = page.get_by_role("complementary", name="Sample hand")
    expect(drawer.locator("img").first).to_be_visible()
    fits(page)
    drawer.get_by_role("button", name="Close").tap()
    expect(drawer).to_be_hidden()

    # A name, kept with everything else.
    page.locator("#name").tap()
    page.locator("#name").fill("Cats of the Docks")
    page.locator("#name").press("Enter")
    expect(page.locator("#said")).to_have_text("Renamed to Cats of the Docks.")
    page.reload()
    expect(page.locator("#name")).to_have_value("Cats of the Docks")
    expect(page.locator("#counts .verdict")).to_have_text("Legal")

    # Shared: the link works in another phone, where nothing can be changed.
    page.get_by_role("link", name="View deck").tap()
    expect(page.get_by_role("heading", name="Cats of the Docks", level=1)).to_be_visible()
    fits(page)
    page.get_by_role("link", name="Share", exact=True).tap()
    page.get_by_text("By link", exact=True).tap()
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Anyone with the link can now see the deck.")).to_be_visible()
    fits(page)
    address = page.locator("#address").input_value()
    friend = open_page(**HAND)
    friend.goto(address)
    expect(friend.get_by_role("heading", name="Cats of the Docks", level=1)).to_be_visible()
    expect(friend.get_by_role("link", name="Edit deck", exact=True)).to_have_count(0)
    fits(friend)
