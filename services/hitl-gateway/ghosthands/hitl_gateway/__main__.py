"""The entry point of `python -m ghosthands.hitl_gateway`."""

from ghosthands.chassis.run import run
from ghosthands.hitl_gateway.service import build
from ghosthands.hitl_gateway.settings import Settings

if __name__ == "__main__":
    run(build, Settings)
