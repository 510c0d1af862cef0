"""`ghosthands compare`: runs the same postings by version 1 and by version 2, one after the other, and compares them.

Every run is a dry run, so that nothing is sent and both see the same posting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from ghosthands import stack
from ghosthands.cli import chronicle, console, own_stack, turns
from ghosthands.cli.chronicle import Summary
from ghosthands.cli.client import Client, Stack, connect
from ghosthands.cli.display import choose_display
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.requests import derive_job_id, make_request, read_profile
from ghosthands.cli.watching import JobWatch, stop, watch
from ghosthands.domain import asked_models
from ghosthands.domain.job import Phase
from ghosthands.domain.wording import word_money

VERSIONS = (1, 2)


class ComparedRun(msgspec.Struct, frozen=True, kw_only=True):
    """One posting by one version: its outcome, and what it cost."""

    url: str
    #: the requested version
    version: int
    #: the version it ran as, which is 2 where there was neither a manual nor a model; and why
    ran_as: int
    reason: str
    #: it went as far as a dry run may, and every field that was tried holds what it should
    success: bool
    #: how it ended otherwise
    code: str | None
    fields_verified: int
    fields_failed: int
    seconds: float
    model_calls: int
    #: billionths of a dollar, of the calls whose price is known
    nano_usd: int
    unpriced_calls: int


async def run(urls: Sequence[str], profile: Path, *, resume: Path | None, as_json: bool) -> None:
    """Run both versions on every posting. Raises Stop(NO) where one of them did not succeed, Stop(USAGE)."""
    applicant = read_profile(profile)
    options: dict[str, Any] = {"resume": resume, "dry_run": True}
    bodies = [make_request(url, applicant, engine_version=each, **options) for url in urls for each in VERSIONS]
    trials: list[ComparedRun] = []

    async def on_stack(running: Stack) -> None:
        async with connect(running) as client:
            trials.extend(await _try_all(client, bodies))

    async def on_our_own() -> None:
        words = "no stack runs here: starting one for the comparison …"
        await own_stack.run(stack.StackConfig(stays=False), on_stack, starting=words)

    await turns.take_turn(on_stack, on_our_own)
    if len(trials) < len(bodies):
        raise Stop(Exit.INTERRUPTED, "interrupted before every run was done")
    if as_json:
        console.emit({"trials": trials, "versions": [sum_up(trials, version) for version in VERSIONS]})
    else:
        console.out.print(make_table(trials))
    if not all(trial.success for trial in trials):
        raise Stop(Exit.NO)


async def _try_all(client: Client, bodies: Sequence[Mapping[str, Any]]) -> list[ComparedRun]:
    """Run one after the other: side by side they would slow each other down."""
    return [await _try(client, body) for body in bodies]


async def _try(client: Client, body: Mapping[str, Any]) -> ComparedRun:
    """Run one posting to its end by one version; stop a run that waits for a human."""
    seen = JobWatch(derive_job_id(body))
    with choose_display() as shown:
        seen.hear(shown.job(f"version {body['engine_version']}"))
        await client.publish("job.requested", body)
        await watch(client, seen)
        if not seen.over:
            await stop(client, seen)
            await watch(client, seen)
    return tell(str(body["target_url"]), body["engine_version"], chronicle.summarise(seen.job.id, seen.recorded))


def tell(url: str, version: int, told: Summary) -> ComparedRun:
    """Describe a run's outcome and cost from its job's summary."""
    spent = asked_models.Spent.total(told.models.values())
    return ComparedRun(
        url=url,
        version=version,
        ran_as=told.engine_version,
        reason=told.mode_reason,
        success=told.phase == Phase.COMPLETED and not told.fields_failed,
        code=told.code or (None if told.phase == Phase.COMPLETED else told.phase),
        fields_verified=told.fields_verified,
        fields_failed=told.fields_failed,
        seconds=told.seconds,
        model_calls=spent.calls,
        nano_usd=spent.nano_usd,
        unpriced_calls=spent.unpriced,
    )


def sum_up(trials: Sequence[ComparedRun], version: int) -> dict[str, Any]:
    """Return one version's totals, and how often it succeeded."""
    own = [trial for trial in trials if trial.version == version]
    return {
        "version": version,
        "runs": len(own),
        "succeeded": sum(trial.success for trial in own),
        "seconds": sum(trial.seconds for trial in own),
        "model_calls": sum(trial.model_calls for trial in own),
        "cost_usd": sum(trial.nano_usd for trial in own) / asked_models.NANO,
        "unpriced_calls": sum(trial.unpriced_calls for trial in own),
    }


def make_table(trials: Sequence[ComparedRun]) -> Table:
    """Return a table with a row for each run, both versions of a posting below each other."""
    listed = console.new_table("version", "success", "cost", "calls", "time", "fields", last="posting")
    for trial in trials:
        ran = f"{trial.version}" if trial.ran_as == trial.version else f"{trial.version} (ran as {trial.ran_as})"
        failed = f", {trial.fields_failed} not" if trial.fields_failed else ""
        unpriced = f" + {trial.unpriced_calls} unpriced" if trial.unpriced_calls else ""
        listed.add_row(
            ran,
            "yes" if trial.success else f"no: {(trial.code or 'fields').replace('_', ' ')}",
            word_money(trial.nano_usd) + unpriced,
            str(trial.model_calls),
            f"{trial.seconds:.1f} s",
            f"{trial.fields_verified}{failed}",
            Text(trial.url, no_wrap=True, overflow="ellipsis"),
        )
    return listed
