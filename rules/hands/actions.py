"""What a player can do, and the errors that say why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Phase(StrEnum):
    """The parts of a Day in which the player has something to choose (section 4)."""

    PLANNING = "planning"
    DRAMA = "drama"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Plan:
    """Choose the Day's scheme and character; ``sent`` go to The Locker if the crew gets too big (4.2.1, 9.1)."""

    scheme: str | None
    character: str | None
    sent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card from the hand and pay its cost (5.1, 5.3, 5.8)."""

    card: str
    pay: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Spend:
    """Pay a cost that is not a hand card's, such as a Mercenary's (5.4, 6.9)."""

    cost: int
    pay: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card from the hand for an effect (6.7)."""

    card: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw cards for an effect (1.10)."""

    cards: int


@dataclass(frozen=True, slots=True)
class Fight:
    """Play a card from the hand for its combat values (R2)."""

    card: str


@dataclass(frozen=True, slots=True)
class Gamble:
    """Reveal the top two cards (R2)."""


@dataclass(frozen=True, slots=True)
class Take:
    """Play one of the revealed cards; the other is discarded (R2)."""

    card: str


@dataclass(frozen=True, slots=True)
class EndDuel:
    """Discard the dueling line (R6)."""


@dataclass(frozen=True, slots=True)
class Dusk:
    """End the Day and keep some cards (4.5.2e)."""

    keep: tuple[str, ...] = ()


Action = Plan | Play | Spend | Discard | Draw | Fight | Gamble | Take | EndDuel | Dusk


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed, and the rule that says so; no rule for a limit of the tester itself."""

    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.message} (rule {self.rule})" if self.rule else self.message


class NotAllowed(ValueError):  # noqa: N818  (an answer to a player, not a failure)
    """The rules forbid an action; ``reasons`` says everything that is wrong with it."""

    def __init__(self, reasons: Iterable[Refusal]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("; ".join(map(str, self.reasons)))


class Undealable(ValueError):  # noqa: N818  (an answer to a player, not a failure)
    """No hand can be dealt from a list or choice; ``field`` is the part at fault."""

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(message)
