"""Tags by which any page leads to the rules: a term with its pop-up, a citation with its numbers linked."""

from __future__ import annotations

from typing import Final

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from rules.pages.reference.library import current_library, explained, place_path, rule_links
from rules.reference.files import load_book

register = template.Library()

_COUNT: Final = "reference-terms"


@register.simple_tag(takes_context=True)
def term(context: Context, name: str, words: str = "") -> SafeString:
    """A term of the glossary as a link that explains itself; ``words`` where the sentence says it otherwise."""
    # The lowest layer is one for the whole page; included templates have others of their own.
    page = context.render_context.dicts[0]
    page[_COUNT] = str(int(page.get(_COUNT, "0")) + 1)
    html = explained(current_library(), name, words or name, f"term-tag-{page[_COUNT]}")
    return mark_safe(html)  # noqa: S308 - explained escapes


@register.filter
def rule_link(citation: str) -> SafeString:
    """A citation as terms and violations have it (``D12``, ``7 S1-S3``) with every number in it linked."""
    return mark_safe(rule_links(load_book(), str(citation)))  # noqa: S308 - rule_links escapes


@register.simple_tag
def rule_url(number: str) -> str:
    """The address of a rule, for links with words of their own. :raises LookupError: if there is no such rule."""
    place = load_book().place(number)
    if place is None:
        raise LookupError(f"There is no rule {number}.")
    return place_path(place)
