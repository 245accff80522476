"""A part that dies and dies again."""

import os
import sys
import time

import pytest

from fivesails_site.supervisor import children
from fivesails_site.supervisor.children import Child
from fivesails_site.supervisor.console import FatalError
from tests.processes import alive, wait_until


def program(code: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", code]


def test_a_hopeless_part_is_given_up_with_its_last_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(children, "FIRST_PAUSE", 0.01)
    child = Child("web", program("print('no such table'); raise SystemExit(3)"), os.environ)
    child.start()
    deadline = time.monotonic() + 20

    def watch() -> None:
        while time.monotonic() < deadline:
            child.watch()
            time.sleep(0.02)

    with pytest.raises(FatalError, match=r"web died 6 times in a row \(exit code 3\); its last line: no such table"):
        watch()
    assert "restarting it in 0.01 s" in capsys.readouterr().out


def test_a_part_that_pages_can_do_without_is_tried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "FIRST_PAUSE", 0.0)
    child = Child("queue", program("raise SystemExit(1)"), os.environ, is_essential=False)
    for _ in range(children.MAX_QUICK_DEATHS + 3):
        child.watch()
        wait_until(lambda: not child.running, 10, "its end")
    child.watch()
    assert child.process
    child.stop()


def test_pauses_grow_between_deaths(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(children, "FIRST_PAUSE", 0.01)
    child = Child("web", program("raise SystemExit(1)"), os.environ)
    for _ in range(3):
        child.start()
        wait_until(lambda: not child.running, 10, "its end")
        child._due = float("inf")
        child._record_death(time.monotonic())
    said = capsys.readouterr().out
    assert [f"in {pause} s" in said for pause in ("0.01", "0.02", "0.04")] == [True] * 3


def test_a_part_that_will_not_stop_is_killed_with_its_own_children(capsys: pytest.CaptureFixture[str]) -> None:
    stubborn = (
        "import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "pid = os.fork()\nprint('pid', os.getpid(), flush=True)\ntime.sleep(60)"
    )
    child = Child("worker", program(stubborn), os.environ, grace=0.3)
    child.start()
    seen: list[int] = []

    def both_spoke() -> bool:
        seen.extend(int(line.split()[-1]) for line in capsys.readouterr().out.splitlines() if " pid " in line)
        return len(seen) == 2

    wait_until(both_spoke, 10, "two processes")
    child.stop()
    wait_until(lambda: not any(alive(pid) for pid in seen), 5, "both gone")
    assert "did not stop within 0.3 s" in capsys.readouterr().out
