"""Addresses of deck pages; the fixed ones stand before those that begin with a deck's id."""

from decks.pages import browse, builder, comparing, deck, exports, own, sharing, social, versions

app_name = "decks"

urlpatterns = [
    *browse.fixed_patterns,
    *own.fixed_patterns,
    *comparing.fixed_patterns,
    *exports.fixed_patterns,
    *builder.urlpatterns,
    *deck.own_patterns,
    *sharing.own_patterns,
    *versions.own_patterns,
    *social.own_patterns,
    *deck.reading_patterns,
    *exports.reading_patterns,
    *versions.reading_patterns,
    *comparing.reading_patterns,
    *social.reading_patterns,
]
