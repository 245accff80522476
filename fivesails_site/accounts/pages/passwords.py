"""Changing a password, and resetting a forgotten one by mail."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import views
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path, reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_http_methods, require_safe

from fivesails_site.accounts import sign_in_limits, tokens
from fivesails_site.accounts.forms import ChangePasswordForm, NewPasswordForm, ResetForm
from fivesails_site.accounts.pages.base import private, site_of, user_of
from fivesails_site.accounts.tasks import enqueue, send_notice, send_reset
from web import rate_limits


def _secure_account(request: HttpRequest, user: User) -> None:
    """After a change of password: revoke all tokens, which an intruder may have, and tell the owner."""
    tokens.revoke_all(user)
    if user.email:
        enqueue(send_notice, user.email, user.username, "password", site_of(request))


@method_decorator(private, name="dispatch")
class ChangePassword(views.PasswordChangeView):
    """Django ends every other session of the account."""

    template_name = "accounts/password.html"
    form_class = ChangePasswordForm
    success_url = reverse_lazy("accounts:account")
    extra_context = {"here": "account"}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        rate_limits.attempt(rate_limits.PASSWORD_BY_NAME, user_of(request).username)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        user = user_of(self.request)
        rate_limits.forget(rate_limits.PASSWORD_BY_NAME, user.username)
        _secure_account(self.request, user)
        messages.success(self.request, "Your password has been changed, and you are signed out everywhere else.")
        return response


@private
@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest) -> HttpResponseBase:
    """Request a link by mail. Whether the account exists is only looked up by the worker."""
    form = ResetForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        rate_limits.attempt(rate_limits.RESET_BY_ADDRESS, rate_limits.network_of(request))
        if form.is_valid():
            asked = form.cleaned_data["asked"]
            rate_limits.attempt(rate_limits.MAILS, asked)
            enqueue(send_reset, asked, site_of(request))
            return redirect("accounts:reset-sent")
    return render(request, "accounts/reset.html", {"here": "account", "form": form})


@private
@require_safe
def reset_sent(request: HttpRequest) -> HttpResponse:
    """The same page whether or not the account exists."""
    return render(request, "accounts/reset_sent.html", {"here": "account"})


@method_decorator(private, name="dispatch")
class ResetConfirm(views.PasswordResetConfirmView):
    template_name = "accounts/reset_confirm.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("accounts:sign-in")
    extra_context = {"here": "account"}

    def form_valid(self, form: Any) -> HttpResponse:
        """Forget failed sign-ins, so that they do not keep the owner out."""
        response = super().form_valid(form)
        sign_in_limits.forget_attempts(self.request, form.user.username)
        _secure_account(self.request, form.user)
        messages.success(self.request, "Your password has been changed. You can sign in now.")
        return response


urlpatterns = [
    path("accounts/password/", ChangePassword.as_view(), name="password"),
    path("accounts/reset/", reset, name="reset"),
    path("accounts/reset/sent/", reset_sent, name="reset-sent"),
    path("accounts/reset/<uidb64>/<token>/", ResetConfirm.as_view(), name="reset-confirm"),
]
