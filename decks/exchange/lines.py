"""One line of a pasted list: a heading, a title, a remark, or cards, in whichever way people write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from cards.catalogue import Card, CardType, Zone
from cards.catalogue.folding import fold
from decks.exchange.names import CODE, Guesser, NameIndex, key
from decks.exchange.quantities import barest, cut, even, only_quantity, readings
from decks.exchange.values import Candidate, ImportTooLargeError, clean_name, quantity_fault

#: The words of headings, and where cards under them belong; any mixture of them is a heading too.
HEADINGS: Final[dict[str, Zone | None]] = {
    "leader": Zone.LEADER, "leaders": Zone.LEADER,
    "approach": Zone.APPROACH, "character": Zone.APPROACH, "characters": Zone.APPROACH,
    "scheme": Zone.APPROACH, "schemes": Zone.APPROACH,
    "faction": Zone.FACTION, "attachment": Zone.FACTION, "attachments": Zone.FACTION,
    "risk": Zone.FACTION, "risks": Zone.FACTION, "brute": Zone.FACTION, "brutes": Zone.FACTION,
    "deck": None, "decklist": None, "list": None, "main": None, "neutral": None, "neutrals": None, "other": None,
}  # fmt: skip
_FILLERS: Final = frozenset(("card", "cards", "and", "the", "x", "of", "total"))
_TOTALS: Final = frozenset(("card", "cards", "total", "in", "all", "x"))

_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_GAP: Final = re.compile(r"\s*\t\s*|\s{3,}")
_LINK: Final = re.compile(r"\[([^\[\]]*)\]\((?:https?://|www\.)[^\s()]*\)")
_ADDRESS: Final = re.compile(r"<?(?:https?://|www\.)\S+", re.IGNORECASE)
_HASHES: Final = re.compile(r"(#{1,6})\s+(.*?)(?:\s+#+)?\s*")
_ESCAPE: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_EMPHASIS: Final = re.compile(r"[*_~`|\\★☆⭐✦✪†‡]+")
_BULLETS: Final = re.compile(r"(?:[^\w(\[#\"“]+|\[[ xX✓]?\]\s*|\d{1,3}[.)]\s+)+")
# "Deck: 40" is a heading with its count, unlike "Name: 40".
_TITLE: Final = re.compile(
    r"(?:deck(?!\s*[:=]\s*\d+(?:\s*cards?)?\s*$)(?: ?name)?|name|title)\s*[:=]\s*(\S.*)", re.IGNORECASE
)
_REMARK: Final = re.compile(
    r"(?:by|author|player|format|date|event|total|source|notes?|comments?|description|version|tags?|faction|nation|link)"
    r"\s*[:=]|(?:by|exported|imported|made|built|created)\s"
)
_LEADER_ASIDE: Final = re.compile(r"\s*[(\[]\s*leader\s*[)\]]", re.IGNORECASE)
#: Something so counted was meant to be cards, and names no deck.
_COUNTED: Final = re.compile(
    r"[(\[]?\d{1,2}[)\]]?\s.*|[(\[]?\d+\s?[x×](?!\w).*|[x×]\s?\d.*|.*(?<!\w)[x×]\s?\d+\W*|.*[(\[]\d+[)\]]",
    re.IGNORECASE,
)

MAX_LINE_LENGTH: Final = 4_000
#: A text of more cards is no deck list, and reading on would cost time.
MAX_PARTS: Final = 3_000
#: Longer pieces are no card, and not worth the work of finding out.
MAX_PART_LENGTH: Final = 120
_SHOWN: Final = 200
_WORDS_OF_A_NAME: Final = 9


class Role(Enum):
    """What a line, or a part of one, is to the list."""

    CARD = auto()
    HEADING = auto()
    TITLE = auto()
    RULE = auto()
    REMARK = auto()
    UNREAD = auto()


@dataclass(frozen=True, slots=True)
class Item:
    """A part of the list; ``cards`` are all that the words can mean, ``title`` what it would name a deck."""

    number: int
    text: str
    role: Role
    cards: tuple[Card, ...] = ()
    quantity: int | None = None
    zone: Zone | None = None
    sure: bool = True
    candidates: tuple[Candidate, ...] = ()
    message: str = ""
    title: str = ""


class LineReader:
    """Reads line after line; knows whether a card has come yet, for before that a line may be the deck's name."""

    def __init__(self, index: NameIndex, *, markdown: bool = False) -> None:
        self._index = index
        self._guesser = Guesser(index)
        self._markdown = markdown
        self._started = False
        self._titled = False
        self._pieces = 0
        self._factions = {key(faction.name) for faction in index.catalogue.factions}

    def read(self, number: int, raw: str) -> list[Item]:
        """Everything that is on a line; a blank line is an item too. :raises ImportTooLargeError: if it is too much."""
        if len(raw) > MAX_LINE_LENGTH:
            return [
                Item(number, raw[:_SHOWN], Role.UNREAD, message=f"A line of more than {MAX_LINE_LENGTH} characters.")
            ]
        items = self._read(number, raw)
        self._started = self._started or any(item.role is Role.CARD for item in items)
        if len(items) == 1:
            return [replace(items[0], text=raw.strip()[:_SHOWN])]
        return items

    def _read(self, number: int, raw: str) -> list[Item]:
        line = _GAP.sub("\t", _INVISIBLE.sub("", raw).strip())
        if not any(char.isalnum() for char in line):
            role = Role.RULE if len(line) > 2 else Role.REMARK
            return [Item(number, line, role, message="A rule." if line else "A blank line.")]
        if line.startswith("//"):
            return [Item(number, line, Role.REMARK, message="A comment.")]
        if line.startswith("#") and not CODE.match(line):
            return self._hashed(number, line, raw)
        name = _TITLE.fullmatch(raw.strip())
        if name:
            return [self._title(number, line, self._unescaped(name[1]))]
        linked = _LINK.sub(r"\1", line)
        bare = _ADDRESS.sub(" ", linked).strip()
        if not any(char.isalnum() for char in bare):
            return [Item(number, line, Role.REMARK, message="A link.")]
        return self._plain(number, bare, self._unescaped(raw))

    def _hashed(self, number: int, line: str, raw: str) -> list[Item]:
        """In Markdown a heading, and in plain text a comment, unless it is one of a list's own headings."""
        words = line.lstrip("#").strip()
        match = _HASHES.fullmatch(raw.strip()[:MAX_PART_LENGTH])
        named = _TITLE.fullmatch(match[2]) if match else None
        if named:
            return [self._title(number, line, self._unescaped(named[1]))]
        own = self._headed(number, _stripped(words)) if any(char.isalnum() for char in words) else None
        if own:
            return own
        if not self._markdown or match is None:
            return [Item(number, line, Role.REMARK, message="A comment.")]
        title = self._unescaped(match[2])
        if len(match[1]) == 1 and (self._titled or not self._started):
            self._titled = True
            return [self._title(number, line, title)]
        return [Item(number, line, Role.REMARK, message="A heading of no section.", title=clean_name(title))]

    def _plain(self, number: int, line: str, raw: str) -> list[Item]:
        text = _stripped(line)
        named = _TITLE.fullmatch(text)
        if named:
            return [self._title(number, line, named[1])]
        headed = self._headed(number, text)
        if headed:
            return headed
        return self._entries(number, text) or [
            Item(
                number,
                line,
                Role.UNREAD,
                candidates=self._near(text),
                message="No card has this name.",
                title="" if _COUNTED.fullmatch(text[:MAX_PART_LENGTH]) else self._bare_title(raw),
            )
        ]

    def _headed(self, number: int, text: str) -> list[Item] | None:
        """A heading, alone or with cards behind its colon."""
        whole = self._heading(number, text)
        if whole:
            return [whole]
        before, colon, after = text.partition(":")
        if not colon or key(after) in self._factions or not (CODE.search(after) or any(map(str.isalpha, after))):
            return None
        heading = self._heading(number, before)
        if heading is None:
            return None
        rest = _stripped(after)
        return [heading, *(self._entries(number, rest, under_heading=True) or [self._failed(number, rest)])]

    def _heading(self, number: int, text: str) -> Item | None:
        if len(text) > MAX_PART_LENGTH or CODE.search(text):
            return None
        words = [word for word in re.findall(r"[^\W\d_]+", fold(text)) if word not in _FILLERS]
        known = [word for word in words if word in HEADINGS]
        zones = {HEADINGS[word] for word in known} - {None}
        if not known or any(word not in HEADINGS and not (zones and word in self._factions) for word in words):
            return None
        zone = zones.pop() if len(zones) == 1 else None
        return Item(number, text, Role.HEADING, zone=zone, message="A heading.")

    def _title(self, number: int, line: str, name: str) -> Item:
        return Item(number, line, Role.TITLE, title=clean_name(name), message="The deck's name.")

    def _bare_title(self, raw: str) -> str:
        return clean_name(re.sub(r"^[\s\ufeff=*_~#-]+|[\s=*_~#:-]+$", "", raw.strip()[:MAX_PART_LENGTH]))

    def _unescaped(self, text: str) -> str:
        return unescaped(text) if self._markdown else text

    def _entries(self, number: int, text: str, *, under_heading: bool = False) -> list[Item] | None:
        """The cards on a line, exact ones first; nothing if no part of it is a card."""
        text = even(text)
        pieces = cut(text)
        self._pieces += len(pieces)
        if self._pieces > MAX_PARTS:
            raise ImportTooLargeError(f"More than {MAX_PARTS} entries: no deck list is so long.")
        may_be_title = not self._started and not under_heading and barest(text[:MAX_PART_LENGTH])[0] is None
        pairs = [(piece, self._exactly(number, piece, may_be_title=may_be_title)) for piece in pieces]
        read = [items for _, items in pairs]
        if any(item.cards for items in read for item in items):
            return [
                item
                for piece, items in pairs
                for item in items or [self._guessed(number, piece) or self._failed(number, piece)]
            ]
        if any(items and items[0].role is Role.UNREAD for items in read):
            return [
                item
                for piece, items in zip(pieces, read, strict=True)
                for item in items or [self._failed(number, piece)]
            ]
        remark = self._remark(number, text)
        if remark:
            return [remark]
        guessed = [
            items[0] if items else self._guessed(number, piece) for piece, items in zip(pieces, read, strict=True)
        ]
        found = [item for item in guessed if item is not None]
        if len(found) < len(guessed) or not any(item.cards for item in found):
            return None
        if may_be_title and not any(card.type is CardType.LEADER for item in found for card in item.cards):
            return None
        return found

    def _exactly(self, number: int, piece: str, *, may_be_title: bool) -> list[Item]:
        if len(piece) > MAX_PART_LENGTH:
            return []
        heading = self._heading(number, piece)
        if heading:
            return [heading]
        entry = self._entry(number, piece)
        return [entry] if entry else self._unglued(number, piece, may_be_title=may_be_title)

    def _entry(self, number: int, piece: str) -> Item | None:
        """One card written without a slip, by its code or by its name."""
        leading = bool(_LEADER_ASIDE.search(piece))
        text = _LEADER_ASIDE.sub("", piece) if leading else piece
        code = CODE.search(text)
        if code:
            return self._coded(number, piece, code[1], f"{text[: code.start()]} {text[code.end() :]}".strip())
        for quantity, name in readings(text):
            cards = self._index.exact(name)
            if cards:
                leaders = tuple(card for card in cards if card.type is CardType.LEADER)
                return _checked(Item(number, piece, Role.CARD, (leading and leaders) or cards, quantity))
        return None

    def _coded(self, number: int, piece: str, code: str, rest: str) -> Item:
        """A card by its code; a name beside it has to agree."""
        card = self._index.by_code(code)
        quantity, name = (only_quantity(rest), "") if only_quantity(rest) is not None else (None, rest)
        named: tuple[Card, ...] = ()
        if any(char.isalnum() for char in name):
            found = next(((q, n, c) for q, n in readings(name) if (c := self._index.exact(n))), None)
            quantity, name, named = found or (*barest(name), ())
        if card is None:
            message = f"There is no card {code}."
            if not named:
                return Item(number, piece, Role.UNREAD, quantity=quantity, message=message)
            near = tuple(Candidate(other.code, 100) for other in named)
            return _checked(
                Item(
                    number,
                    piece,
                    Role.CARD,
                    named,
                    quantity,
                    sure=False,
                    candidates=near,
                    message=f"{message} Taken by name.",
                )
            )
        item = Item(number, piece, Role.CARD, (card,), quantity)
        if key(name) and card not in named and key(card.name) not in key(name):
            others = tuple(Candidate(other.code, 50) for other in named)
            item = replace(
                item,
                sure=False,
                candidates=(Candidate(card.code, 100), *others),
                message=f"{card.code} is {card.full_name}; the name beside it is another.",
            )
        return _checked(item)

    def _unglued(self, number: int, piece: str, *, may_be_title: bool) -> list[Item]:
        """Names and headings that ran together, as when a line strays into the next column of a PDF."""
        quantity, text = self._leading(piece)
        words = [(word, key(word), self._may_head(word)) for word in text.split()]
        parts = self._parts(number, words, 0, set())
        cards = [part for part in parts if part.role is Role.CARD]
        if not cards or (may_be_title and len(cards) == len(parts)):
            return []
        first = parts.index(cards[0])
        return [
            _checked(replace(part, quantity=quantity)) if position == first else part
            for position, part in enumerate(parts)
        ]

    def _leading(self, piece: str) -> tuple[int | None, str]:
        first, _, rest = piece.partition(" ")
        quantity = only_quantity(first) if rest else None
        return (quantity, rest) if quantity is not None else (None, piece)

    def _may_head(self, word: str) -> bool:
        letters = "".join(re.findall(r"[^\W\d_]+", fold(word)))
        return not letters or letters in HEADINGS or letters in _FILLERS or letters in self._factions

    def _parts(self, number: int, words: Sequence[tuple[str, str, bool]], start: int, dead: set[int]) -> list[Item]:
        """Cut words into names and headings without a rest, longest first; empty if that cannot be done."""
        for end in range(min(start + _WORDS_OF_A_NAME, len(words)), start, -1):
            span = words[start:end]
            part: Item | None = None
            cards = self._index.spelled("".join(spelling for _, spelling, _ in span))
            if cards:
                part = Item(number, " ".join(word for word, _, _ in span), Role.CARD, cards)
            elif all(may_head for _, _, may_head in span):
                heading = self._heading(number, " ".join(word for word, _, _ in span))
                # "Deck" and its like are words of titles too.
                part = heading if heading and heading.zone else None
            if part is None:
                continue
            if end == len(words):
                return [part]
            if end not in dead:
                rest = self._parts(number, words, end, dead)
                if rest:
                    return [part, *rest]
        dead.add(start)
        return []

    def _guessed(self, number: int, piece: str) -> Item | None:
        if len(piece) > MAX_PART_LENGTH:
            return None
        quantity, name = barest(piece)
        guess = self._guesser.guess(name)
        if not guess.cards:
            return None
        meant = guess.cards[0].name
        message = f"Read as {meant}."
        item = Item(
            number, piece, Role.CARD, guess.cards, quantity, sure=False, candidates=guess.candidates, message=message
        )
        return _checked(item)

    def _failed(self, number: int, piece: str) -> Item:
        return Item(number, piece, Role.UNREAD, candidates=self._near(piece), message="No card has this name.")

    def _near(self, text: str) -> tuple[Candidate, ...]:
        return self._guesser.guess(barest(text)[1]).candidates if len(text) <= MAX_PART_LENGTH else ()

    def _remark(self, number: int, text: str) -> Item | None:
        folded = fold(text)
        words = re.findall(r"[^\W\d_]+", folded)
        if _REMARK.match(folded):
            return Item(number, text, Role.REMARK, message="A remark.")
        if words and all(word in _TOTALS for word in words):
            return Item(number, text, Role.REMARK, message="A total.")
        if key(text) in self._factions:
            return Item(number, text, Role.REMARK, message="A faction's name.")
        return None


def unescaped(text: str) -> str:
    """Markdown without the backslashes that keep its marks from working."""
    return _ESCAPE.sub(r"\1", text)


def _stripped(line: str) -> str:
    """Without emphasis, stars, bullets, boxes and the numbers of a numbered list."""
    plain = re.sub(r" {2,}", " ", _EMPHASIS.sub(" ", line)).strip()
    bullets = _BULLETS.match(plain)
    rest = plain[bullets.end() :] if bullets else plain
    return rest if any(char.isalnum() for char in rest) else plain


def _checked(item: Item) -> Item:
    """A card so many times that it cannot be meant is none."""
    fault = quantity_fault(item.quantity) if item.quantity is not None else ""
    if not fault:
        return item
    near = item.candidates or tuple(Candidate(card.code, 100) for card in item.cards)
    return replace(item, role=Role.UNREAD, candidates=near, message=fault)
