"""What browser tests measure a page by: faults in every light on every screen, its weight, and whether it jumps."""

from collections.abc import Callable

from playwright.sync_api import CDPSession, Page

PHONE = 390
#: In CSS pixels: small and usual phones, a desktop zoomed to 200 %, a tablet.
WIDTHS = (320, PHONE, 640, 720)
#: Where links stand in running text, their size follows the line's.
INLINE = "p, dd, td, th, h1, h2, h3, .term, .vh, .skip"
#: The rules of axe that a narrow page may break although a wide one keeps them: it shows other controls, in another
#: layout.
BY_LAYOUT = (
    "aria-hidden-focus",
    "button-name",
    "color-contrast",
    "label",
    "link-in-text-block",
    "link-name",
    "nested-interactive",
    "region",
    "scrollable-region-focusable",
    "select-name",
    "summary-name",
    "target-size",
)
#: Bytes over the wire, pictures apart; a first visit with nothing in the cache.
BUDGET = 120_000


_SMALL = """(inline) => [...document.querySelectorAll('a, button, summary, input')].filter(each => {
    if (!each.checkVisibility() || each.closest(inline)) return false;
    const box = (each.closest('label') || each).getBoundingClientRect();
    return box.width > 1 && (box.width < 24 || box.height < 24);
}).map(each => each.outerHTML.slice(0, 120))"""


def too_small(page: Page) -> list[str]:
    """What a finger would miss: targets under 24 pixels (WCAG 2.5.8)."""
    found: list[str] = page.evaluate(_SMALL, INLINE)
    return found


def faults(page: Page, axe: Callable[..., list[str]], *, narrow: bool = True) -> list[str]:
    """What is wrong with a page as it stands: by day, by night, and (unless told not) on every width of screen.

    One visit serves for all: only the light and the room change.
    """
    found = []
    for light, rules in (("light", ()), ("dark", ("color-contrast",))):
        page.emulate_media(color_scheme=light)
        found += [f"{light}: {fault}" for fault in axe(page, *rules)]
    page.emulate_media(color_scheme="light")
    room = page.viewport_size
    for width in WIDTHS if narrow else ():
        page.set_viewport_size({"width": width, "height": 844})
        if (wide := page.evaluate("document.documentElement.scrollWidth")) > width:
            found.append(f"{wide} pixels wide on a screen of {width}")
        if width == PHONE:
            found += [f"phone: {fault}" for fault in axe(page, *BY_LAYOUT)]
            found += [f"phone: too small to hit: {each}" for each in too_small(page)]
    page.set_viewport_size(room)
    return found


#: The sum of layout shifts that nobody notices.
MOST_JUMP = 0.02


def first_visit(page: Page) -> CDPSession:
    """Have the page load everything over the wire, whatever the browser holds already."""
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Network.setCacheDisabled", {"cacheDisabled": True})
    return client


def weight(page: Page, address: str) -> dict[str, float]:
    """Go to a page and weigh what it loads over the wire, by kind."""
    client = first_visit(page)
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {}
    client.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    client.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(address, wait_until="networkidle")
    weights: dict[str, float] = {}
    for key, size in sizes.items():
        kind = kinds.get(key, "Image")
        if kind != "Image":
            weights[kind] = weights.get(kind, 0) + size
    return weights


def watch_shifts(page: Page) -> None:
    """Have the page add up how far its parts jump while it loads, in ``window.shift``."""
    page.add_init_script(
        """window.shift = 0;
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
        }).observe({type: 'layout-shift', buffered: true});"""
    )


def least_jump(fresh: Callable[[], Page], address: str) -> float:
    """How far the parts of a page jump while it loads: the least of three visits by browsers that know nothing yet.

    On a busy machine a font may come after the first paint, once; what is wrong with a page is so each time.
    """
    found = 1.0
    for _ in range(3):
        page = fresh()
        first_visit(page)
        watch_shifts(page)
        page.goto(address, wait_until="networkidle")
        found = min(found, page.evaluate("window.shift"))
        if found < MOST_JUMP:
            break
    return found
