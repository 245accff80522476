"""The search engine, cold and warm, as a ratio to the plainest way to do it: ``python -m benchmarks.search_engine``.

Cold is an engine that has its cards prepared but has never seen a query: parsing, matching, ordering and the sentence
are all paid for. Warm is the same query again. The plain way reads the query and asks every card in a loop.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from cards.catalogue.datafiles import read_data
from cards.query import Engine, predicate

TARGET_MS = 5.0

QUERIES = (
    "",
    "epee",
    "Kaspr",
    "f:castille,neutral t:risk cost<=1",
    "f:castille,neutral t:risk cost<=1 thrust>parry sort:cost",
    "riposte+parry+thrust>=5",
    'x:"draw 1 card" -is:unique',
    "(has:technique or has:maneuver) cost:0 -sort:thrust,name",
    "for:kaspar legal:core-only",
    r"x:/draws? \d+ cards?/",
    "tr:pirate or tr:duelist or (t:character combat>=3 -f:eisen)",
    "draw wound engage discard duel character location renown",
)


def milliseconds(work: Callable[[], object], repeats: int) -> float:
    """The best time of a piece of work: what it takes when nothing disturbs it."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def main() -> int:
    data = read_data()
    start = time.perf_counter()
    prepared = Engine(data.catalogue, data.formats)
    prepared.facets(prepared.search(""))
    prepared.search("Kaspr")
    print(f"{len(data.catalogue)} cards prepared in {(time.perf_counter() - start) * 1000:.0f} ms\n")
    print(f"{'cold ms':>8} {'warm ms':>8} {'facets ms':>9} {'plain ms':>9} {'plain/cold':>10}  query")
    slowest = 0.0
    for text in QUERIES:

        def cold(text: str = text) -> object:
            prepared.clear_caches()
            return prepared.search(text)

        def facets(text: str = text) -> object:
            prepared.clear_caches()
            return prepared.facets(prepared.search(text))

        def plain(text: str = text) -> object:
            query = prepared.parse(text)
            matches = predicate(query.root, prepared.vocabulary)
            return [card for card in data.catalogue if matches(card)]

        cold_ms = milliseconds(cold, 15)
        with_facets = milliseconds(facets, 15)
        warm_ms = milliseconds(lambda text=text: prepared.search(text), 200)  # type: ignore[misc]
        plain_ms = milliseconds(plain, 3)
        slowest = max(slowest, cold_ms)
        times = f"{cold_ms:8.2f} {warm_ms:8.4f} {with_facets - cold_ms:9.2f} {plain_ms:9.1f}"
        print(f"{times} {plain_ms / cold_ms:10.0f}  {text}")
    print(
        f"\nslowest cold answer {slowest:.2f} ms; target {TARGET_MS:.0f} ms: {TARGET_MS / slowest:.1f} times inside it"
    )
    return 0 if slowest < TARGET_MS else 1


if __name__ == "__main__":
    sys.exit(main())
