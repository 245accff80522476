"""Addresses of the card pages."""

from django.urls import include, path

from cards.pages import views
from cards.pictures.views import face

card_patterns = (
    [
        path("cards/", views.card_list, name="list"),
        path("cards/help/", views.search_help, name="help"),
        path("cards/<str:code>/", views.card, name="card-by-code"),
        path("cards/<str:code>/preview/", views.preview, name="preview"),
        path("cards/<str:code>/<slug:slug>/", views.card, name="card"),
        path("sets/", views.sets, name="sets"),
        path("sets/<slug:code>/", views.card_set, name="set"),
        path("factions/", views.factions, name="factions"),
        path("factions/<slug:code>/", views.faction, name="faction"),
        path("faces/<str:name>", face, name="face"),
    ],
    "cards",
)

urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("opensearch.xml", views.opensearch, name="opensearch"),
    path("theme/", views.choose_theme, name="theme"),
    path("", include(card_patterns)),
]
