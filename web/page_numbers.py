"""What a page number in an address leads to when there is no such page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseRedirect


class NoSuchPageError(LookupError):
    """A page past the last one."""


def redirect_to_first_page(request: HttpRequest) -> HttpResponseRedirect:
    """The same list from its beginning. Lists get shorter, so old links may point past their end."""
    query = request.GET.copy()
    query.pop("page", None)
    return HttpResponseRedirect(f"{request.path}?{query.urlencode()}" if query else request.path)
