"""Faces as files: drawn once, whole or not at all, removed when they are out of date."""

import multiprocessing
from dataclasses import replace
from pathlib import Path

import pytest

from cards.faces import FaceStore, face_name
from cards.faces import store as store_module


@pytest.fixture
def store(tmp_path):
    return FaceStore(tmp_path / "faces")


@pytest.fixture
def card(catalogue):
    return catalogue.card("01006")


def test_a_face_is_drawn_once(store, card, monkeypatch):
    path = store.path(card, "thumb", "webp")
    assert path.name == face_name(card, "thumb", "webp")
    written = path.stat().st_mtime_ns
    monkeypatch.setattr(store_module, "render_face", lambda *_: pytest.fail("drawn again"))
    assert store.path(card, "thumb", "webp") == path
    assert path.stat().st_mtime_ns == written


def _ask(directory, card, gate, drawn):
    original = store_module.render_face

    def counted(*arguments):
        with Path(drawn).open("a", encoding="utf-8") as log:
            log.write("drawn\n")
        return original(*arguments)

    store_module.render_face = counted
    gate.wait()
    FaceStore(directory).path(card, "grid", "webp")


def test_many_processes_that_ask_at_once_draw_once(tmp_path, card):
    context = multiprocessing.get_context("fork")
    gate = context.Barrier(4)
    drawn = tmp_path / "drawn.txt"
    askers = [context.Process(target=_ask, args=(tmp_path / "faces", card, gate, str(drawn))) for _ in range(4)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join(60)
        assert asker.exitcode == 0
    assert drawn.read_text(encoding="utf-8") == "drawn\n"


def test_a_drawing_that_fails_leaves_nothing_behind(store, card, monkeypatch):
    def fail(*_):
        raise MemoryError

    monkeypatch.setattr(store_module, "render_face", fail)
    with pytest.raises(MemoryError):
        store.path(card, "thumb", "webp")
    assert [path.name for path in store.directory.iterdir()] == [".locks"]
    monkeypatch.undo()
    assert store.path(card, "thumb", "webp").exists()


def test_missing_names_what_nobody_drew(store, card, catalogue):
    other = catalogue.card("01001")
    store.path(card, "thumb", "webp")
    assert store.missing([card, other], ["thumb"], ["webp"]) == [(other, "thumb", "webp")]
    assert len(store.missing([card], ["thumb", "grid"])) == 3


def test_prune_removes_old_faces_and_nothing_else(store, card):
    kept = store.path(card, "thumb", "webp")
    old = store.path(replace(card, name="Once"), "thumb", "webp")
    unknown = store.directory / "99999-thumb-abcdef.webp"
    foreign = store.directory / "notes-of-mine.txt"
    unknown.touch()
    foreign.touch()
    assert store.prune([card]) == 2
    assert kept.exists()
    assert foreign.exists()
    assert not old.exists()
    assert not unknown.exists()


def test_prune_of_a_directory_that_is_not_there_yet(store, card):
    assert store.prune([card]) == 0
