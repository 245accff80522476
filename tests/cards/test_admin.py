"""The staff's pages: everything can be found, nothing imported can be changed, the face stands beside the form."""

import re

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from cards.models import Ability, Card, CardImage, CardLoad, Ruling

pytestmark = pytest.mark.django_db

MODELS = sorted(apps.get_app_config("cards").get_models(), key=lambda model: model.__name__)
IDS = [model.__name__ for model in MODELS]


def listing(model):
    return reverse(f"admin:cards_{model._meta.model_name}_changelist")


def form(row):
    return reverse(f"admin:cards_{row._meta.model_name}_change", args=[row.pk])


@pytest.fixture(autouse=True)
def _rows_of_every_model(db):
    Ruling.objects.get_or_create(card_id="01001", position=99, text="An answer.", source="A judge")
    CardImage.objects.create(card_id="01002", key="0123456789abcdef")


@pytest.fixture
def looker(client):
    """Staff who may look at everything and change nothing."""
    user = User.objects.create_user("looker", password="x", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="cards", codename__startswith="view_"))
    client.force_login(user)
    return client


def test_every_model_has_a_page():
    assert [model for model in MODELS if not admin.site.is_registered(model)] == []


@pytest.mark.parametrize("model", MODELS, ids=IDS)
def test_every_listing_opens_searches_and_explains_itself(admin_client, model):
    page = admin_client.get(listing(model))
    assert page.status_code == 200
    assert 'class="card-source"' in page.content.decode()
    assert admin_client.get(listing(model), {"q": "01001"}).status_code == 200


@pytest.mark.parametrize("model", MODELS, ids=IDS)
def test_every_row_opens(admin_client, model):
    page = admin_client.get(form(model.objects.first()))
    assert page.status_code == 200


@pytest.mark.parametrize("model", MODELS, ids=IDS)
def test_nothing_is_added_by_hand(admin_client, model):
    assert admin_client.get(reverse(f"admin:cards_{model._meta.model_name}_add")).status_code == 403


@pytest.mark.parametrize("model", [model for model in MODELS if model is not CardImage], ids=lambda m: m.__name__)
def test_imported_rows_cannot_be_deleted(admin_client, model):
    row = model.objects.first()
    address = reverse(f"admin:cards_{model._meta.model_name}_delete", args=[row.pk])
    assert admin_client.post(address, {"post": "yes"}).status_code == 403
    admin_client.post(listing(model), {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert model.objects.filter(pk=row.pk).exists()


@pytest.mark.parametrize("model", [m for m in MODELS if m not in (Card, CardImage)], ids=lambda m: m.__name__)
def test_imported_rows_cannot_be_changed(admin_client, model):
    assert admin_client.post(form(model.objects.first()), {"name": "Changed"}).status_code == 403


def test_facts_sent_to_a_cards_form_are_ignored(admin_client):
    card = Card.objects.get(code="01001")
    before = Card.objects.filter(pk=card.pk).values().get()
    sent = dict.fromkeys(before, "9") | {
        f"{prefix}-{name}_FORMS": "0"
        for prefix in ("abilities", "cardtrait_set", "cardkeyword_set", "printings", "rulings")
        for name in ("TOTAL", "INITIAL")
    }
    assert admin_client.post(form(card), sent).status_code == 302
    assert Card.objects.filter(pk=card.pk).values().get() == before


def queries_of(client, address, django_assert_max_num_queries):
    with django_assert_max_num_queries(40) as made:
        assert client.get(address).status_code == 200
    return len(made)


@pytest.mark.parametrize("model", MODELS, ids=IDS)
def test_a_listing_costs_the_same_whatever_its_length(admin_client, model, monkeypatch, django_assert_max_num_queries):
    model_admin = admin.site.get_model_admin(model)
    monkeypatch.setattr(model_admin, "list_per_page", 2)
    admin_client.get(listing(model))
    short = queries_of(admin_client, listing(model), django_assert_max_num_queries)
    monkeypatch.setattr(model_admin, "list_per_page", 100)
    long = queries_of(admin_client, listing(model), django_assert_max_num_queries)
    assert abs(long - short) <= 1


def test_a_cards_form_shows_its_face_its_page_and_its_numbers(admin_client):
    card = Card.objects.exclude(influence=None).filter(influence="-").first()
    page = admin_client.get(form(card)).content.decode()
    assert f'<img src="/faces/{card.code}-page-' in page
    assert card.get_absolute_url() in page
    assert "<li>Influence: <b>dash</b></li>" in page
    assert "<b>not on this card</b>" in page
    assert 'name="picture"' in page
    assert "multipart/form-data" in page


def test_a_card_is_found_by_code_name_trait_printing_and_words(admin_client):
    ability = Ability.objects.exclude(card__traits=None).select_related("card").earliest("card_id", "position")
    card = ability.card
    for words in (card.code, card.name, card.traits.first().name, f'"{ability.effect[:40]}"'):
        found = admin_client.get(listing(Card), {"q": words}).context["cl"].queryset
        assert card in found


@pytest.mark.parametrize(
    "filters", ["type__exact=risk", "faction__code__exact=castille", "face=drawn", "face=uploaded"]
)
def test_cards_are_filtered(admin_client, filters):
    found = admin_client.get(f"{listing(Card)}?{filters}").context["cl"].queryset.count()
    assert 0 < found < Card.objects.count()


def test_those_who_may_look_see_no_upload(looker):
    page = looker.get(form(Card.objects.get(code="01001"))).content.decode()
    assert 'name="picture"' not in page
    assert "card-numbers" in page


@pytest.mark.parametrize("model", MODELS, ids=IDS)
def test_strangers_are_sent_to_the_door(client, model):
    for address in (listing(model), form(model.objects.first())):
        response = client.get(address)
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("admin:login"))


@pytest.mark.parametrize("model", MODELS, ids=IDS)
def test_pages_hold_nothing_inline(admin_client, model):
    """The site's policy forbids inline scripts and styles, so a page that has some is a broken page."""
    for address in (listing(model), form(model.objects.first())):
        page = admin_client.get(address).content.decode()
        assert not re.search(r"<style|\sstyle=|\son\w+=\"|javascript:", page)
        for script in re.findall(r"<script[^>]*>", page):
            assert "src=" in script or "application/json" in script


def test_loads_are_told_newest_first(admin_client):
    CardLoad.objects.create(version="newest", added=0, changed=3, removed=0)
    page = admin_client.get(listing(CardLoad))
    assert page.context["cl"].result_list[0].version == "newest"
