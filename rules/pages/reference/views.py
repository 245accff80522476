"""The rules as pages: contents, search, chapters, glossary, and a redirect from every rule number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count, groupby
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import get_template
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_safe

from cards.paths import search_path
from cards.query import Engine
from cards.query.tree import quote
from cards.search import current_snapshot
from rules.pages.reference.library import Library, chapter_path, current_library, place_path
from rules.reference.book import Chapter, Entry, Part
from rules.reference.files import load_book
from rules.reference.glossary import SLUG, Meaning
from rules.reference.search import MAX_LETTERS, Hit
from web.account import account_of
from web.error_pages import error_page
from web.page_cache import cached_page
from web.theme import theme_of

#: Keeps the page of results small.
MAX_HITS: Final = 60


@require_safe
def contents(request: HttpRequest) -> HttpResponseBase:
    """The contents, or the results of a search."""
    q = " ".join(request.GET.get("q", "").split())[:MAX_LETTERS]
    template = "found" if q else "contents"
    response = _page(request, template, q, lambda library: _found(library, q) if q else _contents(library))
    response.headers["HX-Replace-Url"] = f"{request.path}?{urlencode({'q': q})}" if q else request.path
    return response


@require_safe
def chapter(request: HttpRequest, name: str) -> HttpResponseBase:
    """A chapter by name; a rule number redirects to its rule."""
    book = load_book()
    found = book.chapter(name)
    if found is not None:
        template = "glossary" if found.slug == SLUG else "chapter"
        return _page(request, template, found.slug, lambda library: _chapter(library, found))
    place = book.place(name)
    if place is None:
        return error_page(request, 404, f"There is no rule or chapter “{name[:40]}”.")
    return redirect(place_path(place))


def _page(
    request: HttpRequest, template: str, about: str, context: Callable[[Library], Mapping[str, Any]]
) -> HttpResponseBase:
    snapshot, theme, canonical = current_snapshot(), theme_of(request), request.build_absolute_uri(request.path)
    account = account_of(request)

    def make() -> HttpResponse:
        library = current_library()
        common = {"here": "rules", "theme": theme, "account": account, "canonical": canonical}
        full = {**common, "chapters": library.book.chapters, **context(library)}
        return HttpResponse(get_template(f"rules/reference/{template}.html").render(full))

    return cached_page(request, ("rules", snapshot.version, theme, canonical, template, about), make, account=account)


def _contents(library: Library) -> dict[str, Any]:
    chapters = [
        {"chapter": chapter, "path": chapter_path(chapter.slug), "points": _points(chapter)}
        for chapter in library.book.chapters
    ]
    return {"outline": chapters, "terms": len(library.glossary)}


def _points(chapter: Chapter) -> list[dict[str, str]]:
    """A chapter's lines in the contents: its parts, or its entries if it has none."""
    points: list[Part | Entry] = [part for part in chapter.parts if part.title]
    points = points or [*chapter.entries]
    return [
        {"path": chapter_path(chapter.slug, point.anchor), "number": point.number, "title": point.title}
        for point in points
    ]


def _found(library: Library, q: str) -> dict[str, Any]:
    results = library.index.search(q)
    hits = results.hits[:MAX_HITS]
    suggestion = results.suggestion
    return {
        "q": q,
        "count": len(results.hits),
        "shown": len(hits),
        "hits": [_hit(hit) for hit in hits],
        "suggestion": suggestion,
        "suggestion_path": f"{reverse('rules:reference')}?{urlencode({'q': suggestion})}" if suggestion else "",
    }


def _hit(hit: Hit) -> dict[str, Any]:
    passage = hit.passage
    return {
        "number": passage.number,
        "title": hit.title,
        "excerpt": hit.excerpt,
        "chapter": "" if passage.title == passage.chapter_title else passage.chapter_title,
        "path": chapter_path(passage.chapter, passage.anchor),
    }


def _chapter(library: Library, chapter: Chapter) -> dict[str, Any]:
    chapters = library.book.chapters
    index = chapters.index(chapter)
    context = {
        "chapter": chapter,
        "library": library,
        "tooltip_numbers": count(1),
        "before": chapters[index - 1] if index else None,
        "after": chapters[index + 1] if index + 1 < len(chapters) else None,
    }
    if chapter.slug == SLUG:
        context["letters"] = _letters(library)
    return context


def _letters(library: Library) -> list[dict[str, Any]]:
    """The glossary by first letters."""
    engine = current_snapshot().engine
    groups = groupby(library.glossary, lambda meaning: meaning.anchor.removeprefix("the-")[0].upper())
    return [
        {"letter": letter, "meanings": [_meaning(engine, meaning) for meaning in meanings]}
        for letter, meanings in groups
    ]


def _meaning(engine: Engine, meaning: Meaning) -> dict[str, Any]:
    term = meaning.term
    query = f"kw:{quote(term.name)}" if term.keyword else f"x:{quote(term.name)}"
    return {
        "anchor": meaning.anchor,
        "name": term.name,
        "explanation": term.explanation,
        "rules": meaning.rules,
        "cards": len(engine.search(query)),
        "cards_path": search_path(query),
    }


urlpatterns: list[URLPattern] = [
    path("rules/", contents, name="reference"),
    path("rules/<str:name>/", chapter, name="reference-chapter"),
]
