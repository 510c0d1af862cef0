"""What the README and the page on NATS show works as it stands there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
WIRE = (ROOT / "docs/wire.md").read_text(encoding="utf-8")


def block(language: str, containing: str) -> str:
    """The block of the page on NATS in that language that holds the text."""
    blocks = re.findall(rf"```{language}\n(.*?)```", WIRE, re.DOTALL)
    return next(each for each in blocks if containing in each)


def test_every_command_it_names_is_there(bare_shell: Any) -> None:
    named = set(re.findall(r"\.venv/bin/ghosthands ([a-z-]+)", README))
    listed = set(re.findall(r"^  ([a-z-]+) ", bare_shell.run("--help").out, re.MULTILINE))
    assert named >= {"apply", "up", "jobs", "show", "answer", "cancel", "doctor"}
    assert named <= listed


def test_a_request_is_published_as_it_shows_in_python(shell: Any, site: Any) -> None:
    request = {**json.loads(block("json", "target_url")), "target_url": site.posting(), "dry_run": True}
    del request["resume"]  # lies on a site that is not there
    record = json.loads((shell.state_dir / "stack.json").read_text())
    secrets = json.loads((shell.state_dir / "secrets.json").read_text())
    given = {"url": record["nats_url"], "password": secrets["nats_passwords"]["valet"], "request": request}
    prelude = "\n".join(f"{name} = {value!r}" for name, value in given.items())
    program = prelude + "\n" + block("python", "job.requested")
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout.split()[:1]) == (0, ["GH_INTAKE"]), ran.stderr
    shell.wait_until(lambda: "task-1" in [job["task"] for job in shell.run("jobs", "--json").json])
