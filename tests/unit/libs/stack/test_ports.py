from __future__ import annotations

import socket

import pytest

from ghosthands.stack import StackError, ports


def test_free_ports_are_different_and_lie_below_those_of_outgoing_connections() -> None:
    found = ports.free_ports(20)
    assert len(set(found)) == 20
    assert all(20_000 <= port < 32_000 for port in found)


def test_a_port_somebody_listens_on_is_refused_with_the_variable_that_chose_it() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(StackError, match=rf"port {port} is in use: .* GHOSTHANDS_NATS_PORT"):
            ports.demand(port, "GHOSTHANDS_NATS_PORT")


def test_a_free_port_is_granted() -> None:
    (port,) = ports.free_ports(1)
    assert ports.demand(port, "GHOSTHANDS_NATS_PORT") == port
