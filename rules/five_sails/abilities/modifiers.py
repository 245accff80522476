"""Modifiers: what changes a stat, cost or permission while it is in force."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cards.catalogue import CardType
from rules.five_sails.abilities.nouns.filters import OPPOSING, Trait
from rules.five_sails.abilities.nouns.places import HERE, Place
from rules.five_sails.abilities.nouns.roles import ADVERSARY, BEARER, THIS, Noun, side_of
from rules.five_sails.state.definitions import ATTACHMENTS
from rules.five_sails.state.effects import Lasts
from rules.five_sails.state.play import Play
from rules.five_sails.state.values import has_trait, known_place, value
from rules.five_sails.terms.basics import HOME, NONE, CombatValue, Stat
from rules.five_sails.terms.happenings import Moment
from rules.five_sails.terms.parts import Condition, Layer, Modifier, Question, Until
from rules.five_sails.terms.phrases import Speech, signed

# Stats.


@dataclass(frozen=True, slots=True)
class Bonus(Modifier):
    """A character has more or less of a stat while a condition holds."""

    who: Noun
    number: int
    stat: Stat
    condition: Condition | None = None

    def modifies(self) -> Question:
        return Question(self.stat)

    def is_self_only(self) -> bool:
        return self.who is THIS

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        if subject not in self.who.find(play) or (self.condition is not None and not self.condition.holds(play)):
            return value
        return value + self.number

    def words(self, speech: Speech) -> str:
        said = f"{self.who.words(speech)} has {signed(self.number)} {speech.say(self.stat)}"
        return said if self.condition is None else f"{said} while {self.condition.words(speech)}"


@dataclass(frozen=True, slots=True)
class AdversariesHere(Modifier):
    """Adversaries of your participants have less of a stat while at this location."""

    number: int
    stat: Stat

    def modifies(self) -> Question:
        return Question(self.stat)

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        duel, side = play.state.duel, side_of(play)
        if duel is None or side == NONE or not duel.accepted or duel.participants[1 - side] != subject:
            return value
        return value + self.number if play.state.place[subject] == HERE.one(play) else value

    def words(self, speech: Speech) -> str:
        stat = speech.say(self.stat)
        return f"adversaries of your participants have {signed(self.number)} {stat} while at this location"


@dataclass(frozen=True, slots=True)
class NoIncrease(Modifier):
    """A stat of this character cannot be increased."""

    stat: Stat
    layer: ClassVar[Layer] = Layer.CAP
    says: ClassVar[str] = "this character's {stat} cannot be increased"

    def modifies(self) -> Question:
        return Question(self.stat)

    def is_self_only(self) -> bool:
        return True

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return min(value, play.state.table.stats[self.stat][subject]) if subject == play.card else value


@dataclass(frozen=True, slots=True)
class GainsTrait(Modifier):
    """The bearer has another trait."""

    trait: str
    question: ClassVar[Question] = Question.TRAIT
    says: ClassVar[str] = "the bearer gains {trait}"

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        wanted = play.state.table.traits.get(self.trait, NONE)
        return 1 if other == wanted and subject == BEARER.one(play) else value


@dataclass(frozen=True, slots=True)
class CountsAs(Modifier):
    """Your abilities may count this character as having a trait."""

    trait: str
    question: ClassVar[Question] = Question.COUNTS_AS
    says: ClassVar[str] = "you may count this character as a {trait} for the costs and effects of your abilities"

    def is_self_only(self) -> bool:
        return True

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return 1 if subject == play.card and other == play.state.table.traits.get(self.trait, NONE) else value


# Combat cards and gambling.


@dataclass(frozen=True, slots=True)
class CombatCards(Modifier):
    """A participant's combat cards have more or less of a combat value while a condition holds."""

    who: Noun
    number: int
    which: CombatValue
    condition: Condition | None = None
    #: Only for the next round.
    next_round: bool = False

    def modifies(self) -> Question:
        return Question(Question.RIPOSTE + self.which)

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        if other not in self.who.find(play) or (self.condition is not None and not self.condition.holds(play)):
            return value
        return value + self.number

    def words(self, speech: Speech) -> str:
        change = f"{signed(self.number)} {speech.say(self.which)}"
        if self.next_round:
            return f"{self.who.words(speech)}'s combat card has {change} in its next round"
        said = f"{self.who.words(speech)}'s combat cards have {change}"
        return said if self.condition is None else f"{said} while {self.condition.words(speech)}"


def in_next_round(number: int, which: CombatValue) -> Lasts:
    """The adversary's combat card has more or less of something in its next round."""
    return Lasts(CombatCards(ADVERSARY, number, which, next_round=True), Until.NEXT_ROUND_ENDS)


@dataclass(frozen=True, slots=True)
class CombatCardsHere(Modifier):
    """Combat cards of all participants at this location have more or less of a combat value."""

    number: int
    which: CombatValue

    def modifies(self) -> Question:
        return Question(Question.RIPOSTE + self.which)

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return value + self.number if known_place(play.state, other) == play.place else value

    def words(self, speech: Speech) -> str:
        change = f"{signed(self.number)} {speech.say(self.which)}"
        return f"in duels at this location, each participant's combat cards have {change}"


@dataclass(frozen=True, slots=True)
class Reveals(Modifier):
    """A character reveals more or fewer cards when it gambles."""

    who: Noun
    number: int
    #: The wording of time or place: at this location, in its next round.
    when: str = ""
    #: Whether the text says that it lasts until the end of the duel.
    duel: bool = False
    question: ClassVar[Question] = Question.REVEALS

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        """Only at this location if ``when`` says so."""
        if subject not in self.who.find(play):
            return value
        if self.when == "at this location" and known_place(play.state, subject) != HERE.one(play):
            return value
        return value + self.number

    def words(self, speech: Speech) -> str:
        cards = "1 more card" if self.number > 0 else "1 fewer card"
        start = "until the end of the duel, " if self.duel else ""
        return f"{start}{self.who.words(speech)} reveals {cards} when it gambles {self.when}".rstrip()


@dataclass(frozen=True, slots=True)
class NoManeuvers(Modifier):
    """The adversary cannot use Maneuvers in its next round."""

    question: ClassVar[Question] = Question.MAY_MANEUVER
    says: ClassVar[str] = "the adversary cannot use Maneuvers in its next round"

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return 0 if subject in ADVERSARY.find(play) else value


# Costs.


@dataclass(frozen=True, slots=True)
class ThisCostsLess(Modifier):
    """This card costs less if a condition about its player holds."""

    number: int
    condition: Condition
    word: str = "while"
    question: ClassVar[Question] = Question.COST
    says: ClassVar[str] = "this card costs {number} less {word} {condition}"

    def is_self_only(self) -> bool:
        return True

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        if subject != play.card:
            return value
        scene = play.scene._replace(performer=other, player=play.state.control[other])
        return value - self.number if self.condition.holds(Play(play.state, scene)) else value


@dataclass(frozen=True, slots=True)
class CheaperForTarget(Modifier):
    """This card costs less if its target has one of some traits."""

    number: int
    traits: tuple[str, ...]
    question: ClassVar[Question] = Question.COST

    def is_self_only(self) -> bool:
        return True

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        if subject != play.card or not any(has_trait(play.state, other, trait) for trait in self.traits):
            return value
        return value - self.number

    def words(self, speech: Speech) -> str:
        traits = " or ".join(f"a {trait}" for trait in self.traits)
        return f"this card costs {self.number} less if its target is {traits}"


@dataclass(frozen=True, slots=True)
class EquippingCosts(Modifier):
    """Attachments that some characters equip cost more or less."""

    number: int
    #: The characters: opposing ones, this one, or all of yours.
    who: str
    trait: Trait | None = None
    question: ClassVar[Question] = Question.COST

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        state = play.state
        if not state.table.is_attachment[subject] or other == NONE:
            return value
        if self.trait is not None and not has_trait(state, subject, self.trait.name):
            return value
        if self.who == "opposing":
            meant = OPPOSING.matches(play, other)
        else:
            meant = other == play.card if self.who == "this" else state.control[other] == play.player
        return value + self.number if meant else value

    def concerns(self, card: CardType) -> bool:
        return card in ATTACHMENTS

    def words(self, speech: Speech) -> str:
        what = f"{self.trait.name}s" if self.trait is not None else "cards" if self.who == "opposing" else "attachments"
        whose = {
            "opposing": "that opposing characters equip",
            "this": "this character equips",
            "yours": "you equip to your characters",
        }[self.who]
        change = f"{abs(self.number)} {'more' if self.number > 0 else 'less'}"
        return f"{what} {whose} cost {change}"


# Pressures and parleys.


def pressed_stat(play: Play) -> int:
    """The stat of the current pressure: the one that began last."""
    for happening in reversed(play.state.log):
        if happening.moment is Moment.PRESSURED:
            return happening.number
    return NONE


@dataclass(frozen=True, slots=True)
class InPressures(Modifier):
    """This character has more of a stat in pressures while a condition holds."""

    number: int
    stat: Stat
    condition: Condition | None = None
    question: ClassVar[Question] = Question.PRESSURE

    def is_self_only(self) -> bool:
        return True

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        if subject != play.card or pressed_stat(play) != self.stat:
            return value
        return value + self.number if self.condition is None or self.condition.holds(play) else value

    def words(self, speech: Speech) -> str:
        said = f"this character has {signed(self.number)} {speech.say(self.stat)} in pressures"
        return said if self.condition is None else f"{said} while {self.condition.words(speech)}"


@dataclass(frozen=True, slots=True)
class PressuresAlsoCount(Modifier):
    """In pressures at this location characters also count another stat."""

    stat: Stat
    question: ClassVar[Question] = Question.PRESSURE
    says: ClassVar[str] = (
        "in each pressure at this location, characters also count their {stat}. "
        "A pressure with {stat} counts it only once"
    )

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        """Only once, even if the pressure is with that stat."""
        if other != play.place or pressed_stat(play) == self.stat:
            return value
        return value + _stat(play, subject, self.stat)


def _stat(play: Play, card: int, stat: Stat) -> int:
    return value(play.state, card, stat)


@dataclass(frozen=True, slots=True)
class OnlyPerformerAndReadyCount(Modifier):
    """In the current pressure, engaged characters do not count, except the performer."""

    question: ClassVar[Question] = Question.PRESSURE
    layer: ClassVar[Layer] = Layer.SET
    says: ClassVar[str] = "only the performer of that pressure and en garde characters count in it"

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        last = next(each for each in reversed(play.state.log) if each.moment is Moment.PRESSURED)
        if last is not play.happening and last != play.happening:
            return value
        return value if subject == last.card or not play.state.engaged[subject] else 0


@dataclass(frozen=True, slots=True)
class WhileParleying(Modifier):
    """A character has more Influence while it parleys."""

    who: Noun
    number: int
    question: ClassVar[Question] = Question.PARLEY

    def is_self_only(self) -> bool:
        return self.who is THIS

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return value + self.number if subject in self.who.find(play) else value

    def words(self, speech: Speech) -> str:
        said = f"{self.who.words(speech)} has {signed(self.number)} {{influence}} while it parleys"
        return said if self.who is THIS else f"{said} with a Mercenary"


# Bans and permissions.


@dataclass(frozen=True, slots=True)
class ThisCannotBe(Modifier):
    """This card cannot be moved to another bearer, or destroyed."""

    about: Question

    def modifies(self) -> Question:
        return self.about

    def is_self_only(self) -> bool:
        return True

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return 0 if subject == play.card else value

    def words(self, speech: Speech) -> str:
        deed = {Question.MAY_TRANSFER: "moved", Question.MAY_DESTROY: "destroyed"}[self.about]
        return f"{speech.itself} cannot be {deed}"


@dataclass(frozen=True, slots=True)
class AnotherSlot(Modifier):
    """The bearer may have another attachment of a kind."""

    name: str
    slot: int
    question: ClassVar[Question] = Question.SLOTS
    says: ClassVar[str] = "the bearer may have another {name} as well"

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return value + 1 if other == self.slot and subject == BEARER.one(play) else value


@dataclass(frozen=True, slots=True)
class StaysWithRenown(Modifier):
    """This event cannot be discarded while Renown is on it."""

    question: ClassVar[Question] = Question.MAY_DISCARD
    says: ClassVar[str] = "this event cannot be discarded while it has Renown on it"

    def is_self_only(self) -> bool:
        return True

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return 0 if subject == play.card and play.state.notes.get((subject, "renown"), 0) else value


@dataclass(frozen=True, slots=True)
class CannotIssue(Modifier):
    """This character cannot issue challenges."""

    question: ClassVar[Question] = Question.MAY_CHALLENGE
    says: ClassVar[str] = "this character cannot issue challenges"

    def is_self_only(self) -> bool:
        return True

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return 0 if subject == play.card else value


@dataclass(frozen=True, slots=True)
class DrawsChallenges(Modifier):
    """While this character is en garde, opposing characters can challenge nobody else."""

    question: ClassVar[Question] = Question.MAY_CHALLENGE
    says: ClassVar[str] = "while this character is en garde, challenges issued by opposing characters must target it"

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        state, card = play.state, play.card
        if state.engaged[card] or state.place[card] >= HOME or not OPPOSING.matches(play, subject):
            return value
        return value if other == card else 0


@dataclass(frozen=True, slots=True)
class ThoughEngaged(Modifier):
    """This character may do something even while engaged, as often as the ability's limit allows."""

    about: Question
    #: What it may do; empty where another part already says it.
    deed: str = ""

    def modifies(self) -> Question:
        return self.about

    def is_self_only(self) -> bool:
        return True

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        mark = (play.card, play.scene.ability, NONE)
        return 1 if subject == play.card and mark not in play.state.used else value

    def words(self, speech: Speech) -> str:
        return f"this character may {self.deed} even while engaged" if self.deed else ""


@dataclass(frozen=True, slots=True)
class OnlyLeadersRefuse(Modifier):
    """A challenge that only Leaders can refuse."""

    question: ClassVar[Question] = Question.MAY_REFUSE
    says: ClassVar[str] = "only Leaders can refuse that challenge"

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return value if has_trait(play.state, subject, "Leader") else 0


@dataclass(frozen=True, slots=True)
class OnlyWhoBroughtRenown(Modifier):
    """Only players who brought Renown to a location this Day can intervene there."""

    place: Place
    question: ClassVar[Question] = Question.MAY_INTERVENE
    says: ClassVar[str] = (
        "a player who has not added or moved Renown to {place} this Day cannot intervene in challenges at {place}"
    )

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        state = play.state
        if state.place[subject] != self.place.number:
            return value
        brought = any(
            each.moment in (Moment.RENOWN_ADDED, Moment.RENOWN_MOVED)
            and each.place == self.place.number
            and each.by.player == state.control[subject]
            for each in state.log[state.dawn :]
        )
        return value if brought else 0


@dataclass(frozen=True, slots=True)
class StaysThisDusk(Modifier):
    """The chosen character does not move Home this Dusk."""

    who: Noun
    question: ClassVar[Question] = Question.GOES_HOME
    says: ClassVar[str] = "{who} does not move Home this Dusk"

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return 0 if subject in self.who.find(play) else value


@dataclass(frozen=True, slots=True)
class Gives(Modifier):
    """The bearer has an ability: the one with that number on the same card."""

    who: Noun
    grants: int
    question: ClassVar[Question] = Question.GRANTS

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return 1 if subject in self.who.find(play) else value

    def words(self, speech: Speech) -> str:
        return f'has "{speech.granted}"'
