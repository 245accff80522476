"""Signing up, in and out."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView, RedirectURLMixin, redirect_to_login
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe
from django.views.generic import FormView

from fivesails_site.accounts import names, sign_in_limits
from fivesails_site.accounts.forms import SignInForm, SignUpForm
from fivesails_site.accounts.pages.base import private, site_of
from fivesails_site.accounts.tasks import post, send_confirmation
from web import rate_limits


@method_decorator(private, name="dispatch")
class SignIn(LoginView):
    """Name and password."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True
    extra_context = {"here": "account"}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Count first."""
        sign_in_limits.count_attempt(request, request.POST.get("username", ""))
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Let them in, and forget what they mistyped before."""
        sign_in_limits.forget_attempts(self.request, form.data.get("username", ""))
        # A new session replaces the old one: if what the browser made cannot be handed over, neither is lost.
        with transaction.atomic():
            response = super().form_valid(form)
        sign_in_limits.remember_browser(response, form.get_user())
        return response


@method_decorator([private, csrf_protect, sensitive_post_parameters()], name="dispatch")
class SignUp(RedirectURLMixin, FormView):
    """A new account, signed in at once; its address counts only when it is confirmed."""

    template_name = "accounts/sign_up.html"
    form_class = SignUpForm
    extra_context = {"here": "account"}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Whoever is signed in has an account."""
        if request.user.is_authenticated:
            return HttpResponseRedirect(self.get_success_url())
        return super().dispatch(request, *args, **kwargs)

    def get_default_redirect_url(self) -> str:
        """To the account."""
        return reverse(settings.LOGIN_REDIRECT_URL)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With the way to go on."""
        return super().get_context_data(**kwargs, next=self.get_redirect_url())

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """Make the account, let its owner in, write to the address. The answer is the same for any address."""
        rate_limits.attempt(rate_limits.SIGN_UP_BY_ADDRESS, rate_limits.network_of(self.request))
        mail = form.cleaned_data["email"]
        if mail:
            rate_limits.attempt(rate_limits.MAILS, mail)
        with transaction.atomic():
            try:
                with transaction.atomic():
                    user = form.save()
            except IntegrityError:
                form.add_error("username", names.TAKEN)
                return self.form_invalid(form)
            login(self.request, user)
        if mail:
            post(send_confirmation, user.pk, mail, site_of(self.request))
            messages.success(self.request, f"Welcome! We have sent a mail to {mail}: follow its link to confirm it.")
        else:
            messages.success(self.request, "Welcome!")
        response = super().form_valid(form)
        sign_in_limits.remember_browser(response, user)
        return response


@method_decorator(private, name="dispatch")
class SignOut(LogoutView):
    """By a form only: no link on any page can sign anybody out."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Forget the session, then say so."""
        response = super().post(request, *args, **kwargs)
        messages.success(request, "You are signed out.")
        return response


@require_safe
def staff_door(request: HttpRequest) -> HttpResponseBase:
    """The staff sign in where everybody does, under the same rate_limits."""
    if request.user.is_authenticated:
        return redirect("accounts:account")
    return redirect_to_login(request.GET.get("next", reverse("admin:index")))


urlpatterns = [
    path("accounts/sign-up/", SignUp.as_view(), name="sign-up"),
    path("accounts/sign-in/", SignIn.as_view(), name="sign-in"),
    path("accounts/sign-out/", SignOut.as_view(), name="sign-out"),
]
