"""Hitl-gateway as it is, but that it waits longer for what job-intake says of a request: a machine may be busy."""

from __future__ import annotations

from ghosthands.chassis.run import run
from ghosthands.hitl_gateway.http import submitting
from ghosthands.hitl_gateway.service import build
from ghosthands.hitl_gateway.settings import Settings

if __name__ == "__main__":
    submitting.VERDICT_SECONDS = 5.0
    run(build, Settings)
