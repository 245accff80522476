"""How a card's abilities read: composing their text, and holding it to the phrase book.

The same effect must come out in the same words on every card, whoever wrote it. The rules for the
words are in docs/reference/phrase-book.md; this module is the part of them a machine can check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

ICON_TOKENS: Final[Mapping[str, str]] = {
    "resolve": "Resolve",
    "combat": "Combat",
    "finesse": "Finesse",
    "influence": "Influence",
    "panache": "Panache",
    "crew_cap": "Crew Cap",
    "initiative": "Initiative",
    "riposte": "Riposte",
    "parry": "Parry",
    "thrust": "Thrust",
    "wealth": "Wealth",
    "engage": "engage",
    "renown": "Renown",
}

# These have an icon for tables and faces, but stand as words inside a sentence.
WORD_TOKENS: Final = frozenset({"initiative", "wealth", "engage", "renown"})

KIND_LABELS: Final[Mapping[str, str]] = {
    "action": "Action",
    "reaction": "Reaction",
    "forced": "Forced Reaction",
    "passive": "",
    "technique": "Technique",
    "maneuver": "Maneuver",
    "scheme": "",
    "when_revealed": "When Revealed",
}

TRIGGERED: Final = frozenset({"reaction", "forced"})
EFFECT_ONLY: Final = frozenset({"passive", "scheme", "when_revealed"})

TRIGGER_OPENERS: Final = ("When ", "After ", "Before ", "At the beginning of ", "At the end of ", "The first time ")
COST_OPENERS: Final = (
    "Engage ", "If ", "Target ", "Discard ", "Destroy ", "Wound ", "Spend ", "Lose ", "Move ", "Choose ", "Sink ",
    "Put ", "Final Strike", "You may ",
)  # fmt: skip

BULLET: Final = " • "


@dataclass(frozen=True, slots=True)
class Fault:
    """One departure from the phrase book, with the span of the field it concerns."""

    field: str
    start: int
    end: int
    message: str
    suggestion: str


class Banned(NamedTuple):
    """A wording we do not use: its pattern, the form the phrase book shows, what to write, and why."""

    pattern: str
    shown: str
    suggestion: str
    why: str


BANNED: Final[tuple[Banned, ...]] = (
    # Leftovers of the notes.
    Banned(r"\b[Oo]wn\b", "own Thug", "a Thug you control", "notes' shorthand"),
    Banned(r"->|→", "-> hand", "put it into your hand", "notes' shorthand"),
    Banned(r";", "engage it; draw 1 card", "engage it, then draw 1 card", "no semicolons: two sentences, or 'then'"),
    Banned(r"\b1 target\b", "1 target character", "a target character", "one thing takes an article"),
    Banned(r"(?<!\b[Aa] )(?<!\d )\btarget (?=(opposing|enemy|character|attachment|location|risk|player|opponent)\b)",
           "wound target character", "wound a target character", "'target' before a noun takes 'a'"),
    Banned(r"\b\d+x\b|\bx\d+\b", "1x per Day", "Limit once per Day.", "notes' shorthand"),
    Banned(r"[<>≤≥=]", "Finesse >= 3", "with 3 or more {finesse}", "comparisons are words"),
    Banned(r"\b\d\+", "3+ players", "3 or more players", "comparisons are words"),
    Banned(r"[+-]\d+ Renown\b", "+1 Renown on The Docks", "Add 1 Renown to The Docks.", "Renown is added or gained"),
    Banned(r"[+-]\d+ threat\b", "+1 threat", "Add 1 threat to your participant.", "threat is added or removed"),
    Banned(r"\} ?[+-]\d", "{thrust} +1", "+1 {thrust}", "the number stands first"),
    Banned(r"[+-](?=[{X])|−|\bX\b", "+X {thrust}", "gain {thrust} equal to its {influence}",
           "no X: 'equal to' or 'for each', and minus is a plain hyphen"),
    Banned(r"\b[Hh]ost\b", "the host", "the bearer", "one word for it"),
    Banned(r"\b([Tt]utor|[Ff]etch)\b", "tutor an attachment", "search your deck for an attachment", "plain word"),
    Banned(r"\b([Pp]eek|[Vv]iew|[Ii]nspect)\b", "view the top card", "look at the top card", "one verb: look at"),
    Banned(r"\b[Oo]ptional(ly)?\b", "optionally", "you may", "a choice is 'may'"),
    Banned(r"\b[Oo]n success\b|\b[Ii]f (it|the pressure|that pressure) succeeds\b", "on success",
           "If successful, claim this location.", "one phrase for it"),
    Banned(r"\b[Tt]ies? (counts?|succeeds?|wins?)\b(?<!A tie succeeds)", "ties succeed", "A tie succeeds.",
           "one phrase for it"),
    Banned(r"\b([Bb]arred|[Ii]mmune|[Uu]nrefusable|[Uu]nable)\b", "barred from intervening", "cannot intervene",
           "one negative: cannot"),
    Banned(r"\b[Dd]eclin(e|es|ed|ing)\b", "if declined", "If they do not,", "one phrase for it"),
    Banned(r"\b[Pp]er\b(?! (Day|duel|player|round|challenge)\b)", "+1 {thrust} per card", "+1 {thrust} for each card",
           "'per' only in limits"),
    Banned(r"\b[Ss]ole\b", "your sole character", "your only character", "plain word"),
    Banned(r"\b[Pp]resumably\b", "presumably", "its controller", "a card states, it does not guess"),
    Banned(r"\b[Zz]ero\b", "zero Renown", "no Renown", "'no', or the digit 0"),
    Banned(r"\b[Hh]old(s|ing)\b", "a location holding 2 Renown", "a location with 2 Renown", "plain word"),
    # Person and pronouns.
    Banned(r"\b([Hh]e|[Ss]he|[Hh]im|[Hh]is|[Hh]ers?|[Hh]imself|[Hh]erself)\b", "her location", "its location",
           "a character is 'it', a player is 'they'"),
    Banned(r"\b[Aa]cting character\b", "the acting character", "the performer", "one word for it"),
    Banned(r"\bopponent’s characters?\b", "an opponent’s character", "an enemy character", "one word for it"),
    Banned(r"\b(controlled by you|you own)\b", "a location controlled by you", "a location you control",
           "active voice"),
    Banned(r"\bthis (card|character|attachment|scheme)’s controller\b", "this card’s controller", "you",
           "the controller is the reader"),
    # Verbs of the game.
    Banned(r"\b([Dd]eals?|[Ss]uffers?|[Ii]nflicts?) (a|\d) wounds?\b|\b1 wound to\b", "deal 1 wound to it", "wound it",
           "'wound' is a verb and means one wound"),
    Banned(r"\b[Tt]akes? (a|1) wound\b", "it takes a wound", "wound it", "'wound' is a verb"),
    Banned(r"\b[Rr]emoves? (a|\d) wounds?\b", "remove 1 wound", "heal 1 wound from it", "one verb: heal"),
    Banned(r"\b[Hh]eals\b|\b[Hh]eal \d(?! wound)", "it heals 1", "heal 1 wound from it", "imperative, with its object"),
    Banned(r"\b([Tt]ap|[Uu]ntap|[Ee]xhaust|[Rr]eady)\b", "ready it", "it becomes en garde", "another game's word"),
    Banned(r"\ben gardes\b|\b[Ee]n garde (a|an|the|this|that|it|your|one) ", "en garde that character",
           "that character becomes en garde", "en garde is a state, not a verb"),
    Banned(r"\b[Dd]raws? (a card|\d+(?! (cards?|more cards?|of)\b))", "draw a card", "draw 1 card",
           "counted cards take a digit"),
    Banned(r"\b[Dd]iscards? (a card(?! (with|that|of|from)\b)|\d+ ?(?=[.,•]|$))", "discard a card", "discard 1 card",
           "counted cards take a digit"),
    Banned(r"\b([Gg]o|[Gg]oes|[Ss]ent|[Ss]end|[Rr]eturns?)( it| that character)? Home\b", "it goes Home",
           "move it Home", "one verb: move"),
    Banned(r"\b([Ss]hift|[Tt]ransfer|[Rr]elocate)s?\b", "shift 1 Renown", "move 1 Renown", "one verb: move"),
    Banned(r"\b[Aa]dds? \d Renown (on|onto|at)\b", "add 1 Renown on it", "add 1 Renown to it", "one preposition: to"),
    Banned(r"\b[Pp]uts? \d Renown (on|onto|at)\b", "put 1 Renown on it", "add 1 Renown to it", "one verb: add"),
    Banned(r"\b[Pp]ick(s|ed)?\b", "pick a location", "choose a location", "one verb: choose"),
    Banned(r"\b[Gg]ains? control\b", "gain control of it", "take control of it", "gain is for Renown, traits, values"),
    Banned(r"\b[Aa]ttach(es|ed)?\b", "attach it", "equip it", "one verb: equip"),
    Banned(r"\b[Uu]nequipped\b", "an unequipped character", "a character with no attachments", "plain words"),
    Banned(r"\bto the bottom\b", "put it to the bottom", "sink it", "one verb: sink"),
    Banned(r"\b([Pp]ut|[Pp]uts|[Gg]oes|[Mm]ove) [^.]*\binto The Locker\b", "put this card into The Locker",
           "send this card to The Locker", "one verb: send"),
    Banned(r"\b[Gg]ets\b", "it gets +1 {combat}", "it has +1 {combat}", "has (lasting), gains (from now on)"),
    # Small words.
    Banned(r"n’t\b", "it can’t move", "it cannot move", "no contractions"),
    Banned(r"\b[Mm]ay not\b|\bmust not\b|\bcan not\b", "it may not move", "it cannot move", "one negative: cannot"),
    Banned(r"\b[Ww]henever\b", "whenever it moves", "when it moves", "When (at once) or After (afterwards)"),
    Banned(r"\b[Ss]tart of\b", "at the start of Dusk", "at the beginning of Dusk", "one word for it"),
    Banned(r"\b[Ii]n (place|lieu) of\b|\brather than\b", "in place of it", "instead", "one word for it"),
    Banned(r"\b([Ll]imit (1|one)|[Oo]nce a|[Oo]nce each)\b", "once a Day", "Limit once per Day.", "one form of limit"),
    Banned(r"\b([Tt]wo|[Tt]hree|[Ff]our|[Ff]ive)\b", "two cards", "2 cards", "numbers are digits"),
    Banned(r"\band/or\b|\b(e\.g|i\.e|etc)\b", "and/or", "or both", "plain words"),
    Banned(r"\b[Ff]acedown\b|\bface-down\b", "facedown", "face down", "two words"),
    Banned(r"\b[Nn]on [A-Z]", "non Leader", "non-Leader", "with a hyphen"),
    Banned(r"['‘`]", "Ole's Inn", "Ole’s Inn", "typographic apostrophes"),
    Banned(r"\b([Mm]anoeuvre|[Dd]uell|[Aa]rmour|[Dd]efence)", "Manoeuvre", "Maneuver", "American spelling"),
    # Places.
    Banned(r"\bForum\b|(?<!The )\bForums\b", "at Forum", "at The Forums", "the place's full name"),
    Banned(r"(?<!The )\bDocks\b", "at Docks", "at The Docks", "the place's full name"),
    Banned(r"(?<!The Grand )\bBazaar\b", "at the Bazaar", "at The Grand Bazaar", "the place's full name"),
    Banned(r"\b(Oles Inn|Ole Inn|Governors? Gardens?|Governor’s Garden)\b", "Governor’s Garden", "Governor’s Gardens",
           "the place's full name"),
    Banned(r"(?<!The )\bLocker\b", "the Locker", "The Locker", "the zone's full name"),
    Banned(r"\b[Ff]action [Dd]eck\b", "your Faction Deck", "your deck", "a plain 'deck' is the Faction Deck"),
    Banned(r"\bCity (Deck )?discard\b(?! pile)", "the City discard", "the City discard pile", "the zone's full name"),
)  # fmt: skip

TERMS: Final[Mapping[str, str]] = {
    "renown": "Renown",
    "leaders?": "Leader",
    "mercenar(?:y|ies)": "Mercenary",
    "techniques?": "Technique",
    "maneuvers?": "Maneuver",
    "dawn": "Dawn",
    "dusk": "Dusk",
    "plunder": "Plunder",
    "planning": "Planning",
    "[Hh]igh drama": "High Drama",
    "[Dd]ays?(?<!Day)(?<!Days)": "Day",
    "home": "Home",
    "city": "City",
    "City deck": "City Deck",
    "[Aa]pproach deck": "Approach Deck",
    "[Ff]irst player": "First Player",
    "lethal": "Lethal",
    "[Ff]inal strike": "Final Strike",
    "brutes?": "Brute",
    "[Rr]estricted hostilities": "Restricted Hostilities",
    "Uncontrolled": "uncontrolled",
    "City Cards?": "City card",
}

LOWER_TERMS: Final = (
    "Character", "Attachment", "Threat", "Duel", "Adversary", "Performer", "Bearer", "Participant", "Location",
    "Opponent", "Opposing", "En Garde", "En garde", "Engaged", "Discard", "Draw", "Muster", "Recruit", "Parley",
)  # fmt: skip

_TOKEN = re.compile(r"\{([^{}]*)\}")
_BARE_VALUE = re.compile(
    r"\b(?:Combat(?! cards?\b| values?\b)|Finesse|Influence|Panache|Crew Cap|Riposte|Parry|Thrust"
    r"|finesse|influence|panache|riposte|parry|thrust|(?<=[\w+,] )Resolve)\b"
)
_BANNED = tuple((re.compile(row.pattern), row) for row in BANNED)
_TERMS = tuple((re.compile(rf"\b{pattern}\b"), right) for pattern, right in TERMS.items())
_OVERCAPPED = re.compile(rf"(?<=[a-z0-9,}}] )(?:{'|'.join(LOWER_TERMS)})\b")
_SPACING = re.compile(r"  +|^ | $| [.,:]|[\t\n]|,(?=\S)(?!”)")
_SENTENCE_START = re.compile(r"[.!?]”? +(?=[a-z{+\-])")


def label(kind: str, qualifiers: Sequence[str] = ()) -> str:
    """Return the words before the colon, or nothing for kinds that carry no label."""
    name = KIND_LABELS[kind]
    return " ".join((*qualifiers, name)) if name else ""


def body(trigger: str | None, cost: str | None, effect: str) -> str:
    """Join what must happen first, the bullet and the effect."""
    if trigger and cost:
        cost = cost[0].lower() + cost[1:]
    lead = ", ".join(part for part in (trigger, cost) if part)
    return f"{lead}{BULLET}{effect}" if lead else effect


def compose(kind: str, qualifiers: Sequence[str], trigger: str | None, cost: str | None, effect: str) -> str:
    """Return one ability's full text, icons still as tokens."""
    head = label(kind, qualifiers)
    text = body(trigger, cost, effect)
    return f"{head}: {text}" if head else text


def plain(text: str) -> str:
    """Speak the icons: for search, screen readers and plain exports."""
    return _TOKEN.sub(lambda found: ICON_TOKENS.get(found[1], found[0]), text)


def lint(
    kind: str,
    qualifiers: Sequence[str] = (),
    trigger: str | None = None,
    cost: str | None = None,
    effect: str = "",
) -> list[Fault]:
    """Return every fault of one ability, all at once, in the order of its fields."""
    faults = list(_structure(kind, qualifiers, trigger, cost))
    if trigger is not None:
        faults += _opening("trigger", trigger, TRIGGER_OPENERS)
    if cost is not None:
        faults += _opening("cost", cost, COST_OPENERS)
    faults += _sentences(effect)
    for field, text in (("trigger", trigger), ("cost", cost), ("effect", effect)):
        if text:
            faults += phrase_faults(field, text)
    return faults


def phrase_faults(field: str, text: str) -> Iterator[Fault]:
    """Check the words of one field, whatever its shape."""
    yield from _tokens(field, text)
    for pattern, row in _BANNED:
        for found in pattern.finditer(text):
            yield Fault(field, found.start(), found.end(), f"“{found[0]}”: {row.why}", row.suggestion)
    words = _TOKEN.sub(lambda token: "{" + "#" * len(token[1]) + "}", text)
    for found in _BARE_VALUE.finditer(words):
        token = "{" + found[0].lower().replace(" ", "_") + "}"
        yield Fault(field, found.start(), found.end(), "a stat or combat value is written as its icon", token)
    for pattern, right in _TERMS:
        for found in pattern.finditer(words):
            yield Fault(field, found.start(), found.end(), f"“{found[0]}” is a term with fixed capitals", right)
    for found in _OVERCAPPED.finditer(words):
        yield Fault(field, found.start(), found.end(), "no capital inside a sentence", found[0].lower())
    for found in _SPACING.finditer(text):
        yield Fault(field, found.start(), found.end(), "spacing", "one space after a mark, none before or at the ends")
    for found in re.finditer('"', text):
        yield Fault(field, found.start(), found.end(), "typographic quotation marks", "“Technique: Gain +1 {riposte}.”")
    if text.count("“") != text.count("”"):
        yield Fault(field, 0, len(text), "a quotation mark stands alone", "“Technique: Gain +1 {riposte}.”")
    for found in re.finditer("[•·]", re.sub(r"“[^”]*”", lambda quote: "N" * len(quote[0]), text)):
        yield Fault(field, found.start(), found.end(), "the bullet is set by the composer", "split cost from effect")


def _tokens(field: str, text: str) -> Iterator[Fault]:
    for found in _TOKEN.finditer(text):
        name = found[1]
        if name not in ICON_TOKENS:
            yield Fault(field, found.start(), found.end(), f"unknown icon {found[0]}", ", ".join(ICON_TOKENS))
            continue
        spoken = ICON_TOKENS[name]
        if name in WORD_TOKENS:
            yield Fault(field, found.start(), found.end(), "this icon is a word inside a sentence", spoken)
        before, after = text[: found.start()].rstrip().lower(), text[found.end() :].lstrip().lower()
        if before.endswith(spoken.lower()) or after.startswith(spoken.lower()):
            yield Fault(field, found.start(), found.end(), "icon beside its own word", found[0])
    for found in re.finditer(r"[{}]", _TOKEN.sub(lambda token: "N" * len(token[0]), text)):
        yield Fault(field, found.start(), found.end(), "a brace stands alone", "{thrust}")


def _structure(kind: str, qualifiers: Sequence[str], trigger: str | None, cost: str | None) -> Iterator[Fault]:
    if kind not in KIND_LABELS:
        yield Fault("kind", 0, len(kind), f"unknown kind {kind}", ", ".join(KIND_LABELS))
    for word in qualifiers:
        if not word[:1].isupper() or word in ("Action", "Reaction"):
            yield Fault("qualifiers", 0, len(word), f"“{word}” is no qualifier", "City, En Garde, Gambling or a trait")
    if "City" in qualifiers[:-1]:
        yield Fault("qualifiers", 0, 4, "City stands last", "Sorcerer, City")
    if "En Garde" in qualifiers[1:]:
        yield Fault("qualifiers", 0, 8, "En Garde stands first", "En Garde, City")
    if kind in TRIGGERED and not trigger:
        yield Fault("trigger", 0, 0, "a Reaction needs its trigger", "When ..., After ..., At the end of ...")
    if kind not in TRIGGERED and trigger:
        yield Fault("trigger", 0, len(trigger), "only Reactions have a trigger", "say it in the effect or the cost")
    if kind in EFFECT_ONLY and cost:
        yield Fault("cost", 0, len(cost), "this kind has no bullet", "say it in the effect")


def _opening(field: str, text: str, openers: tuple[str, ...]) -> Iterator[Fault]:
    if not text.startswith(openers):
        first = text.split(" ", 1)[0]
        yield Fault(field, 0, len(first), f"a {field} does not open so", ", ".join(word.strip() for word in openers))
    for found in re.finditer(r"[.!?](?=\s|$)", text):
        yield Fault(field, found.start(), found.end(), f"no full stop in a {field}", "and")


def _sentences(effect: str) -> Iterator[Fault]:
    if not effect:
        yield Fault("effect", 0, 0, "an ability needs an effect", "Draw 1 card.")
        return
    if not effect[0].isupper():
        yield Fault("effect", 0, 1, "an effect opens with a capital", effect[0].upper())
    if not effect.endswith((".", ".”")):
        yield Fault("effect", len(effect) - 1, len(effect), "an effect ends with a full stop", ".")
    for found in _SENTENCE_START.finditer(effect):
        yield Fault("effect", found.end(), found.end() + 1, "a sentence opens with a capital", "Gain +1 {thrust}.")
