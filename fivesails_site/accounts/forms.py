"""The forms of accounts."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import forms as auth
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from fivesails_site.accounts import names
from web.text_fields import validate_visible

#: The longest address there can be.
_MAIL_LENGTH = 254
#: What settings.AUTH_PASSWORD_VALIDATORS asks for, in one sentence.
STRENGTH = "At least 12 characters, not only digits, no common password, and nothing like your name or address."
_PASSWORD_FIELDS = ("password1", "password2", "new_password1", "new_password2")


def _name_attributes(autocomplete: str) -> dict[str, str]:
    return {"autocomplete": autocomplete, "autocapitalize": "none", "spellcheck": "false"}


def _relabel(form: forms.BaseForm) -> None:
    """Our own words for Django's password fields."""
    for name in _PASSWORD_FIELDS:
        if name in form.fields:
            first = name.endswith("1")
            form.fields[name].label = "Password" if first else "Password again"
            form.fields[name].help_text = STRENGTH if first else ""


class SignUpForm(auth.BaseUserCreationForm):
    """A name and a password; an address only for those who want to be able to reset it."""

    email = forms.EmailField(
        label="Mail address (optional)",
        required=False,
        max_length=_MAIL_LENGTH,
        help_text="Only used to reset a forgotten password. Nobody else sees it.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("username", "email", "password1", "password2")

    class Meta(auth.BaseUserCreationForm.Meta):
        fields = ("username",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label, name.help_text = "Name", names.RULE
        # Our own rule says more than Django's, and sooner.
        name.validators = []
        name.widget.attrs.update({**_name_attributes("username"), "maxlength": str(names.LONGEST)})
        _relabel(self)

    def clean_username(self) -> str:
        """A name of the right form that nobody has."""
        name: str = self.cleaned_data["username"].lower()
        if fault := names.fault(name) or (names.TAKEN if User.objects.filter(username__iexact=name).exists() else ""):
            raise ValidationError(fault)
        return name

    def validate_password_for_user(self, user: User, *args: Any, **kwargs: Any) -> None:
        """A password must not be like the address either, which is not the user's until it is confirmed."""
        known = User(username=user.username, email=self.cleaned_data.get("email", ""))
        super().validate_password_for_user(known, *args, **kwargs)  # type: ignore[misc] # unknown to the stubs


class SignInForm(auth.AuthenticationForm):
    """A name and a password; what is wrong with them is never said in detail."""

    error_messages = {
        "invalid_login": "Wrong name or password.",
        "inactive": "Wrong name or password.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Name"
        self.fields["username"].widget.attrs.update(_name_attributes("username"))

    def clean_username(self) -> str:
        """Capitals do not matter."""
        return names.as_stored(self.cleaned_data["username"])


class ResetForm(forms.Form):
    """Whose password is lost."""

    asked = forms.CharField(
        label="Name or mail address",
        max_length=_MAIL_LENGTH,
        widget=forms.TextInput(attrs=_name_attributes("username")),
    )


class NewPasswordForm(auth.SetPasswordForm):
    """A password chosen through a link."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self)


class ChangePasswordForm(auth.PasswordChangeForm):
    """A password chosen by somebody who knows the old one."""

    error_messages = {**auth.PasswordChangeForm.error_messages, "password_incorrect": "This is not your password."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self)
        self.fields["old_password"].label = "Current password"
        self.fields["new_password1"].label = "New password"
        self.fields["new_password2"].label = "New password again"


class PasswordForm(forms.Form):
    """The password once more, before something that an open browser alone must not allow."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_password(self) -> str:
        """The right one."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError("This is not your password.")
        return password


class MailForm(PasswordForm):
    """Another mail address."""

    email = forms.EmailField(
        label="New mail address",
        max_length=_MAIL_LENGTH,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "password")


class TokenForm(forms.Form):
    """What a new token is for."""

    name = forms.CharField(
        label="What is it for?",
        max_length=60,
        validators=[validate_visible],
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "Deck sync on my laptop"}),
    )
