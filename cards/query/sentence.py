"""Says a query as a plain English sentence, so that nobody has to guess how it was understood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cards.catalogue.stats import Mark, stat_words
from cards.query.entries import searchable
from cards.query.fields import BY_NAME, article
from cards.query.kinds import AnyField, ChoiceField, NumberField, Says, TextField, WordsField
from cards.query.tree import (
    MIRRORED,
    Absent,
    Amount,
    And,
    Bare,
    Choice,
    Compare,
    Leaf,
    Node,
    Not,
    Op,
    Or,
    Pattern,
    Query,
    SortKey,
    Sum,
    Term,
    Text,
    Value,
    every,
    negated,
    some,
)
from cards.query.vocabulary import Vocabulary

_ORDER_WORDS: Final = {Op.LT: "less than", Op.LE: "at most", Op.GT: "more than", Op.GE: "at least"}
_AUXILIARIES: Final = frozenset({"are", "may", "were"})
#: Qualities that can stand for "cards" where nothing else names them.
_NOUNS: Final = {"leader": "leaders", "brute": "Brutes", "mercenary": "Mercenaries"}


@dataclass(frozen=True, slots=True)
class Phrase:
    """What is said of things after "that": an auxiliary verb, if any, and the rest."""

    rest: str
    verb: str = ""
    flipped: bool = False

    @classmethod
    def of(cls, said: str) -> Phrase:
        """Read a phrase off its positive form."""
        verb, _, rest = said.partition(" ")
        return cls(rest, verb) if verb in _AUXILIARIES else cls(said)

    def said(self, *, positive: bool) -> str:
        """The phrase, or its opposite."""
        positive = positive != self.flipped
        if self.verb:
            return f"{self.verb} {self.rest}" if positive else f"{self.verb} not {self.rest}"
        return self.rest if positive else f"do not {self.rest}"


def sentence(query: Query, vocabulary: Vocabulary) -> str:
    """The whole query in words, without a full stop."""
    return CardSpeaker(vocabulary).sentence(query)


def _pushed(node: Node, *, positive: bool = True) -> Node:
    """The same condition with every negation at a leaf, where English can say it."""
    match node:
        case Not(part):
            return _pushed(part, positive=not positive)
        case And(parts) | Or(parts):
            pushed = tuple(_pushed(part, positive=positive) for part in parts)
            return every(pushed) if isinstance(node, And) == positive else some(pushed)
        case _:
            return node if positive else negated(node)


class Speaker:
    """Says conditions on anything; what is asked of cards and decks alone is said by those who know them."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary: Final = vocabulary

    def sentence(self, query: Query) -> str:
        """The whole query in words, without a full stop."""
        noun = self.vocabulary.table.noun
        said = f"all {noun}s" if query.root is None else self._things(_pushed(query.root))
        said += self.sorted_by(query.sort)
        return said[:1].upper() + said[1:]

    def _things(self, node: Node) -> str:
        """A noun phrase for what a condition matches."""
        if isinstance(node, Or):
            return ", or ".join(self._things(part) for part in node.parts)
        rest = list(node.parts if isinstance(node, And) else (node,))
        said = self.noun_phrase(rest)
        return f"{said} that {self._clauses(rest)}" if rest else said

    def noun_phrase(self, rest: list[Node]) -> str:
        """Name what is looked for; the conditions that the name says are taken out of ``rest``."""
        return f"{self.vocabulary.table.noun}s"

    def sorted_by(self, keys: tuple[SortKey, ...]) -> str:
        """The order asked for."""
        raise NotImplementedError

    def taken(self, rest: list[Node], field: str) -> str:
        """The words of the first plain condition on a field, which is then said and gone."""
        for part in rest:
            match part:
                case Term(name, Op.HAS, values) if name == field:
                    rest.remove(part)
                    return self.choices(field, values)
        return ""

    def adjectives(self, rest: list[Node]) -> list[str]:
        """The qualities that stand before the noun, which are then said and gone."""
        said = []
        for part in tuple(rest):
            match part:
                case Term("is", Op.HAS, (Choice(code),)):
                    said.append(self.vocabulary.option("is", code).words)
                case Not(Term("is", Op.HAS, (Choice(code),))) | Term("is", Op.NE, (Choice(code),)):
                    said.append(f"non-{self.vocabulary.option('is', code).words}")
                case _:
                    continue
            rest.remove(part)
        return said

    # Clauses

    def _clauses(self, parts: Iterable[Node]) -> str:
        """Conditions that all hold, after "that"; alternatives last, where they cannot swallow the others."""
        parts = list(parts)
        plain, choices = [], []
        for part in self._mentions(parts):
            if isinstance(part, str):
                plain.append(part)
            elif isinstance(part, Or):
                choices.append("either " + self._inner(part))
            else:
                said, word = self._leaf(part)
                if word == "or":
                    choices.append(f"either {said}")
                else:
                    plain.append(said)
        if not choices:
            return listed(plain, "and")
        if len(plain) + len(choices) <= 2 and plain:
            return f"{plain[0]} and {choices[0]}"
        return ", and ".join(([listed(plain, "and")] if plain else []) + choices)

    def _mentions(self, parts: list[Node]) -> list[Node | str]:
        """Words without a field are said in one breath, where the first of them stands."""
        words = [part for part in parts if isinstance(part, Bare)]
        if not words:
            return list(parts)
        said = f"mention {listed([_shown(word.value) for word in words], 'and')}"
        return [said if part is words[0] else part for part in parts if part is words[0] or not isinstance(part, Bare)]

    def _inner(self, node: And | Or) -> str:
        """Conditions inside others: groups in parentheses, as nothing else stays clear."""
        word = "and" if isinstance(node, And) else "or"
        said = []
        for part in node.parts:
            if isinstance(part, And | Or):
                said.append(f"({self._inner(part)})")
            else:
                text, joined = self._leaf(part)
                said.append(text if joined in ("", word) else f"({text})")
        return listed(said, word)

    def _leaf(self, node: Node) -> tuple[str, str]:
        """One condition in words, and the word that joins them if it takes several."""
        positive = not isinstance(node, Not)
        leaf = node.part if isinstance(node, Not) else node
        if isinstance(leaf, And | Or | Not):
            raise TypeError("negations stand at leaves")
        phrases = self._phrases(leaf)
        if len(phrases) == 1:
            return phrases[0].said(positive=positive), ""
        word = "or" if positive else "and"
        return listed([phrase.said(positive=positive) for phrase in phrases], word), word

    def _phrases(self, leaf: Leaf) -> list[Phrase]:
        """What a leaf says; several phrases are alternatives."""
        match leaf:
            case Bare(value):
                return [Phrase(f"mention {_shown(value)}")]
            case Compare():
                return [_comparison(leaf)]
            case Term(name):
                return self.phrases(self.vocabulary.table.by_name[name], leaf)

    def phrases(self, field: AnyField, term: Term) -> list[Phrase]:
        """What a field's condition says; several phrases are alternatives."""
        match field:
            case NumberField():
                return _number(field, term)
            case ChoiceField():
                return [saying(field.says, term.op, self.choices(field.name, term.values))]
            case WordsField():
                words = listed([self._term(field, term.op, value) for value in term.values], "or")
                return [saying(field.says, term.op, words)]
            case TextField():
                return [saying(field.says, term.op, listed([_shown(value) for value in term.values], "or"))]
            case _:
                raise TypeError(f"{field.name} is not said here")

    def choices(self, field: str, values: Iterable[Value]) -> str:
        """Values of a field with fixed values, as sentences say them."""
        return listed([self.vocabulary.option(field, v.code).words for v in values if isinstance(v, Choice)], "or")

    def _term(self, field: WordsField, op: Op, value: Value) -> str:
        if not isinstance(value, Text):
            return _shown(value)
        printed = self.vocabulary.terms(field.name).get(searchable(value.text))
        if printed is not None:
            return printed
        return _shown(value) if op is Op.EQ else _shown(Text(f"{value.text}…"))


class CardSpeaker(Speaker):
    """Says what is asked of cards."""

    def noun_phrase(self, rest: list[Node]) -> str:
        """By type, quality, faction, set and format."""
        noun = self.taken(rest, "type") or _noun(rest)
        faction = self.taken(rest, "faction")
        posts = [f"from {words}" for words in [self.taken(rest, "set")] if words]
        posts += [f"legal in {words}" for words in [self.taken(rest, "legal")] if words]
        return " ".join(word for word in (*self.adjectives(rest), faction, noun, *posts) if word)

    def sorted_by(self, keys: tuple[SortKey, ...]) -> str:
        """By the fields' names."""
        said = []
        for key in keys:
            field = BY_NAME[key.field]
            turned = {NumberField: "highest first", TextField: "from Z to A"}.get(type(field), "in reverse")
            said.append(f"{field.noun} ({turned})" if key.descending else field.noun)
        return f", sorted by {', then by '.join(said)}" if said else ""


def _noun(rest: list[Node]) -> str:
    """The quality that names the cards, which is then said and gone."""
    for part in rest:
        match part:
            case Term("is", Op.HAS, (Choice(code),)) if code in _NOUNS:
                rest.remove(part)
                return _NOUNS[code]
    return "cards"


def saying(says: Says, op: Op, words: str) -> Phrase:
    """A field's own words for a condition, with its values put in."""
    if op is Op.NE and says.other:
        return Phrase.of(says.other.format(words))
    if op is Op.EQ and says.equals:
        return Phrase.of(says.equals.format(words))
    return replace(Phrase.of(says.has.format(words)), flipped=op is Op.NE)


def _number(field: NumberField, term: Term) -> list[Phrase]:
    amounts = [value for value in term.values if isinstance(value, int | Mark | Absent)]
    a_number = article(field.noun)
    costs = "cost" if field.name == "cost" else f"have {a_number} of"
    if term.op in _ORDER_WORDS:
        return [Phrase(f"{costs} {_ORDER_WORDS[term.op]} {_amount(amounts[0])}")]
    if term.op is Op.NE:
        others = listed([_amount(amount) for amount in amounts if amount is not Absent.NONE], "or")
        return [Phrase(f"have {a_number} other than {others}" if others else f"have {a_number}")]
    phrases = []
    numbers = [_amount(amount) for amount in amounts if isinstance(amount, int)]
    if numbers:
        phrases.append(Phrase(f"{costs} {listed(numbers, 'or')}"))
    if Mark.DASH in amounts:
        phrases.append(Phrase(f"have a dash for {field.noun}"))
    if Mark.UNKNOWN in amounts:
        phrases.append(Phrase(f"have an unknown {field.noun}"))
    if Absent.NONE in amounts:
        phrases.append(Phrase(f"have {a_number}", flipped=True))
    return phrases


def _amount(amount: Amount) -> str:
    if isinstance(amount, int):
        return stat_words(amount)
    return "a dash" if amount is Mark.DASH else "unknown"


def _comparison(node: Compare) -> Phrase:
    if not node.left.fields:
        node = Compare(node.right, MIRRORED.get(node.op, node.op), node.left)
    left, right = _sum(node.left), _sum(node.right)
    if not node.right.fields:
        words = {**_ORDER_WORDS, Op.NE: "other than"}.get(node.op, "exactly")
        return Phrase(f"have {left} of {words} {right}")
    match node.op:
        case Op.LT | Op.GT:
            return Phrase(f"have {'more' if node.op is Op.GT else 'less'} {left} than {right}")
        case Op.NE:
            return Phrase(f"have {left} other than {right}")
        case Op.LE | Op.GE:
            return Phrase(f"have {_ORDER_WORDS[node.op]} as much {left} as {right}")
        case _:
            return Phrase(f"have as much {left} as {right}")


def _sum(numbers: Sum) -> str:
    said = ""
    for sign, part in numbers.parts:
        word = str(part) if isinstance(part, int) else BY_NAME[part].noun
        joint = "minus" if sign < 0 else "plus"
        said = f"{said} {joint} {word}" if said else word if sign > 0 else f"minus {word}"
    return said


def _shown(value: Value) -> str:
    match value:
        case Text(text):
            return f"“{' '.join(text.split())}”"
        case Pattern(text):
            return f"/{' '.join(text.split())}/"
        case _:
            raise TypeError(f"{value!r} is not text")


def listed(words: Sequence[str], joint: str) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"
