"""User-written Markdown as safe HTML, for descriptions and comments."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

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
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
#: Tables fill up short rows, and a reference can be used many times: either can blow a short text up to megabytes.
#: Texts that would are rendered without both.
_PLAIN: Final = MarkdownIt("commonmark", {"html": False}).enable("strikethrough").disable(["image", "reference"])
_MAX_CELLS: Final = 6_000
_MAX_HTML_LENGTH: Final = 100_000


@lru_cache(maxsize=512)
def render_markdown(text: str) -> SafeString:
    """Allows no raw HTML, no images, and links to web pages only."""
    lines = text.splitlines()
    cells = max((line.count("|") for line in lines), default=0) * len(lines)
    html = _render(text, _MARKDOWN) if cells <= _MAX_CELLS else ""
    if not html or len(html) > _MAX_HTML_LENGTH:
        html = _render(text, _PLAIN)
    clean = nh3.clean(html, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes={"http", "https"}, link_rel=_REL)
    return mark_safe(clean)  # noqa: S308 - cleaned just now


def _render(text: str, markdown: MarkdownIt) -> str:
    tokens = markdown.parse(text)
    for token in tokens:
        _shift_heading(token)
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def _shift_heading(token: Token) -> None:
    if token.type in ("heading_open", "heading_close"):
        token.tag = f"h{min(int(token.tag[1]) + _HEADING_SHIFT, _LOWEST_HEADING)}"
