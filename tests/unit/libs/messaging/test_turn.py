"""A turn waits for a copy of the log for as long as that gets on, and no longer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from ghosthands.messaging.server import turn
from ghosthands.messaging.server.turn import TurnImpossible

if TYPE_CHECKING:
    from ghosthands.messaging.server.jetstream import Bus

LAST = 12


class Copying:
    """A server whose copy has one message more at each look, up to a place."""

    def __init__(self, up_to: int) -> None:
        self.place = 0
        self._up_to = up_to

    async def api(self, call: str) -> dict[str, Any]:
        if call.endswith(turn.COPY):
            self.place = min(self._up_to, self.place + 1)
            return {"state": {"last_seq": self.place}}
        return {"state": {"last_seq": LAST}}


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of the copy takes longer than it may stand still."""
    monkeypatch.setattr(turn, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(turn, "STUCK_SECONDS", 0.3)


async def test_a_copy_may_take_as_long_as_it_does() -> None:
    copying = Copying(LAST)
    await turn._until_same_end(cast("Bus", copying), turn.LOG, turn.COPY)
    assert copying.place == LAST


async def test_a_copy_that_gets_no_further_is_given_up() -> None:
    with pytest.raises(TurnImpossible, match="nothing was deleted"):
        await turn._until_same_end(cast("Bus", Copying(LAST - 1)), turn.LOG, turn.COPY)
