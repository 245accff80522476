"""Says a query as a plain English sentence, so that nobody has to guess how it was understood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cards.catalogue.stats import Mark, stat_words
from cards.query.entries import searchable
from cards.query.fields import BY_NAME, article
from cards.query.kinds import AnyField, ChoiceField, NumberField, TextField, Wording, WordsField
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
    conjunction,
    disjunction,
    negate,
)
from cards.query.vocabulary import Vocabulary

_ORDER_WORDS: Final = {Op.LT: "less than", Op.LE: "at most", Op.GT: "more than", Op.GE: "at least"}
_AUXILIARIES: Final = frozenset({"are", "may", "were"})
#: Qualities that can stand for "cards" where nothing else names them.
_NOUNS: Final = {"leader": "leaders", "brute": "Brutes", "mercenary": "Mercenaries"}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A clause after "that": an auxiliary verb, if any, and the rest."""

    rest: str
    verb: str = ""
    flipped: bool = False

    @classmethod
    def of(cls, text: str) -> Phrase:
        """Split a positive phrase into its parts."""
        verb, _, rest = text.partition(" ")
        return cls(rest, verb) if verb in _AUXILIARIES else cls(text)

    def text(self, *, positive: bool) -> str:
        """The phrase, or its opposite."""
        positive = positive != self.flipped
        if self.verb:
            return f"{self.verb} {self.rest}" if positive else f"{self.verb} not {self.rest}"
        return self.rest if positive else f"do not {self.rest}"


def sentence(query: Query, vocabulary: Vocabulary) -> str:
    """The whole query in words, without a full stop."""
    return CardSpeaker(vocabulary).sentence(query)


def _push_negations(node: Node, *, positive: bool = True) -> Node:
    """The same condition with every negation at a leaf, where English can express it."""
    match node:
        case Not(part):
            return _push_negations(part, positive=not positive)
        case And(parts) | Or(parts):
            pushed = tuple(_push_negations(part, positive=positive) for part in parts)
            return conjunction(pushed) if isinstance(node, And) == positive else disjunction(pushed)
        case _:
            return node if positive else negate(node)


class Speaker:
    """Says conditions in words; the subclasses for cards and decks know their nouns and orders."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary: Final = vocabulary

    def sentence(self, query: Query) -> str:
        """The whole query in words, without a full stop."""
        noun = self.vocabulary.table.noun
        text = f"all {noun}s" if query.root is None else self._subject(_push_negations(query.root))
        text += self.sorted_by(query.sort)
        return text[:1].upper() + text[1:]

    def _subject(self, node: Node) -> str:
        """A noun phrase for what a condition matches."""
        if isinstance(node, Or):
            return ", or ".join(self._subject(part) for part in node.parts)
        rest = list(node.parts if isinstance(node, And) else (node,))
        noun = self.noun_phrase(rest)
        return f"{noun} that {self._clauses(rest)}" if rest else noun

    def noun_phrase(self, rest: list[Node]) -> str:
        """What is searched for; conditions that the noun phrase covers are removed from ``rest``."""
        return f"{self.vocabulary.table.noun}s"

    def sorted_by(self, keys: tuple[SortKey, ...]) -> str:
        """The sort order."""
        raise NotImplementedError

    def take(self, rest: list[Node], field: str) -> str:
        """The words of the first plain condition on a field, which is removed from ``rest``."""
        for part in rest:
            match part:
                case Term(name, Op.HAS, values) if name == field:
                    rest.remove(part)
                    return self.choices(field, values)
        return ""

    def adjectives(self, rest: list[Node]) -> list[str]:
        """The qualities that stand before the noun; they are removed from ``rest``."""
        adjectives = []
        for part in tuple(rest):
            match part:
                case Term("is", Op.HAS, (Choice(code),)):
                    adjectives.append(self.vocabulary.option("is", code).words)
                case Not(Term("is", Op.HAS, (Choice(code),))) | Term("is", Op.NE, (Choice(code),)):
                    adjectives.append(f"non-{self.vocabulary.option('is', code).words}")
                case _:
                    continue
            rest.remove(part)
        return adjectives

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
            return join_words(plain, "and")
        if len(plain) + len(choices) <= 2 and plain:
            return f"{plain[0]} and {choices[0]}"
        return ", and ".join(([join_words(plain, "and")] if plain else []) + choices)

    def _mentions(self, parts: list[Node]) -> list[Node | str]:
        """Words without a field are said in one breath, where the first of them stands."""
        words = [part for part in parts if isinstance(part, Bare)]
        if not words:
            return list(parts)
        said = f"mention {join_words([_quote(word.value) for word in words], 'and')}"
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
        return join_words(said, word)

    def _leaf(self, node: Node) -> tuple[str, str]:
        """One condition in words, and the word that joins them if it takes several."""
        positive = not isinstance(node, Not)
        leaf = node.part if isinstance(node, Not) else node
        if isinstance(leaf, And | Or | Not):
            raise TypeError("negations stand at leaves")
        phrases = self._phrases(leaf)
        if len(phrases) == 1:
            return phrases[0].text(positive=positive), ""
        word = "or" if positive else "and"
        return join_words([phrase.text(positive=positive) for phrase in phrases], word), word

    def _phrases(self, leaf: Leaf) -> list[Phrase]:
        """A leaf in words; several phrases are alternatives."""
        match leaf:
            case Bare(value):
                return [Phrase(f"mention {_quote(value)}")]
            case Compare():
                return [_comparison(leaf)]
            case Term(name):
                return self.phrases(self.vocabulary.table.by_name[name], leaf)

    def phrases(self, field: AnyField, term: Term) -> list[Phrase]:
        """A condition on a field in words; several phrases are alternatives."""
        match field:
            case NumberField():
                return _number(field, term)
            case ChoiceField():
                return [phrase(field.wording, term.op, self.choices(field.name, term.values))]
            case WordsField():
                words = join_words([self._term(field, term.op, value) for value in term.values], "or")
                return [phrase(field.wording, term.op, words)]
            case TextField():
                return [phrase(field.wording, term.op, join_words([_quote(value) for value in term.values], "or"))]
            case _:
                raise TypeError(f"no words for the field {field.name}")

    def choices(self, field: str, values: Iterable[Value]) -> str:
        """Fixed values of a field, in words."""
        return join_words([self.vocabulary.option(field, v.code).words for v in values if isinstance(v, Choice)], "or")

    def _term(self, field: WordsField, op: Op, value: Value) -> str:
        if not isinstance(value, Text):
            return _quote(value)
        printed = self.vocabulary.terms(field.name).get(searchable(value.text))
        if printed is not None:
            return printed
        return _quote(value) if op is Op.EQ else _quote(Text(f"{value.text}…"))


class CardSpeaker(Speaker):
    """Says what is asked of cards."""

    def noun_phrase(self, rest: list[Node]) -> str:
        """By type, quality, faction, set and format."""
        noun = self.take(rest, "type") or _noun(rest)
        faction = self.take(rest, "faction")
        posts = [f"from {words}" for words in [self.take(rest, "set")] if words]
        posts += [f"legal in {words}" for words in [self.take(rest, "legal")] if words]
        return " ".join(word for word in (*self.adjectives(rest), faction, noun, *posts) if word)

    def sorted_by(self, keys: tuple[SortKey, ...]) -> str:
        """By the fields' names."""
        orders = []
        for key in keys:
            field = BY_NAME[key.field]
            direction = {NumberField: "highest first", TextField: "from Z to A"}.get(type(field), "in reverse")
            orders.append(f"{field.noun} ({direction})" if key.descending else field.noun)
        return f", sorted by {', then by '.join(orders)}" if orders else ""


def _noun(rest: list[Node]) -> str:
    """The quality that names the cards; it is removed from ``rest``."""
    for part in rest:
        match part:
            case Term("is", Op.HAS, (Choice(code),)) if code in _NOUNS:
                rest.remove(part)
                return _NOUNS[code]
    return "cards"


def phrase(wording: Wording, op: Op, words: str) -> Phrase:
    """A field's wording of a condition, with its values."""
    if op is Op.NE and wording.other:
        return Phrase.of(wording.other.format(words))
    if op is Op.EQ and wording.equals:
        return Phrase.of(wording.equals.format(words))
    return replace(Phrase.of(wording.has.format(words)), flipped=op is Op.NE)


def _number(field: NumberField, term: Term) -> list[Phrase]:
    amounts = [value for value in term.values if isinstance(value, int | Mark | Absent)]
    a_number = article(field.noun)
    costs = "cost" if field.name == "cost" else f"have {a_number} of"
    if term.op in _ORDER_WORDS:
        return [Phrase(f"{costs} {_ORDER_WORDS[term.op]} {_amount(amounts[0])}")]
    if term.op is Op.NE:
        others = join_words([_amount(amount) for amount in amounts if amount is not Absent.NONE], "or")
        return [Phrase(f"have {a_number} other than {others}" if others else f"have {a_number}")]
    phrases = []
    numbers = [_amount(amount) for amount in amounts if isinstance(amount, int)]
    if numbers:
        phrases.append(Phrase(f"{costs} {join_words(numbers, 'or')}"))
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
    text = ""
    for sign, part in numbers.parts:
        word = str(part) if isinstance(part, int) else BY_NAME[part].noun
        operator = "minus" if sign < 0 else "plus"
        text = f"{text} {operator} {word}" if text else word if sign > 0 else f"minus {word}"
    return text


def _quote(value: Value) -> str:
    match value:
        case Text(text):
            return f"“{' '.join(text.split())}”"
        case Pattern(text):
            return f"/{' '.join(text.split())}/"
        case _:
            raise TypeError(f"{value!r} is not text")


def join_words(words: Sequence[str], conjunction: str) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"
