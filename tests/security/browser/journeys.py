"""A browser that goes through the site and looks, on each page, for words that became more than words."""

import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlsplit

from django.urls import Resolver404, resolve
from playwright.sync_api import Page

from tests import processes
from tests.accounts.conftest import PASSWORD
from tests.security.routes import routes
from tests.security.table import TABLE

#: Each in as few characters as names may have.
SHORT = [
    "<script>pwned=1</script>",
    '"><img src=x onerror=pwned=1>',
    "'-pwned=1-'<svg/onload=pwned=1>",
    "</title></textarea><svg onload=pwned=1>",
    "{{7*7}}${7*7}<a href=javascript:pwned=1>x</a>",
    "\u2028<iframe srcdoc='<script>parent.pwned=1</script>'>",
]

#: Pages that are no pages: files, pictures, answers for programs; and those that only a form leads to.
NO_PAGES = re.compile(
    r"^(healthz|readyz|robots\.txt|favicon\.ico|opensearch\.xml|service-worker\.js|site\.webmanifest|faces/.*|accounts/export/"
    r"|api/(?!v1/docs/).*|.*\.(atom|svg|png|csv|json|txt|jpg)|.*/export/<str:kind>/|.*/events/|accounts/sign-out/)$"
)

WATCH = """
    window.addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective));
"""
LOOK = """() => {
    if (window.pwned) return 'it ran';
    const bad = [...document.querySelectorAll('*')].find((each) =>
        [...each.attributes].some((one) => one.name.startsWith('on') || one.name === 'srcdoc'
            || (['href', 'src', 'action', 'formaction', 'xlink:href'].includes(one.name)
                && /^[\\s\\u0000-\\u0020]*(javascript|data|vbscript):/i.test(one.value)))
        || ['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'STYLE', 'math'].includes(each.tagName)
        || (each.tagName === 'SCRIPT' && !each.src && !/json/.test(each.type)));
    return bad ? bad.outerHTML.slice(0, 200) : '';
}"""


class Journey:
    """A page that is looked at wherever it goes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.add_init_script(WATCH)
        page.on("dialog", lambda dialog: (self.faults.append(f"a dialog on {page.url}"), dialog.dismiss()))

    def look(self) -> None:
        found = self.page.evaluate(LOOK)
        if found:
            self.faults.append(f"{self.page.url}: {found}")

    def open(self, path: str) -> None:
        # By then every script of the page has run.
        self.page.goto(path, wait_until="domcontentloaded")
        self.look()

    def send(self, path: str, form: str, **values: str) -> str:
        """Fill in a form of a page and send it; where that leads."""
        self.page.goto(path)
        with self.page.expect_navigation():
            self.page.evaluate(
                """([form, values]) => {
                    const found = [...document.forms].find((each) => each.matches(form));
                    for (const [name, value] of Object.entries(values)) found.elements[name].value = value;
                    HTMLFormElement.prototype.submit.call(found);
                }""",
                [form, values],
            )
        self.look()
        return self.page.url

    def staff_pages(self, site: processes.Site) -> int:
        """As somebody of the staff, one page of each kind that links lead to, and every search; how many kinds."""
        name = f"s-{secrets.token_hex(4)}"
        person = dict(zip(("USERNAME", "EMAIL", "PASSWORD"), (name, "", PASSWORD), strict=True))
        subprocess.run(
            [sys.executable, "manage.py", "createsuperuser", "--noinput"],
            cwd=processes.ROOT,
            env=processes.environment(site.var, **{f"DJANGO_SUPERUSER_{each}": it for each, it in person.items()}),
            check=True,
            capture_output=True,
        )
        self.page.context.clear_cookies()
        self.send("/accounts/sign-in/", "[method=post]:has([name=password])", username=name, password=PASSWORD)
        seen: set[str] = set()
        waiting = ["/admin/"]
        while waiting:
            path = waiting.pop()
            if not path.startswith("/admin/") or route_of(path) in seen:
                continue
            seen.add(route_of(path))
            self.open(path)
            links = self.page.evaluate("[...document.querySelectorAll('a[href]')].map((a) => a.href)")
            waiting += [urlsplit(each).path for each in links]
            if self.page.locator("#searchbar").count():
                self.open(f"{path}?q={quote(''.join(SHORT), safe='')}")
        return len(seen)


def route_of(path: str) -> str:
    try:
        return resolve(path).route
    except Resolver404:
        return path


def paths(values: dict[str, Any]) -> Iterator[str]:
    """Every page there is."""
    for pattern, route in routes().items():
        row = TABLE.get(pattern)
        if row is not None and "GET" in row.methods and not NO_PAGES.match(pattern):
            code = {"sets/<slug:code>/": "tooth-and-claw", "factions/<slug:code>/": "castille"}.get(pattern, "01019")
            yield route.path(**values, code=code, name="duels")
