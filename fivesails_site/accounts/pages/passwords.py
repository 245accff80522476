"""A new password: by knowing the old one, or by mail."""

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
from fivesails_site.accounts.tasks import post, send_notice, send_reset
from web import rate_limits


def _changed(request: HttpRequest, user: User) -> None:
    """Whatever an intruder may have left open is closed with the old password, and the owner hears of it."""
    tokens.revoke_all(user)
    if user.email:
        post(send_notice, user.email, user.username, "password", site_of(request))


@method_decorator(private, name="dispatch")
class ChangePassword(views.PasswordChangeView):
    """Every other session of the account ends."""

    template_name = "accounts/password.html"
    form_class = ChangePasswordForm
    success_url = reverse_lazy("accounts:account")
    extra_context = {"here": "account"}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """The old password must not be guessed."""
        rate_limits.attempt(rate_limits.PASSWORD_BY_NAME, user_of(request).username)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Change it."""
        response = super().form_valid(form)
        user = user_of(self.request)
        rate_limits.forget(rate_limits.PASSWORD_BY_NAME, user.username)
        _changed(self.request, user)
        messages.success(self.request, "Your password has been changed, and you are signed out everywhere else.")
        return response


@private
@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest) -> HttpResponseBase:
    """Ask for a link by mail. Whether there is such an account is found out by the worker, never here."""
    form = ResetForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        rate_limits.attempt(rate_limits.RESET_BY_ADDRESS, rate_limits.network_of(request))
        if form.is_valid():
            asked = form.cleaned_data["asked"]
            rate_limits.attempt(rate_limits.MAILS, asked)
            post(send_reset, asked, site_of(request))
            return redirect("accounts:reset-sent")
    return render(request, "accounts/reset.html", {"here": "account", "form": form})


@private
@require_safe
def reset_sent(request: HttpRequest) -> HttpResponse:
    """The same words for everybody."""
    return render(request, "accounts/reset_sent.html", {"here": "account"})


@method_decorator(private, name="dispatch")
class ResetConfirm(views.PasswordResetConfirmView):
    """The link of the mail."""

    template_name = "accounts/reset_confirm.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("accounts:sign-in")
    extra_context = {"here": "account"}

    def form_valid(self, form: Any) -> HttpResponse:
        """Change it; failed tries of others no longer keep the owner out."""
        response = super().form_valid(form)
        sign_in_limits.forget_attempts(self.request, form.user.username)
        _changed(self.request, form.user)
        messages.success(self.request, "Your password has been changed. You can sign in now.")
        return response


urlpatterns = [
    path("accounts/password/", ChangePassword.as_view(), name="password"),
    path("accounts/reset/", reset, name="reset"),
    path("accounts/reset/sent/", reset_sent, name="reset-sent"),
    path("accounts/reset/<uidb64>/<token>/", ResetConfirm.as_view(), name="reset-confirm"),
]
