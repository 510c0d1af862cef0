"""What an operator orders from the command line, and by which names."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from typer.testing import CliRunner

from ghosthands.cli.commandline import app
from ghosthands.cli.commands import cancel, orders
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.codes import MessageFault
from ghosthands.domain.orders import Order, OrderDone, OrderKind
from ghosthands.messaging.work import micro

if TYPE_CHECKING:
    from ghosthands.cli.client import Client


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[tuple[OrderKind, Order]]:
    """The orders that reached hitl-gateway."""
    told: list[tuple[OrderKind, Order]] = []

    async def carry_out(_client: object, kind: OrderKind, order: Order) -> OrderDone:
        told.append((kind, order))
        if kind is OrderKind.DRAIN:
            return OrderDone(sessions=2)
        return OrderDone(stopped={} if kind is OrderKind.ALLOW else {order.site: datetime(2026, 1, 2, tzinfo=UTC)})

    class Connected:
        async def __aenter__(self) -> Any:
            return SimpleNamespace()

        async def __aexit__(self, *_error: object) -> None:
            pass

    async def running() -> None:
        pass

    monkeypatch.setattr(orders, "give", carry_out)
    monkeypatch.setattr(orders, "use_running", running)
    monkeypatch.setattr(orders, "connect", lambda _where: Connected())
    return told


@pytest.mark.parametrize(
    ("words", "kind", "site"),
    [
        ("submissions stop", OrderKind.STOP, ""),
        ("submissions stop Boards.Example.com", OrderKind.STOP, "boards.example.com"),
        ("submissions stop https://Boards.Example.com:8443/jobs/1", OrderKind.STOP, "boards.example.com"),
        ("submissions stop 127.0.0.1:8791", OrderKind.STOP, "127.0.0.1"),
        ("submissions allow boards.example.com", OrderKind.ALLOW, "boards.example.com"),
        ("submissions show", OrderKind.SHOW, ""),
    ],
)
def test_submissions_are_stopped_allowed_and_shown(
    given: list[tuple[OrderKind, Order]], words: str, kind: OrderKind, site: str
) -> None:
    assert CliRunner().invoke(app, words.split()).exit_code == 0
    assert given == [(kind, Order(site=site))]


@pytest.mark.parametrize("site", ["../x", "boards example com", "https://", "-"])
def test_a_stop_that_would_hold_nothing_is_refused(given: list[tuple[OrderKind, Order]], site: str) -> None:
    assert CliRunner().invoke(app, ["submissions", "stop", "--", site]).exit_code == Exit.USAGE
    assert given == []


def test_submissions_have_one_name() -> None:
    assert CliRunner().invoke(app, ["stop-submissions"]).exit_code == Exit.USAGE


@pytest.mark.parametrize(
    ("words", "kind", "said"),
    [
        ("drain host-1", OrderKind.DRAIN, "host-1 opens no more browsers; 2 sessions go on there"),
        ("drain host-1 --undo", OrderKind.UNDRAIN, "host-1 opens browsers again"),
    ],
)
def test_a_host_is_drained_and_used_again(
    given: list[tuple[OrderKind, Order]], screen: Callable[[], str], words: str, kind: OrderKind, said: str
) -> None:
    assert CliRunner().invoke(app, words.split()).exit_code == 0
    assert given == [(kind, Order(host="host-1"))]
    assert screen().startswith(said)


def test_a_host_that_nothing_goes_on_at_may_be_stopped(
    given: list[tuple[OrderKind, Order]], screen: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def carry_out(*_order: object) -> OrderDone:
        return OrderDone(sessions=0)

    monkeypatch.setattr(orders, "give", carry_out)
    assert CliRunner().invoke(app, ["drain", "host-1"]).exit_code == 0
    assert screen() == "host-1 opens no more browsers; it has no session open: stop it whenever you like"


def test_what_drains_a_host_is_one_document_for_machines(given: list[tuple[OrderKind, Order]]) -> None:
    told = CliRunner().invoke(app, ["drain", "host-1", "--json"])
    assert (told.exit_code, json.loads(told.stdout)) == (0, {"stopped": {}, "sessions": 2})
    assert given == [(OrderKind.DRAIN, Order(host="host-1"))]


@pytest.mark.parametrize(
    ("code", "ends_with"), [(MessageFault.UNKNOWN_NAME, Exit.USAGE), (MessageFault.NOT_IN_VAULT, Exit.NO)]
)
async def test_an_order_that_names_what_is_not_there_is_input_that_cannot_be_used(
    code: MessageFault, ends_with: Exit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise micro.RequestRefused(code, "there is no such host")

    monkeypatch.setattr(micro, "ask_for", refuse)
    with pytest.raises(Stop, match="there is no such host") as stopped:
        await orders.give(cast("Client", SimpleNamespace(bus=None)), OrderKind.DRAIN, Order(host="host-9"))
    assert stopped.value.code is ends_with


@pytest.mark.parametrize("words", ["drain", "drain host-1 host-2"])
def test_one_host_is_drained_at_a_time(given: list[tuple[OrderKind, Order]], words: str) -> None:
    assert CliRunner().invoke(app, words.split()).exit_code == Exit.USAGE
    assert given == []


def test_the_help_lists_submissions_in_a_line_that_fits() -> None:
    told = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "80"}).output
    assert "submissions  " in told
    assert max(map(len, told.splitlines())) <= 80


def test_a_job_that_cannot_be_read_is_ended_by_an_order(
    given: list[tuple[OrderKind, Order]], screen: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("give", "use_running", "connect"):
        monkeypatch.setattr(cancel, name, getattr(orders, name))
    job_id = "0b8f7d3e-0000-5000-8000-000000000001"
    assert CliRunner().invoke(app, ["cancel", job_id, "--unread"]).exit_code == 0
    assert given == [(OrderKind.GIVE_UP, Order(job_id=job_id))]
    assert screen().startswith(f"job {job_id}: what cannot be read of it is given up")
