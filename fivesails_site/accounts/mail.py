"""What the site writes to people. Who is written to is decided here, out of sight of whoever asked."""

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

#: How many accounts of one address are written to at once.
_MOST_ACCOUNTS: Final = 5


def reset(asked: str, site: str) -> None:
    """A link to choose a new password, to the accounts of an address or a name; nothing if there are none."""
    found = {"email__iexact": asked.strip()} if "@" in asked else {"username": names.as_stored(asked)}
    for user in User.objects.filter(is_active=True, **found).exclude(email="").order_by("pk")[:_MOST_ACCOUNTS]:
        # Whoever never had a password is no person.
        if user.has_usable_password():
            _send(user.email, "choose a new password", "reset", site, user=user, link=site + reset_path(user))


def reset_path(user: User) -> str:
    """Where a new password can be chosen without the old one."""
    number = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("accounts:reset-confirm", args=[number, default_token_generator.make_token(user)])


def confirmation(user_id: int, mail: str, site: str) -> None:
    """A link that makes an address a user's own."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return
    path = reverse("accounts:mail-confirm", args=[mail_links.seal(user, mail)])
    others = User.objects.filter(email__iexact=mail).exclude(pk=user.pk).order_by("username")
    known = list(others.values_list("username", flat=True)[:_MOST_ACCOUNTS])
    _send(mail, "confirm your mail address", "confirm", site, user=user, link=site + path, others=known)


def notice(mail: str, name: str, event: str, site: str) -> None:
    """Word to an account's owner of something that only they should have done."""
    subject = {"password": "your password was changed", "mail": "your mail address was changed"}[event]
    _send(mail, subject, f"{event}_changed", site, name=name)


def _send(to: str, subject: str, template: str, site: str, **context: Any) -> None:
    words = render_to_string(
        f"accounts/mail/{template}.txt",
        {
            "site": site,
            "hours": mail_links.HOURS,
            "reset_hours": settings.PASSWORD_RESET_TIMEOUT // 3600,
            "reset_link": site + reverse("accounts:reset"),
            **context,
        },
    )
    send_mail(f"Five Sails: {subject}", words, None, [to])
