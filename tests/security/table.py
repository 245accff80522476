"""What everybody may do at every address. A new address without a row here fails the matrix, a row without one too."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.decks.api_calls import starter_body

#: The status that somebody of a role gets who asks about a deck of some visibility.
Cell = Callable[[str, str], int]

KNOWN = frozenset({"other", "owner", "staff", "clerk"})
STAFF = frozenset({"staff", "clerk"})


@dataclass(frozen=True)
class Row:
    """The methods of an address; any other gets ``otherwise``, OPTIONS gets ``options``."""

    methods: Mapping[str, Cell]
    otherwise: Cell
    options: Cell
    form: Mapping[str, Any] = field(default_factory=dict)
    body: Callable[[], Any] | None = None


def always(status: int) -> Cell:
    return lambda role, visibility: status


# --- who may ---


def reader(role: str, visibility: str) -> bool:
    """Under the deck's id: its owner, and everybody if it is public."""
    return role == "owner" or visibility == "public"


def holder(role: str, visibility: str) -> bool:
    """Under the share link: everybody, until it is revoked."""
    return visibility != "private"


def shared(role: str, visibility: str) -> bool:
    """Whoever may read it, once it is shared at all."""
    return visibility == "public" or (role == "owner" and visibility == "link")


def owner(role: str, visibility: str) -> bool:
    return role == "owner"


def public(role: str, visibility: str) -> bool:
    return visibility == "public"


def allowed(who: Callable[[str, str], bool], good: int, bad: int = 404) -> Cell:
    return lambda role, visibility: good if who(role, visibility) else bad


# --- pages ---


def page(*, get: Cell | None = None, post: Cell | None = None, form: Mapping[str, Any] | None = None) -> Row:
    """A view function: methods are looked at before anything else."""
    methods = {"GET": get, "HEAD": get, "POST": post}
    return Row({name: cell for name, cell in methods.items() if cell}, always(405), always(405), form or {})


def read_page(get: Cell | None = None) -> Row:
    return page(get=get or always(200))


def reading(tail: str, status: int = 200, who: Any = reader, post: int = 0, form: Any = None) -> dict[str, Row]:
    """A page at its two addresses."""
    return {
        f"decks/<slug:deck_id>/{tail}": page(
            get=allowed(who, status) if status else None, post=allowed(who, post) if post else None, form=form
        ),
        f"d/<slug:link>/{tail}": page(
            get=allowed(holder, status) if status else None, post=allowed(holder, post) if post else None, form=form
        ),
    }


def own(get: int = 0, post: int = 0, form: Any = None) -> Row:
    return page(get=allowed(owner, get) if get else None, post=allowed(owner, post) if post else None, form=form)


def discussing(role: str, visibility: str) -> int:
    """A public deck is everybody's to talk about, but first they sign in; others are not there."""
    return 302 if visibility == "public" else 404


# --- accounts: whoever is nobody is sent to the door, whatever the method ---


def known(good: int | Cell, otherwise: int = 405) -> Cell:
    return lambda role, visibility: (
        (good if isinstance(good, int) else good(role, visibility)) if role in KNOWN else 302
    )


def account(get: int = 0, post: int | Cell = 0, form: Any = None) -> Row:
    methods = {"GET": get, "HEAD": get, "POST": post}
    return Row({name: known(cell) for name, cell in methods.items() if cell}, known(405), known(405), form or {})


def entrance(form: Any) -> Row:
    """Signing in or up: whoever is signed in is sent on."""
    cell = lambda role, visibility: 302 if role in KNOWN else 200  # noqa: E731
    refuse = lambda role, visibility: 302 if role in KNOWN else 405  # noqa: E731
    return Row(dict.fromkeys(("GET", "HEAD", "POST", "PUT"), cell), refuse, cell, form)


# --- the API ---


def api(body: Callable[[], Any] | None = None, **methods: Cell) -> Row:
    """A call; the link is a parameter that most of them refuse."""
    cells = {name.upper(): cell for name, cell in methods.items()}
    if "GET" in cells:
        cells["HEAD"] = cells["GET"]
    options = lambda role, visibility: 400 if role == "holder" else 200  # noqa: E731
    return Row(cells, always(405), options, body=body)


def no_link(cell: Cell) -> Cell:
    """A call that does not know the parameter ``link``."""
    return lambda role, visibility: 400 if role == "holder" else cell(role, visibility)


def api_read(good: int = 200) -> Cell:
    def cell(role: str, visibility: str) -> int:
        if role == "holder":
            return good if visibility != "private" else 404
        return good if reader(role, visibility) else 404

    return cell


def api_own(good: int) -> Cell:
    return no_link(lambda role, visibility: 401 if role == "nobody" else good if role == "owner" else 404)


def api_copy(role: str, visibility: str) -> int:
    if role in ("nobody", "holder"):
        return 401
    return 201 if reader(role, visibility) else 404


def api_like(role: str, visibility: str) -> int:
    if role == "nobody":
        return 401
    return 200 if visibility == "public" else 404


def link_of(visibility_of_deck: Cell, private: int) -> Cell:
    return lambda role, visibility: (
        private if role == "owner" and visibility == "private" else visibility_of_deck(role, visibility)
    )


OPEN = no_link(always(200))

PAGES: dict[str, Row] = {
    "": read_page(),
    "about/": read_page(),
    "opensearch.xml": read_page(),
    "theme/": page(post=always(302), form={"theme": "night"}),
    "cards/": read_page(),
    "cards/help/": read_page(),
    "cards/<str:code>/": read_page(always(301)),
    "cards/<str:code>/preview/": read_page(),
    "cards/<str:code>/<slug:slug>/": read_page(always(301)),
    "sets/": read_page(),
    "sets/<slug:code>/": read_page(),
    "factions/": read_page(),
    "factions/<slug:code>/": read_page(),
    "faces/<str:name>": read_page(always(302)),
    "faces/sheets/<slug:name>.jpg": read_page(),
    "decks/": read_page(),
    "decks/feed.atom": read_page(),
    "decks/mine/": read_page(),
    "decks/compare/": read_page(),
    "decks/new/": page(get=always(200), post=always(303), form={"leader": "01006"}),
    "decks/import/": page(get=always(200), post=always(200), form={"text": "2 Not Today"}),
    "decks/<slug:deck_id>/build/": own(200, 303, {"do": "clear faction", "expected": "1"}),
    "decks/<slug:deck_id>/edit/": own(200, 302, {"name": "Another name"}),
    "decks/<slug:deck_id>/rename/": own(0, 302, {"name": "Another name"}),
    "decks/<slug:deck_id>/delete/": own(200, 302),
    "decks/<slug:deck_id>/share/": own(200, 302, {"visibility": "link"}),
    "decks/<slug:deck_id>/link/": page(
        post=lambda role, visibility: (400 if visibility == "private" else 302) if role == "owner" else 404
    ),
    "decks/<slug:deck_id>/versions/<int:number>/name/": own(0, 302, {"label": "A label"}),
    "decks/<slug:deck_id>/versions/<int:number>/restore/": own(0, 302),
    "decks/<slug:deck_id>/like/": page(post=discussing),
    "decks/<slug:deck_id>/comments/": page(post=discussing, form={"text": "Well made"}),
    "decks/<slug:deck_id>/comments/<int:comment_id>/delete/": page(
        post=lambda role, visibility: 302 if role == "owner" and visibility == "public" else 404
    ),
    "decks/<slug:deck_id>/comments/<int:comment_id>/report/": page(
        get=allowed(public, 200), post=allowed(public, 302), form={"reason": "A reason"}
    ),
    **reading(""),
    **reading("copy/", 200, post=302),
    **reading("export/"),
    **reading("export/<str:kind>/"),
    **reading("qr.svg", who=shared),
    **reading("picture.png"),
    **reading("embed/", who=public),
    **reading("versions/"),
    **reading("versions/<int:number>/"),
    **reading("compare/"),
    **reading("report/", 200, post=302, form={"reason": "A reason"}),
    # A game is dealt: the address gets its seed.
    **reading("hands/", 302),
    **reading("odds/"),
    **reading("simulate/", 200, post=303, form={"games": "2"}),
    "hands/": page(get=always(200), post=always(303), form={"text": "2 Not Today"}),
    "simulations/": read_page(),
    "test/": read_page(),
    # Whoever was given the address of a simulation or a game may look; only who made it may end it.
    "simulations/<slug:simulation_id>/": read_page(),
    "simulations/<slug:simulation_id>/events/": read_page(),
    "simulations/<slug:simulation_id>/cancel/": page(post=allowed(owner, 303, 403)),
    "simulations/<slug:simulation_id>/again/": page(post=always(303)),
    "simulations/<slug:simulation_id>/report.csv": read_page(),
    "simulations/<slug:simulation_id>/report.json": read_page(),
    "rules/": read_page(),
    "rules/<str:name>/": read_page(),
    "games/": page(get=always(200), post=always(400), form={"bot_a": "nonsense"}),
    "games/<slug:game_id>/": read_page(),
    "games/<slug:game_id>/notation.txt": read_page(),
    "games/<slug:game_id>/delete/": page(post=allowed(owner, 303, 403)),
    "duels/": read_page(),
    "players/<str:username>/": read_page(),
}

ACCOUNTS: dict[str, Row] = {
    "accounts/": account(200),
    "accounts/sign-up/": entrance({"username": "x"}),
    "accounts/sign-in/": entrance({"username": "x", "password": "y"}),
    "accounts/sign-out/": Row({"POST": always(302)}, always(405), always(200)),
    "accounts/password/": Row(
        {name: known(200) for name in ("GET", "HEAD", "POST", "PUT")}, known(405), known(200), {"old_password": "x"}
    ),
    "accounts/reset/": page(get=always(200), post=always(302), form={"asked": "owner"}),
    "accounts/reset/sent/": read_page(),
    # The link of a mail: first it moves its secret out of the address, then it shows a form.
    "accounts/reset/<uidb64>/<token>/": Row(
        dict.fromkeys(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"), always(302)), always(302), always(302)
    ),
    "accounts/mail/": account(200, 200, {"email": "x", "password": "y"}),
    "accounts/mail/again/": account(0, 302),
    "accounts/mail/confirm/<str:sealed>/": Row(
        {
            "GET": known(lambda role, visibility: 200 if role == "owner" else 400),
            "HEAD": known(lambda role, visibility: 200 if role == "owner" else 400),
            "POST": known(lambda role, visibility: 302 if role == "owner" else 400),
        },
        known(405),
        known(405),
    ),
    "accounts/export/": account(200),
    "accounts/delete/": account(200, 200, {"password": "wrong"}),
    "accounts/tokens/": account(0, 200, {"name": "another"}),
    "accounts/tokens/<int:pk>/revoke/": account(0, lambda role, visibility: 302 if role == "owner" else 404),
    ".well-known/change-password": Row(
        dict.fromkeys(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"), always(302)), always(302), always(302)
    ),
}

API: dict[str, Row] = {
    "api/v1/cards/": api(get=OPEN),
    "api/v1/cards/all/": api(get=OPEN),
    "api/v1/cards/<str:code>/": api(get=OPEN),
    "api/v1/search/explain/": api(get=always(400)),
    "api/v1/sets/": api(get=OPEN),
    "api/v1/factions/": api(get=OPEN),
    "api/v1/formats/": api(get=OPEN),
    "api/v1/version/": api(get=OPEN),
    "api/v1/schema/": api(get=OPEN),
    "api/v1/docs/": read_page(),
    "api/v1/decks/": api(starter_body, get=OPEN, post=no_link(lambda role, visibility: 201 if role in KNOWN else 401)),
    "api/v1/decks/validate/": api(starter_body, post=OPEN),
    "api/v1/decks/import/": api(lambda: {"text": "2 Not Today"}, post=OPEN),
    "api/v1/decks/export/": api(lambda: starter_body(kind="text"), post=OPEN),
    "api/v1/decks/<slug:deck_id>/": api(
        lambda: starter_body(name="Put"), get=api_read(), put=api_own(200), patch=api_own(200), delete=api_own(204)
    ),
    "api/v1/decks/<slug:deck_id>/versions/": api(get=api_read()),
    "api/v1/decks/<slug:deck_id>/diff/": api(get=api_read()),
    "api/v1/decks/<slug:deck_id>/export/<str:kind>/": api(get=api_read()),
    "api/v1/decks/<slug:deck_id>/link/": api(post=link_of(api_own(200), 409)),
    "api/v1/decks/<slug:deck_id>/copy/": api(dict, post=api_copy),
    "api/v1/decks/<slug:deck_id>/like/": api(put=no_link(api_like), delete=no_link(api_like)),
    "api/v1/hands/": api(lambda: starter_body(days=1), post=OPEN),
    "api/v1/odds/": api(lambda: starter_body(wants=[]), post=no_link(always(400))),
    "api/v1/simulations/": api(lambda: starter_body(games=1), post=no_link(always(202))),
    "api/v1/simulations/<slug:simulation_id>/": api(
        get=OPEN, delete=no_link(lambda role, visibility: 200 if role == "owner" else 403)
    ),
}

SITE: dict[str, Row] = {
    "healthz": read_page(),
    "readyz": read_page(),
    "robots.txt": read_page(),
    "favicon.ico": read_page(always(302)),
}

#: What the site is without a network; ``decks.json`` holds the asker's own decks and nobody else's.
OFFLINE: dict[str, Row] = {
    "service-worker.js": read_page(),
    "site.webmanifest": read_page(),
    "offline/": read_page(),
    "offline/cards/": read_page(),
    "offline/decks/": read_page(),
    "offline/decks.json": read_page(),
}

TABLE: dict[str, Row] = {**SITE, **OFFLINE, **PAGES, **ACCOUNTS, **API}

#: The staff's pages by model: whether a superuser may add, change and delete its rows there.
STAFF_MODELS: dict[str, tuple[bool, bool, bool]] = {
    "auth/group": (True, True, True),
    "auth/user": (True, True, True),
    "cards/card": (False, True, False),
    "cards/cardset": (False, False, False),
    "cards/faction": (False, False, False),
    "cards/trait": (False, False, False),
    "cards/keyword": (False, False, False),
    "cards/ability": (False, False, False),
    "cards/printing": (False, False, False),
    "cards/ruling": (False, False, False),
    "cards/cardtrait": (False, False, False),
    "cards/cardkeyword": (False, False, False),
    "cards/cardload": (False, False, False),
    "cards/cardimage": (False, False, True),
    "decks/deck": (False, True, False),
    "decks/comment": (False, True, True),
    "decks/report": (False, True, True),
    "rules/run": (False, True, False),
    "rules/gamerecord": (False, True, True),
    "accounts/accesstoken": (False, False, True),
}
