from __future__ import annotations

import socket
from contextlib import ExitStack

import pytest

from ghosthands.stack import StackError, ports


def test_free_ports_are_different_and_lie_below_those_of_outgoing_connections() -> None:
    found = ports.free_ports(20)
    assert len(set(found)) == 20
    assert all(20_000 <= port < 32_000 for port in found)


def test_every_port_somebody_listens_on_is_told_at_once_with_the_variable_that_chose_it() -> None:
    (free,) = ports.free_ports(1)
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        taken = [each.getsockname()[1] for each in (one, other)]
        with pytest.raises(StackError) as refused:
            ports.demand(
                {"GHOSTHANDS_HTTP_PORT": taken[0], "GHOSTHANDS_WORKER_PORT": taken[1], "GHOSTHANDS_NATS_PORT": free}
            )
    for port, variable in zip(taken, ("GHOSTHANDS_HTTP_PORT", "GHOSTHANDS_WORKER_PORT"), strict=True):
        assert f"port {port} is in use: set {variable}" in str(refused.value)
    assert "GHOSTHANDS_NATS_PORT" not in str(refused.value)


def test_ports_on_which_nobody_listens_are_granted() -> None:
    (port,) = ports.free_ports(1)
    ports.demand({"GHOSTHANDS_NATS_PORT": port})


def test_a_kept_port_is_found_by_no_other_search_while_its_server_comes_and_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ExitStack() as held:
        (port,) = ports.keep_ports(1, held)
        monkeypatch.setattr(ports, "_RANGE", range(port, port + 1))
        monkeypatch.setattr(ports, "_ATTEMPTS", 1)
        for _ in range(2):
            with pytest.raises(StackError):
                ports.free_ports(1)
            with socket.create_server(("127.0.0.1", port)):
                socket.create_connection(("127.0.0.1", port)).close()
    assert ports.free_ports(1) == [port]
