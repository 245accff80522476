"""What browser tests measure a page by: the lights it is seen in, its weight, and whether it jumps."""

from playwright.sync_api import Page

LOOKS = {
    "day": {"color_scheme": "light"},
    "night": {"color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}},
}
#: Where links stand in running text, their size follows the line's.
INLINE = "p, dd, td, th, h1, h2, h3, .term, .vh, .skip"
#: Bytes over the wire, pictures apart; a first visit with nothing in the cache.
BUDGET = 120_000


def weight(page: Page, address: str) -> dict[str, float]:
    """Go to a page and weigh what it loads over the wire, by kind."""
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
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
