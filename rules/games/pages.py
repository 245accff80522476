"""The pages of recorded games and of the duel table."""

from django.urls import path

from rules.games import pages_ask, pages_show
from rules.games.duels import pages as duels

urlpatterns = [
    path("games/", pages_ask.games, name="games"),
    path("games/<slug:game_id>/", pages_show.show, name="game"),
    path("games/<slug:game_id>/notation.txt", pages_show.notation, name="game-notation"),
    path("games/<slug:game_id>/delete/", pages_show.delete, name="game-delete"),
    *duels.urlpatterns,
]
