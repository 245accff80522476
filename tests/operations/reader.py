"""What today's site makes of a database, as JSON: ``python -m tests.operations.reader NAME PASSWORD TOKEN LINK``."""

import json
import sys

import django


def main(name: str, password: str, token: str, link: str) -> None:
    django.setup()
    from django.contrib.auth import authenticate
    from django.core.management import call_command
    from django.test import Client

    from decks.models import Deck
    from decks.query import search_decks
    from fivesails_site.accounts import tokens
    from rules.jobs.models import Simulation

    call_command("migrate", "--check", verbosity=0)
    call_command("load_cards", verbosity=0)
    user = authenticate(username=name, password=password)
    known = tokens.authenticate(token)
    deck = Deck.objects.get(link=link)
    page = Client(headers={"host": "localhost"}).get(f"/d/{link}/")
    api = Client(headers={"host": "localhost", "authorization": f"Bearer {token}"}).get(f"/api/v1/decks/{deck.pk}/")
    queries = (deck.name.lower()[2:], f"leader:{deck.head.leader_id}" if deck.head else "")
    simulation = Simulation.objects.get(name="An old question")
    found = {
        "user": user.username if user else None,
        "token": known.user.username if known else None,
        "fingerprint": deck.head.decklist.fingerprint if deck.head else None,
        "versions": list(deck.versions.values_list("number", "label")),
        "page": [page.status_code, deck.name in page.content.decode()],
        "api": [api.status_code, api.json().get("name")],
        "found": [deck in search_decks(query, Deck.objects.all()).queryset for query in queries],
        "simulation": [simulation.status.value, simulation.run.games, simulation.version_id == deck.head_id],
    }
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
