"""When a request is whole: however it comes in pieces, it is whole with its last byte and not before."""

from http import HTTPStatus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivesails_site.gathering import MOST_BODY, MOST_HEAD, SECONDS, look, patience, refusal

GET = b"GET /cards/ HTTP/1.1\r\nHost: sails.example\r\n\r\n"


def post(body: bytes, *lines: bytes) -> bytes:
    head = [b"POST /decks/new/ HTTP/1.1", b"Host: sails.example", b"Content-Length: %d" % len(body), *lines]
    return b"\r\n".join(head) + b"\r\n\r\n" + body


@given(st.sampled_from([GET, post(b""), post(b"name=a\r\n\r\nb"), post(b"x" * 300, b"X-Content-Length: 9")]))
def test_whole_with_the_last_byte_and_not_before(request: bytes) -> None:
    assert not any(look(request[:end]).whole for end in range(len(request)))
    assert look(request).whole
    assert look(bytearray(request + GET)).whole, "the next may follow at once"


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (GET[:-2] + b"X: " + b"x" * MOST_HEAD, 431),
        (GET[:-2] + b"X: " + b"x" * MOST_HEAD + b"\r\n\r\n", 431),
        (GET[:-2] + b"Transfer-Encoding: chunked\r\n\r\n", 411),
        (GET[:-2] + b"content-length: %d\r\n\r\n" % (MOST_BODY + 1), 413),
        (GET[:-2] + b"Content-Length: " + b"9" * 19 + b"\r\n\r\n", 413),
        (GET[:-2] + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n", 413),
    ],
)
def test_what_is_not_waited_for(data: bytes, status: int) -> None:
    found = look(data)
    assert (found.whole, found.refused) == (False, status)


def test_a_body_of_the_largest_size_is_waited_for() -> None:
    found = look(GET[:-2] + b"Content-Length: %d\r\n\r\n" % MOST_BODY)
    assert (found.whole, found.refused, found.expects) == (False, None, False)


@pytest.mark.parametrize("zeros", [1, 12, 30, 5000])
def test_a_length_is_read_however_long_it_is_written(zeros: int) -> None:
    """What reads the body reads such a length, too: a thread would wait for what does not come."""
    head = GET[:-2] + b"Content-Length: " + b"0" * zeros + b"5\r\n\r\n"
    assert not look(head).whole
    assert not look(head + b"abcd").whole
    assert look(head + b"abcde").whole
    assert look(GET[:-2] + b"Content-Length: " + b"0" * zeros + b"\r\n\r\n").whole


def test_a_client_that_waits_for_a_word_gets_it_once() -> None:
    whole = post(b"name=a", b"Expect: 100-continue")
    assert look(whole[:-6]).expects
    assert not look(whole[:-5]).expects
    assert not look(post(b"name=a")[:-6]).expects


@given(st.binary(max_size=300))
def test_any_bytes_are_judged(data: bytes) -> None:
    found = look(data)
    assert not (found.whole and found.refused)


def test_whoever_sends_faster_is_given_longer() -> None:
    assert patience(0) == SECONDS
    assert patience(60) < SECONDS + 1, "a byte a second is too slow"
    assert patience(MOST_BODY) > 1000


@pytest.mark.parametrize("status", [408, 411, 413, 431, 503])
def test_a_refusal_is_a_whole_answer_with_a_sentence(status: int) -> None:
    head, _, words = refusal(HTTPStatus(status)).partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ".encode())
    assert f"Content-Length: {len(words)}".encode() in head
    assert words.endswith(b".\n")
