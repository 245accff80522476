"""When a request is whole, and when there is no use in waiting for the rest of it. Pure reading of bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

#: Longer than any head that a browser sends.
MOST_HEAD: Final = 64 * 1024
#: More than the largest picture in its form; whatever takes less says so itself, in its own words.
MOST_BODY: Final = 8 * 1024 * 1024
#: Whoever sends a request has this time, and a second more for so many bytes that came; and so has who reads an answer.
SECONDS: Final = 10.0
BYTES_A_SECOND: Final = 4096

_END: Final = b"\r\n\r\n"
_MOST_DIGITS: Final = len(str(MOST_BODY))
#: As many digits as anybody writes: a length that is not seen here is seen by the thread, which would wait for it.
_LENGTH: Final = re.compile(rb"(?im)^content-length:[ \t]*0*([0-9]*)[ \t]*\r$")
_CHUNKED: Final = re.compile(rb"(?im)^transfer-encoding:")
_EXPECTS: Final = re.compile(rb"(?im)^expect:[ \t]*100-continue[ \t]*\r$")

TOO_SLOW: Final = "The request did not arrive in time."
_DETAILS: Final = {
    HTTPStatus.REQUEST_TIMEOUT: TOO_SLOW,
    HTTPStatus.LENGTH_REQUIRED: "A request with a body must say its length.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: f"A request has at most {MOST_BODY // 1024**2} MB.",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: f"The head of a request has at most {MOST_HEAD // 1024} kB.",
    HTTPStatus.SERVICE_UNAVAILABLE: "The site is full just now. Please try again in a few seconds.",
}


@dataclass(frozen=True, slots=True)
class Gathered:
    """What can be said of the bytes so far: whole, or refused with a status, or neither yet."""

    whole: bool = False
    refused: HTTPStatus | None = None
    #: The client waits for a word before it sends the body.
    expects: bool = False


_MORE: Final = Gathered()


def look(data: bytes | bytearray) -> Gathered:
    """Judge the bytes of one request."""
    end = data.find(_END, 0, MOST_HEAD + len(_END))
    if end < 0:
        return Gathered(refused=HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE) if len(data) > MOST_HEAD else _MORE
    head = bytes(data[: end + 2])
    if _CHUNKED.search(head):
        # Nothing behind this server reads such a body, so it would be taken for an empty one.
        return Gathered(refused=HTTPStatus.LENGTH_REQUIRED)
    length = _LENGTH.search(head)
    digits = length[1] if length else b""
    body = int(digits or b"0") if len(digits) <= _MOST_DIGITS else MOST_BODY + 1
    if body > MOST_BODY:
        return Gathered(refused=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    missing = end + len(_END) + body - len(data)
    if missing <= 0:
        return Gathered(whole=True)
    return Gathered(expects=missing == body and _EXPECTS.search(head) is not None)


def patience(passed: int) -> float:
    """How many seconds so many bytes may have taken."""
    return SECONDS + passed / BYTES_A_SECOND


def refusal(status: HTTPStatus) -> bytes:
    """A whole answer in plain text, after which the connection is closed."""
    words = f"{_DETAILS[status]}\n".encode()
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Connection: close",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(words)}",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
    ]
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        lines.append("Retry-After: 5")
    return "\r\n".join([*lines, "", ""]).encode() + words
