"""Fixtures every test may ask for: the loaded cards, a real queue, a running site, a real browser."""

import fcntl
import functools
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, CDPSession, ConsoleMessage, Page, sync_playwright
from pytest_django.plugin import blocking_manager_key

from fivesails_site.addresses import redis_url
from fivesails_site.supervisor.queue_server import EmbeddedServer
from tests import chromium, processes

BROWSER_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)

#: Without the worker, which would store pages beside what a test looks at; its own tests allow it.
USUAL: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}, "service_workers": "block"}

#: The same examples each time, so that a change is judged by what it changed; `make fuzz` looks for new ones.
hypothesis.settings.register_profile("usual", deadline=None, max_examples=30, derandomize=True)
hypothesis.settings.register_profile("long", deadline=None, max_examples=1000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))


#: Where the database itself has a say: rows that are written, searched, counted, locked and kept apart. Pages that only
#: show what was read are not among them, though they read from it too.
DATABASE_BOUND = (
    "accounts/test_",
    "cards/test_picture_store.py",
    "cards/test_loader.py",
    "decks/query/test_meaning.py",
    "decks/test_api_decks.py",
    "decks/test_builder_pages.py",
    "decks/test_pages_deck.py",
    "decks/test_pages_versions.py",
    "decks/test_share.py",
    "decks/test_social.py",
    "rules/jobs/test_api.py",
    "rules/jobs/test_pages.py",
    "rules/jobs/test_pages_form.py",
    "rules/jobs/test_services.py",
    "rules/jobs/test_recovery.py",
    "rules/jobs/test_worker.py",
)
#: Directories of tests with processes of their own, a browser or a whole site.
SLOW = {"browser", "fuzz", "live", "operations"}
#: Modules left to `make test`: they take every page, card or game in turn, many examples, or numbers at length.
THOROUGH = (
    "cards/faces/test_art.py",
    "cards/query/test_properties.py",
    "cards/test_loader.py",
    "cards/test_pages.py",
    "decks/query/test_meaning.py",
    "decks/test_api_permissions.py",
    "decks/test_legality_properties.py",
    "decks/test_pages_permissions.py",
    "decks/test_pdf.py",
    "decks/test_pictures.py",
    "fivesails_site/test_caching.py",
    "fivesails_site/test_query_counts.py",
    "rules/five_sails/test_bots.py",
    "rules/five_sails/test_random_games.py",
    "rules/games/test_pages.py",
    "rules/goldfish/test_opening.py",
    "rules/reference/test_pages.py",
    "security/",
)
#: Words by which a module says that it starts processes.
PROCESS_WORDS = ("subprocess", "processes", "queue_url")
EMPTIED = pytest.StashKey[bool]()
#: Words by which a module says that some of its tests are such, wherever it is.
DATABASE_WORDS = ("transaction=True", "transactional_db", "mark.database")


@functools.cache
def _database_bound(path: Path) -> bool:
    return path.relative_to(processes.ROOT / "tests").as_posix().startswith(DATABASE_BOUND)


@functools.cache
def _quick(path: Path) -> bool:
    place = path.relative_to(processes.ROOT / "tests")
    if SLOW & set(place.parts) or place.as_posix().startswith(THOROUGH):
        return False
    return not any(word in path.read_text() for word in (*PROCESS_WORDS, "transaction=True", "transactional_db"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Of the modules without any test that is asked for, not even the names are needed."""
    chosen = True
    if collection_path.name.startswith("test_"):
        if config.option.markexpr == "database":
            text = collection_path.read_text()
            chosen = _database_bound(collection_path) or any(word in text for word in DATABASE_WORDS)
        elif config.option.markexpr == "quick":
            chosen = _quick(collection_path)
    return None if chosen else True


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return "transactional_db" in getattr(item, "fixturenames", ()) or bool(marker and marker.kwargs.get("transaction"))


def _stores(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(item.get_closest_marker("django_db") or {"db", "transactional_db"} & fixtures)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Say what each test is, and in which order modules are shared out.

    The slow ones come first, so that in the end no test process waits for another: those that mostly wait in turn with
    those that keep a processor busy. Modules with tests that commit come last, because each such test leaves an empty
    database behind.
    """
    for item in items:
        if _commits(item) or (_database_bound(item.path) and _stores(item)):
            item.add_marker("database")
        if _quick(item.path):
            item.add_marker("quick")
        for kind in ("browser", "live"):
            if kind in item.path.relative_to(processes.ROOT).parts:
                item.add_marker(kind)
    yield
    committing = {item.path for item in items if _commits(item)}
    slow = [path for path in dict.fromkeys(item.path for item in items) if SLOW & set(path.parts)]
    waiting = [path for path in slow if "live" in path.parts]
    busy = [path for path in slow if path not in waiting]
    turns = {path: turn for kind in (waiting, busy) for turn, path in enumerate(kind)}
    items.sort(
        key=lambda item: (2 if item.path in committing else int(item.path not in turns), turns.get(item.path, 0))
    )


# --- the database ---


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """All cards and starter decks, loaded once for the whole run."""
    with django_db_blocker.unblock():
        _load()
    yield
    if connection.vendor == "postgresql":
        # A thread of some test may still hold a connection, and PostgreSQL drops no database that is being used.
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """What a test that commits has emptied is filled again, before the next one's own transaction."""
    if _stores(item) and item.config.stash.get(EMPTIED, False):
        with item.config.stash[blocking_manager_key].unblock():
            _load()
        item.config.stash[EMPTIED] = False


def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Whoever commits has the tables emptied afterwards."""
    if _commits(item):
        item.config.stash[EMPTIED] = True


@pytest.fixture(autouse=True)
def _uploads_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page asks must not depend on how many seconds passed since the last page."""
    from cards.pictures import store

    monkeypatch.setattr(store, "REFRESH_SECONDS", 3600)
    store.forget_upload_keys()


def _load() -> None:
    call_command("load_cards", verbosity=0)
    call_command("load_decks", verbosity=0)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Rate limits are counted in the cache: each test begins with nothing counted."""
    cache.clear()


# --- processes ---


@pytest.fixture(scope="session")
def queue_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a private Redis-speaking server."""
    var = tmp_path_factory.mktemp("queue")
    server = EmbeddedServer(redis_url("", var), var, os.environ)
    server.start()
    yield server.url
    server.stop()


@pytest.fixture(scope="session")
def prepared_var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory as a first start leaves it, made once for all test processes; copy it, do not write in it."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    var, done = shared / "prepared", shared / "prepared.done"
    with (shared / "prepared.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            processes.prepare(var)
            done.touch()
    return var


@pytest.fixture
def fresh_var(prepared_var: Path, tmp_path: Path) -> Path:
    """A prepared directory of the test's own."""
    return processes.copy(prepared_var, tmp_path / "var")


@pytest.fixture(scope="session")
def live_site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[processes.Site]:
    """The whole site, running: web server, worker and queue."""
    var = processes.copy(prepared_var, tmp_path_factory.mktemp("site") / "var")
    # A face takes a tenth of a second to draw, and pages show hundreds: all sites of the run draw each once.
    faces = prepared_var.parent / "faces"
    faces.mkdir(exist_ok=True)
    shutil.rmtree(var / "faces", ignore_errors=True)
    (var / "faces").symlink_to(faces)
    site = processes.Site(var).wait_until_ready()
    yield site
    site.stop()


# --- the browser ---


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    # Playwright keeps an event loop in this thread, which Django would take for asynchronous code of ours.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium.find(), args=list(BROWSER_FLAGS))
        yield running
        running.close()


class Contexts:
    """The browser's contexts, one for each set of options: a page in a new one costs three times as much processor."""

    #: What outlives a page and cannot be taken back: with such options a test has a context of its own.
    UNSHARED = frozenset({"permissions", "service_workers", "storage_state"})

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self._kept: dict[str, tuple[BrowserContext, CDPSession]] = {}

    def new(self, options: dict[str, Any]) -> BrowserContext:
        context = self.browser.new_context(base_url=self.url, **{**USUAL, **options})
        context.set_default_timeout(10_000)
        return context

    def shared(self, options: dict[str, Any]) -> BrowserContext | None:
        """The context that tests with these options use one after the other, unless a test uses it now."""
        key = repr(sorted(options.items()))
        if self.UNSHARED & options.keys():
            return None
        if key not in self._kept:
            context = self.new(options)
            # A first page that stays, through which the others' traces are removed.
            self._kept[key] = context, context.new_cdp_session(context.new_page())
        context = self._kept[key][0]
        return context if len(context.pages) == 1 else None

    def clean(self) -> None:
        """As if nobody had been there: no pages, cookies or stored data. Files in the browser's cache stay."""
        for context, session in self._kept.values():
            if len(context.pages) > 1:
                for page in context.pages[1:]:
                    page.close()
                context.clear_cookies()
                session.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": "all"})


@pytest.fixture(scope="session")
def contexts(browser: Browser, live_site: processes.Site) -> Contexts:
    """Shared by all tests of a process."""
    return Contexts(browser, live_site.url)


@pytest.fixture
def open_page(request: pytest.FixtureRequest, contexts: Contexts) -> Iterator[Callable[..., Page]]:
    """Open pages as visitors who do not know each other (`open_page(java_script_enabled=False)`).

    Any console error fails the test; one that provokes errors names a part of each in
    `@pytest.mark.allows_console("404")`.
    """
    marker = request.node.get_closest_marker("allows_console")
    allowed: tuple[str, ...] = marker.args if marker else ()
    faults: list[str] = []
    own: list[BrowserContext] = []

    def note(text: str) -> None:
        if not any(part in text for part in allowed):
            faults.append(text)

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            note(f"{message.text} ({message.location.get('url', '')})")

    def make(**options: Any) -> Page:
        context = contexts.shared(options)
        if context is None:
            context = contexts.new(options)
            own.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: note(str(error)))
        return page

    yield make
    for context in own:
        context.close()
    contexts.clean()
    assert not faults, "the browser's console has errors:\n" + "\n".join(faults)


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """One page on a desktop screen."""
    return open_page()


@pytest.fixture(scope="session")
def axe() -> Callable[..., list[str]]:
    """Run axe-core on a page as it stands; the answer is one line for each violation of WCAG 2.2 A and AA.

    Asked for some rules by name, it looks at those alone.
    """
    import axe_playwright_python

    source = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

    def run(page: Page, *rules: str) -> list[str]:
        if not page.evaluate("!!window.axe"):
            page.evaluate(f"(() => {{{source}}})()")
        only = {"type": "rule" if rules else "tag", "values": list(rules) or tags}
        found = page.evaluate("only => axe.run(document, {runOnly: only, resultTypes: ['violations']})", only)
        return [
            f"{fault['id']} ({fault['impact']}): {node['html'][:160]}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]

    return run
