"""A simulation's progress as JSON, for scripts that have no stream."""

from __future__ import annotations

from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from rules.jobs.run.progress import state
from rules.jobs.run.services import find, progress


@require_safe
def events(request: HttpRequest, simulation_id: str) -> JsonResponse:
    """The progress now."""
    try:
        response = JsonResponse(state(progress(find(simulation_id))))
    except Http404 as error:
        response = JsonResponse({"detail": str(error)}, status=404)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
