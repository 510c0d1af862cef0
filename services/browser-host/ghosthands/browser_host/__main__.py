"""The entry point of `python -m ghosthands.browser_host`."""

from ghosthands.browser_host.service import build
from ghosthands.browser_host.settings import Settings
from ghosthands.chassis.run import run

if __name__ == "__main__":
    run(build, Settings)
