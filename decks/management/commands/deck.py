"""``manage.py deck``: check and convert deck files of any exchange kind, without a database."""

from __future__ import annotations

import codecs
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.catalogue import Catalogue
from cards.catalogue.datafiles import load_catalogue, load_formats
from cards.catalogue.formats import Format
from decks.exchange import (
    AUTO,
    KINDS,
    MAX_INPUT_BYTES,
    DeckExportError,
    DeckImportError,
    Parsed,
    ParsedDeck,
    parse,
    render,
)
from decks.legality import Report, check
from web.number_format import quantity

ILLEGAL: Final = 1
UNREADABLE: Final = 2


class Command(BaseCommand):
    """Exit codes are part of the interface: 0 legal, 1 illegal or not fully read, 2 unreadable."""

    help = "Check or convert a deck file (text, Markdown, JSON, BGA, CSV, TTS); '-' reads standard input."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="check|convert")
        formats = load_formats()
        check_parser = actions.add_parser(
            "check", help="check legality; exits with 0 if legal, 1 if illegal, 2 if unreadable"
        )
        check_parser.add_argument("file")
        check_parser.add_argument(
            "--format",
            choices=[format.code for format in formats],
            default=next(format.code for format in formats if format.default),
        )
        check_parser.add_argument("--json", action="store_true", help="print the report as JSON")
        convert_parser = actions.add_parser("convert", help="convert the deck to another format")
        convert_parser.add_argument("file")
        convert_parser.add_argument("--to", choices=list(KINDS), required=True)
        convert_parser.add_argument("--deck", type=int, default=None, help="which deck, if the file has several")
        convert_parser.add_argument("--site", default="http://127.0.0.1:8000", help="site with the card images for tts")
        for subparser in (check_parser, convert_parser):
            subparser.add_argument("--kind", choices=[AUTO, *KINDS], default=AUTO, help="format of the file")

    def handle(self, *args: Any, **options: Any) -> None:
        catalogue = load_catalogue()
        parsed = _read(options["file"], options["kind"], catalogue)
        if options["action"] == "check":
            self._check(parsed, options, catalogue)
        else:
            self._convert(parsed, options, catalogue)

    def _check(self, parsed: Parsed, options: dict[str, Any], catalogue: Catalogue) -> None:
        rules = next(format for format in load_formats() if format.code == options["format"])
        reports = [check(deck.decklist, rules, catalogue) for deck in parsed.decks]
        checked = list(zip(parsed.decks, reports, strict=True))
        legal = all(report.legal and not deck.failed for deck, report in checked)
        if options["json"]:
            decks = [_as_json(deck, report) for deck, report in checked]
            document = {"legal": legal, "format": rules.code, "kind": parsed.kind, "decks": decks}
            self.stdout.write(json.dumps(document, ensure_ascii=False, indent=2))
        else:
            for deck, report in checked:
                self._print(deck, report, rules)
        if not legal:
            sys.exit(ILLEGAL)

    def _print(self, deck: ParsedDeck, report: Report, rules: Format) -> None:
        verdict = "legal" if report.legal and not deck.failed else "not legal"
        self.stdout.write(f"{deck.name or 'The deck'}: {verdict} ({rules.name})")
        for line in (*deck.failed, *deck.guessed):
            self.stdout.write(f"  line {line.number}: {line.text!r}: {line.message}")
        for violation in report.violations:
            self.stdout.write(f"  {violation.severity}: {violation.message} [{violation.code}]")

    def _convert(self, parsed: Parsed, options: dict[str, Any], catalogue: Catalogue) -> None:
        number = options["deck"]
        if number is None and len(parsed.decks) > 1:
            names = ", ".join(f"{position} {deck.name!r}" for position, deck in enumerate(parsed.decks, start=1))
            raise CommandError(f"The file has several decks ({names}); choose one with --deck.", returncode=UNREADABLE)
        if number is not None and not 1 <= number <= len(parsed.decks):
            raise CommandError(
                f"There is no deck {number}; the file has {quantity(len(parsed.decks), 'deck')}.", returncode=UNREADABLE
            )
        deck = parsed.decks[(number or 1) - 1]
        site = options["site"].rstrip("/")
        try:
            rendered = render(
                deck.named, options["to"], catalogue, sheet_url=lambda sheet: f"{site}/faces/sheets/{sheet}.jpg"
            )
        except DeckExportError as error:
            raise CommandError(error.message, returncode=UNREADABLE) from None
        self.stdout.write(rendered.text, ending="")
        for line in (*deck.failed, *deck.guessed):
            self.stderr.write(f"line {line.number}: {line.text!r}: {line.message}")
        if deck.failed:
            sys.exit(ILLEGAL)


def _read(file: str, kind: str, catalogue: Catalogue) -> Parsed:
    try:
        if file == "-":
            content = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
        else:
            with Path(file).open("rb") as stream:
                content = stream.read(MAX_INPUT_BYTES + 1)
        return parse(_decode(content), catalogue, kind=kind)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.", returncode=UNREADABLE) from None
    except UnicodeDecodeError as error:
        raise CommandError(f"{file} is not UTF-8 at byte {error.start}.", returncode=UNREADABLE) from None
    except DeckImportError as error:
        raise CommandError(f"{file}: {error.message}", returncode=UNREADABLE) from None


def _decode(content: bytes) -> str:
    """Decode UTF-8, or UTF-16 with a byte order mark, as Windows writes it."""
    is_utf16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if is_utf16 else "utf-8-sig")


def _as_json(deck: ParsedDeck, report: Report) -> dict[str, Any]:
    return {
        "name": deck.name,
        "legal": report.legal and not deck.failed,
        "leader": deck.decklist.leader,
        "approach": deck.decklist.approach,
        "faction": dict(deck.decklist.faction),
        "lines": [
            {**asdict(line), "candidates": [candidate._asdict() for candidate in line.candidates]}
            for line in deck.lines
        ],
        "violations": [asdict(violation) for violation in report.violations],
    }
