"""Events of a version that no release knows, as whoever has a service's login can write them."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

from ghosthands.domain import services
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Envelope

#: the version
VERSION = 999
#: by service, an event that it may write on a job
NAMES = {
    services.BROWSER_HOST: "PageObserved",
    services.COOKBOOK: "RecipeMissed",
    services.JOB_INTAKE: "JobRequested",
    services.PLANNER: "PlanProposed",
}


async def write(bus: Bus, job_id: str, *, tenant: str) -> None:
    """Write such an event on the job, as the bus's service."""
    name = NAMES[bus.service]
    head = Envelope(
        id=str(uuid.uuid4()),
        name=name,
        version=VERSION,
        service=bus.service,
        subject=job_id,
        at=datetime.now(UTC),
        correlation=job_id,
        causation=str(uuid.uuid4()),
        tenant=tenant,
    )
    await bus.publish(Outgoing(subjects.event(subjects.job(job_id), bus.service, name), b"{}", head.headers()))
