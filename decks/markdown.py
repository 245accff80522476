"""User-written Markdown as safe HTML, for descriptions and comments.

Besides CommonMark, ``[[Not Today]]`` links to the card of that name, and a bare web address to its page.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from cards.catalogue import Catalogue
from cards.paths import card_path

#: Headings start below those of the page around them.
_HEADING_SHIFT: Final = 2
_LOWEST_HEADING: Final = 6
_TAGS: Final = {
    *("p", "br", "hr", "strong", "em", "s", "a", "ul", "ol", "li", "blockquote", "code", "pre"),
    *("h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}
_ATTRIBUTES: Final = {"a": {"href", "title"}, "ol": {"start"}}
#: No referrer, since the page may be behind a secret link, and no credit with search engines.
_REL: Final = "nofollow ugc noopener noreferrer"
_CARD: Final = re.compile(r"\[\[([^\[\]\n]{1,100})\]\](?!\()")
_SCHEME: Final = re.compile(r"(?:^|[^a-z0-9.+-])(https?)$", re.IGNORECASE)
_LONGEST_SCHEME: Final = len("https")
_ADDRESS: Final = re.compile(r"://[^\W_][^\s<>\[\]\"`|\\]*")
#: What follows an address more often than it ends one: punctuation, and the marks of emphasis.
_AFTER_ADDRESS: Final = ".,:;!?'’”*_~"


def _card_link(state: StateInline, silent: bool) -> bool:
    match = _CARD.match(state.src, state.pos, state.posMax)
    if match is None or state.linkLevel:
        return False
    name = match[1].strip()
    cards = state.env["catalogue"].named(name)
    if not cards:
        return False
    if not silent:
        _push_link(state, card_path(cards[0]), name)
    state.pos = match.end()
    return True


def _bare_address(state: StateInline, silent: bool) -> bool:
    address = _ADDRESS.match(state.src, state.pos, state.posMax)
    if address is None or state.linkLevel:
        return False
    scheme = _SCHEME.search(state.pending[-_LONGEST_SCHEME - 1 :])
    if scheme is None:
        return False
    rest = _without_what_follows(address[0])
    url = state.md.normalizeLink(scheme[1] + rest)
    if not state.md.validateLink(url):
        return False
    if not silent:
        state.pending = state.pending[: -len(scheme[1])]
        _push_link(state, url, scheme[1] + rest)
    state.pos += len(rest)
    return True


def _without_what_follows(address: str) -> str:
    """An address without punctuation after it, and without closing brackets that were opened before it."""
    unopened = address.count(")") - address.count("(")
    end = len(address)
    while address[end - 1] in _AFTER_ADDRESS or (address[end - 1] == ")" and unopened > 0):
        unopened -= address[end - 1] == ")"
        end -= 1
    return address[:end]


def _push_link(state: StateInline, href: str, words: str) -> None:
    state.push("link_open", "a", 1).attrs = {"href": href}
    state.push("text", "", 0).content = words
    state.push("link_close", "a", -1)


def _with_links(markdown: MarkdownIt) -> MarkdownIt:
    markdown.inline.ruler.before("link", "card", _card_link)
    markdown.inline.ruler.before("link", "address", _bare_address)
    return markdown


_MARKDOWN: Final = _with_links(
    MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
)
#: Tables fill up short rows, and a reference can be used many times: either can blow a short text up to megabytes.
#: Texts that would are rendered without both.
_PLAIN: Final = _with_links(
    MarkdownIt("commonmark", {"html": False}).enable("strikethrough").disable(["image", "reference"])
)
_MAX_CELLS: Final = 6_000
_MAX_HTML_LENGTH: Final = 100_000


@lru_cache(maxsize=512)
def render_markdown(text: str, catalogue: Catalogue) -> SafeString:
    """Allows no raw HTML, no images, and links to web pages only."""
    lines = text.splitlines()
    cells = max((line.count("|") for line in lines), default=0) * len(lines)
    html = _render(text, _MARKDOWN, catalogue) if cells <= _MAX_CELLS else ""
    if not html or len(html) > _MAX_HTML_LENGTH:
        html = _render(text, _PLAIN, catalogue)
    clean = nh3.clean(html, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes={"http", "https"}, link_rel=_REL)
    return mark_safe(clean)  # noqa: S308 - cleaned just now


def _render(text: str, markdown: MarkdownIt, catalogue: Catalogue) -> str:
    tokens = markdown.parse(text, {"catalogue": catalogue})
    for token in tokens:
        _shift_heading(token)
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def _shift_heading(token: Token) -> None:
    if token.type in ("heading_open", "heading_close"):
        token.tag = f"h{min(int(token.tag[1]) + _HEADING_SHIFT, _LOWEST_HEADING)}"
