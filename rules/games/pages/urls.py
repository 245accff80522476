"""The pages of recorded games and of the duel table."""

from django.urls import path

from rules.games.pages import duels, form, replay

urlpatterns = [
    path("games/", form.games, name="games"),
    path("games/<slug:game_id>/", replay.show, name="game"),
    path("games/<slug:game_id>/notation.txt", replay.notation, name="game-notation"),
    path("games/<slug:game_id>/delete/", replay.delete, name="game-delete"),
    *duels.urlpatterns,
]
