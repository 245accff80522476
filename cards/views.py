"""The card pages: read the request, ask the domain, render."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.template.loader import get_template
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from cards.card_page import card_context
from cards.catalogue import NEUTRAL, Card, CardType, Catalogue
from cards.datafiles import load_formats
from cards.fragments import Gallery, View
from cards.framing import Frame
from cards.help_page import help_context
from cards.panels import card_panels, home_panels
from cards.presenting import card_path, search_path
from cards.query.lexing import MAX_LENGTH
from cards.results import Asked, NoSuchPageError, results_html
from cards.searching import Desk, current_desk
from cards.serving import DAY, Page, Shelf, answer, settle
from cards.theming import COOKIE, THEMES, YEAR, theme_of

SHELF: Final = Shelf(256)
#: What is a little too long is shown and told so; what is far too long would stand in every link of its page.
_LONGEST: Final = 4 * MAX_LENGTH

HOME_EXAMPLES: Final = (
    "f:castille t:risk c<=1",
    "thrust>parry",
    "tr:sorcerer has:reaction",
    "t:scheme -sort:initiative",
)

_INVALID: Final = mark_safe(' aria-invalid="true"')

_PLURALS: Final[Mapping[CardType, str]] = {
    kind: {CardType.CITY_CHARACTER: "city characters", CardType.CITY_ATTACHMENT: "city attachments"}.get(
        kind, f"{kind.label.lower()}s"
    )
    for kind in CardType
}


def refuse(request: HttpRequest, status: int, detail: str) -> HttpResponse:
    """An error page that says what is wrong with this very request."""
    page = get_template(f"errors/{status}.html").render({"detail": detail, "theme": theme_of(request)})
    return HttpResponse(page, status=status)


def _page(request: HttpRequest, template: str, here: str, context: Mapping[str, Any]) -> HttpResponse:
    """A public page that no panel takes part in."""
    full = {**context, "here": here, "theme": theme_of(request), "canonical": request.build_absolute_uri(request.path)}
    return answer(request, Page(get_template(template).render(full)))


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, and every way in."""
    desk = current_desk()
    catalogue = desk.catalogue
    counts = Counter(card.faction for card in catalogue)
    context = {
        "total": len(catalogue),
        "examples": [{"query": query, "path": search_path(query)} for query in HOME_EXAMPLES],
        "doors": [
            {"faction": faction, "count": counts[faction.code], "path": _faction_path(faction.code)}
            for faction in catalogue.factions
            if faction.code != NEUTRAL
        ],
        "leaders": _joined(desk.gallery, View.FACES, _by_faction(catalogue, catalogue.leaders)),
        "leaders_path": search_path("t:leader", view="table"),
        "panels": home_panels.render(request),
        "sets": _set_tiles(catalogue),
    }
    return _page(request, "cards/home.html", "home", context)


@require_safe
def card_list(request: HttpRequest) -> HttpResponse:
    """The search: a whole page, or for htmx only what is below the search box."""
    try:
        asked = _asked(request)
    except ValueError as error:
        return refuse(request, 400, str(error))
    desk = current_desk()
    # After going back, htmx wants the whole page again.
    partial = "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers
    theme = "" if partial else theme_of(request)
    host = "" if partial else request.build_absolute_uri("/")[:-1]
    key = (desk, asked, theme, host)
    try:
        page = SHELF.page(key, lambda: _list_html(asked, desk, theme, host))
    except NoSuchPageError as error:
        return refuse(request, 404, str(error))
    response = answer(request, page, varies_by=("Cookie", "HX-Request"))
    if partial:
        response.headers["HX-Push-Url"] = asked.path
    return response


def _asked(request: HttpRequest) -> Asked:
    q, view, page = (request.GET.get(name, "") for name in ("q", "view", "page"))
    if view and view not in list(View):
        raise ValueError(f"There is no view “{view[:40]}”. The views are {', '.join(View)}.")
    if page and not (page.isascii() and page.isdigit() and int(page[:9]) > 0 and len(page) < 9):
        raise ValueError(f"“{page[:40]}” is not the number of a page.")
    if len(q) > _LONGEST:
        raise ValueError(f"A search may have {MAX_LENGTH} characters; this one has {len(q)}.")
    if "\0" in q:
        raise ValueError("The search holds a character that cannot be typed.")
    return Asked(" ".join(q.split()), View(view or View.FACES), int(page or 1))


def _list_html(asked: Asked, desk: Desk, theme: str, host: str) -> str:
    results = results_html(asked, desk.engine, desk.gallery)
    title = f"{asked.q} · Five Sails" if asked.q else "Cards · Five Sails"
    if not host:
        return f"<title>{escape(title)}</title>{results}"
    faulty = not desk.engine.search(asked.q).valid
    values = {
        "q": asked.q,
        "title": title,
        "canonical": host + asked.path,
        "robots": "noindex, follow" if asked.q else "index, follow",
        "invalid": _INVALID if faulty else "",
        "view": asked.view.value,
        "view_off": " disabled" if asked.view is View.FACES else "",
        "results": results,
    }
    return _list_frame(theme).fill(values)


@cache
def _list_frame(theme: str) -> Frame:
    gaps = ("q", "title", "canonical", "robots", "invalid", "view", "view_off", "results")
    return Frame("cards/list.html", gaps, {"here": "cards", "theme": theme})


@require_safe
def card(request: HttpRequest, code: str, slug: str = "") -> HttpResponseBase:
    """One card and everything known about it; any other spelling of its address leads here."""
    desk = current_desk()
    catalogue = desk.catalogue
    found = catalogue.get(code)
    if found is None:
        return refuse(request, 404, f"There is no card with the code “{code}”.")
    path = card_path(found)
    if request.path != path:
        return redirect(path, permanent=True)
    context = card_context(found, catalogue, load_formats(), desk.gallery)
    context["og_image"] = request.build_absolute_uri(context["og_image"])
    context["panels"] = card_panels.render(request, found)
    return _page(request, "cards/card.html", "cards", context)


@require_safe
def sets(request: HttpRequest) -> HttpResponse:
    """All sets."""
    return _page(request, "cards/sets.html", "sets", {"sets": _set_tiles(current_desk().catalogue)})


@require_safe
def card_set(request: HttpRequest, code: str) -> HttpResponse:
    """One set's cards, by faction."""
    desk = current_desk()
    catalogue, gallery = desk.catalogue, desk.gallery
    found = catalogue.by_set.get(code)
    if found is None:
        return refuse(request, 404, f"There is no set “{code}”.")
    inside = [card for card in catalogue if any(printing.set == code for printing in card.printings)]
    groups = [
        {
            "faction": faction.code,
            "label": faction.name,
            "count": len(cards),
            "rows": _joined(gallery, View.FACES, cards),
        }
        for faction in catalogue.factions
        if (cards := [card for card in inside if card.faction == faction.code])
    ]
    if city := [card for card in inside if card.faction is None]:
        groups.append(
            {"faction": "", "label": "The City", "count": len(city), "rows": _joined(gallery, View.FACES, city)}
        )
    context = {
        "set": found,
        "count": len(inside),
        "tally": _tally(inside, f"s:{code}"),
        "search": search_path(f"s:{code}"),
        "groups": groups,
    }
    return _page(request, "cards/set.html", "sets", context)


@require_safe
def factions(request: HttpRequest) -> HttpResponse:
    """All factions."""
    catalogue = current_desk().catalogue
    counts = Counter(card.faction for card in catalogue)
    context = {
        "factions": [
            {
                "faction": faction,
                "count": counts[faction.code],
                "path": _faction_path(faction.code),
                "leaders": [
                    {"name": leader.full_name, "path": card_path(leader)}
                    for leader in catalogue.leaders
                    if leader.faction == faction.code
                ],
            }
            for faction in catalogue.factions
        ]
    }
    return _page(request, "cards/factions.html", "factions", context)


@require_safe
def faction(request: HttpRequest, code: str) -> HttpResponse:
    """One faction's cards, by type; its leaders as faces."""
    desk = current_desk()
    catalogue, gallery = desk.catalogue, desk.gallery
    found = catalogue.by_faction.get(code)
    if found is None:
        return refuse(request, 404, f"There is no faction “{code}”.")
    own = [card for card in catalogue if card.faction == code]
    groups = [
        {
            "label": _PLURALS[kind].capitalize(),
            "count": len(cards),
            "rows": _joined(gallery, View.FACES, cards),
        }
        for kind in CardType
        if (cards := [card for card in own if card.type is kind])
    ]
    context = {
        "faction": found,
        "tally": _tally(own, f"f:{code}"),
        "search": search_path(f"f:{code}"),
        "pool": "" if code == NEUTRAL else search_path(f"for:{code}"),
        "groups": groups,
    }
    return _page(request, "cards/faction.html", "factions", context)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Whose game it is, and what stands under which licence."""
    catalogue = current_desk().catalogue
    return _page(request, "about.html", "about", {"total": len(catalogue), "sets": len(catalogue.sets)})


@require_safe
def search_help(request: HttpRequest) -> HttpResponse:
    """The search language, taught by examples that can be tried."""
    return _page(request, "cards/help.html", "help", help_context(current_desk().engine))


@require_safe
def opensearch(request: HttpRequest) -> HttpResponse:
    """Lets a browser offer this site's search in its own search box."""
    home = request.build_absolute_uri("/")
    response = HttpResponse(content_type="application/opensearchdescription+xml")
    return settle(request, response, Page(get_template("opensearch.xml").render({"home": home})), DAY, ())


# Nothing but the colour of the visitor's own pages hangs on this, so a forged form can do no harm; and a token in every
# page would make no two copies of a page alike.
@csrf_exempt
@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keep the theme in a cookie and go back to where the visitor was, for browsers without scripts."""
    chosen = request.POST.get("theme", "")
    if chosen not in THEMES:
        return refuse(request, 400, f"There is no theme “{chosen[:40]}”. The themes are {', '.join(THEMES)}.")
    back = request.headers.get("Referer", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    # Not `redirect`, which would take a word for the name of a page and fail if there is none.
    response = HttpResponseRedirect(back if safe else "/")
    response.set_cookie(COOKIE, chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure())
    return response


def _joined(gallery: Gallery, view: View, cards: Iterable[Card]) -> SafeString:
    return mark_safe("".join(gallery.piece(view, card) for card in cards))  # noqa: S308 - pieces are escaped


def _by_faction(catalogue: Catalogue, cards: Iterable[Card]) -> list[Card]:
    places = {faction.code: place for place, faction in enumerate(catalogue.factions)}
    return sorted(cards, key=lambda card: (card.set, places.get(card.faction or "", len(places)), card.code))


def _faction_path(code: str) -> str:
    return reverse("cards:faction", kwargs={"code": code})


def _set_tiles(catalogue: Catalogue) -> list[dict[str, Any]]:
    counts = Counter(code for card in catalogue for code in {printing.set for printing in card.printings})
    return [
        {"set": each, "count": counts[each.code], "path": reverse("cards:set", kwargs={"code": each.code})}
        for each in catalogue.sets
    ]


def _tally(cards: Iterable[Card], query: str) -> list[dict[str, Any]]:
    counts = Counter(card.type for card in cards)
    return [
        {
            "count": counts[kind],
            "label": kind.label.lower() if counts[kind] == 1 else _PLURALS[kind],
            "path": search_path(f"{query} t:{kind.value}"),
        }
        for kind in CardType
        if counts[kind]
    ]
