"""The card data files: read, checked against their schema and each other, and turned into a catalogue."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
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
    ordered,
)
from cards.catalogue.folding import fold
from cards.catalogue.formats import Format
from cards.catalogue.phrases import lint
from cards.catalogue.stats import parse_stat

DATA: Final = Path(__file__).parents[1] / "data"

LISTS: Final = ("traits", "factions", "terms", "rulings", "city_decks", "formats")


@dataclass(frozen=True, slots=True)
class DataFault:
    """One thing that is wrong with the data, and where."""

    file: str
    card: str
    field: str
    message: str

    def __str__(self) -> str:
        place = ", ".join(part for part in (self.card, self.field) if part)
        return f"{self.file}: {place}: {self.message}" if place else f"{self.file}: {self.message}"


class DataError(ValueError):
    """The card data cannot be used; ``faults`` says everything that is wrong with it."""

    def __init__(self, faults: Iterable[DataFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


@dataclass(frozen=True, slots=True)
class CardData:
    """All data files, read and found good."""

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
    catalogue = Catalogue(
        version=_content_hash([*set_files.values(), lists]),
        cards=ordered(
            card_from_record(record, content["set"]["code"], tuple(rulings.get(record["code"], ())))
            for content in set_files.values()
            for record in content["cards"]
        ),
        sets=tuple(CardSet(**content["set"]) for content in set_files.values()),
        factions=tuple(Faction(**record) for record in lists["factions"]),
        terms=tuple(Term(**record) for record in lists["terms"]),
        city_decks=_city_decks(lists["city_decks"]),
    )
    return CardData(catalogue, tuple(Format.from_record(record) for record in lists["formats"]), tuple(lists["traits"]))


def content_version(directory: Path = DATA) -> str:
    """The version that ``read_data`` would give the catalogue, without checking anything."""
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
    """Make a card of its record in a set file."""
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
    """What no schema can see: codes used twice, names spelled two ways, references that lead nowhere."""
    traits, set_codes = set(lists["traits"]), {content["set"]["code"] for content in set_files.values()}
    uses: Counter[str] = Counter()
    spelling: dict[tuple[str, str], str] = {}
    city_codes: set[str] = set()
    codes: set[str] = set()
    for path, content in set_files.items():
        for record in content["cards"]:
            code = record["code"]
            codes.add(code)
            if record["deck"] == Zone.CITY:
                city_codes.add(code)
            uses.update({code, *(printing["code"] for printing in record["printings"])})
            if not code.startswith(content["set"]["number"]):
                yield DataFault(
                    path.name, code, "code", f"does not start with the set's number {content['set']['number']}"
                )
            if record["traits"] != "?":
                for trait in sorted(set(record["traits"]) - traits):
                    yield DataFault(path.name, code, "traits", f"{trait!r} is not in traits.json")
            for field, words in [
                ("name", [record["name"]]),
                ("printings", [p["artist"] for p in record["printings"] if "artist" in p]),
            ]:
                for word in words:
                    first = spelling.setdefault((field, fold(word)), word)
                    if first != word:
                        yield DataFault(path.name, code, field, f"{word!r} is spelled {first!r} elsewhere")
            for position, ability in enumerate(record["abilities"]):
                for fault in lint(**_lint_fields(ability)):
                    place = f"abilities.{position}.{fault.field}"
                    yield DataFault(path.name, code, place, f"{fault.message}; {fault.suggestion}")
    for code, count in sorted(uses.items()):
        if count > 1:
            yield DataFault("sets", code, "code", f"used by {count} cards")
    for record in lists["rulings"]:
        if record["card"] not in codes:
            yield DataFault("rulings.json", record["card"], "card", "no such card")
    for deck in lists["city_decks"]:
        for code in sorted(set(deck["cards"]) - city_codes):
            yield DataFault("city_decks.json", code, deck["code"], "no such city card")
    for record in lists["formats"]:
        for unknown in sorted(set(record["sets"] or ()) - set_codes):
            yield DataFault("formats.json", "", f"{record['code']}.sets", f"no such set: {unknown}")
        for field in ("banned", "points"):
            for unknown in sorted(set(record[field]) - codes):
                yield DataFault("formats.json", unknown, f"{record['code']}.{field}", "no such card")
    if len({record["code"] for record in lists["formats"] if record["default"]}) != 1:
        yield DataFault("formats.json", "", "default", "exactly one format must be the default")
    yield from _edition_faults(lists["formats"])


def _edition_faults(formats: Iterable[Mapping[str, Any]]) -> Iterator[DataFault]:
    """Editions of one format follow each other without overlap, so that every day has one judge."""
    last: dict[str, Mapping[str, Any]] = {}
    for record in sorted(formats, key=lambda record: record["since"]):
        before = last.get(record["code"])
        if before and (before["until"] is None or before["until"] > record["since"]):
            yield DataFault("formats.json", "", f"{record['code']}.since", "two editions of it hold on the same day")
        last[record["code"]] = record


def _lint_fields(record: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "kind": record["kind"],
        "qualifiers": tuple(record.get("qualifiers", ())),
        "trigger": record.get("trigger"),
        "cost": record.get("cost"),
        "effect": record["effect"],
    }
