"""Servers' URLs as a setting gives them."""

from __future__ import annotations

import pytest

from ghosthands.messaging.server import addresses


@pytest.mark.parametrize("urls", ["nats://n1:4222", "nats://n1:4222,tls://n2:4222, nats://n3"])
def test_one_server_or_those_of_a_cluster(urls: str) -> None:
    assert addresses.nats(urls) == urls


def test_a_cluster_is_taken_apart() -> None:
    assert addresses.split("nats://n1:4222, nats://n2") == ["nats://n1:4222", "nats://n2"]


@pytest.mark.parametrize("urls", ["", "n1:4222", "nats://n1:4222,", "nats://n1:4222 nats://n2", "nats://n1,http://n2"])
def test_what_is_none_is_refused_with_what_one_looks_like(urls: str) -> None:
    with pytest.raises(ValueError, match="those of a cluster's servers with commas between"):
        addresses.nats(urls)


def test_servers_that_are_reached_in_different_ways_are_refused() -> None:
    with pytest.raises(ValueError, match="name those of one kind"):
        addresses.nats("nats://n1:4222, ws://n2:8080")
