"""How much of a damaged list the import recovers, by kind of damage: starter decks and random legal ones.

python -m benchmarks.import_recovery
"""

from __future__ import annotations

from tests.decks.exchange.damage import KINDS, shares


def main() -> None:
    print(f"{'damage':20}{'recovered':>10}{'wrong':>8}")
    for kind in KINDS:
        right, wrong = shares(kind)
        print(f"{kind.replace('_', ' '):20}{right:10.1%}{wrong:8.1%}")


if __name__ == "__main__":
    main()
