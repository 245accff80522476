"""Tags for a card's stats and rules text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from cards.catalogue import Card, CardType
from cards.catalogue.phrases import ICON_TOKENS
from cards.catalogue.stats import Mark, Stat, stat_words
from cards.explanations import SILENT, Explainer
from cards.templatetags.site import icon

register = template.Library()

_SIGNED_STATS: Final = frozenset({"panache_mod"})
_ATTACHMENTS: Final = frozenset({CardType.ATTACHMENT, CardType.CITY_ATTACHMENT})
_BEARER_STATS: Final = frozenset({"resolve", "combat", "finesse", "influence"})
_TOKEN: Final = re.compile(r"\{([a-z_]+)\}")


@register.simple_tag
def card_stat(card: Card, name: str) -> SafeString:
    """One of a card's stats; what an attachment adds to its bearer's carries a sign."""
    return stat_value(name, card.stat(name), signed=card.type in _ATTACHMENTS and name in _BEARER_STATS)


@lru_cache(maxsize=512)
def stat_value(name: str, stat: Stat, *, signed: bool = False) -> SafeString:
    """A number, dash, unknown or none: each looks different and is read out differently."""
    if stat is None:
        return _spoken(stat_words(stat))
    if stat is Mark.DASH:
        return _shown_and_spoken("–", stat_words(stat))
    if stat is Mark.UNKNOWN:
        return _shown_and_spoken("?", stat_words(stat))
    if isinstance(stat, int) and stat < 0:
        return _shown_and_spoken(f"−{-stat}", stat_words(stat))
    sign = "+" if stat and (signed or name in _SIGNED_STATS) else ""
    return format_html("{}{}", sign, stat)


def _spoken(words: str) -> SafeString:
    return format_html('<span class="vh">{}</span>', words)


def _shown_and_spoken(shown: str, words: str) -> SafeString:
    return format_html('<span aria-hidden="true">{}</span>{}', shown, _spoken(words))


@register.simple_tag
@lru_cache(maxsize=2048)
def stats_line(card: Card) -> SafeString:
    """All of a card's stats, each with its icon and name."""
    return render_to_string("cards/parts/stats.html", {"card": card})


@register.simple_tag
def explain(text: str, explainer: Explainer = SILENT) -> SafeString:
    """Text with its terms explained."""
    return mark_safe(explainer.text(text))  # noqa: S308 - explainers escape


@register.simple_tag
def explain_term(name: str, explainer: Explainer = SILENT) -> SafeString:
    """A word known to be a term, explained."""
    return mark_safe(explainer.term(name))  # noqa: S308 - explainers escape


@register.simple_tag
def rules_text(text: str, explainer: Explainer = SILENT) -> SafeString:
    """Rules text with icons for its tokens and its terms explained."""
    # Split by a pattern with a group, a text has what the group matched at every odd index.
    parts = _TOKEN.split(text)
    parts[0::2] = (explain(part, explainer) for part in parts[0::2])
    parts[1::2] = map(_token, parts[1::2])
    return format_html_join("", "{}", ((part,) for part in parts))


@lru_cache(maxsize=64)
def _token(name: str) -> SafeString | str:
    words = ICON_TOKENS.get(name)
    return format_html("{}{}", icon(name), _spoken(words)) if words else f"{{{name}}}"
