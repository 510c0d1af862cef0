"""Links to pictures of a job's pages, for the people VALET shows them to: signed, for one picture, expiring.

They lead only to masked pictures, which were taken for the log. The key is derived from the master key, so a link
outlives a restart; links are stored nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from hashlib import sha256

from itsdangerous import BadData, URLSafeSerializer

from ghosthands.domain.errors import GhostHandsError
from ghosthands.domain.message import Event
from ghosthands.domain.session import ScreenshotTaken, SessionOpened
from ghosthands.messaging.clock import Clock, utc_now

#: the purpose that the key is derived for
PURPOSE = "pictures"
#: how long a link works at least, and at most: a person may look at their question while it is open
LEAST = timedelta(hours=1)
MOST = timedelta(hours=24)
#: the path of pictures, below the server's address
PLACE = "/artifacts"


class PictureRefused(GhostHandsError):
    """The link shows nothing: forged, of another job, or expired."""


class PictureLinks:
    """Makes links to screenshots that expire, and reads them back."""

    def __init__(self, keys: Sequence[bytes], base: str, *, now: Clock = utc_now) -> None:
        #: itsdangerous signs with the last one; the vault's current one comes first
        self._signed = URLSafeSerializer([*reversed(keys)], salt=PURPOSE, signer_kwargs={"digest_method": sha256})
        self._base = base.rstrip("/")
        self._now = now

    def make(self, job_id: str, place: int, *, until: datetime | None = None) -> str:
        """Return the address of the picture at that index of the job's history.

        It works until `until`, within the limits.
        """
        now = self._now()
        end = min(max(until or now, now + LEAST), now + MOST)
        token = self._signed.dumps([job_id, place, int(end.timestamp())])
        return f"{self._base}{PLACE}/{job_id}/{token}"

    def read(self, job_id: str, token: str) -> int:
        """Return the picture's index in that job's history. Raises PictureRefused."""
        try:
            terms = self._signed.loads(token)
        except (BadData, UnicodeError):
            raise PictureRefused("the link is not one of ours") from None
        named, place, until = terms
        if named != job_id or until <= self._now().timestamp():
            raise PictureRefused("the link is another job's, or has expired")
        return int(place)


#: makes the link of the picture at an index of a job's history
LinkTo = Callable[[int], str]


def list_pictures(events: Sequence[Event]) -> list[int]:
    """Return the indexes of the pictures of the browser that was open last, oldest first."""
    opened = max((at for at, event in enumerate(events) if isinstance(event, SessionOpened)), default=0)
    return [at for at, event in enumerate(events) if at >= opened and isinstance(event, ScreenshotTaken)]
