"""A stack of this command's own, which is not started where a service would refuse its settings.

A service reads them once its servers run; whoever mistyped one is told before anything is started.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from importlib import import_module

from ghosthands import stack
from ghosthands.domain import services
from ghosthands.messaging.archive.files import VARIABLE
from ghosthands.messaging.archive.key import ArchiveUnreadable
from ghosthands.messaging.archive.sealed import find_files
from ghosthands.stack import foreground
from ghosthands.stack.services import GIVEN

#: whatever reads settings, by module and class
SETTINGS = (
    *((f"ghosthands.{name.replace('-', '_')}.settings", "Settings") for name in services.SERVICES),
    ("ghosthands.models.settings", "ModelSettings"),
)


async def run(config: stack.StackConfig, body: Callable[[stack.Supervisor], Awaitable[None]]) -> None:
    """Run it in the foreground, as `foreground.run` does. Raises StackError."""
    if lines := list_refused():
        raise stack.StackError("\n".join(lines))
    await foreground.run(config, body)


def list_refused() -> Sequence[str]:
    """What keeps services from starting, a line each: settings read as they read them, without what a stack gives."""
    wrong = {line for module, name in SETTINGS for line in _list_refused_by(module, name)}
    if not any(line.startswith(VARIABLE) for line in wrong):
        wrong |= set(_list_refused_archive())
    return sorted(line for line in wrong if not line.startswith(GIVEN))


def _list_refused_by(module: str, name: str) -> Sequence[str]:
    from ghosthands.chassis import settings

    try:
        settings.load(getattr(import_module(module), name))
    except settings.SettingsInvalid as error:
        return error.lines
    return ()


def _list_refused_archive() -> Sequence[str]:
    """What of the variables keeps the archive that is named from being asked for."""
    try:
        find_files(os.environ.get(VARIABLE, ""))
    except ArchiveUnreadable as error:
        return (str(error),)
    return ()
