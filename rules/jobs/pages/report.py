"""A simulation's own page: the wait, the report, and what can be done about either."""

from __future__ import annotations

import json
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
from rules.jobs.pages.parts import asked_policy, head_context
from rules.jobs.run import services
from rules.jobs.run.progress import channel, publish_found, state
from rules.reports import tables
from rules.reports.charts import chapters
from rules.reports.csv_export import csv_of
from rules.reports.pair_charts import pair_chapters
from rules.reports.sheets import ComparisonSheet, ReportSheet, comparison_sheet, report_sheet
from web import streams
from web.conditional import OWN_COPY
from web.error_pages import error_page
from web.ownership import Visitor
from web.rate_limits import hashed_network_of


@unlisted_page
@require_safe
def show(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """How far it is, or what came of it."""
    found, visitor, snapshot = services.find(simulation_id), Visitor.of(request), current_snapshot()
    context = {
        **head_context(found, visitor, snapshot.catalogue),
        "address": request.build_absolute_uri(found.get_absolute_url()),
    }
    sheet = _sheet(found)
    if sheet is None:
        now = services.progress(found)
        if not now.finished:
            # So that the stream begins with a state, though nothing has happened yet.
            publish_found(found.run_id, now)
        context |= {
            "progress": state(now),
            "may_cancel": services.may_cancel(visitor, found),
            "stream": streams.address(channel(found.run_id)),
        }
        return render(request, "rules/simulations/wait.html", context)
    if isinstance(sheet, ComparisonSheet):
        response = render(request, "rules/simulations/comparison.html", context | _pair_context(request, sheet))
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
    """The card's face, silent: its name stands beside it."""
    return picture(row.card, "thumb", css="thumb", alt="") if row.card else SafeString()


def _pair_context(request: HttpRequest, sheet: ComparisonSheet) -> dict[str, Any]:
    days = len(sheet.differences)
    day = parse_number(request.GET.get("day", str(days)), "Day")
    if day > days:
        raise DeckError(f"There is no Day {day}; these games had {days}.")
    return {
        "comparison": sheet,
        "notes": list(dict.fromkeys((*sheet.a.notes, *sheet.b.notes))),
        "chapters": pair_chapters(sheet),
        "day": day,
        "days": range(1, days + 1),
        "rows": tables.pair_table(sheet, day),
    }


@unlisted_page
@require_POST
def cancel(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Stop playing."""
    found = services.find(simulation_id)
    if not services.may_cancel(Visitor.of(request), found):
        return error_page(request, 403, "Only the person who started a simulation can cancel it.")
    services.cancel(found)
    if found.status == Status.DONE:
        tell(request, "Too late to cancel: the last game had been played.")
    return _seen(found)


@unlisted_page
@require_POST
def again(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Ask the same question once more: what was played before a simulation was cancelled is not lost."""
    found, visitor = services.find(simulation_id), Visitor.with_browser(request)
    run = found.run
    named = ((found.name, found.version), (found.against_name, found.against_version))
    sides = [
        services.Side(decklist, name, version if version and may_read(visitor, version.deck) else None)
        for (name, version), decklist in zip(named, run.decklists, strict=False)
    ]
    try:
        asked = services.ask(
            visitor,
            hashed_network_of(request),
            sides[0],
            against=sides[1] if found.is_pair else None,
            games=run.games,
            seed=found.seed,
            days=run.days,
            policy=asked_policy(run.policy),
            adversary=run.adversary,
            city=run.city,
        )
    except services.QuestionError as error:
        return error_page(request, 400, str(error))
    visitor.remember(request)
    return _seen(asked)


def _seen(simulation: Simulation) -> HttpResponse:
    response = redirect(simulation)
    response.status_code = 303
    return response


@unlisted_page
@require_safe
def download_csv(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Every number of the report, for a spreadsheet."""
    found = services.find(simulation_id)
    sheet = _sheet(found)
    if sheet is None:
        raise Http404("This simulation has no report.")
    return _file(found, csv_of(sheet, (found.name, found.against_name)), "csv", "text/csv; charset=utf-8")


@unlisted_page
@require_safe
def download_json(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """The report as the API gives it."""
    found = services.find(simulation_id)
    stored = services.result(found)
    if stored is None:
        raise Http404("This simulation has no report.")
    return _file(found, json.dumps(stored, ensure_ascii=False, indent=1), "json", "application/json")


def _file(simulation: Simulation, content: str, ending: str, content_type: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    name = slugify(simulation.name)[:60] or "deck"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}-simulation.{ending}"'
    response.headers["Cache-Control"] = OWN_COPY
    return response
