"""`ghosthands master-key rotate`: adds a new master key for the vault, before the ones it has."""

from __future__ import annotations

from ghosthands import stack
from ghosthands.cli import console
from ghosthands.cli.exits import Exit, Stop
from ghosthands.stack import passwords


def rotate() -> None:
    """Write the key. Raises Stop(UNAVAILABLE) while a stack runs here, Stop(USAGE) where there is no usable file."""
    try:
        config = stack.StackConfig()
        if stack.find_running() is not None:
            message = "a stack runs here, and its services know the old key alone: end it (Ctrl-C), then rotate"
            raise Stop(Exit.UNAVAILABLE, message)
        file = config.master_key_file or stack.StateDir(config.state_dir).master_key_file
        passwords.rotate_master_key(file)
    except stack.StackError as error:
        raise Stop(Exit.USAGE, str(error)) from error
    console.out.print(
        f"{file} has a new key, first; keep a copy of it now. Services wrap all that is kept by it as they start;"
        " once all of them did, and a backup was made anew in each folder that has some, the older lines may go.",
        soft_wrap=True,
    )
