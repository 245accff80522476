"""The deck-building rules of section 2, a small function each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from cards.catalogue import Zone
from cards.catalogue.formats import Format
from decks.legality.counts import DeckCounts
from decks.legality.facts import CardFacts, FactsByCode
from decks.legality.violations import Code, Severity, Violation
from web.number_format import quantity

Rule = Callable[[DeckCounts, FactsByCode, Format], Iterator[Violation]]

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


def unknown_cards(counts: DeckCounts, cards: FactsByCode, format: Format) -> Iterator[Violation]:
    """A code that no card has is reported, never dropped."""
    for zone, code in counts.unknown:
        yield violation(Code.UNKNOWN_CARD, zone, "2.1", f"There is no card {code}.", (code,))


def quantities(counts: DeckCounts, cards: FactsByCode, format: Format) -> Iterator[Violation]:
    for code, copies in counts.bad_quantities:
        name = cards[code].card.full_name if code in cards else code
        message = f"{name} is listed {copies} times; the quantity must be at least 1."
        yield violation(Code.BAD_QUANTITY, Zone.FACTION, "D9", message, (code,), actual=copies, allowed=1)


def leader(counts: DeckCounts, cards: FactsByCode, format: Format) -> Iterator[Violation]:
    """D1: exactly one leader, which is a leader."""
    if counts.leader_code is None:
        yield violation(
            Code.NO_LEADER, Zone.LEADER, "D1", "Choose a leader.", actual=0, allowed=1, severity=Severity.INCOMPLETE
        )
    elif counts.leader and not counts.leader.is_leader:
        message = f"{counts.leader.card.full_name} is not a leader."
        yield violation(Code.NOT_A_LEADER, Zone.LEADER, "D1", message, (counts.leader.code,))


def approach_counts(counts: DeckCounts, cards: FactsByCode, format: Format) -> Iterator[Violation]:
    """D2, D3, D4: ten cards, five characters and five schemes, in the published rules."""
    requirements = (
        (Code.APPROACH_SIZE, "D2", counts.approach_size, format.approach_size, "card"),
        (Code.APPROACH_CHARACTERS, "D3", counts.characters, format.approach_characters, "character"),
        (Code.APPROACH_SCHEMES, "D4", counts.schemes, format.approach_schemes, "scheme"),
    )
    for code, rule, actual, allowed, noun in requirements:
        if actual != allowed:
            yield violation(
                code,
                Zone.APPROACH,
                rule,
                f"The approach deck has {quantity(actual, noun)} and needs exactly {allowed}.",
                actual=actual,
                allowed=allowed,
                severity=Severity.INCOMPLETE if actual < allowed else Severity.ERROR,
            )


def misplaced(counts: DeckCounts, cards: FactsByCode, format: Format) -> Iterator[Violation]:
    """D3, D4, D13, D14: characters and schemes in one deck; attachments, risks and Brutes in the other."""
    for (zone, card_code), facts in counts.misplaced.items():
        code, rule = (Code.APPROACH_WRONG_TYPE, "D13") if zone is Zone.APPROACH else (Code.FACTION_WRONG_TYPE, "D14")
        message = f"{facts.card.full_name} is {_type_with_article(facts)} and cannot be in the {_DECKS[zone]}."
        yield violation(code, zone, rule, message, (card_code,))


def _type_with_article(facts: CardFacts) -> str:
    word = "Brute" if facts.card.is_brute else facts.card.type.label.lower()
    return f"an {word}" if word[0] in "ae" else f"a {word}"


def approach_duplicates(counts: DeckCounts, cards: FactsByCode, format: Format) -> Iterator[Violation]:
    """D5, D6: each name once."""
    if len(counts.by_person) == counts.approach_size:
        return
    for person, (total, _, codes) in counts.by_person.items():
        if total > 1:
            message = f"{person} is in the approach deck {total} times; each name is allowed once."
            yield violation(Code.APPROACH_DUPLICATE, Zone.APPROACH, "D6", message, codes, actual=total, allowed=1)


def name_clash(counts: DeckCounts, cards: FactsByCode, format: Format) -> Iterator[Violation]:
    """Q3: the leader's name counts too, so a leader and a character of the same person clash."""
    clashing = counts.by_person.get(counts.leader.person) if counts.leader else None
    if clashing and counts.leader:
        names = ", ".join(cards[code].card.full_name for code in clashing.codes)
        message = f"{names} cannot be in a deck led by {counts.leader.card.full_name}: they are the same person."
        yield violation(Code.NAME_CLASH, Zone.APPROACH, "Q3", message, clashing.codes, actual=clashing.total, allowed=0)


def faction_size(counts: DeckCounts, cards: FactsByCode, format: Format) -> Iterator[Violation]:
    """D9."""
    size, minimum, maximum = counts.faction_size, format.faction_min, format.faction_max
    exactly = "exactly" if maximum == minimum else "at least"
    if size < minimum:
        yield violation(
            Code.FACTION_SIZE,
            Zone.FACTION,
            "D9",
            f"The faction deck has {quantity(size, 'card')} and needs {exactly} {minimum}.",
            actual=size,
            allowed=minimum,
            severity=Severity.INCOMPLETE,
        )
    elif maximum is not None and size > maximum:
        message = f"The faction deck has {quantity(size, 'card')}; the limit is {maximum}."
        yield violation(Code.FACTION_SIZE, Zone.FACTION, "D9", message, actual=size, allowed=maximum)


def copies(counts: DeckCounts, cards: FactsByCode, format: Format) -> Iterator[Violation]:
    """D11, D12: two copies of a name, one if it is Unique; printings count together."""
    for name, (total, allowed, codes) in counts.over_limit.items():
        unique = any(cards[code].card.is_unique for code in codes)
        code, rule = (Code.UNIQUE_COPIES, "D12") if unique else (Code.TOO_MANY_COPIES, "D11")
        reason = ", which is Unique" if unique else ""
        message = f"The faction deck has {quantity(total, 'copy', 'copies')} of {name}{reason}; the limit is {allowed}."
        yield violation(code, Zone.FACTION, rule, message, codes, actual=total, allowed=allowed)


def barred(counts: DeckCounts, cards: FactsByCode, format: Format) -> Iterator[Violation]:
    """Cards that go in no deck, and those that the format leaves out or bans."""
    reasons = {
        Code.APPROACH_FORBIDDEN: "cannot be put in a deck",
        Code.BANNED: f"is banned in {format.name}",
        Code.NOT_IN_FORMAT: f"is not part of {format.name}",
    }
    for (zone, code), facts in counts.barred.items():
        if facts.barred:
            message = f"{facts.card.full_name} {reasons[facts.barred]}."
            yield violation(facts.barred, zone, "2.2", message, (code,))


def loyalty(counts: DeckCounts, cards: FactsByCode, format: Format) -> Iterator[Violation]:
    """D7, D8, D10: every card is neutral or loyal to the leader's faction."""
    for (zone, code), facts in counts.disloyal.items():
        rule = "D10" if zone is Zone.FACTION else "D8" if facts.is_scheme else "D7"
        name = counts.leader.card.full_name if counts.leader else ""
        message = f"{facts.card.full_name} is not loyal to {name}."
        yield violation(Code.NOT_LOYAL, zone, rule, message, (code,))


def points(counts: DeckCounts, cards: FactsByCode, format: Format) -> Iterator[Violation]:
    """A format with a points list caps the points of a deck."""
    limit = format.points_max
    if limit is not None and counts.points > limit:
        message = f"The deck has {quantity(counts.points, 'point')} in {format.name}; the limit is {limit}."
        yield violation(Code.TOO_MANY_POINTS, Zone.LEADER, "2.2", message, actual=counts.points, allowed=limit)


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
