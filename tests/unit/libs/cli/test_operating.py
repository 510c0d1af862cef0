"""What an operator orders from the command line, and by which names."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from ghosthands.cli.commandline import app
from ghosthands.cli.commands import orders
from ghosthands.domain.orders import Order, OrderDone, OrderKind


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[tuple[OrderKind, Order]]:
    """The orders that reached hitl-gateway."""
    told: list[tuple[OrderKind, Order]] = []

    async def carry_out(_client: object, kind: OrderKind, order: Order) -> OrderDone:
        told.append((kind, order))
        return OrderDone(stopped={} if kind is OrderKind.ALLOW else {order.site: datetime(2026, 1, 2, tzinfo=UTC)})

    class Connected:
        async def __aenter__(self) -> Any:
            return SimpleNamespace()

        async def __aexit__(self, *_error: object) -> None:
            pass

    async def running() -> None:
        pass

    monkeypatch.setattr(orders, "_give", carry_out)
    monkeypatch.setattr(orders, "use_running", running)
    monkeypatch.setattr(orders, "connect", lambda _where: Connected())
    return told


@pytest.mark.parametrize(
    ("words", "kind", "site"),
    [
        ("submissions stop", OrderKind.STOP, ""),
        ("submissions stop Boards.Example.com", OrderKind.STOP, "boards.example.com"),
        ("submissions allow boards.example.com", OrderKind.ALLOW, "boards.example.com"),
        ("submissions show", OrderKind.SHOW, ""),
        ("stop-submissions", OrderKind.STOP, ""),
        ("stop-submissions --allow x.example", OrderKind.ALLOW, "x.example"),
    ],
)
def test_submissions_are_stopped_allowed_and_shown(
    given: list[tuple[OrderKind, Order]], words: str, kind: OrderKind, site: str
) -> None:
    assert CliRunner().invoke(app, words.split()).exit_code == 0
    assert given == [(kind, Order(site=site))]


def test_the_help_lists_submissions_in_a_line_that_fits() -> None:
    told = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "80"}).output
    assert "submissions  " in told
    assert max(map(len, told.splitlines())) <= 80
