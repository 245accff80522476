"""Answers that are tagged, not sent twice, compressed for those who can read it, and kept within a bound."""

import gzip

import pytest
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from web import page_cache
from web.compression import TextGZipMiddleware
from web.conditional import DAY, REVALIDATE, conditional, is_anonymous
from web.page_cache import cached_page

TEXT = "a page with a token " * 100


def asked(**headers: str) -> HttpRequest:
    return RequestFactory().get("/", headers=headers)


@pytest.mark.parametrize(
    ("sent", "status"),
    [("{tag}", 304), ("W/{tag}", 304), ('"x", {tag}', 304), ("*", 304), ('"x"', 200), ("", 200), ("tag", 200)],
)
def test_tags_are_compared_as_http_says(sent: str, status: int) -> None:
    first = conditional(asked(), HttpResponse(TEXT))
    again = conditional(asked(**{"If-None-Match": sent.format(tag=first["ETag"])}), HttpResponse(TEXT))
    assert again.status_code == status
    assert again.content == (b"" if status == 304 else TEXT.encode())
    for name in ("ETag", "Cache-Control", "Vary"):
        assert again[name] == first[name]


def test_an_answer_says_who_may_keep_it() -> None:
    response = conditional(asked(), HttpResponse("short"), DAY, ())
    assert (response["Cache-Control"], response["Vary"]) == (DAY, "Accept-Encoding")
    usual = conditional(asked(), HttpResponse("short"))
    assert (usual["Cache-Control"], usual["Vary"]) == (REVALIDATE, "Accept-Encoding, Cookie")


def test_a_refusal_is_never_answered_by_304() -> None:
    request = asked(**{"If-None-Match": "*"})
    assert conditional(request, HttpResponse("gone", status=404)).status_code == 404


@pytest.mark.parametrize(("sent", "zipped"), [("gzip", True), ("br, gzip;q=0.5", True), ("br", False), ("", False)])
def test_a_page_is_compressed_for_who_can_read_it_so(sent: str, zipped: bool) -> None:
    compress = TextGZipMiddleware(lambda request: conditional(request, HttpResponse(TEXT)))
    plain, response = compress(asked()), compress(asked(**{"Accept-Encoding": sent}))
    assert ("Content-Encoding" in response.headers) == zipped
    assert "Accept-Encoding" in response["Vary"]
    if zipped:
        assert gzip.decompress(response.content) == plain.content
        assert response["ETag"] == f"W/{plain['ETag']}"
        again = compress(asked(**{"Accept-Encoding": sent, "If-None-Match": response["ETag"]}))
        assert again.status_code == 304


def test_the_length_of_a_compressed_page_tells_nothing() -> None:
    compress = TextGZipMiddleware(lambda request: HttpResponse(TEXT))
    sent = [compress(asked(**{"Accept-Encoding": "gzip"})).content for _ in range(40)]
    assert {gzip.decompress(each) for each in sent} == {TEXT.encode()}
    assert len({len(each) for each in sent}) > 10
    assert max(map(len, sent)) < len(TEXT) / 5


@pytest.mark.parametrize("kind", ["image/png", "application/json", "application/pdf"])
def test_what_is_no_page_is_not_compressed(kind: str) -> None:
    compress = TextGZipMiddleware(lambda request: HttpResponse(TEXT, content_type=kind))
    assert "Content-Encoding" not in compress(asked(**{"Accept-Encoding": "gzip"})).headers


@pytest.mark.parametrize(
    ("cookie", "token", "known"),
    [({}, "", False), ({"session": "x"}, "", True), ({"messages": "x"}, "", True), ({}, "Bearer x", True)],
)
def test_who_is_anonymous(cookie: dict[str, str], token: str, known: bool) -> None:
    request = asked(**({"Authorization": token} if token else {}))
    request.COOKIES = {**cookie, "theme": "night"}
    assert is_anonymous(request) is not known


def test_a_page_is_rendered_once_for_each_key() -> None:
    caches["pages"].clear()
    made: list[str] = []

    def page(key: str) -> HttpResponse:
        def make() -> HttpResponse:
            made.append(key)
            return HttpResponse(f"page {key}")

        return cached_page(asked(), ("test", key), make)

    assert [page(key).content for key in "aba"] == [b"page a", b"page b", b"page a"]
    assert made == ["a", "b"]


def test_what_is_one_visitors_own_is_passed_through_and_not_kept() -> None:
    caches["pages"].clear()
    request = asked()
    request.META["CSRF_COOKIE_NEEDS_UPDATE"] = True
    own = cached_page(request, ("test", "own"), lambda: HttpResponse("own"))
    assert (own.content, "ETag" in own.headers, "Cache-Control" in own.headers) == (b"own", False, False)
    cookie = HttpResponse("cookie")
    cookie.set_cookie("a", "b")
    assert cached_page(asked(), ("test", "own"), lambda: cookie) is cookie
    refused = cached_page(asked(), ("test", "own"), lambda: HttpResponse("gone", status=404))
    assert (refused.status_code, "ETag" in refused.headers) == (404, False)
    assert cached_page(asked(), ("test", "own"), lambda: HttpResponse("page")).content == b"page"


def test_a_page_that_is_too_long_is_sent_but_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    caches["pages"].clear()
    monkeypatch.setattr(page_cache, "MAX_BYTES", 3)
    texts = iter(("long", "longer"))
    sent = [cached_page(asked(), ("test", "long"), lambda: HttpResponse(next(texts))).content for _ in range(2)]
    assert sent == [b"long", b"longer"]
