"""KEDA's objects, as KEDA's own types take them, its documentation has them, and a NATS server answers them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from ghosthands.messaging.server import migrating, permissions
from tests.deploy.rendered import CLUSTER, KEDA, Manifests, of_kind, render
from tests.integration.messaging.conftest import Server

keda = pytest.importorskip("cloudcoil.models.keda.v1alpha1", reason="cloudcoil-models-keda is not here")

#: https://keda.sh/docs/2.19/scalers/nats-jetstream: what a trigger has to say, and what it may
HAS_TO = {"natsServerMonitoringEndpoint", "account", "stream", "consumer", "lagThreshold"}
MAY = {"activationLagThreshold", "useHttps"}


def triggers() -> list[dict[str, Any]]:
    return triggers_of(render(KEDA))


def triggers_of(manifests: Manifests) -> list[dict[str, Any]]:
    return [trigger for one in of_kind(manifests, "ScaledObject") for trigger in one["spec"]["triggers"]]


def taken(manifest: dict[str, Any]) -> dict[str, Any]:
    """What KEDA's type keeps of it: all that it knows. Raises ValidationError."""
    read = keda.ScaledObject.model_validate(manifest)
    return dict(read.model_dump(mode="json", by_alias=True, exclude_unset=True))


def test_keda_takes_each_object_and_knows_all_that_it_says() -> None:
    scaled = list(of_kind(render(KEDA), "ScaledObject"))
    assert scaled
    for one in scaled:
        assert taken(one) == one


@pytest.mark.parametrize("broken", [{"minReplicaCount": "two"}, {"triggers": [{"type": "nats-jetstream"}]}, {"min": 2}])
def test_what_keda_would_not_take_is_noticed(broken: dict[str, Any]) -> None:
    one = next(of_kind(render(KEDA), "ScaledObject"))
    one["spec"] |= broken
    try:
        kept = taken(one)
    except ValueError:
        return
    assert kept != one


def test_each_trigger_says_what_the_scaler_wants_in_text() -> None:
    for trigger in triggers():
        assert trigger["type"] == "nats-jetstream"
        told = trigger["metadata"]
        assert HAS_TO <= told.keys() <= HAS_TO | MAY
        assert {type(value) for value in told.values()} == {str}
        assert int(told["lagThreshold"]) > 0
        assert "://" not in told["natsServerMonitoringEndpoint"], "the scaler puts http:// before it"


def test_of_a_cluster_each_server_is_asked_by_its_name_before_the_address() -> None:
    """The scaler puts a server's name and a dot before it, once it knows which one leads."""
    values = {**KEDA, "nats": {**KEDA["nats"], **CLUSTER["nats"]}}
    manifests = render(values)
    [servers] = [one for one in of_kind(manifests, "StatefulSet") if one["metadata"]["name"] == "gh-nats"]
    told = {one["metadata"]["natsServerMonitoringEndpoint"] for one in triggers_of(manifests)}
    assert told == {f"{servers['spec']['serviceName']}.jobs.svc:8222"}
    [config] = [one["data"]["nats.conf"] for one in of_kind(manifests, "ConfigMap")]
    assert '"http": "0.0.0.0:8222"' in config
    assert '"server_name": $SERVER_NAME' in config


async def test_the_server_tells_what_waits_where_the_scaler_looks(tmp_path: Path) -> None:
    server = Server(tmp_path)
    where = server.monitor()
    server.start()
    try:
        bus = await server.connect(permissions.MIGRATION)
        await migrating.migrate(bus, ack_wait=30.0)
        async with httpx.AsyncClient() as asking:
            for trigger in triggers():
                told = trigger["metadata"]
                # as the scaler asks
                query = {"acc": told["account"], "consumers": "true", "config": "true"}
                answer = (await asking.get(f"{where}/jsz", params=query)).json()
                [account] = [one for one in answer["account_details"] if one["name"] == told["account"]]
                [stream] = [one for one in account["stream_detail"] if one["name"] == told["stream"]]
                [consumer] = [one for one in stream["consumer_detail"] if one["name"] == told["consumer"]]
                assert (consumer["num_pending"], consumer["num_ack_pending"]) == (0, 0)
        await bus.close()
    finally:
        await asyncio.to_thread(server.stop)
