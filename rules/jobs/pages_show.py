"""A simulation's own page: the wait, the report, and what can be done about either."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from cards.searching import Desk, current_desk
from cards.views import refuse
from decks.pages.reading import OWN_COPY, numbered, tell
from decks.permissions import Visitor, may_read
from decks.services import DeckError
from rules.jobs import services, showing
from rules.jobs.charts import chapters
from rules.jobs.charts_pair import pair_chapters
from rules.jobs.models import Simulation, Status
from rules.jobs.pages_events import told
from rules.jobs.pages_parts import asked_policy, head_context, simulation_page
from rules.jobs.showing_csv import csv_of
from rules.jobs.showing_sheets import ComparisonSheet, ReportSheet, comparison_sheet, report_sheet


@simulation_page
@require_safe
def show(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """How far it is, or what came of it."""
    found, visitor, desk = services.find(simulation_id), Visitor.of(request), current_desk()
    context = {
        **head_context(found, visitor, desk.catalogue),
        "address": request.build_absolute_uri(found.get_absolute_url()),
    }
    sheet = _sheet(found)
    if sheet is None:
        context |= {"progress": told(services.progress(found)), "may_cancel": services.may_cancel(visitor, found)}
        return render(request, "rules/simulations/wait.html", context)
    if isinstance(sheet, ComparisonSheet):
        response = render(request, "rules/simulations/comparison.html", context | _pair_context(request, sheet))
    else:
        response = render(request, "rules/simulations/report.html", context | _report_context(request, sheet, desk))
    response.headers["Cache-Control"] = OWN_COPY
    return response


def _sheet(simulation: Simulation) -> ReportSheet | ComparisonSheet | None:
    stored = services.result(simulation)
    if stored is None:
        return None
    return comparison_sheet(stored) if simulation.is_pair else report_sheet(stored)


def _report_context(request: HttpRequest, sheet: ReportSheet, desk: Desk) -> dict[str, Any]:
    sort = request.GET.get("sort", showing.DEFAULT_SORT)
    if sort not in showing.SORTS:
        raise DeckError(f"Cards cannot be sorted by “{sort[:40]}”. Sort by one of {', '.join(showing.SORTS)}.")
    columns, rows = showing.card_table(sheet, desk.catalogue, sort)
    return {
        "report": sheet,
        "figures": showing.figures(sheet),
        "chapters": chapters(sheet),
        "log": showing.log(sheet, desk.catalogue),
        "columns": columns,
        "rows": [(row, _thumb(desk, row)) for row in rows],
    }


def _thumb(desk: Desk, row: showing.CardRow) -> SafeString:
    """The card's face, silent: its name stands beside it."""
    picture = desk.gallery.picture(row.card, "thumb", css="thumb", alt="") if row.card else ""
    return mark_safe(picture)  # noqa: S308 - the gallery escapes


def _pair_context(request: HttpRequest, sheet: ComparisonSheet) -> dict[str, Any]:
    days = len(sheet.differences)
    day = numbered(request.GET.get("day", str(days)), "Day")
    if day > days:
        raise DeckError(f"There is no Day {day}; these games had {days}.")
    return {
        "comparison": sheet,
        "notes": list(dict.fromkeys((*sheet.a.notes, *sheet.b.notes))),
        "chapters": pair_chapters(sheet),
        "day": day,
        "days": range(1, days + 1),
        "rows": showing.pair_table(sheet, day),
    }


@simulation_page
@require_POST
def cancel(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Stop playing."""
    found = services.find(simulation_id)
    if not services.may_cancel(Visitor.of(request), found):
        return refuse(request, 403, "Only who asked for a simulation may cancel it.")
    services.cancel(found)
    if found.status == Status.DONE:
        tell(request, "Too late to cancel: the last game had been played.")
    return _seen(found)


@simulation_page
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
            services.address_of(request),
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
        return refuse(request, 400, str(error))
    except services.QuotaError as error:
        response = refuse(request, 429, str(error))
        response.headers["Retry-After"] = str(error.wait)
        return response
    visitor.remember(request)
    return _seen(asked)


def _seen(simulation: Simulation) -> HttpResponse:
    response = redirect(simulation)
    response.status_code = 303
    return response


@simulation_page
@require_safe
def download_csv(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Every number of the report, for a spreadsheet."""
    found = services.find(simulation_id)
    sheet = _sheet(found)
    if sheet is None:
        raise Http404("This simulation has no report.")
    return _file(found, csv_of(sheet, (found.name, found.against_name)), "csv", "text/csv; charset=utf-8")


@simulation_page
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
