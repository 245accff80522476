"""The account itself: what is known of somebody, their mail address, their data, their leaving."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_http_methods, require_safe

from cards.store import current_catalogue
from decks.services import delete_account
from fivesails_site.accounts import mail_links
from fivesails_site.accounts.export import archive
from fivesails_site.accounts.forms import MailForm, PasswordForm, TokenForm
from fivesails_site.accounts.pages.base import private, site_of, user_of
from fivesails_site.accounts.tasks import post, send_confirmation, send_notice
from web import rate_limits

readable = require_http_methods(["GET", "HEAD", "POST"])


def account_page(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    """The page, with whatever has just happened on it."""
    user = user_of(request)
    context = {
        "here": "account",
        "tokens": list(user.access_tokens.all()),
        "deck_count": user.decks.count(),
        "form": TokenForm(),
        **more,
    }
    return render(request, "accounts/account.html", context, status=status)


@private
@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponseBase:
    """Name, address, tokens, and the way to everything else."""
    return account_page(request)


def _confirmed(form: PasswordForm) -> bool:
    """Whether the password typed again was right; guessing is limited."""
    rate_limits.attempt(rate_limits.PASSWORD_BY_NAME, form.user.username)
    valid = form.is_valid()
    if "password" in form.cleaned_data:
        rate_limits.forget(rate_limits.PASSWORD_BY_NAME, form.user.username)
    return valid


@private
@login_required
@readable
def mail(request: HttpRequest) -> HttpResponseBase:
    """Ask for another address; nothing changes until its link is followed."""
    user = user_of(request)
    form = MailForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and _confirmed(form):
        wanted = form.cleaned_data["email"]
        rate_limits.attempt(rate_limits.MAILS, wanted)
        post(send_confirmation, user.pk, wanted, site_of(request))
        messages.success(request, f"We've sent a link to {wanted}. Open it to confirm the address.")
        return redirect("accounts:account")
    return render(request, "accounts/mail.html", {"here": "account", "form": form})


@private
@login_required
@readable
def mail_confirm(request: HttpRequest, sealed: str) -> HttpResponseBase:
    """The link of the mail; a button, since mail programs follow links by themselves."""
    user = user_of(request)
    wanted = mail_links.unseal(user, sealed)
    if wanted is not None and request.method == "POST":
        before, user.email = user.email, wanted
        user.save(update_fields=["email"])
        if before and before != wanted:
            post(send_notice, before, user.username, "mail", site_of(request))
        messages.success(request, f"{wanted} is confirmed.")
        return redirect("accounts:account")
    context = {"here": "account", "wanted": wanted, "hours": mail_links.HOURS}
    return render(request, "accounts/mail_confirm.html", context, status=200 if wanted else 400)


@private
@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponseBase:
    """Everything that is theirs, as a file."""
    user = user_of(request)
    rate_limits.attempt(rate_limits.ACCOUNT_EXPORTS, user.username)
    packed = archive(user, current_catalogue())
    return FileResponse(
        packed, as_attachment=True, filename=f"five-sails-{user.username}.zip", content_type="application/zip"
    )


@private
@login_required
@readable
def delete(request: HttpRequest) -> HttpResponseBase:
    """Leave: the account and everything in it are gone at once."""
    user = user_of(request)
    form = PasswordForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and _confirmed(form):
        delete_account(user)
        logout(request)
        messages.success(request, "Your account and everything in it has been deleted.")
        return redirect("accounts:sign-in")
    context = {"here": "account", "form": form, "deck_count": user.decks.count()}
    return render(request, "accounts/delete.html", context)


urlpatterns = [
    path("accounts/", account, name="account"),
    path("accounts/mail/", mail, name="mail"),
    path("accounts/mail/confirm/<str:sealed>/", mail_confirm, name="mail-confirm"),
    path("accounts/export/", export, name="export"),
    path("accounts/delete/", delete, name="delete"),
]
