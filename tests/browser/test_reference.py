"""Reading the rules in a real browser: searching while typing, following numbers, pointing at words."""

from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_the_search_answers_while_one_types_and_leads_to_the_rule(page: Page) -> None:
    page.goto("/rules/")
    expect(page.get_by_role("heading", name="The Day at a glance")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("gamble fin")
    expect(page.get_by_role("status")).to_contain_text("passages found")
    expect(page).to_have_url("/rules/?q=gamble+fin")
    expect(page.locator("mark").first).to_be_visible()
    page.get_by_role("searchbox").fill("ripsote")
    expect(page.get_by_role("status")).to_have_text("Nothing found")
    page.get_by_role("link", name="riposte").click()
    page.get_by_role("link", name="R4 Combat values").click()
    expect(page).to_have_url("/rules/duels/#R4")
    expect(page.locator(":target")).to_be_in_viewport()
    page.goto("/rules/")
    page.get_by_role("searchbox").fill("parley")
    expect(page.locator(".hits")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_role("heading", name="The Day at a glance")).to_be_visible()
    expect(page).to_have_url("/rules/")


def test_a_number_in_the_address_shows_its_rule(page: Page) -> None:
    page.goto("/rules/4.2.3/")
    expect(page).to_have_url("/rules/day/#4.2.3")
    expect(page.locator(":target").get_by_role("heading")).to_have_text("4.2.3 Initiative")
    expect(page.locator(":target")).to_be_in_viewport()
    page.keyboard.press("]")
    expect(page).to_have_url("/rules/actions/")


def test_words_explain_themselves_on_hover_and_focus_and_stay_on_a_phones_screen(
    open_page: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    phone = open_page(viewport={"width": 390, "height": 844})
    phone.goto("/rules/duels/")
    for term in phone.locator(".chapter .term").all():
        link, tip = term.get_by_role("link"), term.get_by_role("tooltip")
        link.focus()
        expect(tip).to_be_visible()
        box = tip.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    assert axe(phone) == []
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("tooltip")).to_have_count(0)
    phone.goto("/rules/duels/")
    word = phone.get_by_role("link", name="threat", exact=True).first
    word.hover()
    expect(phone.get_by_role("tooltip")).to_contain_text("Wounds on the way")
    word.click()
    expect(phone).to_have_url("/rules/glossary/#threat")
    expect(phone.locator(":target")).to_be_in_viewport()


def test_on_a_phone_the_contents_open_beside_the_text(
    open_page: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    phone = open_page(viewport={"width": 390, "height": 844})
    phone.goto("/rules/day/")
    contents = phone.get_by_role("navigation", name="Rules")
    expect(contents).to_be_hidden()
    phone.get_by_role("button", name="Contents", exact=True).click()
    expect(contents).to_be_visible()
    assert axe(phone) == []
    contents.get_by_role("link", name="4.5.2 Clean up").click()
    expect(phone).to_have_url("/rules/day/#4.5.2")


def test_without_scripts_the_search_still_answers(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/rules/duels/")
    page.get_by_role("searchbox").fill("crew cap")
    page.keyboard.press("Enter")
    expect(page).to_have_url("/rules/?q=crew+cap")
    page.get_by_role("link", name="9.1 Crew Cap").click()
    expect(page).to_have_url("/rules/standing/#9.1")


def test_print_leaves_out_the_controls_and_keeps_the_rules(page: Page) -> None:
    page.goto("/rules/duels/")
    page.emulate_media(media="print")
    for part in (".masthead", ".book-nav", ".rules-search", ".chapter .steps"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.get_by_role("heading", name="7.1 Restricted Hostilities")).to_be_visible()
    expect(page.locator(".aside-example").first).to_be_visible()


def test_terms_in_card_texts_explain_themselves_to_finger_key_and_pointer(
    open_page: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    phone = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.goto("/cards/?view=text&q=buratino")
    assert axe(phone) == []
    word = phone.locator(".texts .term").first
    tip, here = word.get_by_role("tooltip"), phone.url
    before = phone.evaluate("document.documentElement.scrollHeight")
    word.get_by_role("link").tap()
    expect(tip).to_be_visible()
    assert (phone.url, phone.evaluate("document.documentElement.scrollHeight")) == (here, before)
    phone.touchscreen.tap(385, 500)
    expect(tip).to_be_hidden()
    for each in phone.locator(".texts .term").all()[:12]:
        each.get_by_role("link").focus()
        box = each.get_by_role("tooltip").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 390
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("tooltip")).to_have_count(0)
    anchor = word.get_by_role("link").get_attribute("href")
    word.get_by_role("link").tap()
    word.get_by_role("link").tap()
    expect(phone).to_have_url(anchor or "")
    expect(phone.locator(":target")).to_be_in_viewport()
    plain = open_page(java_script_enabled=False)
    plain.goto("/cards/?view=text&q=t:risk")
    plain.locator(".texts .term a").first.click()
    expect(plain.locator(":target")).to_be_in_viewport()
