"""Finds, launches, adopts and ends Chromium processes.

It knows nothing of the pages in them: to drive one, connect to `BrowserProcess.ws_url`. A browser outlives the process
that launched it; `adopt` finds it again by pid and start time, `end` ends it with its helpers. Linux only.
"""

from ghosthands.chromium.confinement import Confinement, browser_user
from ghosthands.chromium.errors import ChromiumError, ChromiumNotFound, LaunchFailed, NotChromium, ProfileInUse
from ghosthands.chromium.executable import Executable, find, install, version
from ghosthands.chromium.keeper import Keeper, WayNotKept
from ghosthands.chromium.launcher import SandboxReport, launch, sandbox_report
from ghosthands.chromium.processes import ProcessIdentity
from ghosthands.chromium.profile import put_file
from ghosthands.chromium.running import BrowserProcess, FoundBrowser, adopt, end, find_processes
from ghosthands.chromium.way_out import SideDoor, WayOut

__all__ = [
    "BrowserProcess",
    "ChromiumError",
    "ChromiumNotFound",
    "Confinement",
    "Executable",
    "FoundBrowser",
    "Keeper",
    "LaunchFailed",
    "NotChromium",
    "ProcessIdentity",
    "ProfileInUse",
    "SandboxReport",
    "SideDoor",
    "WayNotKept",
    "WayOut",
    "adopt",
    "browser_user",
    "end",
    "find",
    "find_processes",
    "install",
    "launch",
    "put_file",
    "sandbox_report",
    "version",
]
