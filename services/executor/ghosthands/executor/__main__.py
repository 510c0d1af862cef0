"""The entry point of `python -m ghosthands.executor`."""

from ghosthands.chassis.run import run
from ghosthands.executor.service import build
from ghosthands.executor.settings import Settings

if __name__ == "__main__":
    run(build, Settings)
