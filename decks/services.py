"""Everything that changes a stored deck; pages, the API and commands all call this."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.http import Http404
from django.utils import timezone

from cards.catalogue import Catalogue, Zone
from cards.catalogue.datafiles import load_formats
from cards.catalogue.formats import Format, on_day
from cards.store import current_catalogue
from decks.decklist import EMPTY, MAX_CARDS, MAX_COPIES, Decklist
from decks.exchange import clean_name
from decks.exchange.values import MAX_NAME_LENGTH
from decks.legality import is_legal
from decks.lists import history
from decks.models import Deck, DeckCard, DeckVersion, Visibility, new_link
from web.ownership import Visitor
from web.text import clean


class DeckError(ValueError):
    """A change that cannot be made; the message is for the user."""


class DeletedError(Http404):
    """The deck was deleted, perhaps a moment ago."""

    def __init__(self) -> None:
        super().__init__("This deck has been deleted.")


class UnknownCardsError(DeckError):
    def __init__(self, codes: Iterable[str]) -> None:
        self.codes = tuple(codes)
        super().__init__(f"There is no card {', '.join(self.codes)}.")


class BadQuantityError(DeckError):
    """No copies of a card, or more than any deck has."""


class StaleVersionError(Exception):
    """Somebody else saved in between; ``current`` is their version."""

    def __init__(self, current: DeckVersion) -> None:
        self.current = current
        super().__init__(f"The deck is now at version {current.number}.")


class WithheldError(DeckError):
    """Staff have taken the deck down."""


MAX_DESCRIPTION_LENGTH: Final = 10_000

#: Old versions are pruned each time this many have been saved.
PRUNE_EVERY: Final = 20


def normalise(decklist: Decklist, catalogue: Catalogue) -> Decklist:
    """Replace the codes of printings by those of their cards.

    :raises UnknownCardsError: for codes that no card has.
    :raises BadQuantityError: for quantities out of range, or too many cards.
    """
    cards = {code: catalogue.get(code) for code in decklist.codes}
    unknown = sorted(code for code, card in cards.items() if card is None)
    if unknown:
        raise UnknownCardsError(unknown)
    canonical = {code: card.code for code, card in cards.items() if card is not None}
    faction: dict[str, int] = {}
    for code, quantity in decklist.faction:
        if not 0 < quantity <= MAX_COPIES:
            raise BadQuantityError(f"{quantity} copies of {code}: the quantity must be from 1 to {MAX_COPIES}.")
        faction[canonical[code]] = faction.get(canonical[code], 0) + quantity
    if len(decklist.approach) + len(faction) > MAX_CARDS:
        raise BadQuantityError(f"A deck can have at most {MAX_CARDS} different cards.")
    leader = canonical[decklist.leader] if decklist.leader else None
    return Decklist.of(leader, map(canonical.__getitem__, decklist.approach), faction)


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
    """Create a private deck with its first version, or return the one that ``made_by`` has already created."""
    first = normalise(decklist, catalogue)
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
            _add_version(deck, first, None, catalogue)
    except IntegrityError:
        # The same form sent twice: the second insert waits for the first and fails.
        existing = find_made_by(made_by)
        if existing is None:
            raise
        return existing
    return deck


def find_made_by(made_by: str | None) -> Deck | None:
    """The deck that a form or an API call has already created."""
    return Deck.objects.filter(made_by=made_by).first() if made_by else None


def save(deck: Deck, decklist: Decklist, catalogue: Catalogue, expected: int | None = None) -> DeckVersion:
    """Save a list as the next version, unless it equals the head.

    :raises StaleVersionError: if ``expected`` is given and is not the head's number.
    """
    return revise(deck, lambda _: decklist, catalogue, expected)


@transaction.atomic
def revise(
    deck: Deck, edit: Callable[[Decklist], Decklist], catalogue: Catalogue, expected: int | None = None
) -> DeckVersion:
    """Save what ``edit`` makes of the head's list, while nobody else can save. :raises: as ``save`` does."""
    head = lock(deck, expected)
    revised = normalise(edit(head.decklist if head else EMPTY), catalogue)
    if head is not None and head.fingerprint == revised.fingerprint:
        return head
    return _add_version(deck, revised, head, catalogue)


def lock(deck: Deck, expected: int | None = None) -> DeckVersion | None:
    """Reload the deck, lock it until the transaction ends, and return its head.

    Everything that writes rows of a deck calls this first, so that nobody deletes the deck meanwhile.

    :raises DeletedError: if it is gone.
    :raises StaleVersionError: if ``expected`` is given and is not the head's number.
    """
    try:
        head = deck.head
        # Without the head: PostgreSQL joins rows as they were before it waited for the lock.
        deck.refresh_from_db(from_queryset=Deck.objects.select_for_update())
    except (Deck.DoesNotExist, DeckVersion.DoesNotExist):
        raise DeletedError from None
    if head is not None and head.pk == deck.head_id:
        deck.head = head
    if deck.head is not None and expected is not None and deck.head.number != expected:
        raise StaleVersionError(deck.head)
    return deck.head


def lock_user(user: User | None) -> None:
    """Keep an account from being deleted until the transaction ends; always lock it before a deck.

    :raises Http404: if the account is gone.
    """
    if user is not None and User.objects.select_for_update().filter(pk=user.pk).values_list("pk").first() is None:
        raise Http404("This account has been deleted.")


@transaction.atomic
def delete_account(user: User) -> None:
    """Delete an account with all its decks, while nobody writes to them."""
    lock_user(user)
    lock_decks_of(user)
    user.delete()


def lock_decks_of(user: User) -> None:
    """Lock every deck that changes with the account: its own, and those it liked or commented on.

    All at once and in one order, so that no two accounts deleted at the same moment wait for each other.
    """
    affected = Q(owner=user) | Q(pk__in=user.likes.values("deck")) | Q(pk__in=user.comments.values("deck"))
    list(Deck.objects.select_for_update().filter(affected).order_by("pk").values_list("pk"))


def lock_versions(*versions: DeckVersion | None) -> None:
    """Keep versions from being deleted until the transaction ends. :raises DeletedError: if one is gone."""
    given = [version for version in versions if version is not None]
    # Always in the same order, so that no two callers deadlock.
    for deck_id in sorted({version.deck_id for version in given}):
        Deck.objects.select_for_update().filter(pk=deck_id).values_list("pk").first()
    keys = {version.pk for version in given}
    if DeckVersion.objects.filter(pk__in=keys).count() < len(keys):
        raise DeletedError


@transaction.atomic
def delete(deck: Deck) -> None:
    """:raises DeletedError: if somebody else just did."""
    lock(deck)
    deck.delete()


def _add_version(deck: Deck, decklist: Decklist, parent: DeckVersion | None, catalogue: Catalogue) -> DeckVersion:
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
    if version.number % PRUNE_EVERY == 0:
        _prune(deck)
    return version


def _prune(deck: Deck) -> None:
    """Delete the versions that ``history`` does not keep, and give those made from them another parent."""
    versions = _saved_versions(deck)
    pruned = history.versions_to_prune(versions, deck.head_id)
    for version in versions:
        if version.parent in pruned and version.key not in pruned:
            parent = history.surviving_parent(version, versions, pruned)
            DeckVersion.objects.filter(pk=version.key).update(parent=parent)
    DeckVersion.objects.filter(pk__in=pruned).delete()


def _saved_versions(deck: Deck) -> list[history.SavedVersion]:
    rows = list(deck.versions.values_list("pk", "number", "parent_id", "created_at", "label", "shared"))
    in_use = {key for key, *_, label, _ in rows if label}
    in_use |= set([key for key, *_, shared in rows if shared][-history.MAX_NAMED :])
    for relation in DeckVersion._meta.related_objects:
        # Every reference counts, except from other versions and as a deck's head.
        if relation.related_model is not DeckVersion and relation.field.name != "head":
            name = relation.field.name
            users = relation.related_model._default_manager.filter(**{f"{name}__deck": deck})
            in_use |= set(users.values_list(name, flat=True))
    return [history.SavedVersion(key, number, parent, at, key in in_use) for key, number, parent, at, _, _ in rows]


def _move_head(deck: Deck, version: DeckVersion, before: Decklist, catalogue: Catalogue) -> None:
    """Make ``version`` the head; ``before`` is the list of the old head."""
    deck.head = version
    deck.leader_id = version.leader_id
    deck.legal_in = _legal_formats(version, catalogue)
    deck.save(update_fields=["head", "leader", "legal_in", "updated_at"])
    DeckCard.objects.bulk_create(
        [
            DeckCard(deck=deck, card_id=card, zone=zone, quantity=quantity)
            for (card, zone), quantity in _changed_quantities(before, version.decklist).items()
        ],
        update_conflicts=True,
        unique_fields=["deck", "card", "zone"],
        update_fields=["quantity"],
    )


def _legal_formats(version: DeckVersion, catalogue: Catalogue) -> str:
    """The value of ``Deck.legal_in``, by the editions in force when the version was saved."""
    editions = on_day(load_formats(), version.created_at.date())
    legal = sorted({edition.code for edition in editions if is_legal(version.decklist, edition, catalogue)})
    return f" {' '.join(legal)} " if legal else " "


def refresh_legality(catalogue: Catalogue) -> int:
    """Check every deck again, as after new cards or formats; returns how many changed."""
    changed = []
    for deck in Deck.objects.exclude(head=None).select_related("head").iterator(chunk_size=500):
        assert deck.head is not None
        legal_in = _legal_formats(deck.head, catalogue)
        if legal_in != deck.legal_in:
            deck.legal_in = legal_in
            changed.append(deck)
    Deck.objects.bulk_update(changed, ["legal_in"], batch_size=200)
    return len(changed)


def _changed_quantities(before: Decklist, after: Decklist) -> dict[tuple[str, str], int]:
    """The new quantities, by code and zone, of the cards whose quantity changed."""
    changed: dict[tuple[str, str], int] = {}
    quantities = dict(after.faction)
    for code, _ in set(before.faction) ^ set(after.faction):
        changed[code, Zone.FACTION.value] = quantities.get(code, 0)
    for code in set() if before.approach == after.approach else {*before.approach, *after.approach}:
        if before.approach.count(code) != after.approach.count(code):
            changed[code, Zone.APPROACH.value] = after.approach.count(code)
    for leader, quantity in ((before.leader, 0), (after.leader, 1)):
        if leader and before.leader != after.leader:
            changed[leader, Zone.LEADER.value] = quantity
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


def validate_name(text: str, noun: str) -> str:
    """A typed name on one line. :raises DeckError: if it is too long."""
    length = len(" ".join(text.split()))
    if length > MAX_NAME_LENGTH:
        raise DeckError(f"{noun} can have at most {MAX_NAME_LENGTH} characters; this one has {length}.")
    return clean_name(text)


@transaction.atomic
def describe(deck: Deck, name: str | None = None, description: str | None = None) -> None:
    """Change the name, the description, or both.

    :raises DeckError: for an empty name, or for a text that is too long.
    """
    fields = {}
    if name is not None:
        fields["name"] = validate_name(name, "Deck names")
        if not fields["name"]:
            raise DeckError("A deck needs a name.")
    if description is not None:
        fields["description"] = clean(description).strip()
        if len(fields["description"]) > MAX_DESCRIPTION_LENGTH:
            length = len(fields["description"])
            raise DeckError(
                f"Descriptions can have at most {MAX_DESCRIPTION_LENGTH:,} characters; this one has {length:,}."
            )
    _set(deck, **fields)


@transaction.atomic
def _set(deck: Deck, **fields: Any) -> None:
    lock(deck)
    for name, value in fields.items():
        setattr(deck, name, value)
    deck.save(update_fields=list(fields))


@transaction.atomic
def label(version: DeckVersion, text: str) -> None:
    """Name a version, or remove its name. :raises DeckError: for a long name, or for too many named versions."""
    version.label = validate_name(text, "Version names")
    lock_versions(version)
    named = DeckVersion.objects.filter(deck=version.deck_id).exclude(label="").exclude(pk=version.pk)
    if version.label and named.count() >= history.MAX_NAMED:
        raise DeckError(f"A deck can have at most {history.MAX_NAMED} named versions. Remove another name first.")
    version.save(update_fields=["label"])


@transaction.atomic
def withhold(deck: Deck) -> None:
    """Take a deck down: only its owner can read it, and cannot share it again."""
    _set(deck, withheld=True)
    share(deck, Visibility.PRIVATE)


def release(deck: Deck) -> None:
    """Let the owner of a withheld deck share it again."""
    _set(deck, withheld=False)


@transaction.atomic
def copy(
    visitor: Visitor, version: DeckVersion, name: str, catalogue: Catalogue, *, made_by: str | None = None
) -> Deck:
    """Create a deck that remembers its source. :raises DeletedError: if the source is gone."""
    lock_user(visitor.user)
    lock_versions(version)
    format = version.deck.format
    return create(visitor, name, version.decklist, catalogue, format=format, source=version, made_by=made_by)


def choose_format(deck: Deck, format: Format) -> None:
    _set(deck, format=format.code, updated_at=timezone.now())


@transaction.atomic
def share(deck: Deck, visibility: Visibility) -> None:
    """Set who can read the deck. Sharing by link creates a link; making the deck private revokes it.

    :raises WithheldError: if staff have taken the deck down.
    """
    lock(deck)
    if deck.withheld and visibility != Visibility.PRIVATE:
        raise WithheldError("Staff have taken this deck down, so it cannot be shared.")
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
    """Revoke the share link and create another."""
    _set(deck, link=new_link())
