"""Likes, comments, reports, and how staff answer them."""

import html
import re

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue.datafiles import load_catalogue
from decks import social
from decks.markdown import render_markdown
from decks.models import Comment, Deck, Report, Visibility
from decks.social import MAX_ANONYMOUS_REPORTS, MAX_COMMENT_LENGTH
from tests.decks.factories import deck_of, person, signed_in
from web.rate_limits import COMMENTS

pytestmark = pytest.mark.django_db


@pytest.fixture
def deck() -> Deck:
    """A public deck of Ana's."""
    return deck_of(person("ana"), Visibility.PUBLIC)


def test_a_like_is_given_once_and_taken_back(deck: Deck) -> None:
    path = f"{deck.get_absolute_url()}like/"
    ben, eve = signed_in(person("ben")), signed_in(person("eve"))
    for client, likes in ((ben, 1), (eve, 2), (ben, 1), (ben, 2)):
        assert client.post(path)["Location"] == deck.get_absolute_url()
        deck.refresh_from_db()
        assert (deck.likes, deck.liked.count()) == (likes, likes)
    assert 'aria-pressed="true"' in ben.get(deck.get_absolute_url()).content.decode()


def test_a_like_changes_nothing_about_when_the_deck_was_changed(deck: Deck) -> None:
    before = Deck.objects.get(pk=deck.pk).updated_at
    signed_in(person("ben")).post(f"{deck.get_absolute_url()}like/")
    assert Deck.objects.get(pk=deck.pk).updated_at == before


def test_likes_go_with_the_account(deck: Deck) -> None:
    ben = person("ben")
    social.toggle_like(ben, deck)
    social.withdraw_likes(ben)
    deck.refresh_from_db()
    assert (deck.likes, deck.liked.count()) == (0, 0)


@pytest.mark.parametrize("tail", ["like/", "comments/"])
def test_somebody_without_an_account_is_asked_to_sign_in(deck: Deck, tail: str) -> None:
    answer = Client().post(f"{deck.get_absolute_url()}{tail}", {"text": "Hello"})
    assert answer.status_code == 302
    assert "sign-in" in answer["Location"]
    assert not Comment.objects.exists()


def test_a_comment_is_said_and_taken_back(deck: Deck) -> None:
    ben = signed_in(person("ben"))
    said = ben.post(f"{deck.get_absolute_url()}comments/", {"text": "**Well** made\r\n\r\n- really"})
    comment = Comment.objects.get()
    assert said["Location"] == f"{deck.get_absolute_url()}#comment-{comment.pk}"
    html = Client().get(deck.get_absolute_url()).content.decode()
    assert "<strong>Well</strong> made" in html
    assert 'href="/players/ben/"' in html
    ben.post(f"{deck.get_absolute_url()}comments/{comment.pk}/delete/")
    assert not Comment.objects.exists()


@pytest.mark.parametrize("text", ["", " \r\n ", "x" * (MAX_COMMENT_LENGTH + 1)])
def test_a_comment_that_cannot_be_said_is_given_back(deck: Deck, text: str) -> None:
    answer = signed_in(person("ben")).post(f"{deck.get_absolute_url()}comments/", {"text": text})
    assert answer.status_code == 400
    assert 'id="text-fault"' in answer.content.decode()
    assert text.strip() in answer.content.decode()
    assert not Comment.objects.exists()


def test_many_comments_at_once_are_too_many(deck: Deck) -> None:
    client = signed_in(person("ben"))
    for number in range(COMMENTS.count):
        assert client.post(f"{deck.get_absolute_url()}comments/", {"text": f"{number}"}).status_code == 302
    refused = client.post(f"{deck.get_absolute_url()}comments/", {"text": "One more"})
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert Comment.objects.count() == COMMENTS.count


def test_a_report_waits_in_the_queue_once(deck: Deck) -> None:
    ben = signed_in(person("ben"))
    for _ in range(3):
        assert ben.post(f"{deck.get_absolute_url()}report/", {"reason": "Rude"}).status_code == 302
    assert Report.objects.filter(resolved=False).count() == 1
    for _ in range(MAX_ANONYMOUS_REPORTS + 2):
        Client().post(f"{deck.get_absolute_url()}report/", {"reason": "Rude"})
    assert Report.objects.filter(reporter=None).count() == MAX_ANONYMOUS_REPORTS
    assert ben.post(f"{deck.get_absolute_url()}report/", {"reason": " "}).status_code == 400


def staff(*models: str) -> Client:
    """Somebody of the staff who may change these, and no more."""
    user = person("guard", is_staff=True)
    user.user_permissions.set(
        Permission.objects.filter(
            content_type__app_label="decks",
            codename__in=[f"{verb}_{model}" for model in models for verb in ("view", "change")],
        )
    )
    return signed_in(User.objects.get(pk=user.pk))


def act(client: Client, model: str, action: str, *keys: object) -> None:
    answer = client.post(
        f"/admin/decks/{model}/", {"action": action, "_selected_action": [str(key) for key in keys]}, follow=True
    )
    assert answer.status_code == 200


def test_staff_hide_a_comment_and_answer_its_reports(deck: Deck) -> None:
    comment = Comment.objects.create(deck=deck, author=person("ben"), text="Something rude")
    social.report(person("eve"), deck, "Rude", comment)
    guard = staff("deck", "comment", "report")
    assert "Something rude" in guard.get("/admin/decks/report/").content.decode()
    act(guard, "report", "uphold", Report.objects.get().pk)
    assert "Something rude" not in Client().get(deck.get_absolute_url()).content.decode()
    assert Report.objects.get().resolved
    act(guard, "comment", "show", comment.pk)
    assert "Something rude" in Client().get(deck.get_absolute_url()).content.decode()


def test_a_hidden_comment_is_not_there_for_anybody(deck: Deck) -> None:
    ben = person("ben")
    comment = Comment.objects.create(deck=deck, author=ben, text="Rude", hidden=True)
    client = signed_in(ben)
    assert client.get(f"{deck.get_absolute_url()}comments/{comment.pk}/report/").status_code == 404
    assert client.post(f"{deck.get_absolute_url()}comments/{comment.pk}/delete/").status_code == 404


def test_staff_take_a_deck_down_and_allow_it_again(deck: Deck) -> None:
    social.report(person("eve"), deck, "Not a deck at all")
    guard = staff("deck", "report")
    act(guard, "report", "uphold", Report.objects.get().pk)
    assert Client().get(deck.get_absolute_url()).status_code == 404
    assert deck.name in guard.get("/admin/decks/deck/").content.decode()
    act(guard, "deck", "allow_again", deck.pk)
    deck.refresh_from_db()
    assert (deck.visibility, deck.withheld) == ("private", False)


def test_staff_dismiss_a_report_and_starter_decks_stay(deck: Deck) -> None:
    starter = Deck.objects.get(pk="castille-starter")
    social.report(None, deck, "No reason")
    social.report(None, starter, "Too good")
    guard = staff("deck", "report")
    act(guard, "report", "dismiss", Report.objects.get(deck=deck).pk)
    act(guard, "report", "uphold", Report.objects.get(deck=starter).pk)
    act(guard, "deck", "take_down", starter.pk)
    for each in (deck, starter):
        assert Client().get(each.get_absolute_url()).status_code == 200


def test_the_staffs_pages_show_no_secret_and_no_private_deck() -> None:
    ana = person("ana")
    shared, hidden = deck_of(ana, Visibility.LINK, "Shared"), deck_of(ana, Visibility.PRIVATE, "Hidden")
    guard = staff("deck")
    listed = guard.get("/admin/decks/deck/").content.decode()
    assert "Shared" in listed
    assert "Hidden" not in listed
    assert (shared.link or "") not in guard.get(f"/admin/decks/deck/{shared.pk}/change/").content.decode()
    assert guard.get(f"/admin/decks/deck/{hidden.pk}/change/", follow=True).redirect_chain


def test_who_may_only_look_cannot_act(deck: Deck) -> None:
    guard = staff()
    assert guard.get("/admin/decks/deck/").status_code == 403


HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "![x](https://elsewhere.example/spy.png)",
    "<a href='javascript:alert(1)'>x</a>",
    "<style>*{display:none}</style>",
    "<iframe src=//elsewhere.example></iframe>",
    "<https://elsewhere.example/&quot;onmouseover=alert(1)>",
    "| a |\n|:-:|\n| <svg onload=alert(1)> |",
)


def rendered(text: str) -> str:
    return render_markdown(text, load_catalogue())


def link(address: str, words: str) -> str:
    return f'<a href="{address}" rel="nofollow ugc noopener noreferrer">{words}</a>'


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_lets_nothing_harmful_through(text: str) -> None:
    html = rendered(text).lower()
    assert not any(f"<{tag}" in html for tag in ("script", "img", "style", "iframe", "svg"))
    assert 'href="javascript' not in html
    assert 'href="data' not in html
    assert "<a href" not in html or 'rel="nofollow ugc noopener noreferrer"' in html
    assert ' onmouseover="' not in html
    assert "style=" not in html


@given(st.text(max_size=200))
def test_markdown_of_anything_is_harmless(text: str) -> None:
    html = rendered(text).lower()
    assert not any(f"<{tag}" in html for tag in ("script", "img", "style", "iframe", "svg", "object", "form", "input"))


_PIECES = st.sampled_from(
    (
        *HOSTILE,
        *("[[Not Today]]", "[[", "]]", "[", "](", ")", "https://a.example/b", "http://", "javascript://"),
        *("**", "_", "<", ">", '"', "'", "&quot;", "`", "|", "\\", "\n", " ", "onclick=alert(1)"),
    )
)
_LINK_ATTRIBUTES = re.compile(
    r"""(?: href="(?!\s*(?:javascript|data):)[^"<>]*"(?: title="[^"]*")?)? rel="nofollow ugc noopener noreferrer\""""
)


@given(st.lists(_PIECES | st.text(max_size=5), max_size=12).map("".join))
def test_links_in_markdown_lead_to_the_web_or_to_cards_whatever_stands_around_them(text: str) -> None:
    html = rendered(text)
    assert not re.search(r"<(?:script|img|style|iframe|svg)", html, re.IGNORECASE)
    assert all(_LINK_ATTRIBUTES.fullmatch(attributes) for attributes in re.findall(r"<a\b([^>]*)>", html))
    assert not re.search(r"<a\b(?:(?!</a>).)*<a\b", html, re.DOTALL), "a link in a link"


@pytest.mark.parametrize("typed", ["Not Today", "not today", " Not Today "])
def test_a_name_in_double_brackets_is_a_link_to_the_card(typed: str) -> None:
    assert link("/cards/01169/not-today/", typed.strip()) in rendered(f"Hold [[{typed}]] back.")


def test_comments_and_descriptions_link_cards(deck: Deck) -> None:
    Deck.objects.filter(pk=deck.pk).update(description="Keep [[Not Today]].")
    signed_in(person("ben")).post(f"{deck.get_absolute_url()}comments/", {"text": "Or [[Bleed Out]]?"})
    page = Client().get(deck.get_absolute_url()).content.decode()
    assert link("/cards/01169/not-today/", "Not Today") in page
    assert "Or <a href=" in page
    assert ">Bleed Out</a>?" in page
    feed = html.unescape(Client().get("/decks/feed.atom").content.decode())
    assert link("/cards/01169/not-today/", "Not Today") in feed


def test_names_may_be_typed_with_any_quotation_marks() -> None:
    straight, curly = rendered('[["Madre" Dolores]]'), rendered("[[“Madre” Dolores]]")
    assert 'href="/cards/01091/madre-dolores/"' in straight
    assert 'href="/cards/01091/madre-dolores/"' in curly


@pytest.mark.parametrize("text", ["[[Not Tomorrow]]", "[[]]", "[[Not\nToday]]", "\\[[Not Today]]", "`[[Not Today]]`"])
def test_what_is_no_name_stays_as_typed(text: str) -> None:
    assert "<a" not in rendered(text)


def test_a_link_that_is_written_out_keeps_its_address() -> None:
    assert link("https://a.example", "[Not Today]") in rendered("[[Not Today]](https://a.example)")
    assert link("https://a.example", "https://b.example") in rendered("[https://b.example](https://a.example)")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("See https://a.example/b.", "https://a.example/b"),
        ("(http://a.example/b_(c)_d)", "http://a.example/b_(c)_d"),
        ("**https://a.example**", "https://a.example"),
        ("https://a.example/?b=1&c=2, too", "https://a.example/?b=1&amp;c=2"),
        ("<https://a.example>", "https://a.example"),
    ],
)
def test_an_address_is_a_link(text: str, address: str) -> None:
    html = rendered(text)
    assert link(address, address) in html
    assert html.count("<a ") == 1


@pytest.mark.parametrize("text", ["https://", "ftp://a.example", "javascript://a.example/%0aalert(1)", "xhttps://a.b"])
def test_other_addresses_stay_text(text: str) -> None:
    assert "<a" not in rendered(text)


def test_markdown_does_what_people_expect() -> None:
    html = rendered(
        "# Plan\n\n*So* **be** it, ~~not~~.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[out](https://example.org)"
    )
    assert "<h3>Plan</h3>" in html
    assert "<em>So</em> <strong>be</strong> it, <s>not</s>." in html
    assert "<td>1</td>" in html
    assert '<a href="https://example.org" rel="nofollow ugc noopener noreferrer">out</a>' in html
