"""A job's questions at the terminal: shown as the page asks them, answered over NATS like anybody's answers."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from ghosthands.cli import console
from ghosthands.cli.client import Client
from ghosthands.cli.requests import job_id_of
from ghosthands.cli.watching import OnAsk
from ghosthands.domain import job
from ghosthands.messaging import streams, subjects
from rich.prompt import Prompt

#: how often the request's own message is looked for, and the pause between
LOOKS, PAUSE = 50, 0.2


def at_terminal(
    client: Client, body: Mapping[str, Any], *, pause: Callable[[], None], resume: Callable[[], None]
) -> OnAsk | None:
    """Asks whoever sits there; None where nobody does."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None

    async def on_ask(asked: job.HumanRequested) -> bool:
        pause()
        try:
            answer = await asyncio.to_thread(_put, asked, await _interaction(client, body, asked))
        finally:
            resume()
        resolved = {"tenant": body["tenant"], "job_id": job_id_of(body), "request_id": asked.request_id, **answer}
        await client.publish("human.resolved", resolved)
        return True

    return on_ask


async def _interaction(client: Client, body: Mapping[str, Any], asked: job.HumanRequested) -> dict[str, Any]:
    """What the page asks, as hitl-gateway tells it; empty when it does not come."""
    subject = subjects.out(body["tenant"], body["valet_task_id"], "status")
    for _ in range(LOOKS):
        for message in reversed(await client.bus.read_back(streams.OUT, subject, after=0)):
            told = msgspec.json.decode(message.data).get("interaction") or {}
            if told.get("request_id") == asked.request_id:
                return dict(told)
        await asyncio.sleep(PAUSE)
    return {}


def _put(asked: job.HumanRequested, told: dict[str, Any]) -> dict[str, Any]:
    """The answers typed."""
    if asked.kind != "fields":
        console.err.print(f"\n[bold]The job needs you[/]: {asked.code or asked.kind}. Its browser stays as it is.")
        choice = Prompt.ask(
            "done when it is taken care of, skip to leave it", choices=["done", "skip"], console=console.err
        )
        return {"resolution": choice}
    fields = {field["question_key"]: field for field in told.get("fields", [])}
    values: dict[str, str] = {}
    console.err.print("\n[bold]The form asks what your profile does not say.[/] Leave empty to skip.")
    for field in asked.fields:
        shown = fields.get(field.question_key, {})
        options = [option for option in shown.get("options", []) if option]
        text = Prompt.ask(
            str(shown.get("label") or field.field_id), choices=options or None, default="", console=console.err
        )
        if text:
            values[field.question_key] = text
    return {"resolution": "value", "values": values} if values else {"resolution": "skip"}
