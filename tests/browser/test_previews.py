"""Cards at their links: a face for the pointer and the keyboard, a sheet for a finger, a plain link without script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_touch import HAND

DECK = "/decks/castille-starter/"
EMBED = f"{DECK}embed/"
#: Where cards are linked in words.
PLACES = {
    "deck": DECK,
    "embed": EMBED,
    "hands": f"{DECK}hands/?v=1&seed=42&game=d1-s01098-c01091",
    "odds": f"{DECK}odds/?q1=t:risk+cost%3D0&n1=3",
    "rules": "/rules/duels/",
    "table": "/cards/?view=table&q=f:castille+t:risk",
    "card": "/cards/01089/soline-el-gato/",
}
#: A link in the middle of the screen to a card whose face is not there yet.
FIND = """() => {
    const found = [...document.querySelectorAll('main a[href^="/cards/"]')].find(each => {
        const code = /^\\/cards\\/(\\d+)\\/[^/]+\\/$/.exec(each.pathname)?.[1];
        return code && each.checkVisibility() && !each.querySelector('img')
            && !document.querySelector(`img[src*="/faces/${code}-"]`);
    });
    found?.setAttribute('id', 'the-link');
    found?.scrollIntoView({ block: 'center' });
    return Boolean(found);
}"""


def linked(page: Page, address: str) -> None:
    page.goto(address)
    assert page.evaluate(FIND), address


@pytest.mark.parametrize("place", PLACES)
def test_the_pointer_shows_the_face_and_leaving_puts_it_away(page: Page, place: str) -> None:
    linked(page, PLACES[place])
    before = page.evaluate("document.documentElement.scrollHeight")
    page.locator("#the-link").hover()
    face = page.locator(".preview-beside")
    expect(face.locator("img")).to_be_visible()
    box, link = face.bounding_box(), page.locator("#the-link").bounding_box()
    assert box
    assert link
    apart = box["x"] >= link["x"] + link["width"] or box["x"] + box["width"] <= link["x"]
    assert apart or box["y"] >= link["y"] + link["height"] or box["y"] + box["height"] <= link["y"], "on the link"
    assert page.evaluate("document.documentElement.scrollHeight") == before
    # The face can be pointed at itself; Escape and leaving put it away.
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.wait_for_timeout(400)
    expect(face).to_be_visible()
    page.mouse.move(2, 2)
    expect(face).to_be_hidden()


def test_the_focus_shows_the_face_until_escape(page: Page) -> None:
    linked(page, DECK)
    page.keyboard.press("Tab")
    page.locator("#the-link").focus()
    face = page.locator(".preview-beside")
    expect(face.locator("img")).to_be_visible()
    expect(face.locator("img")).to_have_attribute("alt", "")
    page.keyboard.press("Escape")
    expect(face).to_be_hidden()
    expect(page.locator("#the-link")).to_be_focused()


def test_a_face_on_the_page_is_not_fetched_again(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/cards/?q=f:castille+t:scheme")
    page.locator("[data-card]").first.hover()
    page.wait_for_timeout(500)
    assert not [url for url in asked if "preview" in url and not url.endswith(".js")]
    expect(page.locator(".preview-beside")).to_have_count(0)


@pytest.mark.parametrize("place", ["deck", "embed", "hands", "odds", "rules", "card"])
def test_a_touch_opens_a_sheet_and_closing_returns_to_the_link(
    open_page: Callable[..., Page], axe: Callable[..., list[str]], place: str
) -> None:
    page = open_page(**HAND)
    linked(page, PLACES[place])
    address = page.url
    page.locator("#the-link").tap()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("h2")).to_have_text(page.locator("#the-link").inner_text().split(",")[0])
    expect(sheet.locator(".preview-face img")).to_be_visible()
    expect(sheet.locator(".rules")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # To axe, controls that the sheet half covers are too small to hit; on this page it covers none.
    assert place != "deck" or axe(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator("#the-link")).to_be_focused()
    expect(page.locator(".preview-beside:popover-open")).to_have_count(0)
    assert page.url == address
    page.locator("#the-link").tap()
    first = sheet.locator(".preview .btn").first
    assert first.get_attribute("target") == ("_blank" if place == "embed" else None)
    href = page.locator("#the-link").get_attribute("href")
    if place == "embed":
        assert first.get_attribute("href") == href
    else:
        first.tap()
        page.wait_for_url(f"**{href}")


def test_a_touch_on_a_list_of_cards_opens_the_card(open_page: Callable[..., Page]) -> None:
    page = open_page(**HAND)
    page.goto("/cards/?q=f:castille+t:scheme")
    page.locator("[data-card]").first.tap()
    expect(page.locator("article.card h1")).to_be_visible()


@pytest.mark.allows_console("ERR_FAILED")
def test_a_sheet_that_cannot_be_loaded_still_leads_to_the_card(open_page: Callable[..., Page]) -> None:
    page = open_page(**HAND)
    page.route("**/preview/", lambda route: route.abort())
    linked(page, DECK)
    page.locator("#the-link").tap()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("The preview couldn’t be loaded.")
    sheet.get_by_role("link", name="Card page").tap()
    expect(page.locator("article.card h1")).to_be_visible()


def test_without_script_a_link_is_a_link(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False, **HAND)
    page.goto(DECK)
    page.locator(".deck-lines a").first.tap()
    expect(page.locator("article.card h1")).to_be_visible()
