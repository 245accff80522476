"""Day and night: chosen once, right from the first byte on, and readable in both."""

import re

import pytest
from django.conf import settings
from django.test import Client

from cards.faces.palette import Colour, contrast

CSS = settings.BASE_DIR / "static" / "css" / "site.css"


@pytest.mark.django_db
@pytest.mark.parametrize(("cookie", "theme"), [("", "auto"), ("day", "day"), ("night", "night"), ("<script>", "auto")])
def test_the_page_bears_the_theme_of_the_cookie(client: Client, cookie: str, theme: str) -> None:
    if cookie:
        client.cookies["theme"] = cookie
    for address in ("/", "/cards/", "/cards/?q=((", "/sets/nowhere/"):
        html = client.get(address).content.decode()
        assert f'<html lang="en" data-theme="{theme}">' in html
        assert html.count('aria-pressed="true"') == 1


def test_without_scripts_a_form_chooses_the_theme(client: Client) -> None:
    answer = client.post("/theme/", {"theme": "night"}, headers={"Referer": "http://testserver/cards/?q=f:eisen"})
    assert answer.status_code == 302
    assert answer["Location"] == "http://testserver/cards/?q=f:eisen"
    cookie = answer.cookies["theme"]
    assert (cookie.value, cookie["path"], cookie["samesite"]) == ("night", "/", "Lax")


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "javascript:alert(1)", "//elsewhere.example", ""])
def test_choosing_a_theme_leads_to_no_other_site(client: Client, back: str) -> None:
    answer = client.post("/theme/", {"theme": "day"}, headers={"Referer": back})
    assert answer["Location"] == "/"


def test_an_unknown_theme_is_refused(client: Client) -> None:
    answer = client.post("/theme/", {"theme": "dusk<b>"})
    assert answer.status_code == 400
    assert "There is no theme “dusk&lt;b&gt;”" in answer.content.decode()
    assert "theme" not in answer.cookies
    assert client.get("/theme/").status_code == 405


def _tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


def _palettes() -> dict[str, dict[str, str]]:
    css = CSS.read_text()
    day = _tokens(re.search(r":root \{(.*?)\}", css, re.DOTALL)[1])
    chosen = _tokens(re.search(r':root\[data-theme="night"\] \{(.*?)\}', css, re.DOTALL)[1])
    system = _tokens(re.search(r':root:not\(\[data-theme="day"\]\) \{(.*?)\}', css, re.DOTALL)[1])
    assert chosen == system, "night by choice and night by the system differ"
    return {"day": day, "night": {**day, **chosen}}


@pytest.mark.parametrize("name", ["day", "night"])
def test_words_stand_out_from_their_ground(name: str) -> None:
    palette = {token: Colour(value) for token, value in _palettes()[name].items()}
    words = (
        "ink",
        "ink-soft",
        "brass",
        "bad",
        "good",
        "castille",
        "eisen",
        "montaigne",
        "ussura",
        "vodacce",
        "neutral",
    )
    for word in words:
        for ground in ("paper", "sheet", "wash"):
            assert contrast(palette[word], palette[ground]) >= 4.5, f"{word} on {ground} by {name}"
    # What only bounds a control needs less.
    for ground in ("paper", "sheet", "wash"):
        assert contrast(palette["edge"], palette[ground]) >= 3, f"edge on {ground} by {name}"
    assert contrast(palette["ink"], palette["mark"]) >= 4.5


def test_words_stand_out_from_every_faction_field() -> None:
    css = CSS.read_text()
    words = Colour(re.search(r"--on-field: (#[0-9a-f]{6})", css)[1])
    fields = re.findall(r"--field: (#[0-9a-f]{6})", css)
    assert len(fields) == 6
    assert all(contrast(words, Colour(field)) >= 4.5 for field in fields)
