"""The survey of all abilities: the words that a rules language needs, and which card needs which.

``survey.json`` holds a closed vocabulary, and for every ability of every card what the language must be able to say,
written in those words. Kind, qualifiers and text of an ability are not repeated there: they are the card data's.
``python -m rules.five_sails.survey`` writes the tables of docs/explanation/abilities.md anew.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from cards.catalogue import Ability, AbilityKind, Card, Catalogue
from cards.datafiles import load_catalogue, load_city_decks
from cards.wording import ICON_TOKENS, plain
from decks.starters import read_starters

SURVEY: Final = Path(__file__).parent / "survey.json"
DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "explanation" / "abilities.md"

#: What may fill a slot, beside words of its own name and ``logic``, which joins words of any kind.
_FILLS: Final[Mapping[str, frozenset[str]]] = {
    "thing": frozenset({"zone"}),
    "filter": frozenset({"condition", "thing"}),
    "amount": frozenset({"number"}),
    "property": frozenset({"icon"}),
    "effect": frozenset({"modifier", "flow"}),
}

#: The fields of an entry that hold phrases, and what each phrase of theirs must be.
_FIELDS: Final[Mapping[str, str]] = {
    "when": "timing",
    "if": "condition",
    "cost": "effect",
    "target": "thing",
    "do": "effect",
    "limit": "limit",
}

_WINDOWS: Final[Mapping[AbilityKind, str]] = {
    AbilityKind.ACTION: "with priority in High Drama (6.2)",
    AbilityKind.TECHNIQUE: "while issuing a challenge, or in a round of a duel (6.5)",
    AbilityKind.MANEUVER: "in a round, on the combat card just played (6.4)",
    AbilityKind.SCHEME: "when schemes resolve (4.2.5)",
    AbilityKind.WHEN_REVEALED: "when revealed (4.2.2)",
}

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<word>[a-z_]+)|(?P<number>-?\d+)|'(?P<name>[^']*)'|\{(?P<icon>\w+)\}|(?P<mark>[(),]))"
)
_SLOT: Final = re.compile(r"(?P<kinds>[a-z|]+)(?P<times>[?*+]?)")
_SECTION: Final = re.compile(r"(<!-- generated: (?P<name>[^>]+?) -->\n).*?(<!-- end -->)", re.DOTALL)


class SurveyError(ValueError):
    """The survey cannot be used; the message says everything that is wrong with it, a line each."""


@dataclass(frozen=True, slots=True)
class Name:
    """A trait, keyword, kind of ability, place or card by its name."""

    text: str

    def __str__(self) -> str:
        return f"'{self.text}'"


@dataclass(frozen=True, slots=True)
class Icon:
    """A stat or combat value, by its icon."""

    token: str

    def __str__(self) -> str:
        return f"{{{self.token}}}"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A word with what it takes."""

    word: str
    parts: tuple[Term, ...] = ()

    def __str__(self) -> str:
        return f"{self.word}({', '.join(map(str, self.parts))})" if self.parts else self.word

    def walk(self) -> Iterator[Phrase]:
        """The phrase and every phrase inside it."""
        yield self
        for part in self.parts:
            if isinstance(part, Phrase):
                yield from part.walk()

    def says(self, word: str) -> bool:
        """Whether a word occurs in it."""
        return any(phrase.word == word for phrase in self.walk())


Term = Phrase | Name | Icon | int


@dataclass(frozen=True, slots=True)
class Word:
    """One word of the vocabulary: its part of speech, the slots it has, and its meaning."""

    name: str
    part: str
    takes: str
    means: str


@dataclass(frozen=True)
class Entry:
    """What the language must be able to say for one ability."""

    ability: Ability
    #: Phrases by field: ``when``, ``if``, ``cost``, ``target``, ``do``, ``limit``.
    phrases: Mapping[str, tuple[Phrase, ...]]
    note: str = ""

    def walk(self, *fields: str) -> Iterator[Phrase]:
        """Every phrase of these fields, or of all."""
        for field in fields or self.phrases:
            for phrase in self.phrases.get(field, ()):
                yield from phrase.walk()

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word it needs."""
        return frozenset(phrase.word for phrase in self.walk())

    @property
    def window(self) -> str:
        """When the ability can be used or works."""
        if not self.phrases.get("when"):
            return _WINDOWS.get(self.ability.kind, "always")
        (trigger,) = self.phrases["when"]
        if trigger.word == "before" or trigger.says("would"):
            return "before it happens, so that it can be changed (6.15)"
        if trigger.word == "after":
            return "when the whole ability or action has resolved (6.3)"
        return "in the midst of what happens (6.3)"

    def __str__(self) -> str:
        shown = (f"{field}: {'; '.join(map(str, phrases))}" for field, phrases in self.phrases.items())
        return "\n".join(shown)


@dataclass(frozen=True)
class Survey:
    """The vocabulary, and the entries of every card in the order of its abilities."""

    catalogue: Catalogue
    #: Parts of speech, with what each is for.
    parts: Mapping[str, str]
    words: Mapping[str, Word]
    entries: Mapping[str, tuple[Entry, ...]]

    @cached_property
    def _needs(self) -> Mapping[str, frozenset[str]]:
        return {code: frozenset().union(*(entry.words for entry in entries)) for code, entries in self.entries.items()}

    def needs(self, code: str) -> frozenset[str]:
        """The words that a card's abilities need."""
        return self._needs[code]

    def counts(self, codes: Iterable[str] | None = None) -> Counter[str]:
        """How many of these cards, or of all, need each word."""
        return Counter(word for code in (self.entries if codes is None else codes) for word in self.needs(code))

    def by_set(self) -> dict[str, Counter[str]]:
        """How many cards of each set need each word."""
        return {
            each.code: self.counts(card.code for card in self.catalogue if card.set == each.code)
            for each in self.catalogue.sets
        }


def read_survey(catalogue: Catalogue, path: Path = SURVEY) -> Survey:
    """Read the survey and hold it against the cards. :raises SurveyError: with all faults at once."""
    content: Any = json.loads(path.read_text(encoding="utf-8"))
    words = {
        name: Word(name, record["part"], record.get("takes", ""), record["means"])
        for name, record in content["words"].items()
    }
    faults = [
        f"{word.name}: no part of speech {word.part}" for word in words.values() if word.part not in content["parts"]
    ]
    faults += [f"{code}: no such card" for code in content["cards"] if code not in catalogue]
    entries: dict[str, tuple[Entry, ...]] = {}
    for card in catalogue:
        records = content["cards"].get(card.code, [])
        if len(records) != len(card.abilities):
            faults.append(f"{card.code}: {len(card.abilities)} abilities, but {len(records)} entries")
            continue
        read: list[Entry] = []
        for number, (ability, record) in enumerate(zip(card.abilities, records, strict=True)):
            try:
                read.append(_entry(ability, record))
            except SurveyError as error:
                faults.append(f"{card.code}, ability {number}: {error}")
            else:
                faults += (f"{card.code}, ability {number}: {fault}" for fault in _entry_faults(read[-1], words))
        entries[card.code] = tuple(read)
    used = {word for each in entries.values() for entry in each for word in entry.words}
    faults += [f"{name}: no ability needs it" for name in words if name not in used]
    if faults:
        raise SurveyError("\n".join(faults))
    return Survey(catalogue, content["parts"], words, entries)


@cache
def load_survey() -> Survey:
    """The project's own survey, read once per process."""
    return read_survey(load_catalogue())


def parse(text: str) -> Phrase:
    """Read one phrase. :raises SurveyError: if it is none."""
    tokens = _tokens(text)
    term, after = _term(text, tokens, 0)
    if after != len(tokens) or not isinstance(term, Phrase):
        raise SurveyError(f"not one phrase: {text}")
    return term


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None or found.lastgroup is None:
            raise SurveyError(f"cannot read {text[at:]!r}")
        tokens.append((found.lastgroup, found[found.lastgroup]))
        at = found.end()
    return tokens


def _term(text: str, tokens: Sequence[tuple[str, str]], at: int) -> tuple[Term, int]:
    kind, value = tokens[at] if at < len(tokens) else ("", "")
    at += 1
    match kind:
        case "number":
            return int(value), at
        case "name":
            return Name(value), at
        case "icon":
            return Icon(value), at
        case "word":
            parts: list[Term] = []
            if tokens[at : at + 1] == [("mark", "(")]:
                separator = ("mark", ",")
                while separator == ("mark", ","):
                    part, at = _term(text, tokens, at + 1)
                    parts.append(part)
                    separator = tokens[at] if at < len(tokens) else ("", "")
                if separator != ("mark", ")"):
                    raise SurveyError(f"a bracket is not closed: {text}")
                at += 1
            return Phrase(value, tuple(parts)), at
    raise SurveyError(f"something is missing: {text}")


def _entry(ability: Ability, record: Mapping[str, Any]) -> Entry:
    phrases = {}
    for field in _FIELDS:
        texts = record.get(field, [])
        if texts:
            phrases[field] = tuple(parse(text) for text in ([texts] if isinstance(texts, str) else texts))
    return Entry(ability, phrases, record.get("note", ""))


def _entry_faults(entry: Entry, words: Mapping[str, Word]) -> Iterator[str]:
    if "do" not in entry.phrases:
        yield "it does nothing"
    if entry.ability.trigger and "when" not in entry.phrases:
        yield "its trigger is not surveyed"
    if entry.ability.cost and not entry.phrases.keys() & {"if", "cost", "target"}:
        yield "what stands before its bullet is not surveyed"
    for field, phrases in entry.phrases.items():
        for phrase in phrases:
            if not _fits(phrase, {_FIELDS[field]}, words):
                yield f"{field}: {phrase} is no {_FIELDS[field]}"
            for inner in phrase.walk():
                yield from _word_faults(inner, words)


def _word_faults(phrase: Phrase, words: Mapping[str, Word]) -> Iterator[str]:
    if phrase.word not in words:
        yield f"no such word: {phrase.word}"
        return
    yield from (
        f"no such icon: {part}" for part in phrase.parts if isinstance(part, Icon) and part.token not in ICON_TOKENS
    )
    left = list(phrase.parts)
    for slot in _SLOT.finditer(words[phrase.word].takes):
        kinds, times = set(slot["kinds"].split("|")), slot["times"]
        filled = 0
        while left and (times in ("*", "+") or not filled) and _fits(left[0], kinds, words):
            left.pop(0)
            filled += 1
        if not filled and times in ("", "+"):
            yield f"{phrase.word} lacks {slot['kinds']}: {phrase}"
            return
    if left:
        yield f"{phrase.word} does not take {left[0]}: {phrase}"


def _fits(term: Term, kinds: Collection[str], words: Mapping[str, Word]) -> bool:
    if isinstance(term, Phrase):
        part = words[term.word].part if term.word in words else "logic"
    else:
        part = {int: "number", Name: "name", Icon: "icon"}[type(term)]
    if part == "logic" or "any" in kinds:
        return True
    return any(part == kind or part in _FILLS.get(kind, ()) for kind in kinds)


# The tables of the document.


def _saying(*words: str) -> Callable[[Entry], bool]:
    return lambda entry: not entry.words.isdisjoint(words)


def _asks_others(entry: Entry) -> bool:
    return any(
        phrase.word == "by" or (phrase.word == "may" and phrase.parts[0] != Phrase("you")) for phrase in entry.walk()
    )


def _triggered_passive(entry: Entry) -> bool:
    return entry.ability.kind is AbilityKind.PASSIVE and "when" in entry.phrases


def _remembers(entry: Entry) -> bool:
    return "marked" in entry.words and "mark" not in entry.words


#: What an engine must have, and the abilities that need it.
_DEMANDS: Final[Mapping[str, Callable[[Entry], bool]]] = {
    "a passive text that waits for a trigger": _triggered_passive,
    "a target": _saying("target"),
    "a choice without a target": _saying("choose", "choose_one", "mark"),
    "a choice of another player": _asks_others,
    "a combat value for this round": _saying("gain", "lose"),
    "a changed stat, cost or total": _saying("bonus", "set", "cap"),
    "a ban, a permission or a duty": _saying("forbid", "allow", "must", "charge"),
    "a changed pressure": _saying("only_count", "also_count", "counts_for", "tie_wins", "pressure_total", "succeeding"),
    "a trait or keyword that comes or goes": _saying("add_trait", "drop_trait", "count_as"),
    "a granted, copied or removed ability": _saying("grant", "copy", "blank"),
    "a challenge that an ability issues": _saying("issue"),
    "a canceled, replaced or redirected happening": _saying("cancel", "replace", "redirect"),
    "an effect that waits for a later moment": _saying("later"),
    "a change for a time, or while something goes on": _saying("for", "until"),
    "the cause of what happens": _saying("caused"),
    "the past": _saying("happened", "first_time"),
    "what another ability of the card has chosen": _remembers,
    "hidden cards that are looked at or searched": _saying("look", "search"),
    "a second combat card, or another one": _saying("play_combat", "gamble"),
    "the dueling line": _saying("dueling_line"),
    "an answer after the participant is gone": _saying("final_strike"),
    "another action at once": _saying("act_again"),
}


@cache
def first_lists() -> Mapping[str, frozenset[str]]:
    """The lists that are built first, each as its card codes."""
    starters = {starter.code: starter.decklist.codes for starter in read_starters()}
    (city,) = (deck for deck in load_city_decks() if deck.code == "core")
    return {
        "Castille": starters["castille-starter"],
        "Eisen": starters["eisen-starter"],
        "City": frozenset(city.cards),
    }


def build_order(survey: Survey, codes: Collection[str]) -> list[tuple[str, frozenset[str]]]:
    """An order in which to build these cards, with the words each adds: always the most cards for the fewest words."""
    needs = {code: survey.needs(code) for code in sorted(codes)}
    known: frozenset[str] = frozenset()
    order: list[tuple[str, frozenset[str]]] = []
    while missing := {code: need - known for code, need in needs.items() if need - known}:

        def worth(code: str, missing: Mapping[str, frozenset[str]] = missing) -> float:
            return sum(other <= missing[code] for other in missing.values()) / len(missing[code])

        best = max(missing, key=worth)
        order.append((best, missing[best]))
        known |= missing[best]
    return order


def sections(survey: Survey) -> dict[str, str]:
    """The generated parts of the document, by name."""
    return {
        "numbers": _numbers(survey),
        "demands": _demands(survey),
        "windows": _tally("when", ((entry.window,) for entry in _all(survey))),
        "qualifiers": _tally("qualifier", (entry.ability.qualifiers for entry in _all(survey))),
        "triggers": _tally("trigger", (_triggers(survey, entry) for entry in _all(survey))),
        "costs": _tally("before the bullet", (_costs(survey, entry) for entry in _all(survey))),
        "targets": _tally("target", (_targets(entry) for entry in _all(survey))),
        "words": "\n\n".join(_word_table(survey, part) for part in survey.parts),
        "lists": _list_table(survey),
        "order": _order_table(survey),
        "rare": _rare(survey),
        "notes": _notes(survey),
        "built": _built_table(survey),
        **{f"card {code}": _card(survey, survey.catalogue.card(code)) for code in survey.entries},
    }


def _built_table(survey: Survey) -> str:
    # Cards are declared in a package that this one is a part of: both would wait for the other.

    from rules.five_sails.abilities.coverage import report  # noqa: PLC0415
    from rules.five_sails.abilities.declared import BUILT  # noqa: PLC0415

    rows = [
        (each.name, each.cards, each.whole, each.abilities, each.built, f"{each.share:.0%}", each.within_reach)
        for each in report(survey.catalogue, BUILT, survey)
    ]
    return _table(("", "cards", "whole", "abilities", "built", "share", "in reach"), rows)


def renewed(document: str, survey: Survey) -> str:
    """The document with every generated part written anew. :raises SurveyError: if a part has no such name."""
    written = sections(survey)

    def write(found: re.Match[str]) -> str:
        if found["name"] not in written:
            raise SurveyError(f"nothing generates {found['name']!r}")
        return f"{found[1]}\n{written[found['name']]}\n\n{found[3]}"

    return _SECTION.sub(write, document)


def _all(survey: Survey) -> list[Entry]:
    return [entry for entries in survey.entries.values() for entry in entries]


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def _tally(head: str, found: Iterable[Iterable[str]]) -> str:
    counts = Counter(name for names in found for name in set(names))
    rows = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return _table((head, "abilities"), rows)


def _numbers(survey: Survey) -> str:
    groups = {
        each.name: [card.code for card in survey.catalogue if card.set == each.code] for each in survey.catalogue.sets
    }
    groups |= {f"{name} (list)": sorted(codes) for name, codes in first_lists().items()}
    groups["all sets"] = list(survey.entries)
    rows = []
    for name, codes in groups.items():
        kinds = Counter(entry.ability.kind for code in codes for entry in survey.entries[code])
        rows.append(
            (name, len(codes), kinds.total(), *(kinds[kind] for kind in AbilityKind), len(survey.counts(codes)))
        )
    return _table(("", "cards", "abilities", *(kind.replace("_", " ") for kind in AbilityKind), "words"), rows)


def _demands(survey: Survey) -> str:
    rows = []
    for name, needed in _DEMANDS.items():
        users = {code: sum(map(needed, entries)) for code, entries in survey.entries.items()}
        cards = {code for code, number in users.items() if number}
        rows.append((name, sum(users.values()), len(cards), *(len(cards & codes) for codes in first_lists().values())))
    return _table(("what", "abilities", "cards", *first_lists()), rows)


def _triggers(survey: Survey, entry: Entry) -> Iterator[str]:
    # A trigger is named by its timing and its outermost happenings; what is inside those only narrows it.
    def happenings(term: Term, timing: str) -> Iterator[str]:
        if not isinstance(term, Phrase) or survey.words[term.word].part not in ("happening", "logic"):
            return
        if term.word in ("either", "would", "caused", "first_time"):
            for part in term.parts:
                yield from happenings(part, f"{timing} it would be" if term.word == "would" else timing)
        else:
            span = next((part.word for part in term.parts if isinstance(part, Phrase)), "")
            yield f"{timing}: {term.word} {span}" if term.word in ("begin", "end") else f"{timing}: {term.word}"

    for trigger in entry.phrases.get("when", ()):
        yield from happenings(trigger.parts[0], trigger.word)


def _costs(survey: Survey, entry: Entry) -> Iterator[str]:
    yield from (phrase.word for phrase in entry.walk("cost") if survey.words[phrase.word].part == "effect")
    if entry.phrases.get("if"):
        yield "a condition"
    if entry.phrases.get("target"):
        yield "a target"


def _targets(entry: Entry) -> Iterator[str]:
    for phrase in entry.walk():
        if phrase.word == "target":
            filters = [part.word for part in phrase.parts if isinstance(part, Phrase)]
            noun = next((word for word in filters if word not in ("up_to", "that")), "character")
            whose = next((word for word in filters if word in ("opposing", "enemy", "yours")), "any")
            yield f"{noun}, {whose}"


def _word_table(survey: Survey, part: str) -> str:
    counts = [survey.counts(), *(survey.counts(codes) for codes in first_lists().values())]
    rows = [
        (f"`{word.name}`", f"`{word.takes}`" if word.takes else "", word.means, *(count[word.name] for count in counts))
        for word in survey.words.values()
        if word.part == part
    ]
    return f"### {part}\n\n{survey.parts[part]}\n\n" + _table(("word", "takes", "meaning", "all", *first_lists()), rows)


def _list_table(survey: Survey) -> str:
    rows: list[tuple[object, ...]] = []
    known: frozenset[str] = frozenset()
    for name, codes in first_lists().items():
        needed = frozenset(survey.counts(codes))
        rows.append((name, len(codes), len(needed), len(needed - known), _words(survey, needed - known)))
        known |= needed
    whole = sum(survey.needs(code) <= known for code in survey.entries)
    later = frozenset(survey.words) - known
    rows.append(("every other card", len(survey.entries) - whole, "", len(later), _words(survey, later)))
    return _table(("list", "cards", "words", "not needed before", "which"), rows)


def _order_table(survey: Survey) -> str:
    codes = frozenset().union(*first_lists().values())
    rows: list[tuple[object, ...]] = []
    known: frozenset[str] = frozenset()
    bundle: frozenset[str] = frozenset()
    steps = build_order(survey, codes)
    for number, (_, words) in enumerate(steps, 1):
        bundle |= words
        if len(bundle) >= 12 or number == len(steps):
            known |= bundle
            whole = [sum(survey.needs(code) <= known for code in group) for group in (codes, survey.entries)]
            rows.append((len(rows) + 1, _words(survey, bundle), len(known), *whole))
            bundle = frozenset()
    heads = ("step", "new words", "words so far", f"whole cards of these {len(codes)}", f"of all {len(survey.entries)}")
    return _table(heads, rows)


def _words(survey: Survey, names: Collection[str]) -> str:
    return ", ".join(f"`{name}`" for name in survey.words if name in names)


def _rare(survey: Survey) -> str:
    counts = survey.counts()
    rows = []
    for name in survey.words:
        users = [survey.catalogue.card(code) for code in survey.entries if name in survey.needs(code)]
        if counts[name] == 1:
            rows.append((f"`{name}`", ", ".join(f"{card.full_name} ({card.code})" for card in users)))
    return _table(("word", "the only card"), rows)


def _notes(survey: Survey) -> str:
    rows = [
        (f"{survey.catalogue.card(code).full_name} ({code})", entry.note[0].upper() + entry.note[1:] + ".")
        for code, entries in survey.entries.items()
        for entry in entries
        if entry.note
    ]
    return _table(("card", "what is unusual"), rows)


def _card(survey: Survey, card: Card) -> str:
    blocks = [f"{plain(entry.ability.text)}\n\n{entry}" for entry in survey.entries[card.code]]
    return f"**{card.full_name}** ({card.code})\n\n```text\n" + "\n\n".join(blocks) + "\n```"


def main() -> None:
    """Renew the document in place."""
    document = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(renewed(document, load_survey()), encoding="utf-8")


if __name__ == "__main__":
    main()
