"""Stacks that come and go: nothing stays behind, nobody hangs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from ghosthands.stack import StateDir

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

#: seconds that ending a stack may take on a busy machine
BOUND = 90.0


def test_a_second_stack_on_the_folder_is_refused(shell: Any) -> None:
    ended = shell.run("up")
    assert ended.code == 4
    assert "a stack already runs on" in ended.err
    assert "GHOSTHANDS_STATE_DIR" in ended.err


def test_a_garbage_master_key_is_refused_with_its_mend_before_anything_starts(bare_shell: Any, tmp_path: Path) -> None:
    key = tmp_path / "master.key"
    key.write_text("garbage\n")
    key.chmod(0o600)
    bare_shell.variables = {"GHOSTHANDS_MASTER_KEY_FILE": str(key)}
    ended = bare_shell.run("up")
    assert ended.code == 4
    assert f"{key} (it is no text in base64): put back your copy of it" in ended.err
    assert list(StateDir(bare_shell.state_dir).logs.iterdir()) == [], "nothing was started"


def test_the_doctor_finds_every_service_of_a_running_stack_ready(shell: Any) -> None:
    ended = shell.run("doctor", "--json")
    findings = {finding["name"]: finding for finding in ended.json}
    assert ended.code == 0, ended.out
    assert findings["projector"]["detail"] == "ready"
    assert "runs, pid" in findings["stack"]["detail"]


def test_a_stack_that_is_stopped_leaves_nothing_and_tells_who_watches(
    bare_shell: Any, site: Any, me: list[str]
) -> None:
    up = bare_shell.start("up")
    up.until(r"(?m)^ready")
    watching = bare_shell.start("apply", site.endless, *me)
    watching.until("opening a browser|a browser is open|waits for a free browser")
    started = time.monotonic()
    assert up.stop().code == 0
    ended = watching.ended(BOUND)
    assert time.monotonic() - started < BOUND
    assert ended.code == 4
    assert "the stack does not answer any more" in ended.err


@pytest.mark.heavy
def test_an_interrupted_application_on_its_own_stack_is_cancelled_and_leaves_nothing(
    bare_shell: Any, site: Any, me: list[str]
) -> None:
    applying = bare_shell.start("apply", site.endless, *me)
    applying.until("opening a browser|a browser is open|waits for a free browser")
    started = time.monotonic()
    ended = applying.stop()
    assert time.monotonic() - started < BOUND
    assert ended.code == 130, ended.err
    assert "the application was cancelled, nothing was sent" in ended.err
    assert "Traceback" not in ended.err


def test_what_a_killed_stack_had_left_is_seen_through_by_the_next_and_sent_once(
    bare_shell: Any, site: Any, me: list[str]
) -> None:
    posting = site.posting()
    killed = bare_shell.start("apply", posting, *me)
    killed.until("a form with")
    killed.process.kill()
    killed.ended()
    bare_shell.wait_until(lambda: bare_shell.left() == [])
    site.hold(posting)  # it would be through before anybody saw that it was not
    again = bare_shell.start("apply", posting, *me)
    again.until("was left unfinished, and goes on")
    again.until(": refused")
    site.release()
    ended = again.ended()
    assert ended.code == 0, ended.err
    assert "is completed; submission: confirmed" in ended.err
    assert "was the application to this posting, and has been sent" in ended.err
    assert "rejected" not in ended.out
    assert "completed" in ended.out
    assert site.submissions(posting) == 1
