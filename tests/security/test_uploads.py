"""Uploads through the staff's form: who may, what gets in, and what an attacker gets to see."""

import io
import struct
import time
import tracemalloc
import zlib

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from cards.models import CardImage
from cards.pictures import store
from cards.pictures.reencoding import MAX_BYTES
from tests.cards.pictures import animation, jpeg_with_segment, picture, png_bomb, png_chunk, png_with
from tests.cards.test_picture_reencoding import HOSTILE

pytestmark = pytest.mark.django_db

ADDRESS = "admin:cards_card_change"
PARTS = ("abilities", "cardtrait_set", "cardkeyword_set", "printings", "rulings")


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    store.forget_upload_keys()
    yield settings.MEDIA_ROOT
    store.forget_upload_keys()


def staff(*codenames: str) -> Client:
    user = User.objects.create_user("staff", password="x", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="cards", codename__in=codenames))
    client = Client()
    client.force_login(user)
    return client


def send(client: Client, content: bytes, name: str = "face.png", kind: str = "image/png", **more: str):
    sent = {f"{part}-{count}_FORMS": "0" for part in PARTS for count in ("TOTAL", "INITIAL")}
    file = SimpleUploadedFile(name, content, content_type=kind)
    return client.post(reverse(ADDRESS, args=["01001"]), {**sent, "picture": file, **more})


def stored(media) -> list[str]:
    return [path.name for path in media.rglob("*") if path.is_file()] if media.exists() else []


def test_a_good_picture_becomes_the_face(admin_client, media):
    assert send(admin_client, picture()).status_code == 302
    key = CardImage.objects.get(card="01001").key
    assert store.uploaded_face("01001", "full", "webp", key).parent == media / "cards" / f"01001-{key}"


def test_the_senders_name_for_the_file_is_never_used(admin_client, media):
    assert send(admin_client, picture(), name="../../evil<script>.php.png").status_code == 302
    assert {name.split(".")[1] for name in stored(media)} == {"webp", "png"}
    assert not any("evil" in name for name in stored(media))


@pytest.mark.parametrize(("make", "code"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_is_refused_beside_its_field(admin_client, media, make, code):
    response = send(admin_client, make())
    assert response.status_code == 200
    errors = response.context["adminform"].form.errors["picture"]
    assert errors.as_data()[0].code == code
    assert stored(media) == []
    assert not CardImage.objects.exists()
    assert b"<script>alert" not in response.content


def test_a_file_larger_than_anything_we_take_is_cut_off_while_it_arrives(admin_client, media, monkeypatch):
    written = []
    monkeypatch.setattr(
        "django.core.files.uploadhandler.TemporaryFileUploadHandler.receive_data_chunk",
        lambda self, data, start: written.append(len(data)) or (self.file.write(data) and None),
    )
    response = send(admin_client, picture() + b"\0" * 12_000_000)
    assert "larger than 5 MB" in response.content.decode()
    assert sum(written) == MAX_BYTES + 1
    assert stored(media) == []


def test_the_kind_a_sender_claims_proves_nothing(admin_client):
    assert send(admin_client, picture(kind="WEBP"), name="face.svg", kind="image/svg+xml").status_code == 302


def test_only_pixels_are_kept(admin_client, media):
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    send(admin_client, picture(kind="JPEG", exif=exif))
    for path in (media / "cards").rglob("*.*"):
        content = path.read_bytes()
        assert b"taken at home" not in content
        with Image.open(io.BytesIO(content)) as image:
            assert not image.getexif()


def test_who_may_not_change_pictures_cannot_upload(media):
    for codenames in [("view_card",), ("view_card", "change_card"), ("view_card", "change_cardimage")]:
        User.objects.all().delete()
        assert send(staff(*codenames), picture()).status_code == 403
    assert not CardImage.objects.exists()
    assert stored(media) == []


def test_who_may_change_pictures_can(media):
    client = staff("view_card", "change_card", "change_cardimage")
    assert send(client, picture()).status_code == 302
    assert CardImage.objects.filter(card="01001").exists()


def test_strangers_and_users_cannot_upload(client):
    assert send(client, picture()).status_code == 302
    client.force_login(User.objects.create_user("player", password="x"))
    assert send(client, picture()).status_code == 302
    assert not CardImage.objects.exists()


def test_a_form_from_elsewhere_is_refused(admin_user):
    client = Client(enforce_csrf_checks=True)
    client.force_login(admin_user)
    assert send(client, picture()).status_code == 403
    assert not CardImage.objects.exists()


def test_a_picture_is_removed_on_wish(admin_client):
    send(admin_client, picture())
    response = send(admin_client, picture(), remove_picture="on")
    assert response.status_code == 200
    assert "Either upload" in response.content.decode()
    sent = {f"{part}-{count}_FORMS": "0" for part in PARTS for count in ("TOTAL", "INITIAL")}
    assert admin_client.post(reverse(ADDRESS, args=["01001"]), {**sent, "remove_picture": "on"}).status_code == 302
    assert not CardImage.objects.exists()


def test_the_picture_is_served_as_a_picture_under_its_content(admin_client, client):
    send(admin_client, picture())
    key = CardImage.objects.get().key
    response = client.get(f"/faces/01001-full-{key}.webp")
    assert response.status_code == 200
    assert response["Content-Type"] == "image/webp"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in response["Cache-Control"]
    assert response["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert response.content == store.uploaded_face("01001", "full", "webp", key).read_bytes()


def test_uploads_are_not_reachable_by_their_path(admin_client, client):
    send(admin_client, picture())
    key = CardImage.objects.get().key
    for path in (
        f"/media/cards/01001-{key}/full.webp",
        f"/static/01001-{key}/full.webp",
    ):
        assert client.get(path).status_code == 404


SCRIPT = b"<script>alert(1)</script>"


def exif_script(kind: str) -> bytes:
    exif = Image.Exif()
    exif[0x010E] = SCRIPT.decode()
    return picture(kind=kind, exif=exif)


def many_frames(kind: str) -> bytes:
    """Small to send, large to unpack: every frame is the same."""
    return animation(kind, frames=60, side=320)


POLYGLOTS = {
    "exif with a script, jpeg": lambda: exif_script("JPEG"),
    "exif with a script, png": lambda: exif_script("PNG"),
    "exif with a script, webp": lambda: exif_script("WEBP"),
    "a jpeg that is a script": lambda: jpeg_with_segment(0xFE, b"*/=1;javascript:alert(1)/*"),
    "a jpeg that is a pdf": lambda: jpeg_with_segment(0xFE, b"%PDF-1.4\n1 0 obj"),
}


@pytest.mark.parametrize("make", POLYGLOTS.values(), ids=POLYGLOTS.keys())
def test_what_else_a_picture_carries_is_not_stored(admin_client, media, make):
    assert send(admin_client, make()).status_code == 302
    for path in (media / "cards").rglob("*.*"):
        content = path.read_bytes().lower()
        assert not any(word in content for word in (b"<script", b"javascript:", b"%pdf"))
        with Image.open(path) as image:
            assert image.format == path.suffix[1:].upper()
            assert not image.info.keys() & {"exif", "comment", "xmp"}


BOMBS = {
    "a profile that unpacks to 60 MB": (
        lambda: png_with(png_chunk(b"iCCP", b"x\0\0" + zlib.compress(bytes(60_000_000), 9))),
        "damaged",
    ),
    "a text that unpacks to 60 MB": (
        lambda: png_with(png_chunk(b"iTXt", b"x\0\1\0\0\0" + zlib.compress(bytes(60_000_000), 9))),
        "damaged",
    ),
    "pixels that unpack to 100 MB more than they say": (
        lambda: (
            b"\x89PNG\r\n\x1a\n"
            + png_chunk(b"IHDR", struct.pack(">IIBBBBB", 400, 560, 8, 2, 0, 0, 0))
            + png_chunk(b"IDAT", zlib.compress(bytes(100_000_000), 9))
            + png_chunk(b"IEND", b"")
        ),
        None,
    ),
    "60 frames of webp": (lambda: many_frames("WEBP"), "animated"),
    "60 frames of png": (lambda: many_frames("PNG"), "animated"),
    "60 frames of gif": (lambda: many_frames("GIF"), "wrong_kind"),
    "an svg that reads files": (
        lambda: b'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
        "wrong_kind",
    ),
    "a billion laughs": (
        lambda: b'<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "' + b"&a;" * 1000 + b'">]><svg>&b;</svg>',
        "wrong_kind",
    ),
    "the largest sides there are": (lambda: png_bomb(16_000)[:2000], "too_many_pixels"),
}


@pytest.mark.parametrize(("make", "code"), BOMBS.values(), ids=BOMBS.keys())
def test_a_bomb_is_refused_at_little_cost(admin_client, media, make, code):
    content = make()
    assert len(content) < MAX_BYTES
    began = time.process_time()
    tracemalloc.start()
    response = send(admin_client, content)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert time.process_time() - began < 4
    assert peak < 60_000_000
    if code is None and response.status_code == 302:
        # Only as many pixels as it says were read.
        assert CardImage.objects.exists()
        return
    assert response.status_code == 200
    assert code is None or response.context["adminform"].form.errors["picture"].as_data()[0].code == code
    assert stored(media) == []


@pytest.mark.parametrize(
    "name",
    ["face.php", "face.svg", "face.html", "..\\..\\face.png", "face.png\0.php", "f\r\nX: y.png", "a" * 300 + ".png"],
)
def test_no_name_of_a_file_matters(admin_client, media, name):
    assert send(admin_client, picture(), name=name, kind="text/html").status_code in (200, 302)
    assert all(each.rpartition(".")[2] in ("webp", "png") for each in stored(media))


def test_more_files_than_the_form_has_are_not_kept(admin_client, media):
    sent = {f"{part}-{number}_FORMS": "0" for part in PARTS for number in ("TOTAL", "INITIAL")}
    files = {f"extra{n}": SimpleUploadedFile(f"{n}.html", SCRIPT) for n in range(30)}
    assert admin_client.post(reverse(ADDRESS, args=["01001"]), {**sent, **files}).status_code == 302
    assert stored(media) == []
    many = {f"f{n}": SimpleUploadedFile(f"{n}.png", b"x") for n in range(101)}
    assert admin_client.post(reverse(ADDRESS, args=["01001"]), {**sent, **many}).status_code == 413
