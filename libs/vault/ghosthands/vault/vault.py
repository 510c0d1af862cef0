"""The vault: all personal data, by job and applicant, and the sealed artifacts that belong to nobody.

Layout under an applicant: ``jobs/<job>/request`` (VALET's request as received), ``jobs/<job>/files/<kind>`` (resume,
cover_letter, or the key of the question that wants it), ``answers/<job>/<question key>`` (a human's later answers),
``additions/<job>/<n>`` (later additions to the task), ``drafts/<job>/<question key>`` (a model's draft, checked to say
nothing new), ``remembered/<question key>`` (answers that also count for other forms), ``credentials/<fingerprint of the
domain>`` (for every job of theirs), ``authenticators/<fingerprint of the domain>`` and ``mailbox`` (likewise),
``codes/<job>`` (a code sent to them, for minutes), ``callbacks/<job>`` (where a refusal is told, for a week), objects
``files/…`` and ``screenshots/…``. Under the common key: ``page-models/<sha256>`` (without values) and the bodies of
dead letters, by the service that stored them (not readable after 7 days).

Only job-intake, browser-host, planner, cookbook and hitl-gateway have the master key and may use this.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace as replace_fields
from datetime import timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from ghosthands.domain import registry
from ghosthands.domain.answers import RememberedAnswer
from ghosthands.domain.errors import NewerMessage
from ghosthands.domain.page import PageModel, encode_page
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.code_sources import Authenticator, Mailbox
from ghosthands.vault.credentials import Credentials, OneTimeCode, covering
from ghosthands.vault.crypto import head_of, place
from ghosthands.vault.errors import UNREADABLE, NotInVault
from ghosthands.vault.keyring import COMMON
from ghosthands.vault.profile import ApplicantData
from ghosthands.vault.sealed import SealedStore, StoredFile
from ghosthands.vault.signing import Signer

#: the kinds of file an application can have, as `files.<kind>`: by what it is, or by the key of its question
_FILE_KIND = re.compile(r"resume|cover_letter|[0-9a-f]{16}")

#: How long a body can be read; job-intake then overwrites it, since NATS does not overwrite what it expires.
DEAD_LETTER_LIFE = timedelta(days=7)
#: How long the address for a refusal is kept; every delivery is given up long before.
CALLBACK_LIFE = timedelta(days=7)
#: no site accepts a code for longer
CODE_LIFE = timedelta(minutes=15)


class Vault(SealedStore):
    """The applicants' data and the sealed artifacts. Any method may raise StreamUnavailable; see SealedStore."""

    async def put_request(self, applicant: Applicant, job_id: str, request: dict[str, Any]) -> None:
        """Store a job's request: `target_url`, `profile`, `qa_answers` and its other fields.

        Only this call and `put_callback` give a person who was erased earlier a new key.
        """
        await self.keyring.admit(applicant)
        await self.put_json(applicant, f"jobs/{job_id}/request", request)

    async def get_request(self, applicant: Applicant, job_id: str) -> dict[str, Any]:
        """Return the stored request. Raises NotInVault."""
        request: dict[str, Any] = await self.get_json(applicant, f"jobs/{job_id}/request")
        return request

    async def put_callback(self, applicant: Applicant, job_id: str, callback: dict[str, Any]) -> None:
        """Store for CALLBACK_LIFE where a job's refusal is told: `callback_url`, `valet_task_id`."""
        await self.keyring.admit(applicant)
        await self.put_json(applicant, f"callbacks/{job_id}", callback, expires=CALLBACK_LIFE)

    async def get_callback(self, applicant: Applicant, job_id: str) -> dict[str, Any]:
        """Return where a job's refusal is told. Raises NotInVault."""
        callback: dict[str, Any] = await self.get_json(applicant, f"callbacks/{job_id}")
        return callback

    async def put_extract(self, applicant: Applicant, job_id: str, data: Any) -> None:
        """Store the data that a job extracted from a page, as JSON."""
        await self.put_json(applicant, f"jobs/{job_id}/extract", data)

    async def get_extract(self, applicant: Applicant, job_id: str) -> Any:
        """Return the data that a job extracted from a page. Raises NotInVault."""
        return await self.get_json(applicant, f"jobs/{job_id}/extract")

    async def put_job_file(
        self, applicant: Applicant, job_id: str, kind: str, data: bytes, *, name: str, media_type: str
    ) -> None:
        """Store a file of the job, later `files.<kind>`; `kind` is resume, cover_letter or a question key."""
        if not _FILE_KIND.fullmatch(kind):
            raise ValueError("a job's file is its resume, its cover_letter, or what a question wants")
        await self.put_file(applicant, f"jobs/{job_id}/files/{kind}", data, name=name, media_type=media_type)

    async def put_answer(self, applicant: Applicant, job_id: str, question_key: str, value: str) -> None:
        """Store a human's answer to a question of one job, later `answers.<question_key>`."""
        await self.put_json(applicant, f"answers/{job_id}/{question_key}", value)

    async def put_addition(self, applicant: Applicant, job_id: str, number: int, words: str) -> None:
        """Store words that somebody added to a job's task later; `number` is their place among the additions."""
        await self.put_json(applicant, f"additions/{job_id}/{number:04}", words)

    async def get_task(self, applicant: Applicant, job_id: str, *, otherwise: str) -> str:
        """Return the job's task in words, with later additions; `otherwise` replaces a task missing in the request.

        Raises NotInVault.
        """
        request = await self.get_request(applicant, job_id)
        added = await self._texts(applicant, f"additions/{job_id}")
        return "\n".join([request.get("task_description") or otherwise, *(added[number] for number in sorted(added))])

    async def put_draft(self, applicant: Applicant, job_id: str, question_key: str, text: str) -> None:
        """Store the draft for a question of one job, later `drafts.<question_key>`, unless there already is one.

        So the draft that a human read is the one that is filled in, whoever drafts again.
        """
        await self.put_once(applicant, f"drafts/{job_id}/{question_key}", msgspec.json.encode(text))

    async def get_drafts(self, applicant: Applicant, job_id: str) -> dict[str, str]:
        """Return the job's drafts, by question key."""
        return await self._texts(applicant, f"drafts/{job_id}")

    async def remember(self, applicant: Applicant, answers: Mapping[str, RememberedAnswer]) -> None:
        """Store the person's answers, by question key, for all their jobs; later `remembered.<question_key>`."""
        for question_key, answer in answers.items():
            await self.put_json(applicant, f"remembered/{question_key}", answer)

    async def get_remembered(self, applicant: Applicant) -> dict[str, RememberedAnswer]:
        """Return the person's answers that also count for other forms, by question key."""
        found = await self.list(applicant, "remembered")
        return {
            path.removeprefix("remembered/"): msgspec.json.decode(data, type=RememberedAnswer)
            for path, data in found.items()
        }

    async def forget_remembered(self, applicant: Applicant, question_key: str) -> None:
        """Delete the person's remembered answer to that question, if there is one."""
        await self.delete(applicant, f"remembered/{question_key}")

    async def put_credentials(self, applicant: Applicant, credentials: Iterable[Credentials]) -> None:
        """Store the person's credentials, each replacing those for the same domain."""
        for each in credentials:
            path = f"credentials/{await self.fingerprint(applicant, each.domain)}"
            await self.put_json(applicant, path, each)

    async def offer_credentials(self, applicant: Applicant, credentials: Iterable[Credentials]) -> None:
        """Store the credentials that are new; for a known name and password, what was learnt about them stays."""
        known = {each.domain: each for each in await self.get_credentials(applicant)}
        await self.put_credentials(applicant, [each for each in credentials if not each.are(known.get(each.domain))])

    async def get_credentials(self, applicant: Applicant) -> tuple[Credentials, ...]:
        """Return all credentials of the person."""
        found = await self.list(applicant, "credentials")
        return tuple(msgspec.json.decode(data, type=Credentials) for data in found.values())

    async def put_authenticator(self, applicant: Applicant, authenticator: Authenticator) -> None:
        """Store the person's authenticator for one domain, replacing an earlier one."""
        path = f"authenticators/{await self.fingerprint(applicant, authenticator.domain)}"
        await self.put_json(applicant, path, authenticator)

    async def get_authenticators(self, applicant: Applicant) -> tuple[Authenticator, ...]:
        """Return every authenticator of the person."""
        found = await self.list(applicant, "authenticators")
        return tuple(msgspec.json.decode(data, type=Authenticator) for data in found.values())

    async def drop_authenticator(self, applicant: Applicant, domain: str) -> None:
        """Delete the authenticator for that domain, if there is one."""
        await self.delete(applicant, f"authenticators/{await self.fingerprint(applicant, domain)}")

    async def put_mailbox(self, applicant: Applicant, mailbox: Mailbox) -> None:
        """Store the mailbox in which the person's codes may be searched for, replacing an earlier one."""
        await self.put_json(applicant, "mailbox", mailbox)

    async def get_mailbox(self, applicant: Applicant) -> Mailbox | None:
        """Return the mailbox to search for the person's codes; None if they gave none."""
        try:
            return msgspec.convert(await self.get_json(applicant, "mailbox"), Mailbox)
        except NotInVault:
            return None

    async def drop_mailbox(self, applicant: Applicant) -> None:
        """Delete the mailbox: nobody reads it any more."""
        await self.delete(applicant, "mailbox")

    async def put_code(self, applicant: Applicant, job_id: str, code: OneTimeCode) -> None:
        """Store a code for the page of a job that asks for it, until it is used or expires."""
        await self.put_json(applicant, f"codes/{job_id}", code, expires=CODE_LIFE)

    async def drop_code(self, applicant: Applicant, job_id: str) -> None:
        """Delete the used code."""
        await self.delete(applicant, f"codes/{job_id}")

    async def _find_code(self, applicant: Applicant, job_id: str) -> OneTimeCode | None:
        try:
            return msgspec.convert(await self.get_json(applicant, f"codes/{job_id}"), OneTimeCode)
        except NotInVault:
            return None

    async def mark_credentials_used(self, applicant: Applicant, host: str) -> None:
        """Mark the host's credentials as used: sign in with them, do not make an account."""
        await self._learn(applicant, host, create_account=False)

    async def mark_credentials_refused(self, applicant: Applicant, host: str) -> None:
        """Mark the host's credentials as refused: no job tries them again."""
        await self._learn(applicant, host, refused=True)

    async def _learn(self, applicant: Applicant, host: str, **learnt: bool) -> None:
        found = covering(await self.get_credentials(applicant), host)
        if found is not None and replace(found, **learnt) != found:
            await self.put_credentials(applicant, [replace(found, **learnt)])

    async def get_applicant_data(self, applicant: Applicant, job_id: str, *, with_files: bool = True) -> ApplicantData:
        """Return all data that a form of this job may be filled with; a human's answers override the request's.

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
        """Return the texts under a prefix, by question key."""
        found = await self.list(applicant, prefix)
        return {path.removeprefix(f"{prefix}/"): msgspec.json.decode(data) for path, data in found.items()}

    async def _job_files(self, applicant: Applicant, job_id: str, with_files: bool) -> dict[str, StoredFile | None]:
        prefix = f"jobs/{job_id}/files"
        return {
            path.removeprefix(f"{prefix}/"): await self.get_file(applicant, path) if with_files else None
            for path in await self.list(applicant, prefix)
        }

    async def seal_screenshot(self, applicant: Applicant, png: bytes) -> str:
        """Store a screenshot of a page, which shows what was typed; an event may contain the returned reference."""
        return await self.put_object(applicant, "screenshots", png)

    async def open_screenshot(self, applicant: Applicant, ref: str) -> bytes:
        """Return the screenshot, decrypted. Raises NotInVault."""
        return await self.get_object(applicant, "screenshots", ref)

    async def put_page(self, page: PageModel) -> str:
        """Store a page model without values and its version, or renew an equal one; return its SHA-256."""
        return await self.put_page_model(encode_page(page))

    async def put_page_model(self, data: bytes) -> str:
        """Store an encoded page model, or renew an equal one; return its SHA-256."""
        ref = hashlib.sha256(data).hexdigest()
        key, name = await self.keyring.ensure_common(), f"page-models/{ref}"
        await self._store.put_object(name, key.seal(data, _common(name)))
        return ref

    async def find_page(self, ref: str | None) -> PageModel | None:
        """Return the page model of that name; None if there is none, or it cannot be read any more."""
        try:
            return await self.read_page(ref) if ref else None
        except (*UNREADABLE, NewerMessage):
            return None

    async def read_page(self, ref: str) -> PageModel:
        """Return the page model of that name. Raises NotInVault, SealBroken, msgspec.DecodeError, NewerMessage."""
        payload = msgspec.json.decode(await self.get_page_model(ref), type=dict[str, Any])
        version = payload.pop("version", 1)  # pages had none at first
        return msgspec.convert(registry.upcast(PageModel.__name__, version, payload), PageModel)

    async def get_page_model(self, ref: str) -> bytes:
        """Return the page model of that SHA-256. Raises NotInVault."""
        name = f"page-models/{ref}"
        return await self._open_common(await self._store.get_object(name), _common(name))

    async def seal_dead_letter(self, body: bytes) -> str:
        """Store the body of a message that nobody could handle, for 7 days; return the dead letter's reference."""
        token = secrets.token_hex(16)
        key = await self.keyring.ensure_common()
        frame = key.seal(body, _letter_place(token), self._now() + DEAD_LETTER_LIFE)
        return await self._store.put_letter(token, frame)

    async def list_dead_letters(self) -> Sequence[str]:
        """Return the references of all stored bodies, including those that no letter names or that have expired."""
        return await self._store.list_letters()

    async def open_dead_letter(self, ref: str) -> bytes:
        """Return the message's body. Raises NotInVault, also after its 7 days."""
        return await self._open_common(await self._store.get_letter(ref), _letter_place(ref))

    async def drop_dead_letter(self, ref: str) -> None:
        """Delete a message's body and overwrite it."""
        await self._store.delete_letter(ref)

    def signer(self, trusted: Collection[str] = ()) -> Signer:
        """Return the signer of this installation, which also trusts those public keys."""
        return Signer(self._masters, trusted)

    def derive(self, purpose: str) -> list[bytes]:
        """Return this installation's secrets for that purpose: the current master key's first, then older ones'."""
        return self._masters.derive(purpose)

    async def _open_common(self, frame: bytes | None, at: str) -> bytes:
        head = head_of(frame, at) if frame is not None else None
        if frame is None or head is None or head.expired(self._now()):
            raise NotInVault(at)
        return (await self.keyring.key(COMMON)).unseal(frame, at)


def _common(name: str) -> str:
    return place("", "", name)


def _letter_place(reference: str) -> str:
    """Return the place of the body, whichever service stored it."""
    return _common(f"dead-letters/{reference.rpartition('/')[2]}")
