"""A part of the site as a process: started on a leash, watched, started again when it dies, stopped in order."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from fivesails_site.supervisor.console import Refusal, pump, say

LEASH = Path(__file__).with_name("leash.py")
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
# A part that lives this long has started well, and earlier deaths no longer count against it.
SETTLED_SECONDS = 20.0
MOST_QUICK_DEATHS = 5


class Child:
    """One part: how it is started, and what became of it."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        orphan_signal: signal.Signals = signal.SIGTERM,
        descriptors: Sequence[int] = (),
        grace: float = 10.0,
    ) -> None:
        self.name = name
        self.command = list(command)
        self.environment = dict(environment)
        self.orphan_signal = orphan_signal
        self.descriptors = tuple(descriptors)
        self.grace = grace
        self.process: subprocess.Popen[bytes] | None = None
        self._last: list[str] = []
        self._started = 0.0
        self._quick_deaths = 0
        self._due = 0.0
        self._asked = False

    def start(self) -> None:
        """Start it in a session of its own, so that a Ctrl-C at the terminal reaches the supervisor alone."""
        leash = [sys.executable, "-I", "-S", str(LEASH), str(int(self.orphan_signal)), str(os.getpid())]
        self._last.clear()
        self.process = subprocess.Popen(  # noqa: S603 - our own programs
            leash + self.command,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            pass_fds=self.descriptors,
        )
        self._started = time.monotonic()
        assert self.process.stdout
        pump(self.process.stdout, self.name, self._last)

    @property
    def running(self) -> bool:
        """Is there a process, and has it not ended?"""
        return self.process is not None and self.process.poll() is None

    def watch(self) -> None:
        """Called again and again: start the part anew once it is dead and its pause is over; refuse a hopeless one."""
        if self.running:
            return
        now = time.monotonic()
        if self.process is not None:
            self._bury(now)
        if now >= self._due:
            self.start()

    def _bury(self, now: float) -> None:
        assert self.process
        code, self.process = self.process.returncode, None
        lived = now - self._started
        self._quick_deaths = self._quick_deaths + 1 if lived < SETTLED_SECONDS else 1
        fate = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        if self._quick_deaths > MOST_QUICK_DEATHS:
            words = f"; it said: {self._last[-1]}" if self._last else ""
            raise Refusal(f"{self.name} died {self._quick_deaths} times in a row ({fate}){words}")
        pause = min(FIRST_PAUSE * 2 ** (self._quick_deaths - 1), LONGEST_PAUSE)
        self._due = now + pause
        say(f"{self.name} ended ({fate}); starting it again in {pause:g} s")

    def ask_to_stop(self) -> None:
        """Say it once; a part that takes its time can do so while others are asked."""
        if self.process is not None and not self._asked:
            self._asked = True
            self.process.terminate()

    def stop(self) -> None:
        """Ask, wait, then insist; whatever it had started goes too."""
        self.ask_to_stop()
        process = self.process
        if process is None:
            return
        try:
            process.wait(self.grace)
        except subprocess.TimeoutExpired:
            say(f"{self.name} did not stop within {self.grace:g} s; killing it")
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.process = None
