"""The account page, the email address, the export of all data, and deletion."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.store import current_catalogue
from decks.services import delete_account
from fivesails_site.accounts import mail_links
from fivesails_site.accounts.export import archive
from fivesails_site.accounts.forms import MailForm, PasswordForm, TokenForm
from fivesails_site.accounts.pages.base import private, site_of, user_of
from fivesails_site.accounts.tasks import enqueue, send_confirmation, send_notice
from web import rate_limits

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


def account_page(request: HttpRequest, status: int = 200, **extra: Any) -> HttpResponse:
    """The page, with ``extra`` context such as a token just created."""
    user = user_of(request)
    context = {
        "here": "account",
        "tokens": list(user.access_tokens.all()),
        "deck_count": user.decks.count(),
        "form": TokenForm(),
        "waiting": mail_links.waiting(request.session, user_of(request)),
        **extra,
    }
    return render(request, "accounts/account.html", context, status=status)


@private
@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponseBase:
    return account_page(request)


def _check_password(form: PasswordForm) -> bool:
    """Whether the form is valid; attempts at its password are limited."""
    rate_limits.attempt(rate_limits.PASSWORD_BY_NAME, form.user.username)
    valid = form.is_valid()
    if "password" in form.cleaned_data:
        rate_limits.forget(rate_limits.PASSWORD_BY_NAME, form.user.username)
    return valid


@private
@login_required
@get_or_post
def mail(request: HttpRequest) -> HttpResponseBase:
    """Request another address; nothing changes until its link is opened."""
    user = user_of(request)
    form = MailForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and _check_password(form):
        return _send_link(request, form.cleaned_data["email"])
    return render(request, "accounts/mail.html", {"here": "account", "form": form})


@private
@login_required
@require_POST
def mail_again(request: HttpRequest) -> HttpResponseBase:
    """Send the link again to the address that is waiting to be confirmed."""
    email = mail_links.waiting(request.session, user_of(request))
    return _send_link(request, email) if email else redirect("accounts:mail")


def _send_link(request: HttpRequest, email: str) -> HttpResponseBase:
    rate_limits.attempt(rate_limits.MAILS, email)
    enqueue(send_confirmation, user_of(request).pk, email, site_of(request))
    mail_links.set_waiting(request.session, email)
    messages.success(request, f"We've sent a link to {email}. Open it to confirm the address.")
    return redirect("accounts:account")


@private
@login_required
@get_or_post
def mail_confirm(request: HttpRequest, sealed: str) -> HttpResponseBase:
    """The link of the mail leads to a button, because mail programs open links by themselves."""
    user = user_of(request)
    email = mail_links.unseal(user, sealed)
    if email is not None and request.method == "POST":
        before, user.email = user.email, email
        user.save(update_fields=["email"])
        mail_links.clear_waiting(request.session)
        if before and before != email:
            enqueue(send_notice, before, user.username, "mail", site_of(request))
        messages.success(request, f"{email} is confirmed.")
        return redirect("accounts:account")
    context = {"here": "account", "email": email, "hours": mail_links.HOURS}
    return render(request, "accounts/mail_confirm.html", context, status=200 if email else 400)


@private
@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponseBase:
    user = user_of(request)
    rate_limits.attempt(rate_limits.ACCOUNT_EXPORTS, user.username)
    file = archive(user, current_catalogue())
    return FileResponse(
        file, as_attachment=True, filename=f"five-sails-{user.username}.zip", content_type="application/zip"
    )


@private
@login_required
@get_or_post
def delete(request: HttpRequest) -> HttpResponseBase:
    user = user_of(request)
    form = PasswordForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and _check_password(form):
        delete_account(user)
        logout(request)
        messages.success(request, "Your account and everything in it have been deleted.")
        return redirect("accounts:sign-in")
    context = {"here": "account", "form": form, "deck_count": user.decks.count()}
    return render(request, "accounts/delete.html", context)


urlpatterns = [
    path("accounts/", account, name="account"),
    path("accounts/mail/", mail, name="mail"),
    path("accounts/mail/again/", mail_again, name="mail-again"),
    path("accounts/mail/confirm/<str:sealed>/", mail_confirm, name="mail-confirm"),
    path("accounts/export/", export, name="export"),
    path("accounts/delete/", delete, name="delete"),
]
