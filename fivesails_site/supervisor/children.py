"""A part of the site as a child process: watched, restarted if it dies, and never left behind."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from fivesails_site.supervisor.console import FatalError, pump, say

LEASH = Path(__file__).with_name("leash.py")
FIRST_PAUSE = 0.5
MAX_PAUSE = 8.0
# After running this long, a part is stable and its earlier deaths no longer count.
STABLE_SECONDS = 20.0
MAX_QUICK_DEATHS = 5


class Child:
    """One part. If an essential one keeps dying, the site gives up; others are restarted for ever."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        orphan_signal: signal.Signals = signal.SIGTERM,
        descriptors: Sequence[int] = (),
        grace: float = 10.0,
        is_essential: bool = True,
    ) -> None:
        self.name = name
        self.command = list(command)
        self.environment = dict(environment)
        self.orphan_signal = orphan_signal
        self.descriptors = tuple(descriptors)
        self.grace = grace
        self.is_essential = is_essential
        self.process: subprocess.Popen[bytes] | None = None
        self._last_lines: list[str] = []
        self._started = 0.0
        self._quick_deaths = 0
        self._due = 0.0
        self._stop_requested = False

    def start(self) -> None:
        """Start it in its own session, so that Ctrl-C reaches only the supervisor."""
        leash = [sys.executable, "-I", "-S", str(LEASH), str(int(self.orphan_signal)), str(os.getpid())]
        self._last_lines.clear()
        self._stop_requested = False
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
        pump(self.process.stdout, self.name, self._last_lines)

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def watch(self) -> None:
        """Restart the part if it died and its pause is over. :raises FatalError: if it died too often."""
        if self.running:
            return
        now = time.monotonic()
        if self.process is not None:
            self._record_death(now)
        if now >= self._due:
            self.start()

    def _record_death(self, now: float) -> None:
        assert self.process
        code, self.process = self.process.returncode, None
        lived = now - self._started
        self._quick_deaths = self._quick_deaths + 1 if lived < STABLE_SECONDS else 1
        cause = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        if self._quick_deaths > MAX_QUICK_DEATHS and self.is_essential:
            last_line = f"; its last line: {self._last_lines[-1]}" if self._last_lines else ""
            raise FatalError(f"{self.name} died {self._quick_deaths} times in a row ({cause}){last_line}")
        pause = min(FIRST_PAUSE * 2 ** min(self._quick_deaths - 1, 10), MAX_PAUSE)
        self._due = now + pause
        say(f"{self.name} ended ({cause}); restarting it in {pause:g} s")

    def request_stop(self) -> None:
        """Send SIGTERM once, without waiting, so that all parts can stop at the same time."""
        if self.process is not None and not self._stop_requested:
            self._stop_requested = True
            self.process.terminate()

    def stop(self) -> None:
        """Stop it with all processes it started; by SIGKILL once its grace is over."""
        self.request_stop()
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
