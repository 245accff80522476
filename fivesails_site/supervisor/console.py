"""Output for the person at the terminal."""

import sys
import threading
from typing import IO

_lock = threading.Lock()


class FatalError(Exception):
    """The site cannot run; the message is one line for whoever started it."""


def say(text: str, part: str = "site") -> None:
    """Print a line with the name of its part; a closed output is ignored."""
    with _lock:
        try:
            sys.stdout.write(f"{part:<6} | {text}\n")
            sys.stdout.flush()
        except (BrokenPipeError, ValueError):
            pass


def complain(text: str) -> None:
    """Print a line to standard error."""
    sys.stderr.write(f"five sails: {' '.join(text.split())}\n")
    sys.stderr.flush()


def pump(stream: IO[bytes], part: str, last: list[str]) -> threading.Thread:
    """Print a part's output as it arrives, and keep its last lines for the message when it dies."""

    def run() -> None:
        for raw in stream:
            line = raw.decode("utf-8", "replace").rstrip()
            if line:
                last.append(line)
                del last[:-5]
                say(line, part)
        stream.close()

    thread = threading.Thread(target=run, name=f"log of {part}", daemon=True)
    thread.start()
    return thread
