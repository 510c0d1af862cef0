"""What a job's events refer to, read out of the vault for whoever is to be told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ghosthands.domain.job import JobRequested, RequestReceived
from ghosthands.domain.keys import ANSWERS, DRAFTS, REMEMBERED
from ghosthands.domain.message import Event
from ghosthands.domain.plan import PlanProposed, Unanswered
from ghosthands.hitl_gateway.status import describe_field
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import Erased, NotInVault, SealBroken
from ghosthands.vault.vault import Vault

#: how a JPEG begins: pictures of filled pages are; those of a wall, a failure or a confirmation are PNG
_BEGINNING = b"\xff\xd8"
#: the two kinds that pictures are of
MEDIA_TYPES = PNG, JPEG = "image/png", "image/jpeg"


class PagePicture(NamedTuple):
    """A picture of a page, its fields masked."""

    data: bytes
    media_type: str


async def read_extract(vault: Vault, requested: JobRequested | RequestReceived, job_id: str) -> Any:
    """What the job read from its page; None where that is gone."""
    try:
        return await vault.get_extract(Applicant(requested.tenant, requested.applicant), job_id)
    except (NotInVault, SealBroken, Erased):
        return None


async def read_request(vault: Vault, requested: JobRequested | RequestReceived, job_id: str) -> dict[str, Any] | None:
    """The request as it was kept; None where it is gone, with its applicant or the key."""
    try:
        return await vault.get_request(Applicant(requested.tenant, requested.applicant), job_id)
    except (NotInVault, SealBroken, Erased):
        return None


async def read_own_words(vault: Vault, requested: JobRequested, job_id: str) -> dict[str, Any]:
    """What the request says for its sender's own use, to be told back: `metadata` and `tags`, where it has any."""
    kept = await read_request(vault, requested, job_id) or {}
    return {name: kept[name] for name in ("metadata", "tags") if kept.get(name)}


async def read_questions(vault: Vault, events: Iterable[Event]) -> list[dict[str, Any]]:
    """What the job's forms ask that its profile has no name for, as they ask it: answered otherwise, or by nobody."""
    told: dict[str, dict[str, Any]] = {}
    for plan in (event for event in events if isinstance(event, PlanProposed)):
        found = [*plan.unanswered, *plan.unclear, *_list_own(plan)]
        page = await vault.find_page(plan.model_ref) if found else None
        for one in found:
            told[one.question_key] = describe_field(one, page.field(one.field_id) if page else None)
    return list(told.values())


def _list_own(plan: PlanProposed) -> list[Unanswered]:
    """The questions that are answered under a key of their own."""
    own = (action for action in plan.actions if action.key.startswith((ANSWERS, DRAFTS, REMEMBERED)))
    return [Unanswered(action.field_id, action.question_key) for action in own]


async def read_picture(vault: Vault, requested: JobRequested, ref: str) -> PagePicture | None:
    """The picture that an event refers to; None where it is gone, with its applicant or the key."""
    try:
        data = await vault.open_screenshot(Applicant(requested.tenant, requested.applicant), ref)
    except (NotInVault, SealBroken, Erased):
        return None
    return PagePicture(data, JPEG if data.startswith(_BEGINNING) else PNG)
