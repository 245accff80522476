"""The deck-building rules of section 2, a small function each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from cards.catalogue import Zone
from cards.catalogue.formats import Format
from decks.legality.facts import Book, Facts
from decks.legality.tally import Tally
from decks.legality.violations import Code, Severity, Violation

Rule = Callable[[Tally, Book, Format], Iterator[Violation]]

_DECKS: Final = {Zone.LEADER: "leader", Zone.APPROACH: "approach deck", Zone.FACTION: "faction deck"}


def violation(
    code: Code,
    zone: Zone,
    rule: str,
    message: str,
    cards: Iterable[str] = (),
    *,
    actual: int | None = None,
    allowed: int | None = None,
    severity: Severity = Severity.ERROR,
) -> Violation:
    """A violation whose message cites its rule."""
    return Violation(code, severity, zone, tuple(cards), actual, allowed, rule, f"{message} (rule {rule})")


def unknown_cards(tally: Tally, facts: Book, format: Format) -> Iterator[Violation]:
    """A code that no card has is reported, never dropped."""
    for zone, code in tally.unknown:
        yield violation(Code.UNKNOWN_CARD, zone, "2.1", f"There is no card {code}.", (code,))


def quantities(tally: Tally, facts: Book, format: Format) -> Iterator[Violation]:
    """A quantity is a positive whole number."""
    for code, quantity in tally.bad_quantities:
        name = facts[code].card.full_name if code in facts else code
        message = f"{name} is listed {quantity} times; a quantity is at least 1."
        yield violation(Code.BAD_QUANTITY, Zone.FACTION, "D9", message, (code,), actual=quantity, allowed=1)


def leader(tally: Tally, facts: Book, format: Format) -> Iterator[Violation]:
    """D1: exactly one leader, which is a leader."""
    if tally.leader_code is None:
        yield violation(
            Code.NO_LEADER, Zone.LEADER, "D1", "Choose a leader.", actual=0, allowed=1, severity=Severity.INCOMPLETE
        )
    elif tally.leader and not tally.leader.is_leader:
        message = f"{tally.leader.card.full_name} is not a leader."
        yield violation(Code.NOT_A_LEADER, Zone.LEADER, "D1", message, (tally.leader.code,))


def approach_counts(tally: Tally, facts: Book, format: Format) -> Iterator[Violation]:
    """D2, D3, D4: ten cards, five characters and five schemes, in the published rules."""
    wanted = (
        (Code.APPROACH_SIZE, "D2", tally.approach_size, format.approach_size, "cards"),
        (Code.APPROACH_CHARACTERS, "D3", tally.characters, format.approach_characters, "characters"),
        (Code.APPROACH_SCHEMES, "D4", tally.schemes, format.approach_schemes, "schemes"),
    )
    for code, rule, actual, allowed, noun in wanted:
        if actual != allowed:
            yield violation(
                code,
                Zone.APPROACH,
                rule,
                f"The approach deck has {actual} {noun} and needs exactly {allowed}.",
                actual=actual,
                allowed=allowed,
                severity=Severity.INCOMPLETE if actual < allowed else Severity.ERROR,
            )


def misplaced(tally: Tally, facts: Book, format: Format) -> Iterator[Violation]:
    """D3, D4, D13, D14: characters and schemes in one deck; attachments, risks and Brutes in the other."""
    for (zone, code), found in tally.misplaced.items():
        wrong, rule = (Code.APPROACH_WRONG_TYPE, "D13") if zone is Zone.APPROACH else (Code.FACTION_WRONG_TYPE, "D14")
        message = f"{found.card.full_name} is {_kind(found)} and cannot be in the {_DECKS[zone]}."
        yield violation(wrong, zone, rule, message, (code,))


def _kind(found: Facts) -> str:
    word = "Brute" if found.card.is_brute else found.card.type.label.lower()
    return f"an {word}" if word[0] in "ae" else f"a {word}"


def approach_duplicates(tally: Tally, facts: Book, format: Format) -> Iterator[Violation]:
    """D5, D6: each name once."""
    if len(tally.people) == tally.approach_size:
        return
    for person, found in tally.people.items():
        if found.total > 1:
            message = f"{person} is in the approach deck {found.total} times; each name may be there once."
            yield violation(
                Code.APPROACH_DUPLICATE, Zone.APPROACH, "D6", message, found.codes, actual=found.total, allowed=1
            )


def name_clash(tally: Tally, facts: Book, format: Format) -> Iterator[Violation]:
    """Q3: the leader's name counts too, so a leader and a character of the same person clash."""
    clashing = tally.people.get(tally.leader.person) if tally.leader else None
    if clashing and tally.leader:
        names = ", ".join(facts[code].card.full_name for code in clashing.codes)
        message = f"{names} cannot be in a deck led by {tally.leader.card.full_name}: they are one person."
        yield violation(Code.NAME_CLASH, Zone.APPROACH, "Q3", message, clashing.codes, actual=clashing.total, allowed=0)


def faction_size(tally: Tally, facts: Book, format: Format) -> Iterator[Violation]:
    """D9: the faction deck's size."""
    size, least, most = tally.faction_size, format.faction_min, format.faction_max
    exactly = "exactly" if most == least else "at least"
    if size < least:
        yield violation(
            Code.FACTION_SIZE,
            Zone.FACTION,
            "D9",
            f"The faction deck has {size} cards and needs {exactly} {least}.",
            actual=size,
            allowed=least,
            severity=Severity.INCOMPLETE,
        )
    elif most is not None and size > most:
        message = f"The faction deck has {size} cards and may have {most}."
        yield violation(Code.FACTION_SIZE, Zone.FACTION, "D9", message, actual=size, allowed=most)


def copies(tally: Tally, facts: Book, format: Format) -> Iterator[Violation]:
    """D11, D12: two copies of a name, one if it is Unique; printings count together."""
    for name, found in tally.crowded.items():
        unique = any(facts[code].card.is_unique for code in found.codes)
        code, rule = (Code.UNIQUE_COPIES, "D12") if unique else (Code.TOO_MANY_COPIES, "D11")
        reason = "which is Unique, " if unique else ""
        message = f"The faction deck has {found.total} copies of {name}, {reason}and may have {found.allowed}."
        yield violation(code, Zone.FACTION, rule, message, found.codes, actual=found.total, allowed=found.allowed)


def barred(tally: Tally, facts: Book, format: Format) -> Iterator[Violation]:
    """Cards that may be in no deck, and what the format leaves out or bans."""
    if not tally.barred:
        return
    words = {
        Code.APPROACH_FORBIDDEN: "may be put in no deck",
        Code.BANNED: f"is banned in {format.name}",
        Code.NOT_IN_FORMAT: f"is not part of {format.name}",
    }
    for (zone, code), found in tally.barred.items():
        if found.barred:
            message = f"{found.card.full_name} {words[found.barred]}."
            yield violation(found.barred, zone, "2.2", message, (code,))


def loyalty(tally: Tally, facts: Book, format: Format) -> Iterator[Violation]:
    """D7, D8, D10: every card is neutral or loyal to the leader's faction."""
    for (zone, code), found in tally.disloyal.items():
        rule = "D10" if zone is Zone.FACTION else "D8" if found.is_scheme else "D7"
        name = tally.leader.card.full_name if tally.leader else ""
        message = f"{found.card.full_name} is not loyal to {name}."
        yield violation(Code.NOT_LOYAL, zone, rule, message, (code,))


def points(tally: Tally, facts: Book, format: Format) -> Iterator[Violation]:
    """A format with a points list caps what its listed cards weigh together."""
    most = format.points_max
    if most is not None and tally.points > most:
        message = f"The deck weighs {tally.points} points in {format.name} and may weigh {most}."
        yield violation(Code.TOO_MANY_POINTS, Zone.LEADER, "2.2", message, actual=tally.points, allowed=most)


RULES: Final[tuple[Rule, ...]] = (
    unknown_cards,
    quantities,
    leader,
    approach_counts,
    misplaced,
    approach_duplicates,
    name_clash,
    faction_size,
    copies,
    barred,
    loyalty,
    points,
)
