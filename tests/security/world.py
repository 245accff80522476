"""People and what is theirs: one of everything that an address can name, in every degree of privacy."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from cards.store import current_catalogue
from decks import services
from decks.models import Comment, Deck, Report, Visibility
from fivesails_site.accounts import mail_links, tokens
from rules.games.models import GameRecord
from rules.games.services import paste
from tests.decks.factories import CASTILLE, deck_of, person
from tests.rules.games.games import notation
from tests.rules.jobs.factories import ask, played
from web.ownership import Visitor

#: Who asks: nobody; somebody with the share link and nothing else; somebody else; the owner; staff who may do
#: everything; staff who may do nothing.
ROLES = ("nobody", "holder", "other", "owner", "staff", "clerk")
VISIBILITIES = ("private", "link", "public")

MISSING = {
    "deck_id": "nothere234",
    "link": "A" * 22,
    "comment_id": 987_654,
    "simulation_id": "B" * 22,
    "game_id": "C" * 22,
    "pk": 987_654,
}


@dataclass
class World:
    """Everything there is."""

    people: dict[str, User]
    decks: dict[str, Deck]
    links: dict[str, str]
    comments: dict[str, Comment]
    values: dict[str, Any]
    done: Any
    queued: Any
    game: GameRecord

    def client(self, role: str) -> Client:
        """A browser in which somebody of the role is signed in, or nobody."""
        client = Client(raise_request_exception=False)
        if role in self.people:
            client.force_login(self.people[role])
        # Signing in ends the links of earlier mails.
        self.values["token"] = default_token_generator.make_token(User.objects.get(username="owner"))
        return client

    def filled(self, pattern: str, visibility: str) -> dict[str, Any]:
        """What an address names, for a deck of some visibility."""
        names = {"rules/<str:name>/": "duels", "faces/sheets/<slug:name>.jpg": "back"}
        codes = {"sets/<slug:code>/": "tooth-and-claw", "factions/<slug:code>/": "castille"}
        cancel = "cancel" in pattern or pattern.startswith("api/")
        return {
            **self.values,
            "deck_id": self.decks[visibility].pk,
            "link": self.links[visibility],
            "comment_id": self.comments[visibility].pk,
            "simulation_id": (self.queued if cancel else self.done).pk,
            "name": names.get(pattern, "01001-thumb-0.webp"),
            "code": codes.get(pattern, "01001"),
        }


def build() -> World:
    """The world, in a database that has the cards."""
    people = {
        role: person(role, is_staff=role in ("staff", "clerk"), is_superuser=role == "staff") for role in ROLES[2:]
    }
    owner = people["owner"]
    User.objects.filter(pk=owner.pk).update(email="owner@sails.example")
    owner.refresh_from_db()
    decks, links, comments = {}, {}, {}
    for visibility in VISIBILITIES:
        deck = deck_of(owner, Visibility.LINK, f"Secret of {visibility}", description="Whispered *words*")
        links[visibility] = deck.link or ""
        services.share(deck, Visibility(visibility))
        decks[visibility] = deck
        comments[visibility] = Comment.objects.create(deck=deck, author=owner, text="Said in private")
    Report.objects.create(deck=decks["public"], comment=comments["public"], reporter=owner, reason="Look here")
    token, _ = tokens.issue(owner, "laptop")
    visitor = Visitor(owner)
    done = played(visitor, version=decks["private"].head, games=2)
    queued = ask(visitor, CASTILLE, games=2)
    game = paste(visitor, "", notation(2, 3, choices=12), current_catalogue())
    values = {
        "number": 1,
        "kind": "text",
        "game_id": game.pk,
        "pk": token.pk,
        "token": default_token_generator.make_token(owner),
        "uidb64": urlsafe_base64_encode(force_bytes(owner.pk)),
        "sealed": mail_links.seal(owner, "new@sails.example"),
        "username": "owner",
        "slug": "a-slug",
        "content_type_id": ContentType.objects.get_for_model(Deck).pk,
        "id": owner.pk,
    }
    return World(people, decks, links, comments, values, done, queued, game)
