"""What traits, gear, names and trades make one think of: the tables by which a card gets its picture."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

_BLADES: Final = ("duel", "duel", "duel", "crossed", "fan", "rapier", "sabre")


_WILD: Final = ("wolf", "bear", "raven", "ussura")


_POWDER: Final = ("bottles",)


_OFFICE: Final = ("scroll", "letter", "book", "scales", "scroll")


_TRADE: Final = ("coins", "wealth", "scales", "city_attachment")


_FAITH: Final = ("candle", "castille", "book", "resolve", "banner", "candle")


_DREAD: Final = ("skull", "dagger", "candle", "finesse", "fan")


_HONOUR: Final = ("banner", "renown", "shield", "broadsword", "influence")


_FISTS: Final = ("eisen", "hammer", "duel", "breastplate")


#: What a trait makes one think of. The first traits of a card count most, so the table names only telling ones.
BY_TRAIT: Final[Mapping[str, Sequence[str]]] = {
    "Sorte": ("threads", "spool", "hand of cards", "threads"),
    "Weave": ("threads", "spool"),
    "Porté": ("crystal", "rose", "key"),
    "Dar Matushki": _WILD,
    "Leshiye": _WILD,
    "Nature": _WILD,
    "Shamanism": _WILD,
    "Hunt": ("wolf", "crossbow", "musket", "bear"),
    "Galdr": ("crystal", "skull"),
    "Alquimia": _POWDER,
    "Spagyrics": _POWDER,
    "Chymystry": _POWDER,
    "Acid": _POWDER,
    "Poison": _POWDER,
    "Unguent": _POWDER,
    "Invigorant": _POWDER,
    "Ambrogia": ("goblet", "bottles"),
    "Bureaucracy": _OFFICE,
    "Logistics": ("compass", "book", "ship"),
    "Authority": _OFFICE,
    "Pact": _OFFICE,
    "Declaration": _OFFICE,
    "Cunning": ("hand of cards", "finesse", "key", "risk", "letter"),
    "Savvy": ("hand of cards", "compass", "risk", "key"),
    "Cheating": ("hand of cards", "risk", "coins"),
    "Bargain": _TRADE,
    "Market": _TRADE,
    "Trade": _TRADE,
    "Extortion": _TRADE,
    "Fortune": ("hand of cards", "coins", "risk", "renown"),
    "Covetous": _TRADE,
    "Envy": ("coins", "dagger"),
    "Zeal": _FAITH,
    "Faith": _FAITH,
    "Virtue": ("resolve", "candle", "shield", "book", "renown"),
    "Penance": _FAITH,
    "Holy": _FAITH,
    "Relic": _FAITH,
    "Camaraderie": ("goblet", "banner", "duel", "hat"),
    "Revelry": ("goblet", "hand of cards", "finesse"),
    "Celebration": ("goblet", "event"),
    "Performance": ("finesse", "rose"),
    "Demoralize": _DREAD,
    "Terror": _DREAD,
    "Villainous": _DREAD,
    "Menace": _DREAD,
    "Assassination": _DREAD,
    "Purge": ("castille", "skull"),
    "Treachery": _DREAD,
    "Betrayal": _DREAD,
    "Challenge": ("duel", "duel", "crossed", "hat"),
    "Provocation": ("hat", "duel", "crossed", "rose"),
    "Feud": ("crossed", "duel"),
    "Hubris": ("hat", "duel", "influence", "rapier"),
    "Pride": ("influence", "hat"),
    "Duty": _HONOUR,
    "Honor": _HONOUR,
    "Heroic": _HONOUR,
    "Glory": _HONOUR,
    "Triumph": _HONOUR,
    "Oathsworn": _HONOUR,
    "Inspiring": _HONOUR,
    "Brawl": _FISTS,
    "Gang": ("dagger", "fan", "eisen", "duel"),
    "Riot": _FISTS,
    "Kulachniy Boi": _FISTS,
    "Eisenfaust": _FISTS,
    "Prepared": ("initiative", "key", "compass", "pistol"),
    "Ad Hoc": ("bottles", "chain", "candle", "key"),
    "Timely": ("initiative", "event"),
    "Rumor": ("letter", "raven", "finesse"),
    "Stealth": ("finesse", "cat", "dagger"),
    "Discovery": ("compass", "ship", "crystal", "book"),
    "Scholarship": ("book", "compass"),
    "Duress": ("chain", "pistol", "scroll"),
    "Arrest": ("chain", "key"),
    "Restraint": ("chain",),
    "Chains": ("chain",),
    "Romance": ("rose",),
    "Temptation": ("rose", "goblet"),
    "Glamour": ("rose", "finesse"),
    "Sabotage": ("castille", "key", "dagger", "bottles"),
    "Crime": ("key", "dagger", "city_attachment", "coins"),
    "Theft": ("key", "wealth", "coins"),
    "Heist": ("city_attachment", "key"),
    "Vandalize": ("hammer", "castille"),
    "Relentless": ("resolve", "sabre", "hammer", "wolf"),
    "Immovable": ("shield", "breastplate", "bear"),
    "Stalwart": ("shield",),
    "Ranged": ("pistol", "musket", "crossbow"),
    "Catastrophe": ("kraken", "ship"),
    "Monster": ("kraken",),
    "Ambush": ("dagger", "raven", "pistol"),
    "Justice": ("scales",),
    "Rescue": ("ship",),
    "Rest": ("candle",),
    "Recuperation": ("bottles",),
    "Flourish": _BLADES,
    "Kenjutsu": ("katana",),
    "Dismemberment": ("broadsword", "skull"),
    "Solitary": ("candle", "raven"),
    "Conscription": ("banner", "scroll"),
    "Squabble": ("crossed", "hat"),
    "Compromise": ("scales", "letter"),
    "Schadenfreude": ("goblet", "finesse"),
    "Punctual": ("initiative",),
    "Unwelcome": ("skull", "raven"),
    "Welcome": ("goblet", "event"),
    "Finale": ("duel", "rose", "skull"),
    "Rite": ("candle", "raven"),
    "Sorcery": ("crystal", "candle", "threads"),
    "Explorer’s Society": ("compass", "crystal"),
    "Torpor": ("initiative", "goblet"),
    "Drexel": ("broadsword", "shield"),
    "Tură’s Touch": ("wolf", "threads"),
}


#: What an attachment is, by its trait: these come before every mood.
BY_GEAR: Final[Mapping[str, Sequence[str]]] = {
    "Pistol": ("pistol",),
    "Rifle": ("musket",),
    "Crossbow": ("crossbow",),
    "Hammer": ("hammer",),
    "Harpoon": ("harpoon",),
    "Knife": ("dagger",),
    "Dagger": ("dagger",),
    "Shield": ("shield",),
    "Hat": ("hat",),
    "Coat": ("coat",),
    "Cloak": ("coat",),
    "Tabard": ("coat",),
    "Mantel": ("coat",),
    "Mask": ("finesse",),
    "Cat": ("cat",),
    "Raven": ("raven",),
    "Hound": ("wolf",),
    "Dog": ("wolf",),
    "Compass": ("compass",),
    "Chains": ("chain",),
    "Codex": ("book",),
    "Card": ("hand of cards",),
    "Battle Standard": ("banner",),
    "Sword": ("rapier", "broadsword", "sabre"),
    "Armor": ("breastplate",),
    "Poison": _POWDER,
    "Unguent": _POWDER,
    "Invigorant": _POWDER,
    "Melee": ("broadsword", "sabre", "rapier", "hammer"),
    "Ranged": ("pistol", "musket", "crossbow"),
    "Attire": ("coat", "hat"),
    "Animal": ("raven", "wolf", "cat"),
    "Syrneth": ("crystal",),
    "Artifact": ("crystal", "compass"),
    "Relic": ("key", "candle", "book"),
    "Heirloom": ("key", "rose"),
    "Trinket": ("key", "coins", "compass", "hand of cards"),
    "Sorcery": ("threads", "crystal", "rose"),
    "Sorte": ("spool",),
    "Bureaucracy": ("letter", "scroll"),
    "Fan": ("fan",),
    "Guide": ("compass",),
}


#: Words in a name that say what it shows.
BY_NAME: Final[Sequence[tuple[re.Pattern[str], Sequence[str]]]] = tuple(
    (re.compile(rf"\b(?:{words})\b"), subjects)
    for words, subjects in (
        (r"docks?|ships?|sails?|sailing|voyage|port|harbou?r|fleet|vessel|sea|seas|tides?|pirates?|aboard", ("ship",)),
        (r"kraken|siren|leviathan|sea monster|beast from", ("kraken",)),
        (r"letters?|missive|invitation|note", ("letter",)),
        (r"contract|treaty|edict|decree|writ|papers?|orders?|warrant|law|tax(es)?", ("scroll",)),
        (r"books?|tome|codex|lessons?|scholar|study|library", ("book",)),
        (r"coins?|gold|guilders?|payment|debts?|bribes?|riches|fortune|treasure", ("coins",)),
        (r"purse|pockets?|pickpocket", ("wealth",)),
        (r"poison(ed)?|potion|elixir|venom|tonic|brew|vial|acid", ("bottles",)),
        (r"chains?|shackles?|prison|jail|arrest(ed)?|captive", ("chain",)),
        (r"wolf|wolves|hounds?|dogs?|pack", ("wolf",)),
        (r"bear|bears", ("bear",)),
        (r"raven|crow|feathers?", ("raven",)),
        (r"cat|cats", ("cat",)),
        (r"rose|love|lovers?|kiss|romance|heart", ("rose",)),
        (r"toast|wine|drinks?|feast|tavern|inn|rum|ale|cheers", ("goblet",)),
        (r"skull|death|dead|grave|corpse", ("skull",)),
        (r"candle|prayer|light|lantern|vigil", ("candle",)),
        (r"threads?|weave|weaver|fate|fates|strands?|web", ("threads", "spool")),
        (r"key|keys|lock|locked", ("key",)),
        (r"hat|hats", ("hat",)),
        (r"coat|cloak|cape|tabard|mantle", ("coat",)),
        (r"flag|banner|standard|colou?rs", ("banner",)),
        (r"map|compass|course|navigat\w+|expedition", ("compass",)),
        (r"mask|masks|masquerade|disguise", ("finesse",)),
        (r"fire|flames?|burn(ing)?|inferno|ablaze", ("castille",)),
        (r"pistol|shot|shoot", ("pistol",)),
        (r"musket|rifle|volley|barrage", ("musket",)),
        (r"dice|gamble|bet|luck", ("risk", "hand of cards")),
        (r"justice|judge|balance", ("scales",)),
        (r"shield|defen[cs]e|guard", ("shield",)),
        (r"hammer|anvil|forge", ("hammer",)),
        (r"dagger|knife|knives|stab|backstab", ("dagger",)),
        (r"crown|king|queen|emperor", ("influence",)),
        (r"storm|tempest", ("ship",)),
        (r"gardens?|forest|woods", ("view",)),
    )
)


PLACES: Final[Mapping[str, tuple[str, str]]] = {
    "forum": ("hall", "view"),
    "bazaar": ("roofs", "coins"),
    "docks": ("harbour", "ship"),
    "inn": ("night", "goblet"),
    "gardens": ("forest", "rose"),
}


#: Hats, hair and clothes that a trade may wear; the first trait found decides.
BY_TRADE: Final[Mapping[str, tuple[Sequence[str], Sequence[str], Sequence[str]]]] = {
    "Musketeer": (("cavalier", "cavalier", "beret"), ("long", "curls", "tail"), ("coat", "cloak")),
    "Strega": (("veil", "veil", "hood", "bare"), ("long", "bun", "curls"), ("gown", "ruff")),
    "Fusō": (("cone", "bare"), ("bun", "tail", "short"), ("gown", "armour")),
    "Shenzhou": (("cone", "beret", "bare"), ("bun", "tail"), ("gown", "cloak")),
    "Pirate": (
        ("bandana", "tricorn", "tricorn", "bandana", "bare"),
        ("long", "tail", "curls", "braids"),
        ("shirt", "coat"),
    ),
    "Dockmaster": (("bandana", "beret"), ("short", "bald"), ("shirt",)),
    "Knight": (("helmet", "bare"), ("short", "long", "tail"), ("armour",)),
    "General": (("helmet", "cavalier"), ("short", "tail"), ("armour",)),
    "Vesten": (("helmet", "fur", "bare"), ("braids", "long"), ("furs", "armour")),
    "Cossack": (("fur",), ("short", "bald"), ("furs",)),
    "Maghreb": (("turban",), ("short", "long"), ("cloak", "gown")),
    "Ashur": (("turban",), ("short",), ("cloak",)),
    "Sarmatian": (("fur", "beret"), ("curls", "short"), ("coat", "furs")),
    "Zealot": (("hood", "bare"), ("short", "bald", "bun"), ("cloak", "gown")),
    "Assassin": (("hood",), ("short", "tail"), ("cloak",)),
    "Spy": (("hood", "tricorn", "bare"), ("tail", "bun", "short"), ("cloak", "coat")),
    "Noble": (("coronet", "beret", "bare"), ("wig", "bun"), ("ruff",)),
    "Aristocrat": (("bare", "beret", "coronet"), ("wig", "curls"), ("ruff", "coat")),
    "Diplomat": (("bare", "beret", "cavalier"), ("wig", "curls", "bun", "tail"), ("ruff", "coat", "ruff")),
    "Merchant": (("beret", "turban", "bare"), ("short", "curls", "bald", "bun"), ("ruff", "coat", "cloak")),
    "Academic": (("beret", "bare", "bare"), ("bald", "bun", "wig", "short"), ("gown", "ruff")),
    "Hunter": (("cavalier", "hood", "fur"), ("tail", "braids", "short"), ("cloak", "furs", "coat")),
    "Berserker": (("bare", "fur"), ("braids", "curls"), ("furs",)),
    "Thug": (("bandana", "bare"), ("bald", "short"), ("shirt",)),
    "Thief": (("hood", "bandana"), ("short", "tail"), ("shirt", "cloak")),
    "Scoundrel": (("tricorn", "bandana", "cavalier", "bare"), ("long", "tail", "curls"), ("shirt", "coat", "cloak")),
    "Sorcerer": (("hood", "coronet", "bare"), ("long", "curls", "braids", "bun"), ("cloak", "gown")),
    "Duelist": (
        ("cavalier", "tricorn", "bare", "beret"),
        ("long", "tail", "curls", "short"),
        ("coat", "shirt", "cloak"),
    ),
    "Ussura": (("fur", "fur", "bare"), ("braids", "short"), ("furs",)),
    "Eisen": (("helmet", "bare", "cavalier"), ("short", "bald", "tail"), ("armour", "coat")),
}


ANYONE: Final = (
    ("bare", "beret", "cavalier", "tricorn"),
    ("short", "long", "curls", "tail"),
    ("coat", "cloak", "shirt", "gown"),
)


BEHIND: Final[Mapping[str, Sequence[str]]] = {
    "Pirate": ("sea", "harbour", "sea", "storm"),
    "Dockmaster": ("harbour",),
    "Sorcerer": ("night", "rings", "burst"),
    "Strega": ("night", "curtain", "rings"),
    "Diplomat": ("hall", "curtain"),
    "Noble": ("hall", "curtain"),
    "Aristocrat": ("hall", "curtain"),
    "Academic": ("chart", "hall", "curtain"),
    "Explorer": ("chart", "sea"),
    "Cartographer": ("chart",),
    "Merchant": ("harbour", "roofs", "chart"),
    "Hunter": ("forest",),
    "Ussura": ("forest", "burst", "night"),
    "Vesten": ("storm", "sea", "forest"),
    "Spy": ("night", "roofs", "curtain"),
    "Thug": ("roofs", "plain"),
    "Musketeer": ("burst", "hall", "roofs"),
    "Zealot": ("burst", "rings"),
    "Duelist": ("burst", "plain", "roofs", "hall"),
}
