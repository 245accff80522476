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


@lru_cache(maxsize=512)
def described(text: str) -> SafeString:
    """Markdown as HTML: no HTML of the writer's own, no pictures, links to the web only."""
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        _lower(token)
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    clean = nh3.clean(html, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes={"http", "https"}, link_rel=_REL)
    return mark_safe(clean)  # noqa: S308 - cleaned just now


def _lower(token: Token) -> None:
    if token.type in ("heading_open", "heading_close"):
        token.tag = f"h{min(int(token.tag[1]) + _HEADING_SHIFT, _LOWEST_HEADING)}"
