"""Exit 0 while each page at the addresses given answers 200, or without one the service's own /healthz; 1 otherwise.

With `--unless-full FOLDER` it is 0 as well while that disk is too full for NATS to be started there again: ending a
server that still reads would not help then.
"""

import argparse
import os
import sys
from pathlib import Path
from urllib.request import urlopen

SECONDS = 4


def answers(address: str) -> bool:
    """Whether the page is there."""
    with urlopen(address, timeout=SECONDS) as answer:  # noqa: S310 - of our own
        return bool(answer.status == 200)


def all_answer(addresses: list[str]) -> bool:
    """Whether every page is there."""
    try:
        return all(map(answers, addresses))
    except OSError:  # an answer that says no is one as well
        return False


def is_full(folder: str) -> bool:
    """Whether NATS would not be started on that disk."""
    from ghosthands.messaging.server import store  # only where something is wrong: it takes a while

    try:
        store.check_space(Path(folder))
    except store.StoreBroken:
        return True
    return False


said = argparse.ArgumentParser()
said.add_argument("--unless-full", metavar="FOLDER")
said.add_argument("addresses", nargs="*")
told = said.parse_args()
own = f"http://127.0.0.1:{os.environ.get('GHOSTHANDS_METRICS_PORT', '9464')}/healthz"
well = all_answer(told.addresses or [own]) or bool(told.unless_full and is_full(told.unless_full))
sys.exit(not well)
