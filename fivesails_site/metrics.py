"""What the site counts while it runs, and how it stands now, for Prometheus: `GET /metrics`.

All processes of a web server count together: the module is imported before they are forked (`--preload`), and each
keeps its numbers in a file of its own in shared memory. Whichever process is asked adds all of them up. Numbers about
simulations are kept where all machines can reach them, in the queue's server and in the database.
"""

from __future__ import annotations

import atexit
import gc
import hmac
import ipaddress
import logging
import os
import shutil
import sys
import tempfile
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
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, values
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

from fivesails_site import cache, health, roll
from rules.jobs import counting, dispatch
from rules.jobs.models import Run, Status

logger = logging.getLogger(__name__)

_SHARED: Final = Path("/dev/shm")  # noqa: S108 - memory, in a directory that is made for us alone
_NAME: Final = "fivesails-metrics-"


def _place() -> str:
    """A directory of our own in memory: files there that are written through a map would kill us on a full disk."""
    parent = _SHARED if os.access(_SHARED, os.W_OK) else Path(tempfile.gettempdir())
    for left in parent.glob(f"{_NAME}*"):
        owner = left.name.removeprefix(_NAME).partition("-")[0]
        if owner.isdigit() and not Path("/proc", owner).exists() and Path("/proc/self").exists():
            shutil.rmtree(left, ignore_errors=True)
    place = tempfile.mkdtemp(prefix=f"{_NAME}{os.getpid()}-", dir=parent)
    atexit.register(_leave, place, os.getpid())
    return place


def _leave(place: str, maker: int) -> None:
    """Take the directory away with the process that made it, not with one of its children."""
    if os.getpid() == maker:
        # The library has no way to close its files, and Python would complain of them.
        for each in gc.get_objects():
            # By its type: to ask anything of a weak reference may fail.
            if type(each) is MmapedDict:
                each.close()
        shutil.rmtree(place, ignore_errors=True)


os.environ["PROMETHEUS_MULTIPROC_DIR"] = _place()
# The library looks for the directory only once, and somebody may have imported it before.
values.ValueClass = values.MultiProcessValue()

PATH: Final = "/metrics"
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

_own = CollectorRegistry()
REQUESTS: Final = Counter(
    "fivesails_requests_total", "Requests answered.", ["route", "method", "status"], registry=_own
)
SECONDS: Final = Histogram(
    "fivesails_request_seconds", "Seconds until an answer began.", ["route"], buckets=BUCKETS, registry=_own
)
FAULTS: Final = Counter(
    "fivesails_database_errors_total", "Requests that an error of the database ended.", ["kind"], registry=_own
)
CACHE: Final = Counter(
    "fivesails_cache_total", "Questions to the cache, by what came of them.", ["result"], registry=_own
)

Answer = Callable[[HttpRequest], HttpResponseBase]


class MetricsMiddleware:
    """Count each request; answer at ``/metrics`` to those who may know, and to nobody else."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Whoever may not know is told, like anybody at an unknown address, that there is nothing."""
        if request.path_info == PATH and request.method in ("GET", "HEAD") and allowed(request):
            response = HttpResponse(text(), content_type=CONTENT_TYPE)
            response["Cache-Control"] = "no-store"
            response["X-Content-Type-Options"] = "nosniff"
            return response
        began = time.perf_counter()
        response_: HttpResponseBase = self.get_response(request)
        route = route_of(request)
        method = request.method if request.method in METHODS else "OTHER"
        REQUESTS.labels(route, method, str(response_.status_code)).inc()
        SECONDS.labels(route).observe(time.perf_counter() - began)
        return response_


def allowed(request: HttpRequest) -> bool:
    """By a token that the environment names, or by an address, unless a proxy stands between."""
    scheme, _, offered = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        tokens = [token.encode() for token in settings.METRICS_TOKENS]
        return any(hmac.compare_digest(offered.strip().encode(), token) for token in tokens)
    if not settings.METRICS_ADDRESSES or {"X-Forwarded-For", "Forwarded", "X-Real-Ip"} & set(request.headers):
        return False
    try:
        caller = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(caller in network for network in settings.METRICS_ADDRESSES)


def route_of(request: HttpRequest) -> str:
    """The name of the route: as many as there are, whatever addresses are tried."""
    match = request.resolver_match
    if request.path_info in health.VIEWS:
        return request.path_info.removeprefix("/")
    if match is None:
        return "static" if request.path_info.startswith(f"/{settings.STATIC_URL.lstrip('/')}") else "unmatched"
    return match.view_name or "unnamed"


def text() -> bytes:
    """Everything, as Prometheus reads it."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    registry.register(_Now())
    return generate_latest(registry)


class _Now:
    """How things stand at the moment of asking; a part that cannot be asked is left out, and said to be down."""

    def describe(self) -> Iterable[Metric]:
        """Nothing ahead of time: it would ask the database when the module is imported."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Ask everybody."""
        up = GaugeMetricFamily("fivesails_up", "Whether a part can be used.", labels=["part"])
        for part, ask in (("database", _database), ("queue", _queue)):
            try:
                found = list(ask())
            except (DatabaseError, InterfaceError, OperationalError, redis.RedisError, OSError) as error:
                logger.warning("metrics: %s cannot be asked: %s", part, error)
                up.add_metric([part], 0)
            else:
                up.add_metric([part], 1)
                yield from found
        yield up
        yield from _memory()


def _database() -> Iterator[Metric]:
    counted = dict(Run.objects.order_by().values_list("status").annotate(Count("pk")))
    family = GaugeMetricFamily("fivesails_simulations", "Stored simulation runs.", labels=["state"])
    for status in Status:
        family.add_metric([status.value], counted.get(status.value, 0))
    yield family


def _queue() -> Iterator[Metric]:
    depth = GaugeMetricFamily("fivesails_queue_depth", "Messages that wait for a worker.", labels=["queue"])
    for queue in settings.CELERY_TASK_QUEUES:
        depth.add_metric([queue.name], dispatch.waiting(queue.name))
    yield depth
    present = roll.present()
    yield GaugeMetricFamily("fivesails_workers", "Workers that were heard of lately.", value=len(present))
    yield GaugeMetricFamily("fivesails_worker_processes", "Processes of those workers.", value=sum(present.values()))
    chunks, games = counting.totals()
    yield CounterMetricFamily("fivesails_simulation_chunks_total", "Chunks of games played.", value=chunks)
    yield CounterMetricFamily("fivesails_simulation_games_total", "Simulated games played.", value=games)
    yield GaugeMetricFamily(
        "fivesails_simulation_games_per_second", "Simulated games a second, lately.", value=counting.rate()
    )


def _memory() -> Iterator[Metric]:
    """Of this web server's processes, where the kernel tells it in files."""
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


def _count_fault(**_: Any) -> None:
    error = sys.exception()
    if isinstance(error, DatabaseError | InterfaceError):
        kind = type(error).__name__
        FAULTS.labels(kind if kind in _KINDS else "other").inc()


got_request_exception.connect(_count_fault, dispatch_uid="fivesails_site.metrics")
cache.listeners.append(lambda result: CACHE.labels(result).inc())
