"""Metrics for Prometheus at `/metrics`.

Each web process writes to its own file in the directory that the server sets in the environment, and the process that
is scraped adds them up; without such a directory, it reports its own numbers. Numbers about simulations come from Redis
and the database, which all machines share.
"""

from __future__ import annotations

import hmac
import ipaddress
import logging
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import redis
from django.conf import settings
from django.core.signals import got_request_exception
from django.db import DatabaseError, InterfaceError
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from kombu.exceptions import OperationalError
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from fivesails_site import cache, health, worker_registry
from rules.jobs.models import Run, Status
from rules.jobs.run import dispatch, game_count

logger = logging.getLogger(__name__)

#: Read by the library when it is imported.
DIRECTORY: Final = "PROMETHEUS_MULTIPROC_DIR"
PATH: Final = "/metrics"
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

_own = CollectorRegistry()
REQUESTS: Final = Counter(
    "fivesails_requests_total", "Requests answered.", ["route", "method", "status"], registry=_own
)
SECONDS: Final = Histogram(
    "fivesails_request_seconds", "Seconds until a response began.", ["route"], buckets=BUCKETS, registry=_own
)
DATABASE_ERRORS: Final = Counter(
    "fivesails_database_errors_total", "Requests ended by a database error.", ["kind"], registry=_own
)
CACHE: Final = Counter("fivesails_cache_total", "Cache lookups by result.", ["result"], registry=_own)
STREAMS: Final = Counter("fivesails_streams_total", "Streams that ended or were refused.", ["status"], registry=_own)
OPEN_STREAMS: Final = Gauge(
    "fivesails_streams_open", "Streams being served.", multiprocess_mode="livesum", registry=_own
)

Answer = Callable[[HttpRequest], HttpResponseBase]


class MetricsMiddleware:
    """Counts each request, and serves ``/metrics`` to those who may read it; for others it does not exist."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info == PATH and request.method in ("GET", "HEAD") and may_read(request):
            headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
            return HttpResponse(text(), content_type=CONTENT_TYPE, headers=headers)
        began = time.perf_counter()
        response = self.get_response(request)
        route = route_of(request)
        method = request.method if request.method in METHODS else "OTHER"
        REQUESTS.labels(route, method, str(response.status_code)).inc()
        SECONDS.labels(route).observe(time.perf_counter() - began)
        return response


def may_read(request: HttpRequest) -> bool:
    """Whether a request may read metrics: by token, or by address if it came through no proxy."""
    scheme, _, token_sent = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        tokens = [token.encode() for token in settings.METRICS_TOKENS]
        return any(hmac.compare_digest(token_sent.strip().encode(), token) for token in tokens)
    if not settings.METRICS_ADDRESSES or {"X-Forwarded-For", "Forwarded", "X-Real-Ip"} & set(request.headers):
        return False
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in network for network in settings.METRICS_ADDRESSES)


def route_of(request: HttpRequest) -> str:
    """The name of the route, which bounds the number of labels."""
    match = request.resolver_match
    if request.path_info in health.VIEWS:
        return request.path_info.removeprefix("/")
    if match is None:
        return "static" if request.path_info.startswith(f"/{settings.STATIC_URL.lstrip('/')}") else "unmatched"
    return match.view_name or "unnamed"


def text() -> bytes:
    """All metrics in Prometheus' text format."""
    registry = CollectorRegistry()
    if directory := os.environ.get(DIRECTORY):
        _forget_dead_processes(Path(directory))
        MultiProcessCollector(registry)
    else:
        registry.register(_own)
    registry.register(_CurrentState())
    return generate_latest(registry)


def _forget_dead_processes(directory: Path) -> None:
    """A killed process leaves its gauges behind."""
    for file in directory.glob("gauge_live*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not Path("/proc", str(pid)).exists() and Path("/proc/self").exists():
            mark_process_dead(pid)


class _CurrentState:
    """Metrics read at each scrape; those of a part that is down are left out."""

    def describe(self) -> Iterable[Metric]:
        """Nothing: by default, registering would call ``collect`` and query the database."""
        return []

    def collect(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("fivesails_up", "Whether a part can be used.", labels=["part"])
        for part, read in (("database", _database), ("queue", _queue)):
            try:
                metrics = list(read())
            except (DatabaseError, InterfaceError, OperationalError, redis.RedisError, OSError) as error:
                logger.warning("metrics: cannot read %s: %s", part, error)
                up.add_metric([part], 0)
            else:
                up.add_metric([part], 1)
                yield from metrics
        yield up
        yield from _memory()


def _database() -> Iterator[Metric]:
    counted = dict(Run.objects.order_by().values_list("status").annotate(Count("pk")))
    family = GaugeMetricFamily("fivesails_simulations", "Stored simulation runs.", labels=["state"])
    for status in Status:
        family.add_metric([status.value], counted.get(status.value, 0))
    yield family


def _queue() -> Iterator[Metric]:
    depth = GaugeMetricFamily("fivesails_queue_depth", "Messages waiting for a worker.", labels=["queue"])
    for queue in settings.CELERY_TASK_QUEUES:
        depth.add_metric([queue.name], dispatch.waiting(queue.name))
    yield depth
    present = worker_registry.present()
    yield GaugeMetricFamily("fivesails_workers", "Workers that reported in the last seconds.", value=len(present))
    yield GaugeMetricFamily("fivesails_worker_processes", "Processes of those workers.", value=sum(present.values()))
    chunks, games = game_count.totals()
    yield CounterMetricFamily("fivesails_simulation_chunks_total", "Chunks of games played.", value=chunks)
    yield CounterMetricFamily("fivesails_simulation_games_total", "Simulated games played.", value=games)
    yield GaugeMetricFamily(
        "fivesails_simulation_games_per_second", "Simulated games a second, recently.", value=game_count.rate()
    )


def _memory() -> Iterator[Metric]:
    """Memory of this web server's processes, where there is a /proc."""
    page = os.sysconf("SC_PAGE_SIZE")
    resident = {}
    for directory in Path("/proc").glob("[0-9]*"):
        try:
            facts = (directory / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(facts[1]) == os.getppid() or int(directory.name) == os.getpid():
            resident[directory.name] = int(facts[21]) * page
    if resident:
        yield GaugeMetricFamily("fivesails_web_processes", "Processes of this web server.", value=len(resident))
        sizes = GaugeMetricFamily("fivesails_web_memory_bytes", "Their resident memory.", labels=["which"])
        sizes.add_metric(["all"], sum(resident.values()))
        sizes.add_metric(["largest"], max(resident.values()))
        yield sizes


_KINDS: Final = ("OperationalError", "InterfaceError", "IntegrityError", "DataError", "ProgrammingError")


def _count_database_error(**_: Any) -> None:
    error = sys.exception()
    if isinstance(error, DatabaseError | InterfaceError):
        kind = type(error).__name__
        DATABASE_ERRORS.labels(kind if kind in _KINDS else "other").inc()


got_request_exception.connect(_count_database_error, dispatch_uid="fivesails_site.metrics")
cache.listeners.append(lambda result: CACHE.labels(result).inc())
