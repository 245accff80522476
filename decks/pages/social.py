"""Likes, comments and reports."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_http_methods, require_POST

from decks import queries, social
from decks.models import Comment, Deck
from decks.pages.base import Reading, deck_page, read, reading_routes, tell
from decks.permissions import find_public
from decks.services import DeckError
from web.ownership import Visitor


@deck_page
@require_POST
def like(request: HttpRequest, deck_id: str) -> HttpResponse:
    """Like a public deck, or unlike it."""
    visitor = Visitor.of(request)
    deck = find_public(visitor, deck_id)
    if visitor.user is None:
        return redirect_to_login(deck.get_absolute_url())
    social.toggle_like(visitor.user, deck)
    return redirect(deck.get_absolute_url())


@deck_page
@require_POST
def comment(request: HttpRequest, deck_id: str) -> HttpResponse:
    visitor = Visitor.of(request)
    deck = find_public(visitor, deck_id)
    if visitor.user is None:
        return redirect_to_login(f"{deck.get_absolute_url()}#comments")
    text = request.POST.get("text", "")
    try:
        posted = social.post_comment(visitor.user, deck, text)
    except DeckError as error:
        context = {
            "here": "decks",
            "deck": deck,
            "text": text[: social.MAX_COMMENT_LENGTH * 2],
            "fault": str(error),
            "most_comment": social.MAX_COMMENT_LENGTH,
        }
        return render(request, "decks/comment.html", context, status=400)
    return redirect(f"{deck.get_absolute_url()}#comment-{posted.pk}")


@deck_page
@require_POST
def delete_comment(request: HttpRequest, deck_id: str, comment_id: int) -> HttpResponse:
    visitor = Visitor.of(request)
    deck = find_public(visitor, deck_id)
    found = _comment(deck, comment_id)
    if visitor.user is None or found.author_id != visitor.user.pk:
        raise Http404("There is no such comment, or you can’t delete it.")
    social.delete_comment(found)
    tell(request, "Comment deleted.")
    return redirect(f"{deck.get_absolute_url()}#comments")


@deck_page
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    return _report(request, read(request, deck_id, link), None)


@deck_page
@require_http_methods(["GET", "HEAD", "POST"])
def report_comment(request: HttpRequest, deck_id: str, comment_id: int) -> HttpResponse:
    visitor = Visitor.of(request)
    deck = find_public(visitor, deck_id)
    return _report(request, Reading(deck, visitor), _comment(deck, comment_id))


def _report(request: HttpRequest, reading: Reading, about: Comment | None) -> HttpResponse:
    fault, status = "", 200
    if request.method == "POST":
        try:
            social.report(reading.visitor.user, reading.deck, request.POST.get("reason", ""), about)
        except DeckError as error:
            fault, status = str(error), 400
        else:
            tell(request, "Thank you. Our staff will review it.")
            return redirect(reading.path("deck"))
    context = {
        "here": "decks",
        "reading": reading,
        "deck": reading.deck,
        "comment": about,
        "fault": fault,
        "reason": request.POST.get("reason", "")[: social.MAX_REASON_LENGTH * 2],
        "most": social.MAX_REASON_LENGTH,
    }
    return render(request, "decks/report.html", context, status=status)


def _comment(deck: Deck, comment_id: int) -> Comment:
    found = queries.comments_on(deck).filter(pk=comment_id).first()
    if found is None:
        raise Http404("There is no such comment.")
    return found


reading_patterns = reading_routes("report/", report, "report")

own_patterns = [
    path("decks/<slug:deck_id>/like/", like, name="like"),
    path("decks/<slug:deck_id>/comments/", comment, name="comments"),
    path("decks/<slug:deck_id>/comments/<int:comment_id>/delete/", delete_comment, name="comment-delete"),
    path("decks/<slug:deck_id>/comments/<int:comment_id>/report/", report_comment, name="comment-report"),
]
