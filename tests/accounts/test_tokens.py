"""Tokens for programs, from the form to the API."""

import hashlib
import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import include, path
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from fivesails_site.accounts import tokens
from fivesails_site.accounts.models import AccessToken
from web.ownership import BROWSER_KEY

pytestmark = pytest.mark.django_db


class Probe(APIView):
    """A call with the site's usual authentication: who is asking?"""

    def get(self, request: Request) -> Response:
        return Response({"user": request.user.username, "token": getattr(request.auth, "name", None)})

    def post(self, request: Request) -> Response:
        return self.get(request)


class OpenProbe(Probe):
    """The same for anybody."""

    permission_classes = ()


urlpatterns = [
    path("api/v1/probe/", Probe.as_view()),
    path("api/v1/open/", OpenProbe.as_view()),
    path("", include("fivesails_site.urls")),
]

JSON = "application/json"
probing = override_settings(ROOT_URLCONF=__name__)


def make(client: Client, name: str = "Deck sync"):
    return client.post("/accounts/tokens/", {"name": name})


def shown(response) -> str:
    return re.search(r">(fs_[\w-]+)</code></p></section>", response.content.decode())[1]


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def test_a_token_is_shown_once_and_kept_as_a_digest(ann: User, ann_client: Client) -> None:
    response = make(ann_client)
    secret = shown(response)
    token = AccessToken.objects.get()
    assert token.digest == hashlib.sha256(secret.encode()).hexdigest()
    assert (token.user, token.name, token.prefix) == (ann, "Deck sync", secret[:8])
    assert len(secret) > 40
    assert "no-store" in response["Cache-Control"]
    again = ann_client.get("/accounts/").content.decode()
    assert secret not in again
    assert f"{token.prefix}…" in again
    assert "never used" in again


def test_sending_the_form_twice_makes_one_token(ann_client: Client) -> None:
    make(ann_client)
    again = make(ann_client)
    assert "You already have a token called “Deck sync”." in again.content.decode()
    assert AccessToken.objects.count() == 1


def test_two_people_may_use_the_same_name(ann: User, bob: User) -> None:
    tokens.issue(ann, "Sync")
    tokens.issue(bob, "Sync")
    assert AccessToken.objects.count() == 2


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_a_token_needs_a_name(ann_client: Client, name: str) -> None:
    response = make(ann_client, name)
    assert response.status_code == 200
    assert response.context["form"].errors
    assert not AccessToken.objects.exists()


def test_nobody_needs_more_than_twenty(ann: User, ann_client: Client) -> None:
    for number in range(tokens.MAX_TOKENS):
        tokens.issue(ann, str(number))
    assert "Revoke one" in make(ann_client).content.decode()
    assert AccessToken.objects.count() == tokens.MAX_TOKENS


@probing
def test_a_program_acts_as_its_user_until_the_token_is_revoked(ann: User, ann_client: Client) -> None:
    secret = shown(make(ann_client))
    program = Client(enforce_csrf_checks=True)
    for call in (program.get, program.post):
        answer = call("/api/v1/probe/", headers=bearer(secret))
        assert answer.json() == {"user": "ann", "token": "Deck sync"}
    token = AccessToken.objects.get()
    assert token.last_used_at is not None
    assert ann_client.post(f"/accounts/tokens/{token.pk}/revoke/")["Location"] == "/accounts/"
    refused = program.get("/api/v1/probe/", headers=bearer(secret))
    assert refused.status_code == 401
    assert refused["WWW-Authenticate"] == 'Bearer realm="Five Sails"'
    assert refused["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "authentication_failed"


@probing
@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "bearer fs_wrong", "Bearer a b", "Bearer \xff", "Bearer  "])
def test_any_other_token_is_refused(client: Client, header: str) -> None:
    assert client.get("/api/v1/open/", headers={"Authorization": header}).status_code == 401


@probing
@pytest.mark.parametrize("header", ["", "Basic YW5uOngK", "Token x", "Bearerish x"])
def test_other_headers_are_nobodys(client: Client, header: str) -> None:
    assert client.get("/api/v1/open/", headers={"Authorization": header}).json()["user"] == ""
    refused = client.post("/api/v1/probe/", headers={"Authorization": header})
    assert refused.status_code == 401


@probing
def test_a_token_of_somebody_who_may_not_sign_in_is_refused(ann: User, client: Client) -> None:
    _, secret = tokens.issue(ann, "x")
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert client.get("/api/v1/probe/", headers=bearer(secret)).status_code == 401


@probing
def test_a_token_goes_before_a_session(ann_client: Client, bob: User) -> None:
    _, secret = tokens.issue(bob, "x")
    assert ann_client.get("/api/v1/probe/", headers=bearer(secret)).json()["user"] == "bob"


def test_use_is_noted_now_and_then_and_not_at_every_call(ann: User, django_assert_num_queries) -> None:
    token, secret = tokens.issue(ann, "x")
    with django_assert_num_queries(2):
        tokens.authenticate(secret)
    with django_assert_num_queries(1):
        tokens.authenticate(secret)
    long_ago = timezone.now() - timedelta(hours=1)
    AccessToken.objects.update(last_used_at=long_ago)
    tokens.authenticate(secret)
    token.refresh_from_db()
    assert token.last_used_at > long_ago


@probing
def test_a_browser_needs_its_form_token(ann: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    assert client.get("/api/v1/probe/").json()["user"] == "ann"
    refused = client.post("/api/v1/probe/", content_type=JSON)
    assert refused.status_code == 403
    assert refused["Content-Type"] == "application/problem+json"
    token = str(client.get("/accounts/").context["csrf_token"])
    accepted = client.post("/api/v1/probe/", content_type=JSON, headers={"X-CSRFToken": token})
    assert accepted.json()["user"] == "ann"


@probing
def test_so_does_one_that_owns_decks_without_an_account() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/api/v1/open/", content_type=JSON).status_code == 200
    session = client.session
    session[BROWSER_KEY] = "a-secret-of-this-browser"
    session.save()
    assert client.get("/api/v1/open/").status_code == 200
    assert client.post("/api/v1/open/", content_type=JSON).status_code == 403
    token = str(client.get("/accounts/sign-in/").context["csrf_token"])
    assert client.post("/api/v1/open/", content_type=JSON, headers={"X-CSRFToken": token}).status_code == 200


def test_nobody_revokes_anothers_token(ann: User, bob: User) -> None:
    token, _ = tokens.issue(ann, "x")
    client = Client()
    client.force_login(bob)
    assert client.post(f"/accounts/tokens/{token.pk}/revoke/").status_code == 404
    assert AccessToken.objects.exists()


@pytest.mark.parametrize("address", ["/accounts/tokens/", "/accounts/tokens/1/revoke/"])
def test_reading_changes_nothing(ann_client: Client, address: str) -> None:
    assert ann_client.get(address).status_code == 405


def test_a_hostile_name_stays_text(ann_client: Client) -> None:
    page = make(ann_client, "<script>alert(1)</script>").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_staff_see_tokens_and_revoke_them_but_make_none(admin_client: Client, ann: User) -> None:
    token, secret = tokens.issue(ann, "Sync")
    listed = admin_client.get("/admin/accounts/accesstoken/").content.decode()
    assert token.prefix in listed
    one = admin_client.get(f"/admin/accounts/accesstoken/{token.pk}/change/").content.decode()
    assert secret not in one
    assert 'name="digest"' not in one
    assert admin_client.get("/admin/accounts/accesstoken/add/").status_code == 403
    admin_client.post(f"/admin/accounts/accesstoken/{token.pk}/delete/", {"post": "yes"})
    assert not AccessToken.objects.exists()


@probing
def test_the_description_of_the_api_knows_both_ways_in(tmp_path) -> None:
    made = tmp_path / "openapi.yaml"
    call_command("spectacular", file=str(made), urlconf=__name__, validate=True)
    text = made.read_text()
    assert re.search(r"token:\n\s+type: http\n\s+scheme: bearer", text)
    assert re.search(r"session:\n\s+type: apiKey\n\s+in: cookie\n\s+name: session", text)
