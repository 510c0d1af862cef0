"""What seals the archive: 256 random bits in a file, for those who may read the log, and for nobody's values.

Applicants' values are under other keys; whoever holds this one reads what every service reads of the log anyway.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ghosthands.domain.errors import StreamUnavailable

KEY_BYTES = 32
_NONCE_BYTES = 12


class ArchiveUnreadable(StreamUnavailable):
    """The archive is not there, not whole, or under another key: whoever needs it waits until that is mended."""


class ArchiveKey:
    """Seals and proves what lies in an archive; its `repr` shows nothing."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != KEY_BYTES:
            raise ArchiveUnreadable(f"the archive's key has {len(secret)} bytes in place of {KEY_BYTES}")
        self.secret = secret
        self._aead = AESGCM(hmac.digest(secret, b"ghosthands/archive/seal/v1", "sha256"))
        self._proving = hmac.digest(secret, b"ghosthands/archive/prove/v1", "sha256")

    @classmethod
    def generate(cls) -> ArchiveKey:
        """A new random key."""
        return cls(secrets.token_bytes(KEY_BYTES))

    @classmethod
    def load(cls, file: Path) -> ArchiveKey:
        """The key in that file. Raises ArchiveUnreadable."""
        try:
            return cls(base64.b64decode(file.read_text("ascii").strip(), validate=True))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no text in base64"
            mend = "put back your copy of it"
            raise ArchiveUnreadable(f"the archive's key in {file} cannot be read ({reason}): {mend}") from None

    def text(self) -> str:
        """The key as its file has it."""
        return base64.b64encode(self.secret).decode() + "\n"

    def seal(self, data: bytes, at: str) -> bytes:
        """`data` as a frame that opens only under this key and at this place."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._aead.encrypt(nonce, data, at.encode())

    def unseal(self, frame: bytes, at: str) -> bytes:
        """What `seal` was given. Raises ArchiveUnreadable for any other key, place or bytes."""
        try:
            return self._aead.decrypt(frame[:_NONCE_BYTES], frame[_NONCE_BYTES:], at.encode())
        except (InvalidTag, ValueError):
            raise ArchiveUnreadable(f"what the archive holds at {at} was changed, or is under another key") from None

    def prove(self, said: bytes) -> str:
        """What only who holds the key can say of these bytes."""
        return hmac.digest(self._proving, said, "sha256").hex()
