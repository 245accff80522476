"""Is the process alive, and can it do its work?"""

import logging
from collections.abc import Callable

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse

logger = logging.getLogger(__name__)


def healthz(request: HttpRequest) -> HttpResponse:
    """Alive: answers without touching anything else."""
    return JsonResponse({"status": "alive"})


def readyz(request: HttpRequest) -> HttpResponse:
    """Ready: database, migrations and queue, each with a word; 503 when pages would fail."""
    parts: dict[str, str] = {}
    for name, check in (("database", _database), ("migrations", _migrations), ("queue", _queue)):
        try:
            parts[name] = check()
        except (DatabaseError, redis.RedisError, OSError) as error:
            logger.warning("not ready: %s: %s", name, error)
            parts[name] = "unavailable"
    # Pages and API go on without the queue, so its absence is told but keeps the site in service.
    ready = parts["database"] == "ok" and parts["migrations"] == "ok"
    status = "ready" if set(parts.values()) == {"ok"} else ("degraded" if ready else "unavailable")
    return JsonResponse({"status": status, "parts": parts}, status=200 if ready else 503)


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    return "pending" if executor.migration_plan(executor.loader.graph.leaf_nodes()) else "ok"


def _queue() -> str:
    with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5) as client:
        client.ping()
    return "ok"


def _plain(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A probe reads, and its answer is never kept."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = view(request) if request.method in ("GET", "HEAD") else HttpResponseNotAllowed(["GET", "HEAD"])
        response["Cache-Control"] = "no-store"
        response["X-Content-Type-Options"] = "nosniff"
        return response

    return answer


VIEWS: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/healthz": _plain(healthz), "/readyz": _plain(readyz)}
