"""The errors of browser processes; every message names the remedy.

ChromiumError
├─ ChromiumNotFound   no usable executable
│  └─ NotChromium     the one that the environment names is none
├─ LaunchFailed       it was started and did not come up; carries the end of its log
└─ ProfileInUse       another living browser owns the profile directory
"""

from __future__ import annotations


class ChromiumError(Exception):
    """The root of this library's errors; the text is one line, meant for people."""


class ChromiumNotFound(ChromiumError):
    """No Chromium was found, or what was found cannot be run."""


class NotChromium(ChromiumNotFound):
    """GHOSTHANDS_CHROMIUM names something that is no Chromium, or cannot be run."""


class LaunchFailed(ChromiumError):
    """Chromium ended or stayed silent instead of accepting a connection."""

    def __init__(self, message: str, log_tail: str) -> None:
        super().__init__(message)
        self.log_tail = log_tail


class ProfileInUse(ChromiumError):
    """Another browser runs on this profile, and Chromium would pass its start on to that one."""
