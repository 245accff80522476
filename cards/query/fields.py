"""The table of card fields: the one source of what the parser reads, the help page teaches, the errors suggest."""

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
    AnyField,
    ChoiceField,
    Example,
    NumberField,
    Option,
    Says,
    Table,
    TextField,
    WordsField,
    World,
)
from cards.query.tree import quoted

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
    "Says",
    "TextField",
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
    """The factions, and the want of one."""
    known = tuple(
        Option(each.code, each.name, each.name.lower() if each.code == NEUTRAL else each.name)
        for each in world.catalogue.factions
    )
    return (*known, Option("none", "No faction", "factionless", ("no faction",))) if known else ()


def format_options(world: World) -> tuple[Option, ...]:
    """The formats."""
    return tuple(Option(each.code, each.name, each.name) for each in world.formats)


def _leaders(world: World) -> tuple[Option, ...]:
    people = tuple(
        Option(
            code=leader.code,
            label=leader.full_name,
            words=leader.name,
            aliases=(leader.name, *(printing.code for printing in leader.printings)),
            suggested=quoted(leader.name) if " " in leader.name else leader.name,
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


#: What a card can be; the words follow "are" or stand before the noun.
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

#: What a card can bear besides its kinds of ability; the words follow "have".
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


def _bears(entry: SearchEntry, code: str) -> bool:
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
        description="The card's name, with its title. With = it must be the whole name.",
        examples=(
            Example("n:kaspar", "cards with “kaspar” in their name or title"),
            Example('name="The Forums"', "the card of exactly that name"),
            Example("n:/^the /", "names that begin with “The”"),
        ),
        noun="name",
        says=Says("have {} in the name", "are named {}", "have a name without {}"),
        sortable=True,
        read=lambda entry: entry.names,
    ),
    ChoiceField(
        name="type",
        aliases=("t",),
        description="What the card is. A character is one of your own; those of the City are city_character.",
        examples=(
            Example("t:risk", "risks"),
            Example('t:"city character"', "the Mercenaries of the City Deck"),
            Example("t:attachment,city_attachment", "every attachment, yours and the City's"),
        ),
        noun="type",
        says=Says("are {}"),
        sortable=True,
        holds=lambda entry, code: entry.card.type == code,
        options=_types,
    ),
    ChoiceField(
        name="faction",
        aliases=("f",),
        description="The faction mark the card bears; City cards and locations bear none.",
        examples=(
            Example("f:castille", "Castille cards"),
            Example("f:castille,neutral", "cards of Castille and neutral ones"),
            Example("f:none", "cards without any faction mark"),
        ),
        noun="faction",
        says=Says("are {}", other="have a faction other than {}"),
        sortable=True,
        holds=lambda entry, code: (entry.card.faction or "none") == code,
        options=faction_options,
        present=lambda entry: entry.card.faction is not None,
    ),
    ChoiceField(
        name="set",
        aliases=("s",),
        description="The product the card was published in, by its code, name or number.",
        examples=(Example("s:core", "cards of the core set"), Example("s:02", "cards of the second set")),
        noun="set",
        says=Says("are from {}"),
        sortable=True,
        holds=lambda entry, code: any(p.set == code for p in entry.card.printings) or entry.card.set == code,
        options=_sets,
    ),
    WordsField(
        name="trait",
        aliases=("tr",),
        description="The bold words that name what a card is about. With = the whole trait must be given.",
        examples=(
            Example("tr:pirate", "Pirates"),
            Example('tr="red hand"', "the trait Red Hand, no other"),
            Example("tr:sorc", "Sorcerer, Sorcery and the like"),
        ),
        noun="trait",
        says=Says("have the trait {}", other="have traits but not {}"),
        read=lambda entry: entry.traits,
        known=lambda world: world.catalogue.traits,
    ),
    WordsField(
        name="keyword",
        aliases=("k", "kw"),
        description="The printed keywords: Unique, Brute, Wealth, Negotiable, Offhand.",
        examples=(Example("k:offhand", "cards to bear in the other hand"),),
        noun="keyword",
        says=Says("have the keyword {}", other="have keywords but not {}"),
        read=lambda entry: entry.keywords,
        known=lambda world: tuple(dict.fromkeys(word for card in world.catalogue for word in card.keywords)),
    ),
    TextField(
        name="text",
        aliases=("x",),
        description="The words of the abilities. Icons count as the words they stand for.",
        examples=(
            Example("x:parley", "abilities that speak of a parley"),
            Example('x:"city action"', "abilities that are City Actions"),
            Example(r"x:/draw \d/", "abilities that let somebody draw a number of cards"),
        ),
        noun="text",
        says=Says("have {} in the text", "have the text {}", "have a text without {}"),
        read=lambda entry: (entry.text,) if entry.text else (),
    ),
    ChoiceField(
        name="ability",
        aliases=("a",),
        description="The kinds of ability on the card.",
        examples=(Example("a:technique", "cards with a Technique"), Example("a:reaction,forced", "either Reaction")),
        noun="ability",
        says=Says("have {}", other="have abilities without {} among them"),
        holds=_has_kind,
        options=_kinds,
        present=lambda entry: bool(entry.card.abilities),
    ),
    _number(
        "cost",
        ("c",),
        "The wealth it takes to play, equip or recruit the card.",
        ("c<=1", "cards that cost 0 or 1"),
        ("cost:0,5", "cards that cost 0 or 5"),
    ),
    _number(
        "resolve",
        ("res",),
        "The wounds a character can bear, or what an attachment adds.",
        ("resolve>=5", "characters that are hard to bring down"),
    ),
    _number("combat", ("com",), "Combat, or what an attachment adds to it.", ("combat>=4", "strong fighters")),
    _number("finesse", ("fin",), "Finesse, or what an attachment adds to it.", ("finesse>combat", "wit over force")),
    _number(
        "influence",
        ("inf",),
        "Influence, or what an attachment adds to it.",
        ("influence:-", "characters with a dash for influence"),
        ("combat>=influence+1", "characters better with the sword than with words"),
    ),
    _number(
        "panache",
        ("pan",),
        "A leader's panache, or by how much a scheme changes it.",
        ("panache>=6", "leaders with a full hand"),
        ("t:scheme panache:-1", "schemes that cost a card of the hand"),
    ),
    _number(
        "crew",
        ("cr", "crew_cap"),
        "A leader's crew cap: how many characters may follow.",
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
    _number("parry", ("par",), "The combat value that turns a blow away.", ("parry:0", "no parry at all")),
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
        description="Who illustrated a printing of the card, where that is known.",
        examples=(Example("artist:fei", "cards illustrated by somebody called Fei"),),
        noun="artist",
        says=Says("are illustrated by {}", other="are illustrated by somebody other than {}"),
        sortable=True,
        read=lambda entry: entry.artists,
    ),
    TextField(
        name="code",
        aliases=("id",),
        description="The card's code or that of any printing, from its beginning: set number, then card number.",
        examples=(Example("code:01089", "the card of that code"), Example("code:03cd", "City cards of the third set")),
        noun="code",
        says=Says("have a code that begins with {}", "have the code {}", "have a code that does not begin with {}"),
        sortable=True,
        read=lambda entry: entry.codes,
        from_start=True,
    ),
    ChoiceField(
        name="deck",
        aliases=("d",),
        description="Where the card belongs: with the leader, in the Approach Deck, the faction deck or the City Deck.",
        examples=(Example("deck:approach", "what can go into the Approach Deck"),),
        noun="deck",
        says=Says("{}"),
        sortable=True,
        holds=lambda entry, code: entry.card.deck == code,
        options=_decks,
    ),
    ChoiceField(
        name="is",
        description="What can be said of the card in one word; loyal means that it bears a faction other than neutral.",
        examples=(
            Example("is:unique", "cards of which a deck holds one copy"),
            Example("t:risk is:loyal", "risks that only their faction may run"),
            Example("is:brute", "characters of the faction deck"),
        ),
        noun="quality",
        says=Says("are {} cards"),
        holds=lambda entry, code: _IS[code].test(entry.card),
        options=lambda _: _Flag.options(_IS),
    ),
    ChoiceField(
        name="has",
        description="What the card bears: a kind of ability, a title, text, traits, keywords, rulings, an artist.",
        examples=(
            Example("has:maneuver", "cards with a Maneuver"),
            Example("has:technique has:reaction", "cards with both"),
            Example("-has:text", "cards without any ability"),
        ),
        noun="possession",
        says=Says("have {}"),
        holds=_bears,
        options=lambda world: (*_kinds(world), *_Flag.options(_HAS)),
    ),
    ChoiceField(
        name="legal",
        aliases=("format",),
        description="The formats in which a deck may hold the card.",
        examples=(Example("legal:core-only", "cards for decks of the core set alone"),),
        noun="format",
        says=Says("are legal in {}"),
        holds=lambda entry, code: code in entry.formats,
        options=format_options,
    ),
    ChoiceField(
        name="for",
        description="What a leader may run, by the leader's name or code or by faction: loyal cards and neutral ones.",
        examples=(
            Example("for:yevgeni t:scheme", "the schemes Yevgeni may choose from"),
            Example("for:vodacce c:0", "what costs nothing and goes into a Vodacce deck"),
        ),
        noun="leader",
        says=Says("may be run by {}"),
        holds=lambda entry, code: code in entry.leaders,
        options=_leaders,
    ),
)

CARDS: Final = Table(fields=FIELDS, noun="card", anywhere=attrgetter("anywhere"), example="cost")

#: Every way to write a field's name, folded.
BY_NAME: Final = CARDS.by_name

SORTABLE: Final = CARDS.sortable

find_field: Final = CARDS.find
