"""What the person at the terminal reads."""

import sys
import threading
from typing import IO

_lock = threading.Lock()


class Refusal(Exception):  # noqa: N818 - it is what we say, not what went wrong inside
    """Why the site cannot run, in one line for the person who started it."""


def say(text: str, who: str = "site") -> None:
    """One line, under the name of the part that says it; a reader who has gone away is not an error."""
    with _lock:
        try:
            sys.stdout.write(f"{who:<6} | {text}\n")
            sys.stdout.flush()
        except (BrokenPipeError, ValueError):
            pass


def complain(text: str) -> None:
    """One line where errors go."""
    sys.stderr.write(f"five sails: {' '.join(text.split())}\n")
    sys.stderr.flush()


def pump(stream: IO[bytes], who: str, last: list[str]) -> threading.Thread:
    """Print a part's output as it comes, and remember its last lines for the case that it dies."""

    def run() -> None:
        for raw in stream:
            line = raw.decode("utf-8", "replace").rstrip()
            if line:
                last.append(line)
                del last[:-5]
                say(line, who)
        stream.close()

    thread = threading.Thread(target=run, name=f"log of {who}", daemon=True)
    thread.start()
    return thread
