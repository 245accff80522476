"""Fills the database as years of players would; run again, it brings the numbers up, and what is there stays."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Max, Model
from django.utils import timezone

from benchmarks.load.stock import Workshop
from cards.catalogue import Catalogue, Zone
from cards.catalogue.datafiles import load_formats
from cards.paths import card_path
from cards.query.entries import searchable
from cards.store import current_catalogue
from decks.decklist import Decklist
from decks.legality import check
from decks.lists.starters import read_starters
from decks.models import Comment, Deck, DeckCard, DeckVersion, Like, Visibility, new_id, new_link
from fivesails_site.accounts import tokens
from fivesails_site.accounts.models import AccessToken
from rules.jobs.models import Run, Simulation
from rules.jobs.models import new_id as new_simulation_id
from rules.jobs.run import services as jobs
from rules.jobs.run import worker
from web.ownership import Visitor
from web.sqlite_statistics import update_statistics

PASSWORD: Final = "lamp oil and brass 7"
#: So many of the users play in the load, each with decks of their own.
CAST: Final = 60
DECKS_EACH: Final = 4
FIRST_ONES: Final = 20
_YEARS: Final = timedelta(days=3 * 365)
_AT_ONCE: Final = 20_000
_DECKS_AT_ONCE: Final = 1_000
_GAMES: Final = 2_000


def insert(model: type[Model], names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Rows as the database takes them fastest."""
    quote = connection.ops.quote_name
    columns = ", ".join(quote(model._meta.get_field(name).column) for name in names)
    table = quote(model._meta.db_table)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
                cursor.execute(statement)
            return
        statement = f"INSERT INTO {table} ({columns}) VALUES ({', '.join(['%s'] * len(names))})"
        left = iter(rows)
        while chunk := list(islice(left, _AT_ONCE)):
            cursor.executemany(statement, chunk)


def next_id(model: type[Model]) -> int:
    """The first number that no row has."""
    return int(model._default_manager.aggregate(last=Max("pk"))["last"] or 0) + 1


def users(number: int) -> list[int]:
    """The ids of so many players; all have one password, since hashing a thousand would take a minute."""
    known = list(User.objects.filter(username__startswith="player-").order_by("pk").values_list("pk", flat=True))
    hashed, now = make_password(PASSWORD), timezone.now()
    made = User.objects.bulk_create(
        User(username=f"player-{i}", password=hashed, date_joined=now) for i in range(len(known), number)
    )
    return [*known, *(user.pk for user in made)]


class Filler:
    """Decks with their versions, cards, likes and comments, row by row."""

    def __init__(self, owners: Sequence[int], catalogue: Catalogue) -> None:
        self.owners: Final = owners
        self._catalogue: Final = catalogue
        self._formats: Final = load_formats()
        self._workshop: Final = Workshop(catalogue, next(each for each in self._formats if each.default))
        self._starters: Final = [
            (starter.decklist, source)
            for starter in read_starters()
            if (source := Deck.objects.filter(pk=starter.code).values_list("head_id", flat=True).first())
        ]
        self._adapt: Final = connection.ops.adapt_datetimefield_value
        self._version: int = next_id(DeckVersion)
        self.decks: list[Sequence[Any]] = []
        self.versions: list[Sequence[Any]] = []
        self.cards: list[Sequence[Any]] = []
        self.likes: list[Sequence[Any]] = []
        self.comments: list[Sequence[Any]] = []

    def add(self, seed: int) -> None:
        """The deck of a seed; one in ten is made from a starter deck."""
        luck = Random(seed)
        start, source = luck.choice(self._starters) if self._starters and seed % 10 == 0 else (None, None)
        made = self._workshop.make(seed, start)
        deck, begun = new_id(), timezone.now() - _YEARS * luck.random()
        # The first of them has as many decks however many there are, so that a page of theirs shows as much.
        owner = self.owners[0 if seed < FIRST_ONES else 1 + seed % (len(self.owners) - 1)]
        visibility = luck.choices(list(Visibility), weights=(35, 15, 50))[0]
        most = min(40, len(self.owners))
        likes = min(int(luck.paretovariate(1.1)) - 1, most) if visibility is Visibility.PUBLIC else 0
        first = self._version
        for number, each in enumerate(made.lists, start=1):
            day = self._adapt(begun + timedelta(hours=number))
            parent = self._version - 1 if number > 1 else None
            label = "Tournament" if luck.random() < 0.03 else ""
            row = (self._version, deck, number, parent, label, False, each.leader, *_lists(each), each.fingerprint, day)
            self.versions.append(row)
            self._version += 1
        head, head_list = self._version - 1, made.lists[-1]
        words = f"Plays **{made.name}**: draw, parry, riposte.\n\n- keep two risks\n- end the duel early"
        link = new_link() if visibility is Visibility.LINK else None
        self.decks.append(
            (
                *(deck, made.name, words, owner, "", False, "rulebook-2023", visibility.value, link, source, head),
                *(head_list.leader, self._legal_in(head_list), searchable(made.name), searchable(words), likes, False),
                *(None, self._adapt(begun), self._adapt(begun + timedelta(hours=self._version - first))),
            )
        )
        self._cards(deck, made.lists)
        fans = luck.sample(self.owners, likes)
        self.likes += ((deck, fan, self._adapt(begun)) for fan in fans)
        if visibility is Visibility.PUBLIC and luck.random() < 0.2:
            for fan in luck.sample(self.owners, luck.randint(1, 5)):
                self.comments.append((deck, fan, "I would run *two* more risks.", False, self._adapt(begun)))

    def _legal_in(self, decklist: Decklist) -> str:
        legal = {each.code for each in self._formats if check(decklist, each, self._catalogue).legal}
        return f" {' '.join(sorted(legal))} " if legal else " "

    def _cards(self, deck: str, lists: Sequence[Decklist]) -> None:
        newest = dict(_cards_of(lists[-1]))
        for code, zone in {key for each in lists for key, _ in _cards_of(each)}:
            self.cards.append((deck, code, zone, newest.get((code, zone), 0)))

    def store(self) -> None:
        """Write it all down."""
        insert(Deck, [field.name for field in Deck._meta.concrete_fields], self.decks)
        insert(DeckVersion, [field.name for field in DeckVersion._meta.concrete_fields], self.versions)
        insert(DeckCard, ("deck", "card", "zone", "quantity"), self.cards)
        insert(Like, ("deck", "user", "created_at"), self.likes)
        insert(Comment, ("deck", "author", "text", "hidden", "created_at"), self.comments)


def _lists(decklist: Decklist) -> tuple[str, str]:
    return json.dumps(decklist.approach), json.dumps(dict(decklist.faction))


def _cards_of(decklist: Decklist) -> Iterator[tuple[tuple[str, str], int]]:
    yield (str(decklist.leader), Zone.LEADER.value), 1
    for code, copies in Counter(decklist.approach).items():
        yield (code, Zone.APPROACH.value), copies
    for code, copies in decklist.faction:
        yield (code, Zone.FACTION.value), copies


def decks(number: int, owners: Sequence[int]) -> None:
    """So many decks of players, whatever there was."""
    left = range(Deck.objects.filter(starter=False).count(), number)
    # A thousand at a time: nobody else can write meanwhile.
    for start in range(left.start, left.stop, _DECKS_AT_ONCE):
        filler = Filler(owners, current_catalogue())
        for seed in range(start, min(start + _DECKS_AT_ONCE, left.stop)):
            filler.add(seed)
        with transaction.atomic():
            filler.store()


def simulations(number: int, owners: Sequence[int]) -> None:
    """So many reports: of each starter deck a real one, under many questions."""
    missing = number - Simulation.objects.count()
    if missing <= 0:
        return
    played = [_played(starter.decklist, starter.name) for starter in read_starters()]
    names = [field.name for field in Run._meta.concrete_fields if field.name != "id"]
    runs = list(Run.objects.filter(pk__in=[each.run_id for each in played]).values_list(*names))
    key, first, adapt, day = names.index("key"), next_id(Run), connection.ops.adapt_datetimefield_value, timezone.now()
    json_places = [names.index(name) for name in ("decks", "policy", "adversary", "tallies", "report")]
    time_places = [names.index(name) for name in ("created_at", "started_at", "finished_at", "beat_at")]

    def rows() -> Iterator[Sequence[Any]]:
        for i in range(missing):
            row = list(runs[i % len(runs)])
            row[key] = f"load-{first + i}"
            for place in json_places:
                row[place] = json.dumps(row[place])
            for place in time_places:
                row[place] = adapt(row[place]) if row[place] else None
            yield (first + i, *row)

    with transaction.atomic():
        insert(Run, ["id", *names], rows())
        Simulation.objects.bulk_create(
            Simulation(
                id=new_simulation_id(),
                run_id=first + i,
                owner_id=owners[i % len(owners)],
                seed="7",
                name=played[i % len(played)].name,
                created_at=day,
            )
            for i in range(missing)
        )


def _played(decklist: Decklist, name: str) -> Simulation:
    options = jobs.SimulationOptions(games=_GAMES, seed="load")
    simulation = jobs.ask(Visitor(), "load", jobs.Side(decklist, name), options=options)
    worker.play_here(simulation)
    return simulation


def cast() -> dict[str, Any]:
    """Who plays: players with sessions and tokens, and what everybody may read."""
    players = []
    with_decks = User.objects.filter(username__startswith="player-", decks__isnull=False).distinct()
    for user in with_decks.order_by("pk")[:CAST]:
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        AccessToken.objects.filter(user=user).delete()
        own = Deck.objects.filter(owner=user).order_by("-updated_at").values_list("pk", flat=True)[:DECKS_EACH]
        players.append(
            {
                "name": user.username,
                "session": session.session_key,
                "token": tokens.issue(user, "load")[1],
                "decks": list(own),
            }
        )
    public = Deck.objects.filter(visibility=Visibility.PUBLIC).order_by("-likes", "pk")
    return {
        "password": PASSWORD,
        "players": players,
        "public": list(public.values_list("pk", flat=True)[:100]),
        # The same deck, however many others there are.
        "measured": public.filter(owner__username=players[0]["name"]).order_by("name").values_list("pk", flat=True)[0],
        "cards": [card_path(card) for card in current_catalogue()],
        "starters": list(Deck.objects.filter(starter=True).values_list("pk", flat=True)),
        "links": list(Deck.objects.filter(visibility=Visibility.LINK).values_list("link", flat=True)[:100]),
        "simulations": list(Simulation.objects.order_by("pk").values_list("pk", flat=True)[:200]),
        "stored": {
            model.__name__: model._default_manager.count()
            for model in (User, Deck, DeckVersion, DeckCard, Like, Comment, Simulation)
        },
    }


def main(arguments: Sequence[str]) -> None:
    """Bring the numbers of users, decks and simulations up, and write down who plays in the load, as JSON."""
    place, *numbers = arguments
    wanted_users, wanted_decks, wanted_simulations = map(int, numbers)
    owners = users(wanted_users)
    decks(wanted_decks, owners)
    simulations(wanted_simulations, owners)
    # As PostgreSQL does by itself, and the workers of the site do for SQLite.
    update_statistics()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    Path(place).write_text(json.dumps(cast()))
