import io
import json
import logging as stdlib_logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from ghosthands.chassis import logging
from ghosthands.domain.errors import Permanent


class Lines(io.StringIO):
    """What was logged."""

    def last(self) -> dict[str, Any]:
        parsed: dict[str, Any] = json.loads(self.getvalue().splitlines()[-1])
        return parsed


@pytest.fixture
def lines() -> Iterator[Lines]:
    root = stdlib_logging.getLogger()
    handlers, level = root.handlers, root.level
    out = Lines()
    logging.configure("planner", format="json", level="info", stream=out)
    yield out
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def fail(secret: str) -> None:
    raise ValueError(f"cannot parse {secret}")


def test_an_event_is_one_json_line_with_its_data_in_keys(lines: Lines) -> None:
    logging.get("test").info("action_verified", took_ms=12)
    line = lines.last()
    assert (line["event"], line["took_ms"], line["service"], line["level"]) == (
        "action_verified",
        12,
        "planner",
        "info",
    )
    assert line["timestamp"].endswith("Z")


def test_what_is_below_the_level_is_not_said(lines: Lines) -> None:
    logging.get("test").debug("details")
    assert lines.getvalue() == ""


def test_what_is_bound_is_said_within_the_block_only(lines: Lines) -> None:
    log = logging.get("test")
    with logging.bound(job_id="j1", event_id=""):
        log.info("inside")
        assert lines.last()["job_id"] == "j1"
        assert "event_id" not in lines.last()
    log.info("outside")
    assert "job_id" not in lines.last()


def test_an_exception_is_told_by_class_and_place_never_by_its_text(lines: Lines) -> None:
    try:
        fail("s3cret")
    except ValueError as error:
        logging.get("test").exception("plan_failed")
        logging.get("test").error("plan_failed", exc_info=error)
    assert lines.last()["error"] == "ValueError"
    assert "fail" in lines.last()["at"]
    assert "s3cret" not in lines.getvalue()
    assert "Traceback" not in lines.getvalue()


def test_our_own_errors_say_why_because_they_hold_no_value(lines: Lines) -> None:
    logging.get("test").error("plan_failed", exc_info=Permanent("cannot plan while waiting"))
    assert lines.last()["reason"] == "cannot plan while waiting"


def test_other_libraries_are_routed_through_the_same_lines(lines: Lines) -> None:
    with logging.bound(job_id="j1"):
        stdlib_logging.getLogger("some.library").warning("lost %s", "it", extra={"stream": "GH_EVENTS"})
    line = lines.last()
    assert (line["event"], line["level"], line["job_id"], line["stream"]) == ("lost it", "warning", "j1", "GH_EVENTS")


def test_a_library_s_exception_shows_no_text_either(lines: Lines) -> None:
    try:
        fail("s3cret")
    except ValueError:
        stdlib_logging.getLogger("some.library").exception("failed")
    assert lines.last()["error"] == "ValueError"
    assert "s3cret" not in lines.getvalue()


@pytest.mark.parametrize("name", ["uvicorn.error", "nats", "httpx"])
def test_chatty_libraries_are_heard_from_warning_up(lines: Lines, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for touched in (name, name.partition(".")[0]):  # a uvicorn that ran before in this process kept its lines to itself
        monkeypatch.setattr(stdlib_logging.getLogger(touched), "propagate", True)
        monkeypatch.setattr(stdlib_logging.getLogger(touched), "disabled", False)
    stdlib_logging.getLogger(name).info("GET /healthz")
    assert lines.getvalue() == ""
    stdlib_logging.getLogger(name).warning("something is wrong")
    assert lines.last()["event"] == "something is wrong"


@pytest.mark.parametrize(
    "value",
    ["ada.lovelace+x@mail.example.org", ["ada@example.org"], {"to": {"mail": "ada@example.org"}}, ("ada@example.org",)],
)
def test_an_e_mail_address_is_masked_wherever_it_hides(lines: Lines, value: object) -> None:
    logging.get("test").info("slipped", value=value)
    assert "ada" not in lines.getvalue()
    assert "***@***" in lines.getvalue()


def test_a_long_text_is_cut_and_bytes_are_not_shown(lines: Lines) -> None:
    logging.get("test").info("slipped", page="x" * 10_000, png=b"secret")
    assert lines.last()["page"].endswith("… (10000 characters)")
    assert len(lines.last()["page"]) < logging.MAX_TEXT + 50
    assert lines.last()["png"] == "(6 bytes)"


def test_a_terminal_gets_words_instead_of_json(lines: Lines) -> None:
    out = io.StringIO()
    logging.configure("planner", format="console", stream=out)
    logging.get("test").info("action_verified", took_ms=12)
    assert "action_verified" in out.getvalue()
    assert not out.getvalue().startswith("{")


def test_auto_is_json_where_there_is_no_terminal(lines: Lines) -> None:
    logging.configure("planner", format="auto", stream=lines)
    logging.get("test").info("hello")
    assert lines.last()["event"] == "hello"


def test_an_uncaught_exception_is_one_line_without_its_text(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    logging.route_uncaught()
    try:
        fail("s3cret")
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    assert (lines.last()["event"], lines.last()["error"]) == ("process_died", "ValueError")
    assert "s3cret" not in lines.getvalue()
