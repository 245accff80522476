"""The table of card fields, from which the parser, the errors and the help page are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from cards.catalogue import NEUTRAL, AbilityKind, Card, CardType, Zone
from cards.catalogue.folding import fold
from cards.catalogue.stats import Stat
from cards.query.entries import SearchEntry
from cards.query.kinds import (
    SORT,
    SORT_SYNONYMS,
    AnyField,
    ChoiceField,
    Example,
    NumberField,
    Option,
    Table,
    TextField,
    Wording,
    WordsField,
    World,
)
from cards.query.tree import quote

__all__ = [
    "BY_NAME",
    "CARDS",
    "FIELDS",
    "SORT",
    "SORTABLE",
    "AnyField",
    "ChoiceField",
    "Example",
    "NumberField",
    "Option",
    "TextField",
    "Wording",
    "WordsField",
    "World",
    "article",
    "faction_options",
    "find_field",
    "format_options",
]


def _plural(word: str) -> str:
    return f"{word}s"


def _types(_: World) -> tuple[Option, ...]:
    extra = {CardType.CITY_CHARACTER: ("mercenary", "mercenaries")}
    return tuple(
        Option(kind.value, kind.label, _plural(kind.label.lower()), (_plural(kind.label), *extra.get(kind, ())))
        for kind in CardType
    )


def _decks(_: World) -> tuple[Option, ...]:
    words = {
        Zone.LEADER: "lead a deck",
        Zone.APPROACH: "go into the Approach Deck",
        Zone.FACTION: "go into the faction deck",
        Zone.CITY: "go into the City Deck",
        Zone.LOCATION: "make up the City",
    }
    labels = {Zone.LEADER: "Leader", Zone.LOCATION: "Location"}
    return tuple(
        Option(zone.value, labels.get(zone, f"{zone.value.capitalize()} deck"), words[zone], (f"{zone.value} deck",))
        for zone in Zone
    )


_KIND_NAMES: Final[Mapping[AbilityKind, tuple[str, str]]] = {
    AbilityKind.PASSIVE: ("Passive", "a passive ability"),
    AbilityKind.ACTION: ("Action", "an Action"),
    AbilityKind.REACTION: ("Reaction", "a Reaction"),
    AbilityKind.FORCED: ("Forced Reaction", "a Forced Reaction"),
    AbilityKind.TECHNIQUE: ("Technique", "a Technique"),
    AbilityKind.MANEUVER: ("Maneuver", "a Maneuver"),
    AbilityKind.SCHEME: ("Scheme text", "a scheme's own text"),
    AbilityKind.WHEN_REVEALED: ("When revealed", "a “when revealed” effect"),
}


def _kinds(_: World) -> tuple[Option, ...]:
    return tuple(
        Option(kind.value, label, words, (_plural(label), _plural(kind.value)))
        for kind, (label, words) in _KIND_NAMES.items()
    )


def _has_kind(entry: SearchEntry, code: str) -> bool:
    return code in entry.kinds


def _sets(world: World) -> tuple[Option, ...]:
    return tuple(
        Option(each.code, each.name, each.name, (each.number, "".join(word[:1] for word in each.code.split("-"))))
        for each in world.catalogue.sets
    )


def faction_options(world: World) -> tuple[Option, ...]:
    """The factions, and an option for cards without one."""
    known = tuple(
        Option(each.code, each.name, each.name.lower() if each.code == NEUTRAL else each.name)
        for each in world.catalogue.factions
    )
    return (*known, Option("none", "No faction", "factionless", ("no faction",))) if known else ()


def format_options(world: World) -> tuple[Option, ...]:
    return tuple(Option(each.code, each.name, each.name) for each in world.formats)


def _leaders(world: World) -> tuple[Option, ...]:
    people = tuple(
        Option(
            code=leader.code,
            label=leader.full_name,
            words=leader.name,
            aliases=(leader.name, *(printing.code for printing in leader.printings)),
            suggested=quote(leader.name) if " " in leader.name else leader.name,
        )
        for leader in world.catalogue.leaders
    )
    led = {leader.faction for leader in world.catalogue.leaders}
    nations = tuple(
        Option(each.code, each.name, f"{article(each.name)} leader")
        for each in world.catalogue.factions
        if each.code in led
    )
    return (*nations, *people)


def article(word: str) -> str:
    """The word with "a" or "an" before it."""
    return f"an {word}" if fold(word)[:1] in "aeiou" else f"a {word}"


@dataclass(frozen=True, slots=True)
class _Flag:
    label: str
    words: str
    test: Callable[[Card], bool]
    aliases: tuple[str, ...] = ()

    @staticmethod
    def options(table: Mapping[str, _Flag]) -> tuple[Option, ...]:
        return tuple(Option(code, flag.label, flag.words, flag.aliases) for code, flag in table.items())


def _keyword(name: str) -> Callable[[Card], bool]:
    return lambda card: name in card.keywords


#: What a card can be; the words follow "are" or precede the noun.
_IS: Final[Mapping[str, _Flag]] = {
    "unique": _Flag("Unique", "unique", lambda card: card.is_unique),
    "brute": _Flag("Brute", "Brute", lambda card: card.is_brute, ("brutes",)),
    "loyal": _Flag("Loyal to a faction", "loyal", lambda card: card.faction not in (None, NEUTRAL)),
    "neutral": _Flag("Neutral", "neutral", lambda card: card.is_neutral),
    "leader": _Flag("Leader", "leader", lambda card: card.type is CardType.LEADER, ("leaders",)),
    "mercenary": _Flag("Mercenary", "Mercenary", lambda card: card.is_mercenary, ("mercenaries",)),
    "wealth": _Flag("Wealth", "Wealth", _keyword("Wealth")),
    "negotiable": _Flag("Negotiable", "negotiable", _keyword("Negotiable")),
    "offhand": _Flag("Offhand", "Offhand", _keyword("Offhand")),
}

#: What a card can have besides kinds of ability; the words follow "have".
_HAS: Final[Mapping[str, _Flag]] = {
    "title": _Flag("Title", "a title", lambda card: card.title is not None),
    "text": _Flag("Text", "any text", lambda card: bool(card.abilities), ("ability", "abilities")),
    "trait": _Flag("Traits", "any trait", lambda card: bool(card.traits), ("traits",)),
    "keyword": _Flag("Keywords", "any keyword", lambda card: bool(card.keywords), ("keywords",)),
    "ruling": _Flag("Rulings", "a ruling", lambda card: bool(card.rulings), ("rulings",)),
    "artist": _Flag("Artist", "a credited artist", lambda card: any(p.artist for p in card.printings)),
    "reprint": _Flag(
        "Several printings", "more than one printing", lambda card: len(card.printings) > 1, ("printings",)
    ),
}


def _has(entry: SearchEntry, code: str) -> bool:
    flag = _HAS.get(code)
    return _has_kind(entry, code) if flag is None else flag.test(entry.card)


def _panache(entry: SearchEntry) -> Stat:
    card = entry.card
    return card.panache_mod if card.panache is None else card.panache


def _stat(name: str) -> Callable[[SearchEntry], Stat]:
    return lambda entry: entry.card.stat(name)


def _number(
    name: str, aliases: tuple[str, ...], description: str, *examples: tuple[str, str], noun: str = "", stat: str = ""
) -> NumberField:
    return NumberField(
        name=name,
        aliases=aliases,
        description=description,
        examples=tuple(Example(*example) for example in examples),
        noun=noun or name,
        sortable=True,
        read=_panache if name == "panache" else _stat(stat or name),
    )


FIELDS: Final[tuple[AnyField, ...]] = (
    TextField(
        name="name",
        aliases=("n",),
        description="The card's name and title. With = it must be the whole name.",
        examples=(
            Example("n:kaspar", "cards with “kaspar” in their name or title"),
            Example('name="The Forums"', "the card with exactly that name"),
            Example("n:/^the /", "names that begin with “The”"),
        ),
        noun="name",
        wording=Wording("have {} in the name", "are named {}", "have a name without {}"),
        sortable=True,
        read=lambda entry: entry.names,
    ),
    ChoiceField(
        name="type",
        aliases=("t",),
        description="The card type. character means your own characters; those of the City are city_character.",
        examples=(
            Example("t:risk", "risks"),
            Example('t:"city character"', "the Mercenaries in the City Deck"),
            Example("t:attachment,city_attachment", "every attachment, yours and the City's"),
        ),
        noun="type",
        wording=Wording("are {}"),
        sortable=True,
        holds=lambda entry, code: entry.card.type == code,
        options=_types,
    ),
    ChoiceField(
        name="faction",
        aliases=("f",),
        description="The card's faction; City cards and locations have none.",
        examples=(
            Example("f:castille", "Castille cards"),
            Example("f:castille,neutral", "Castille and neutral cards"),
            Example("f:none", "cards without a faction"),
        ),
        noun="faction",
        wording=Wording("are {}", other="have a faction other than {}"),
        sortable=True,
        holds=lambda entry, code: (entry.card.faction or "none") == code,
        options=faction_options,
        present=lambda entry: entry.card.faction is not None,
    ),
    ChoiceField(
        name="set",
        aliases=("s",),
        description="The set the card was published in, by code, name or number.",
        examples=(Example("s:core", "cards of the core set"), Example("s:02", "cards of the second set")),
        noun="set",
        wording=Wording("are from {}"),
        sortable=True,
        holds=lambda entry, code: any(p.set == code for p in entry.card.printings) or entry.card.set == code,
        options=_sets,
    ),
    WordsField(
        name="trait",
        aliases=("tr",),
        description="The bold words that say what a card is about. With = it must be the whole trait.",
        examples=(
            Example("tr:pirate", "Pirates"),
            Example('tr="red hand"', "exactly the trait Red Hand"),
            Example("tr:sorc", "Sorcerer, Sorcery and so on"),
        ),
        noun="trait",
        wording=Wording("have the trait {}", other="have traits but not {}"),
        read=lambda entry: entry.traits,
        known=lambda world: world.catalogue.traits,
    ),
    WordsField(
        name="keyword",
        aliases=("k", "kw"),
        description="A printed keyword: Unique, Brute, Wealth, Negotiable or Offhand.",
        examples=(Example("k:offhand", "cards for the other hand"),),
        noun="keyword",
        wording=Wording("have the keyword {}", other="have keywords but not {}"),
        read=lambda entry: entry.keywords,
        known=lambda world: tuple(dict.fromkeys(word for card in world.catalogue for word in card.keywords)),
    ),
    TextField(
        name="text",
        aliases=("x",),
        description="The rules text. Icons count as the words they stand for.",
        examples=(
            Example("x:parley", "rules text that mentions a parley"),
            Example('x:"city action"', "cards with a City Action"),
            Example(r"x:/draw \d/", "rules text that draws a number of cards"),
        ),
        noun="text",
        wording=Wording("have {} in the text", "have the text {}", "have a text without {}"),
        read=lambda entry: (entry.text,) if entry.text else (),
    ),
    ChoiceField(
        name="ability",
        aliases=("a",),
        description="The kinds of ability on the card.",
        examples=(Example("a:technique", "cards with a Technique"), Example("a:reaction,forced", "either Reaction")),
        noun="ability",
        wording=Wording("have {}", other="have abilities without {} among them"),
        holds=_has_kind,
        options=_kinds,
        present=lambda entry: bool(entry.card.abilities),
    ),
    _number(
        "cost",
        ("c",),
        "The Wealth it costs to play, equip or recruit the card.",
        ("c<=1", "cards that cost 0 or 1"),
        ("cost:0,5", "cards that cost 0 or 5"),
    ),
    _number(
        "resolve",
        ("res",),
        "How many wounds a character can take, or what an attachment adds.",
        ("resolve>=5", "characters that are hard to kill"),
    ),
    _number("combat", ("com",), "Combat, or what an attachment adds to it.", ("combat>=4", "strong fighters")),
    _number(
        "finesse",
        ("fin",),
        "Finesse, or what an attachment adds to it.",
        ("finesse>combat", "more finesse than combat"),
    ),
    _number(
        "influence",
        ("inf",),
        "Influence, or what an attachment adds to it.",
        ("influence:-", "characters with a dash for influence"),
        ("combat>=influence+1", "characters who fight better than they talk"),
    ),
    _number(
        "panache",
        ("pan",),
        "A leader's panache, or how much a scheme changes it.",
        ("panache>=6", "leaders with large hands"),
        ("t:scheme panache:-1", "schemes that cost a card in hand"),
    ),
    _number(
        "crew",
        ("cr", "crew_cap"),
        "A leader's crew cap: how many characters can follow.",
        ("crew>=6", "leaders of large crews"),
        noun="crew cap",
        stat="crew_cap",
    ),
    _number(
        "initiative",
        ("ini", "init"),
        "A scheme's initiative: who goes first.",
        ("t:scheme -sort:initiative", "schemes, the fastest first"),
    ),
    _number("riposte", ("rip",), "The combat value that answers a blow.", ("riposte>=3", "strong ripostes")),
    _number("parry", ("par",), "The combat value that blocks a blow.", ("parry:0", "no parry at all")),
    _number(
        "thrust",
        ("thr",),
        "The combat value that strikes.",
        ("thrust>parry", "more thrust than parry"),
        ("riposte+parry+thrust>=5", "combat values that add up to five or more"),
    ),
    TextField(
        name="artist",
        aliases=("art",),
        description="Who illustrated a printing of the card, where known.",
        examples=(Example("artist:fei", "cards illustrated by someone called Fei"),),
        noun="artist",
        wording=Wording("are illustrated by {}", other="are illustrated by somebody other than {}"),
        sortable=True,
        read=lambda entry: entry.artists,
    ),
    TextField(
        name="code",
        aliases=("id",),
        description="The start of the card's code, or of any printing's: set number, then card number.",
        examples=(
            Example("code:01089", "the card with that code"),
            Example("code:03cd", "City cards of the third set"),
        ),
        noun="code",
        wording=Wording(
            "have a code that begins with {}", "have the code {}", "have a code that does not begin with {}"
        ),
        sortable=True,
        read=lambda entry: entry.codes,
        from_start=True,
    ),
    ChoiceField(
        name="deck",
        aliases=("d",),
        description="The deck the card belongs to: leader, Approach Deck, faction deck or City Deck.",
        examples=(Example("deck:approach", "cards for the Approach Deck"),),
        noun="deck",
        wording=Wording("{}"),
        sortable=True,
        holds=lambda entry, code: entry.card.deck == code,
        options=_decks,
    ),
    ChoiceField(
        name="is",
        description="A one-word property of the card; loyal means it has a faction other than neutral.",
        examples=(
            Example("is:unique", "cards limited to one copy in a deck"),
            Example("t:risk is:loyal", "risks that only their own faction can run"),
            Example("is:brute", "characters in the faction deck"),
        ),
        noun="quality",
        wording=Wording("are {} cards"),
        holds=lambda entry, code: _IS[code].test(entry.card),
        options=lambda _: _Flag.options(_IS),
    ),
    ChoiceField(
        name="has",
        description="What the card has: a kind of ability, a title, text, traits, keywords, rulings or an artist.",
        examples=(
            Example("has:maneuver", "cards with a Maneuver"),
            Example("has:technique has:reaction", "cards with both"),
            Example("-has:text", "cards without abilities"),
        ),
        noun="possession",
        wording=Wording("have {}"),
        holds=_has,
        options=lambda world: (*_kinds(world), *_Flag.options(_HAS)),
    ),
    ChoiceField(
        name="legal",
        aliases=("format",),
        description="The formats in which the card is legal.",
        examples=(Example("legal:core-only", "cards legal in the core set alone"),),
        noun="format",
        wording=Wording("are legal in {}"),
        holds=lambda entry, code: code in entry.formats,
        options=format_options,
    ),
    ChoiceField(
        name="for",
        description="What a leader can run, by the leader's name, code or faction: loyal and neutral cards.",
        examples=(
            Example("for:yevgeni t:scheme", "the schemes Yevgeni can run"),
            Example("for:vodacce c:0", "free cards for a Vodacce deck"),
        ),
        noun="leader",
        wording=Wording("may be run by {}"),
        holds=lambda entry, code: code in entry.leaders,
        options=_leaders,
    ),
)

#: Names of fields on other sites and in everyday use.
SYNONYMS: Final[Mapping[str, str]] = {
    **SORT_SYNONYMS,
    **dict.fromkeys(("kind", "category"), "type"),
    **dict.fromkeys(("nation", "colour", "color", "clan"), "faction"),
    **dict.fromkeys(("expansion", "edition", "pack"), "set"),
    **dict.fromkeys(("rules", "oracle", "effect"), "text"),
    **dict.fromkeys(("price", "cmc", "mv", "mana"), "cost"),
    **dict.fromkeys(("hp", "health", "wounds", "toughness"), "resolve"),
    **dict.fromkeys(("subtype", "tag"), "trait"),
    **dict.fromkeys(("title", "called"), "name"),
    "illustrator": "artist",
    "number": "code",
    "hand": "panache",
    "leader": "for",
}

CARDS: Final = Table(
    fields=FIELDS,
    noun="card",
    anywhere=attrgetter("anywhere"),
    example="cost",
    plain=("type", "faction", "set", "keyword"),
    synonyms=SYNONYMS,
)

#: Every way to write a field's name, folded.
BY_NAME: Final = CARDS.by_name

SORTABLE: Final = CARDS.sortable

find_field: Final = CARDS.find
