"""An archive's files in a folder, which only their owner may read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ghosthands.messaging import private_files
from ghosthands.messaging.archive.files import MEND, FileLost
from ghosthands.messaging.archive.key import ArchiveUnreadable

#: An empty file, locked while another file is changed.
_LOCK = ".lock"


class FolderFiles:
    """The files in one folder, which is created with the first one: an `ArchiveFiles`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def where(self) -> str:
        """The path of the folder."""
        return str(self.folder)

    def read(self, name: str, part: tuple[int, int] | None = None) -> bytes:
        """Return a file, or a part of it. Raises FileLost, ArchiveUnreadable."""
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
        """Write the file durably. Raises OSError."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        private_files.write(self.folder / name, data)

    def amend(self, name: str, make: Callable[[bytes | None], bytes]) -> None:
        """Replace the file by what `make` returns for it, under a lock. Raises OSError, ArchiveUnreadable."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with private_files.lock(self.folder / _LOCK):
            before = self.read(name) if (self.folder / name).exists() else None
            self.write(name, make(before))

    def names(self) -> list[str]:
        """Return the names of the files; none if there is no folder. Raises ArchiveUnreadable."""
        try:
            return [path.name for path in self.folder.iterdir() if path.name != _LOCK]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise ArchiveUnreadable(f"{self.folder} cannot be read ({error.strerror})") from None
