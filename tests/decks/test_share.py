"""Private, by link, public: what each word means, and how it is taken back."""

import re

import pytest
from django.test import Client

from decks import services
from decks.models import Deck, Visibility
from decks.services import WithheldError
from tests.decks.factories import EISEN, deck_of, person, signed_in

pytestmark = pytest.mark.django_db


def shared_by(client: Client, deck: Deck, visibility: str) -> Deck:
    answer = client.post(f"{deck.get_absolute_url()}share/", {"visibility": visibility})
    assert answer.status_code == 302, answer.content
    deck.refresh_from_db()
    return deck


def test_a_deck_goes_through_the_three_words() -> None:
    ana = person("ana")
    owner, stranger = signed_in(ana), Client()
    deck = deck_of(ana)
    path = deck.get_absolute_url()
    assert stranger.get(path).status_code == 404

    link = shared_by(owner, deck, "link").link
    assert stranger.get(path).status_code == 404
    assert stranger.get(f"/d/{link}/").status_code == 200
    assert deck.name not in stranger.get("/decks/").content.decode()

    shared_by(owner, deck, "public")
    assert stranger.get(path).status_code == 200
    assert stranger.get(f"/d/{link}/").status_code == 200
    assert deck.name in stranger.get("/decks/").content.decode()

    shared_by(owner, deck, "private")
    assert stranger.get(path).status_code == 404
    assert stranger.get(f"/d/{link}/").status_code == 404
    assert shared_by(owner, deck, "link").link != link


def test_a_link_cannot_be_guessed() -> None:
    ana = person("ana")
    links = {deck_of(ana, Visibility.LINK).link or "" for _ in range(20)}
    assert len(links) == 20
    assert all(len(link) >= 22 for link in links)


def test_a_revoked_link_gives_way_to_a_new_one() -> None:
    ana = person("ana")
    deck, owner = deck_of(ana, Visibility.LINK), signed_in(ana)
    old = deck.link
    owner.post(f"{deck.get_absolute_url()}link/")
    deck.refresh_from_db()
    gone = Client().get(f"/d/{old}/")
    assert gone.status_code == 404
    assert "It may have been revoked." in gone.content.decode()
    assert "no-store" in gone["Cache-Control"]
    assert Client().get(f"/d/{deck.link}/").status_code == 200


def test_every_page_under_a_link_stays_under_it() -> None:
    deck = deck_of(person("ana"), Visibility.LINK)
    visitor = Client()
    for tail in ("", "versions/", "versions/1/", "compare/", "export/", "report/", "?view=faces"):
        html = visitor.get(f"/d/{deck.link}/{tail}").content.decode()
        assert f"/d/{deck.link}/" in html
        assert deck.id not in html, f"{tail} gives the deck's id away"


def test_a_deck_by_link_can_be_copied_exported_and_compared() -> None:
    deck = deck_of(person("ana"), Visibility.LINK, decklist=EISEN)
    visitor = Client()
    copied = visitor.post(f"/d/{deck.link}/copy/")
    assert visitor.get(copied["Location"]).status_code == 200
    assert b"Kaspar" in visitor.get(f"/d/{deck.link}/export/text/").content
    assert visitor.get(f"/decks/compare/?a=d/{deck.link}&b=eisen-starter").status_code == 200


def test_a_copy_names_no_source_that_only_its_link_opens() -> None:
    deck = deck_of(person("ana"), Visibility.LINK, name="The hidden source")
    visitor = Client()
    copied = visitor.post(f"/d/{deck.link}/copy/")
    visitor.get(copied["Location"])
    assert "A copy of" not in visitor.get(copied["Location"]).content.decode()


def test_somebody_without_an_account_shares_by_link_but_not_publicly(client: Client) -> None:
    client.post("/decks/castille-starter/copy/")
    deck = Deck.objects.get(starter=False)
    refused = client.post(f"{deck.get_absolute_url()}share/", {"visibility": "public"})
    assert refused.status_code == 400
    assert "Sign in to publish a deck." in refused.content.decode()
    assert shared_by(client, deck, "link").link
    assert Client().get(f"/d/{deck.link}/").status_code == 200


@pytest.mark.parametrize("choice", ["", "everybody", "PUBLIC"])
def test_another_word_is_refused(choice: str) -> None:
    ana = person("ana")
    deck = deck_of(ana)
    answer = signed_in(ana).post(f"{deck.get_absolute_url()}share/", {"visibility": choice})
    assert answer.status_code == 400
    deck.refresh_from_db()
    assert deck.visibility == Visibility.PRIVATE


def test_what_staff_took_down_stays_down() -> None:
    ana = person("ana")
    deck = deck_of(ana, Visibility.PUBLIC)
    services.withhold(deck)
    assert Client().get(deck.get_absolute_url()).status_code == 404
    refused = signed_in(ana).post(f"{deck.get_absolute_url()}share/", {"visibility": "public"})
    assert refused.status_code == 400
    with pytest.raises(WithheldError):
        services.share(deck, Visibility.LINK)
    services.release(deck)
    services.share(deck, Visibility.PUBLIC)
    assert Client().get(deck.get_absolute_url()).status_code == 200


def test_the_code_to_scan_leads_to_the_address_to_pass_on() -> None:
    ana = person("ana")
    deck = deck_of(ana, Visibility.LINK)
    html = signed_in(ana).get(f"{deck.get_absolute_url()}share/").content.decode()
    assert f'value="http://testserver/d/{deck.link}/"' in html
    assert 'class="qr"' in html
    file = Client().get(f"/d/{deck.link}/qr.svg")
    assert file["Content-Type"] == "image/svg+xml"
    assert b"<svg" in file.content


def test_the_feed_has_public_decks_only() -> None:
    ana = person("ana")
    deck_of(ana, Visibility.PUBLIC, "Seen & heard", description="*So* <b>be</b> it")
    deck_of(ana, Visibility.LINK, "Whispered")
    feed = Client().get("/decks/feed.atom")
    text = feed.content.decode()
    assert feed["Content-Type"].startswith("application/atom+xml")
    assert "Seen &amp; heard" in text
    assert "Whispered" not in text
    assert "&lt;b&gt;be" not in text


def test_the_list_has_public_decks_in_the_order_asked_for(client: Client) -> None:
    ana = person("ana")
    for name, likes in (("Older", 5), ("Newer", 1)):
        deck = deck_of(ana, Visibility.PUBLIC, name)
        Deck.objects.filter(pk=deck.pk).update(likes=likes)
    deck_of(ana, Visibility.LINK, "Hidden")

    def names(path: str) -> list[str]:
        return re.findall(r"<b>(Older|Newer|Hidden)</b>", client.get(path).content.decode())

    assert names("/decks/") == ["Newer", "Older"]
    assert names("/decks/?sort=likes") == ["Older", "Newer"]
    assert names("/decks/?q=older") == ["Older"]
    assert names("/decks/?q=likes>3") == ["Older"]
    assert client.get("/decks/?sort=age").status_code == 400
    assert client.get("/decks/?page=999&sort=likes")["Location"] == "/decks/?sort=likes"
    assert client.get("/decks/?page=999&q=older")["Location"] == "/decks/?q=older"


def test_a_search_that_cannot_be_read_is_answered_in_words(client: Client) -> None:
    answer = client.get("/decks/", {"q": "likes>many <script>"})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="faults"' in html
    assert 'aria-invalid="true"' in html
    assert "<script>" not in html.replace('<script type="module"', "")


def test_a_search_says_when_there_are_more_than_it_counted_and_leads_to_all() -> None:
    owner, client = person("many"), Client()
    Deck.objects.bulk_create(Deck(name=f"Lantern {i}", owner=owner, visibility=Visibility.PUBLIC) for i in range(130))
    first = client.get("/decks/?q=lantern").content.decode()
    assert "More than 100 decks</span> Decks" in first
    last, shown = 1, 0
    while f"q=lantern&amp;page={last + 1}" in (page := client.get(f"/decks/?q=lantern&page={last}").content.decode()):
        shown += page.count('class="deck-card')
        last += 1
    assert last == 5
    assert "More than" not in page
    assert ">130 decks</span> Decks" in page
    assert client.get("/decks/?q=lantern&page=6")["Location"] == "/decks/?q=lantern"
