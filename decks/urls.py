"""Addresses of deck pages; the fixed ones stand before those that begin with a deck's id."""

from decks.builder import views as builder
from decks.pages import comparison, deck, exports, index, mine, share, social, versions

app_name = "decks"

urlpatterns = [
    *index.fixed_patterns,
    *mine.fixed_patterns,
    *comparison.fixed_patterns,
    *exports.fixed_patterns,
    *builder.urlpatterns,
    *deck.own_patterns,
    *share.own_patterns,
    *versions.own_patterns,
    *social.own_patterns,
    *deck.reading_patterns,
    *exports.reading_patterns,
    *versions.reading_patterns,
    *comparison.reading_patterns,
    *social.reading_patterns,
]
