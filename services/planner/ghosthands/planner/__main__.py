"""The entry point of `python -m ghosthands.planner`."""

from ghosthands.chassis.run import run
from ghosthands.planner.service import build
from ghosthands.planner.settings import Settings

if __name__ == "__main__":
    run(build, Settings)
