"""The entry point of `python -m ghosthands.projector`."""

from ghosthands.chassis.run import run
from ghosthands.projector.service import build
from ghosthands.projector.settings import Settings

if __name__ == "__main__":
    run(build, Settings)
