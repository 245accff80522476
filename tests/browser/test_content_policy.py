"""Pages made by others obey our content policy too; the `page` fixture fails on any violation."""

import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from tests import processes

SECRET = "brass lamp on the quay 9"


def test_the_staffs_pages_work_under_the_policy(page: Page, live_site: processes.Site) -> None:
    person = {"DJANGO_SUPERUSER_USERNAME": "harbour", "DJANGO_SUPERUSER_EMAIL": "", "DJANGO_SUPERUSER_PASSWORD": SECRET}
    subprocess.run(
        [sys.executable, "manage.py", "createsuperuser", "--noinput"],
        cwd=processes.ROOT,
        env=processes.environment(live_site.var, **person),
        check=True,
        capture_output=True,
    )
    page.goto("/admin/")
    page.get_by_label("Name").fill("harbour")
    page.get_by_label("Password").fill(SECRET)
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Recent actions")).to_be_visible()
    page.goto("/admin/cards/card/01006/change/")
    expect(page.get_by_text("Don Constanzo Scarpa").first).to_be_visible()


def test_the_apis_page_works_under_the_policy(page: Page) -> None:
    page.goto("/api/v1/docs/")
    expect(page.get_by_text("/cards/all/").first).to_be_visible()


@pytest.mark.allows_console("Content Security Policy")
def test_an_inline_script_is_refused(page: Page) -> None:
    """The policy holds, and the fixture would notice: a script slipped into the page does not run."""
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.goto("/about/")
    page.evaluate("""() => {
        const script = document.createElement('script');
        script.textContent = 'window.slipped = true';
        document.body.append(script);
    }""")
    assert page.evaluate("window.slipped") is None
    assert any("Content Security Policy" in text for text in heard)
