"""The embedded NATS server, PostgreSQL and the supervisor of the services.

    async with stack.Supervisor(stack.StackConfig(state_dir=folder)) as running:
        running.nats_url, running.database_url, running.password_of("valet")

`find_running` finds the stack another process supervises. With GHOSTHANDS_NATS_URL or GHOSTHANDS_DATABASE_URL set, the
supervisor uses those servers and starts no embedded one. `find_elsewhere` finds a stack that is not supervised here.
"""

from ghosthands.stack.config import StackConfig
from ghosthands.stack.elsewhere import StackElsewhere, find_elsewhere
from ghosthands.stack.errors import SettingRefused, StackError, StackTaken
from ghosthands.stack.logging_in import logged_in
from ghosthands.stack.passwords import ServicePassword
from ghosthands.stack.processes import BackOff, ManagedProcess, Tolerance
from ghosthands.stack.record import RunningStack, find_running
from ghosthands.stack.services import find_archive, name_archive
from ghosthands.stack.state import StateDir, default_path
from ghosthands.stack.supervisor import Supervisor, check

__all__ = [
    "BackOff",
    "ManagedProcess",
    "RunningStack",
    "ServicePassword",
    "SettingRefused",
    "StackConfig",
    "StackElsewhere",
    "StackError",
    "StackTaken",
    "StateDir",
    "Supervisor",
    "Tolerance",
    "check",
    "default_path",
    "find_archive",
    "find_elsewhere",
    "find_running",
    "logged_in",
    "name_archive",
]
