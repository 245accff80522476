"""Health checks: `/healthz` for the process, `/readyz` for what it needs."""

import logging
from collections.abc import Callable

import redis
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse

logger = logging.getLogger(__name__)


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer without touching the database or Redis."""
    return JsonResponse({"status": "alive"})


def readyz(request: HttpRequest) -> HttpResponse:
    """The state of each part; 503 if pages would fail."""
    parts: dict[str, str] = {}
    checks = {"database": _database, "migrations": _migrations, "static_files": _static_files, "queue": _queue}
    for name, check in checks.items():
        try:
            parts[name] = check()
        except (DatabaseError, redis.RedisError, OSError) as error:
            logger.warning("not ready: %s: %s", name, error)
            parts[name] = "unavailable"
    # Pages and API work without the queue.
    ready = all(word == "ok" for name, word in parts.items() if name != "queue")
    status = "ready" if set(parts.values()) == {"ok"} else ("degraded" if ready else "unavailable")
    return JsonResponse({"status": status, "parts": parts}, status=200 if ready else 503)


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    return "pending" if executor.migration_plan(executor.loader.graph.leaf_nodes()) else "ok"


def _static_files() -> str:
    if not isinstance(staticfiles_storage, ManifestFilesMixin):
        return "ok"
    # Loaded by this process, and still on disk.
    present = staticfiles_storage.hashed_files and staticfiles_storage.exists(staticfiles_storage.manifest_name)
    return "ok" if present else "missing"


def _queue() -> str:
    with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5) as client:
        client.ping()
    return "ok"


def _probe(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Decorate a view: GET and HEAD only, never cached."""

    def wrapped(request: HttpRequest) -> HttpResponse:
        response = view(request) if request.method in ("GET", "HEAD") else HttpResponseNotAllowed(["GET", "HEAD"])
        response["Cache-Control"] = "no-store"
        response["X-Content-Type-Options"] = "nosniff"
        return response

    return wrapped


VIEWS: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/healthz": _probe(healthz), "/readyz": _probe(readyz)}
