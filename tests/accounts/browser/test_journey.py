"""From sign-up to the end of an account, in a real browser, with and without scripts."""

import re
import secrets
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.accounts.conftest import PASSWORD
from tests.processes import Site, wait_until

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

Axe = Callable[[Page], list[str]]


def new_name() -> str:
    return f"corsair-{secrets.token_hex(4)}"


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.get_by_role("status")).to_have_text("Welcome!")


@pytest.mark.parametrize(
    "how",
    [{}, {"java_script_enabled": False}, {**PHONE, "color_scheme": "dark"}],
    ids=["desktop", "without scripts", "phone at night"],
)
def test_up_out_and_in(open_page: Callable[..., Page], axe: Axe, how: dict[str, object]) -> None:
    page = open_page(**how)
    # Without scripts axe cannot run either.
    check = axe if how.get("java_script_enabled", True) else lambda page: []
    page.goto("/accounts/sign-up/")
    assert check(page) == []
    name = new_name()
    sign_up(page, name)
    assert check(page) == []
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("status")).to_have_text("You are signed out.")
    page.get_by_label("Name").fill(name.upper())
    page.get_by_label("Password").fill("not the right one")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_have_text("Wrong name or password.")
    assert check(page) == []
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_faults_stand_beside_their_fields(page: Page, axe: Axe) -> None:
    page.goto("/accounts/sign-up/")
    page.get_by_label("Name").fill("two words")
    page.get_by_label("Password", exact=True).fill("short")
    page.get_by_label("Password again").fill("shorter")
    page.get_by_role("button", name="Sign up").click()
    name = page.get_by_label("Name")
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_have_accessible_description(re.compile("A name is 3 to 30 letters"))
    expect(name).to_have_value("two words")
    assert axe(page) == []


def test_a_token_is_shown_once_and_revoked(page: Page, axe: Axe) -> None:
    sign_up(page, new_name())
    page.get_by_label("What is it for?").fill("Deck sync")
    page.get_by_role("button", name="Create token").click()
    expect(page.get_by_label("The token")).to_have_text(re.compile(r"^fs_[\w-]{43}$"))
    assert axe(page) == []
    page.get_by_role("button", name="Revoke Deck sync").click()
    expect(page.get_by_role("status")).to_have_text("The token has been revoked.")
    expect(page.get_by_text("Deck sync", exact=True)).to_have_count(0)


def test_leaving_with_everything(page: Page, axe: Axe, tmp_path: Path) -> None:
    name = new_name()
    sign_up(page, name)
    page.get_by_role("link", name="Delete account").click()
    assert axe(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    download.value.save_as(tmp_path / "all.zip")
    assert zipfile.ZipFile(tmp_path / "all.zip").namelist() == ["account.json"]
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete account").click()
    expect(page.get_by_role("status")).to_contain_text("Your account and everything in it have been deleted")


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("address", ["/accounts/reset/", "/accounts/reset/sent/", "/players/five-sails/"])
def test_the_other_pages_are_open_to_everybody(
    open_page: Callable[..., Page], axe: Axe, address: str, how: dict[str, object]
) -> None:
    page = open_page(**how)
    page.goto(address)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_link_by_mail_from_the_real_worker(page: Page, live_site: Site) -> None:
    name = new_name()
    sign_up(page, name)
    page.get_by_role("link", name="Add email").click()
    page.get_by_label("New email").fill(f"{name}@sails.example")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_role("status")).to_contain_text("We've sent a link")
    page.goto(mailed(live_site, rf"To: {name}@sails\.example.*?(http://\S+/confirm/\S+)"))
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("status")).to_have_text(f"{name}@sails.example is confirmed.")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("Name or email").fill(name)
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check your email")
    page.goto(mailed(live_site, rf"To: {name}@sails\.example.*?(http://\S+/reset/[^/\s]+/[^/\s]+/)"))
    page.get_by_label("Password", exact=True).fill("a harbour of many lanterns")
    page.get_by_label("Password again").fill("a harbour of many lanterns")
    page.get_by_role("button", name="Save password").click()
    expect(page.get_by_role("status")).to_have_text("Your password has been changed. You can sign in now.")


def mailed(site: Site, pattern: str) -> str:
    """The link of a mail that the worker has printed."""
    found: list[str] = []
    wait_until(lambda: found.extend(re.findall(pattern, site.output, re.DOTALL)) or found, 30, f"a mail like {pattern}")
    return found[-1]
