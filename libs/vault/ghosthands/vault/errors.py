"""What can go wrong with the vault, told by paths and ids; no error ever echoes a value or a key.

GhostHandsError
├─ MasterKeyError      the key file is missing, readable by others or unfit  -> do not start; the text names the mend
└─ Permanent
   ├─ NotInVault       nothing lies at that path, or it has expired
   ├─ Erased           the applicant's key was destroyed; what it sealed is gone for ever
   └─ SealBroken       the bytes are not what was sealed there, or the master key is not the one that wrapped it

A store that does not answer is messaging's StreamUnavailable, and so is an object of which a part is missing.
"""

from __future__ import annotations

import msgspec

from ghosthands.domain import errors
from ghosthands.domain.codes import MessageFault


class MasterKeyError(errors.GhostHandsError):
    """The master key cannot be used; the message says how to mend it."""


class NotInVault(errors.Permanent):
    """The vault has nothing at that path, or it has expired."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the vault holds nothing at {what}", code=MessageFault.NOT_IN_VAULT)


class Erased(errors.Permanent):
    """The applicant was erased: the key is destroyed and nothing it sealed can be read again."""

    def __init__(self, applicant: str) -> None:
        super().__init__(f"applicant {applicant} was erased", code=MessageFault.APPLICANT_ERASED)


class SealBroken(errors.Permanent):
    """The sealed bytes were changed, moved from another path, or sealed under a key that is not held here."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"cannot unseal {what}: changed, moved, or sealed under a key not held here", code=MessageFault.SEAL_BROKEN
        )


class NotWhole(errors.StreamUnavailable):
    """A part of the object is not there: not yet, or no longer."""


#: What the vault says when something is not there to be read, now or later.
UNREADABLE = (NotInVault, Erased, SealBroken, msgspec.DecodeError)
