"""What a job's events refer to, read out of the vault for whoever is to be told."""

from __future__ import annotations

from typing import Any, NamedTuple

from ghosthands.domain.job import JobRequested, RequestReceived
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


async def read_picture(vault: Vault, requested: JobRequested, ref: str) -> PagePicture | None:
    """The picture that an event refers to; None where it is gone, with its applicant or the key."""
    try:
        data = await vault.open_screenshot(Applicant(requested.tenant, requested.applicant), ref)
    except (NotInVault, SealBroken, Erased):
        return None
    return PagePicture(data, JPEG if data.startswith(_BEGINNING) else PNG)
