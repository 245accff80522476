"""Everything that changes a stored deck. Pages, the API and commands come through here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.http import Http404
from django.utils import timezone

from cards.catalogue import Catalogue, Zone
from cards.catalogue.datafiles import load_formats
from cards.catalogue.formats import Format, on_day
from cards.store import current_catalogue
from decks.decklist import EMPTY, MAX_CARDS, MAX_COPIES, Decklist
from decks.exchange import clean_name
from decks.exchange.values import NAME_LENGTH
from decks.legality import is_legal
from decks.lists import history
from decks.models import Deck, DeckCard, DeckVersion, Visibility, new_link
from web.ownership import Visitor
from web.text import clean


class DeckError(ValueError):
    """A change that cannot be made, in words for whoever asked for it."""


class DeletedError(Http404):
    """Somebody deleted the deck, perhaps a moment ago."""

    def __init__(self) -> None:
        super().__init__("This deck has been deleted.")


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


MOST_DESCRIPTION = 10_000

#: After each so many versions it is looked which fold.
FOLD_EVERY: Final = 20


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
        if not 0 < quantity <= MAX_COPIES:
            raise BadQuantityError(f"{quantity} copies of {code}: a quantity is from 1 to {MAX_COPIES}.")
        faction[own[code]] = faction.get(own[code], 0) + quantity
    if len(decklist.approach) + len(faction) > MAX_CARDS:
        raise BadQuantityError(f"A deck has at most {MAX_CARDS} different cards.")
    leader = own[decklist.leader] if decklist.leader else None
    return Decklist.of(leader, map(own.__getitem__, decklist.approach), faction)


def create(
    visitor: Visitor,
    name: str,
    decklist: Decklist,
    catalogue: Catalogue,
    *,
    description: str = "",
    format: str = "rulebook-2023",
    source: DeckVersion | None = None,
    made_by: str | None = None,
) -> Deck:
    """A new private deck of the visitor's, with its first version; or the one that ``made_by`` has made already."""
    wanted = normalised(decklist, catalogue)
    deck = Deck(
        name=name,
        description=description,
        owner=visitor.user,
        browser="" if visitor.user else visitor.browser,
        format=format,
        source=source,
        made_by=made_by,
    )
    try:
        with transaction.atomic():
            lock_user(visitor.user)
            deck.save(force_insert=True)
            _write(deck, wanted, None, catalogue)
    except IntegrityError:
        # A form that was sent twice: of the two that insert it, one waits for the other and fails.
        made = find_made(made_by)
        if made is None:
            raise
        return made
    return deck


def find_made(made_by: str | None) -> Deck | None:
    """The deck that a form or a call has made already."""
    return Deck.objects.filter(made_by=made_by).first() if made_by else None


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
    head = lock(deck, expected)
    wanted = normalised(edit(head.decklist if head else EMPTY), catalogue)
    if head is not None and head.fingerprint == wanted.fingerprint:
        return head
    return _write(deck, wanted, head, catalogue)


def lock(deck: Deck, expected: int | None = None) -> DeckVersion | None:
    """Read the deck anew and keep it from other writers, until the transaction ends; its head.

    Whatever writes a row that belongs to a deck does this first: nobody can delete the deck in between.

    :raises DeletedError: if somebody deleted it.
    :raises StaleVersionError: if ``expected`` is given and is not the head's number.
    """
    try:
        known = deck.head
        # Without the head: what PostgreSQL joins to a row that it had to wait for is as old as the waiting.
        deck.refresh_from_db(from_queryset=Deck.objects.select_for_update())
    except (Deck.DoesNotExist, DeckVersion.DoesNotExist):
        raise DeletedError from None
    if known is not None and known.pk == deck.head_id:
        deck.head = known
    if deck.head is not None and expected is not None and deck.head.number != expected:
        raise StaleVersionError(deck.head)
    return deck.head


def lock_user(user: User | None) -> None:
    """Keep an account from being deleted until the transaction ends; comes before any lock of a deck.

    :raises Http404: if the account is gone.
    """
    if user is not None and User.objects.select_for_update().filter(pk=user.pk).values_list("pk").first() is None:
        raise Http404("This account has been deleted.")


@transaction.atomic
def delete_account(user: User) -> None:
    """Delete an account with all that belongs to it, while nobody writes to its decks."""
    lock_user(user)
    list(Deck.objects.select_for_update().filter(owner=user).order_by("pk").values_list("pk"))
    user.delete()


def lock_versions(*versions: DeckVersion | None) -> None:
    """Keep versions from being deleted until the transaction ends. :raises DeletedError: if one is gone."""
    wanted = [version for version in versions if version is not None]
    # In one order, so that no two wait for each other.
    for deck_id in sorted({version.deck_id for version in wanted}):
        Deck.objects.select_for_update().filter(pk=deck_id).values_list("pk").first()
    keys = {version.pk for version in wanted}
    if DeckVersion.objects.filter(pk__in=keys).count() < len(keys):
        raise DeletedError


@transaction.atomic
def delete(deck: Deck) -> None:
    """Delete the deck with all that belongs to it. :raises DeletedError: if somebody else just did."""
    lock(deck)
    deck.delete()


def _write(deck: Deck, decklist: Decklist, parent: DeckVersion | None, catalogue: Catalogue) -> DeckVersion:
    before = deck.head.decklist if deck.head else EMPTY
    last = deck.versions.aggregate(last=Max("number"))["last"] or 0
    version = DeckVersion.objects.create(
        deck=deck,
        number=last + 1,
        parent=parent,
        leader_id=decklist.leader,
        approach=list(decklist.approach),
        faction=dict(decklist.faction),
        fingerprint=decklist.fingerprint,
    )
    _move_head(deck, version, before, catalogue)
    if version.number % FOLD_EVERY == 0:
        _fold(deck)
    return version


def _fold(deck: Deck) -> None:
    """Delete the versions that ``history`` does not keep, and lead what was made from them past them."""
    versions = _saved(deck)
    gone = history.folded(versions, deck.head_id)
    moved = [each for each in versions if each.parent in gone and each.key not in gone]
    for each in moved:
        DeckVersion.objects.filter(pk=each.key).update(parent=history.parent_left(each, versions, gone))
    DeckVersion.objects.filter(pk__in=gone).delete()


def _saved(deck: Deck) -> list[history.Saved]:
    rows = list(deck.versions.values_list("pk", "number", "parent_id", "created_at", "label", "shared"))
    kept = {key for key, *_, label, _ in rows if label}
    kept |= set([key for key, *_, shared in rows if shared][-history.MAX_NAMED :])
    for relation in DeckVersion._meta.related_objects:
        # Whatever refers to a version keeps it, but for other versions and its own deck's head.
        if relation.related_model is not DeckVersion and relation.field.name != "head":
            name = relation.field.name
            users = relation.related_model._default_manager.filter(**{f"{name}__deck": deck})
            kept |= set(users.values_list(name, flat=True))
    return [history.Saved(key, number, parent, at, key in kept) for key, number, parent, at, _, _ in rows]


def _move_head(deck: Deck, version: DeckVersion, before: Decklist, catalogue: Catalogue) -> None:
    """Make a version count instead of the one whose list was ``before``."""
    deck.head = version
    deck.leader_id = version.leader_id
    deck.legal_in = _judged(version, catalogue)
    deck.save(update_fields=["head", "leader", "legal_in", "updated_at"])
    DeckCard.objects.bulk_create(
        [
            DeckCard(deck=deck, card_id=card, zone=zone, quantity=quantity)
            for (card, zone), quantity in _changes(before, version.decklist).items()
        ],
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
    head = lock(deck, expected)
    return _go_to(deck, head.parent if head else None)


def can_redo(version: DeckVersion) -> bool:
    """Whether any version was made from this one."""
    return version.children.exists()


@transaction.atomic
def redo(deck: Deck, expected: int | None = None) -> DeckVersion | None:
    """Go forward to the newest version made from the head, if any. :raises StaleVersionError: as ``save``."""
    head = lock(deck, expected)
    return _go_to(deck, head.children.last() if head else None)


def _go_to(deck: Deck, version: DeckVersion | None) -> DeckVersion | None:
    if version is not None:
        _move_head(deck, version, deck.head.decklist if deck.head else EMPTY, current_catalogue())
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


@transaction.atomic
def describe(deck: Deck, name: str | None = None, description: str | None = None) -> None:
    """Give the deck a name, or words of its own, or both; what is not given stays as anybody else may have left it.

    :raises DeckError: for a name that says nothing, or for too many words.
    """
    fields = {}
    if name is not None:
        fields["name"] = fitting(name, "The name of a deck")
        if not fields["name"]:
            raise DeckError("A deck needs a name.")
    if description is not None:
        fields["description"] = clean(description).strip()
        if len(fields["description"]) > MOST_DESCRIPTION:
            raise DeckError(
                f"A description has at most {MOST_DESCRIPTION} characters; this one has {len(fields['description'])}."
            )
    _set(deck, **fields)


@transaction.atomic
def _set(deck: Deck, **fields: Any) -> None:
    lock(deck)
    for name, value in fields.items():
        setattr(deck, name, value)
    deck.save(update_fields=list(fields))


@transaction.atomic
def label(version: DeckVersion, words: str) -> None:
    """Name a version, or take its name away. :raises DeckError: for a long name, or beyond so many names."""
    version.label = fitting(words, "The name of a version")
    lock_versions(version)
    named = DeckVersion.objects.filter(deck=version.deck_id).exclude(label="").exclude(pk=version.pk)
    if version.label and named.count() >= history.MAX_NAMED:
        raise DeckError(f"A deck has at most {history.MAX_NAMED} named versions. Take the name of another away first.")
    version.save(update_fields=["label"])


@transaction.atomic
def withhold(deck: Deck) -> None:
    """Take a deck down: nobody but its owner reads it, and its owner cannot share it again."""
    _set(deck, withheld=True)
    share(deck, Visibility.PRIVATE)


def release(deck: Deck) -> None:
    """Let the owner of a withheld deck share it again."""
    _set(deck, withheld=False)


@transaction.atomic
def copy(
    visitor: Visitor, version: DeckVersion, name: str, catalogue: Catalogue, *, made_by: str | None = None
) -> Deck:
    """As ``create``: a deck that remembers its source. :raises DeletedError: if the source is gone."""
    lock_user(visitor.user)
    lock_versions(version)
    format = version.deck.format
    return create(visitor, name, version.decklist, catalogue, format=format, source=version, made_by=made_by)


def choose_format(deck: Deck, format: Format) -> None:
    """Have the deck judged by another format."""
    _set(deck, format=format.code, updated_at=timezone.now())


@transaction.atomic
def share(deck: Deck, visibility: Visibility) -> None:
    """Set who may read the deck. A deck shared by link has a link; making it private revokes it.

    :raises WithheldError: if staff took the deck down.
    """
    lock(deck)
    if deck.withheld and visibility != Visibility.PRIVATE:
        raise WithheldError("Staff took this deck down, so it cannot be shared.")
    deck.visibility = visibility
    if visibility == Visibility.LINK and deck.link is None:
        deck.link = new_link()
    elif visibility == Visibility.PRIVATE:
        deck.link = None
    deck.save(update_fields=["visibility", "link"])
    if deck.head is not None and visibility != Visibility.PRIVATE:
        deck.head.shared = True
        deck.head.save(update_fields=["shared"])


def renew_link(deck: Deck) -> None:
    """Revoke the share link and make another."""
    _set(deck, link=new_link())
