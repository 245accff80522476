"""Every address of the site, read from the URL configuration, so that no test can forget one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

_PART = re.compile(r"(?<!P)<(?:[a-z]+:)?([a-z0-9_]+)>")


@dataclass(frozen=True)
class Route:
    """One address: as it is written in the URL configuration, its name, and its view."""

    pattern: str
    name: str
    view: Any

    @property
    def parts(self) -> tuple[str, ...]:
        """What has to be filled in."""
        return tuple(_PART.findall(self.pattern))

    def path(self, **values: object) -> str:
        """The address with its parts filled in."""
        return "/" + _PART.sub(lambda found: str(values[found[1]]), self.pattern)


def routes() -> dict[str, Route]:
    """All of them by their pattern; of two at one address only the first can be reached."""
    found: dict[str, Route] = {}
    for route in _walk(get_resolver(), "", ""):
        found.setdefault(route.pattern, route)
    return found


def _walk(resolver: URLResolver, before: str, space: str) -> Iterator[Route]:
    for each in resolver.url_patterns:
        pattern = before + (
            str(each.pattern) if not isinstance(each.pattern, RegexPattern) else f"({each.pattern.regex.pattern})"
        )
        if isinstance(each, URLResolver):
            yield from _walk(each, pattern, f"{space}{each.namespace}:" if each.namespace else space)
        else:
            assert isinstance(each, URLPattern)
            yield Route(pattern, f"{space}{each.name or ''}", each.callback)
