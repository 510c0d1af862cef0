"""The benches by name, for `ghosthands bench`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ghosthands.bench import (
    age,
    append,
    apply,
    cancel,
    fill,
    first_and_second,
    fold,
    guard,
    latency,
    match,
    notify,
    prompt,
    rebuild,
    replay,
    scale,
    scan,
    soak,
    switch,
    waiting,
    wake,
)
from ghosthands.bench.measure import Progress, Result

Measure = Callable[[int, Progress], Awaitable[list[Result]]]


@dataclass(frozen=True)
class Bench:
    """A bench: its name, what it measures, its number of runs, and its function."""

    name: str
    about: str
    #: default and least number of runs
    runs: int
    #: Raises BenchFailed, StackError.
    measure: Measure
    #: The same with that many jobs; None where their number is fixed.
    measure_with: Callable[[int], Measure] | None = None


BENCHES = {
    bench.name: bench
    for bench in (
        Bench("age", "a job in a log of 20 000 jobs, beside the same in one of 500", 5, age.run, age.with_jobs),
        Bench("append", "appends to the log, beside publishes with nats-py alone", 5, append.run),
        Bench("fold", "projector's loop, beside inserts of the rows it comes to", 5, fold.run),
        Bench("latency", "until an append is seen in PostgreSQL, until a command is answered", 5, latency.run),
        Bench("notify", "until a pause is told by HTTP, beside posts of the same body", 5, notify.run),
        Bench("wake", "until a job goes on after its human's answer, beside the same messages stored", 5, wake.run),
        Bench(
            "rebuild",
            "a log of a million events folded anew, and half of it archived, beside a bare scan",
            5,
            rebuild.run,
            rebuild.with_jobs,
        ),
        Bench("scale", "what a job costs at 2 and 4 replicas of each service, beside 1", 5, scale.run),
        Bench("waiting", "200 waiting jobs and 50 people at the console, beside a static file", 5, waiting.run),
        Bench("apply", "whole applications, beside a hand-written Playwright script", 20, apply.run),
        Bench("soak", "hundreds of applications in one stack: the last beside the first, and what grew", 200, soak.run),
        Bench("replay", "applications to a known form, beside a script written for it", 20, replay.run),
        Bench("first-and-second", "a form's first run, which asks a model, and its second", 5, first_and_second.run),
        Bench("scan", "a look at each measured page, beside the bare evaluate", 5, scan.run),
        Bench("guard", "a page of 60 subresources under the network guard, beside the same without it", 9, guard.run),
        Bench("fill", "a form of 200 questions filled and verified, beside a Playwright script", 20, fill.run),
        Bench("switch", "another engine works a live page, beside that engine's bare attach", 5, switch.run),
        Bench("cancel", "until an engine at work is stopped, beside a request and its reply", 5, cancel.run),
        Bench("match", "the right key for each field of real pages, beside Chromium's autofill", 1, match.run),
        Bench("prompt", "what a model is shown of each measured page, beside Stagehand's prompt", 1, prompt.run),
    )
}
