"""`ghosthands demo`: three applications, end to end, on the practice careers site."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ghosthands import stack
from ghosthands.cli import chronicle, console, own_stack
from ghosthands.cli.client import Client, connect
from ghosthands.cli.display import Display, choose_display
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.requests import TENANT, check, derive_job_id
from ghosthands.cli.watching import JobWatch, list_unfinished, stop, watch
from ghosthands.domain import ids
from ghosthands.domain.errors import GhostHandsError
from ghosthands.domain.job import Phase
from ghosthands.practice import profiles, server
from ghosthands.practice.postings import Posting

#: private hosts that a demo may apply to: its own site
LOOPBACK = "127.0.0.1,localhost"

NEXT = """
[bold]Next[/], with .venv/bin/ghosthands:
    practice                               the careers site, to look at
    profile init me.json                   a profile of your own
    apply URL --profile me.json --dry-run  fill a form, send nothing
    up                                     a stack that stays
    jobs, show JOB, replay JOB --verify    what it did, in another terminal"""

#: seconds after which the demo gives up
PATIENCE = 240.0
#: seconds for the jobs of an interrupted demo to stop
STOPPING = 15.0


@dataclass(frozen=True)
class Part:
    """An application of the demo."""

    #: its label while it runs
    label: str
    #: the title above its result
    title: str
    posting: Posting
    applicant: profiles.SampleApplicant


PARTS = (
    Part(
        label="one page",
        title="One page, Greenhouse-like, with resume",
        posting=Posting("greenhouse", "acme", 1001),
        applicant=profiles.JORDAN,
    ),
    Part(
        label="two pages",
        title="Two pages, validated by the server, a field revealed",
        posting=Posting("stepwise", "borealis", 2001),
        applicant=profiles.ASA,
    ),
    Part(
        label="six steps",
        title="Six steps, Workday-like, with dropdowns and dates of its own",
        posting=Posting("workday", "cobalt", 3001),
        applicant=profiles.JORDAN,
    ),
)


async def run() -> None:
    """Run the demo from an empty stack to the summaries. Raises Stop(NO) when an application ended wrongly."""
    environment = {"GHOSTHANDS_ALLOWED_PRIVATE_HOSTS": LOOPBACK}
    config = stack.StackConfig(
        state_dir=stack.default_path() / "demo",
        extra_env={"job-intake": environment, "browser-host": environment},
    )
    results: list[bool] = []

    async def body(running: stack.Supervisor) -> None:
        async with server.serve() as site, connect(running) as client:
            console.tell(f"careers site at {site.base_url}, NATS at {running.nats_url}")
            await _stop_all(client, await list_unfinished(client))  # left by a killed demo, whose site is gone
            results.extend(await _apply_all(client, site))

    await own_stack.run(config, body)
    if not results:
        raise Stop(Exit.INTERRUPTED, "interrupted before the applications were through")
    if not all(results):
        raise Stop(Exit.NO)
    console.out.print(NEXT)


async def _stop_all(client: Client, jobs: Sequence[JobWatch]) -> None:
    with suppress(TimeoutError, Stop, GhostHandsError):
        async with asyncio.timeout(STOPPING):
            await asyncio.gather(*(stop(client, seen) for seen in jobs if not seen.job.ended))


async def _apply_all(client: Client, site: server.Site) -> list[bool]:
    """Return whether each part ended as it must. Raises Stop(NO) when they take too long."""
    bodies = [_make_body(site, part) for part in PARTS]
    watched = [JobWatch(derive_job_id(body)) for body in bodies]
    try:
        async with asyncio.timeout(PATIENCE):
            with choose_display() as shown:
                each = zip(PARTS, bodies, watched, strict=True)
                await asyncio.gather(*(_apply(client, part, body, seen, shown) for part, body, seen in each))
    except TimeoutError:
        raise Stop(Exit.NO, f"the applications were not through within {PATIENCE:g} s") from None
    finally:
        await _stop_all(client, watched)
    return [_report(site, part, seen) for part, seen in zip(PARTS, watched, strict=True)]


async def _apply(client: Client, part: Part, body: dict[str, Any], seen: JobWatch, shown: Display) -> None:
    seen.hear(shown.job(part.label))
    await client.publish("job.requested", body)
    await watch(client, seen)


def _make_body(site: server.Site, part: Part) -> dict[str, Any]:
    task = f"demo-{secrets.token_hex(4)}"
    body = {
        "tenant": TENANT,
        "valet_task_id": task,
        "idempotency_key": task,
        "valet_user_id": ids.derived("demo", part.applicant.name),
        "target_url": site.url(part.posting),
        "engine_version": 2,
        "allow_duplicate": True,  # the site is new, though its address may not be
        "resume": {
            "content_base64": base64.b64encode(part.applicant.resume()).decode(),
            "file_name": "resume.pdf",
        },
        **part.applicant.request(),
    }
    check(body)
    return body


def _report(site: server.Site, part: Part, seen: JobWatch) -> bool:
    """Show the part's outcome; return whether it is the right one."""
    counted = len(site.ledger.of(part.posting.key))
    told = chronicle.summarise(seen.job.id, seen.recorded)
    console.out.print(f"\n[bold]{part.title}[/]\n[dim]{site.url(part.posting)}[/]")
    console.show_summary(told, **{"submissions, counted by the site": counted})
    return seen.job.phase is Phase.COMPLETED and counted == 1
