"""The entry point of `python -m ghosthands.cookbook`."""

from ghosthands.chassis.run import run
from ghosthands.cookbook.service import build
from ghosthands.cookbook.settings import Settings

if __name__ == "__main__":
    run(build, Settings)
