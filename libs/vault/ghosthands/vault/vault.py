"""The vault: everything personal, by job and applicant, and the sealed artifacts that belong to nobody.

Layout under an applicant: ``jobs/<job>/request`` (VALET's request as received), ``jobs/<job>/files/<kind>`` (resume,
cover_letter), ``answers/<job>/<question key>`` (what a human said later), ``additions/<job>/<n>`` (what they added to
its task), ``drafts/<job>/<question key>`` (what a model wrote, and was found to say nothing new),
``remembered/<question key>`` (what the person said that holds for other forms too), ``credentials/<fingerprint of the
domain>`` (for every job of theirs), ``authenticators/<fingerprint of the domain>`` and ``mailbox`` (likewise),
``codes/<job>`` (one that was sent to them, for minutes), objects ``files/…`` and ``screenshots/…``.
Under the common key: ``page-models/<sha256>`` (value-free) and ``dead-letters/<random>`` (not readable after 7 days).

Only job-intake, browser-host, planner, cookbook and hitl-gateway hold the master key and may use this.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace as replace_fields
from datetime import timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from ghosthands.domain.answers import RememberedAnswer
from ghosthands.domain.page import PageModel
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.code_sources import Authenticator, Mailbox
from ghosthands.vault.credentials import Credentials, OneTimeCode, covering
from ghosthands.vault.crypto import head_of, place
from ghosthands.vault.errors import NotInVault, SealBroken
from ghosthands.vault.keyring import COMMON
from ghosthands.vault.profile import ApplicantData
from ghosthands.vault.sealed import SealedStore, StoredFile
from ghosthands.vault.signing import Signer

#: The files an application can carry, as `files.<kind>`.
FILE_KINDS = ("resume", "cover_letter")

#: After it a body is not read any more, and job-intake overwrites it: what NATS lets go of is not overwritten.
DEAD_LETTER_LIFE = timedelta(days=7)
#: no site takes a code for longer
CODE_LIFE = timedelta(minutes=15)


class Vault(SealedStore):
    """The applicants' data and the sealed artifacts. Any method may raise StreamUnavailable; see SealedStore."""

    async def put_request(self, applicant: Applicant, job_id: str, request: dict[str, Any]) -> None:
        """Keeps a job's request: `target_url`, `profile`, `qa_answers` and whatever else it said.

        A person erased earlier begins anew by this, and by nothing else.
        """
        await self.keyring.admit(applicant)
        await self.put_json(applicant, f"jobs/{job_id}/request", request)

    async def get_request(self, applicant: Applicant, job_id: str) -> dict[str, Any]:
        """The request as it was kept. Raises NotInVault."""
        request: dict[str, Any] = await self.get_json(applicant, f"jobs/{job_id}/request")
        return request

    async def put_extract(self, applicant: Applicant, job_id: str, data: Any) -> None:
        """Keeps what a job read from a page, as JSON."""
        await self.put_json(applicant, f"jobs/{job_id}/extract", data)

    async def get_extract(self, applicant: Applicant, job_id: str) -> Any:
        """What a job read from a page. Raises NotInVault."""
        return await self.get_json(applicant, f"jobs/{job_id}/extract")

    async def put_job_file(
        self, applicant: Applicant, job_id: str, kind: str, data: bytes, *, name: str, media_type: str
    ) -> None:
        """Keeps a file of the job, later `files.<kind>`; `kind` is one of FILE_KINDS."""
        if kind not in FILE_KINDS:
            raise ValueError(f"a job's file is one of {', '.join(FILE_KINDS)}")
        await self.put_file(applicant, f"jobs/{job_id}/files/{kind}", data, name=name, media_type=media_type)

    async def put_answer(self, applicant: Applicant, job_id: str, question_key: str, value: str) -> None:
        """Keeps a human's answer to one question of one job, later `answers.<question_key>`."""
        await self.put_json(applicant, f"answers/{job_id}/{question_key}", value)

    async def put_addition(self, applicant: Applicant, job_id: str, number: int, words: str) -> None:
        """Keeps what somebody added to a job's task later, in words; `number` is its place among those."""
        await self.put_json(applicant, f"additions/{job_id}/{number:04}", words)

    async def get_task(self, applicant: Applicant, job_id: str, *, otherwise: str) -> str:
        """What the job is to do, in words, with what was added later; `otherwise` stands for what its request lacks.

        Raises NotInVault.
        """
        request = await self.get_request(applicant, job_id)
        added = await self._texts(applicant, f"additions/{job_id}")
        return "\n".join([request.get("task_description") or otherwise, *(added[number] for number in sorted(added))])

    async def put_draft(self, applicant: Applicant, job_id: str, question_key: str, text: str) -> None:
        """Keeps what was drafted for one question of one job, later `drafts.<question_key>`; the first draft stands.

        So what a human read of it is what is filled in, whoever drafts again.
        """
        await self.put_once(applicant, f"drafts/{job_id}/{question_key}", msgspec.json.encode(text))

    async def get_drafts(self, applicant: Applicant, job_id: str) -> dict[str, str]:
        """What was drafted for the job, by question key."""
        return await self._texts(applicant, f"drafts/{job_id}")

    async def remember(self, applicant: Applicant, answers: Mapping[str, RememberedAnswer]) -> None:
        """Keeps what the person said, by question key, for every job of theirs; later `remembered.<question_key>`."""
        for question_key, answer in answers.items():
            await self.put_json(applicant, f"remembered/{question_key}", answer)

    async def get_remembered(self, applicant: Applicant) -> dict[str, RememberedAnswer]:
        """What the person said that holds for other forms too, by question key."""
        found = await self.list(applicant, "remembered")
        return {
            path.removeprefix("remembered/"): msgspec.json.decode(data, type=RememberedAnswer)
            for path, data in found.items()
        }

    async def forget_remembered(self, applicant: Applicant, question_key: str) -> None:
        """Lets go of what the person said to that question, where anything is kept."""
        await self.delete(applicant, f"remembered/{question_key}")

    async def put_credentials(self, applicant: Applicant, credentials: Iterable[Credentials]) -> None:
        """Keeps what the person signs in with, each over what was known for the same domain."""
        for each in credentials:
            path = f"credentials/{await self.fingerprint(applicant, each.domain)}"
            await self.put_json(applicant, path, each)

    async def offer_credentials(self, applicant: Applicant, credentials: Iterable[Credentials]) -> None:
        """Keeps those that are new; of a name and password known already, what was learnt stays."""
        known = {each.domain: each for each in await self.get_credentials(applicant)}
        await self.put_credentials(applicant, [each for each in credentials if not each.are(known.get(each.domain))])

    async def get_credentials(self, applicant: Applicant) -> tuple[Credentials, ...]:
        """Everything the person signs in with."""
        found = await self.list(applicant, "credentials")
        return tuple(msgspec.json.decode(data, type=Credentials) for data in found.values())

    async def put_authenticator(self, applicant: Applicant, authenticator: Authenticator) -> None:
        """Keeps what the person's codes for one domain are computed from, over what was known for it."""
        path = f"authenticators/{await self.fingerprint(applicant, authenticator.domain)}"
        await self.put_json(applicant, path, authenticator)

    async def get_authenticators(self, applicant: Applicant) -> tuple[Authenticator, ...]:
        """Every authenticator of the person."""
        found = await self.list(applicant, "authenticators")
        return tuple(msgspec.json.decode(data, type=Authenticator) for data in found.values())

    async def drop_authenticator(self, applicant: Applicant, domain: str) -> None:
        """Lets go of the one for that domain, where there is one."""
        await self.delete(applicant, f"authenticators/{await self.fingerprint(applicant, domain)}")

    async def put_mailbox(self, applicant: Applicant, mailbox: Mailbox) -> None:
        """Keeps where the person's mail may be read for codes, over what was known."""
        await self.put_json(applicant, "mailbox", mailbox)

    async def get_mailbox(self, applicant: Applicant) -> Mailbox | None:
        """The mailbox that may be read for the person's codes; None where they gave none."""
        try:
            return msgspec.convert(await self.get_json(applicant, "mailbox"), Mailbox)
        except NotInVault:
            return None

    async def drop_mailbox(self, applicant: Applicant) -> None:
        """Lets go of the mailbox: nobody reads it any more."""
        await self.delete(applicant, "mailbox")

    async def put_code(self, applicant: Applicant, job_id: str, code: OneTimeCode) -> None:
        """Keeps a code for the page of a job that asks for it, until it was used or its life is over."""
        await self.put_json(applicant, f"codes/{job_id}", code, expires=CODE_LIFE)

    async def drop_code(self, applicant: Applicant, job_id: str) -> None:
        """The job's code was used: it is good for nothing any more."""
        await self.delete(applicant, f"codes/{job_id}")

    async def _find_code(self, applicant: Applicant, job_id: str) -> OneTimeCode | None:
        try:
            return msgspec.convert(await self.get_json(applicant, f"codes/{job_id}"), OneTimeCode)
        except NotInVault:
            return None

    async def mark_credentials_used(self, applicant: Applicant, host: str) -> None:
        """The host was sent its credentials: from now on no account is made with them, one signs in."""
        await self._learn(applicant, host, create_account=False)

    async def mark_credentials_refused(self, applicant: Applicant, host: str) -> None:
        """The host did not let its credentials in: they are not tried again, for this job or another."""
        await self._learn(applicant, host, refused=True)

    async def _learn(self, applicant: Applicant, host: str, **learnt: bool) -> None:
        found = covering(await self.get_credentials(applicant), host)
        if found is not None and replace(found, **learnt) != found:
            await self.put_credentials(applicant, [replace(found, **learnt)])

    async def get_applicant_data(self, applicant: Applicant, job_id: str, *, with_files: bool = True) -> ApplicantData:
        """All that a form of this job may be filled with; a human's answers win over the request's.

        Without `with_files` their keys are known but their bytes are not read. Raises NotInVault.
        """
        request = await self.get_request(applicant, job_id)
        answers = await self._texts(applicant, f"answers/{job_id}")
        drafts = await self.get_drafts(applicant, job_id)
        files = await self._job_files(applicant, job_id, with_files)
        remembered = await self.get_remembered(applicant)
        credentials, code = await self.get_credentials(applicant), await self._find_code(applicant, job_id)
        data = ApplicantData.of(request, answers, files, credentials, drafts, remembered, code)
        return replace_fields(data, authenticators=await self.get_authenticators(applicant), read_at=self._now())

    async def _texts(self, applicant: Applicant, prefix: str) -> dict[str, str]:
        """What lies there, by question key."""
        found = await self.list(applicant, prefix)
        return {path.removeprefix(f"{prefix}/"): msgspec.json.decode(data) for path, data in found.items()}

    async def _job_files(self, applicant: Applicant, job_id: str, with_files: bool) -> dict[str, StoredFile | None]:
        prefix = f"jobs/{job_id}/files"
        return {
            path.removeprefix(f"{prefix}/"): await self.get_file(applicant, path) if with_files else None
            for path in await self.list(applicant, prefix)
        }

    async def seal_screenshot(self, applicant: Applicant, png: bytes) -> str:
        """Keeps a picture of a page, which shows what was typed into it; the reference may stand in an event."""
        return await self.put_object(applicant, "screenshots", png)

    async def open_screenshot(self, applicant: Applicant, ref: str) -> bytes:
        """The screenshot, decrypted. Raises NotInVault."""
        return await self.get_object(applicant, "screenshots", ref)

    async def put_page_model(self, data: bytes) -> str:
        """Keeps a value-free page model, as new; returns its SHA-256, by which equal models are one."""
        ref = hashlib.sha256(data).hexdigest()
        await self._put_common(f"page-models/{ref}", data)
        return ref

    async def find_page(self, ref: str | None) -> PageModel | None:
        """The page model of that name; None where there is none, or it cannot be read any more."""
        try:
            return msgspec.json.decode(await self.get_page_model(ref), type=PageModel) if ref else None
        except (NotInVault, SealBroken, msgspec.DecodeError):
            return None

    async def get_page_model(self, ref: str) -> bytes:
        """The page model of that SHA-256. Raises NotInVault."""
        return await self._get_common(f"page-models/{ref}")

    async def seal_dead_letter(self, body: bytes) -> str:
        """Keeps a message nobody could handle for 7 days; the reference goes with the reason to the dead letters."""
        ref = secrets.token_hex(16)
        await self._put_common(f"dead-letters/{ref}", body, DEAD_LETTER_LIFE)
        return ref

    async def list_dead_letters(self) -> list[str]:
        """The references of all bodies that lie anywhere, whether a letter names them and they can be read or not."""
        return [name.removeprefix("dead-letters/") for name in await self._store.list_objects("dead-letters")]

    async def open_dead_letter(self, ref: str) -> bytes:
        """The message's body. Raises NotInVault, also after its 7 days."""
        return await self._get_common(f"dead-letters/{ref}")

    async def drop_dead_letter(self, ref: str) -> None:
        """Lets go of a message's body, overwritten where it lay."""
        await self._store.delete_object(f"dead-letters/{ref}")

    def signer(self, trusted: Collection[str] = ()) -> Signer:
        """The signer of this installation, which also knows those of that name."""
        return Signer(self._masters, trusted)

    def derive(self, purpose: str) -> list[bytes]:
        """This installation's secrets for that purpose: the current master key's first, then those of keys before."""
        return self._masters.derive(purpose)

    async def _put_common(self, name: str, data: bytes, expires: timedelta | None = None) -> None:
        key = await self.keyring.ensure_common()
        frame = key.seal(data, _common(name), self._now() + expires if expires else None)
        await self._store.put_object(name, frame, named_first=expires is not None)

    async def _get_common(self, name: str) -> bytes:
        frame = await self._store.get_object(name)
        head = head_of(frame, name) if frame is not None else None
        if frame is None or head is None or head.expired(self._now()):
            raise NotInVault(name)
        return (await self.keyring.key(COMMON)).unseal(frame, _common(name))


def _common(name: str) -> str:
    return place("", "", name)
