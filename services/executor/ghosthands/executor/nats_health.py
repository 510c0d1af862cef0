"""Metrics: what NATS says of its streams and servers, which it tells Prometheus nothing of.

Every executor asks, so that one that is cut off is told from a NATS without a leader: alerts go by the best answer.
What only a server's own monitoring knows, such as its routes, shows by what it leads to: streams that are not up to
date there.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ghosthands.chassis import logging, metrics
from ghosthands.domain import services
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.connection import Forbidden
from ghosthands.messaging.server.jetstream import ApiError, Bus

#: between two updates; Prometheus scrapes as often
LOOK_SECONDS = 15.0
#: between two tries while we may not ask; NATS logs each as a violation
ASK_AGAIN_SECONDS = 300.0

HAS_LEADER = metrics.gauge(
    services.EXECUTOR, "nats_stream_has_leader", "0 while the stream takes and gives nothing", ["stream"]
)
LAG = metrics.gauge(
    services.EXECUTOR, "nats_stream_lag", "Operations that the replica furthest behind still has to do", ["stream"]
)
BYTES = metrics.gauge(services.EXECUTOR, "nats_stream_bytes", "Bytes that the stream holds, once", ["stream"])
LIMIT = metrics.gauge(
    services.EXECUTOR, "nats_stream_limit_bytes", "Bytes that the stream may hold, where it has a limit", ["stream"]
)
LEADERLESS = metrics.gauge(
    services.EXECUTOR, "nats_stream_leaderless_consumers", "Consumers of the stream that deliver nothing", ["stream"]
)
BEHIND = metrics.gauge(
    services.EXECUTOR, "nats_server_streams_behind", "Streams that are not up to date on the server", ["server"]
)
_TOLD = (LAG, BYTES, LIMIT, LEADERLESS, BEHIND)

log = logging.get(__name__)

#: a stream or consumer as JetStream describes it
Described = Mapping[str, Any]


class NatsHealth:
    """Publishes the metrics."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def run(self) -> None:
        """Update the metrics every LOOK_SECONDS for ever; more seldom, and to nothing, while we may not ask."""
        may_ask = True
        while True:
            try:
                await self.look()
                may_ask = True
            except Forbidden as error:  # by permissions of an earlier release, until NATS is given the new ones
                if may_ask:
                    log.warning("nats_not_watched", reason=str(error))
                may_ask = False
                for gauge in (HAS_LEADER, *_TOLD):
                    gauge.clear()
            except (ApiError, LookupError, TypeError) as error:  # a stream is gone since we heard of it, or said oddly
                log.info("nats_not_seen", reason=str(error))
            await asyncio.sleep(LOOK_SECONDS if may_ask else ASK_AGAIN_SECONDS)

    async def look(self) -> None:
        """Set the metrics to what NATS says now. Raises Forbidden, ApiError.

        Without an answer no stream has a leader, as far as we know, and nothing else is told.
        """
        try:
            found, leaderless = await self._list("STREAM.LIST", "streams")
        except StreamUnavailable:
            found, leaderless = [], [each.name for each in streams.STREAMS]
        consumers = await self._count_leaderless([each for each in found if each["state"]["consumer_count"]])
        for gauge in _TOLD:
            gauge.clear()
        for name in leaderless:
            HAS_LEADER.labels(name).set(0)
        for each in found:
            _tell(each)
        for name, count in consumers.items():
            LEADERLESS.labels(name).set(count)
        for server, count in _count_behind(found).items():
            BEHIND.labels(server).set(count)

    async def _count_leaderless(self, of: Sequence[Described]) -> Mapping[str, int]:
        """Count the consumers without a leader, by stream; none are told if not all answer."""
        names = [each["config"]["name"] for each in of]
        try:
            answers = await asyncio.gather(*(self._list(f"CONSUMER.LIST.{name}", "consumers") for name in names))
        except StreamUnavailable:
            return {}
        return {
            name: len(missing) + sum(not _find_leader(each) for each in found)
            for name, (found, missing) in zip(names, answers, strict=True)
        }

    async def _list(self, call: str, what: str) -> tuple[Sequence[Described], Sequence[str]]:
        """Return those that have answered, and the names of those that have not. Raises StreamUnavailable."""
        answer = await self._bus.api(call)
        return answer.get(what) or (), answer.get("missing") or ()


def _tell(stream: Described) -> None:
    name = stream["config"]["name"]
    HAS_LEADER.labels(name).set(bool(_find_leader(stream)))
    LAG.labels(name).set(max((each.get("lag", 0) for each in _list_replicas(stream)), default=0))
    BYTES.labels(name).set(stream["state"]["bytes"])
    if (limit := stream["config"].get("max_bytes", -1)) > 0:
        LIMIT.labels(name).set(limit)


def _count_behind(found: Sequence[Described]) -> Mapping[str, int]:
    """Count the streams that are not up to date, by server; a server alone has nobody to be behind."""
    behind: Counter[str] = Counter()
    for stream in found:
        replicas = _list_replicas(stream)
        behind.update({each["name"]: not each.get("current") or bool(each.get("offline")) for each in replicas})
        if replicas and (leader := _find_leader(stream)):
            behind[leader] += 0
    return behind


def _find_leader(described: Described) -> str:
    return str((described.get("cluster") or {}).get("leader") or "")


def _list_replicas(stream: Described) -> Sequence[Described]:
    return (stream.get("cluster") or {}).get("replicas") or ()
