"""The entry point of `python -m ghosthands.job_intake`."""

from ghosthands.chassis.run import run
from ghosthands.job_intake.service import build
from ghosthands.job_intake.settings import Settings

if __name__ == "__main__":
    run(build, Settings)
