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

from fivesails_site.accounts import mail_links, names, sign_in_limits
from fivesails_site.accounts.forms import SignInForm, SignUpForm
from fivesails_site.accounts.pages.base import private, site_of
from fivesails_site.accounts.tasks import enqueue, send_confirmation
from web import rate_limits


@method_decorator(private, name="dispatch")
class SignIn(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True
    extra_context = {"here": "account"}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        sign_in_limits.count_attempt(request, request.POST.get("username", ""))
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in, and forget earlier typos."""
        sign_in_limits.forget_attempts(self.request, form.data.get("username", ""))
        # Together: if the browser's decks cannot be handed over, its old session must survive.
        with transaction.atomic():
            response = super().form_valid(form)
        sign_in_limits.remember_browser(response, form.get_user())
        return response


@method_decorator([private, csrf_protect, sensitive_post_parameters()], name="dispatch")
class SignUp(RedirectURLMixin, FormView):
    """A new account, signed in at once. Its email address counts once it is confirmed."""

    template_name = "accounts/sign_up.html"
    form_class = SignUpForm
    extra_context = {"here": "account"}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return HttpResponseRedirect(self.get_success_url())
        return super().dispatch(request, *args, **kwargs)

    def get_default_redirect_url(self) -> str:
        return reverse(settings.LOGIN_REDIRECT_URL)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs, next=self.get_redirect_url())

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """Create the account, sign in, send the confirmation. The response is the same for any address."""
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
            enqueue(send_confirmation, user.pk, mail, site_of(self.request))
            mail_links.set_waiting(self.request.session, mail)
            messages.success(self.request, f"Welcome! We've sent a link to {mail}. Open it to confirm the address.")
        else:
            messages.success(self.request, "Welcome!")
        response = super().form_valid(form)
        sign_in_limits.remember_browser(response, user)
        return response


@method_decorator(private, name="dispatch")
class SignOut(LogoutView):
    """By POST only, so that no link can sign anybody out."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().post(request, *args, **kwargs)
        messages.success(request, "You are signed out.")
        return response


@require_safe
def admin_sign_in(request: HttpRequest) -> HttpResponseBase:
    """Staff sign in on the same page as everybody, under the same limits."""
    if request.user.is_authenticated:
        return redirect("accounts:account")
    return redirect_to_login(request.GET.get("next", reverse("admin:index")))


urlpatterns = [
    path("accounts/sign-up/", SignUp.as_view(), name="sign-up"),
    path("accounts/sign-in/", SignIn.as_view(), name="sign-in"),
    path("accounts/sign-out/", SignOut.as_view(), name="sign-out"),
]
