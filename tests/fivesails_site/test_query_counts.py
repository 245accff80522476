"""No page asks the database more when there is more to show: every address that can be read, with little and much."""

from collections.abc import Iterator
from itertools import chain

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client

from cards.store import current_catalogue
from decks import services
from decks.models import Comment, Deck, Like, Visibility
from fivesails_site.accounts import tokens
from rules.games.models import GameRecord
from rules.jobs.models import Simulation
from tests.cleanup import close
from tests.decks.factories import CASTILLE, deck_of, save, without
from tests.fivesails_site.test_caching import KEPT, asked, path_of, read_routes
from tests.security.world import World, build

pytestmark = pytest.mark.django_db

#: More than any page needs.
MOST = 12
#: The pages that show all there is of somebody: the archive of an account.
LARGER = {"accounts/export/": 20}
#: What is not asked about: it streams, or it asks whether the whole site works.
LEFT_OUT = {"simulations/<slug:simulation_id>/events/", "readyz"}
#: Pages of lists once more, as they are searched and turned.
MORE = {
    "decks/": ("?sort=likes", "?q=secret", "?q=leader:gato", "?q=card%3A01101", "?page=2"),
    "api/v1/decks/": ("?scope=mine", "?scope=public&q=secret", "?page_size=200"),
    "api/v1/cards/": ("?q=f:castille&page_size=200",),
    "cards/": ("?q=f:castille&view=table",),
}


@pytest.fixture
def world() -> World:
    return build()


def counts(world: World, owner: Client | None, *, much: bool) -> Iterator[tuple[str, int]]:
    """How many queries each page takes, the second time it is asked for."""
    for pattern, route in read_routes().items():
        if pattern in LEFT_OUT or pattern not in KEPT:
            continue
        for more in ("", *MORE.get(pattern, ())):
            if more == "?page=2" and not much:
                continue
            path = f"{path_of(world, route)}{more}"
            # Somebody without a session, who may get one from a page, comes anew.
            client = owner or Client()
            close(asked(client, path)[0])
            # What a page asks when it is made, not what it asks about one that was kept.
            caches["pages"].clear()
            response, number = asked(client, path)
            close(response)
            if response.status_code != 405:
                yield f"{pattern}{more}", number


def test_every_page_asks_as_much_with_much_data_as_with_little(world: World) -> None:
    clients = {"nobody": None, "owner": world.client("owner")}
    # A first version asks less than any other: there is nothing before it.
    save(world.decks["public"], without(CASTILLE, CASTILLE.faction[-1][0]))
    few = {role: dict(counts(world, client, much=False)) for role, client in clients.items()}
    grow(world)
    for role, client in clients.items():
        many = dict(counts(world, client, much=True))
        grown = {
            page: (few[role].get(page), number) for page, number in many.items() if number > few[role].get(page, MOST)
        }
        assert grown == {}, f"{role} pays for what is stored: page, queries before and after"
        large = {page: number for page, number in many.items() if number > LARGER.get(page.partition("?")[0], MOST)}
        assert large == {}, f"{role} asks a lot"


def grow(world: World) -> None:
    """Forty times as much of everything that a page can show."""
    owner, deck, catalogue = world.people["owner"], world.decks["public"], current_catalogue()
    people = User.objects.bulk_create(User(username=f"somebody-{i}") for i in range(40))
    for name, _ in CASTILLE.faction[:20]:
        save(deck, without(CASTILLE, name))
    save(deck, CASTILLE)
    for i in range(45):
        deck_of(owner if i % 2 else people[i % 40], Visibility.PUBLIC, f"Secret {i}")
    copies = [services.copy(services.Visitor(owner), deck.head, f"Copy {i}", catalogue) for i in range(3)]
    Comment.objects.bulk_create(Comment(deck=deck, author=each, text=f"Said by {each}") for each in people)
    Like.objects.bulk_create(
        Like(deck=each, user=owner) for each in Deck.objects.exclude(pk__in=[c.pk for c in copies])
    )
    run = world.done.run
    for model, original in ((Simulation, world.done), (GameRecord, world.game)):
        fields = {field.attname: getattr(original, field.attname) for field in model._meta.concrete_fields}
        fields.pop("id")
        model.objects.bulk_create(model(**fields) for _ in range(45))
    assert Simulation.objects.filter(run=run).count() > 40
    for number in chain(range(10)):
        tokens.issue(owner, f"program {number}")
