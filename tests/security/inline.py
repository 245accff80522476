"""What the content policy would stop, found in a page's text without a browser."""

import re
from collections.abc import Iterator

from django.http import HttpResponseBase

_TAG = re.compile(r"<([a-zA-Z][^\s/>]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>")
_VALUE = re.compile(r"\"[^\"]*\"|'[^']*'")
_BAD_NAME = re.compile(r"(?:^|\s)(style|srcdoc|on[a-z]+)\s*=", re.IGNORECASE)
_BAD_ADDRESS = re.compile(r"(?:href|src|action)\s*=\s*[\"']?\s*(?:javascript|vbscript|data):", re.IGNORECASE)
_FORBIDDEN = frozenset({"style", "iframe", "object", "embed", "base"})
#: Scripts that are data.
_DATA = re.compile(r"type=\"(?:application/(?:ld\+)?json|importmap)\"")


def inline_parts(response: HttpResponseBase) -> Iterator[str]:
    """Everything in a page that only a weaker policy would allow."""
    if not response.headers.get("Content-Type", "").startswith("text/html") or response.streaming:
        return
    for tag, attributes in _TAG.findall(response.content.decode()):
        if tag.lower() in _FORBIDDEN:
            yield f"<{tag}>"
        if tag.lower() == "script" and "src=" not in attributes and not _DATA.search(attributes):
            yield f"<script{attributes[:60]}>"
        if found := _BAD_NAME.search(_VALUE.sub("", attributes)):
            yield f"{found[1]} in <{tag}>"
        if _BAD_ADDRESS.search(attributes):
            yield f"an address that runs in <{tag}>"


def policy_faults(response: HttpResponseBase) -> Iterator[str]:
    """What is loose in the policy of an answer."""
    if not response.headers.get("Content-Type", "").startswith("text/html"):
        return
    policy = response.headers.get("Content-Security-Policy", "")
    rules = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
    for name in ("default-src", "script-src", "style-src", "img-src", "connect-src", "form-action"):
        if rules.get(name) != "'self'":
            yield f"{name} is {rules.get(name)!r}"
    if rules.get("frame-ancestors") != "'none'" or response.headers.get("X-Frame-Options") != "DENY":
        yield "others may frame it"
    for name in ("object-src", "base-uri", "frame-src"):
        if rules.get(name) != "'none'":
            yield f"{name} is {rules.get(name)!r}"
