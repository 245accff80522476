"""The measures of a game and the layout of its random words, shared by the reference and the kernel."""

from __future__ import annotations

from typing import Final

#: Changes whenever the same seed may give a different result; part of the key of stored results.
ENGINE_VERSION: Final = "2"

LOCATIONS: Final = 3
#: Collected Renown that wins the game (rule 8.3).
RENOWN_TO_WIN: Final = 7
#: More Renown than any five schemes can place.
MAX_RENOWN: Final = 31

#: The kernel keeps a deck in the bits of one word; the highest bit is the sign.
MAX_COMPILED_CARDS: Final = 63
MAX_COMPILED_COST: Final = 9
#: The margins of all duels of a game add up to less than this, in either direction.
MAX_MARGIN: Final = 128

#: A game reads its stream from several offsets, so that the City is the same whatever deck is played.
#: Shuffle number s of the faction deck starts at word s * SHUFFLE.
SHUFFLE: Final = 1 << 16
CITY: Final = 1 << 32
#: For the positions of cards inserted into the deck after its first shuffle.
LATE: Final = 1 << 33

#: The measures of every Day, in the order of the tallies.
MEASURES: Final = (
    "drawn",
    "seen",
    "hand",
    "attachments",
    "brutes",
    "risks",
    "cost_0",
    "cost_1",
    "cost_2",
    "cost_3",
    "payable",
    "payable_by_hand",
    "stuck",
    "played",
    "recruited",
    "parleys",
    "city_gear",
    "paid_cards",
    "spent",
    "overpaid",
    "held",
    "dead",
    "reshuffles",
    "crew",
    "resolve",
    "combat",
    "finesse",
    "influence",
    "claimed",
    "dominance",
    "dominated",
    "collected",
    "renown",
    "seven",
    "dealt",
    "taken",
    "margin",
    "margins",
    "won",
    "lost",
)

(
    DRAWN,
    SEEN,
    HAND,
    ATTACHMENTS,
    BRUTES,
    RISKS,
    COST_0,
    COST_1,
    COST_2,
    COST_3,
    PAYABLE,
    PAYABLE_BY_HAND,
    STUCK,
    PLAYED,
    RECRUITED,
    PARLEYS,
    CITY_GEAR,
    PAID_CARDS,
    SPENT,
    OVERPAID,
    HELD,
    DEAD,
    RESHUFFLES,
    CREW,
    RESOLVE,
    COMBAT,
    FINESSE,
    INFLUENCE,
    CLAIMED,
    DOMINANCE,
    DOMINATED,
    COLLECTED,
    RENOWN,
    SEVEN_REACHED,
    DEALT,
    TAKEN,
    MARGIN,
    MARGINS,
    WON,
    LOST,
) = range(len(MEASURES))

WIDTH: Final = len(MEASURES)

#: Pairs of measures, of deck A and deck B, whose products a comparison also tallies: the payable share of a hand is a
#: ratio of the two.
CROSSES: Final = ((PAYABLE, HAND), (HAND, PAYABLE))

#: The counts for every faction card: games in which a copy was drawn, played, paid with, or drawn and left idle; and
#: over the games in which it was drawn, the sums and squares of Renown and of the duels' margins.
CARD_COUNTS: Final = ("drawn", "played", "paid", "idle", "renown", "renown_squares", "margin", "margin_squares")
