"""Deck lists damaged as PDFs, scanners and chats damage them, with the decks that a careful reader would find.

``python -m benchmarks.import_recovery`` prints the share of cards recovered, by kind of damage.
"""

import random
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from cards.catalogue import CardType, Zone, may_run
from decks.decklist import Decklist
from decks.exchange import parse
from tests.decks.exchange.lists import CATALOGUE, STARTERS

Entry = tuple[int, str]
#: A heading with the cards below it.
Section = tuple[str, list[Entry]]


@dataclass(frozen=True)
class Damaged:
    text: str
    #: What the text holds: cards that are in no deck here must not come out.
    decks: tuple[Decklist, ...]
    counted: bool = True


def sections(deck: Decklist) -> list[Section]:
    """A list as a PDF prints it: leader, approach deck, faction deck."""
    approach = [CATALOGUE.card(code) for code in deck.approach]
    leader = CATALOGUE.card(deck.leader or "")
    return [
        ("Leader", [(1, leader.name)]),
        ("Characters", [(1, card.name) for card in approach if card.type is CardType.CHARACTER]),
        ("Schemes", [(1, card.name) for card in approach if card.type is CardType.SCHEME]),
        ("Faction Deck", [(count, CATALOGUE.card(code).name) for code, count in deck.faction]),
    ]


def _counted(entry: Entry) -> str:
    return f"{entry[0]} {entry[1]}"


def _chunks(entries: list[str], rng: random.Random) -> Iterable[str]:
    while entries:
        size = rng.randint(2, 4)
        yield " ".join(entries[:size])
        entries = entries[size:]


def _several_a_line(deck: Decklist, write: Callable[[Entry], str], rng: random.Random) -> str:
    lines = []
    for heading, entries in sections(deck):
        lines += [heading, *_chunks([write(entry) for entry in entries], rng)]
    return "\n".join(lines)


def _lines(deck: Decklist) -> list[str]:
    return [line for heading, entries in sections(deck) for line in (heading, *map(_counted, entries))]


def _side_by_side(deck: Decklist, other: Decklist) -> Iterator[tuple[str, str]]:
    return zip_longest(_lines(deck), _lines(other), fillvalue="")


def glued(deck: Decklist, rng: random.Random) -> Damaged:
    """Several cards a line, with their counts."""
    return Damaged(_several_a_line(deck, _counted, rng), (deck,))


def uncounted(deck: Decklist, rng: random.Random) -> Damaged:
    """Several names a line and no count anywhere."""
    return Damaged(_several_a_line(deck, lambda entry: entry[1], rng), (deck,), counted=False)


def footnotes(deck: Decklist, rng: random.Random) -> Damaged:
    """Marks and escapes behind names, several cards a line."""

    def marked(entry: Entry) -> str:
        return _counted(entry) + rng.choice(("", "", r"\*", "*", "†", r" \*", "**", "‡"))

    return Damaged(_several_a_line(deck, marked, rng), (deck,))


def headings_inside(deck: Decklist, rng: random.Random) -> Damaged:
    """Headings in the middle of lines."""
    words = [word for heading, entries in sections(deck) for word in (heading, *map(_counted, entries))]
    return Damaged("\n".join(_chunks(words, rng)), (deck,))


def _scan(name: str, rng: random.Random) -> str:
    """One name in three with a letter misread, missing or doubled."""
    return _misread(name, rng) if rng.random() < 1 / 3 and len(name) > 5 else name


def _misread(name: str, rng: random.Random) -> str:
    def missing(text: str) -> str:
        place = rng.randrange(1, len(text))
        return text[:place] + text[place + 1 :]

    def doubled(text: str) -> str:
        place = rng.randrange(1, len(text))
        return text[:place] + text[place] + text[place:]

    slips: list[Callable[[str], str]] = [missing, doubled]
    for right, wrong in (("m", "rn"), ("l", "1"), ("o", "0"), ("i", "l"), ("I", "l")):
        if right in name:
            slips.append(lambda text, right=right, wrong=wrong: text.replace(right, wrong, 1))
    return rng.choice(slips)(name)


def misread(deck: Decklist, rng: random.Random) -> Damaged:
    """One name in three with a letter misread, missing or doubled, several cards a line."""

    text = _several_a_line(deck, lambda entry: f"{entry[0]} {_scan(entry[1], rng)}", rng)
    return Damaged(text, (deck,))


def wrapped(deck: Decklist, rng: random.Random) -> Damaged:
    """Running text broken into lines wherever one is full, within names too."""
    parts = []
    for heading, entries in sections(deck):
        text = " ".join(map(_counted, entries))
        parts += [heading, *textwrap.wrap(text, rng.randint(24, 60), break_on_hyphens=False)]
    return Damaged("\n".join(parts), (deck,))


def columns(deck: Decklist, other: Decklist, _: random.Random) -> Damaged:
    """Two decks side by side, a gap between them."""
    lines = (f"{left:40}{right}".rstrip() for left, right in _side_by_side(deck, other))
    return Damaged("\n".join(lines), (deck, other))


def strays(deck: Decklist, other: Decklist, rng: random.Random) -> Damaged:
    """Two decks one after the other, but three loyal cards of the second stand among those of the first."""
    leader = CATALOGUE.card(other.leader or "")
    moved = rng.sample([code for code, _ in other.faction if CATALOGUE.card(code).faction == leader.faction], 3)
    names = {CATALOGUE.card(code).name for code in moved}
    first, second = _lines(deck), _lines(other)
    for line in [line for line in second if re.sub(r"^\d+ ", "", line) in names]:
        second.remove(line)
        first.insert(rng.randrange(len(first) - 20, len(first)), line)
    return Damaged("\n".join([*first, "", *second]), (deck, other))


def recovered(damaged: Damaged, decks: Iterable[Decklist]) -> tuple[int, int, int]:
    """How many cards the text holds, how many of them came out right, and how many came out that it does not hold."""
    wanted = {deck.leader: _cards(deck, damaged.counted) for deck in damaged.decks}
    right = wrong = 0
    for deck in decks:
        found = _cards(deck, damaged.counted)
        meant = wanted.get(deck.leader, Counter())
        right += (found & meant).total()
        wrong += (found - meant).total()
    return sum(cards.total() for cards in wanted.values()), right, wrong


def _cards(deck: Decklist, counted: bool) -> Counter[str]:
    cards = Counter([deck.leader or "", *deck.approach])
    for code, count in deck.faction:
        cards[code] += count if counted else 1
    return cards


def uncounted_misread(deck: Decklist, rng: random.Random) -> Damaged:
    """Several names a line, no counts, one name in three misread."""
    return Damaged(_several_a_line(deck, lambda entry: _scan(entry[1], rng), rng), (deck,), counted=False)


def page(deck: Decklist, rng: random.Random) -> Damaged:
    """All at once: running text with counts on some cards, marks, misread letters, headings inside, wrapped lines."""
    words = []
    for heading, entries in sections(deck):
        words.append(heading)
        for count, name in entries:
            words.append((f"{count} " if count > 1 else "") + _scan(name, rng) + rng.choice(("", "", "", r"\*", "†")))
    return Damaged("\n".join(textwrap.wrap(" ".join(words), 70, break_on_hyphens=False)), (deck,))


def woven(deck: Decklist, other: Decklist, _: random.Random) -> Damaged:
    """Two columns whose gap was lost."""
    lines = (f"{left} {right}".strip() for left, right in _side_by_side(deck, other))
    return Damaged("\n".join(lines), (deck, other))


def legal_deck(rng: random.Random) -> Decklist:
    leader = rng.choice(CATALOGUE.leaders)
    runs = [card for card in CATALOGUE if may_run(leader, card)]
    people = {card.person: card for card in runs if card.type is CardType.CHARACTER and not card.is_brute}
    people.pop(leader.person, None)
    characters = rng.sample(list(people.values()), 5)
    schemes = rng.sample([card for card in runs if card.type is CardType.SCHEME], 5)
    faction = [card for card in runs if card.deck is Zone.FACTION]
    copies: dict[str, int] = {}
    for card in rng.sample(faction, len(faction)):
        count = min(40 - sum(copies.values()), 1 if card.is_unique else rng.randint(1, 2))
        if count:
            copies[card.code] = count
    return Decklist.of(leader.code, [card.code for card in (*characters, *schemes)], copies)


#: The starter decks and twenty random ones.
DECKS: list[Decklist] = [
    *(starter.decklist for starter in STARTERS),
    *(legal_deck(random.Random(seed)) for seed in range(20)),
]
ONE_DECK = (glued, uncounted, footnotes, headings_inside, misread, uncounted_misread, wrapped, page)
TWO_DECKS = (columns, woven, strays)
KINDS = {kind.__name__: kind for kind in (*ONE_DECK, *TWO_DECKS)}


def corpus(kind: str) -> list[Damaged]:
    """Every deck with one kind of damage."""
    rng = random.Random(kind)
    if KINDS[kind] in TWO_DECKS:
        return [KINDS[kind](deck, _other(deck), rng) for deck in DECKS]
    return [KINDS[kind](deck, rng) for deck in DECKS]


def _other(deck: Decklist) -> Decklist:
    """The next deck of another faction."""
    index = DECKS.index(deck)
    return next(each for each in DECKS[index:] + DECKS[:index] if _faction(each) != _faction(deck))


def _faction(deck: Decklist) -> str | None:
    return CATALOGUE.card(deck.leader or "").faction


def shares(kind: str) -> tuple[float, float]:
    """The shares of cards that came out right, and of those that came out but should not have."""
    texts, rights, wrongs = 0, 0, 0
    for damaged in corpus(kind):
        total, right, wrong = recovered(damaged, [deck.decklist for deck in parse(damaged.text, CATALOGUE).decks])
        texts, rights, wrongs = texts + total, rights + right, wrongs + wrong
    return rights / texts, wrongs / texts
