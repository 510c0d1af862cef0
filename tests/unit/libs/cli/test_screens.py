"""What is printed: tables that fit 80 columns, progress where there is a terminal and where there is none."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest
from rich.console import Console
from rich.text import Text

from ghosthands.cli import chronicle, console, dry_run
from ghosthands.cli.commands import demo
from ghosthands.cli.commands.jobs import make_table
from ghosthands.cli.display import Bars, Lines, choose_display
from ghosthands.cli.watching import JobWatch
from ghosthands.domain import job, plan, session
from ghosthands.domain.codes import ActionFailure, DryRunEnd
from ghosthands.domain.message import Event
from ghosthands.domain.questions import question_key
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.practice import server
from ghosthands.readmodel.rows import JobRow
from ghosthands.testkit import recorded
from ghosthands.testkit.story import NOON, Story, fill, requested

Screen = Callable[[], str]
Tell = Callable[..., list[Recorded[Event]]]

STREAMS = Path(__file__).parents[3] / "replay" / "streams"
TWO_PAGES, _ = recorded.read(STREAMS / "two_pages_submitted.jsonl")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Standard error as a terminal of 80 columns; the line that was drawn last."""
    file = io.StringIO()
    monkeypatch.setattr(console, "err", Console(force_terminal=True, width=80, file=file, highlight=False))
    return lambda: re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", file.getvalue().rpartition("\r")[2]).rstrip()


@pytest.mark.parametrize("of", [console.out, console.err])
def test_what_a_page_says_commands_no_terminal(of: Console, capsys: pytest.CaptureFixture[str]) -> None:
    said = "Why \x1b[31mRED\x1b[0m\x1b]0;pwn\x07\x9b2J\u202e?"
    of.print(Text(said))
    table = console.new_table("label", last="what")
    table.add_row(said, said)
    of.print(table)
    printed = "".join(capsys.readouterr())
    assert "Why [31mRED[0m]0;pwn2J?" in printed
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", printed)


def test_the_timeline_fits_80_columns_and_cuts_no_name(printed: Screen) -> None:
    console.show_timeline(chronicle.tell_timeline(TWO_PAGES.recorded))
    lines = printed().splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert len([line for line in lines if "ActionVerified" in line]) == 17
    assert "…" not in printed()


def test_the_timeline_in_short_takes_a_row_for_what_is_repeated(printed: Screen) -> None:
    console.show_timeline(chronicle.condense(chronicle.tell_timeline(TWO_PAGES.recorded)))
    assert "ActionVerified ×8" in printed()
    assert len(printed().splitlines()) < 50


def test_brackets_from_outside_are_no_markup(told: Tell, printed: Screen) -> None:
    refused = session.CommandRefused(cause="c", command="Observe", code="[bold]x[/bold] [/]")
    console.show_timeline(chronicle.tell_timeline(told(refused)))
    console.tell("[red]x[/] [/]")
    assert "Observe: [bold]x[/bold] [/]" in printed()
    assert "[red]x[/] [/]" in printed()


def test_a_summary_tells_the_facts(screen: Screen) -> None:
    told = chronicle.summarise("j", TWO_PAGES.recorded)
    console.show_summary(told, **{"submissions, counted by the site": 1})
    assert "✔ job j: completed" in screen()
    assert f"fields verified {told.fields_verified} " in screen()
    assert "submissions, counted by the site 1" in screen()


def test_a_rejection_names_the_option_of_the_command_line_that_gets_past_it(told: Tell, screen: Screen) -> None:
    reason = job.Reason("target_url", "duplicate_application", "one was sent; send allow_duplicate to apply again")
    rejected = job.JobRejected(at=NOON, tenant="t", task="t", reasons=(reason,))
    console.show_summary(chronicle.summarise("j", told(rejected)))
    assert "one was sent; give --allow-duplicate to apply again" in screen()


def test_the_demo_tells_each_result_without_the_events_that_were_told_as_they_came(screen: Screen) -> None:
    site = cast("server.Site", SimpleNamespace(ledger=SimpleNamespace(of=lambda _: ["one"]), url=lambda _: "http://a/"))
    seen = JobWatch(TWO_PAGES.aggregate.id)
    seen.take(TWO_PAGES.recorded)
    assert demo._report(site, demo.PARTS[0], seen)
    assert "submissions, counted by the site 1" in screen()
    assert "ActionVerified" not in screen()


def test_a_rejection_tells_its_reasons_once_and_no_zeros(told: Tell, screen: Screen) -> None:
    reason = job.Reason("target_url", "private_target", "the address lies in a private network")
    rejected = job.JobRejected(at=NOON, tenant="t", task="t", reasons=(reason,))
    console.show_summary(chronicle.summarise("j", told(rejected)))
    assert screen().count("the address lies in a private network") == 1
    assert "✘ job j: rejected (private_target)" in screen()
    assert "fields verified" not in screen()


def test_a_failure_is_explained(told: Tell, screen: Screen) -> None:
    events = [*Story().begun().log, job.JobFailed(at=NOON, code="hitl_timeout")]
    console.show_summary(chronicle.summarise("j", told(*events)))
    assert "a human was asked and did not answer in time" in screen()


def test_a_running_job_is_neither_good_nor_bad(told: Tell, screen: Screen) -> None:
    console.show_summary(chronicle.summarise("j", told(*Story().begun().log)))
    assert "… job j: running" in screen()


def test_a_job_without_a_browser_waits_for_a_free_one(told: Tell, screen: Screen) -> None:
    story = Story().tell(requested())
    story.claim()
    story.proceed_to(job.StepChosen)
    console.show_summary(chronicle.summarise("j", told(*story.log)))
    console.show_summary(chronicle.summarise("k", told(*Story().begun().log)))
    assert "… job j: running, waits for a free browser" in screen()
    assert "… job k: running fields" in screen()


def row(**known: object) -> JobRow:
    columns = dict.fromkeys(JobRow.__struct_fields__)
    at = datetime(2026, 11, 21, 8, 48, 22).astimezone()
    usual = {"job_id": "0b8f7d3e-0000-5000-8000-000000000001", "created_at": at, "fields_verified": 0}
    return JobRow(**{**columns, **usual, **known})  # type: ignore[arg-type]


def test_the_list_of_jobs_fits_80_columns(printed: Screen) -> None:
    site = "a-very-long-host-name-of-a-careers-site.myworkdayjobs.com"
    console.out.print(make_table([row(status="failed", error_code="duplicate_application", site=site)]))
    _, line = printed().splitlines()
    assert len(line) <= 80
    assert line.startswith("0b8f7d3e  11-21 08:48:22  failed  duplicate application  0")


def test_a_paused_job_asks_a_human(screen: Screen) -> None:
    console.out.print(make_table([row(status="paused"), row(status="completed", outcome="submitted")]))
    assert "paused asks a human" in screen()
    assert "completed submitted" in screen()


def test_a_job_between_two_tries_says_when_the_next_one_is(screen: Screen) -> None:
    due = datetime(2026, 11, 21, 8, 51, 7).astimezone()
    console.out.print(make_table([row(status="pending", error_code="network_error", retry_due=due)]))
    assert "pending tries again at 08:51" in screen()


def test_on_a_terminal_a_job_is_one_line_however_much_happens(terminal: Screen) -> None:
    with choose_display() as shown:
        assert isinstance(shown, Bars)
        on_event = shown.job("job 0b8f7d3e")
        for one in TWO_PAGES.recorded:
            on_event(one)
    assert "job 0b8f7d3e" in terminal()
    assert "17/17" in terminal()
    assert len(terminal()) <= 80


def test_elsewhere_what_happens_is_told_in_plain_lines_that_do_not_break(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Console(width=20, file=io.StringIO(), record=True, highlight=False)
    monkeypatch.setattr(console, "err", plain)
    with choose_display() as shown:
        assert isinstance(shown, Lines)
        on_event = shown.job("two pages")
        for one in TWO_PAGES.recorded:
            on_event(one)
    lines = plain.export_text().splitlines()
    assert [line.partition("two pages: ")[2] for line in lines] == [
        "requested, at 127.0.0.1",
        "waits for a free browser",
        "a browser is open",
        "a form with 8 fields",
        "filling in 8 fields",
        "a form with 9 fields, 8 filled in",
        "filling in 1 field",
        "a form with 9 fields, 9 filled in",
        "pressing Next",
        "a form with 8 fields",
        "filling in 8 fields",
        "a form with 8 fields, 8 filled in",
        "pressing Submit",
        "the site says that it has the application",
        "submitted",
        "done: the application was submitted",
        "the browser is closed",
    ]
    assert lines[0].startswith("   0.00 s  two pages: ")


def test_whoever_watches_is_told_why_a_job_is_tried_again_and_when(told: Tell, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Console(width=200, file=io.StringIO(), record=True, highlight=False)
    monkeypatch.setattr(console, "err", plain)
    (one,) = told(job.RetryScheduled(attempt=1, code="connection_refused", due=NOON))
    Lines().job("job 1")(msgspec.structs.replace(one, at=NOON - timedelta(seconds=5)))
    assert "job 1: the site refused the connection: it may be down; trying again in 5 s" in plain.export_text()


APPLICANT = {
    "profile": {
        "first_name": "Ada",
        "last_name": "Lovelace",
        "email": "ada@example.com",
        "skills": ["Python", "NATS"],
        "education": [{"degree": "BSc"}],
        "over_18": True,
        "available_start_date": "2027-01-15",
        "facts": {"weekends": True},
    },
    "qa_answers": {"*": "asks nothing", "Why us?": "Robots"},
    "files": {"resume": "cv.pdf"},
}


WEEKENDS = "Are you willing to work weekends?"


def planned(field: str, key: str) -> plan.PlannedAction:
    return msgspec.structs.replace(fill(field), key=key)


def verified(field: str) -> session.ActionVerified:
    return session.ActionVerified(cause="c", action_id=f"fill-{field}", field_id=field, took_ms=1, fingerprint="f")


def proposal(*actions: plan.PlannedAction, unanswered: tuple[plan.Unanswered, ...] = ()) -> plan.PlanProposed:
    return plan.PlanProposed(cause="c", model_ref="m", actions=actions, unanswered=unanswered)


@pytest.mark.parametrize(
    ("key", "label", "source", "value"),
    [
        ("profile.email", "", "profile", "ada@example.com"),
        ("profile.skills", "", "profile", "Python, NATS"),
        ("profile.education.0.degree", "", "profile", "BSc"),
        ("profile.education.1.degree", "", "derived", "(from your profile)"),
        ("profile.full_name", "", "derived", "Ada Lovelace"),
        ("profile.over_18", "", "profile", "yes"),
        (f"answers.{question_key(WEEKENDS)}", WEEKENDS, "derived", "yes"),
        ("profile.email.domain", "", "derived", "(from your profile)"),
        ("files.resume", "", "profile", "cv.pdf"),
        ("files.cover_letter", "", "vault", "(from the vault)"),
        (f"answers.{question_key('why us')}", "Why us?", "profile", "Robots"),
        ("answers.feedfeedfeedfeed", "Why now?", "human", "(as answered when it was asked)"),
        ("remembered.feedfeedfeedfeed", "", "remembered", "(as you answered it on an earlier form)"),
        ("drafts.feedfeedfeedfeed", "", "draft", "(drafted from your profile and resume)"),
    ],
)
def test_a_dry_run_shows_what_stands_under_a_key(key: str, label: str, source: str, value: str) -> None:
    told = {"feedfeedfeedfeed": "Why now?"}
    (entry,) = dry_run.list_fields([proposal(planned("f", key)), verified("f")], APPLICANT, told)
    assert (entry.label, entry.key, entry.source, entry.value, entry.verified) == (label, key, source, value, True)


@pytest.mark.parametrize(
    ("key", "reason", "kind", "label", "value"),
    [
        ("constant.decline", "label:sex:gender:declined", plan.ActionKind.SELECT, "Gender", "declined to say"),
        ("constant.decline", "platform:lever:race:declined", plan.ActionKind.CHOOSE, "Race", "declined to say"),
        ("constant.yes", "label:consent", plan.ActionKind.CHECK, "consent to the terms of applying", "ticked"),
        ("constant.yes", "label:consent", plan.ActionKind.SELECT, "consent to the terms of applying", "yes"),
        ("constant.no", "marketing:taken_back", plan.ActionKind.FILL, "an offer of news and advertising", "unticked"),
    ],
)
def test_a_dry_run_tells_what_everyone_answers_and_to_what(
    key: str, reason: str, kind: plan.ActionKind, label: str, value: str
) -> None:
    action = msgspec.structs.replace(planned("f", key), reason=reason, kind=kind)
    (entry,) = dry_run.list_fields([proposal(action)], APPLICANT, {})
    assert (entry.label, entry.source, entry.value) == (label, "constant", value)


def test_a_dry_run_names_a_question_as_it_was_asked_whatever_key_answers_it(screen: Screen) -> None:
    action = msgspec.structs.replace(planned("f", "constant.yes"), question_key="feed", kind=plan.ActionKind.CHECK)
    dry_run.show(dry_run.list_fields([proposal(action), verified("f")], APPLICANT, {"feed": "I have read the notice"}))
    assert "✔ I have read the notice constant.yes ticked" in screen()


def test_a_dry_run_tells_what_nobody_knows_and_what_did_not_stick(screen: Screen) -> None:
    proposed = proposal(planned("f", "profile.email"), unanswered=(plan.Unanswered("g", "feed"),))
    dry_run.show(dry_run.list_fields([proposed], APPLICANT, {}))
    assert "✘ profile.email ada@example.com" in screen()
    assert "? answers.feed required, and nobody knows it" in screen()


def test_a_dry_run_shows_the_opposite_where_the_form_asks_for_that() -> None:
    action = msgspec.structs.replace(planned("f", "profile.over_18"), negated=True)
    (entry,) = dry_run.list_fields([proposal(action)], APPLICANT, {})
    assert entry.value == "no"


@pytest.mark.parametrize(("right", "expected"), [(("m", "d", "y"), True), (("m", "d"), False)])
def test_a_dry_run_tells_a_date_once_however_many_parts_a_form_has_for_it(
    right: tuple[str, ...], expected: bool
) -> None:
    parts = proposal(*(planned(part, "profile.available_start_date") for part in "mdy"))
    (entry,) = dry_run.list_fields([parts, *map(verified, right)], APPLICANT, {})
    assert (entry.value, entry.verified) == ("2027-01-15", expected)


def failed(field_id: str, code: str) -> session.ActionFailed:
    return session.ActionFailed(cause="c", action_id=f"do {field_id}", target=field_id, code=code, took_ms=1)


def test_a_dry_run_tells_what_was_not_tried(screen: Screen) -> None:
    proposed = proposal(planned("f", "profile.location.city"), planned("g", "profile.email"))
    events = [proposed, failed("f", ActionFailure.NOT_TRIED), failed("g", ActionFailure.NOT_TRIED), verified("g")]
    found = dry_run.list_fields(events, APPLICANT, {})
    assert [(entry.verified, entry.not_tried) for entry in found] == [(False, True), (True, False)]
    dry_run.show(found)
    assert re.search(r"– profile.location.city .* not tried", screen())


def test_a_dry_run_tells_how_far_it_saw(told: Tell, screen: Screen) -> None:
    end = job.JobCompleted(at=NOON, outcome=job.Outcome.DRY_RUN, ended_before=DryRunEnd.STEP, page=2, pages=4)
    console.show_summary(chronicle.summarise("j", told(requested(dry_run=True), end)))
    assert "seen to page 2 of 4" in screen()
    assert "ended before what the press of Next would send: it was pressed, the request was kept back" in screen()
    assert "submission none: a dry run" in screen()


@pytest.mark.parametrize(
    ("presses", "end", "words"),
    [
        (0, DryRunEnd.SUBMIT, "pressed no button that leads on ended before the press that sends"),
        (1, DryRunEnd.SUBMIT, "pressed a button that leads on (Next, Apply), once ended before the press that sends"),
        (
            2,
            DryRunEnd.STEP,
            "pressed a button that leads on (Next, Apply), 2 times ended before what the press of Next would",
        ),
    ],
)
def test_a_dry_run_tells_what_it_pressed_and_what_not(
    told: Tell, screen: Screen, presses: int, end: DryRunEnd, words: str
) -> None:
    begun = [plan.ActionKind.FILL, *[plan.ActionKind.NEXT] * presses]
    pressed = [
        session.ActionStarted(cause="c", session_id="s", action_id=f"a{n}", kind=kind, target="t")
        for n, kind in enumerate(begun)
    ]
    ended = job.JobCompleted(at=NOON, outcome=job.Outcome.DRY_RUN, ended_before=end, page=1)
    console.show_summary(chronicle.summarise("j", told(requested(dry_run=True), *pressed, ended)))
    assert words in screen()


def test_a_field_planned_again_is_told_as_planned_last() -> None:
    unknown = proposal(unanswered=(plan.Unanswered("f", "feed"),))
    known = proposal(planned("f", "profile.email"))
    (entry,) = dry_run.list_fields([unknown, known, verified("f")], APPLICANT, {})
    assert (entry.value, entry.verified) == ("ada@example.com", True)
