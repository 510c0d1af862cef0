"""Of what is asked and answered nothing is logged, however much is."""

from __future__ import annotations

import io
import logging as stdlib_logging
from collections.abc import Iterator

import pytest
import structlog

from ghosthands.chassis import logging
from ghosthands.practice.model_server import AnswerRule, ModelServer

from .conftest import AccountOf


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    root = stdlib_logging.getLogger()
    handlers, level = root.handlers, root.level
    out = io.StringIO()
    logging.configure("browser-host", format="json", level="debug", stream=out)
    yield out
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


async def test_a_call_is_logged_without_its_text_or_key(
    logged: io.StringIO, server: ModelServer, account: AccountOf
) -> None:
    server.rules.append(AnswerRule(answer="an answer in confidence"))
    await account().ask([{"role": "user", "content": "a question in confidence"}])
    assert "model_called" in logged.getvalue()
    for kept in ("confidence", "the-key"):
        assert kept not in logged.getvalue()
