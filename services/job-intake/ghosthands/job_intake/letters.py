"""The bodies of dead letters that may be about an applicant, wherever they lie; a letter does not name all of them.

A process that is killed, or cannot report the letter, leaves a body behind that only the list of bodies shows.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from ghosthands.domain import ids
from ghosthands.job_intake.people import KnownApplicant
from ghosthands.vault.errors import UNREADABLE, NotWhole
from ghosthands.vault.vault import Vault


@dataclass(frozen=True)
class KeptLetter:
    """The body of a dead letter that is kept."""

    reference: str
    #: it names no applicant and no job, or cannot be read
    is_nobodys: bool


async def find_letters(vault: Vault, known: KnownApplicant) -> AsyncIterator[KeptLetter]:
    """Yield the applicant's letters, and those that name nobody."""
    for reference in await vault.list_dead_letters():
        named = await _find_named(vault, reference)
        if not named or not {known.person.id, *known.jobs}.isdisjoint(named):
            yield KeptLetter(reference, is_nobodys=not named)


async def _find_named(vault: Vault, reference: str) -> set[str]:
    try:
        return _read_named(await vault.open_dead_letter(reference))
    except (*UNREADABLE, NotWhole):  # past its time, or overwritten by half: its bytes may be there
        return set()


def _read_named(body: bytes) -> set[str]:
    """Return the ids of applicants and jobs that the message is about; empty where it names none."""
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
