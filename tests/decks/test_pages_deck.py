"""The deck's page shows the deck, and asks the database no more when there is more to show."""

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.catalogue import Zone
from cards.store import current_catalogue
from decks import services
from decks.decklist import Decklist
from decks.exchange import parse
from decks.models import Comment, Deck, Like, Visibility
from decks.services import MAX_DESCRIPTION_LENGTH
from tests.decks.factories import CASTILLE, EISEN, deck_of, person, save, signed_in, without
from tests.decks.strategies import CATALOGUE
from web.ownership import Visitor

pytestmark = pytest.mark.django_db


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def test_the_list_is_there_as_players_write_it(client: Client) -> None:
    html = page(client, "/decks/castille-starter/")
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))
    assert "Soline el Gato, Prince of Thieves" in text
    assert "2× Not Today" in text
    assert "Risks 32" in text
    assert "Starter deck" in text
    assert len(re.findall(r"Legal</span>", html)) == 3


def test_costs_stand_beside_names(client: Client) -> None:
    html = page(client, "/decks/castille-starter/")
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))
    for code, _ in CASTILLE.faction:
        card = CATALOGUE.card(code)
        if isinstance(card.cost, int):
            assert f"{card.name} costs {card.cost}" in text.replace(" neutral", "")


def test_cards_outside_a_format_are_folded_to_one_line() -> None:
    user = person("ana")
    outside = [card.code for card in CATALOGUE if card.deck is Zone.FACTION and not card.code.startswith("01")][:3]
    deck = deck_of(user, decklist=Decklist.of(CASTILLE.leader, CASTILLE.approach, dict.fromkeys(outside, 1)))
    html = page(signed_in(user), deck.get_absolute_url())
    folded = re.findall(r'<details class="faults-folded"><summary>(.*?)</summary>(.*?)</details>', html)
    assert folded
    summary, rest = folded[0]
    assert re.sub("<[^>]+>", "", summary).startswith("3 cards are not part of ")
    assert rest.count("<li>") == 3
    assert html.count("is not part of") == sum(rest.count("<li>") for _, rest in folded)


def test_faces_show_every_card_with_its_copies(client: Client) -> None:
    html = page(client, "/decks/castille-starter/?view=faces")
    assert html.count("<picture>") == 1 + len(CASTILLE.approach) + len(CASTILLE.faction)
    assert html.count(" copies") == sum(count == 2 for _, count in CASTILLE.faction)


def test_a_view_that_does_not_exist_is_refused_in_words(client: Client) -> None:
    answer = client.get("/decks/castille-starter/?view=sideways")
    assert answer.status_code == 400
    assert "sideways" in answer.content.decode()


def test_every_chart_stands_beside_its_table(client: Client) -> None:
    html = page(client, "/decks/castille-starter/")
    assert html.count('<svg class="chart"') == html.count('<details class="numbers">') == 5
    assert 'id="hatch-1"' in html
    assert "style=" not in html


def test_what_is_wrong_with_a_deck_is_said_for_each_format() -> None:
    user = person("ana")
    deck = deck_of(user, decklist=without(CASTILLE, "01104"))
    html = page(signed_in(user), deck.get_absolute_url())
    assert html.count("Incomplete") == 3
    assert "has 38 cards and needs at least 40" in html


def test_a_card_that_belongs_nowhere_is_shown_all_the_same() -> None:
    user = person("ana")
    faction = {**dict(CASTILLE.faction), "01091": 1}
    deck = deck_of(user, decklist=Decklist.of(CASTILLE.leader, CASTILLE.approach, faction))
    assert "Other faction cards" in page(signed_in(user), deck.get_absolute_url())


def test_a_public_deck_unfurls_with_a_picture(client: Client) -> None:
    deck = deck_of(person("ana"), Visibility.PUBLIC)
    html = page(client, deck.get_absolute_url())
    assert f'<meta property="og:image" content="http://testserver{deck.get_absolute_url()}picture.png">' in html
    assert '<meta name="twitter:card" content="summary_large_image">' in html
    assert '<link rel="canonical"' in html


def test_a_private_deck_has_nothing_for_others() -> None:
    user = person("ana")
    html = page(signed_in(user), deck_of(user).get_absolute_url())
    assert "og:image" not in html
    assert 'class="qr"' not in html
    assert 'content="noindex, nofollow"' in html


def test_a_copy_leads_to_its_source_as_long_as_that_can_be_read() -> None:
    ana, ben = person("ana"), person("ben")
    source = deck_of(ana, Visibility.PUBLIC, name="The source")
    client = signed_in(ben)
    answer = client.post(f"{source.get_absolute_url()}copy/")
    copied = Deck.objects.get(owner=ben)
    assert answer["Location"] == copied.get_absolute_url()
    assert copied.head.decklist == source.head.decklist
    assert copied.visibility == Visibility.PRIVATE
    assert "The source" in page(client, copied.get_absolute_url()).split("Copied from")[1]
    services.share(source, Visibility.PRIVATE)
    assert "A copy of" not in page(client, copied.get_absolute_url())


def test_somebody_without_an_account_copies_too(client: Client) -> None:
    client.post("/decks/castille-starter/copy/")
    html = page(client, "/decks/mine/")
    assert "Castille Starter" in html
    assert "belong to this browser" in html
    assert "No decks yet" in page(Client(), "/decks/mine/")


def test_the_same_list_elsewhere_is_pointed_out(client: Client) -> None:
    ana = person("ana")
    deck = deck_of(ana, Visibility.PUBLIC, decklist=without(CASTILLE, "01104"))
    assert "Identical decks" not in page(client, deck.get_absolute_url())
    deck_of(person("ben"), Visibility.PUBLIC, "A twin", without(CASTILLE, "01104"))
    deck_of(person("eve"), Visibility.PRIVATE, "A hidden twin", without(CASTILLE, "01104"))
    html = page(client, deck.get_absolute_url())
    assert "A twin" in html
    assert "A hidden twin" not in html


def test_empty_lists_are_no_twins(client: Client) -> None:
    empty = Decklist.of(None, (), {})
    one = deck_of(person("ana"), Visibility.PUBLIC, decklist=empty)
    deck_of(person("ben"), Visibility.PUBLIC, decklist=empty)
    assert "Identical decks" not in page(client, one.get_absolute_url())


def test_names_and_words_are_edited() -> None:
    user = person("ana")
    deck, client = deck_of(user), signed_in(user)
    client.post(f"{deck.get_absolute_url()}edit/", {"name": "  New \n name ", "description": "# Plan\r\n\r\nWin."})
    deck.refresh_from_db()
    assert (deck.name, deck.description) == ("New name", "# Plan\n\nWin.")
    assert "<h3>Plan</h3>" in page(client, deck.get_absolute_url())
    client.post(f"{deck.get_absolute_url()}rename/", {"name": "Newer"})
    deck.refresh_from_db()
    assert (deck.name, deck.description) == ("Newer", "# Plan\n\nWin.")


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"name": " \n "}, "A deck needs a name."),
        ({"name": "a name " * 12}, "Deck names can have at most 80 characters; this one has 83."),
        ({"name": "Fine", "description": "x" * (MAX_DESCRIPTION_LENGTH + 1)}, "at most 10,000 characters"),
    ],
)
def test_what_cannot_be_a_deck_is_said_and_nothing_is_lost(form: dict[str, str], words: str) -> None:
    user = person("ana")
    deck = deck_of(user)
    answer = signed_in(user).post(f"{deck.get_absolute_url()}edit/", form)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert form.get("description", "") in answer.content.decode()
    deck.refresh_from_db()
    assert deck.name == "Thieves by Lamplight"


def test_a_deck_is_deleted_after_a_question() -> None:
    user = person("ana")
    deck, client = deck_of(user), signed_in(user)
    save(deck, EISEN)
    assert "2 versions" in page(client, f"{deck.get_absolute_url()}delete/")
    assert Deck.objects.filter(pk=deck.pk).exists()
    assert client.post(f"{deck.get_absolute_url()}delete/")["Location"] == "/decks/mine/"
    assert not Deck.objects.filter(pk=deck.pk).exists()


@pytest.mark.parametrize("kind", ["text", "markdown", "json", "bga", "csv", "tts"])
def test_every_kind_brings_the_same_list_back(client: Client, kind: str) -> None:
    answer = client.get(f"/decks/castille-starter/export/{kind}/")
    assert answer.status_code == 200
    assert 'filename="castille-starter.' in answer["Content-Disposition"]
    read = parse(answer.content.decode(), current_catalogue(), kind=kind)
    assert read.decks[0].decklist == CASTILLE
    shown = client.get(f"/decks/castille-starter/export/?kind={kind}").content.decode()
    assert 'id="written"' in shown


def test_an_export_may_be_of_an_earlier_version() -> None:
    user = person("ana")
    deck, client = deck_of(user), signed_in(user)
    save(deck, EISEN)
    first = client.get(f"{deck.get_absolute_url()}export/json/?version=1")
    assert json.loads(first.content)["leader"] == CASTILLE.leader
    assert client.get(f"{deck.get_absolute_url()}export/json/?version=9").status_code == 404
    assert client.get(f"{deck.get_absolute_url()}export/json/?version=x").status_code == 400


def test_a_kind_or_paper_that_does_not_exist_is_refused(client: Client) -> None:
    assert client.get("/decks/castille-starter/export/docx/").status_code == 404
    assert client.get("/decks/castille-starter/export/?kind=docx").status_code == 400
    assert client.get("/decks/castille-starter/export/sheet.pdf/?paper=a0").status_code == 400


def test_faces_on_a_table_come_from_here(client: Client) -> None:
    saved = client.get("/decks/castille-starter/export/tts/").json()
    faces = {sheet["FaceURL"] for pile in saved["ObjectStates"] for sheet in pile["CustomDeck"].values()}
    assert faces
    assert all(face.startswith("http://testserver/faces/sheets/") for face in faces)
    back = client.get("/faces/sheets/back.jpg")
    assert back["Content-Type"] == "image/jpeg"
    assert back.content[:3] == b"\xff\xd8\xff"
    assert client.get("/faces/sheets/nothing.jpg").status_code == 404


def test_only_the_view_to_embed_may_stand_in_a_frame(client: Client) -> None:
    framed = client.get("/decks/castille-starter/embed/")
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    whole = client.get("/decks/castille-starter/")
    assert "frame-ancestors 'none'" in whole["Content-Security-Policy"]
    assert whole["X-Frame-Options"] == "DENY"


def test_more_to_show_asks_no_more_questions() -> None:
    ana, ben = person("ana"), person("ben")
    deck = deck_of(ana, Visibility.PUBLIC)
    Comment.objects.create(deck=deck, author=ben, text="one")
    client = signed_in(ana)
    few = {path: queries(client, path) for path in _paths(deck)}
    people = [person(f"friend{number}") for number in range(30)]
    Comment.objects.bulk_create(Comment(deck=deck, author=each, text="more") for each in people)
    Like.objects.bulk_create(Like(deck=deck, user=each) for each in people)
    for number in range(12):
        save(deck, without(CASTILLE, CASTILLE.faction[number][0]))
        deck_of(ana, Visibility.PUBLIC, f"Deck {number}", without(CASTILLE, CASTILLE.faction[11][0]))
        services.copy(Visitor(ana), deck.head, "A copy", current_catalogue())
    assert {path: queries(client, path) for path in _paths(deck)} == few
    assert max(few.values()) < 14


def _paths(deck: Deck) -> tuple[str, ...]:
    own = deck.get_absolute_url()
    return (own, f"{own}?view=faces", f"{own}versions/", f"{own}export/", f"{own}compare/", "/decks/", "/decks/mine/")
