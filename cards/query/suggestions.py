"""Did you mean: a closest query when one has no matches because a word in it looks mistyped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from cards.query.entries import searchable
from cards.query.predicates import leaf_test
from cards.query.tree import And, Bare, Leaf, Node, Not, Or, Query, Term, Text, write, write_value
from cards.query.vocabulary import Vocabulary, nearest

#: A query with more wrong words than this was not mistyped.
MAX_GUESSES: Final = 4


def did_you_mean(query: Query, vocabulary: Vocabulary, has_matches: Callable[[str], bool]) -> str | None:
    """The query with its mistyped words corrected, if that has any matches."""
    guesses: list[tuple[Leaf, str]] = []
    for leaf in _positive_leaves(query.root):
        if len(guesses) == MAX_GUESSES:
            break
        if not _is_words(leaf) or any(map(leaf_test(leaf), vocabulary.entries)):
            continue
        guess = _guess(leaf, vocabulary)
        if guess is not None:
            guesses.append((leaf, guess))
    text = query.text
    for leaf, guess in sorted(guesses, key=lambda guess: guess[0].span, reverse=True):
        start, end = leaf.span
        text = text[:start] + guess + text[end:]
    return text if guesses and has_matches(text) else None


def _positive_leaves(node: Node | None) -> Iterator[Leaf]:
    """The leaves that require a match; an exclusion cannot be why nothing is found."""
    match node:
        case None | Not():
            return
        case And(parts) | Or(parts):
            for part in parts:
                yield from _positive_leaves(part)
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
            closest = _closest(text, vocabulary.words, vocabulary.names)
            return None if closest is None else write_value(Text(closest))
        case Term(name, op, (Text(text),)):
            words, phrases = {
                "name": (vocabulary.name_words, vocabulary.names),
                "artist": (vocabulary.artist_words, vocabulary.artists),
            }.get(name, (vocabulary.words, {}))
            closest = _closest(text, words, phrases)
            return None if closest is None else write(Term(name, op, (Text(closest),)))
        case _:
            return None


def _closest(text: str, words: Mapping[str, str], phrases: Mapping[str, str]) -> str | None:
    """One word is compared with words, a phrase with whole names and then word by word."""
    parts = searchable(text).split()
    if len(parts) == 1:
        return nearest(text, words)
    phrase = nearest(text, phrases)
    if phrase is not None:
        return phrase
    guesses = [nearest(part, words) for part in parts]
    return None if None in guesses else " ".join(guess for guess in guesses if guess)
