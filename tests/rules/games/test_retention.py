"""Recorded games in the staff's hands, and those that nobody keeps."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from rules.games.models import GameRecord
from rules.jobs.run.recovery import sweep
from tests.decks.factories import person

pytestmark = pytest.mark.django_db


def kept(name: str, **more: object) -> GameRecord:
    days = more.pop("days", 0)
    game = GameRecord.objects.create(
        notation=f"five-sails/1 of {name}", names=[name, "Eisen Starter"], ending="A draw on Day 5", choices=9, **more
    )
    GameRecord.objects.filter(pk=game.pk).update(created_at=timezone.now() - timedelta(days=days))
    return game


def test_the_sweep_forgets_old_games_of_nobody_and_no_others(settings) -> None:
    settings.GAME_KEEP_DAYS = 20
    ana = person("ana")
    kept("old", days=21)
    kept("old of a browser", days=21, browser="b")
    kept("young", days=19)
    kept("ahead of the clock", days=-400)
    kept("old of ana", days=4000, owner=ana)
    cache.delete("simulations:tidy")
    sweep()
    assert {game.names[0] for game in GameRecord.objects.all()} == {"young", "ahead of the clock", "old of ana"}


def test_the_staff_find_a_game_by_name_id_and_owner_and_reach_its_viewer(admin_client: Client) -> None:
    game = kept("Secret <Sails>", owner=person("ana"), browser="the secret of a browser")
    other = kept("Castille Starter")
    for words in ("secret <sails>", game.pk, "ana"):
        page = admin_client.get("/admin/rules/gamerecord/", {"q": words}).content.decode()
        assert f'href="/games/{game.pk}/"' in page
        assert other.pk not in page
    assert "Secret &lt;Sails&gt; against Eisen Starter" in page


def test_the_staff_read_the_notation_and_change_nothing(admin_client: Client) -> None:
    game = kept("Castille Starter", browser="the secret of a browser")
    address = f"/admin/rules/gamerecord/{game.pk}/change/"
    page = admin_client.get(address).content.decode()
    assert "five-sails/1 of Castille Starter" in page
    assert "the secret of a browser" not in page
    assert not [name for name in ("notation", "ending", "names") if f'name="{name}"' in page]
    admin_client.post(address, {"notation": "other", "ending": "other"})
    assert GameRecord.objects.get().notation == game.notation
    assert admin_client.get("/admin/rules/gamerecord/add/").status_code == 403


def test_the_list_asks_the_database_as_often_for_many_games_as_for_one(
    admin_client: Client, django_assert_max_num_queries
) -> None:
    kept("first", owner=person("p0"))
    with django_assert_max_num_queries(20) as few:
        admin_client.get("/admin/rules/gamerecord/")
    for number in range(1, 6):
        kept(f"more {number}", owner=person(f"p{number}"))
    with django_assert_max_num_queries(20) as many:
        admin_client.get("/admin/rules/gamerecord/")
    assert len(many) == len(few)
