"""What the web server itself does, in front of every page: files, and whose word it takes."""

import re

import pytest

from tests.live.people import Person
from tests.processes import Site


@pytest.mark.parametrize(
    "claim", ["X-Forwarded-Proto: https", "X-Forwarded-Ssl: on", "SCRIPT_NAME: /x", "PATH_INFO: /x"]
)
def test_nobody_is_believed_for_coming_from_the_same_machine(live_site: Site, claim: str) -> None:
    name, _, value = claim.partition(": ")
    person = Person(live_site.port)
    for path in ("/about/", "/x/about/"):
        plain = person.get(path)
        person.headers = {name: value}
        claimed = person.get(path)
        person.headers = {}
        assert (claimed.status, claimed.text) == (plain.status, plain.text), path


def test_a_header_is_not_taken_for_another(live_site: Site) -> None:
    """WSGI spells X_Request_ID and X-Request-ID alike, but a proxy replaces only the latter."""
    person = Person(live_site.port)
    person.headers = {"X-Request-ID": "true-one"}
    assert person.get("/about/").headers["x-request-id"] == "true-one"
    person.headers = {"X_Request_ID": "false-one"}
    assert person.get("/about/").headers["x-request-id"] != "false-one"


@pytest.mark.parametrize("target", ["/cards/?q=%ff%fe", "/%ff%fe/", "/caf%C3%A9/", "/cards/?q=caf%C3%A9"])
def test_any_bytes_in_an_address_are_answered(live_site: Site, target: str) -> None:
    assert Person(live_site.port).get(target).status in (200, 400, 404)


def test_static_files_are_kept_for_ever_and_not_sent_twice(live_site: Site) -> None:
    person = Person(live_site.port)
    found = set(re.findall(r'"(/static/[^"]+\.(?:css|js|svg))"', person.get("/").text))
    assert {path.rsplit(".", 1)[1] for path in found} >= {"css", "js"}
    for path in found:
        first = person.get(path)
        assert (first.status, first.headers["cache-control"]) == (200, "max-age=315360000, public, immutable"), path
        person.headers["If-None-Match"] = first.headers["etag"]
        assert person.get(path).status == 304, path
        del person.headers["If-None-Match"]
    # Names without a digest lead nowhere: what they hold would change under them.
    plain = re.sub(r"\.[0-9a-f]{12}\.", ".", min(found))
    assert "immutable" not in person.get(plain).headers.get("cache-control", "")
