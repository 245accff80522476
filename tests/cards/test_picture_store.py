"""Where uploaded pictures live: named by content, gone when replaced, found only through their row."""

from pathlib import Path

import pytest

from cards.faces import SIZES
from cards.models import Card, CardImage
from cards.pictures import store
from tests.cards.pictures import picture

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    store.forget_upload_keys()
    yield settings.MEDIA_ROOT
    store.forget_upload_keys()


@pytest.fixture
def card():
    return Card.objects.get(code="01001")


def put(card, width=744):
    return store.save_upload(card, store.prepare(picture(width, 1039)))


def files(media: Path) -> set[str]:
    return {path.relative_to(media).as_posix() for path in media.rglob("*") if path.is_file()}


def test_every_size_is_written_in_both_formats(card, media):
    image = put(card)
    folder = f"cards/01001-{image.key}"
    assert files(media) == {f"{folder}/{size}.{ending}" for size in SIZES for ending in ("webp", "png")}
    assert store.upload_key("01001") == image.key
    assert store.uploaded_face("01001", "grid", "webp", image.key) == media / folder / "grid.webp"


def test_a_card_without_a_picture_has_none(card):
    assert store.upload_key("01001") is None


def test_a_new_picture_takes_the_place_of_the_old(card, media, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        old = put(card).key
    with django_capture_on_commit_callbacks(execute=True):
        new = put(card, 800).key
    assert old != new
    assert store.upload_key("01001") == new
    assert CardImage.objects.count() == 1
    assert {path.split("/")[1] for path in files(media)} == {f"01001-{new}"}


def test_the_same_picture_again_changes_nothing(card, media, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        first = put(card)
        again = put(card)
    assert (first.pk, first.key) == (again.pk, again.key)
    assert len(files(media)) == 2 * len(SIZES)


def test_a_removed_picture_leaves_no_file(card, media, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        put(card)
        CardImage.objects.all().delete()
    assert store.upload_key("01001") is None
    assert files(media) == set()


def test_a_removed_card_takes_its_picture_along(card, media, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        put(card)
        CardImage.objects.get().card.delete()
    assert files(media) == set()


def test_two_cards_with_the_same_picture_do_not_share_files(card, media, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        put(card)
        put(Card.objects.get(code="01002"))
        CardImage.objects.get(card="01001").delete()
    assert store.uploaded_face("01002", "page", "png", store.upload_key("01002")).is_file()


@pytest.mark.parametrize(
    ("size", "ending"),
    [("../../etc/passwd", "webp"), ("grid", "../secret"), ("grid", "svg"), ("", ""), ("grid\0", "webp")],
)
def test_no_name_from_outside_reaches_the_disk(card, size, ending):
    key = put(card).key
    assert store.uploaded_face("01001", size, ending, key) is None


def test_a_row_whose_files_are_lost_has_no_face(card):
    CardImage.objects.create(card=card, key="0123456789abcdef")
    assert store.uploaded_face("01001", "grid", "webp", store.upload_key("01001")) is None


def test_a_disk_that_refuses_leaves_nothing_behind(card, media, monkeypatch):
    prepared = store.prepare(picture())

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        store.save_upload(card, prepared)
    assert files(media) == set()
    assert not CardImage.objects.exists()


def test_an_old_key_never_leads_to_a_newer_picture(card):
    """Browsers keep a face for ever under its key."""
    old = put(card).key
    put(card, 800)
    assert store.uploaded_face("01001", "grid", "webp", old).parent.name == f"01001-{old}"


def test_keys_are_read_once_for_many_faces(card, django_assert_num_queries):
    put(card)
    with django_assert_num_queries(1):
        for _ in range(50):
            store.upload_key("01001")


def test_another_process_is_heard_within_a_second(card, monkeypatch):
    monkeypatch.setattr(store, "REFRESH_SECONDS", 3600)
    assert store.upload_key("01001") is None
    CardImage.objects.bulk_create([CardImage(card=card, key="0123456789abcdef")])
    assert store.upload_key("01001") is None
    monkeypatch.setattr(store, "REFRESH_SECONDS", 0)
    store.forget_upload_keys()
    store.upload_key("01001")
    CardImage.objects.update(key="fedcba9876543210")
    assert store.upload_key("01001") == "fedcba9876543210"
