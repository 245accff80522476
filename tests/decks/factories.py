"""People and decks for tests of pages."""

from django.contrib.auth.models import User
from django.test import Client

from cards.store import current_catalogue
from decks import services
from decks.decklist import Decklist
from decks.lists.starters import read_starters
from decks.models import Deck, Visibility
from web.ownership import Visitor

CASTILLE = read_starters()[0].decklist
EISEN = read_starters()[1].decklist


def person(name: str, **more: bool) -> User:
    """Somebody with an account."""
    return User.objects.create_user(name, password="a long enough secret", **more)


def signed_in(user: User) -> Client:
    """A browser in which somebody is signed in."""
    client = Client()
    client.force_login(user)
    return client


def deck_of(
    user: User,
    visibility: Visibility = Visibility.PRIVATE,
    name: str = "Thieves by Lamplight",
    decklist: Decklist = CASTILLE,
    description: str = "",
) -> Deck:
    """A deck of somebody's."""
    deck = services.create(Visitor(user), name, decklist, current_catalogue(), description=description)
    services.share(deck, visibility)
    return deck


def without(decklist: Decklist, *codes: str) -> Decklist:
    """The list with some faction cards taken out."""
    faction = {code: count for code, count in decklist.faction if code not in codes}
    return Decklist.of(decklist.leader, decklist.approach, faction)


def save(deck: Deck, decklist: Decklist) -> None:
    """Keep a list as the deck's next version."""
    services.save(deck, decklist, current_catalogue())
