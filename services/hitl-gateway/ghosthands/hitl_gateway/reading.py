"""Reads from the vault what a job's events refer to, for the messages about the job."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ghosthands.domain.job import JobRequested, RequestReceived
from ghosthands.domain.keys import ANSWERS, CONSTANTS, DRAFTS, REMEMBERED
from ghosthands.domain.message import Event
from ghosthands.domain.plan import PlannedAction, PlanProposed, Unanswered
from ghosthands.domain.recipe import RecipeFound
from ghosthands.hitl_gateway.status import describe_fields
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import UNREADABLE
from ghosthands.vault.vault import Vault

#: the first part of the keys of answers to one question
_OWN = (ANSWERS, DRAFTS, REMEMBERED)
#: the first bytes of a JPEG, as of filled pages; pictures of a wall, a failure or a confirmation are PNG
_BEGINNING = b"\xff\xd8"
#: the two media types of pictures
MEDIA_TYPES = PNG, JPEG = "image/png", "image/jpeg"


class PagePicture(NamedTuple):
    """A picture of a page, its fields masked."""

    data: bytes
    media_type: str


async def read_extract(vault: Vault, requested: JobRequested | RequestReceived, job_id: str) -> Any:
    """Return what the job read from its page; None where that is gone."""
    try:
        return await vault.get_extract(Applicant(requested.tenant, requested.applicant), job_id)
    except UNREADABLE:
        return None


async def read_request(vault: Vault, requested: JobRequested | RequestReceived, job_id: str) -> dict[str, Any] | None:
    """Return the request as it was kept; None where it is gone, with its applicant or the key."""
    try:
        return await vault.get_request(Applicant(requested.tenant, requested.applicant), job_id)
    except UNREADABLE:
        return None


async def read_callback(vault: Vault, requested: JobRequested | RequestReceived, job_id: str) -> dict[str, Any] | None:
    """Return where the job's events are told: its request, or for a refused one what it said of that; None if gone."""
    if (request := await read_request(vault, requested, job_id)) is not None:
        return request
    try:
        return await vault.get_callback(Applicant(requested.tenant, requested.applicant), job_id)
    except UNREADABLE:
        return None


async def read_own_words(vault: Vault, requested: JobRequested, job_id: str) -> dict[str, Any]:
    """Return the request's `metadata` and `tags`, which are for its sender's own use, as far as it has any."""
    kept = await read_request(vault, requested, job_id) or {}
    return {name: kept[name] for name in ("metadata", "tags") if kept.get(name)}


async def read_questions(vault: Vault, events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return the forms' questions without a name in the profile, in the forms' words, answered or not."""
    told: dict[str, dict[str, Any]] = {}
    for event in (event for event in events if isinstance(event, PlanProposed | RecipeFound)):
        open_ones = (*event.unanswered, *event.unclear) if isinstance(event, PlanProposed) else ()
        found = [*open_ones, *_list_own(event.actions)]
        page = await vault.find_page(event.model_ref) if found else None
        told |= {described["question_key"]: described for described in describe_fields(found, page)}
    return list(told.values())


def _list_own(actions: Iterable[PlannedAction]) -> list[Unanswered]:
    """Return the questions that are answered under a key of their own or with a constant."""
    own = (action for action in actions if action.key in CONSTANTS or action.key.startswith(_OWN))
    return [Unanswered(action.field_id, action.question_key) for action in own]


async def read_picture(vault: Vault, requested: JobRequested, ref: str) -> PagePicture | None:
    """Return the picture that an event refers to; None where it is gone, with its applicant or the key."""
    try:
        data = await vault.open_screenshot(Applicant(requested.tenant, requested.applicant), ref)
    except UNREADABLE:
        return None
    return PagePicture(data, JPEG if data.startswith(_BEGINNING) else PNG)
