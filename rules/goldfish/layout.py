"""What a game is measured by, and where its random words come from: the ground that reference and kernel share."""

from __future__ import annotations

from typing import Final

#: Changes whenever the same seed may give another result; part of what a stored result is known by.
ENGINE_VERSION: Final = "2"

LOCATIONS: Final = 3
#: Renown that wins the game when collected (rule 8.3).
RENOWN_TO_WIN: Final = 7
#: More Renown than any five schemes place.
MAX_RENOWN: Final = 31

#: The kernel keeps a deck in the bits of one word, the highest being the sign.
MAX_COMPILED_CARDS: Final = 63
MAX_COMPILED_COST: Final = 9
#: The duels of one game may end, taken together, with fewer wounds than this more or less than the adversary's.
MAX_MARGIN: Final = 128

#: A game's stream is read from several places, so that the City lies alike whatever deck is played.
#: Shuffle number s of the faction deck begins at word s * SHUFFLE.
SHUFFLE: Final = 1 << 16
CITY: Final = 1 << 32
#: Where cards go that are put into the deck after its first shuffle.
LATE: Final = 1 << 33

#: What is measured on every Day of every game, in the order of the tallies.
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

#: Measures of deck A and of deck B that are also multiplied with one another when two decks are compared, because the
#: payable share of a hand is a ratio of two of them.
CROSSES: Final = ((PAYABLE, HAND), (HAND, PAYABLE))

#: What is counted for every faction card: games in which a copy was drawn, played, paid with, or drawn for nothing,
#: and in the games in which it was drawn the sums and squares of the Renown and of the duels' margins.
CARD_COUNTS: Final = ("drawn", "played", "paid", "idle", "renown", "renown_squares", "margin", "margin_squares")
