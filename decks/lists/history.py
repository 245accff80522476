"""Which versions of a deck are kept for good, and which fold into the next one of the same sitting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

#: Versions saved within this of each other belong to one sitting.
SITTING: Final = timedelta(minutes=30)
#: So many of the newest versions are all kept, and so many steps back from the head.
UNDO_STEPS: Final = 100
#: So many versions of a deck are kept, besides those that are in use.
MAX_VERSIONS: Final = 500
#: So many versions of a deck may have a name; of those that were shared, as many are kept for that reason.
MAX_NAMED: Final = 100


@dataclass(frozen=True, slots=True)
class Saved:
    """A version as folding sees it; ``kept`` if it is named, shared, copied from, or simulated."""

    key: int
    number: int
    parent: int | None
    saved_at: datetime
    kept: bool = False


def folded(versions: Sequence[Saved], head: int | None) -> set[int]:
    """The keys of the versions that fold. ``versions`` are all of a deck's, by number.

    A version folds if another followed within the same sitting, and the oldest do when there are too many. What is in
    use never does, nor the first version, nor what undo and redo may soon go to.
    """
    by_key = {version.key: version for version in versions}
    staying = {version.key for version in (*versions[:1], *versions[-UNDO_STEPS:])}
    staying |= {version.key for version in versions if version.kept}
    step = head
    for _ in range(UNDO_STEPS):
        if step is None:
            break
        staying.add(step)
        step = by_key[step].parent if step in by_key else None
    gone = {
        before.key
        for before, after in pairwise(versions)
        if before.key not in staying and after.saved_at - before.saved_at <= SITTING
    }
    left = [version.key for version in versions if version.key not in gone]
    surplus = [key for key in left if key not in staying][: max(0, len(left) - MAX_VERSIONS)]
    return gone | set(surplus)


def parent_left(version: Saved, versions: Sequence[Saved], gone: set[int]) -> int | None:
    """The nearest version before one that is still there."""
    by_key = {each.key: each for each in versions}
    parent = version.parent
    while parent in gone:
        parent = by_key[parent].parent
    return parent
