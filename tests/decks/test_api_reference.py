"""What docs/reference/api.md says about decks is true."""

import json
import re
from pathlib import Path

import pytest

from decks.api.base import MAX_BODY, MAX_IMPORT_BODY
from decks.api.inputs import CODE_LENGTH
from decks.decklist import MAX_COPIES
from decks.exports.files import LABELS
from decks.legality import Code
from tests.decks.api_calls import call
from web.rate_limits import API_CALLS, API_WORK, API_WRITES

REFERENCE = Path(__file__).parent.parent.parent / "docs" / "reference"
WRITTEN = (REFERENCE / "api.md").read_text(encoding="utf-8")
KINDS_WRITTEN = (REFERENCE / "deck-formats.md").read_text(encoding="utf-8")


def test_every_violation_and_every_kind_is_written_up():
    assert [code for code in Code if f"`{code}`" not in WRITTEN] == []
    assert [kind for kind in LABELS if f"`{kind}`" not in WRITTEN + KINDS_WRITTEN] == []


def test_the_numbers_are_the_true_ones():
    assert {(limit.count, limit.seconds) for limit in (API_WORK, API_WRITES)} == {(120, 60)}
    assert API_CALLS.count > 120
    assert "at most 120 a minute" in WRITTEN
    assert f"at most {MAX_BODY // 1024} KiB ({MAX_IMPORT_BODY // 1024 // 1024} MiB" in WRITTEN
    assert f"at most {CODE_LENGTH} characters" in WRITTEN
    assert f"from 1 to {MAX_COPIES}" in WRITTEN


@pytest.mark.django_db
def test_the_deck_written_up_is_the_true_one(client):
    shown = json.loads(re.search(r"```json\n(\{\n  \"id\".*?)```", WRITTEN, re.DOTALL)[1])
    true = call(client, "get", f"decks/{shown['id']}/").json()
    assert list(shown) == list(true)
    told = {"name", "leader", "legal", "legal_in", "counts", "owner", "starter", "visibility", "format", "version"}
    assert {key: shown[key] for key in told} == {key: true[key] for key in told}


@pytest.mark.django_db
def test_the_import_written_up_is_the_true_one(client):
    true = call(client, "post", "decks/import/", {"text": "2x Not Tody"}).json()
    line = true["lines"][0]
    shown = re.search(r'"candidates":\[\{"code":"(\w+)","score":(\d+)', WRITTEN)
    assert line["status"] == "guessed"
    assert (shown[1], int(shown[2])) == (line["candidates"][0]["code"], line["candidates"][0]["score"])
