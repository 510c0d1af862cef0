"""Disclosure: all data held of an applicant, in a form they can read, from the vault and the log.

    values/<path>.json            as they lie in the vault: requests, answers, drafts, credentials, logins …
    files/<job>/<name>            resumes and letters, under the names they were given
    screenshots/<fingerprint>.png
    objects/<kind>/<fingerprint>  anything else that is sealed under their key
    jobs/<job>.json               each event, with the values that its keys stand for
    log/<kind>-<id>.json          what else the log says of them: reservations, budgets
    dead-letters/<reference>      messages of theirs that nobody could handle

The list comes from the stores themselves, so a new kind of data cannot be forgotten in it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from ghosthands.domain.aggregates import Kind
from ghosthands.domain.holdings import SLICE_BYTES, HoldingOf, Holdings
from ghosthands.job_intake import people
from ghosthands.job_intake.letters import find_letters
from ghosthands.job_intake.people import KnownApplicant, NobodyKnown
from ghosthands.messaging.log import whole
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import UNREADABLE, Erased, NotInVault
from ghosthands.vault.vault import Vault

#: How long a list is cached; it holds values.
REMEMBERED_SECONDS = 60.0
#: Replaces a key's id where the key was destroyed.
ERASED = b"erased"

Read = Callable[[], Awaitable[bytes]]

#: A key that stands for a value, anywhere in an event.
_KEY = re.compile(r"(?:profile|answers|remembered|drafts|files|credentials)\.[A-Za-z0-9_.]+")
_UNFIT = re.compile(r"[^\w.() -]")
_FILE_AT = re.compile(r"jobs/([^/]+)/files/([^/]+)")


@dataclass(frozen=True)
class _Listed:
    """The things held of one applicant: each one's name, and a function that reads it."""

    whose: str
    known: KnownApplicant
    #: the id of the key that opened it
    key: bytes
    named: dict[str, Read]


class Disclosing:
    """Lists and reads the data held of an applicant."""

    def __init__(self, bus: Bus, events: EventLog, vault: Vault) -> None:
        self._bus = bus
        self._events = events
        self._vault = vault
        #: the last list, since its things are requested one after the other
        self._listed: _Listed | None = None

    async def list_all(self, whose: str) -> Holdings:
        """List what is held of the applicant. Raises NobodyKnown."""
        listed = await self._list(whose)
        person = listed.known.person
        is_erased = await self._find_key(person) == ERASED
        return Holdings(
            tenant=person.tenant,
            applicant=person.id,
            names=tuple(sorted(listed.named)),
            is_erased=is_erased,
            unread=listed.known.unread,
        )

    async def read(self, asked: HoldingOf) -> bytes:
        """Return a slice of one thing that is held. Raises NobodyKnown, NotInVault."""
        listed = self._listed
        if listed is None or listed.whose != asked.whose or await self._find_key(listed.known.person) != listed.key:
            listed = await self._list(asked.whose)
        if asked.name not in listed.named:
            raise NotInVault("that name")
        return (await listed.named[asked.name]())[asked.offset : asked.offset + SLICE_BYTES]

    async def _list(self, whose: str) -> _Listed:
        """List what is held of the applicant, and cache it for REMEMBERED_SECONDS, or until their key changes."""
        self._listed = None
        known = await self._find(whose)
        listed = _Listed(whose, known, await self._find_key(known.person), await self._name(known))
        self._listed = listed
        asyncio.get_running_loop().call_later(REMEMBERED_SECONDS, lambda: self._forget(listed))
        return listed

    async def _find_key(self, person: Applicant) -> bytes:
        """Return the id of the applicant's present key, or ERASED where there is none."""
        try:
            return (await self._vault.keyring.key(person, fresh=True)).id
        except Erased:
            return ERASED
        except NotInVault:
            return b""

    def _forget(self, listed: _Listed) -> None:
        if self._listed is listed:
            self._listed = None

    async def _find(self, whose: str) -> KnownApplicant:
        if (known := await people.find(self._bus, self._events, whose)) is None:
            raise NobodyKnown(f"nobody of the name {whose!r} has ever applied here")
        return known

    async def _name(self, known: KnownApplicant) -> dict[str, Read]:
        """Return each thing's name, and a function that reads it."""
        named: dict[str, Read] = {}
        with suppress(NotInVault, Erased):
            await self._name_sealed(known, named)
        for job_id in known.jobs:
            named[f"jobs/{job_id}.json"] = _reading(self._tell_job, known, job_id)
        async for aggregate in self._other_aggregates(known):
            named[f"log/{aggregate.kind}-{aggregate.id}.json"] = _reading(self._tell_aggregate, aggregate)
        async for letter in find_letters(self._vault, known):
            if not letter.is_nobodys:
                named[f"dead-letters/{letter.reference}"] = _reading(self._vault.open_dead_letter, letter.reference)
        return named

    async def _name_sealed(self, known: KnownApplicant, named: dict[str, Read]) -> None:
        values = await self._vault.list_all(known.person)
        named |= {f"values/{path}.json": _reading(_echo, data) for path, data in values.items()}
        for path in filter(_FILE_AT.fullmatch, values):
            try:
                file = await self._vault.get_file(known.person, path)
            except NotInVault:  # kept no longer
                continue
            job_id, kind = path.split("/")[1::2]
            name = _UNFIT.sub("_", file.name) or kind
            named[f"files/{job_id}/{kind} {name}"] = _reading(_echo, file.data)
        for name in await self._vault.list_objects(known.person):
            kind, fingerprint = name.split("/", 1)
            shown = f"screenshots/{fingerprint}.png" if kind == "screenshots" else f"objects/{name}"
            named[shown] = _reading(self._vault.get_object, known.person, kind, fingerprint)

    async def _other_aggregates(self, known: KnownApplicant) -> AsyncIterator[Aggregate]:
        """Yield the applicant's own aggregate, and each month's ledger of theirs."""
        seen: set[Aggregate] = set()
        kinds = (f"gh.evt.{Kind.APPLICANT}.{known.person.id}.>", f"gh.evt.{Kind.BUDGET}.*.>")
        for kind in kinds:
            async for stored in whole.each(self._bus, kind):
                aggregate = Aggregate(subjects.kind_of_event(stored.subject), subjects.id_in_event(stored.subject))
                if aggregate.id.endswith(known.person.id) and aggregate not in seen:
                    seen.add(aggregate)
                    yield aggregate

    async def _tell_job(self, known: KnownApplicant, job_id: str) -> bytes:
        values: Mapping[str, str] = {}
        with suppress(*UNREADABLE):
            data = await self._vault.get_applicant_data(known.person, job_id, with_files=False)
            values = data.all_values()
        return _json({"job": job_id, "events": await self._tell_events(subjects.job(job_id), values)})

    async def _tell_aggregate(self, aggregate: Aggregate) -> bytes:
        return _json({aggregate.kind: aggregate.id, "events": await self._tell_events(aggregate, {})})

    async def _tell_events(self, aggregate: Aggregate, values: Mapping[str, str]) -> list[dict[str, Any]]:
        """Tell each event of the aggregate, with the values that its keys stand for; a newer release's as it lies."""
        history, unread = await self._events.load_readable(aggregate)
        newer = [
            {"event": one.subject.rpartition(".")[2], "unread": one.data.decode(errors="replace")} for one in unread
        ]
        return [*(_tell(one, values) for one in history.recorded), *newer]


def _tell(one: Recorded[Any], values: Mapping[str, str]) -> dict[str, Any]:
    payload = msgspec.json.encode(one.event)
    meant = {key: values[key] for key in sorted(set(_KEY.findall(payload.decode()))) if key in values}
    told = {"at": one.at, "by": one.service, "event": one.name, "says": msgspec.Raw(payload)}
    return {**told, "values": meant} if meant else told


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value))


async def _echo(data: bytes) -> bytes:
    return data


def _reading(read: Callable[..., Awaitable[bytes]], *arguments: Any) -> Read:
    return lambda: read(*arguments)
