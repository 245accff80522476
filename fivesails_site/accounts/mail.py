"""The mails of the site. Recipients are looked up here, in the worker, so no page reveals who has an account."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from fivesails_site.accounts import mail_links, names

#: Accounts of one address that a reset writes to.
_MAX_ACCOUNTS: Final = 5


def reset(asked: str, site: str) -> None:
    """Send a reset link to every account with this address or name; nothing if there is none."""
    lookup = {"email__iexact": asked.strip()} if "@" in asked else {"username": names.as_stored(asked)}
    for user in User.objects.filter(is_active=True, **lookup).exclude(email="").order_by("pk")[:_MAX_ACCOUNTS]:
        # The site's own account has no password.
        if user.has_usable_password():
            _send(user.email, "choose a new password", "reset", site, user=user, link=site + reset_path(user))


def reset_path(user: User) -> str:
    """The path of the page that sets a new password without the old one."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("accounts:reset-confirm", args=[uid, default_token_generator.make_token(user)])


def confirmation(user_id: int, mail: str, site: str) -> None:
    """Send the link that confirms a user's address."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return
    path = reverse("accounts:mail-confirm", args=[mail_links.seal(user, mail)])
    others = User.objects.filter(email__iexact=mail).exclude(pk=user.pk).order_by("username")
    known = list(others.values_list("username", flat=True)[:_MAX_ACCOUNTS])
    _send(mail, "confirm your email address", "confirm", site, user=user, link=site + path, others=known)


def notice(mail: str, name: str, event: str, site: str) -> None:
    """Tell an account's owner about a change that only they should have made."""
    subject = {"password": "your password was changed", "mail": "your email address was changed"}[event]
    _send(mail, subject, f"{event}_changed", site, name=name)


def _send(to: str, subject: str, template: str, site: str, **context: Any) -> None:
    text = render_to_string(
        f"accounts/mail/{template}.txt",
        {
            "site": site,
            "hours": mail_links.HOURS,
            "reset_hours": settings.PASSWORD_RESET_TIMEOUT // 3600,
            "reset_link": site + reverse("accounts:reset"),
            **context,
        },
    )
    send_mail(f"Five Sails: {subject}", text, None, [to])
