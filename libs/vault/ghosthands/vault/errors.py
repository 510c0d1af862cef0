"""Errors of the vault. Their messages name paths and ids, never a value or a key.

GhostHandsError
├─ MasterKeyError      the key file is missing, readable by others or unfit  -> do not start; the text names the fix
└─ Permanent
   ├─ NotInVault       there is nothing at that path, or it has expired
   ├─ Erased           the applicant's key was destroyed; what it sealed is gone for ever
   └─ SealBroken       the bytes are not what was sealed there, or are under a key that is not available

If the store does not answer, or a part of an object is missing, messaging's StreamUnavailable is raised.
"""

from __future__ import annotations

import msgspec

from ghosthands.domain import errors
from ghosthands.domain.codes import MessageFault


class MasterKeyError(errors.GhostHandsError):
    """The master key cannot be used; the message says how to fix that."""


class NotInVault(errors.Permanent):
    """The vault has nothing at that path, or it has expired."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the vault holds nothing at {what}", code=MessageFault.NOT_IN_VAULT)


class Erased(errors.Permanent):
    """The applicant was erased: the key is destroyed and nothing it sealed can be read again."""

    def __init__(self, applicant: str) -> None:
        super().__init__(f"applicant {applicant} was erased", code=MessageFault.APPLICANT_ERASED)


class SealBroken(errors.Permanent):
    """The sealed bytes were changed, moved from another path, or sealed under a key that is not available here."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"cannot unseal {what}: changed, moved, or sealed under a key not held here", code=MessageFault.SEAL_BROKEN
        )


class NotWhole(errors.StreamUnavailable):
    """A part of the object is not there: not yet, or no longer."""


#: The errors by which the vault reports that something cannot be read, now or later.
UNREADABLE = (NotInVault, Erased, SealBroken, msgspec.DecodeError)
