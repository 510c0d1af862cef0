"""Executor with humans who have seconds to answer, so that a test can wait until their time is over."""

from __future__ import annotations

from ghosthands.chassis.run import run
from ghosthands.domain import job
from ghosthands.executor.service import build
from ghosthands.executor.settings import Settings

if __name__ == "__main__":
    job.HUMAN_SECONDS = 4
    run(build, Settings)
