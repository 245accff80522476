"""Forms for signing up and in, passwords, email addresses and tokens."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import forms as auth
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from fivesails_site.accounts import names
from web.text_fields import validate_visible

#: RFC 5321 allows no longer one.
_MAX_EMAIL_LENGTH = 254
#: settings.AUTH_PASSWORD_VALIDATORS in one sentence.
STRENGTH = "At least 12 characters, not all digits, not a common password, and not similar to your name or email."
_PASSWORD_FIELDS = ("password1", "password2", "new_password1", "new_password2")


def _name_attributes(autocomplete: str) -> dict[str, str]:
    return {"autocomplete": autocomplete, "autocapitalize": "none", "spellcheck": "false"}


def _relabel(form: forms.BaseForm) -> None:
    """Replace the labels and help texts of Django's password fields."""
    for name in _PASSWORD_FIELDS:
        if name in form.fields:
            first = name.endswith("1")
            form.fields[name].label = "Password" if first else "Password again"
            form.fields[name].help_text = STRENGTH if first else ""


class SignUpForm(auth.BaseUserCreationForm):
    """A name and a password. The email address is optional; without one, the password cannot be reset."""

    email = forms.EmailField(
        label="Email (optional)",
        required=False,
        max_length=_MAX_EMAIL_LENGTH,
        help_text="Only used to reset your password. Nobody else can see it.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("username", "email", "password1", "password2")

    class Meta(auth.BaseUserCreationForm.Meta):
        fields = ("username",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label, name.help_text = "Name", names.RULE
        # ``clean_username`` says more than Django's validator.
        name.validators = []
        name.widget.attrs.update({**_name_attributes("username"), "maxlength": str(names.MAX_LENGTH)})
        _relabel(self)

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"].lower()
        if problem := names.problem(name):
            raise ValidationError(problem)
        if User.objects.filter(username__iexact=name).exists():
            raise ValidationError(names.TAKEN)
        return name

    def validate_password_for_user(self, user: User, *args: Any, **kwargs: Any) -> None:
        """Compare the password with the email address too, which the user does not have until it is confirmed."""
        claimed = User(username=user.username, email=self.cleaned_data.get("email", ""))
        super().validate_password_for_user(claimed, *args, **kwargs)  # type: ignore[misc] # unknown to the stubs


class SignInForm(auth.AuthenticationForm):
    """A name and a password. Errors never say which of the two was wrong."""

    error_messages = {
        "invalid_login": "Wrong name or password.",
        "inactive": "Wrong name or password.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Name"
        self.fields["username"].widget.attrs.update(_name_attributes("username"))

    def clean_username(self) -> str:
        return names.as_stored(self.cleaned_data["username"])


class ResetForm(forms.Form):
    asked = forms.CharField(
        label="Name or email",
        max_length=_MAX_EMAIL_LENGTH,
        widget=forms.TextInput(attrs=_name_attributes("username")),
    )


class NewPasswordForm(auth.SetPasswordForm):
    """A new password, set through the link of a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self)


class ChangePasswordForm(auth.PasswordChangeForm):
    """A new password, set by somebody who knows the old one."""

    error_messages = {**auth.PasswordChangeForm.error_messages, "password_incorrect": "Wrong password."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self)
        self.fields["old_password"].label = "Current password"
        self.fields["new_password1"].label = "New password"
        self.fields["new_password2"].label = "New password again"


class PasswordForm(forms.Form):
    """Asks for the password again, before something that a browser left open must not allow."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError("Wrong password.")
        return password


class MailForm(PasswordForm):
    email = forms.EmailField(
        label="New email",
        max_length=_MAX_EMAIL_LENGTH,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "password")


class TokenForm(forms.Form):
    name = forms.CharField(
        label="What is it for?",
        max_length=60,
        validators=[validate_visible],
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "Deck sync on my laptop"}),
    )
