"""Creating and revoking API tokens on the account page."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.http import require_POST

from fivesails_site.accounts import tokens
from fivesails_site.accounts.forms import TokenForm
from fivesails_site.accounts.pages.account import account_page
from fivesails_site.accounts.pages.base import private, user_of


@private
@login_required
@require_POST
def create(request: HttpRequest) -> HttpResponseBase:
    """Create a token. Its secret is shown in this response and stored nowhere."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return account_page(request, form=form)
    try:
        token, secret = tokens.issue(user_of(request), form.cleaned_data["name"])
    except tokens.TokenError as error:
        form.add_error("name", str(error))
        return account_page(request, form=form)
    return account_page(request, made=token, secret=secret)


@private
@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponseBase:
    if not tokens.revoke(user_of(request), pk):
        raise Http404("There is no such token.")
    messages.success(request, "The token has been revoked.")
    return redirect("accounts:account")


urlpatterns = [
    path("accounts/tokens/", create, name="tokens"),
    path("accounts/tokens/<int:pk>/revoke/", revoke, name="token-revoke"),
]
