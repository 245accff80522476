"""Somebody who makes decks without a pause: ``python -m tests.operations.writer NAME [HOW MANY]``.

Each line it prints is about a version that the site has accepted.
"""

import itertools
import sys
import time

import django


def main(name: str, most: int | None) -> None:
    django.setup()
    from django.contrib.auth.models import User

    from cards.store import current_catalogue
    from decks import services
    from decks.lists.starters import read_starters
    from tests.decks.factories import without
    from web.ownership import Visitor

    catalogue = current_catalogue()
    user, _ = User.objects.get_or_create(username=name, defaults={"email": f"{name}@mail.example"})
    lists = [starter.decklist for starter in read_starters()]
    for number in itertools.count() if most is None else range(most):
        decklist = lists[number % len(lists)]
        deck = services.create(Visitor(user), f"{name} {number}: Ça va — 港", decklist, catalogue)
        said(deck.pk, deck.head)
        said(deck.pk, services.save(deck, without(decklist, decklist.faction[0][0]), catalogue))
        # A person's pace, so that a small machine has time for the backup too.
        time.sleep(0.15)


def said(deck: str, version: object) -> None:
    sys.stdout.write(f"{deck} {version.number} {version.fingerprint}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None)
