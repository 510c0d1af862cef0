"""Signing: an installation signs what it exports, and imports only what an installation it trusts has signed.

The Ed25519 keys are derived from the master keys, so there are none to create or to lose beside them, and what was
signed before a rotation still counts as one's own.
"""

from __future__ import annotations

from collections.abc import Collection

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ghosthands.vault.master import MasterKeys

_PURPOSE = "signing"


class Signer:
    """Signs as one installation, and verifies signatures of those it trusts: public keys, in hex."""

    def __init__(self, masters: MasterKeys, trusted: Collection[str] = ()) -> None:
        keys = [Ed25519PrivateKey.from_private_bytes(secret) for secret in masters.derive(_PURPOSE)]
        self._key = keys[0]
        self._trusted = {_name(key.public_key()) for key in keys} | {name.strip().lower() for name in trusted}

    @property
    def name(self) -> str:
        """The public key by which others know this installation."""
        return _name(self._key.public_key())

    def sign(self, data: bytes) -> str:
        """Return the signature of the data, in hex."""
        return self._key.sign(data).hex()

    def trusts(self, name: str) -> bool:
        """Whether that is this installation's own key, or one it is configured to trust."""
        return name.lower() in self._trusted

    def verifies(self, data: bytes, name: str, signature: str) -> bool:
        """Whether the installation of that name signed exactly these data."""
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(name)).verify(bytes.fromhex(signature), data)
        except (ValueError, InvalidSignature):
            return False
        return True


def _name(key: Ed25519PublicKey) -> str:
    return key.public_bytes_raw().hex()
