"""The master keys: the current one wraps every applicant's key, older ones still open what they wrapped.

They are in a text file, one base64 line for each key, the current one first, `#` for comments; only its owner may read
it. Losing the file loses every applicant's data: that is its purpose, and the reason to back it up. No code here
creates one: the stack does on its first start, an operator anywhere else.
"""

from __future__ import annotations

import base64
import binascii
import stat
from collections.abc import Iterable
from pathlib import Path

from ghosthands.vault.crypto import KEY_BYTES, SealingKey
from ghosthands.vault.errors import MasterKeyError, SealBroken


class MasterKeys:
    """The current master key and the older ones, by id."""

    def __init__(self, current: SealingKey, older: Iterable[SealingKey] = ()) -> None:
        self.current = current
        self._by_id = {key.id: key for key in (current, *older)}

    def __repr__(self) -> str:
        return f"MasterKeys(current={self.current.id.hex()}, held={len(self._by_id)})"

    @classmethod
    def generate(cls) -> MasterKeys:
        """Return one new random key, in memory only."""
        return cls(SealingKey.generate())

    @classmethod
    def load(cls, path: Path) -> MasterKeys:
        """Load the keys of a file. Raises MasterKeyError, which names the fix."""
        _refuse_unless_private(path)
        lines = (line.strip() for line in _read(path).splitlines())
        keys = [_decode(line, path, number) for number, line in enumerate(lines, 1) if line and line[0] != "#"]
        if not keys:
            raise MasterKeyError(f"{path} holds no key: put back your copy of it")
        return cls(keys[0], keys[1:])

    def by_id(self, key_id: bytes, needed_for: str) -> SealingKey:
        """Return the key of that id. Raises SealBroken if it is not available."""
        key = self._by_id.get(key_id)
        if key is None:
            raise SealBroken(f"{needed_for} (wrapped by master key {key_id.hex()}, which is not in the key file)")
        return key

    def derive(self, purpose: str) -> list[bytes]:
        """Return the subkey for one purpose of every available key, the current one's first."""
        return [key.derive(purpose) for key in self._by_id.values()]


def _refuse_unless_private(path: Path) -> None:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        raise MasterKeyError(
            f"there is no master key file at {path}; set GHOSTHANDS_MASTER_KEY_FILE to the one you have"
        ) from None
    except OSError as error:
        raise MasterKeyError(f"cannot read the master key file {path}: {error.strerror}") from None
    if mode & 0o077:
        raise MasterKeyError(f"others may read the master key file {path} (mode {mode:o}); run: chmod 600 {path}")


def _read(path: Path) -> str:
    try:
        return path.read_text("ascii")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise MasterKeyError(f"cannot read the master key file {path}: {reason}") from None


def _decode(line: str, path: Path, number: int) -> SealingKey:
    try:
        return SealingKey(base64.b64decode(line, validate=True))
    except (binascii.Error, ValueError):
        raise MasterKeyError(
            f"line {number} of {path} is not a key: put back your copy of it;"
            f" where nothing is kept yet, make one with: openssl rand -base64 {KEY_BYTES}"
        ) from None
