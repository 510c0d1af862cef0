"""Sources of codes are kept, told of without a secret, and let go of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from ghosthands.domain.code_sources import (
    CodeSource,
    CodeSourcesOf,
    GivenAuthenticator,
    GivenMailbox,
    KeptCodeSource,
)
from ghosthands.hitl_gateway.code_desk import CodeDesk
from ghosthands.messaging.work.micro import RequestRefused

if TYPE_CHECKING:
    from conftest import World

SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
GIVEN = GivenAuthenticator(domain="Careers.Acme.com", secret=SECRET)
MAILBOX = GivenMailbox(host="imap.example.com", username="jordan", password="pass word")
KEPT = [
    KeptCodeSource(source=CodeSource.AUTHENTICATOR, place="careers.acme.com"),
    KeptCodeSource(source=CodeSource.MAILBOX, place="imap.example.com"),
]


async def ask_desk(world: World, **asked: object) -> bytes:
    known = {"tenant": world.person.tenant, "applicant": world.person.id}
    return await CodeDesk(world.vault).answer(msgspec.json.encode(CodeSourcesOf(**{**known, **asked})))


async def test_what_is_kept_is_told_without_a_secret_until_it_is_let_go_of(world: World) -> None:
    told = await ask_desk(world, authenticator=GIVEN, mailbox=MAILBOX)
    assert msgspec.json.decode(told, type=list[KeptCodeSource]) == KEPT
    assert SECRET.encode() not in told
    assert b"jordan" not in told
    assert msgspec.json.decode(await ask_desk(world, forget="careers.acme.com"), type=list[KeptCodeSource]) == KEPT[1:]
    assert await ask_desk(world, forget="mailbox") == b"[]"


@pytest.mark.parametrize(
    "asked",
    [
        {"authenticator": GivenAuthenticator(domain="co.uk", secret=SECRET)},
        {"authenticator": GivenAuthenticator(domain="acme.com", secret="hello")},
        {"mailbox": GivenMailbox(host="imap.example.com", username="", password="p")},
        {"mailbox": GivenMailbox(host="imap.example.com", username="a\r\nb", password="p")},
    ],
)
async def test_what_no_code_could_come_from_is_refused(world: World, asked: dict[str, object]) -> None:
    with pytest.raises(RequestRefused):
        await ask_desk(world, **asked)
    assert await ask_desk(world) == b"[]"
