"""Did you mean: another query for one that finds nothing because a word in it looks mistyped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from cards.query.entries import searchable
from cards.query.predicates import leaf_test
from cards.query.tree import And, Bare, Leaf, Node, Not, Or, Query, Term, Text, write, write_value
from cards.query.vocabulary import Vocabulary, nearest

#: Guessing is bounded: a query with more wrong words than this was not mistyped.
MAX_GUESSES: Final = 4


def corrected(query: Query, vocabulary: Vocabulary, finds: Callable[[str], bool]) -> str | None:
    """The query with its mistyped words put right, if that finds anything."""
    guesses: list[tuple[Leaf, str]] = []
    for leaf in _positive(query.root):
        if len(guesses) == MAX_GUESSES:
            break
        if not _is_words(leaf) or any(map(leaf_test(leaf), vocabulary.entries)):
            continue
        guess = _guess(leaf, vocabulary)
        if guess is not None:
            guesses.append((leaf, guess))
    text = query.text
    for leaf, guess in sorted(guesses, key=lambda each: each[0].span, reverse=True):
        start, end = leaf.span
        text = text[:start] + guess + text[end:]
    return text if guesses and finds(text) else None


def _positive(node: Node | None) -> Iterator[Leaf]:
    """The conditions that want something found; what is excluded cannot be why nothing is."""
    match node:
        case None | Not():
            return
        case And(parts) | Or(parts):
            for part in parts:
                yield from _positive(part)
        case _:
            yield node


def _is_words(leaf: Leaf) -> bool:
    match leaf:
        case Bare(Text()):
            return True
        case Term("name" | "text" | "artist", _, (Text(),)):
            return True
        case _:
            return False


def _guess(leaf: Leaf, vocabulary: Vocabulary) -> str | None:
    match leaf:
        case Bare(Text(text)):
            better = _better(text, vocabulary.words, vocabulary.names)
            return None if better is None else write_value(Text(better))
        case Term(name, op, (Text(text),)):
            words, wholes = {
                "name": (vocabulary.name_words, vocabulary.names),
                "artist": (vocabulary.artist_words, vocabulary.artists),
            }.get(name, (vocabulary.words, {}))
            better = _better(text, words, wholes)
            return None if better is None else write(Term(name, op, (Text(better),)))
        case _:
            return None


def _better(text: str, words: Mapping[str, str], wholes: Mapping[str, str]) -> str | None:
    """One word is compared with words, a phrase with whole names and then word by word."""
    parts = searchable(text).split()
    if len(parts) == 1:
        return nearest(text, words)
    whole = nearest(text, wholes)
    if whole is not None:
        return whole
    guesses = [nearest(part, words) for part in parts]
    return None if None in guesses else " ".join(guess for guess in guesses if guess)
