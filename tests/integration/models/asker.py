"""A process that asks a model on a job's behalf, many times at once, within the job's budget; started by a test.

It says "ready", waits for a line, asks, and says how many calls were answered and how many held back.
"""

from __future__ import annotations

import asyncio
import json
import sys
from datetime import timedelta

from ghosthands.domain.asked_models import Purpose
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import jetstream
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.timers import Timers
from ghosthands.models import (
    Account,
    BudgetMeter,
    Budgets,
    BudgetSpent,
    Ledgers,
    ModelGateway,
    ModelSettings,
    Payer,
    budget_meter,
    wire,
)
from ghosthands.planner.job_log import JobLog


async def main(told: dict[str, str]) -> None:
    budget_meter.EXPIRY_SLACK = timedelta(seconds=1)
    bus = await jetstream.connect(told["nats"], user=told["user"], password=told["password"], timeout=60)
    events = JetStreamEventLog(bus)
    history = await events.load(subjects.job(told["job"]))
    payer = Payer.of(history, Budgets.model_validate_json(told["budgets"]))
    assert payer is not None
    ledgers = Ledgers(events, Timers(bus))
    job_log = JobLog(events, history, Cause(command_id=told["user"], tenant="acme", correlation=told["job"]))
    settings = ModelSettings(
        base_url=told["model"],
        api_key="any",
        primary="acme/own",
        prices={"acme/own": [1, 10]},
        total_seconds=float(told["seconds"]),
    )
    assert wire.Wire  # takes long to import, which is no time of a call's
    gateway = ModelGateway(settings)
    turn = asyncio.Lock()  # the log of a job is one process's to write one thing after the other

    async def say(facts: object) -> None:
        async with turn:
            await job_log.tell(facts)  # type: ignore[arg-type]

    async def ask() -> bool:
        meter = BudgetMeter(ledgers, payer, say)
        try:
            await Account(gateway, Purpose.DRAFT, meter=meter).ask(
                [{"role": "user", "content": "Why?"}], max_tokens=100
            )
        except BudgetSpent:
            return False
        return True

    print("» ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    answered = await asyncio.gather(*(ask() for _ in range(int(told["calls"]))))
    await gateway.close()
    await bus.close()
    told_back = json.dumps({"answered": sum(answered), "held": answered.count(False)})
    print(f"» {told_back}", flush=True)


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
