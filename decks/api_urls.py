"""Addresses of the deck API."""

from django.urls import path

from decks.api import decks, lists, parts

app_name = "decks_api"
urlpatterns = [
    path("decks/", decks.DeckList.as_view(), name="decks"),
    path("decks/validate/", lists.Validate.as_view(), name="validate"),
    path("decks/import/", lists.Import.as_view(), name="import"),
    path("decks/export/", lists.Export.as_view(), name="export-list"),
    path("decks/<slug:deck_id>/", decks.DeckDetail.as_view(), name="deck"),
    path("decks/<slug:deck_id>/versions/", parts.Versions.as_view(), name="versions"),
    path("decks/<slug:deck_id>/diff/", parts.Diff.as_view(), name="diff"),
    path("decks/<slug:deck_id>/export/<str:kind>/", parts.ExportDeck.as_view(), name="export"),
    path("decks/<slug:deck_id>/link/", parts.Link.as_view(), name="link"),
    path("decks/<slug:deck_id>/copy/", parts.Copy.as_view(), name="copy"),
    path("decks/<slug:deck_id>/like/", parts.Liking.as_view(), name="like"),
]
