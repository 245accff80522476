"""Everything the schema allows, and much that it does not, sent to the API: it answers as described, never breaks."""

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, assume, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from fivesails_site.accounts import tokens
from rules.jobs.run import dispatch
from rules.jobs.run.services import Side, SimulationOptions, ask
from tests.decks.api_calls import make_deck, make_user
from web.ownership import Visitor
from web.rate_limits import AddressThrottle, Limit, WorkThrottle, WriteThrottle

#: A query is any text to the schema, but not every text is a query: 400 is then the right answer to valid data.
NOT_MEANT = [positive_data_acceptance]

#: Without a server in between nobody unpacks what was compressed.
AS_IT_IS = {"Accept-Encoding": "identity"}

SCHEMA = schemathesis.openapi.from_wsgi("/api/v1/schema/", get_wsgi_application())
CALLS = [found.ok() for found in SCHEMA.get_all_operations()]
#: Only these can be sent something that the schema forbids: the others take no values, or any.
PARAMETERED = [call for call in CALLS if call.query or call.body]
BOUNDS = settings(
    # Making a request to a schema takes longer than answering it: pages and parsers bear most of `make fuzz`.
    max_examples=min(settings.default.max_examples // 2, 300),
    deadline=None,
    database=None,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)

pytestmark = pytest.mark.fuzz


@pytest.fixture(autouse=True)
def _no_bounds(db, monkeypatch):
    """The limits are ones this very test would run into; and a request's end must not end the test's transaction."""
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    for throttle in (AddressThrottle, WorkThrottle, WriteThrottle):
        monkeypatch.setattr(throttle, "limit", Limit("test", "calls", 1_000_000, 60))
    monkeypatch.setattr("web.rate_limits.attempt", lambda *_: None)
    cache.clear()
    yield
    cache.clear()
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)


def test_every_call_is_sent_something():
    """All but the schema itself, which is where they are read from."""
    assert {call.path for call in CALLS} == set(SCHEMA.raw_schema["paths"]) - {"/api/v1/schema/"}
    assert {call.label for call in PARAMETERED} >= {"GET /api/v1/cards/", "PUT /api/v1/decks/{deck_id}/"}


@pytest.mark.parametrize(
    ("call", "mode"),
    [*((call, GenerationMode.POSITIVE) for call in CALLS), *((call, GenerationMode.NEGATIVE) for call in PARAMETERED)],
    ids=lambda value: getattr(value, "label", value),
)
def test_the_api_answers_as_described(call, mode, count):
    @BOUNDS
    @given(case=call.as_strategy(generation_mode=mode))
    def answers_as_described(case):
        count()
        # That is the address of another call.
        assume(case.path_parameters.get("code") != "all")
        case.call_and_validate(headers=AS_IT_IS, excluded_checks=NOT_MEANT)

    answers_as_described()


#: What somebody who is signed in may reach beyond the others.
GUARDED = [call for call in CALLS if "deck" in call.path or "simulation" in call.path]


@pytest.mark.parametrize("role", ["owner", "other", "staff"])
@pytest.mark.parametrize("call", GUARDED, ids=lambda call: call.label)
def test_the_api_answers_its_own_users_as_described(call, role, count, monkeypatch):
    """With a token, and with things that are there: what nobody may do is otherwise all that would be tried.

    What the owner has in private, the others are told nothing of, whatever they send.
    """
    monkeypatch.setattr(dispatch, "send", lambda run, indices: True)
    owner = make_user("owner")
    user = owner if role == "owner" else make_user(role, is_staff=role == "staff", is_superuser=role == "staff")
    _, secret = tokens.issue(user, "fuzz")
    own = make_deck(owner, name="Nobody's business")
    asked = ask(Visitor(owner), "", Side(own.head.decklist, own.name, own.head), options=SimulationOptions(games=1))

    @settings(BOUNDS, max_examples=BOUNDS.max_examples if role == "owner" else max(10, BOUNDS.max_examples // 6))
    @given(case=call.as_strategy(generation_mode=GenerationMode.POSITIVE))
    def answers_as_described(case):
        count()
        if "deck_id" in case.path_parameters:
            case.path_parameters["deck_id"] = own.pk
        if "simulation_id" in case.path_parameters:
            case.path_parameters["simulation_id"] = asked.pk
        # What was deleted or changed is there again for the next.
        with transaction.atomic():
            response = case.call_and_validate(
                headers={**AS_IT_IS, "Authorization": f"Bearer {secret}"}, excluded_checks=[*NOT_MEANT, ignored_auth]
            )
            transaction.set_rollback(True)
        if role != "owner" and "deck_id" in case.path_parameters:
            assert response.status_code >= 400
            assert "Nobody's business" not in response.text

    answers_as_described()
