"""The table of command handlers: which function carries out which command.

`execution` is the frame around each command for an open session. What a command does to the page is announced before
and reported after, each in one append.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from ghosthands.browser_host.commands.doing import do_task
from ghosthands.browser_host.commands.engine_runs import switch_engine
from ghosthands.browser_host.commands.execution import Execution, serve
from ghosthands.browser_host.commands.extracting import extract_data
from ghosthands.browser_host.commands.filling import run_actions
from ghosthands.browser_host.commands.moving import make_move
from ghosthands.browser_host.commands.observing import observe
from ghosthands.browser_host.commands.opening import open_session
from ghosthands.browser_host.commands.pressing import advance, press_intended, release_step, sign_in
from ghosthands.browser_host.commands.reading import read_questions
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.host import Host
from ghosthands.browser_host.sessions.session_log import SessionLog
from ghosthands.domain.message import Command
from ghosthands.domain.moves import MakeMove
from ghosthands.domain.session import (
    Advance,
    CloseSession,
    CreateAccount,
    DoTask,
    ExtractData,
    Fence,
    Observe,
    OpenSession,
    ReadQuestions,
    ReleaseStep,
    RunActions,
    SessionClosed,
    SessionFenced,
    SignIn,
    Submit,
    SwitchEngine,
)
from ghosthands.messaging.wire.recorded import Received

Handler = Callable[[Received[Any]], Awaitable[None]]


def handlers(host: Host) -> dict[type[Command], Handler]:
    """Return the host's handler of each command."""
    in_session = {kind: partial(serve, host, carry_out=carry_out) for kind, carry_out in _IN_SESSION.items()}
    return {OpenSession: partial(open_session, host), CloseSession: partial(close_session, host), **in_session}


async def fence(execution: Execution[Fence]) -> None:
    """Obey only claims of this epoch or later from now on."""
    fenced = SessionFenced(cause=execution.id, session_id=execution.session.id, epoch=execution.command.epoch)
    await execution.report([fenced])


async def close_session(host: Host, received: Received[CloseSession]) -> None:
    """Close the session, under whatever claim; a session that is already gone counts as closed."""
    command = received.command
    key = SessionKey(command.job_id, command.session_id)
    host.sessions.interrupt(key, command.reason)
    async with host.sessions.lock(command.job_id):
        session_log = await SessionLog.open(host.events, command.job_id)
        session = host.sessions.get(command.job_id, command.session_id)
        if session is not None:
            await host.close(session, command.reason, session_log, received.cause)
            return
        await host.browsers.discard(key)
        closed = SessionClosed(session_id=command.session_id, reason=command.reason)
        await session_log.report_end(closed, received.cause)


_IN_SESSION: Mapping[type[Command], Callable[[Execution[Any]], Awaitable[None]]] = {
    Fence: fence,
    Observe: observe,
    RunActions: run_actions,
    ReadQuestions: read_questions,
    Advance: advance,
    ReleaseStep: release_step,
    SignIn: sign_in,
    Submit: press_intended,
    CreateAccount: press_intended,
    SwitchEngine: switch_engine,
    ExtractData: extract_data,
    DoTask: do_task,
    MakeMove: make_move,
}
