"""Which versions of a deck are kept for good, and which are pruned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

#: Versions saved within this of each other belong to one session.
SESSION: Final = timedelta(minutes=30)
#: This many of the newest versions are always kept, and this many steps back from the head.
UNDO_STEPS: Final = 100
#: Beyond this many versions of a deck the oldest are pruned, unless they are in use.
MAX_VERSIONS: Final = 500
#: Versions of a deck that may have a name; as many of those that were shared are kept for that reason.
MAX_NAMED: Final = 100


@dataclass(frozen=True, slots=True)
class SavedVersion:
    """A version as pruning sees it; ``in_use`` if it is named, shared, copied from, or simulated."""

    key: int
    number: int
    parent: int | None
    saved_at: datetime
    in_use: bool = False


def versions_to_prune(versions: Sequence[SavedVersion], head: int | None) -> set[int]:
    """The keys of the versions to delete. ``versions`` are all of a deck's, by number.

    A version is pruned if another followed in the same session, or if it is among the oldest of too many. Never pruned
    are versions in use, the first version, and those that undo and redo may soon go to.
    """
    by_key = {version.key: version for version in versions}
    kept = {version.key for version in (*versions[:1], *versions[-UNDO_STEPS:])}
    kept |= {version.key for version in versions if version.in_use}
    step = head
    for _ in range(UNDO_STEPS):
        if step is None:
            break
        kept.add(step)
        step = by_key[step].parent if step in by_key else None
    superseded = {
        before.key
        for before, after in pairwise(versions)
        if before.key not in kept and after.saved_at - before.saved_at <= SESSION
    }
    left = [version.key for version in versions if version.key not in superseded]
    surplus = [key for key in left if key not in kept][: max(0, len(left) - MAX_VERSIONS)]
    return superseded | set(surplus)


def surviving_parent(version: SavedVersion, versions: Sequence[SavedVersion], pruned: set[int]) -> int | None:
    """The nearest ancestor that is not pruned."""
    by_key = {saved.key: saved for saved in versions}
    parent = version.parent
    while parent in pruned:
        parent = by_key[parent].parent
    return parent
