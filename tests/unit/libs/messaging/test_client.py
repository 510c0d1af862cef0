"""Our client stands in for two methods of nats-py that are not public: they must still be there, as we know them."""

from __future__ import annotations

import inspect

import pytest
from nats.aio.client import Client

from ghosthands.messaging.server.client import DirectClient


@pytest.mark.parametrize("name", ["_send_publish", "_process_msg"])
def test_what_we_override_is_what_the_library_calls(name: str) -> None:
    theirs, ours = inspect.signature(getattr(Client, name)), inspect.signature(getattr(DirectClient, name))
    assert list(ours.parameters) == list(theirs.parameters)
