"""What every kind of test may use."""

from __future__ import annotations

import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ghosthands.bench import forms
from ghosthands.bench.errors import BenchFailed

#: a run started in the background ignores SIGINT, and so would every process the tests start and interrupt
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def open_folder() -> Iterator[Path]:
    """A folder that the unprivileged users of PostgreSQL and Chromium can reach too; pytest's own are private."""
    folder = Path(tempfile.mkdtemp(prefix="ghosthands-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def form_pages() -> Callable[[str, str], Path]:
    """A folder of the labelled pages, by its name and a file it holds; where it is missing, the test is skipped."""

    def folder(name: str, holding: str) -> Path:
        try:
            return forms.folder(name, holding)
        except BenchFailed as missing:
            pytest.skip(str(missing))

    return folder


@pytest.fixture
def state_dir(open_folder: Path) -> Path:
    """A stack's state directory for one test."""
    folder = Path(tempfile.mkdtemp(dir=open_folder))
    folder.chmod(0o711)
    return folder / "state"
