"""A manual fits by address and task, is gone by while it is healthy, and holds keys and no values."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.domain import manual
from ghosthands.domain.manual import Manual, ManualAction, ManualAdded, ManualSource, ManualStep, ManualTried
from ghosthands.testkit.story import NOON

FILL = ManualStep(action=ManualAction.FILL, selector="#email", value="profile.email")


def added(manual_id: str = "m", **changes: Any) -> ManualAdded:
    known: dict[str, Any] = {
        "at": NOON,
        "manual_id": manual_id,
        "url_pattern": "boards.example.com/*/jobs/*",
        "task_pattern": "apply",
        "platform": "greenhouse",
        "source": ManualSource.RECORDED,
        "steps": (FILL,),
    }
    return ManualAdded(**{**known, **changes})


def after(*outcomes: bool, at_once: bool = False) -> Manual:
    known = manual.evolve({}, added())
    for well in outcomes:
        known = manual.evolve(known, ManualTried(at=NOON, job_id="j", manual_id="m", well=well, at_once=at_once))
    return known["m"]


@pytest.mark.parametrize(
    ("url", "task", "fits"),
    [
        ("https://boards.example.com/acme/jobs/1?gh_src=x", "apply", True),
        ("https://boards.example.com:8443/acme/jobs/1/", "apply to it", True),
        ("https://boards.example.com/acme/about", "apply", False),
        ("https://evil.example.com/boards.example.com/acme/jobs/1", "apply", False),
        ("https://boards.example.com/acme/jobs/1", "scrape", False),
    ],
)
def test_it_fits_by_host_path_and_task(url: str, task: str, fits: bool) -> None:
    assert after().fits(url, task) is fits


@pytest.mark.parametrize(
    ("outcomes", "health", "usable"),
    [((), 100, True), ((True,), 100, True), ((False,) * 6, 70, True), ((False,) * 7, 65, False)],
)
def test_health_falls_with_every_failure_and_below_70_nobody_goes_by_it(
    outcomes: tuple[bool, ...], health: int, usable: bool
) -> None:
    assert (after(*outcomes).health, after(*outcomes).is_usable) == (health, usable)


def test_health_comes_back_slower_than_it_goes_and_falls_most_where_no_step_could_be_taken() -> None:
    assert after(False, True).health == 97
    assert after(False, at_once=True).health == 85
    assert (after(False, True).failures, after(False, True).successes) == (1, 1)


def test_the_healthiest_that_fits_is_taken_and_none_that_is_retired() -> None:
    known = manual.evolve(manual.evolve({}, added("a")), added("b"))
    known = manual.evolve(known, ManualTried(at=NOON, job_id="j", manual_id="b", well=False))
    url = "https://boards.example.com/acme/jobs/1"
    best = manual.pick(known, url, "apply")
    assert best is not None
    assert best.id == "a"
    for each in "ab":
        known = manual.evolve(known, manual.ManualRetired(manual_id=each))
    assert manual.pick(known, url, "apply") is None


@pytest.mark.parametrize(
    ("step", "typed"),
    [
        (FILL, True),
        (ManualStep(action=ManualAction.FILL, selector="#email", value="ada@example.com"), False),
        (ManualStep(action=ManualAction.FILL, selector="#pw", value="credentials.password"), False),
        (ManualStep(action=ManualAction.FILL, value="profile.email"), False),
        (ManualStep(action=ManualAction.UPLOAD, selector="#cv", value="files.resume"), True),
        (ManualStep(action=ManualAction.CLICK, selector="text=Submit"), True),
        (ManualStep(action=ManualAction.CLICK), False),
        (ManualStep(action=ManualAction.PRESS, value="Enter"), True),
        (ManualStep(action=ManualAction.PRESS, value="a"), False),
        (ManualStep(action=ManualAction.PRESS, value="Control+A"), False),
        (ManualStep(action=ManualAction.WAIT, selector="#form"), True),
        (ManualStep(action=ManualAction.WAIT), False),
        (ManualStep(action=ManualAction.NAVIGATE, value="/apply"), True),
        (ManualStep(action=ManualAction.NAVIGATE, value="apply?step=1"), True),
        (ManualStep(action=ManualAction.NAVIGATE, value="https://elsewhere.example/apply"), False),
        (ManualStep(action=ManualAction.NAVIGATE, value="//elsewhere.example/apply"), False),
        (ManualStep(action=ManualAction.NAVIGATE, value="/\\elsewhere.example"), False),
        (ManualStep(action=ManualAction.NAVIGATE, value="javascript:alert(1)"), False),
        (ManualStep(action=ManualAction.NAVIGATE), False),
    ],
)
def test_a_step_fills_from_a_key_and_never_a_value(step: ManualStep, typed: bool) -> None:
    assert step.is_typed is typed
