"""A simulation's own page: its progress, then its report; cancelling, repeating and downloading."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from cards.pictures.face_urls import picture
from cards.search import Snapshot, current_snapshot
from decks.pages.base import parse_number, tell, unlisted_page
from decks.permissions import may_read
from decks.services import DeckError
from rules.jobs.models import Simulation, Status
from rules.jobs.pages.parts import Subject, head_context, policy_parameters, subject_names
from rules.jobs.run import services
from rules.jobs.run.progress import channel, publish_progress, state
from rules.reports import tables
from rules.reports.charts import chapters
from rules.reports.csv_export import csv_of
from rules.reports.pair_charts import column_heads, pair_chapters
from rules.reports.sheets import ComparisonSheet, ReportSheet, comparison_sheet, report_sheet
from rules.reports.words import with_names
from web import streams
from web.conditional import OWN_COPY
from web.error_pages import error_page
from web.ownership import Visitor
from web.rate_limits import hashed_network_of


@unlisted_page
@require_safe
def show(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """The progress of a simulation, or its report."""
    simulation, visitor, snapshot = services.find(simulation_id), Visitor.of(request), current_snapshot()
    context = {
        **head_context(simulation, visitor, snapshot.catalogue),
        "address": request.build_absolute_uri(simulation.get_absolute_url()),
    }
    sheet = _sheet(simulation)
    if sheet is None:
        progress = services.progress(simulation)
        if not progress.finished:
            # So that the stream has something to begin with.
            publish_progress(simulation.run_id, progress)
        context |= {
            "progress": state(progress),
            "may_cancel": services.may_cancel(visitor, simulation),
            "stream": streams.address(channel(simulation.run_id)),
        }
        return render(request, "rules/simulations/wait.html", context)
    if isinstance(sheet, ComparisonSheet):
        pair = _pair_context(request, sheet, context["subjects"])
        response = render(request, "rules/simulations/comparison.html", context | pair)
    else:
        response = render(request, "rules/simulations/report.html", context | _report_context(request, sheet, snapshot))
    response.headers["Cache-Control"] = OWN_COPY
    return response


def _sheet(simulation: Simulation) -> ReportSheet | ComparisonSheet | None:
    stored = services.result(simulation)
    if stored is None:
        return None
    return comparison_sheet(stored) if simulation.is_pair else report_sheet(stored)


def _report_context(request: HttpRequest, sheet: ReportSheet, snapshot: Snapshot) -> dict[str, Any]:
    sort = request.GET.get("sort", tables.DEFAULT_SORT)
    if sort not in tables.SORTS:
        raise DeckError(f"Cards cannot be sorted by “{sort[:40]}”. Sort by one of {', '.join(tables.SORTS)}.")
    columns, rows = tables.card_table(sheet, snapshot.catalogue, sort)
    return {
        "report": sheet,
        "figures": tables.figures(sheet),
        "chapters": chapters(sheet),
        "log": tables.log(sheet, snapshot.catalogue),
        "columns": columns,
        "rows": [(row, _thumb(row)) for row in rows],
    }


def _thumb(row: tables.CardRow) -> SafeString:
    """The card's face, without an alternative text: its name is next to it."""
    return picture(row.card, "thumb", css="thumb", alt="") if row.card else SafeString()


def _pair_context(request: HttpRequest, sheet: ComparisonSheet, decks: Sequence[Subject]) -> dict[str, Any]:
    days = len(sheet.differences)
    day = parse_number(request.GET.get("day", str(days)), "Day")
    if day > days:
        raise DeckError(f"There is no Day {day}: these games have {days}.")
    names = subject_names(decks)
    return {
        "comparison": sheet,
        "verdict": with_names(sheet.sentence, names),
        "names": names,
        "heads": column_heads(tuple(names.values())),
        "notes": list(dict.fromkeys((*sheet.a.notes, *sheet.b.notes))),
        "chapters": pair_chapters(sheet, tuple(names.values())),
        "day": day,
        "unfolded": "day" in request.GET,
        "days": range(1, days + 1),
        "rows": tables.pair_table(sheet, day),
    }


@unlisted_page
@require_POST
def cancel(request: HttpRequest, simulation_id: str) -> HttpResponse:
    simulation = services.find(simulation_id)
    if not services.may_cancel(Visitor.of(request), simulation):
        return error_page(request, 403, "Only the person who started a simulation can cancel it.")
    services.cancel(simulation)
    if simulation.status == Status.DONE:
        tell(request, "This simulation had already finished, so it was not cancelled.")
    return _see(simulation)


@unlisted_page
@require_POST
def again(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Start the same simulation again; what was played before it was cancelled is not lost."""
    simulation, visitor = services.find(simulation_id), Visitor.with_browser(request)
    run = simulation.run
    named = ((simulation.name, simulation.version), (simulation.against_name, simulation.against_version))
    sides = [
        services.Side(decklist, name, version if version and may_read(visitor, version.deck) else None)
        for (name, version), decklist in zip(named, run.decklists, strict=False)
    ]
    options = services.SimulationOptions(
        games=run.games,
        seed=simulation.seed,
        days=run.days,
        policy=policy_parameters(run.policy),
        adversary=run.adversary,
        city=run.city,
    )
    try:
        repeated = services.ask(
            visitor, hashed_network_of(request), sides[0], sides[1] if simulation.is_pair else None, options
        )
    except services.QuestionError as error:
        return error_page(request, 400, str(error))
    visitor.remember(request)
    return _see(repeated)


def _see(simulation: Simulation) -> HttpResponse:
    response = redirect(simulation)
    response.status_code = 303
    return response


@unlisted_page
@require_safe
def download_csv(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Every number of the report as CSV."""
    simulation = services.find(simulation_id)
    sheet = _sheet(simulation)
    if sheet is None:
        raise Http404("This simulation has no report.")
    return _file(
        simulation, csv_of(sheet, (simulation.name, simulation.against_name)), "csv", "text/csv; charset=utf-8"
    )


@unlisted_page
@require_safe
def download_json(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """The report as the API gives it."""
    simulation = services.find(simulation_id)
    stored = services.result(simulation)
    if stored is None:
        raise Http404("This simulation has no report.")
    return _file(simulation, json.dumps(stored, ensure_ascii=False, indent=1), "json", "application/json")


def _file(simulation: Simulation, content: str, ending: str, content_type: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    name = slugify(simulation.name)[:60] or "deck"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}-simulation.{ending}"'
    response.headers["Cache-Control"] = OWN_COPY
    return response
