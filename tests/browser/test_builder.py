"""Building a deck as a player does it: by keyboard, by mouse, by thumb, without scripts, and in two windows at once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cards.catalogue.datafiles import load_catalogue

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LEADER = "Soline el Gato"


def begin(page: Page, leader: str = LEADER) -> str:
    page.goto("/decks/new/")
    page.get_by_role("button", name=re.compile(leader)).click()
    page.wait_for_url("**/build/")
    return page.url


def saved(page: Page) -> None:
    expect(page.locator("#saved")).to_have_text("Saved")


def look_for(page: Page, query: str) -> None:
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type(query)
    expect(page.locator(".pool-top")).to_have_attribute("data-q", query)
    expect(page.locator("#heard")).to_contain_text("you can add")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#picks [data-more]").first).to_be_focused()


def counter(page: Page, name: str) -> str:
    return page.locator(".counter", has_text=name).locator("b").inner_text()


def test_a_legal_deck_by_keyboard_alone(page: Page) -> None:
    page.goto("/decks/new/")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.leader-pick')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/build/")
    expect(page.locator(".counter b")).to_have_text(["0/5", "0/5", "0/40+"])
    assert page.locator(".check-item.is-todo").count() == 3

    look_for(page, "t:character d:approach")
    for place in range(1, 6):
        page.keyboard.press("+")
        expect(page.locator(".counter b").first).to_have_text(f"{place}/5")
        page.keyboard.press("ArrowDown")
    expect(page.locator("#check-characters")).to_have_class(re.compile("is-done"))

    look_for(page, "t:scheme")
    for place in range(1, 6):
        page.keyboard.press("Enter")
        expect(page.locator(".counter b").nth(1)).to_have_text(f"{place}/5")
        page.keyboard.press("ArrowDown")

    look_for(page, "d:faction -is:unique")
    for place in range(1, 21):
        page.keyboard.press("2")
        expect(page.locator(".counter b").nth(2)).to_have_text(f"{2 * place}/40+")
        page.keyboard.press("ArrowDown")
    expect(page.locator("#said")).to_contain_text("40 of 40. The deck is now legal.")
    expect(page.locator("#counts .verdict")).to_have_text("Legal")
    assert page.locator(".check-item.is-done").count() == page.locator(".check-item").count() == 8

    page.keyboard.press("ArrowUp")
    page.keyboard.press("-")
    expect(page.locator("#counts .verdict")).to_have_text("1 to add")
    page.keyboard.press("u")
    expect(page.locator("#counts .verdict")).to_have_text("Legal")
    page.keyboard.press("r")
    expect(page.locator(".counter b").nth(2)).to_have_text("39/40+")
    page.keyboard.press("Control+z")
    expect(page.locator(".counter b").nth(2)).to_have_text("40/40+")
    page.reload()
    expect(page.locator("#counts .verdict")).to_have_text("Legal")


def test_from_the_pool_to_the_deck_and_back(page: Page) -> None:
    begin(page)
    look_for(page, "t:risk is:neutral -is:unique")
    page.keyboard.press("+")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("+")
    expect(page.locator("#list .line")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    assert page.evaluate("Boolean(document.activeElement.closest('#list .line'))")
    page.keyboard.press("Backspace")
    expect(page.locator("#list .line")).to_have_count(1)
    assert page.evaluate("Boolean(document.activeElement.closest('#list .line'))"), "the next line takes the focus"
    page.keyboard.press("Backspace")
    expect(page.locator("#list .line")).to_have_count(0)
    saved(page)
    assert page.evaluate("document.activeElement !== document.body"), "the focus is never lost"


def test_single_keys_obey_the_switch(page: Page) -> None:
    begin(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_contain_text("remove it")
    page.get_by_label("Single-key shortcuts are on").uncheck()
    page.keyboard.press("Escape")
    page.locator("#picks [data-more]").first.focus()
    page.keyboard.press("+")
    page.keyboard.press("2")
    page.wait_for_timeout(300)
    expect(page.locator("#list .line")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#list .line")).to_have_count(1)


def test_problems_appear_and_vanish(page: Page) -> None:
    begin(page)
    page.fill("#q", "f:eisen t:risk")
    expect(page.locator("#pool .note")).to_contain_text("No cards you can add match your search.")
    page.get_by_label("Show illegal cards too").check()
    first = page.locator("#picks .pick").first
    expect(first.locator(".why")).to_contain_text("is not loyal to Soline el Gato")
    name = first.locator(".pick-name").inner_text()
    first.locator("[data-more]").click()
    item = page.locator("#check-loyalty")
    expect(item).to_have_class(re.compile("is-wrong"))
    expect(item).to_contain_text(f"{name} is not loyal")
    expect(page.locator("#said")).to_contain_text("is not loyal")
    expect(page.locator("#list .line.wrong")).to_have_count(1)
    item.get_by_role("button", name=f"Remove {name}").click()
    expect(item).to_have_class(re.compile("is-done"))
    expect(page.locator("#list .line")).to_have_count(0)


def test_the_way_out_of_what_is_missing_shows_it(page: Page) -> None:
    begin(page)
    page.get_by_role("link", name="Show schemes").first.click()
    expect(page.locator("#q")).to_have_value("t:scheme")
    expect(page.locator("#picks [data-more]").first).to_be_focused()
    expect(page.locator("#filter-type-scheme")).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile(r"\?q=t%3Ascheme$"))


def test_a_full_card_says_why_it_takes_no_more(page: Page) -> None:
    begin(page)
    look_for(page, "t:risk is:neutral -is:unique")
    page.keyboard.press("2")
    expect(page.locator("#picks [data-more]").first).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#picks [data-more]").first).to_be_focused()
    page.keyboard.press("+")
    expect(page.locator("#said")).to_contain_text("the limit is 2")
    expect(page.locator(".counter b").nth(2)).to_have_text("2/40+")


def test_quick_fingers_lose_nothing(page: Page) -> None:
    begin(page)
    page.goto(page.url + "?q=t:risk+-is:unique")
    page.evaluate("""() => {
        const buttons = [...document.querySelectorAll('#picks [data-more]')].slice(0, 6);
        for (const button of buttons) { button.click(); button.click(); }
    }""")
    expect(page.locator(".counter b").nth(2)).to_have_text("12/40+")
    saved(page)
    page.reload()
    expect(page.locator(".counter b").nth(2)).to_have_text("12/40+")


def test_another_leader_and_undone_again(page: Page) -> None:
    begin(page)
    page.goto(page.url + "?q=f:castille+t:risk+-is:unique")
    page.locator("#picks [data-more]").nth(0).click()
    page.locator("#picks [data-more]").nth(1).click()
    expect(page.locator("#list .line")).to_have_count(2)
    page.locator("#change-leader").click()
    page.get_by_role("button", name="Lead with Kaspar Dietrich").click()
    expect(page.locator(".led-name")).to_contain_text("Kaspar Dietrich")
    expect(page.locator("#check-loyalty")).to_contain_text("Loyal to Eisen")
    page.get_by_role("button", name="Remove all 2").click()
    expect(page.locator("#list .line")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".led-name")).to_contain_text("Soline el Gato")
    expect(page.locator("#check-loyalty")).to_have_class(re.compile("is-done"))


def test_a_click_is_not_lost_though_an_answer_comes_between_press_and_release(page: Page) -> None:
    begin(page)
    page.goto(page.url + "?q=f:castille+t:risk+-is:unique")
    for number in range(3):
        page.locator("#picks [data-more]").nth(number).click()
    expect(page.locator("#list .line")).to_have_count(3)
    on_the_way = []
    page.route("**/build/", lambda route: on_the_way.append(route) if not on_the_way else route.continue_())
    page.locator("#undo").click()
    place = page.locator("#undo").bounding_box()
    assert place
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.mouse.down()
    with page.expect_response("**/build/"):
        on_the_way[0].continue_()
    page.wait_for_timeout(200)
    page.mouse.up()
    expect(page.locator("#list .line")).to_have_count(1)


def test_name_and_format_are_kept(page: Page) -> None:
    begin(page)
    page.fill("#name", "Cats of the Docks")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("Renamed to Cats of the Docks.")
    page.select_option("#format", "playtest-5.9.4e")
    expect(page.locator(".counter b").nth(2)).to_have_text("0/40")
    page.reload()
    expect(page.locator("#name")).to_have_value("Cats of the Docks")
    expect(page.locator("#format")).to_have_value("playtest-5.9.4e")


def test_faces_and_the_card_beside_its_name(page: Page) -> None:
    begin(page)
    page.locator(".pick-name").first.hover()
    expect(page.locator("#glance")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#glance")).to_be_hidden()
    page.get_by_role("link", name="Images").click()
    expect(page.locator(".picks-faces .pick-face img").first).to_be_visible()
    page.locator("#picks [data-more]").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#picks [data-more]").nth(1)).to_be_focused()
    page.keyboard.press("+")
    expect(page.locator("#list .line")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    assert page.evaluate("[...document.querySelectorAll('#picks [data-more]')].indexOf(document.activeElement)") > 2


def test_more_cards_come_while_scrolling(page: Page) -> None:
    begin(page)
    page.get_by_label("Show illegal cards too").check()
    expect(page.locator("#pool-said")).to_contain_text(f"{len(load_catalogue())} cards")
    expect(page.locator("#picks > .pick")).to_have_count(36)
    page.locator("#more").scroll_into_view_if_needed()
    expect(page.locator("#picks > .pick")).to_have_count(72)


@pytest.mark.allows_console("409")
@pytest.mark.parametrize(("choice", "lines"), [("Merge both", 2), ("Keep mine", 1), ("Keep saved", 1)])
def test_two_windows_at_once(open_page: Callable[..., Page], choice: str, lines: int) -> None:
    first = open_page()
    address = begin(first) + "?q=t:risk+-is:unique"
    first.goto(address)
    second = open_page(storage_state=first.context.storage_state())
    second.goto(address)
    theirs = second.locator(".pick-name").nth(0).inner_text()
    mine = first.locator(".pick-name").nth(1).inner_text()
    second.locator("#picks [data-more]").nth(0).click()
    saved(second)
    first.locator("#picks [data-more]").nth(1).click()
    dialog = first.get_by_role("dialog", name="This deck was changed elsewhere")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text(theirs)
    expect(dialog).to_contain_text(mine)
    first.keyboard.press("Escape")
    expect(dialog).to_be_visible()
    dialog.get_by_text(choice, exact=True).click()
    expect(dialog).to_be_hidden()
    expect(first.locator("#list .line")).to_have_count(lines)
    expect(first.locator("#list")).to_contain_text(mine if choice == "Keep mine" else theirs)
    expect(first.locator("#q")).to_have_value("t:risk -is:unique")


@pytest.mark.allows_console("ERR_FAILED")
def test_an_edit_that_does_not_arrive_is_kept_and_sent_again(page: Page) -> None:
    begin(page)
    page.route("**/build/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.locator("#picks [data-more]").nth(0).click()
    expect(page.locator("#saved")).to_contain_text("Not saved")
    page.locator("#picks [data-more]").nth(1).click()
    page.unroute("**/build/")
    page.get_by_role("button", name="Try again").click()
    saved(page)
    expect(page.locator("#list .line")).to_have_count(2)


def test_with_a_thumb_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    page.goto("/decks/new/")
    page.get_by_role("button", name=re.compile(LEADER)).tap()
    page.wait_for_url("**/build/")
    expect(page.locator("#deck-side")).to_be_hidden()
    page.locator("#picks [data-more]").nth(0).tap()
    page.locator("#picks [data-more]").nth(1).tap()
    expect(page.locator(".counter b").first).to_have_text("2/5")
    expect(page.locator("#bar")).to_be_in_viewport()
    page.locator(".b-tabs").get_by_text("Deck").tap()
    expect(page.locator("#pool-side")).to_be_hidden()
    expect(page.locator("#list .line")).to_have_count(2)
    page.locator("#list [data-less]").first.tap()
    expect(page.locator("#list .line")).to_have_count(1)
    page.locator(".b-tabs").get_by_text("Legality").tap()
    page.get_by_role("link", name="Show schemes").tap()
    expect(page.locator("#pool-side")).to_be_visible()
    expect(page.locator("#q")).to_have_value("t:scheme")
    page.locator("#undo").tap()
    expect(page.locator(".counter b").first).to_have_text("2/5")


def test_what_a_thumb_must_hit_is_large(open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    begin(page)
    page.locator("#picks [data-more]").first.tap()
    expect(page.locator(".counter b").first).to_have_text("1/5")
    small = """() => [...document.querySelectorAll('#bar :is(a, button), .bump, #q, .b-search button, .fix, .chip')]
        .filter(each => each.checkVisibility())
        .map(each => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
        .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
        .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""
    for tab in ("Cards", "Deck", "Legality"):
        page.locator(".b-tabs").get_by_text(tab).tap()
        assert page.evaluate(small) == [], tab


@pytest.mark.allows_console("422")
def test_everything_without_scripts(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    begin(page)
    page.fill("#q", "t:risk is:neutral -is:unique")
    page.get_by_role("button", name="Search").click()
    page.locator("#picks [data-more]").first.click()
    expect(page.locator("#q")).to_have_value("t:risk is:neutral -is:unique")
    expect(page.locator(".counter b").nth(2)).to_have_text("1/40+")
    expect(page.locator("#said")).to_contain_text("1 of 40")
    page.locator("#picks [data-more]").first.click()
    expect(page.locator(".counter b").nth(2)).to_have_text("2/40+")
    # Without scripts nothing holds the finger back, so the answer says it.
    page.locator("#picks [data-more]").first.click(force=True)
    expect(page.locator("#said")).to_contain_text("was not added")
    page.goto(re.sub(r"[?#].*", "", page.url))
    page.locator("#list [data-less]").first.click()
    expect(page.locator(".counter b").nth(2)).to_have_text("1/40+")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".counter b").nth(2)).to_have_text("2/40+")
    page.locator("#filter-type-scheme").click()
    expect(page.locator("#q")).to_have_value("t:scheme")
    page.get_by_label("Show illegal cards too").check()
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".why").first).to_be_visible()
    page.fill("#name", "Plain")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("#name")).to_have_value("Plain")
    page.select_option("#format", "core-only")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#format")).to_have_value("core-only")


def test_a_pasted_list_becomes_a_deck(page: Page) -> None:
    page.goto("/decks/import/")
    page.get_by_label("Deck list").fill("Cats\nLeader: Soline el Gato\n2x Sabr\n1 Frobnicate\n")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".doubts")).to_contain_text("Frobnicate")
    choice = page.get_by_label("Read as")
    expect(choice.locator("option:checked")).to_contain_text("Sabre")
    page.get_by_role("button", name="Import this deck").click()
    page.wait_for_url("**/build/")
    expect(page.locator("#list")).to_contain_text("Sabre")
    expect(page.locator("#name")).to_have_value("Cats")
