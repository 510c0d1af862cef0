"""An archive's files in a folder, for their owner alone to read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ghosthands.messaging import private_files
from ghosthands.messaging.archive.files import MEND, FileLost
from ghosthands.messaging.archive.key import ArchiveUnreadable

#: Held by whoever changes a file; it is empty.
_LOCK = ".lock"


class FolderFiles:
    """The files in one folder, which is made with its first: an `ArchiveFiles`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def where(self) -> str:
        """The folder."""
        return str(self.folder)

    def read(self, name: str, part: tuple[int, int] | None = None) -> bytes:
        """A file, or a part of it. Raises FileLost, ArchiveUnreadable."""
        path = self.folder / name
        try:
            with path.open("rb") as file:
                if part is None:
                    return file.read()
                file.seek(part[0])
                return file.read(part[1] - part[0])
        except FileNotFoundError:
            raise FileLost(f"{path} is lost: {MEND}") from None
        except OSError as error:
            raise ArchiveUnreadable(f"{path} cannot be read ({error.strerror}): {MEND}") from None

    def write(self, name: str, data: bytes) -> None:
        """Have the file hold that, on the disk. Raises OSError."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        private_files.write(self.folder / name, data)

    def amend(self, name: str, make: Callable[[bytes | None], bytes]) -> None:
        """Write what `make` makes of the file, while nobody else amends it. Raises OSError, ArchiveUnreadable."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with private_files.lock(self.folder / _LOCK):
            before = self.read(name) if (self.folder / name).exists() else None
            self.write(name, make(before))

    def names(self) -> list[str]:
        """What is there; nothing where there is no folder. Raises ArchiveUnreadable."""
        try:
            return [path.name for path in self.folder.iterdir() if path.name != _LOCK]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise ArchiveUnreadable(f"{self.folder} cannot be read ({error.strerror})") from None
