"""Faces over HTTP: kept for ever under their own name, led on from an old one, drawn when first asked for."""

import io

import pytest
from django.http import Http404
from django.test import RequestFactory
from PIL import Image

from cards.faces import SIZES, face_name
from cards.pictures import views
from cards.store import current_catalogue

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def faces(settings, tmp_path):
    settings.FACES_ROOT = tmp_path / "faces"
    return settings.FACES_ROOT


def get(name):
    return views.face(RequestFactory().get(f"/faces/{name}"), name)


@pytest.mark.parametrize("ending", ["webp", "png"])
def test_a_face_is_drawn_on_demand_and_kept_for_ever(faces, ending):
    card = current_catalogue().card("01006")
    name = face_name(card, "thumb", ending)
    assert not (faces / name).exists()
    response = get(name)
    assert response.status_code == 200
    assert response["Content-Type"] == f"image/{ending}"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert Image.open(io.BytesIO(response.content)).size == SIZES["thumb"]
    assert (faces / name).exists()


def test_an_old_name_leads_to_the_newest_one():
    response = get("01006-thumb-0123456789ab.webp")
    assert response.status_code == 302
    assert response["Location"].endswith(face_name(current_catalogue().card("01006"), "thumb", "webp"))
    assert "immutable" not in response["Cache-Control"]


@pytest.mark.parametrize("name", ["99999-thumb-0123.webp", "01006-huge-0123.webp", "01006-thumb-0123.gif", "nonsense"])
def test_what_is_no_face_is_not_found(name):
    with pytest.raises(Http404, match="no card face"):
        get(name)


def test_a_face_cannot_be_posted():
    assert views.face(RequestFactory().post("/faces/x"), "x").status_code == 405


def test_a_picture_put_in_its_place_comes_first(monkeypatch, tmp_path, faces):
    uploaded = tmp_path / "upload.webp"
    uploaded.write_bytes(b"uploaded")
    monkeypatch.setattr(views, "upload_key", lambda code: "feedbeef" if code == "01006" else None)
    monkeypatch.setattr(views, "uploaded_face", lambda code, size, ending, key: uploaded if code == "01006" else None)
    assert get("01006-thumb-feedbeef.webp").content == b"uploaded"
    old = face_name(current_catalogue().card("01006"), "thumb", "webp")
    assert get(old)["Location"].endswith("01006-thumb-feedbeef.webp")
    assert not faces.exists()
