"""Routes of accounts and player pages."""

from django.urls import path
from django.views.generic import RedirectView

from fivesails_site.accounts.pages import account, passwords, players, sign_in, tokens

app_name = "accounts"

urlpatterns = [
    *sign_in.urlpatterns,
    *passwords.urlpatterns,
    *account.urlpatterns,
    *tokens.urlpatterns,
    *players.urlpatterns,
    # Where password managers look.
    path(".well-known/change-password", RedirectView.as_view(pattern_name="accounts:password"), name="well-known"),
]
