"""Prometheus metrics: those that every service has, and functions to declare a service's own.

Labels are names from the code (services, message types, outcomes, engines) or of servers, never ids or values: a label
must have few values, and none of them may reveal anything of a person.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

#: seconds, from one KV read to a whole page of a form
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)

CONTENT_TYPE = CONTENT_TYPE_LATEST

MESSAGES = Counter(
    "ghosthands_messages_total", "Messages handled, by what became of them", ["service", "type", "outcome"]
)
MESSAGE_SECONDS = Histogram("ghosthands_message_seconds", "Handling one message", ["service", "type"], buckets=BUCKETS)
IN_HAND = Gauge("ghosthands_messages_in_hand", "Messages being handled now", ["service"])
READY = Gauge("ghosthands_ready", "1 while the service is ready", ["service"])
RETRIES = Counter("ghosthands_dependency_retries_total", "Attempts that failed", ["service", "dependency"])
BATCHES_REFUSED = Counter(
    "ghosthands_nats_batches_refused_total", "Batches of events refused because too many were open", ["service"]
)
DISCONNECTIONS = Counter("ghosthands_nats_disconnections_total", "Connections to NATS that were lost", ["service"])


@contextmanager
def message(service: str, type: str) -> Iterator[list[str]]:
    """Count and time the handling of one message; the block may set the outcome: ``outcome[0] = "retried"``."""
    outcome = ["handled"]
    started = time.perf_counter()
    IN_HAND.labels(service).inc()
    try:
        yield outcome
    except BaseException:
        outcome[0] = "failed"
        raise
    finally:
        IN_HAND.labels(service).dec()
        MESSAGES.labels(service, type, outcome[0]).inc()
        MESSAGE_SECONDS.labels(service, type).observe(time.perf_counter() - started)


def counter(service: str, name: str, documentation: str, labels: Sequence[str] = ()) -> Counter:
    """Return a new counter `ghosthands_<service>_<name>_total`."""
    return Counter(_own(service, name), documentation, labels)


def gauge(service: str, name: str, documentation: str, labels: Sequence[str] = ()) -> Gauge:
    """Return a new gauge `ghosthands_<service>_<name>`."""
    return Gauge(_own(service, name), documentation, labels)


def histogram(service: str, name: str, documentation: str, labels: Sequence[str] = ()) -> Histogram:
    """Return a new histogram `ghosthands_<service>_<name>`; the name ends in its unit, as `plan_seconds`."""
    return Histogram(_own(service, name), documentation, labels, buckets=BUCKETS)


def exposition() -> bytes:
    """Return all metrics in Prometheus' text format."""
    return generate_latest(REGISTRY)


def _own(service: str, name: str) -> str:
    return f"ghosthands_{service.replace('-', '_')}_{name}"
