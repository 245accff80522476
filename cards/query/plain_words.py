"""Plain words that name a type, faction, set or keyword are read as such: "risk castille" finds the Castille risks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from cards.query.entries import searchable
from cards.query.kinds import ChoiceField
from cards.query.predicates import leaf_test
from cards.query.tree import (
    And,
    Bare,
    Choice,
    Node,
    Not,
    Op,
    Or,
    Query,
    Term,
    Text,
    conjunction,
    disjunction,
    negate,
)
from cards.query.vocabulary import Vocabulary, normalise

_JOINING: Final = frozenset({"&", "and"})
#: A value that stands for having none is no name.
_NONE: Final = "none"
_MIN_PLURAL: Final = 4


class PlainWords:
    """Reads the plain words of queries over one catalogue."""

    def __init__(self, vocabulary: Vocabulary, mask: Callable[[Node | None], int]) -> None:
        self._vocabulary: Final = vocabulary
        self._mask: Final = mask
        self._named: Final = _named_values(vocabulary)
        self._longest: Final = max((len(key.split()) for key in self._named), default=0)

    def read(self, query: Query) -> Query:
        """The query with its plain words read as what they name, and plurals as singulars.

        A card with such a word in its name or traits matches, too. If nothing matches that way but the words
        themselves do, they stay words.
        """
        if query.root is None or not query.words:
            return query
        strict = self._rewrite(query.root, strict=True)
        root = self._rewrite(query.root, strict=False)
        if root != strict and self._mask(root) == self._mask(strict):
            root = strict
        named = _count_terms(root) > _count_terms(query.root)
        if named and not self._mask(root) and self._mask(query.root):
            return query
        return replace(query, root=root, reads_words=named)

    def _rewrite(self, node: Node, *, strict: bool) -> Node:
        match node:
            case Not(part):
                return negate(self._rewrite(part, strict=strict), node.span)
            case Or(parts):
                return disjunction(tuple(self._rewrite(part, strict=strict) for part in parts), node.span)
            case And(parts):
                return conjunction(tuple(self._read_parts(parts, strict=strict)), node.span)
            case Bare():
                (read,) = self._read_parts((node,), strict=strict)
                return read
            case _:
                return node

    def _read_parts(self, parts: tuple[Node, ...], *, strict: bool) -> Iterator[Node]:
        """Each condition, with the longest runs of words that name something as one."""
        at = 0
        while at < len(parts):
            run = _words_at(parts, at, self._longest)
            for length in range(len(run), 0, -1):
                read = self._read_run(run[:length], strict=strict)
                if read is not None:
                    yield read
                    at += length
                    break
            else:
                part = parts[at]
                yield self._singular(part) if isinstance(part, Bare) else self._rewrite(part, strict=strict)
                at += 1

    def _read_run(self, run: tuple[Bare, ...], *, strict: bool) -> Node | None:
        if not run[-1].plain:
            return None
        text = " ".join(word.value.text for word in run)
        found = next((self._named[key] for key in _spellings(_key(text)) if key in self._named), None)
        if found is None:
            return None
        span = run[0].span[0], run[-1].span[1]
        term = replace(found, span=span)
        if strict:
            return term
        return disjunction((term, *(replace(each, span=span) for each in self._elsewhere(term, text))), span)

    def _elsewhere(self, term: Term, text: str) -> Iterator[Term]:
        """Conditions for the cards with the words in their name or traits that the term does not find."""
        holds = leaf_test(term)
        words = f" {searchable(text)} "
        others = [entry for entry in self._vocabulary.entries if not holds(entry)]
        if any(words in f" {name} " for entry in others for name in entry.names):
            yield Term("name", Op.HAS, (Text(text),))
        if any(words.strip() in entry.traits for entry in others):
            yield Term("trait", Op.EQ, (Text(self._vocabulary.terms("trait")[words.strip()]),))

    def _singular(self, word: Bare) -> Node:
        """The word in the singular, if cards have it, and in the plural where the singular is no part of that."""
        plural = searchable(word.value.text) if word.plain else ""
        singular = next((each for each in _singulars(plural) if each in self._vocabulary.words), None)
        if singular is None:
            return word
        found = self._singular(replace(word, value=Text(singular)))
        return found if singular in plural else disjunction((found, replace(word, plain=False)), word.span)


def _named_values(vocabulary: Vocabulary) -> Mapping[str, Term]:
    """What plain words can name; of equal names the first counts."""
    named: dict[str, Term] = {}
    for name in vocabulary.table.plain:
        if isinstance(vocabulary.table.by_name[name], ChoiceField):
            named = _choices(vocabulary, name) | named
        else:
            named = {_key(term): Term(name, Op.EQ, (Text(term),)) for term in vocabulary.terms(name).values()} | named
    return named


def _choices(vocabulary: Vocabulary, field: str) -> dict[str, Term]:
    """A field's values by name and code; "character" means those of the City, too."""
    options = [option for option in vocabulary.choices(field).options if option.code != _NONE]
    labels = {option.code: _key(option.label) for option in options}
    named: dict[str, Term] = {}
    for option in options:
        ending = f" {labels[option.code]}"
        codes = (option.code, *(code for code, label in labels.items() if label.endswith(ending)))
        term = Term(field, Op.HAS, tuple(map(Choice, codes)))
        named |= {labels[option.code]: term, _key(option.code): term}
    return named


def _words_at(parts: tuple[Node, ...], at: int, longest: int) -> tuple[Bare, ...]:
    """The plain words that follow each other here; signs that join them may stand between."""
    run: list[Bare] = []
    named = 0
    for part in parts[at:]:
        joins = isinstance(part, Bare) and part.value.text in _JOINING
        if not (isinstance(part, Bare) and (part.plain or (run and joins))) or named == longest:
            break
        run.append(part)
        named += not joins
    return tuple(run)


def _count_terms(node: Node) -> int:
    match node:
        case Not(part):
            return _count_terms(part)
        case And(parts) | Or(parts):
            return sum(map(_count_terms, parts))
        case _:
            return isinstance(node, Term)


def _key(text: str) -> str:
    return " ".join(word for word in normalise(text).split() if word not in _JOINING)


def _spellings(key: str) -> Iterator[str]:
    yield key
    yield from _singulars(key)


def _singulars(word: str) -> Iterator[str]:
    """What the word may be the plural of."""
    if len(word) < _MIN_PLURAL or not word.endswith("s") or word.endswith("ss"):
        return
    yield word[:-1]
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("ies"):
        yield f"{word[:-3]}y"
