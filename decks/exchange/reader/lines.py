"""Reads the lines of a pasted list: headings, titles, remarks and cards, however people write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from cards.catalogue import Card, CardType, Zone
from cards.catalogue.folding import fold
from decks.exchange.reader.division import Divider, NearNames, Part
from decks.exchange.reader.names import CODE, Guesser, NameIndex, key, similarity
from decks.exchange.reader.quantities import (
    normalise_quantities,
    only_quantity,
    readings,
    shortest_reading,
    split_entries,
    split_quantities,
)
from decks.exchange.values import Candidate, ImportTooLargeError, clean_name, quantity_error

#: Words of headings, and where the cards below belong; any combination of them is a heading, too.
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
_SHORTCODE: Final = re.compile(r":[a-z0-9_+-]{2,40}:", re.IGNORECASE)
_DOT_LEADERS: Final = re.compile(r"(?:\.{3,}|…|·{3,}|(?:\. ){3,})+")
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
#: With a quantity it was meant to be a card, not a title.
_COUNTED: Final = re.compile(
    r"[(\[]?\d{1,2}[)\]]?\s.*|[(\[]?\d+\s?[x×](?!\w).*|[x×]\s?\d.*|.*(?<!\w)[x×]\s?\d+\W*|.*[(\[]\d+[)\]]",
    re.IGNORECASE,
)

MAX_LINE_LENGTH: Final = 4_000
#: A text with more entries is no deck list.
MAX_ITEMS: Final = 3_000
#: Longer parts are no card names, and not worth a search.
MAX_PART_LENGTH: Final = 120
_MAX_SHOWN: Final = 200
#: With words left over, a line is cards if at least so much of it is names.
_MIN_NAMED: Final = 0.75


class Role(Enum):
    """What a line, or a part of it, is."""

    CARD = auto()
    HEADING = auto()
    TITLE = auto()
    DIVIDER = auto()
    REMARK = auto()
    UNREAD = auto()


@dataclass(frozen=True, slots=True)
class Item:
    """A part of the list. ``cards`` are all that the text can mean, ``title`` is the deck name that it could be."""

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
    """Reads line after line; before the first card, a line may be the deck's name (``started`` is false)."""

    def __init__(self, index: NameIndex, *, markdown: bool = False, quantities_follow: bool = False) -> None:
        """``quantities_follow`` says whether a bare number belongs to the name before it."""
        self._index = index
        self._guesser = Guesser(index)
        self._divider = Divider(index, NearNames(index), self._is_section)
        self._quantities_follow = quantities_follow
        self._markdown = markdown
        self.started = False
        self._titled = False
        self._items = 0
        self._printing = _printing_pattern(index)
        self._factions = {key(faction.name) for faction in index.catalogue.factions}

    def read(self, number: int, raw: str) -> list[Item]:
        """The items of a line; a blank line is one, too. :raises ImportTooLargeError: after too many."""
        if len(raw) > MAX_LINE_LENGTH:
            message = f"The line has more than {MAX_LINE_LENGTH:,} characters."
            return [Item(number, raw[:_MAX_SHOWN], Role.UNREAD, message=message)]
        items = self.preview(number, raw)
        self.started = self.started or any(item.role is Role.CARD for item in items)
        self._titled = self._titled or (items[0].role is Role.TITLE and raw.lstrip().startswith("#"))
        self._items += len(items)
        if self._items > MAX_ITEMS:
            raise ImportTooLargeError(f"The text has more than {MAX_ITEMS:,} entries, too many for a deck list.")
        return items

    def preview(self, number: int, raw: str) -> list[Item]:
        """As ``read``, but nothing is remembered."""
        items = self._read(number, raw)
        return [replace(items[0], text=raw.strip()[:_MAX_SHOWN])] if len(items) == 1 else items

    def _read(self, number: int, raw: str) -> list[Item]:
        line = _GAP.sub("\t", _INVISIBLE.sub("", raw).strip())
        if not any(char.isalnum() for char in line):
            role = Role.DIVIDER if len(line) > 2 else Role.REMARK
            return [Item(number, line, role, message="Divider." if line else "Blank line.")]
        if line.startswith("//"):
            return [Item(number, line, Role.REMARK, message="Comment.")]
        if line.startswith("#") and not CODE.match(line):
            return self._read_hash_line(number, line, raw)
        name = _TITLE.fullmatch(raw.strip())
        if name:
            return [self._title(number, line, self._unescape(name[1]))]
        linked = _LINK.sub(r"\1", line)
        bare = self._printing.sub("", _ADDRESS.sub(" ", linked)).strip()
        if not any(char.isalnum() for char in bare):
            return [Item(number, line, Role.REMARK, message="Link.")]
        return self._read_plain(number, bare, self._unescape(raw))

    def _read_hash_line(self, number: int, line: str, raw: str) -> list[Item]:
        """A heading in Markdown; in plain text a comment, unless it is a known heading."""
        words = line.lstrip("#").strip()
        match = _HASHES.fullmatch(raw.strip()[:MAX_PART_LENGTH])
        named = _TITLE.fullmatch(match[2]) if match else None
        if named:
            return [self._title(number, line, self._unescape(named[1]))]
        headed = self._read_headed(number, strip_marks(words)) if any(char.isalnum() for char in words) else None
        if headed:
            return headed
        if not self._markdown or match is None:
            return [Item(number, line, Role.REMARK, message="Comment.")]
        title = self._unescape(match[2])
        if len(match[1]) == 1 and (self._titled or not self.started):
            return [self._title(number, line, title)]
        return [Item(number, line, Role.REMARK, message="Heading.", title=clean_name(title))]

    def _read_plain(self, number: int, line: str, raw: str) -> list[Item]:
        text = strip_marks(line)
        named = _TITLE.fullmatch(text)
        if named:
            return [self._title(number, line, named[1])]
        headed = self._read_headed(number, text)
        if headed:
            return headed
        title = "" if _COUNTED.fullmatch(text[:MAX_PART_LENGTH]) else self._bare_title(raw)
        return self._entries(number, text) or [replace(self._unread(number, text), text=line, title=title)]

    def _read_headed(self, number: int, text: str) -> list[Item] | None:
        """A heading, alone or followed by a colon and cards."""
        heading = self._heading(number, text)
        if heading:
            return [heading]
        before, colon, after = text.partition(":")
        if not colon or key(after) in self._factions or not (CODE.search(after) or any(map(str.isalpha, after))):
            return None
        heading = self._heading(number, before)
        if heading is None:
            return None
        rest = strip_marks(after)
        return [heading, *(self._entries(number, rest, under_heading=True) or [self._unread(number, rest)])]

    def _heading(self, number: int, text: str) -> Item | None:
        if len(text) > MAX_PART_LENGTH or CODE.search(text):
            return None
        words = [word for word in re.findall(r"[^\W\d_]+", fold(text)) if word not in _FILLERS]
        known = [word for word in words if word in HEADINGS]
        zones = {HEADINGS[word] for word in known} - {None}
        if not known or any(word not in HEADINGS and not (zones and word in self._factions) for word in words):
            return None
        zone = zones.pop() if len(zones) == 1 else None
        return Item(number, text, Role.HEADING, zone=zone, message="Heading.")

    def _title(self, number: int, line: str, name: str) -> Item:
        return Item(number, line, Role.TITLE, title=clean_name(name), message="Deck name.")

    def _bare_title(self, raw: str) -> str:
        plain = _SHORTCODE.sub("", raw.strip()[:MAX_PART_LENGTH]).replace("**", "").replace("__", "")
        return clean_name(re.sub(r"^[\s\ufeff=*_~#-]+|[\s=*_~#:-]+$", "", plain))

    def _unescape(self, text: str) -> str:
        return unescape(text) if self._markdown else text

    def _entries(self, number: int, text: str, *, under_heading: bool = False) -> list[Item] | None:
        """The cards on a line; ``None`` if no part of it is a card."""
        text = normalise_quantities(text)
        may_be_title = not self.started and not under_heading and shortest_reading(text[:MAX_PART_LENGTH])[0] is None
        pieces = split_entries(text, quantities_follow=self._quantities_follow)
        read = [(piece, self._read_exactly(number, piece, may_be_title=may_be_title)) for piece in pieces]
        if any(item.cards for _, items in read for item in items):
            return [
                item
                for piece, items in read
                for item in items or self._guess(number, piece) or [self._unread(number, piece)]
            ]
        if any(items and items[0].role is Role.UNREAD for _, items in read):
            return [item for piece, items in read for item in items or [self._unread(number, piece)]]
        remark = self._remark(number, text)
        if remark:
            return [remark]
        guesses = [items or self._guess(number, piece) for piece, items in read]
        guessed = [item for items in guesses for item in items]
        if not all(guesses) or not any(item.cards for item in guessed):
            return None
        if may_be_title and not any(card.type is CardType.LEADER for item in guessed for card in item.cards):
            return None
        return guessed

    def _read_exactly(self, number: int, piece: str, *, may_be_title: bool) -> list[Item]:
        if len(piece) > MAX_PART_LENGTH:
            return []
        heading = self._heading(number, piece)
        if heading:
            return [heading]
        entry = self._entry(number, piece)
        if entry:
            return [entry]
        items = self._divide(number, piece, typos=False)
        return [] if may_be_title and all(item.cards for item in items) else items

    def _entry(self, number: int, piece: str) -> Item | None:
        """A card by its code or by its exact name."""
        leading = bool(_LEADER_ASIDE.search(piece))
        text = _LEADER_ASIDE.sub("", piece) if leading else piece
        code = CODE.search(text)
        if code:
            return self._card_by_code(number, piece, code[1], f"{text[: code.start()]} {text[code.end() :]}".strip())
        for quantity, name in readings(text):
            cards = self._index.exact(name)
            if cards:
                leaders = tuple(card for card in cards if card.type is CardType.LEADER)
                return check_quantity(Item(number, piece, Role.CARD, (leading and leaders) or cards, quantity))
        return None

    def _card_by_code(self, number: int, piece: str, code: str, rest: str) -> Item:
        """A card by its code; a name beside it should agree."""
        card = self._index.by_code(code)
        quantity, name = (only_quantity(rest), "") if only_quantity(rest) is not None else (None, rest)
        named: tuple[Card, ...] = ()
        if any(char.isalnum() for char in name):
            exact = next(((q, n, c) for q, n in readings(name) if (c := self._index.exact(n))), None)
            quantity, name, named = exact or (*shortest_reading(name), ())
        item = Item(number, piece, Role.CARD, (card,) if card else named, quantity)
        if card is None:
            message = f"There is no card {code}."
            if not named:
                return replace(item, role=Role.UNREAD, message=message)
            candidates = tuple(Candidate(other.code, 100) for other in named)
            item = replace(item, sure=False, candidates=candidates, message=f"{message} Matched by name.")
        elif key(name) and card not in named and key(card.name) not in key(name):
            others = tuple(Candidate(other.code, 50) for other in named)
            item = replace(
                item,
                sure=False,
                candidates=(Candidate(card.code, 100), *others),
                message=f"{card.code} is {card.full_name}, but the line names another card.",
            )
        return check_quantity(item)

    def _divide(self, number: int, piece: str, *, typos: bool) -> list[Item]:
        """Names and headings that ran together, as when two columns of a PDF are copied as one; empty if unlikely.

        A quantity before or after all of them belongs to the nearest card.
        """
        before, text, after = split_quantities(piece)
        parts = self._divider.divide(text, typos=typos)
        cards = [part for part in parts if part.cards]
        left_over = [part for part in parts if not (part.cards or part.heading)]
        if not cards or (left_over and not (typos and len(cards) > 1 and _named_share(parts) >= _MIN_NAMED)):
            return []
        quantities = {id(cards[-1]): after, id(cards[0]): before}
        return [self._divided(number, part, quantities.get(id(part))) for part in parts]

    def _divided(self, number: int, part: Part, quantity: int | None) -> Item:
        if part.heading:
            heading = self._heading(number, part.text)
            assert heading is not None
            return heading
        if not part.cards:
            return self._unread(number, part.text)
        item = Item(number, part.text, Role.CARD, part.cards, quantity, sure=part.sure)
        if not part.sure:
            candidates = tuple(Candidate(card.code, similarity(part.text, card)) for card in part.cards)
            item = replace(item, candidates=candidates, message=f"Read as {part.cards[0].name}.")
        return check_quantity(item)

    def _is_section(self, text: str) -> bool:
        words = re.findall(r"[^\W\d_]+", fold(text))
        if not all(word in HEADINGS or word in _FILLERS or word in self._factions for word in words):
            return False
        # "Deck" and the like are words of titles, too.
        heading = self._heading(0, text)
        return heading is not None and heading.zone is not None

    def _guess(self, number: int, piece: str) -> list[Item]:
        if len(piece) > MAX_PART_LENGTH:
            return []
        quantity, name = shortest_reading(piece)
        guess = self._guesser.guess(name)
        if not guess.cards:
            return self._divide(number, piece, typos=True)
        item = Item(number, piece, Role.CARD, guess.cards, quantity, sure=False, candidates=guess.candidates)
        return [check_quantity(replace(item, message=f"Read as {guess.cards[0].name}."))]

    def _unread(self, number: int, piece: str) -> Item:
        quantity = shortest_reading(piece[:MAX_PART_LENGTH])[0]
        item = Item(number, piece, Role.UNREAD, quantity=quantity, message="No card has this name.")
        return check_quantity(replace(item, candidates=self._candidates(piece)))

    def _candidates(self, text: str) -> tuple[Candidate, ...]:
        return self._guesser.guess(shortest_reading(text)[1]).candidates if len(text) <= MAX_PART_LENGTH else ()

    def _remark(self, number: int, text: str) -> Item | None:
        folded = fold(text)
        words = re.findall(r"[^\W\d_]+", folded)
        if _REMARK.match(folded):
            return Item(number, text, Role.REMARK, message="Note.")
        if words and all(word in _TOTALS for word in words):
            return Item(number, text, Role.REMARK, message="Total.")
        if key(text) in self._factions:
            return Item(number, text, Role.REMARK, message="Faction name.")
        return None


def _printing_pattern(index: NameIndex) -> re.Pattern[str]:
    """A set and a number behind a name, as other sites export them: ``(CORE) 102``."""
    sets = (re.escape(word) for each in index.catalogue.sets for word in (each.code, each.name))
    return re.compile(rf"\s*[(\[](?:{'|'.join(sets)})[)\]]\s*#?\d{{1,3}}[a-z]?(?!\w)", re.IGNORECASE)


def unescape(text: str) -> str:
    """Remove Markdown's backslash escapes."""
    return _ESCAPE.sub(r"\1", text)


def strip_marks(line: str) -> str:
    """Remove emphasis, stars, emoji codes, dot leaders, bullets, check boxes and list numbers."""
    plain = _EMPHASIS.sub(" ", _DOT_LEADERS.sub(" ", _SHORTCODE.sub(" ", line)))
    plain = re.sub(r" {2,}", " ", plain).strip()
    bullets = _BULLETS.match(plain)
    rest = plain[bullets.end() :] if bullets else plain
    return rest if any(char.isalnum() for char in rest) else plain


def _named_share(parts: Sequence[Part]) -> float:
    named = sum(len(key(part.text)) for part in parts if part.cards or part.heading)
    return named / sum(len(key(part.text)) for part in parts)


def check_quantity(item: Item) -> Item:
    """Reject a card with an impossible quantity."""
    error = quantity_error(item.quantity) if item.quantity is not None else ""
    if not error:
        return item
    near = item.candidates or tuple(Candidate(card.code, 100) for card in item.cards)
    return replace(item, role=Role.UNREAD, quantity=None, candidates=near, message=error)
