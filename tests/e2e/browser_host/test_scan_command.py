"""The scan command with a browser of its own: a table for people, the model for machines, the mend for what fails."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import msgspec
import pytest

from ghosthands.domain.page import PageModel

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

PAGE = Path(__file__).parent / "pages" / "refused.html"


async def scan(*arguments: str) -> tuple[int | None, str, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "ghosthands.browser_host.scan_command",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "GHOSTHANDS_ALLOWED_PRIVATE_HOSTS": "127.0.0.1"},
    )
    out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


async def test_a_file_is_shown_as_a_table() -> None:
    code, out, _ = await scan(str(PAGE))
    assert code == 0
    assert "form page on generic" in out
    assert "refused: missing" in out


async def test_a_page_is_printed_as_json() -> None:
    code, out, _ = await scan("--json", PAGE.as_uri())
    model = msgspec.json.decode(out, type=PageModel)
    assert (code, model.page_error, len(model.fields)) == (0, True, 6)
    assert model.url == PAGE.as_uri()


async def test_a_site_that_does_not_answer_is_said_without_a_stack() -> None:
    code, out, err = await scan("http://127.0.0.1:9/")
    assert (code, out) == (2, "")
    assert "Check" in err
    assert "Traceback" not in err
