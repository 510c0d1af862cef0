"""A stack of this command's own, which is not started if a service would refuse its settings.

A service reads its settings once its servers run; this check reports a bad one before anything is started.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from difflib import get_close_matches
from importlib import import_module

from ghosthands import stack
from ghosthands.cli import console
from ghosthands.domain import services
from ghosthands.messaging.archive.files import VARIABLE
from ghosthands.messaging.archive.key import ArchiveUnreadable
from ghosthands.messaging.archive.sealed import find_files
from ghosthands.messaging.server import permissions
from ghosthands.stack import foreground
from ghosthands.stack.services import GIVEN

#: the classes of settings, by module and class name
SETTINGS = (
    *((f"ghosthands.{name.replace('-', '_')}.settings", "Settings") for name in services.SERVICES),
    ("ghosthands.models.settings", "ModelSettings"),
)

#: variables that other parts read from the environment
READ_BESIDE = frozenset(
    {
        "GHOSTHANDS_BROWSER_USER",
        "GHOSTHANDS_CHROMIUM",
        "GHOSTHANDS_DEBUG",
        "GHOSTHANDS_FORMS_DIR",
        "GHOSTHANDS_KEEP_LOGS_DAYS",
        "GHOSTHANDS_MCP_TOKEN",
        "GHOSTHANDS_NATS_AT_REST_KEY",
        "GHOSTHANDS_NATS_PASSWORDS_FILE",
        "GHOSTHANDS_NATS_PORT",
        "GHOSTHANDS_SECRETS_DIR",
        "GHOSTHANDS_STACK",
        "GHOSTHANDS_STATE_DIR",
    }
)


async def run(
    config: stack.StackConfig, body: Callable[[stack.Supervisor], Awaitable[None]], *, starting: str = ""
) -> None:
    """Run the stack in the foreground, as `foreground.run` does, with `starting` as its first message.

    The settings are judged after that message and once the state directory is ours, as it takes seconds, in which other
    commands are to find this stack; a signal is heeded after it. Mistyped variables are told at the start, or with the
    reason why there is none; not while another command has the stack. Raises StackError.
    """
    is_begun = False

    def begin() -> None:
        nonlocal is_begun
        is_begun = True
        console.tell(starting or _word_start(config))
        if lines := list_refused():
            raise stack.SettingRefused("\n".join(lines))
        _tell_doubtful()

    async def work(started: stack.Supervisor) -> None:
        try:
            await body(started)
        finally:
            console.tell("stopping the stack …")

    try:
        await foreground.run(
            config,
            work,
            on_begin=begin,
            on_late=lambda late: console.tell(f"still starting: {', '.join(late)} …"),
        )
    except stack.StackError as error:
        if not is_begun and not isinstance(error, stack.StackTaken):
            _tell_doubtful()
        raise


def _tell_doubtful() -> None:
    for line in (*list_mistyped(), *list_doubtful()):
        console.tell(line, style="yellow")


def _word_start(config: stack.StackConfig) -> str:
    servers = [("NATS", config.nats_url), ("PostgreSQL", config.database_url)]
    ours = "".join(f"{name}, " for name, elsewhere in servers if not elsewhere)
    return f"starting {ours.removesuffix(', ')}{' and ' if ours else ''}seven services …"


def read_allowed_hosts() -> frozenset[str]:
    """Return the private hosts that a stack of this command's own would apply to. Raises SettingsInvalid."""
    from ghosthands.chassis import settings

    allowed: frozenset[str] = settings.load(
        import_module("ghosthands.job_intake.settings").Settings
    ).allowed_private_hosts
    return allowed


def list_refused() -> Sequence[str]:
    """Return what keeps services from starting, a line each, without the settings that a stack provides."""
    wrong = {line for module, name in SETTINGS for line in _list_refused_by(module, name)}
    if not any(line.startswith(VARIABLE) for line in wrong):
        wrong |= set(_list_refused_archive())
    return sorted(line for line in wrong if not line.startswith(GIVEN))


def list_mistyped() -> Sequence[str]:
    """Return the variables that nothing reads and that resemble one that is read, a line each.

    A name that resembles none may be another program's, such as VALET's GHOSTHANDS_API_URL; a user's password is read
    by a NATS server of one's own.
    """
    known = find_read()
    of_nats = {f"GHOSTHANDS_NATS_PASSWORD_{user.replace('-', '_').upper()}" for user in permissions.USERS}
    unread = sorted(name for name in os.environ if name.startswith("GHOSTHANDS_") and name not in known | of_nats)
    meant = {name: get_close_matches(name, known, n=1, cutoff=0.9) for name in unread}
    return [f"{name} is read by nobody; {found[0]} is" for name, found in meant.items() if found]


def list_doubtful() -> Sequence[str]:
    """Return what services will warn of at their start, a line each; nothing of settings that are refused."""
    return sorted({line for module, name in SETTINGS for line in _list_doubtful_of(module, name)})


def find_read() -> frozenset[str]:
    """Return the names of all our variables that something reads."""
    from ghosthands.chassis import settings

    classes = [getattr(import_module(module), name) for module, name in SETTINGS]
    return READ_BESIDE | {settings.variable(one, field) for one in classes for field in one.model_fields}


def _list_refused_by(module: str, name: str) -> Sequence[str]:
    from ghosthands.chassis import settings

    try:
        settings.load(getattr(import_module(module), name))
    except settings.SettingsInvalid as error:
        return error.lines
    return ()


def _list_doubtful_of(module: str, name: str) -> Sequence[str]:
    from ghosthands.chassis import settings

    try:
        doubtful: Sequence[str] = settings.load(getattr(import_module(module), name)).list_doubtful()
    except settings.SettingsInvalid:
        return ()
    return doubtful


def _list_refused_archive() -> Sequence[str]:
    """Return why the archive that the variables name cannot be used; empty where it can."""
    try:
        find_files(os.environ.get(VARIABLE, ""))
    except ArchiveUnreadable as error:
        return (str(error),)
    return ()
