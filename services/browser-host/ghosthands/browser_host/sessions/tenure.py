"""The host's tenure: the time for which no other process can have taken its sessions for lost.

Other hosts count this one as gone after more than 40 seconds without a sign of life. A host that was frozen, or cut off
from NATS, does not notice that; when it goes on, its jobs may have been given to others, and a human may have said that
nothing was sent. So what it was about to do before is not done: a permit ends with the tenure in which it was given,
even if a new tenure has begun since.

Only this machine's own clock is read, one that runs on while a process is stopped and while the machine sleeps.
"""

from __future__ import annotations

import math

from ghosthands.browser_host.permit import Permit
from ghosthands.messaging.server.servers_clock import Elapsed, measure_elapsed

#: seconds after the last sign of life in which the tenure ends; others wait for `gone_hosts.LOOKS` signs of life
TENURE_SECONDS = 30.0


class Tenure:
    """A host's tenure; it begins with the first sign of life and is renewed by each one."""

    def __init__(self, seconds: float = TENURE_SECONDS, elapsed: Elapsed = measure_elapsed) -> None:
        self._seconds = seconds
        self._elapsed = elapsed
        self._begun_at = -math.inf
        #: when the last sign of life was given; until the first one there is nobody whom others could count as gone
        self._renewed_at = math.inf

    def renew(self, given_at: float) -> None:
        """Renew the tenure by a sign of life that NATS has stored; `given_at` is when it was sent, in elapsed seconds.

        If the tenure had ended by now, another one begins.
        """
        if not self.lasts:
            self._begun_at = self._elapsed()
        self._renewed_at = given_at

    def now(self) -> float:
        """Return the present moment, in elapsed seconds."""
        return self._elapsed()

    @property
    def lasts(self) -> bool:
        """Whether the host is within its tenure now."""
        return self._elapsed() < self._renewed_at + self._seconds

    def permit(self) -> Permit:
        """Return a permit that ends with this tenure."""
        given_at = self._elapsed()
        return lambda: self.lasts and self._begun_at <= given_at
