"""Progress as it happens: server-sent events for a script that listens, one look as JSON for one that asks."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from threading import BoundedSemaphore
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from rules.jobs.services import Progress, find, progress
from rules.jobs.showing_words import TITLES, progress_words

#: Shorter than the web server's patience when it is asked to stop; the browser then calls again by itself.
LIFE_SECONDS: Final = 6.0
LOOK_SECONDS: Final = 0.4
#: After how many milliseconds a browser calls again: at once after a stream's life, later where there was no room.
AGAIN: Final = 100
AGAIN_BUSY: Final = 1500

EVENTS: Final = "text/event-stream"

#: A listener keeps a thread of the web server busy; half of them, and the only one, stay free for everybody else.
rooms = BoundedSemaphore(settings.WEB_THREADS // 2)


@require_safe
def events(request: HttpRequest, simulation_id: str) -> HttpResponseBase:
    """How far a simulation is, again and again for a few seconds, or once."""
    response: HttpResponseBase
    try:
        first = progress(find(simulation_id))
    except Http404 as error:
        response = JsonResponse({"detail": str(error)}, status=404)
    else:
        if EVENTS in request.headers.get("Accept", ""):
            response = StreamingHttpResponse(_stream(simulation_id, first), content_type=EVENTS)
            # A proxy that collects an answer before passing it on would make it pointless.
            response.headers["X-Accel-Buffering"] = "no"
        else:
            response = JsonResponse(told(first))
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Vary"] = "Accept"
    return response


def told(found: Progress) -> dict[str, Any]:
    """A look at a simulation, with the words for it."""
    words = progress_words(
        found.status.value, found.done_games, found.games, found.rate, found.seconds_left, found.note
    )
    title = TITLES.get(found.status.value, "")
    return {**found.as_dict(), "finished": found.finished, "title": title, "words": words}


def _stream(simulation_id: str, first: Progress) -> Iterator[str]:
    """Room is taken when the first part is asked for and given back however the stream ends."""
    if first.finished or not rooms.acquire(blocking=False):
        yield _event(first, AGAIN_BUSY)
        return
    try:
        yield from _looks(simulation_id, first)
    finally:
        rooms.release()


def _looks(simulation_id: str, found: Progress) -> Iterator[str]:
    end = time.monotonic() + LIFE_SECONDS
    yield _event(found, AGAIN)
    while not found.finished and time.monotonic() < end:
        time.sleep(LOOK_SECONDS)
        try:
            found = progress(find(simulation_id))
        except Http404:
            return
        yield _event(found, AGAIN)


def _event(found: Progress, again: int) -> str:
    return f"retry: {again}\ndata: {json.dumps(told(found))}\n\n"
