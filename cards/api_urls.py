"""Addresses of the card API."""

from django.urls import path

from cards.api import views

app_name = "api"
urlpatterns = [
    path("cards/", views.CardList.as_view(), name="cards"),
    path("cards/all/", views.AllCards.as_view(), name="cards-all"),
    path("cards/<str:code>/", views.CardDetail.as_view(), name="card"),
    path("search/explain/", views.Explain.as_view(), name="explain"),
    path("sets/", views.Sets.as_view(), name="sets"),
    path("factions/", views.Factions.as_view(), name="factions"),
    path("formats/", views.Formats.as_view(), name="formats"),
    path("version/", views.Version.as_view(), name="version"),
    path("schema/", views.Schema.as_view(), name="schema"),
    path("docs/", views.docs, name="docs"),
]
