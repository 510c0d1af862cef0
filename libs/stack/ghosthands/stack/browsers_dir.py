"""The folder of browsers' user data: in memory where there is room, and wiped when its browser is gone.

Chromium writes history, a session file and its pages' storage into its user data dir, values of forms among them. No
switch prevents that: over DevTools its own profile is driven even if it was started incognito.
A folder in memory is gone with the machine's power and leaves nothing on the disk when browser and host are killed. It
may be swapped out: only an encrypted swap helps against that. Where /dev/shm is no memory, too small or someone else's,
the folders are on the disk, and the next start removes what a killed browser left there, though it is not overwritten.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path

from ghosthands import chromium
from ghosthands.chromium import users

MEMORY = Path("/dev/shm")  # noqa: S108 - what goes by a name of ours there is ours or is not used

MEND = "give /dev/shm 2 GiB of free memory, so that what browsers keep does not lie on the disk"

#: a link to the state directory that a folder in memory belongs to
_OWNER = ".of"
#: least free bytes: half of it is for the memory that pages share
_LEAST_FREE = 2 << 30


def has_room() -> bool:
    """Whether MEMORY is a file system in memory with room for browsers' data."""
    mounts = (line.split() for line in Path("/proc/mounts").read_text().splitlines())
    in_memory = any(mount[1] == str(MEMORY) and mount[2] in ("tmpfs", "ramfs") for mount in mounts)
    return in_memory and shutil.disk_usage(MEMORY).free >= _LEAST_FREE


def is_in_memory(folder: Path) -> bool:
    """Whether the stack's folder of browsers is in memory, in a folder of our own."""
    return folder.is_symlink() and _is_ours(_place(folder))


def lay_in_memory(folder: Path) -> bool:
    """Move the folder into memory and leave a link to it; return whether it is there. No browser may run in it."""
    place = _place(folder)
    if is_in_memory(folder):
        return True
    if not has_room() or not _make(place):
        return False
    for entry in folder.iterdir():
        if not os.path.lexists(place / entry.name):
            shutil.move(entry, place / entry.name)
    shutil.rmtree(folder)
    folder.symlink_to(place)
    (place / _OWNER).unlink(missing_ok=True)
    (place / _OWNER).symlink_to(folder.parent.resolve())
    return True


def leave_memory(folder: Path) -> None:
    """Move the folder back out of memory, unless something of a browser is still in it."""
    place, aside = _place(folder), folder.with_name(f"{folder.name}.moving")
    if not is_in_memory(folder) or chromium.find_processes(place) or any(map(_is_filled, place.iterdir())):
        return
    with suppress(OSError):  # the disk is full: it stays
        shutil.rmtree(aside, ignore_errors=True)
        shutil.copytree(place, aside, symlinks=True, ignore=lambda _, names: {_OWNER} & {*names})
        folder.unlink()
        aside.rename(folder)
        shutil.rmtree(place)


def _is_filled(entry: Path) -> bool:
    return entry.is_dir() and not entry.is_symlink() and any(entry.iterdir())


def sweep() -> None:
    """Remove the folders in memory of our stacks whose state directory is gone."""
    for place in MEMORY.glob(f"ghosthands-{os.geteuid()}-*"):
        owner = place / _OWNER
        if _is_ours(place) and owner.is_symlink() and not owner.exists() and not chromium.find_processes(place):
            shutil.rmtree(place, ignore_errors=True)


def drop_stale_link(folder: Path) -> None:
    """Remove a link to a folder in memory that is gone since the last boot, or is not ours."""
    if folder.is_symlink() and not is_in_memory(folder):
        folder.unlink()


def wipe(folder: Path) -> int:
    """Empty every user data dir without a browser, and remove the browsers' logs; return how many held something.

    The dirs themselves stay: by their names the next host knows which sessions it lost.
    """
    if not folder.is_dir():
        return 0
    used = {browser.profile_dir for browser in chromium.find_processes(folder)}
    found = 0
    for entry in folder.resolve().iterdir():
        if entry.suffix == ".log" and entry.is_file():
            entry.unlink()
        elif entry not in used and _holds_data(entry):
            shutil.rmtree(entry)
            entry.mkdir(0o700)
            found += 1
    return found


def _holds_data(entry: Path) -> bool:
    """Whether it is a session's user data dir, by its name, with something in it."""
    return "." in entry.name and _is_filled(entry)


def _place(folder: Path) -> Path:
    """Return the path of the folder in memory; callers check what is there before they use it."""
    name = hashlib.sha256(str(folder.parent.resolve()).encode()).hexdigest()[:16]
    return MEMORY / f"ghosthands-{os.geteuid()}-{name}"


def _make(place: Path) -> bool:
    mode = 0o711 if users.is_root() else 0o700
    with suppress(FileExistsError):
        place.mkdir(mode)
    if not _is_ours(place):
        return False
    place.chmod(mode)
    return True


def _is_ours(place: Path) -> bool:
    """Whether it is a folder, no link to one, that only we may write."""
    try:
        found = place.lstat()
    except FileNotFoundError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o022
