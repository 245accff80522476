"""The tables of docs/explanation/abilities.md: ``python -m rules.five_sails.abilities.tables`` rewrites them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from cards.catalogue import AbilityKind, Card
from cards.catalogue.phrases import plain
from rules.five_sails.abilities.coverage import report
from rules.five_sails.abilities.declared import IMPLEMENTED
from rules.five_sails.abilities.survey import (
    Entry,
    Phrase,
    Survey,
    SurveyError,
    Term,
    first_lists,
    implementation_order,
    load_survey,
)

DOCUMENT: Final = Path(__file__).parents[3] / "docs" / "explanation" / "abilities.md"

_SECTION: Final = re.compile(r"(<!-- generated: (?P<name>[^>]+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def _needs_any(*words: str) -> Callable[[Entry], bool]:
    return lambda entry: not entry.words.isdisjoint(words)


def _asks_others(entry: Entry) -> bool:
    return any(
        phrase.word == "by" or (phrase.word == "may" and phrase.parts[0] != Phrase("you")) for phrase in entry.walk()
    )


def _triggered_passive(entry: Entry) -> bool:
    return entry.ability.kind is AbilityKind.PASSIVE and "when" in entry.phrases


def _remembers(entry: Entry) -> bool:
    return "marked" in entry.words and "mark" not in entry.words


#: What an engine must support, and which abilities need it.
_DEMANDS: Final[Mapping[str, Callable[[Entry], bool]]] = {
    "a passive text that waits for a trigger": _triggered_passive,
    "a target": _needs_any("target"),
    "a choice without a target": _needs_any("choose", "choose_one", "mark"),
    "a choice of another player": _asks_others,
    "a combat value for this round": _needs_any("gain", "lose"),
    "a changed stat, cost or total": _needs_any("bonus", "set", "cap"),
    "a ban, a permission or a duty": _needs_any("forbid", "allow", "must", "charge"),
    "a changed pressure": _needs_any(
        "only_count", "also_count", "counts_for", "tie_wins", "pressure_total", "succeeding"
    ),
    "a trait or keyword that comes or goes": _needs_any("add_trait", "drop_trait", "count_as"),
    "a granted, copied or removed ability": _needs_any("grant", "copy", "blank"),
    "a challenge that an ability issues": _needs_any("issue"),
    "a canceled, replaced or redirected happening": _needs_any("cancel", "replace", "redirect"),
    "an effect that waits for a later moment": _needs_any("later"),
    "a change for a time, or while something goes on": _needs_any("for", "until"),
    "the cause of what happens": _needs_any("caused"),
    "the past": _needs_any("happened", "first_time"),
    "what another ability of the card has chosen": _remembers,
    "hidden cards that are looked at or searched": _needs_any("look", "search"),
    "a second combat card, or another one": _needs_any("play_combat", "gamble"),
    "the dueling line": _needs_any("dueling_line"),
    "an answer after the participant is gone": _needs_any("final_strike"),
    "another action at once": _needs_any("act_again"),
}


def sections(survey: Survey) -> dict[str, str]:
    """The generated parts of the document, by name."""
    return {
        "numbers": _numbers(survey),
        "demands": _demands(survey),
        "windows": _tally_table("when", ((entry.window,) for entry in _all(survey))),
        "qualifiers": _tally_table("qualifier", (entry.ability.qualifiers for entry in _all(survey))),
        "triggers": _tally_table("trigger", (_triggers(survey, entry) for entry in _all(survey))),
        "costs": _tally_table("before the bullet", (_costs(survey, entry) for entry in _all(survey))),
        "targets": _tally_table("target", (_targets(entry) for entry in _all(survey))),
        "words": "\n\n".join(_word_table(survey, part) for part in survey.parts),
        "lists": _list_table(survey),
        "order": _order_table(survey),
        "rare": _rare(survey),
        "notes": _notes(survey),
        "implemented": _implemented_table(survey),
        **{f"card {code}": _card(survey, survey.catalogue.card(code)) for code in survey.entries},
    }


def _implemented_table(survey: Survey) -> str:
    rows = [
        (each.name, each.cards, each.whole, each.abilities, each.implemented, f"{each.share:.0%}", each.within_reach)
        for each in report(survey.catalogue, IMPLEMENTED, survey)
    ]
    return _table(("", "cards", "whole", "abilities", "implemented", "share", "in reach"), rows)


def renew(document: str, survey: Survey) -> str:
    """The document with every generated part rewritten. :raises SurveyError: if a part has an unknown name."""
    written = sections(survey)

    def write(found: re.Match[str]) -> str:
        if found["name"] not in written:
            raise SurveyError(f"there is no generated part {found['name']!r}")
        return f"{found[1]}\n{written[found['name']]}\n\n{found[3]}"

    return _SECTION.sub(write, document)


def _all(survey: Survey) -> list[Entry]:
    return [entry for entries in survey.entries.values() for entry in entries]


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def _tally_table(head: str, found: Iterable[Iterable[str]]) -> str:
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
    # A trigger is named by its timing and its outermost happenings; what is inside only narrows it.
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
    steps = implementation_order(survey, codes)
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
    document = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(renew(document, load_survey()), encoding="utf-8")


if __name__ == "__main__":
    main()
