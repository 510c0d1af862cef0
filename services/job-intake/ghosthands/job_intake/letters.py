"""The dead letters that may be about an applicant: messages from outside whose bodies are kept for some days."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from ghosthands.domain import ids
from ghosthands.job_intake.people import KnownApplicant
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import dead_letters
from ghosthands.vault.errors import NotInVault
from ghosthands.vault.vault import Vault


@dataclass(frozen=True)
class KeptLetter:
    """A body that is kept."""

    reference: str
    #: it does not say about whom it is
    is_nobodys: bool


async def find_letters(bus: Bus, vault: Vault, known: KnownApplicant) -> AsyncIterator[KeptLetter]:
    """The dead letters that are theirs, and those of which nobody can say whose they are.

    What we say among ourselves holds no values, and is passed over.
    """
    for stored in await bus.read_back(streams.DEAD, subjects.ALL_DEAD_LETTERS, after=0):
        letter = dead_letters.read(stored.data)
        if letter.reference is None or letter.stream != streams.INTAKE:
            continue
        try:
            named = _read_named(await vault.open_dead_letter(letter.reference))
        except NotInVault:
            continue
        if not named or not {known.person.id, *known.jobs}.isdisjoint(named):
            yield KeptLetter(letter.reference, is_nobodys=not named)


def _read_named(body: bytes) -> set[str]:
    """The ids of applicants and jobs that the message is about; empty where it says none."""
    try:
        said = json.loads(body)
    except ValueError:
        return set()
    if not isinstance(said, dict):
        return set()
    return {*_applicants_named(said), *_jobs_named(said)}


def _applicants_named(said: dict[str, Any]) -> list[str]:
    tenant, user = said.get("tenant") or "valet", said.get("valet_user_id")
    return [ids.applicant_id(tenant, user)] if isinstance(tenant, str) and isinstance(user, str) else []


def _jobs_named(said: dict[str, Any]) -> list[str]:
    tenant, key, job_id = said.get("tenant") or "valet", said.get("idempotency_key"), said.get("job_id")
    named = [job_id] if isinstance(job_id, str) else []
    return [*named, ids.job_id(tenant, key)] if isinstance(tenant, str) and isinstance(key, str) else named
