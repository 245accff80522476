"""Words that people write about decks: Markdown in, harmless HTML out."""

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
#: Whoever follows a link takes no word of where it stood, which may be a secret address; and it earns no rank.
_REL: Final = "nofollow ugc noopener noreferrer"
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
#: A table completes its short rows, and a reference may be used again and again: of a few words either could make a
#: page of millions. Words that would are read without both.
_PLAIN: Final = MarkdownIt("commonmark", {"html": False}).enable("strikethrough").disable(["image", "reference"])
_MOST_CELLS: Final = 6_000
_MOST_HTML: Final = 100_000


@lru_cache(maxsize=512)
def described(text: str) -> SafeString:
    """Markdown as HTML: no HTML of the writer's own, no pictures, links to the web only."""
    lines = text.splitlines()
    cells = max((line.count("|") for line in lines), default=0) * len(lines)
    html = _rendered(text, _MARKDOWN) if cells <= _MOST_CELLS else ""
    if not html or len(html) > _MOST_HTML:
        html = _rendered(text, _PLAIN)
    clean = nh3.clean(html, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes={"http", "https"}, link_rel=_REL)
    return mark_safe(clean)  # noqa: S308 - cleaned just now


def _rendered(text: str, markdown: MarkdownIt) -> str:
    tokens = markdown.parse(text)
    for token in tokens:
        _lower(token)
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def _lower(token: Token) -> None:
    if token.type in ("heading_open", "heading_close"):
        token.tag = f"h{min(int(token.tag[1]) + _HEADING_SHIFT, _LOWEST_HEADING)}"
