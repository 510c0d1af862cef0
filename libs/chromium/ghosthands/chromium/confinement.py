"""The confinement of a browser: the user it runs as, and whether Chromium's own sandbox is on.

Chromium refuses to run sandboxed as root, so root runs the browser as an unprivileged user. Where we may not become
that user, or it cannot reach the executable or the profile, the browser runs as root without a sandbox; where the
kernel forbids user namespaces, as the unprivileged user without one. Chromium itself shows whether it does, by an error
and an immediate exit: a security module may allow user namespaces to one program and not to another.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from ghosthands.chromium import users
from ghosthands.chromium.errors import ChromiumError
from ghosthands.chromium.executable import Executable
from ghosthands.chromium.users import User

DEFAULT_USER = "ghosthands-browser"

_COMPLAINTS = ("no usable sandbox", "failed to move to new namespace", "without --no-sandbox", "suid sandbox")
_NAMESPACES_FORBIDDEN = (
    "user namespaces are forbidden here: allow them (sysctl user.max_user_namespaces,"
    " kernel.apparmor_restrict_unprivileged_userns, or the container's seccomp profile)"
)


@dataclass(frozen=True, slots=True)
class Confinement:
    """The decision for one launch, and its reason."""

    user: User
    sandboxed: bool
    reason: str

    @property
    def drops_privileges(self) -> bool:
        """Whether the browser runs as another user than we do."""
        return self.user.uid != os.geteuid()

    @property
    def flags(self) -> list[str]:
        """The flags for Chromium; `--test-type` hides the warning bar, which would change the page's size."""
        return [] if self.sandboxed else ["--no-sandbox", "--test-type"]

    def without_sandbox(self) -> Confinement:
        """Return this confinement for a kernel that forbids the sandbox."""
        return replace(self, sandboxed=False, reason=_NAMESPACES_FORBIDDEN)


def confine(executable: Executable, profile_dir: Path) -> Confinement:
    """Return the strictest confinement that this machine's users and folders allow."""
    if not users.is_root():
        user = users.current_user()
        return Confinement(user, True, f"runs as {user.name} in Chromium's sandbox")
    user = browser_user()
    if not users.can_become(user):
        reason = f"this root may not become {user.name}: run as an ordinary user, or give it CAP_SETUID and CAP_CHOWN"
        return Confinement(users.current_user(), False, reason)
    for path in (executable.path, profile_dir.parent):
        if closed := users.barrier(path, user):
            reason = f"{closed} is closed to {user.name}, so {path} needs root: `chmod a+x {closed}` or move it"
            return Confinement(users.current_user(), False, reason)
    return Confinement(user, True, f"runs as {user.name} in Chromium's sandbox, started by root")


def browser_user() -> User:
    """Return the user for root's browsers: $GHOSTHANDS_BROWSER_USER, else a system user of our own, else nobody.

    Raises ChromiumError when the variable names no user.
    """
    chosen = os.environ.get("GHOSTHANDS_BROWSER_USER")
    if not chosen:
        return users.system_user(DEFAULT_USER)
    if user := users.find_user(chosen):
        return user
    raise ChromiumError(f"GHOSTHANDS_BROWSER_USER is {chosen!r}, which is no user here: create it, or unset it")


def refused_sandbox(log: str) -> bool:
    """Whether Chromium's log says that it ended because it could have no sandbox."""
    lowered = log.lower()
    return any(complaint in lowered for complaint in _COMPLAINTS)
