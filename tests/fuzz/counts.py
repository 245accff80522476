"""How many inputs `make fuzz` has tried: `python -m tests.fuzz.counts FILE LEAST`; fewer than that is a failure."""

import sys
from pathlib import Path


def total(path: Path) -> int:
    """The sum of a file of counts; nothing was tried where there is none."""
    lines = path.read_text().splitlines() if path.exists() else []
    return sum(int(line.split(" ", 1)[0]) for line in lines)


def verdict(path: Path, least: int) -> tuple[str, int]:
    """What to say, and the status to end with."""
    tried = total(path)
    if tried < least:
        return f"{tried:,} inputs are too few: {least:,} are promised.", 1
    return f"{tried:,} inputs, none of which broke anything.", 0


if __name__ == "__main__":
    words, status = verdict(Path(sys.argv[1]), int(sys.argv[2]))
    print(words)  # noqa: T201
    sys.exit(status)
