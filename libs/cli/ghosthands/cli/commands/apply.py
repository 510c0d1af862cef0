"""`ghosthands apply`: one application to a posting, watched to its end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ghosthands import stack
from ghosthands.cli import asking, chronicle, console
from ghosthands.cli.client import Stack, connected
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.requests import job_id_of, job_requested, read_profile
from ghosthands.cli.watching import Display, Watch, watch
from ghosthands.domain import job, plan
from ghosthands.domain.questions import question_key
from ghosthands.stack import foreground


async def run(
    url: str, profile: Path, *, resume: Path | None, dry_run: bool, headed: bool, timeout: int, as_json: bool
) -> None:
    """Apply, on the stack that runs here or on one of our own. Raises Stop with the job's exit code."""
    applicant = read_profile(profile)
    body = job_requested(url, applicant, resume=resume, dry_run=dry_run, headed=headed, timeout_seconds=timeout)
    seen: list[Watch] = []

    async def on_stack(running: Stack) -> None:
        seen.append(await _apply(running, body))

    found = stack.find_running()
    if found is not None and found.ready:
        await on_stack(found)
    else:
        console.err.print("[dim]no stack runs here: starting one for this application …[/]")
        await foreground.run(stack.StackConfig(), on_stack)
    if not seen:
        raise Stop(Exit.NO, "stopped before the application was through")
    _report(seen[0], applicant, dry_run=dry_run, as_json=as_json)


async def _apply(running: Stack, body: Mapping[str, Any]) -> Watch:
    async with connected(running) as client:
        with Display() as display:
            ask = asking.at_terminal(client, body, pause=display.pause, resume=display.resume)
            await client.publish("job.requested", body)
            return await watch(client, job_id_of(body), on_event=display.line(body["target_url"]), on_ask=ask)


def _report(seen: Watch, applicant: Mapping[str, Any], *, dry_run: bool, as_json: bool) -> None:
    told = chronicle.summary(seen.job.id, seen.recorded)
    if as_json:
        console.emit({"summary": told, "timeline": chronicle.timeline(seen.recorded)})
    else:
        if dry_run:
            _show_plan(seen, applicant)
        _show_refusal(seen)
        console.show_summary(told)
    if told.phase == "waiting":
        raise Stop(Exit.NEEDS_HUMAN, "the job waits for a human: answer with `human.resolved` (see the README)")
    if told.phase != "completed":
        raise Stop(Exit.NO)


def _show_refusal(seen: Watch) -> None:
    for one in seen.recorded:
        if isinstance(one.event, job.JobRejected):
            for reason in one.event.reasons:
                console.err.print(f"[red]{reason.field or 'request'}[/]: {reason.message}")


def _show_plan(seen: Watch, applicant: Mapping[str, Any]) -> None:
    """What would have been sent, from the plan's keys and the profile at hand."""
    console.out.print("[bold]would be sent[/]")
    for one in seen.recorded:
        if isinstance(one.event, plan.PlanProposed):
            for action in one.event.actions:
                console.out.print(f"    {action.kind:<8} {action.key:<36} {_value(applicant, action.key)}")
            for missing in one.event.unanswered:
                console.out.print(f"    [yellow]unknown[/]  {missing.question_key:<36} required, and nobody knows it")


def _value(applicant: Mapping[str, Any], key: str) -> str:
    """What stands at the key in the profile at hand; what only follows from it is not guessed."""
    kind, _, name = key.partition(".")
    if kind == "answers":
        given = {question_key(question): f"{answer}  [dim]{question}[/]" for question, answer in _answers(applicant)}
        return given.get(name, "[dim]an answer given earlier[/]")
    value: Any = applicant
    for part in key.split("."):
        if isinstance(value, list):
            value = value[int(part)] if part.isdecimal() and int(part) < len(value) else None
        else:
            value = value.get(part) if isinstance(value, Mapping) else None
    if value is None:
        return "[dim]follows from your profile and files[/]"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _answers(applicant: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(question, answer) for question, answer in applicant["qa_answers"].items() if answer]
