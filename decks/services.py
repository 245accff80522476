"""Everything that changes a stored deck. Pages, the API and commands come through here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from django.db import transaction
from django.db.models import F

from cards.catalogue import Catalogue, Zone
from cards.datafiles import load_formats
from cards.formats import Format, on_day
from cards.store import current_catalogue
from decks.asking import Question
from decks.decklist import Decklist
from decks.exchange import clean_name
from decks.exchange.values import NAME_LENGTH
from decks.legality import is_legal
from decks.models import Deck, DeckCard, DeckVersion, Visibility, new_link
from decks.permissions import Visitor
from decks.storing import Rows


class DeckError(ValueError):
    """A change that cannot be made, in words for whoever asked for it."""


class UnknownCardsError(DeckError):
    """A list names codes that no card has."""

    def __init__(self, codes: Iterable[str]) -> None:
        self.codes = tuple(codes)
        super().__init__(f"There is no card {', '.join(self.codes)}.")


class BadQuantityError(DeckError):
    """A list has a card no times, or far too often."""


class StaleVersionError(Exception):
    """Somebody else saved in between; ``current`` is what stands now."""

    def __init__(self, current: DeckVersion) -> None:
        self.current = current
        super().__init__(f"The deck is at version {current.number} by now.")


class WithheldError(DeckError):
    """Staff took the deck down."""


MOST_COPIES = 99
MOST_CARDS = 400
MOST_DESCRIPTION = 10_000

_NOTHING: Final = Decklist.of(None, (), {})
#: Marks in compiled questions.
_DECK: Final = "\1deck"
_VERSION: Final = -987_654_321
#: Apart from the head's row: what PostgreSQL joins to a row that it had to wait for is as old as the waiting.
_LOCK: Final = Question(
    lambda: Deck.objects.select_for_update().filter(pk=_DECK).order_by().values_list("head_id", flat=True)
)
_DECKS: Final = Rows(Deck)
_VERSIONS: Final = Rows(DeckVersion, counted=("number", "deck"))
_CARDS: Final = Rows(DeckCard)
#: Up to so many cards, as an edit changes them, are written one by one; more go into one statement.
_FEW: Final = 3
_NEXT: Final = Question(lambda: DeckVersion.objects.filter(parent=_VERSION).order_by().values_list("pk")[:1])


def normalised(decklist: Decklist, catalogue: Catalogue) -> Decklist:
    """The list with every printing's code replaced by its card's.

    :raises UnknownCardsError: for codes that no card has.
    :raises BadQuantityError: for quantities that no deck has.
    """
    cards = {code: catalogue.get(code) for code in decklist.codes}
    unknown = sorted(code for code, card in cards.items() if card is None)
    if unknown:
        raise UnknownCardsError(unknown)
    own = {code: card.code for code, card in cards.items() if card is not None}
    faction: dict[str, int] = {}
    for code, quantity in decklist.faction:
        if not 0 < quantity <= MOST_COPIES:
            raise BadQuantityError(f"{quantity} copies of {code}: a quantity is from 1 to {MOST_COPIES}.")
        faction[own[code]] = faction.get(own[code], 0) + quantity
    if len(decklist.approach) + len(faction) > MOST_CARDS:
        raise BadQuantityError(f"A deck has at most {MOST_CARDS} different cards.")
    leader = own[decklist.leader] if decklist.leader else None
    return Decklist.of(leader, map(own.__getitem__, decklist.approach), faction)


@transaction.atomic
def create(
    visitor: Visitor,
    name: str,
    decklist: Decklist,
    catalogue: Catalogue,
    *,
    description: str = "",
    format: str = "rulebook-2023",
    source: DeckVersion | None = None,
) -> Deck:
    """A new private deck of the visitor's, with its first version."""
    deck = Deck.objects.create(
        name=name,
        description=description,
        owner=visitor.user,
        browser="" if visitor.user else visitor.browser,
        format=format,
        source=source,
    )
    _write(deck, normalised(decklist, catalogue), None, catalogue)
    return deck


def save(deck: Deck, decklist: Decklist, catalogue: Catalogue, expected: int | None = None) -> DeckVersion:
    """Keep a list as the deck's next version; a list equal to the head makes none.

    :raises StaleVersionError: if ``expected`` is given and is not the head's number.
    """
    return revise(deck, lambda _: decklist, catalogue, expected)


@transaction.atomic
def revise(
    deck: Deck, edit: Callable[[Decklist], Decklist], catalogue: Catalogue, expected: int | None = None
) -> DeckVersion:
    """Keep what ``edit`` makes of the newest list, with nobody saving in between. :raises: as ``save`` does."""
    locked = _locked(deck, expected)
    head = locked.head
    wanted = normalised(edit(head.decklist if head else _NOTHING), catalogue)
    if head is not None and head.fingerprint == wanted.fingerprint:
        return head
    version = _write(locked, wanted, head, catalogue)
    deck.head = version
    return version


def _locked(deck: Deck, expected: int | None) -> Deck:
    """The deck as it stands now, kept from other writers. :raises StaleVersionError: if it has moved on."""
    rows = _LOCK.ask({_DECK: deck.pk})
    if not rows:
        raise Deck.DoesNotExist(f"The deck {deck.pk} was deleted.")
    # Versions never change: what was read before is still right as long as the same one counts.
    locked = deck if rows[0][0] == deck.head_id else Deck.objects.select_related("head").get(pk=deck.pk)
    if locked.head is not None and expected is not None and locked.head.number != expected:
        raise StaleVersionError(locked.head)
    return locked


def _write(deck: Deck, decklist: Decklist, parent: DeckVersion | None, catalogue: Catalogue) -> DeckVersion:
    before = deck.head.decklist if deck.head else _NOTHING
    version = DeckVersion(
        deck=deck,
        parent=parent,
        leader_id=decklist.leader,
        approach=list(decklist.approach),
        faction=dict(decklist.faction),
        fingerprint=decklist.fingerprint,
    )
    _VERSIONS.insert(version)
    _move_head(deck, version, before, catalogue)
    return version


def _move_head(deck: Deck, version: DeckVersion, before: Decklist, catalogue: Catalogue) -> None:
    """Make a version count instead of the one whose list was ``before``."""
    deck.head = version
    deck.leader_id = version.leader_id
    now = version.decklist
    deck.legal_in = _judged(version, catalogue)
    _DECKS.update(deck, "head", "leader", "legal_in", "updated_at")
    rows = [(deck.pk, card, zone, quantity) for (card, zone), quantity in _changes(before, now).items()]
    if len(rows) <= _FEW:
        _CARDS.put(rows, unique=("deck", "card", "zone"), changed="quantity")
    else:
        DeckCard.objects.bulk_create(
            [DeckCard(deck_id=key, card_id=card, zone=zone, quantity=quantity) for key, card, zone, quantity in rows],
            update_conflicts=True,
            unique_fields=["deck", "card", "zone"],
            update_fields=["quantity"],
        )


def _judged(version: DeckVersion, catalogue: Catalogue) -> str:
    """The formats in which a version is legal, by their editions of its day, as ``Deck.legal_in`` keeps them."""
    editions = on_day(load_formats(), version.created_at.date())
    legal = sorted({each.code for each in editions if is_legal(version.decklist, each, catalogue)})
    return f" {' '.join(legal)} " if legal else " "


def judge_all(catalogue: Catalogue) -> int:
    """Judge every deck again, as after new cards or formats; how many verdicts changed."""
    changed = []
    for deck in Deck.objects.exclude(head=None).select_related("head").iterator(chunk_size=500):
        assert deck.head is not None
        judged = _judged(deck.head, catalogue)
        if judged != deck.legal_in:
            deck.legal_in = judged
            changed.append(deck)
    Deck.objects.bulk_update(changed, ["legal_in"], batch_size=200)
    return len(changed)


def _changes(before: Decklist, now: Decklist) -> dict[tuple[str, str], int]:
    """The cards, by code and zone, of which two lists have different numbers, with the later number."""
    changed: dict[tuple[str, str], int] = {}
    numbers = dict(now.faction)
    for code, _ in set(before.faction) ^ set(now.faction):
        changed[code, Zone.FACTION.value] = numbers.get(code, 0)
    for code in set() if before.approach == now.approach else {*before.approach, *now.approach}:
        if before.approach.count(code) != now.approach.count(code):
            changed[code, Zone.APPROACH.value] = now.approach.count(code)
    for leader, number in ((before.leader, 0), (now.leader, 1)):
        if leader and before.leader != now.leader:
            changed[leader, Zone.LEADER.value] = number
    return changed


@transaction.atomic
def undo(deck: Deck, expected: int | None = None) -> DeckVersion | None:
    """Go back to the version before the head; ``None`` at the first one. :raises StaleVersionError: as ``save``."""
    locked = _locked(deck, expected)
    parent = locked.head.parent if locked.head else None
    return _go_to(deck, locked, parent)


def can_redo(version: DeckVersion) -> bool:
    """Whether any version was made from this one."""
    return bool(_NEXT.ask({_VERSION: version.pk}))


@transaction.atomic
def redo(deck: Deck, expected: int | None = None) -> DeckVersion | None:
    """Go forward to the newest version made from the head, if any. :raises StaleVersionError: as ``save``."""
    locked = _locked(deck, expected)
    following = locked.head.children.last() if locked.head else None
    return _go_to(deck, locked, following)


def _go_to(deck: Deck, locked: Deck, version: DeckVersion | None) -> DeckVersion | None:
    if version is not None:
        _move_head(locked, version, locked.head.decklist if locked.head else _NOTHING, current_catalogue())
        deck.head = version
    return version


@transaction.atomic
def restore(deck: Deck, number: int, catalogue: Catalogue) -> DeckVersion:
    """Make an earlier version's list the newest version. :raises DeckVersion.DoesNotExist: if there is none."""
    return save(deck, deck.versions.get(number=number).decklist, catalogue)


def fitting(words: str, what: str) -> str:
    """A name somebody typed, on one line. :raises DeckError: if it is too long, since nothing is cut in silence."""
    length = len(" ".join(words.split()))
    if length > NAME_LENGTH:
        raise DeckError(f"{what} has at most {NAME_LENGTH} characters; this one has {length}.")
    return clean_name(words)


def describe(deck: Deck, name: str | None = None, description: str | None = None) -> None:
    """Give the deck a name, or words of its own, or both; what is not given stays as anybody else may have left it.

    :raises DeckError: for a name that says nothing, or for too many words.
    """
    fields = []
    if name is not None:
        name = fitting(name, "The name of a deck")
        if not name:
            raise DeckError("A deck needs a name.")
        deck.name = name
        fields.append("name")
    if description is not None:
        description = description.replace("\r\n", "\n").replace("\0", "").strip()
        if len(description) > MOST_DESCRIPTION:
            raise DeckError(
                f"A description has at most {MOST_DESCRIPTION} characters; this one has {len(description)}."
            )
        deck.description = description
        fields.append("description")
    deck.save(update_fields=fields)


def label(version: DeckVersion, words: str) -> None:
    """Name a version, or take its name away: the one thing about a version that may change."""
    version.label = fitting(words, "The name of a version")
    version.save(update_fields=["label"])


def withhold(deck: Deck) -> None:
    """Take a deck down: nobody but its owner reads it, and its owner cannot share it again."""
    deck.withheld = True
    deck.save(update_fields=["withheld"])
    share(deck, Visibility.PRIVATE)


def release(deck: Deck) -> None:
    """Let the owner of a withheld deck share it again."""
    deck.withheld = False
    deck.save(update_fields=["withheld"])


def copy(visitor: Visitor, version: DeckVersion, name: str, catalogue: Catalogue) -> Deck:
    """A new deck of the visitor's that keeps a link to its source."""
    return create(visitor, name, version.decklist, catalogue, format=version.deck.format, source=version)


def choose_format(deck: Deck, format: Format) -> None:
    """Have the deck judged by another format."""
    deck.format = format.code
    deck.save(update_fields=["format", "updated_at"])


@transaction.atomic
def share(deck: Deck, visibility: Visibility) -> None:
    """Set who may read the deck. A deck shared by link has a link; making it private revokes it.

    :raises WithheldError: if staff took the deck down.
    """
    # Anew, and kept so until the end: staff may take it down in this instant, and two may share it at once.
    deck.refresh_from_db(fields=["withheld", "link"], from_queryset=Deck.objects.select_for_update())
    if deck.withheld and visibility != Visibility.PRIVATE:
        raise WithheldError("Staff took this deck down, so it cannot be shared.")
    deck.visibility = visibility
    if visibility == Visibility.LINK and deck.link is None:
        deck.link = new_link()
    elif visibility == Visibility.PRIVATE:
        deck.link = None
    deck.save(update_fields=["visibility", "link"])


def renew_link(deck: Deck) -> str:
    """Revoke the share link and make another."""
    deck.link = new_link()
    deck.save(update_fields=["link"])
    return deck.link


def claim(browser: str, visitor: Visitor) -> int:
    """Give the decks that a browser made before sign-up or sign-in to its user; how many they were."""
    if not browser or visitor.user is None:
        return 0
    return Deck.objects.filter(owner=None, browser=browser).update(owner=visitor.user, browser="")


def count_like(deck: Deck, difference: int) -> None:
    """Keep the number of likes beside the deck, where listings sort by it."""
    Deck.objects.filter(pk=deck.pk).update(likes=F("likes") + difference)
