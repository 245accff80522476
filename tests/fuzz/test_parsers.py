"""Every parser and codec, fed with texts that look almost right: an answer or a refusal in words, nothing else."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nh3
import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, QueryDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.query import QueryError
from cards.search import current_snapshot
from cards.store import current_catalogue
from decks.builder.pool import Search
from decks.decklist import Decklist
from decks.exchange import KINDS, DeckExportError, DeckImportError, NamedDeck, parse, render
from decks.lists.edits import Edit, EditError
from decks.markdown import render_markdown
from decks.pages.comparison import find_side
from decks.query import parse_deck_sort, search_decks
from decks.services import DeckError, normalise
from fivesails_site import addresses
from fivesails_site.accounts import mail_links, names, tokens
from fivesails_site.environment import VARIABLES, Environment
from fivesails_site.logs import redact
from rules.games.duels.form import Parser, Typed
from rules.games.pages.duels import _leaders, _starters
from rules.games.replays.replay import UnplayableRecord, read_record
from rules.hands import read_list, write_list
from rules.hands.notation import read_actions, write_actions
from rules.jobs.run.questions import QuestionError, SimulationOptions, parse_question
from rules.pages.odds.form import State
from rules.random_streams import MASK, seed_from_text
from tests.decks.factories import CASTILLE
from tests.fuzz.hostile import small, text
from web.ownership import Visitor

pytestmark = [pytest.mark.fuzz, pytest.mark.django_db]

#: Parsers are quick, so that `make fuzz` may try more of each than of whole requests.
MANY = settings(
    max_examples=max(40, settings.default.max_examples * 3 if settings.default.max_examples > 500 else 40),
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)

Count = Callable[[], None]


def refuses(act: Callable[[], Any], *faults: type[Exception]) -> Any:
    """What an action gives; nothing where it refuses in words."""
    try:
        return act()
    except faults as fault:
        assert str(fault), f"{type(fault).__name__} says nothing"
        return None


def test_queries_of_cards(count: Count) -> None:
    engine = current_snapshot().engine

    @MANY
    @given(text)
    def tried(words: str) -> None:
        count()
        found = engine.search(words)
        assert found.valid or all(fault.message for fault in found.faults)

    tried()


def test_queries_of_decks(count: Count) -> None:
    @MANY
    @given(text)
    def tried(words: str) -> None:
        count()
        found = search_decks(words)
        assert found.faults or len(found.queryset[:3]) >= 0
        refuses(lambda: parse_deck_sort(words), QueryError)

    tried()


@pytest.mark.parametrize("kind", ["auto", *KINDS])
def test_lists(kind: str, count: Count) -> None:
    catalogue = current_catalogue()

    @MANY
    @given(text)
    def tried(words: str) -> None:
        count()
        parsed = refuses(lambda: parse(words, catalogue, kind=kind), DeckImportError)
        if not parsed or not parsed.decks:
            return
        deck = parsed.decks[0]
        # What was read can be judged and, if all its cards are known, written and read again.
        if refuses(lambda: normalise(deck.decklist, catalogue), DeckError) is not None:
            written = refuses(lambda: render(NamedDeck(deck.name, deck.decklist), "json", catalogue), DeckExportError)
            if written is not None:
                again = parse(written.content.decode(), catalogue, kind="json")
                assert again.decks[0].decklist == deck.decklist

    tried()


def test_lists_in_links(count: Count) -> None:
    @MANY
    @given(
        st.one_of(
            text, st.from_regex(r"(0[0-9]{4})?\.(0[0-9]{4}(-0[0-9]{4})*)?\.(0[0-9]{4}(~[0-9]{1,3})?)?", fullmatch=True)
        )
    )
    def tried(words: str) -> None:
        count()
        found = refuses(lambda: read_list(words), ValueError)
        assert found is None or read_list(write_list(found)) == found

    tried()


def test_games_in_links(count: Count) -> None:
    @MANY
    @given(st.one_of(text, st.from_regex(r"([a-z][0-9]{1,5}(-|~|\.)?){0,9}", fullmatch=True)))
    def tried(words: str) -> None:
        count()
        found = refuses(lambda: read_actions(words), ValueError)
        assert found is None or read_actions(write_actions(found)) == found

    tried()


def test_seeds(count: Count) -> None:
    @MANY
    @given(st.one_of(text, st.integers().map(str)))
    def tried(words: str) -> None:
        count()
        found = refuses(lambda: seed_from_text(words), ValueError)
        assert found is None or 0 <= found <= MASK

    tried()


def test_records_of_games(count: Count) -> None:
    good = (Path(__file__).parent.parent / "rules/five_sails/games/2023-0-1-1.txt").read_text()
    spoilt = st.tuples(st.integers(0, len(good)), small, st.integers(0, 9)).map(
        lambda at: good[: at[0]] + at[1] + good[at[0] + at[2] :]
    )

    @MANY
    @given(st.one_of(text, spoilt))
    def tried(words: str) -> None:
        count()
        refuses(lambda: read_record(words), UnplayableRecord)

    tried()


def test_words_about_decks(count: Count) -> None:
    bad = re.compile(
        r"<(?!/?(?:p|br|hr|strong|em|s|a|ul|ol|li|blockquote|code|pre|h[3-6]|table|thead|tbody|tr|th|td)[ />])",
        re.IGNORECASE,
    )

    @MANY
    @given(text)
    def tried(words: str) -> None:
        count()
        html = render_markdown.__wrapped__(words, current_catalogue())
        assert not bad.search(html)
        assert "javascript:" not in "".join(re.findall(r'href="([^"]*)"', html)).lower()
        # Clean is clean: cleaning it again changes nothing.
        again = nh3.clean(
            html,
            tags=set(re.findall(r"<([a-z0-9]+)", html)),
            attributes={"a": {"href", "title"}, "ol": {"start"}},
            link_rel="nofollow ugc noopener noreferrer",
        )
        assert again == html

    tried()


def test_names_of_decks_in_addresses(count: Count) -> None:
    @MANY
    @given(text)
    def tried(words: str) -> None:
        count()
        refuses(lambda: find_side(Visitor(), words), Http404, DeckError)
        refuses(lambda: Edit.parse(words), EditError)

    tried()


def test_names_and_secrets(count: Count) -> None:
    user = User.objects.create_user("fuzzer", password="x")

    @MANY
    @given(text)
    def tried(words: str) -> None:
        count()
        assert mail_links.unseal(user, words) is None
        assert tokens.authenticate(words) is None
        names.problem(words)
        assert redact(redact(words)) == redact(words)

    tried()


def test_questions_of_odds_duels_and_the_builder(count: Count) -> None:
    starters, catalogue = _starters(), current_catalogue()
    leaders = _leaders(catalogue, starters)
    fields = st.sampled_from(
        [
            "q",
            "q1",
            "n1",
            "m1",
            "q2",
            "day",
            "draws",
            "v",
            "s1",
            "mode",
            "a",
            "b",
            "a_hand",
            "b_gear1",
            "a_dealt",
            "a_deck",
            "a_by",
            "seed",
            "stat",
            "first",
            "duels",
            "moves",
            "view",
            "page",
            "all",
        ]
    )

    @MANY
    @given(st.dictionaries(fields, small, max_size=8))
    def tried(sent: dict[str, str]) -> None:
        count()
        query = QueryDict(mutable=True)
        query.update(sent)
        refuses(lambda: State.of(query), DeckError)
        refuses(lambda: Search.of(query), DeckError)
        parser = Parser(catalogue, starters)
        parser.parse(Typed.of(query.dict(), starters, leaders))
        assert all(parser.faults.values())

    tried()


def test_questions_of_simulations(count: Count) -> None:
    catalogue = current_catalogue()
    anything = st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), small),
        lambda inner: st.lists(inner, max_size=3),
        max_leaves=4,
    )
    policy = st.one_of(anything, st.dictionaries(st.one_of(st.just("base"), small), anything, max_size=4))

    @MANY
    @given(
        st.fixed_dictionaries(
            {},
            optional={
                "games": anything,
                "seed": anything,
                "days": anything,
                "policy": policy,
                "city": st.one_of(st.none(), small),
            },
        )
    )
    def tried(asked: dict[str, Any]) -> None:
        count()
        options = SimulationOptions(**asked)
        refuses(lambda: parse_question(CASTILLE, None, options, catalogue, 1000), QuestionError)

    tried()


def test_lists_that_cannot_be(count: Count) -> None:
    catalogue = current_catalogue()

    @MANY
    @given(st.one_of(st.none(), small), st.lists(small, max_size=4), st.dictionaries(small, st.integers(), max_size=4))
    def tried(leader: str | None, approach: list[str], faction: dict[str, int]) -> None:
        count()
        refuses(lambda: normalise(Decklist.of(leader, approach, faction), catalogue), DeckError)

    tried()


def test_settings(count: Count, tmp_path: Path) -> None:
    """Whatever the environment says, the site starts or says in one line what is wrong."""
    readers: dict[str, Callable[[Environment, str], Any]] = {
        "text": lambda env, name: env.text(name),
        "flag": lambda env, name: env.flag(name),
        "number": lambda env, name: env.number(name, 1),
        "list": lambda env, name: env.words(name),
        "path": lambda env, name: env.text(name),
        "url": lambda env, name: env.text(name),
    }
    kinds = {variable.name: variable.kind for variable in VARIABLES}
    urls = st.one_of(
        text,
        st.from_regex(
            r"(sqlite|postgres|redis|rediss|unix|smtp|smtps|console|https?):(//)?[\w:@./%?=\[\]-]{0,40}", fullmatch=True
        ),
    )

    @MANY
    @given(st.sampled_from(sorted(kinds)), text, urls)
    def tried(name: str, value: str, url: str) -> None:
        count()
        env = Environment({name: value})
        refuses(lambda: readers[kinds[name]](env, name), ImproperlyConfigured)
        refuses(lambda: Environment({f"FIVESAILS_{value}": "x"}), ImproperlyConfigured)
        refuses(lambda: addresses.database(url, tmp_path), ImproperlyConfigured)
        refuses(lambda: addresses.redis_url(url, tmp_path), ImproperlyConfigured)
        refuses(lambda: addresses.mail(url), ImproperlyConfigured)
        refuses(lambda: addresses.sender(value), ImproperlyConfigured)
        refuses(lambda: addresses.site_url(url, [value]), ImproperlyConfigured)

    tried()
