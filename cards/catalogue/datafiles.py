"""The card data files: read, checked against their schema and each other, and turned into a catalogue."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from cards.catalogue import (
    Ability,
    AbilityKind,
    Card,
    CardSet,
    CardType,
    Catalogue,
    CityDeck,
    Faction,
    Printing,
    Ruling,
    Term,
    Zone,
)
from cards.catalogue.folding import fold
from cards.catalogue.formats import Format
from cards.catalogue.phrases import lint
from cards.catalogue.stats import parse_stat

DATA: Final = Path(__file__).parents[1] / "data"

LISTS: Final = ("traits", "factions", "terms", "rulings", "city_decks", "formats")


@dataclass(frozen=True, slots=True)
class DataFault:
    """One error in the data, and where it is."""

    file: str
    card: str
    field: str
    message: str

    def __str__(self) -> str:
        place = ", ".join(part for part in (self.card, self.field) if part)
        return f"{self.file}: {place}: {self.message}" if place else f"{self.file}: {self.message}"


class DataError(ValueError):
    """The card data is invalid; ``faults`` has everything that is wrong with it."""

    def __init__(self, faults: Iterable[DataFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


@dataclass(frozen=True, slots=True)
class CardData:
    """All data files, read and checked."""

    catalogue: Catalogue
    formats: tuple[Format, ...]
    traits: tuple[str, ...]


def read_data(directory: Path = DATA) -> CardData:
    """Read and check every data file. :raises DataError: with all faults at once."""
    set_files = {path: _read_json(path) for path in sorted((directory / "sets").glob("*.json"))}
    lists = {name: _read_json(directory / f"{name}.json") for name in LISTS}
    if not set_files:
        raise DataError([DataFault("sets", "", "", "there is no set file")])
    faults = [*_schema_faults(directory, set_files, lists)]
    if faults:
        raise DataError(faults)
    faults = [*_cross_faults(set_files, lists)]
    if faults:
        raise DataError(faults)
    rulings: dict[str, list[Ruling]] = {}
    for record in lists["rulings"]:
        rulings.setdefault(record["card"], []).append(Ruling(record["text"], record["source"]))
    cards = [
        card_from_record(record, content["set"]["code"], tuple(rulings.get(record["code"], ())))
        for content in set_files.values()
        for record in content["cards"]
    ]
    catalogue = Catalogue(
        version=_content_hash([*set_files.values(), lists]),
        cards=tuple(sorted(cards, key=lambda card: card.code)),
        sets=tuple(CardSet(**content["set"]) for content in set_files.values()),
        factions=tuple(Faction(**record) for record in lists["factions"]),
        terms=tuple(Term(**record) for record in lists["terms"]),
        city_decks=_city_decks(lists["city_decks"]),
    )
    return CardData(catalogue, tuple(Format.from_record(record) for record in lists["formats"]), tuple(lists["traits"]))


def content_version(directory: Path = DATA) -> str:
    """The catalogue's version, without checking the data."""
    set_files = [_read_json(path) for path in sorted((directory / "sets").glob("*.json"))]
    return _content_hash([*set_files, {name: _read_json(directory / f"{name}.json") for name in LISTS}])


@cache
def load_formats() -> tuple[Format, ...]:
    """The formats of the project's own data files, read once per process."""
    return tuple(Format.from_record(record) for record in _read_json(DATA / "formats.json"))


@cache
def load_city_decks() -> tuple[CityDeck, ...]:
    """The City Decks of the project's own data files, read once per process."""
    return _city_decks(_read_json(DATA / "city_decks.json"))


@cache
def load_catalogue() -> Catalogue:
    """The catalogue of the project's own data files, read once per process."""
    return read_data().catalogue


def card_from_record(record: Mapping[str, Any], set_code: str, rulings: tuple[Ruling, ...] = ()) -> Card:
    """Make a card from its record in a set file."""
    known = record["traits"] != "?"
    return Card(
        code=record["code"],
        set=set_code,
        number=record["number"],
        name=record["name"],
        title=record.get("title"),
        type=CardType(record["type"]),
        deck=Zone(record["deck"]),
        faction=record.get("faction"),
        traits=tuple(record["traits"]) if known else (),
        traits_known=known,
        keywords=tuple(record["keywords"]),
        abilities=tuple(_ability(ability) for ability in record["abilities"]),
        printings=tuple(
            Printing(code=printing["code"], set=set_code, number=printing["number"], artist=printing.get("artist"))
            for printing in record["printings"]
        ),
        rulings=rulings,
        city_number=record.get("city_number"),
        person=record.get("person", record["name"]),
        deckable=record.get("deckable", True),
        **{name: parse_stat(raw) for name, raw in record.get("stats", {}).items()},
    )


def _city_decks(records: Iterable[Mapping[str, Any]]) -> tuple[CityDeck, ...]:
    return tuple(CityDeck(**{**record, "cards": tuple(record["cards"])}) for record in records)


def _ability(record: Mapping[str, Any]) -> Ability:
    return Ability(
        kind=AbilityKind(record["kind"]),
        effect=record["effect"],
        qualifiers=tuple(record.get("qualifiers", ())),
        trigger=record.get("trigger"),
        cost=record.get("cost"),
        below_bar=record.get("below_bar", False),
    )


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError([DataFault(path.name, "", "", "the file is missing")]) from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise DataError([DataFault(path.name, "", "", f"not JSON: {error}")]) from None


def _content_hash(content: object) -> str:
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=False).encode()
    return hashlib.sha256(canonical).hexdigest()[:16]


def _schema_faults(directory: Path, set_files: Mapping[Path, Any], lists: Mapping[str, Any]) -> Iterator[DataFault]:
    for path, content in set_files.items():
        for error in Draft202012Validator(_schema(directory, "set")).iter_errors(content):
            cause = best_match([error]) or error
            steps = list(cause.absolute_path)
            card = ""
            if len(steps) > 1 and steps[0] == "cards":
                record = content["cards"][steps[1]]
                card = str(record.get("code", f"card {steps[1]}")) if isinstance(record, dict) else f"card {steps[1]}"
                steps = steps[2:]
            yield DataFault(path.name, card, ".".join(map(str, steps)), cause.message)
    for error in Draft202012Validator(_schema(directory, "lists")).iter_errors(dict(lists)):
        name, *steps = [*error.absolute_path] or ["lists"]
        yield DataFault(f"{name}.json", "", ".".join(map(str, steps)), error.message)


def _schema(directory: Path, name: str) -> Any:
    return _read_json(directory / "schema" / f"{name}.schema.json")


def _cross_faults(set_files: Mapping[Path, Any], lists: Mapping[str, Any]) -> Iterator[DataFault]:
    """What no schema can see: duplicate codes, inconsistent spellings, broken references, bad wording."""
    traits = frozenset(lists["traits"])
    spellings: dict[tuple[str, str], str] = {}
    for path, content in set_files.items():
        for record in content["cards"]:
            for field, message in _record_faults(record, content["set"]["number"], traits, spellings):
                yield DataFault(path.name, record["code"], field, message)
    records = [record for content in set_files.values() for record in content["cards"]]
    uses = Counter(
        code for record in records for code in {record["code"], *(each["code"] for each in record["printings"])}
    )
    for code, count in sorted(uses.items()):
        if count > 1:
            yield DataFault("sets", code, "code", f"used by {count} cards")
    set_codes = frozenset(content["set"]["code"] for content in set_files.values())
    yield from _reference_faults(records, set_codes, lists)
    if len({record["code"] for record in lists["formats"] if record["default"]}) != 1:
        yield DataFault("formats.json", "", "default", "exactly one format must be the default")
    yield from _edition_faults(lists["formats"])


def _record_faults(
    record: Mapping[str, Any], set_number: str, traits: Set[str], spellings: dict[tuple[str, str], str]
) -> Iterator[tuple[str, str]]:
    """The faults of one card as pairs of a field and a message; ``spellings`` collects names and artists."""
    if not record["code"].startswith(set_number):
        yield "code", f"does not start with the set's number {set_number}"
    if record["traits"] != "?":
        for trait in sorted(set(record["traits"]) - traits):
            yield "traits", f"{trait!r} is not in traits.json"
    artists = (printing["artist"] for printing in record["printings"] if "artist" in printing)
    for field, text in (("name", record["name"]), *(("printings", artist) for artist in artists)):
        first = spellings.setdefault((field, fold(text)), text)
        if first != text:
            yield field, f"{text!r} is spelled {first!r} elsewhere"
    for position, ability in enumerate(record["abilities"]):
        for fault in lint(**_lint_fields(ability)):
            yield f"abilities.{position}.{fault.field}", f"{fault.message}; {fault.suggestion}"


def _reference_faults(
    records: Iterable[Mapping[str, Any]], set_codes: Set[str], lists: Mapping[str, Any]
) -> Iterator[DataFault]:
    decks = {record["code"]: record["deck"] for record in records}
    city_codes = {code for code, deck in decks.items() if deck == Zone.CITY}
    for ruling in lists["rulings"]:
        if ruling["card"] not in decks:
            yield DataFault("rulings.json", ruling["card"], "card", "no such card")
    for city_deck in lists["city_decks"]:
        for code in sorted(set(city_deck["cards"]) - city_codes):
            yield DataFault("city_decks.json", code, city_deck["code"], "no such city card")
    for format_ in lists["formats"]:
        for code in sorted(set(format_["sets"] or ()) - set_codes):
            yield DataFault("formats.json", "", f"{format_['code']}.sets", f"no such set: {code}")
        for field in ("banned", "points"):
            for code in sorted(set(format_[field]) - decks.keys()):
                yield DataFault("formats.json", code, f"{format_['code']}.{field}", "no such card")


def _edition_faults(formats: Iterable[Mapping[str, Any]]) -> Iterator[DataFault]:
    """Editions of one format must not overlap: at most one is in force on any day."""
    last: dict[str, Mapping[str, Any]] = {}
    for record in sorted(formats, key=lambda record: record["since"]):
        before = last.get(record["code"])
        if before and (before["until"] is None or before["until"] > record["since"]):
            yield DataFault("formats.json", "", f"{record['code']}.since", "two editions are in force on the same day")
        last[record["code"]] = record


def _lint_fields(record: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "kind": record["kind"],
        "qualifiers": tuple(record.get("qualifiers", ())),
        "trigger": record.get("trigger"),
        "cost": record.get("cost"),
        "effect": record["effect"],
    }
