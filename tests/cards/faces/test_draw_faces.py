"""``manage.py draw_faces``: what it draws, what it leaves alone, what it refuses."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def faces(settings, tmp_path):
    settings.FACES_ROOT = tmp_path / "faces"
    return settings.FACES_ROOT


def run(*arguments):
    out, err = StringIO(), StringIO()
    call_command("draw_faces", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def names(faces):
    return sorted(path.name for path in faces.iterdir() if path.is_file())


def test_a_second_run_draws_nothing(faces):
    arguments = ("--sizes", "thumb,strip", "--codes", "01006", "01001", "--jobs", "1")
    first, _ = run(*arguments)
    assert first.startswith("Drew 4 faces")
    drawn = names(faces)
    assert len(drawn) == 4
    second, _ = run(*arguments)
    assert second.startswith("Drew 0 faces")
    assert "kept 4, removed 0" in second
    assert names(faces) == drawn


def test_several_processes_draw_the_same_as_one(faces, settings, tmp_path):
    arguments = ("--sizes", "thumb", "--codes", "01006", "01007", "01008", "01009", "01010")
    run(*arguments, "--jobs", "2")
    together = {path.name: path.read_bytes() for path in faces.glob("*.webp")}
    settings.FACES_ROOT = tmp_path / "alone"
    run(*arguments, "--jobs", "1")
    assert {path.name: path.read_bytes() for path in settings.FACES_ROOT.glob("*.webp")} == together
    assert len(together) == 5


def test_out_of_date_faces_are_removed(faces):
    faces.mkdir()
    (faces / "01006-thumb-0000.webp").touch()
    out, _ = run("--sizes", "thumb", "--codes", "01001", "--jobs", "1")
    assert "removed 1" in out
    assert not (faces / "01006-thumb-0000.webp").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--sizes", "huge"), "no size “huge”"),
        (("--sizes", ","), "no size"),
        (("--formats", "gif"), "no format “gif”"),
        (("--codes", "nope"), "no card nope"),
        (("--jobs", "0"), "at least 1"),
    ],
)
def test_mistakes_are_named(arguments, words):
    with pytest.raises(CommandError, match=words):
        run(*arguments)


def test_without_cards_it_says_what_to_do_first(monkeypatch):
    from cards.catalogue import Catalogue
    from cards.management.commands import draw_faces

    monkeypatch.setattr(draw_faces, "current_catalogue", lambda: Catalogue(version="", cards=()))
    with pytest.raises(CommandError, match="load_cards"):
        run()
