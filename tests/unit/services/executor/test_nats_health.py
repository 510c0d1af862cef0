"""What NATS says of its streams and servers is told as metrics, and no more than it says."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.executor import nats_health
from ghosthands.executor.nats_health import NatsHealth
from ghosthands.messaging.server.connection import Forbidden
from ghosthands.messaging.server.jetstream import Bus


def stream(name: str, leader: str = "n1", **cluster: Any) -> dict[str, Any]:
    """A stream as JetStream describes it, with two replicas beside its leader."""
    replicas = [{"name": "n2", "current": True}, {"name": "n3", "current": True}]
    return {
        "config": {"name": name, "max_bytes": -1},
        "state": {"bytes": 700, "consumer_count": 0},
        "cluster": {"leader": leader, "replicas": replicas, **cluster},
    }


class Server:
    """A NATS that answers as the test says; None: not at all."""

    def __init__(self, *streams: Mapping[str, Any], missing: tuple[str, ...] = ()) -> None:
        self.answers: dict[str, Any] = {"STREAM.LIST": {"streams": streams, "missing": missing}}

    async def api(self, call: str) -> Any:
        if (answer := self.answers.get(call)) is None:
            raise StreamUnavailable("not now")
        if isinstance(answer, Exception):
            raise answer
        return answer


async def look(server: Server) -> None:
    await NatsHealth(cast(Bus, server)).look()


def told(name: str, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(f"ghosthands_executor_nats_{name}", labels)


async def test_a_stream_that_all_servers_hold_has_a_leader_and_nobody_behind() -> None:
    await look(Server(stream("GH_EVENTS")))
    assert told("stream_has_leader", stream="GH_EVENTS") == 1
    assert told("stream_lag", stream="GH_EVENTS") == 0
    assert told("stream_bytes", stream="GH_EVENTS") == 700
    assert [told("server_streams_behind", server=each) for each in ("n1", "n2", "n3")] == [0, 0, 0]


async def test_a_server_that_is_away_or_late_is_named_with_how_much_is_missing_there() -> None:
    away = [{"name": "n2", "current": False, "offline": True, "lag": 40}, {"name": "n3", "current": False, "lag": 2}]
    await look(Server(stream("GH_EVENTS", replicas=away), stream("GH_OUT")))
    assert told("stream_lag", stream="GH_EVENTS") == 40
    assert [told("server_streams_behind", server=each) for each in ("n1", "n2", "n3")] == [0, 1, 1]


async def test_a_stream_that_nobody_speaks_for_has_no_leader() -> None:
    await look(Server(stream("GH_OUT", leader=""), missing=("GH_EVENTS",)))
    assert told("stream_has_leader", stream="GH_EVENTS") == 0
    assert told("stream_has_leader", stream="GH_OUT") == 0


async def test_without_an_answer_no_stream_has_a_leader_and_nothing_else_is_told() -> None:
    server = Server(stream("GH_EVENTS"))
    await look(server)
    server.answers.clear()
    await look(server)
    assert told("stream_has_leader", stream="GH_EVENTS") == 0
    assert told("stream_has_leader", stream="KV_gh_vault") == 0
    assert told("stream_bytes", stream="GH_EVENTS") is None
    assert told("server_streams_behind", server="n2") is None


async def test_a_limit_is_told_where_there_is_one() -> None:
    limited = stream("GH_INTAKE")
    limited["config"]["max_bytes"] = 1000
    await look(Server(limited, stream("GH_EVENTS")))
    assert told("stream_limit_bytes", stream="GH_INTAKE") == 1000
    assert told("stream_limit_bytes", stream="GH_EVENTS") is None


async def test_a_consumer_that_nobody_leads_is_counted_and_one_of_a_server_alone_is_not() -> None:
    asked = stream("GH_COMMANDS")
    asked["state"]["consumer_count"] = 3
    server = Server(asked)
    led, unled = {"cluster": {"leader": "n2"}}, {"cluster": {"replicas": []}}
    server.answers["CONSUMER.LIST.GH_COMMANDS"] = {"consumers": [led, unled], "missing": ["planner"]}
    await look(server)
    assert told("stream_leaderless_consumers", stream="GH_COMMANDS") == 2
    del server.answers["CONSUMER.LIST.GH_COMMANDS"]
    await look(server)
    assert told("stream_leaderless_consumers", stream="GH_COMMANDS") is None
    assert told("stream_has_leader", stream="GH_COMMANDS") == 1


async def test_what_executor_may_not_ask_is_told_once_and_asked_until_new_permissions_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server, pauses = Server(stream("GH_EVENTS")), list[tuple[float, float | None]]()
    may, may_not = server.answers["STREAM.LIST"], Forbidden("executor may not ask")
    answers = iter([may_not, may_not, may])

    async def pause(seconds: float) -> None:
        pauses.append((seconds, told("stream_has_leader", stream="GH_EVENTS")))
        server.answers["STREAM.LIST"] = next(answers)  # the last pause ends the test

    monkeypatch.setattr(asyncio, "sleep", pause)
    with capture_logs() as logs, pytest.raises(RuntimeError, match="StopIteration"):
        await NatsHealth(cast(Bus, server)).run()
    assert [each["event"] for each in logs] == ["nats_not_watched"]
    seldom, often = nats_health.ASK_AGAIN_SECONDS, nats_health.LOOK_SECONDS
    assert pauses == [(often, 1), (seldom, None), (seldom, None), (often, 1)]
