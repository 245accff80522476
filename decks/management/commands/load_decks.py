"""``manage.py load_decks``: load the starter decks into the database."""

from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from cards.catalogue.datafiles import load_formats
from cards.store import current_catalogue
from decks.legality import check
from decks.lists.starters import SITE_OWNER, read_starters
from decks.models import Deck, Visibility
from decks.services import refresh_legality, save


class Command(BaseCommand):
    """A second run does nothing."""

    help = "Load the starter decks; a deck that changed gets a new version."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        catalogue = current_catalogue()
        rules = next(format for format in load_formats() if format.default)
        # An unusable password: nobody can sign in as the site.
        owner, _ = User.objects.get_or_create(username=SITE_OWNER, defaults={"password": make_password(None)})
        changed = 0
        starters = read_starters()
        for starter in starters:
            report = check(starter.decklist, rules, catalogue)
            if not report.legal:
                reasons = " ".join(violation.message for violation in report.violations)
                raise CommandError(f"{starter.name} is not legal; nothing was changed. {reasons}")
            deck, _ = Deck.objects.get_or_create(
                id=starter.code,
                defaults={"name": starter.name, "owner": owner, "starter": True, "visibility": Visibility.PUBLIC},
            )
            before = deck.head
            changed += save(deck, starter.decklist, catalogue) != before
        refresh_legality(catalogue)
        self.stdout.write(f"Loaded {len(starters)} starter decks, {changed} of them new or changed.")
