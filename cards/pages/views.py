"""The card pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.template.loader import get_template
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from cards.catalogue import NEUTRAL, Card, CardType, Catalogue
from cards.catalogue.datafiles import load_formats
from cards.explanations import SILENT
from cards.pages.card import card_context
from cards.pages.help import help_context
from cards.pages.results import CardSearch, View, results_context
from cards.panels import card_actions, card_panels, home_doors, home_panels
from cards.paths import card_path, search_path
from cards.query.lexer import MAX_LENGTH
from cards.search import current_snapshot
from web.account import account_of
from web.conditional import DAY, conditional, shared_page
from web.error_pages import error_page
from web.page_cache import cached_page
from web.page_numbers import NoSuchPageError, redirect_to_first_page
from web.theme import COOKIE, THEMES, YEAR, theme_of

#: A query slightly over its limit gets a page that says so; a far longer one would bloat every link on that page.
_MAX_QUERY_LENGTH: Final = 4 * MAX_LENGTH

HOME_EXAMPLES: Final = (
    "f:castille t:risk c<=1",
    "thrust>parry",
    "tr:sorcerer has:reaction",
    "t:scheme -sort:initiative",
)

_PLURALS: Final[Mapping[CardType, str]] = {
    kind: {CardType.CITY_CHARACTER: "city characters", CardType.CITY_ATTACHMENT: "city attachments"}.get(
        kind, f"{kind.label.lower()}s"
    )
    for kind in CardType
}


def _page(request: HttpRequest, template: str, here: str, context: Mapping[str, Any]) -> HttpResponse:
    """A page that is the same for everybody, but for the name of who is signed in."""
    account = account_of(request)
    full = {
        **context,
        "here": here,
        "theme": theme_of(request),
        "account": account,
        "canonical": request.build_absolute_uri(request.path),
    }
    return shared_page(request, HttpResponse(get_template(template).render(full)), account)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    snapshot = current_snapshot()
    catalogue = snapshot.catalogue
    counts = Counter(card.faction for card in catalogue)
    context = {
        "total": len(catalogue),
        "examples": [{"query": query, "path": search_path(query)} for query in HOME_EXAMPLES],
        "ways": home_doors.render(request),
        "doors": [
            {"faction": faction, "count": counts[faction.code], "path": _faction_path(faction.code)}
            for faction in catalogue.factions
            if faction.code != NEUTRAL
        ],
        "leaders": [snapshot.rows[card.code] for card in _by_faction(catalogue, catalogue.leaders)],
        "leaders_path": search_path("t:leader", view="table"),
        "panels": home_panels.render(request),
        "sets": _set_tiles(catalogue),
    }
    return _page(request, "cards/home.html", "home", context)


@require_safe
def card_list(request: HttpRequest) -> HttpResponseBase:
    """The search: a whole page, or only the results for htmx.

    The search forms send ``open``: an exact name, entered there, opens the card.
    """
    try:
        search = _parse_search(request)
    except ValueError as error:
        return error_page(request, 400, str(error))
    snapshot = current_snapshot()
    # When restoring history, htmx needs the whole page.
    partial = "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers
    if "open" in request.GET:
        named = snapshot.catalogue.named(search.q)
        if len(named) == 1:
            return _go_to(card_path(named[0]), partial=partial)
        if not partial:
            return _go_to(search.path, partial=False)
    theme = "" if partial else theme_of(request)
    account = "" if partial else account_of(request)
    host = "" if partial else request.build_absolute_uri("/")[:-1]
    key = ("cards", snapshot.version, search.path, theme, host)

    def render() -> HttpResponse:
        context = {
            **results_context(search, snapshot),
            "title": f"{search.q} · Five Sails" if search.q else "Cards · Five Sails",
            "here": "cards",
            "theme": theme,
            "account": account,
            "canonical": host + search.path,
        }
        return HttpResponse(get_template("cards/partial.html" if partial else "cards/list.html").render(context))

    try:
        response = cached_page(request, key, render, ("Cookie", "HX-Request"), account)
    except NoSuchPageError:
        return redirect_to_first_page(request)
    if partial:
        response.headers["HX-Push-Url"] = search.path
    return response


def _go_to(path: str, *, partial: bool) -> HttpResponse:
    """htmx would follow a redirect by itself and put the whole card page among the results."""
    return HttpResponse(headers={"HX-Redirect": path}) if partial else redirect(path)


def _parse_search(request: HttpRequest) -> CardSearch:
    q, view, page = (request.GET.get(name, "") for name in ("q", "view", "page"))
    if view and view not in list(View):
        raise ValueError(f"There is no view “{view[:40]}”. The views are {', '.join(View)}.")
    if page and not (page.isascii() and page.isdigit() and int(page[:9]) > 0 and len(page) < 9):
        raise ValueError(f"“{page[:40]}” is not a page number.")
    if len(q) > _MAX_QUERY_LENGTH:
        raise ValueError(f"A search can have at most {MAX_LENGTH} characters; this one has {len(q)}.")
    return CardSearch(" ".join(q.split()), View(view or View.FACES), int(page or 1))


@require_safe
def card(request: HttpRequest, code: str, slug: str = "") -> HttpResponseBase:
    """One card; other spellings of its address redirect here."""
    catalogue = current_snapshot().catalogue
    shown = catalogue.get(code)
    if shown is None:
        return error_page(request, 404, f"There is no card with the code “{code}”.")
    path = card_path(shown)
    if request.path != path:
        return redirect(path, permanent=True)
    context = card_context(shown, catalogue, load_formats())
    context["og_image"] = request.build_absolute_uri(context["og_image"])
    context["actions"] = card_actions.render(request, shown)
    context["panels"] = card_panels.render(request, shown)
    return _page(request, "cards/card.html", "cards", context)


@require_safe
def preview(request: HttpRequest, code: str) -> HttpResponseBase:
    """A card's face, text and actions as a fragment, which ``static/js/previews.js`` shows at links to the card."""
    catalogue = current_snapshot().catalogue
    shown = catalogue.get(code)
    if shown is None:
        return error_page(request, 404, f"There is no card with the code “{code}”.")
    context = {
        "card": shown,
        "type_line": catalogue.type_line(shown),
        "explainer": SILENT,
        "actions": card_actions.render(request, shown),
    }
    return conditional(request, HttpResponse(get_template("cards/preview.html").render(context)))


@require_safe
def sets(request: HttpRequest) -> HttpResponse:
    """Every set with one of its faces, and how its cards are divided among the factions."""
    catalogue = current_snapshot().catalogue
    tiles = [{**tile, **_set_contents(tile["set"].code, catalogue)} for tile in _set_tiles(catalogue)]
    return _page(request, "cards/sets.html", "sets", {"sets": tiles})


@require_safe
def card_set(request: HttpRequest, code: str) -> HttpResponse:
    """One set's cards, by faction."""
    snapshot = current_snapshot()
    catalogue = snapshot.catalogue
    shown = catalogue.by_set.get(code)
    if shown is None:
        return error_page(request, 404, f"There is no set “{code}”.")
    cards = _cards_of_set(code, catalogue)
    groups = [
        {
            "faction": faction.code,
            "label": faction.name,
            "count": len(members),
            "rows": [snapshot.rows[card.code] for card in members],
        }
        for faction in catalogue.factions
        if (members := [card for card in cards if card.faction == faction.code])
    ]
    if city := [card for card in cards if card.faction is None]:
        rows = [snapshot.rows[card.code] for card in city]
        groups.append({"faction": "", "label": "The City", "count": len(city), "rows": rows})
    context = {
        "set": shown,
        "count": len(cards),
        "tally": _type_counts(cards, f"s:{code}"),
        "search": search_path(f"s:{code}"),
        "groups": groups,
    }
    return _page(request, "cards/set.html", "sets", context)


@require_safe
def factions(request: HttpRequest) -> HttpResponse:
    catalogue = current_snapshot().catalogue
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
    snapshot = current_snapshot()
    catalogue = snapshot.catalogue
    shown = catalogue.by_faction.get(code)
    if shown is None:
        return error_page(request, 404, f"There is no faction “{code}”.")
    own = [card for card in catalogue if card.faction == code]
    groups = [
        {
            "label": _PLURALS[kind].capitalize(),
            "count": len(cards),
            "rows": [snapshot.rows[card.code] for card in cards],
        }
        for kind in CardType
        if (cards := [card for card in own if card.type is kind])
    ]
    context = {
        "faction": shown,
        "tally": _type_counts(own, f"f:{code}"),
        "search": search_path(f"f:{code}"),
        "pool": "" if code == NEUTRAL else search_path(f"for:{code}"),
        "groups": groups,
    }
    return _page(request, "cards/faction.html", "factions", context)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Credits and licences."""
    catalogue = current_snapshot().catalogue
    return _page(request, "about.html", "about", {"total": len(catalogue), "sets": len(catalogue.sets)})


@require_safe
def search_help(request: HttpRequest) -> HttpResponse:
    """Help on the search language."""
    return _page(request, "cards/help.html", "help", help_context(current_snapshot().engine))


@require_safe
def opensearch(request: HttpRequest) -> HttpResponse:
    """Lets browsers search the site from their own search box."""
    home = request.build_absolute_uri("/")
    page = get_template("opensearch.xml").render({"home": home})
    return conditional(request, HttpResponse(page, content_type="application/opensearchdescription+xml"), DAY, ())


# A forged request could only change the visitor's colours, and a CSRF token in every page would keep pages from being
# shared by caches.
@csrf_exempt
@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Store the theme in a cookie and go back, for browsers without scripts."""
    chosen = request.POST.get("theme", "")
    if chosen not in THEMES:
        return error_page(request, 400, f"There is no theme “{chosen[:40]}”. The themes are {', '.join(THEMES)}.")
    back = request.headers.get("Referer", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    # Not `redirect`, which would take the header for the name of a URL.
    response = HttpResponseRedirect(back if safe else "/")
    response.set_cookie(COOKIE, chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure())
    return response


def _by_faction(catalogue: Catalogue, cards: Iterable[Card]) -> list[Card]:
    positions = {faction.code: position for position, faction in enumerate(catalogue.factions)}
    return sorted(cards, key=lambda card: (card.set, positions.get(card.faction or "", len(positions)), card.code))


def _faction_path(code: str) -> str:
    return reverse("cards:faction", kwargs={"code": code})


def _set_tiles(catalogue: Catalogue) -> list[dict[str, Any]]:
    counts = Counter(code for card in catalogue for code in {printing.set for printing in card.printings})
    return [
        {"set": card_set, "count": counts[card_set.code], "path": reverse("cards:set", kwargs={"code": card_set.code})}
        for card_set in catalogue.sets
    ]


def _cards_of_set(code: str, catalogue: Catalogue) -> list[Card]:
    return [card for card in catalogue if any(printing.set == code for printing in card.printings)]


def _set_contents(code: str, catalogue: Catalogue) -> dict[str, Any]:
    """A set's first leader, or else its first card, and its cards by faction; those of none are the City's."""
    cards = _cards_of_set(code, catalogue)
    counts = Counter(card.faction for card in cards)
    names = [(faction.code, faction.name) for faction in catalogue.factions]
    return {
        "face": next((card for card in cards if card.type is CardType.LEADER), cards[0] if cards else None),
        "split": [
            {"faction": faction or "", "label": label, "count": counts[faction]}
            for faction, label in (*names, (None, "The City"))
            if counts[faction]
        ],
    }


def _type_counts(cards: Iterable[Card], query: str) -> list[dict[str, Any]]:
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
