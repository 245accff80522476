"""The API's description: complete, true, committed, and written up for people."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from jsonschema import Draft202012Validator

from cards import api_urls
from cards.api.parameters import DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE
from cards.pictures.store import forget_upload_keys
from cards.query import SORTABLE
from web.rate_limits import API_CALLS

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parent.parent.parent
REFERENCE = ROOT / "docs" / "reference"
ROUTES = [str(route.pattern).replace("<str:code>", "{code}") for route in api_urls.urlpatterns]


@pytest.fixture(autouse=True)
def _fresh_uploads():
    forget_upload_keys()


@pytest.fixture(scope="module")
def schema():
    from cards.api.views import schema_content

    return schema_content()


def test_the_committed_document_is_the_present_one(tmp_path):
    """Write it anew with: manage.py spectacular --file docs/reference/openapi.yaml"""
    made = tmp_path / "openapi.yaml"
    call_command("spectacular", file=str(made), validate=True, fail_on_warn=True)
    assert made.read_text(encoding="utf-8") == (REFERENCE / "openapi.yaml").read_text(encoding="utf-8")


def test_it_is_served_as_openapi_3_1(client, schema):
    served = client.get("/api/v1/schema/").json()
    assert served["openapi"] == "3.1.0"
    assert served["paths"].keys() == schema["paths"].keys()


def test_every_call_is_described(schema):
    described = {path.removeprefix("/api/v1/") for path in schema["paths"]}
    assert set(ROUTES) - {"docs/"} <= described
    for path in sorted(f"/api/v1/{route}" for route in set(ROUTES) - {"docs/"}):
        methods = schema["paths"][path]
        assert set(methods) == {"get"}, path
        operation = methods["get"]
        assert operation["summary"]
        assert operation["description"]
        assert {"200", "304", "400", "429"} <= set(operation["responses"]), path


@pytest.mark.parametrize(
    ("path", "called"),
    [
        ("cards/", "cards/?page_size=200"),
        ("cards/{code}/", "cards/01001/"),
        ("cards/all/", "cards/all/"),
        ("search/explain/", "search/explain/?q=cots<3"),
        ("sets/", "sets/"),
        ("factions/", "factions/"),
        ("formats/", "formats/"),
        ("version/", "version/"),
    ],
)
def test_answers_are_what_the_document_says(client, schema, path, called):
    content = schema["paths"][f"/api/v1/{path}"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    validator = Draft202012Validator({**content, "components": schema["components"]})
    answer = client.get(f"/api/v1/{called}").json()
    assert [error.message for error in validator.iter_errors(answer)] == []


@pytest.mark.parametrize("called", ["cards/?q=(", "cards/?page=0", "cards/none/", "cards/?page=999"])
def test_errors_are_what_the_document_says(client, schema, called):
    validator = Draft202012Validator({"$ref": "#/components/schemas/Problem", "components": schema["components"]})
    answer = client.get(f"/api/v1/{called}")
    assert answer.status_code in (400, 404)
    assert [error.message for error in validator.iter_errors(answer.json())] == []


def test_a_card_has_no_field_that_the_document_hides(client, schema):
    card = client.get("/api/v1/cards/01001/").json()
    described = schema["components"]["schemas"]["Card"]
    assert set(card) == set(described["properties"]) == set(described["required"])


@pytest.fixture(scope="module")
def written():
    return (REFERENCE / "api.md").read_text(encoding="utf-8")


def test_every_call_is_written_up_and_no_other(written, schema):
    headed = re.findall(r"^### `([A-Z]+ /api/v1/.*)`$", written, re.MULTILINE)
    calls = [
        f"{method.upper()} {path}".replace("{deck_id}", "<id>").replace("{", "<").replace("}", ">")
        for path, methods in schema["paths"].items()
        for method in methods
    ]
    assert sorted(headed) == sorted([*calls, "GET /api/v1/docs/"])


def test_the_numbers_written_up_are_the_true_ones(written):
    assert f"from 1 to {MAX_PAGE_SIZE}; defaults to {DEFAULT_PAGE_SIZE}" in written
    assert f"{API_CALLS.count} calls a minute" in written
    assert API_CALLS.seconds == 60


def test_every_field_and_error_code_is_written_up(written, schema):
    for field in schema["components"]["schemas"]["Card"]["properties"]:
        assert f'"{field}"' in written, field
    for code in (
        "bad_parameter",
        "bad_query",
        "not_found",
        "no_such_page",
        "method_not_allowed",
        "throttled",
        "server_error",
    ):
        assert f"`{code}`" in written


def test_the_card_written_up_is_the_true_one(client, written):
    shown = json.loads(re.search(r"```json\n(.*?)```", written, re.DOTALL)[1])
    true = client.get("/api/v1/cards/01089/", headers={"Host": "127.0.0.1:8000"}).json()

    def same(sample, value):
        if isinstance(sample, dict):
            return sample.keys() == value.keys() and all(same(each, value[key]) for key, each in sample.items())
        if isinstance(sample, list):
            return len(sample) == len(value) and all(map(same, sample, value))
        return sample in (value, "...")

    assert {key for key, sample in shown.items() if not same(sample, true[key])} == set()
    assert list(shown) == list(true)


def test_sort_keys_are_told(schema):
    sort = next(each for each in schema["paths"]["/api/v1/cards/"]["get"]["parameters"] if each["name"] == "sort")
    assert all(key in sort["description"] for key in SORTABLE)


def test_the_page_shows_every_call_and_shape(client, schema):
    page = client.get("/api/v1/docs/")
    assert page.status_code == 200
    assert client.get("/api/v1/docs/", headers={"If-None-Match": page["ETag"]}).status_code == 304
    text = page.content.decode()
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            assert f"{method.upper()} {path}" in text
            assert f'id="{operation["operationId"]}"' in text
    for name, shape in schema["components"]["schemas"].items():
        if "properties" in shape:
            assert f'id="shape-{name}"' in text
    assert not re.search(r"<style|\sstyle=|\son\w+=\"|https?://(?!testserver)[^w]", text)
