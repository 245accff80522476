"""Random deck queries that can be read."""

from hypothesis import strategies as st

from cards.catalogue import Catalogue
from tests.decks.query.conftest import CARDS, DESCRIPTIONS, NAMES

WORDS = sorted({word for text in (*NAMES, *DESCRIPTIONS) for word in text.split() if word.isalnum() and len(word) < 9})
PERIODS = ("2025", "2026", "2025-12", "2026-01", "2026-02", "2025-12-31", "2026-01-01", "2027-01-01", "1999-05")
COMPARISONS = (":", "=", "!=", "<", "<=", ">", ">=")


def queries(catalogue: Catalogue) -> st.SearchStrategy[str]:
    """Conditions on every field, joined, grouped and turned round."""
    leaders = [card.code for card in catalogue.leaders]
    names = [f'"{card.full_name}"' for card in catalogue.leaders]
    equality = st.sampled_from((":", "=", "!="))
    comparison = st.sampled_from(COMPARISONS)

    def listed(values):
        return st.lists(st.sampled_from(values), min_size=1, max_size=3).map(",".join)

    def field(name, operator, value):
        return st.tuples(st.just(name), operator, value).map("".join)

    texts = [
        f'"{text}"'.replace("\\", "\\\\") for text in (*NAMES, "100", "%", "_", "épée", "EPEE", "\\", "b c") if text
    ]
    related = ["ada", "Bo-B", "y_d", "castille", "eis", "soline", '"not today"', "the", "zzz"]
    words = st.sampled_from([f'"{word}"' for word in WORDS] + texts + related)
    cards = st.sampled_from([*CARDS, *leaders])
    counted = st.tuples(
        cards, st.sampled_from(("", ">=2", "<2", "=1", ">3", "<=0", "!=2", ">=0", "=99999999999999"))
    ).map("".join)
    leaf = st.one_of(
        words,
        field("leader", equality, listed([*leaders, *names])),
        field("f", equality, listed(["castille", "eisen", "montaigne", "ussura", "vodacce", "neutral", "none"])),
        field("card", st.sampled_from((":", "=")), st.lists(counted, min_size=1, max_size=2).map(",".join)),
        field("card", st.just("!="), cards),
        field("legal", equality, listed(["rulebook-2023", "core-only", "playtest-5.9.4e"])),
        field("by", equality, listed(["ada", "ADA", "bo-b", "cy_d", "five-sails", "nobody", '"a%"'])),
        field("updated", comparison, st.sampled_from(PERIODS)),
        field("updated", equality, listed(PERIODS)),
        field("likes", comparison, st.sampled_from(["0", "1", "2", "40", "-3", "99999999999999999999"])),
        field("likes", equality, listed(["0", "1", "5", "7"])),
        field("name", equality, words),
        field("description", equality, words),
        field("is", equality, st.just("starter")),
    )

    def grown(inner):
        return st.one_of(
            st.tuples(inner, inner).map(lambda pair: f"({pair[0]} {pair[1]})"),
            st.tuples(inner, inner).map(lambda pair: f"({pair[0]} or {pair[1]})"),
            inner.map(lambda part: f"-{part}"),
        )

    return st.recursive(leaf, grown, max_leaves=5)
