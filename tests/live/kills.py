"""Killing processes of a running site, at the worst moment."""

import os
import signal

from tests.live.watched import Watched
from tests.processes import Site, children, wait_until


def kill(pid: int | None) -> None:
    """So that it cannot say goodbye."""
    assert pid
    os.kill(pid, signal.SIGKILL)


def kill_mid_chunk(watched: Watched, *pids: int) -> None:
    """Kill processes of which one is playing: stopped first, by a signal that cannot be refused, to be sure of it."""

    def caught() -> bool:
        if not watched.being_played:
            return False
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        if watched.being_played:
            return True
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
        return False

    wait_until(caught, 60, "somebody plays")
    for pid in pids:
        kill(pid)


def part_is_back(site: Site, name: str, before: int | None) -> None:
    """Another process has taken the place of one that was killed."""
    wait_until(lambda: site.part(name) not in (None, before), 30, f"a new {name}")


def any_child(site: Site, name: str) -> int:
    """A process that a part of the site has for its work."""
    wait_until(lambda: (pid := site.part(name)) and children(pid), 30, f"processes of the {name}")
    return max(children(site.part(name) or 0))
