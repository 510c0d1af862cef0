"""`ghosthands backup`, `ghosthands restore`: seals a stack's data in a folder, and reads it into an empty stack."""

from __future__ import annotations

import asyncio
import sys
from contextlib import redirect_stdout
from pathlib import Path

import msgspec

from ghosthands import stack
from ghosthands.cli.client import use_running
from ghosthands.cli.commands import programs
from ghosthands.cli.exits import Exit, Stop
from ghosthands.messaging import private_files
from ghosthands.messaging.server.permissions import MIGRATION
from ghosthands.stack import passwords
from ghosthands.stack.state import StateDir

_BACKUP, _RESTORE = "ghosthands.vault.backup", "ghosthands.vault.restore"
#: the file that only a backup has, not a folder of backups
_MANIFEST = "manifest.json"


def backup(folder: Path) -> int:
    """Add a backup to that folder; return the exit code. Raises Stop, StackError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Stop(Exit.USAGE, f"{folder} can hold no backup: {error.strerror}") from None
    _remember(folder.absolute())
    return _back_up(folder)


def rewrite_keys() -> list[Path]:
    """Write the keys beside all backups again after an erasure; return the folders where that failed."""
    with redirect_stdout(sys.stderr):  # standard output is for the erasure's result
        return [folder for folder in _read_folders() if not folder.is_dir() or _back_up(folder, "--keys") != Exit.OK]


def restore(folder: Path) -> int:
    """Restore that backup into the stack here; return the exit code. Raises Stop, StackError."""
    if stack.find_running() is not None:
        raise Stop(Exit.UNAVAILABLE, "a stack runs here: end it (Ctrl-C), then restore into an empty one")
    file = _master_key_file()
    if not file.exists():
        raise Stop(Exit.USAGE, f"{file} is missing: put back your copy of the master key first")
    passwords.check_master_key(file)
    code = programs.run(_RESTORE, "--check", str(folder), given=_name_master_key(), exits={1: Exit.USAGE})
    return code or asyncio.run(_restore(folder))


def _find_keys_folder(backup: Path) -> Path:
    """Return the folder with the keys of that backup: its own, or that of several backups."""
    return (backup.parent if (backup / _MANIFEST).exists() else backup).absolute()


async def _restore(folder: Path) -> int:
    """Restore it with NATS running alone."""
    alone = stack.StackConfig(services=(), database_url="postgresql://nobody-asks")
    async with stack.Supervisor(alone) as running:
        archive = stack.find_archive(_state()) or stack.name_archive(_state())
        given = _name_master_key() | archive | _point_at(running)
        is_new = _remember(_find_keys_folder(folder))  # first, since the restore may be killed after its end
        code = await asyncio.to_thread(programs.run, _RESTORE, str(folder), given=given, exits={1: Exit.NO})
        if code and is_new:
            _forget(_find_keys_folder(folder))
        return code


def _back_up(folder: Path, *flags: str) -> int:
    here = asyncio.run(use_running())
    if isinstance(here, stack.StackElsewhere):
        mend = f"run `python -m {_BACKUP} FOLDER` there, as docs/deploying.md tells"
        raise Stop(Exit.USAGE, f"a stack elsewhere is not backed up from here: {mend}")
    given = _name_master_key() | stack.find_archive(_state()) | _point_at(here)
    return programs.run(_BACKUP, *flags, str(folder), given=given, exits={1: Exit.NO})


def _point_at(running: stack.Supervisor | stack.RunningStack) -> dict[str, str]:
    password = running.password_of(MIGRATION).password
    return {"GHOSTHANDS_NATS_URL": running.nats_url, "GHOSTHANDS_NATS_PASSWORD": password}


def _name_master_key() -> dict[str, str]:
    return {"GHOSTHANDS_MASTER_KEY_FILE": str(_master_key_file())}


def _state() -> StateDir:
    return StateDir(stack.StackConfig().state_dir.resolve())


def _master_key_file() -> Path:
    return stack.StackConfig().master_key_file or _state().master_key_file


def _read_folders() -> list[Path]:
    """Return the folders where backups were made, whose keys an erasure has to reach."""
    try:
        return [Path(one) for one in msgspec.json.decode(_state().backups_file.read_bytes(), type=list[str])]
    except FileNotFoundError:
        return []


def _remember(folder: Path) -> bool:
    """Record the folder, so that erasures reach its keys; return whether it is new."""
    known = _read_folders()
    if folder in known:
        return False
    _write_folders([*known, folder])
    return True


def _forget(folder: Path) -> None:
    _write_folders([one for one in _read_folders() if one != folder])


def _write_folders(folders: list[Path]) -> None:
    private_files.write(_state().backups_file, msgspec.json.encode([str(one) for one in folders]))
