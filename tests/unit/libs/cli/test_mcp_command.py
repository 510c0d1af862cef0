"""What `ghosthands mcp` refuses before it looks for a stack."""

from __future__ import annotations

import pytest

from ghosthands.cli.commands import mcp
from ghosthands.cli.exits import Exit, Stop


async def test_a_token_that_can_be_found_by_trying_is_refused_with_the_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(mcp.TOKEN, "hunter2")
    with pytest.raises(Stop) as refused:
        await mcp.run(http=True, port=0)
    assert refused.value.code == Exit.USAGE
    assert "openssl rand -hex 32" in str(refused.value)
    assert "hunter2" not in str(refused.value)
