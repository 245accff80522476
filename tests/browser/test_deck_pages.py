"""Deck pages in a real browser: shared, compared, printed on one page, and deaf to other people's scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

HOSTILE = '"><script>window.hit = 1</script><img src=x onerror="window.hit = 2">'


def test_series_of_a_chart_differ_in_more_than_colour(page: Page) -> None:
    page.goto("/decks/castille-starter/")
    fills = [
        page.locator(f".chart .chart-{place}").first.evaluate("each => getComputedStyle(each).fill")
        for place in range(3)
    ]
    assert len(set(fills)) == 3
    assert [("url" in fill) for fill in fills] == [False, True, True]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_deck_prints_on_one_page_with_its_code(page: Page, paper: str) -> None:
    page.goto("/decks/castille-starter/")
    page.emulate_media(media="print")
    expect(page.locator(".print-foot .qr")).to_be_visible()
    expect(page.locator(".deck-bar")).to_be_hidden()
    printed = page.pdf(format=paper)
    assert printed.count(b"/Type /Page\n") == 1


def test_the_list_is_copied_at_a_press(open_page: Callable[..., Page]) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/decks/castille-starter/export/?kind=markdown")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert "**Leader:** Soline el Gato" in page.evaluate("navigator.clipboard.readText()")


def test_without_scripts_the_list_can_still_be_marked_and_taken(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/decks/castille-starter/export/")
    expect(page.get_by_role("button", name="Copy", exact=True)).to_be_hidden()
    assert "2x Not Today" in page.locator("#written").input_value()


def signed_up(page: Page, name: str) -> None:
    page.goto("/accounts/sign-up/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill("lamp oil and brass 7")
    page.get_by_label("Password again").fill("lamp oil and brass 7")
    page.locator("main").get_by_role("button", name="Sign up").click()
    expect(page).not_to_have_url("**/sign-up/")


def test_a_deck_is_copied_shared_opened_elsewhere_and_revoked(open_page: Callable[..., Page]) -> None:
    owner, friend = open_page(java_script_enabled=False), open_page()
    owner.goto("/decks/castille-starter/")
    owner.get_by_role("link", name="Copy to my decks").click()
    owner.get_by_role("button", name="Copy to my decks").click()
    expect(owner.get_by_text("Private: only you can see this")).to_be_visible()
    owner.get_by_role("link", name="Edit details").click()
    owner.get_by_label("Name").fill("Thieves by Lamplight")
    owner.get_by_label("Description").fill("Steal **everything**.")
    owner.get_by_role("button", name="Save").click()
    expect(owner.get_by_role("heading", level=1)).to_have_text("Thieves by Lamplight")
    expect(owner.locator("strong", has_text="everything")).to_be_visible()
    owner.get_by_role("link", name="Share").click()
    owner.get_by_label("By link").check()
    owner.get_by_role("button", name="Save").click()
    link = owner.get_by_label("Link to share").input_value()

    assert friend.goto(link).status == 200  # type: ignore[union-attr]
    expect(friend.get_by_role("heading", level=1)).to_have_text("Thieves by Lamplight")
    friend.get_by_role("button", name="Copy to my decks").click()
    expect(friend.get_by_text("was copied to your decks")).to_be_visible()
    friend.goto("/decks/compare/")
    friend.get_by_label("Before").fill(link)
    friend.get_by_label("After").fill("castille-starter")
    friend.get_by_role("button", name="Compare").click()
    expect(friend.locator("#tally")).to_have_text("The two lists are identical.")

    owner.get_by_role("button", name="Revoke and").click()
    assert owner.get_by_label("Link to share").input_value() != link


@pytest.mark.allows_console("404")
def test_a_link_that_was_revoked_says_so(page: Page, axe: Callable[[Page], list[str]]) -> None:
    page.goto("/d/AAAAAAAAAAAAAAAAAAAAAA/")
    expect(page.get_by_text("It may have been revoked.")).to_be_visible()
    assert axe(page) == []


@pytest.mark.allows_console("404")
def test_nobody_elses_script_runs(open_page: Callable[..., Page], axe: Callable[[Page], list[str]]) -> None:
    page = open_page()
    signed_up(page, "mallory")
    page.goto("/decks/castille-starter/")
    page.get_by_role("button", name="Copy to my decks").click()
    deck = page.url
    page.goto(f"{deck}edit/")
    page.get_by_label("Name").fill(HOSTILE[:80])
    page.get_by_label("Description").fill(f"{HOSTILE}\n\n[press](javascript:window.hit=3)\n\n<svg onload=window.hit=4>")
    page.get_by_role("button", name="Save").click()
    page.goto(f"{deck}share/")
    page.get_by_label("Public").check()
    page.get_by_role("button", name="Save").click()
    page.goto(deck)
    page.get_by_label("Your comment").fill(f"{HOSTILE} **kind**")
    page.get_by_role("button", name="Post comment").click()
    expect(page.locator(".said strong", has_text="kind")).to_be_visible()
    tails = ("", "?view=faces", "versions/", "export/", "edit/", "share/", "delete/", "embed/", "compare/")
    for address in (
        *(f"{deck}{tail}" for tail in tails),
        "/decks/",
        "/decks/mine/",
        f"/decks/compare/?a={HOSTILE}&b=x",
    ):
        page.goto(address)
        assert page.evaluate("window.hit") is None, address
        assert page.locator("main script, main img[src=x], main [onerror], main [onload]").count() == 0, address
    page.goto(deck)
    assert axe(page) == []
    page.get_by_role("button", name="like").click()
    expect(page.get_by_role("button", name="1 like")).to_have_attribute("aria-pressed", "true")
    page.goto(f"{deck}delete/")
    page.get_by_role("button", name="Delete deck").click()
    expect(page.get_by_text("was deleted.")).to_be_visible()


def test_what_is_exported_comes_back_is_changed_compared_and_restored(page: Page) -> None:
    page.goto("/decks/castille-starter/export/")
    written = page.locator("#written").input_value()
    page.goto("/decks/import/")
    page.get_by_label("Deck list").fill(written)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Import this deck").click()
    page.wait_for_url("**/build/")
    deck_id = page.url.split("/")[-3]
    page.goto(f"/decks/{deck_id}/build/?q=Not+Today")
    page.locator("#picks [data-less]").first.click()
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.locator(".counter b").nth(2)).to_have_text("39/40+")
    against_the_starter = f"/decks/compare/?a=castille-starter&b={deck_id}"
    page.goto(against_the_starter)
    expect(page.locator("main")).to_contain_text("Not Today")
    page.goto(f"/decks/{deck_id}/versions/1/")
    page.get_by_role("button", name="Restore").click()
    page.goto(against_the_starter)
    expect(page.locator("#tally")).to_have_text("The two lists are identical.")
