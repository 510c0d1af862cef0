"""`ghosthands demo`: two applications, end to end, on the practice careers site."""

from __future__ import annotations

import asyncio
import base64
import secrets
from dataclasses import dataclass
from typing import Any

from ghosthands import stack
from ghosthands.cli import chronicle, console
from ghosthands.cli.client import Client, connected
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.requests import TENANT, check, job_id_of
from ghosthands.cli.watching import Display, Watch, watch
from ghosthands.domain import ids
from ghosthands.practice import profiles, server
from ghosthands.practice.postings import Posting
from ghosthands.stack import foreground

#: hosts a demo may apply to though they are private: its own site
LOOPBACK = "127.0.0.1,localhost"

NEXT = """
[bold]Next[/], with .venv/bin/ghosthands:
    practice                                    the careers site, to look at
    profile init me.json                        a profile of your own
    apply URL --profile me.json --dry-run       fill a form, send nothing
    up                                          a stack that stays; then jobs, show, replay --verify"""

#: seconds after which a demo that stands still gives up
PATIENCE = 240.0


@dataclass(frozen=True)
class Part:
    """One application of the demo."""

    title: str
    posting: Posting
    applicant: profiles.Applicant


async def run() -> None:
    """Everything from nothing to the summaries. Raises Stop(NO) when an application did not end as it must."""
    environment = {"GHOSTHANDS_ALLOWED_PRIVATE_HOSTS": LOOPBACK}
    config = stack.StackConfig(
        state_dir=stack.default_path() / "demo",
        extra_env={"job-intake": environment, "browser-host": environment},
    )
    console.err.print("[dim]starting NATS, PostgreSQL and seven services …[/]")
    results: list[bool] = []

    async def body(running: stack.Supervisor) -> None:
        async with server.serve() as site, connected(running) as client:
            console.err.print(f"[dim]careers site at {site.base_url}, NATS at {running.nats_url}[/]")
            results.extend(await _apply_all(client, site))

    await foreground.run(config, body)
    if not results or not all(results):
        raise Stop(Exit.NO, "" if results else "stopped before the applications were through")


async def _apply_all(client: Client, site: server.Site) -> list[bool]:
    parts = _parts()
    with Display() as display:
        runs = [_apply(client, site, part, display) for part in parts]
        async with asyncio.timeout(PATIENCE):
            watched = await asyncio.gather(*runs)
    return [_report(site, part, seen) for part, seen in zip(parts, watched, strict=True)] + [_what_next()]


def _parts() -> list[Part]:
    one_page, two_pages = Posting("greenhouse", "acme", 1001), Posting("stepwise", "borealis", 2001)
    return [
        Part("one page, Greenhouse-like, with resume", one_page, profiles.JORDAN),
        Part("two pages, validated by the server, a field revealed", two_pages, profiles.ASA),
    ]


async def _apply(client: Client, site: server.Site, part: Part, display: Display) -> Watch:
    body = _body(site, part)
    check(body)
    await client.publish("job.requested", body)
    return await watch(client, job_id_of(body), on_event=display.line(part.title))


def _body(site: server.Site, part: Part) -> dict[str, Any]:
    task = f"demo-{secrets.token_hex(4)}"
    return {
        "tenant": TENANT,
        "valet_task_id": task,
        "idempotency_key": task,
        "valet_user_id": ids.derived("demo", part.applicant.name),
        "target_url": site.url(part.posting),
        "engine_version": 2,
        "resume": {
            "content_base64": base64.b64encode(part.applicant.resume()).decode(),
            "file_name": "resume.pdf",
        },
        **part.applicant.request(),
    }


def _report(site: server.Site, part: Part, seen: Watch) -> bool:
    """Show what became of it; whether it is what it must be."""
    counted = len(site.ledger.of(part.posting.key))
    told = chronicle.summary(seen.job.id, seen.recorded)
    console.out.print(f"\n[bold]{part.title}[/]  {site.url(part.posting)}")
    console.show_timeline(chronicle.timeline(seen.recorded))
    console.show_summary(told, **{"submissions, counted by the site": counted})
    return told.phase == "completed" and counted == 1


def _what_next() -> bool:
    console.out.print(NEXT)
    return True
