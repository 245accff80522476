"""Player pages: a name and its public decks."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.paginator import EmptyPage, PageNotAnInteger, Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import get_template
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from cards.store import current_catalogue
from decks.queries import fetch_decks, public_decks
from decks.summaries import summaries
from fivesails_site.accounts import names
from web.account import account_of
from web.conditional import shared_page
from web.error_pages import error_page
from web.page_numbers import redirect_to_first_page
from web.theme import theme_of

PAGE_SIZE = 24


def player_path(user: User) -> str:
    return reverse("accounts:player", kwargs={"username": user.username})


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponseBase:
    """A player's public decks, most recently changed first."""
    # PostgreSQL rejects NUL in a query.
    users = User.objects.none() if "\0" in username else User.objects.filter(username=names.as_stored(username))
    user = users.filter(is_active=True).first()
    if user is None:
        return error_page(request, 404, f"There is no player called “{username[:40]}”.")
    if user.username != username:
        return redirect(player_path(user), permanent=True)
    pages = Paginator(public_decks().filter(owner=user).order_by("-updated_at", "id"), PAGE_SIZE)
    try:
        page = pages.page(request.GET.get("page", "1"))
    except PageNotAnInteger:
        return error_page(request, 404, "That is not a page number.")
    except EmptyPage:
        return redirect_to_first_page(request)
    # Rendered without the request: nothing of one visitor may end up in a page that is cached for others.
    account = account_of(request)
    context = {
        "here": "decks",
        "theme": theme_of(request),
        "account": account,
        "player": user,
        "page": page,
        "decks": summaries(fetch_decks(page.object_list), current_catalogue()),
        "canonical": request.build_absolute_uri(request.path),
    }
    return shared_page(request, HttpResponse(get_template("accounts/player.html").render(context)), account)


urlpatterns = [path("players/<str:username>/", player, name="player")]
