"""What was found by trying, kept: each once broke the site or cost it minutes, or stands beside what did."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from fivesails_site import addresses
from tests.fuzz.counts import total, verdict

FOUND: list[dict[str, Any]] = json.loads((Path(__file__).parent / "found.json").read_text())


@pytest.mark.django_db
@pytest.mark.parametrize("case", FOUND, ids=lambda case: case["what"])
def test_what_was_found_stays_mended(case: dict[str, Any]) -> None:
    """Requests: dear ones, which need a program to be written, are in tests/security/test_bombs.py."""
    response = Client().generic(
        case["method"], case["path"], case["body"], content_type=case["type"], headers=case.get("headers", {})
    )
    assert response.status_code == case["status"], response.content[:300]


@pytest.mark.django_db
def test_a_field_without_a_name_is_refused_in_the_admin(admin_client: Client, admin_user: User) -> None:
    address = f"/{settings.ADMIN_PATH}auth/user/{admin_user.pk}/delete/"
    assert admin_client.get(address, {"_to_field": ""}).status_code == 400
    assert admin_client.post(address, {"_to_field": ""}).status_code == 400
    assert admin_client.get(address).status_code == 200


@pytest.mark.parametrize("url", ["redis://[", "redis://host:port/0", "rediss://host:99999"])
def test_a_queues_address_that_cannot_be_read_is_said_in_words(url: str, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL cannot be read"):
        addresses.redis_url(url, tmp_path)


def test_inputs_are_added_up(tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    assert total(counts) == 0
    counts.write_text("20 one[a b]\n22 two\n")
    assert total(counts) == 42
    assert (verdict(counts, 42)[1], verdict(counts, 43)[1]) == (0, 1)
