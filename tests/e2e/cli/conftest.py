"""The real `ghosthands` as processes: a stack by `up`, a careers site by `practice`, and commands beside them."""

from __future__ import annotations

import fcntl
import itertools
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from ghosthands.chromium import processes
from ghosthands.practice import profiles

#: seconds for whatever happens, on a busy machine
PATIENCE = 120.0

GHOSTHANDS = str(Path(sys.executable).with_name("ghosthands"))


@dataclass(frozen=True)
class Ended:
    """What a command left: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, which is one JSON document."""
        return json.loads(self.out)


class Running:
    """A command that runs; its outputs are read all the while."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            [GHOSTHANDS, *arguments],
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._news = threading.Condition()
        self._texts = {"out": "", "err": ""}
        streams = {"out": self.process.stdout, "err": self.process.stderr}
        self._readers = [threading.Thread(target=self._read, args=each) for each in streams.items()]
        for reader in self._readers:
            reader.start()

    def _read(self, name: str, stream: Any) -> None:
        with stream:
            for line in stream:
                with self._news:
                    self._texts[name] += line
                    self._news.notify_all()

    def until(self, pattern: str) -> re.Match[str]:
        """Wait until either output holds the pattern."""
        found: list[re.Match[str]] = []

        def is_there() -> bool:
            found[:] = [match for text in self._texts.values() if (match := re.search(pattern, text))]
            return bool(found)

        with self._news:
            assert self._news.wait_for(is_there, PATIENCE), f"no {pattern!r} in {self._texts}"
        return found[0]

    def ended(self, timeout: float = PATIENCE) -> Ended:
        """What it left, once it ended by itself."""
        code = self.process.wait(timeout)
        for reader in self._readers:
            reader.join()
        return Ended(code, **self._texts)

    def stop(self, number: signal.Signals = signal.SIGINT) -> Ended:
        """What it left after a signal."""
        self.process.send_signal(number)
        return self.ended()


class Terminal:
    """A command with somebody at its terminal, 80 columns wide."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        self.screen = ""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", _ON_TERMINAL, GHOSTHANDS, *arguments],
            env={**environment, "TERM": "xterm-256color"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)

    def until(self, text: str) -> None:
        """Wait until the screen has shown the text."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.screen:
            assert self._shown(deadline - time.monotonic()), f"no {text!r} on the screen:\n{self.screen}"

    def type(self, text: str) -> None:
        """Type it; `\\x03` is Ctrl-C."""
        os.write(self._master, text.encode())

    def ended(self) -> int:
        """Its exit code, once it ended."""
        while self._shown(PATIENCE):
            pass
        os.close(self._master)
        return self.process.wait(PATIENCE)

    def _shown(self, timeout: float) -> bool:
        """Take in what is shown next, without colours and movements; False at the end, or when nothing comes."""
        if timeout <= 0 or not select.select([self._master], [], [], timeout)[0]:
            return False
        try:
            shown = os.read(self._master, 65536).decode(errors="replace")
        except OSError:  # the terminal was closed on the other side
            return False
        self.screen += re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", shown).replace("\r", "")
        return bool(shown)


#: makes standard input the controlling terminal, so that a Ctrl-C typed there becomes a signal
_ON_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
)


@dataclass
class Shell:
    """Somebody's shell: runs commands against one state directory."""

    state_dir: Path
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> Mapping[str, str]:
        """What commands see; nothing of the caller's own GhostHands."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith("GHOSTHANDS_")}
        return {
            **clean,
            "GHOSTHANDS_STATE_DIR": str(self.state_dir),
            "GHOSTHANDS_ALLOWED_PRIVATE_HOSTS": "127.0.0.1",
            "GHOSTHANDS_HTTP_PORT": "0",  # others may run stacks of theirs beside
            "GHOSTHANDS_WORKER_PORT": "0",
            **self.variables,
        }

    def start(self, *arguments: str) -> Running:
        """Start a command."""
        return Running(arguments, self.environment)

    def run(self, *arguments: str) -> Ended:
        """Run a command to its end. Whatever it was, it never shows a trace."""
        ended = self.start(*arguments).ended()
        assert "Traceback" not in ended.err + ended.out
        return ended

    def at_terminal(self, *arguments: str) -> Terminal:
        """Start a command at a terminal."""
        return Terminal(arguments, self.environment)

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Return once the condition, on what processes do, holds."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def left(self) -> list[str]:
        """The command lines of all processes that still have to do with the state directory."""
        return [" ".join(processes.command_line(one.pid)) for one in processes.list_living() if self._is_ours(one.pid)]

    def _is_ours(self, pid: int) -> bool:
        try:
            environment = Path(f"/proc/{pid}/environ").read_bytes().decode(errors="replace").split("\0")
            folder = str(Path(f"/proc/{pid}/cwd").readlink())
        except OSError:  # gone, or a kernel thread
            return False
        traces = [*processes.command_line(pid), folder, *(one for one in environment if "STATE_DIR=" in one)]
        return pid != os.getpid() and any(str(self.state_dir) in trace for trace in traces)


@dataclass(frozen=True)
class Site:
    """The practice careers site, in a process of its own."""

    url: str
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(50_000))

    def posting(self, query: str = "") -> str:
        """The address of a posting nobody has applied to."""
        return f"{self.url}/greenhouse/acme/jobs/{next(self._numbers)}{query}"

    @property
    def endless(self) -> str:
        """The address of a page that takes longer to come than anybody waits."""
        return f"{self.url}/control/wait-held?timeout=100"

    def hold(self, posting: str) -> None:
        """Have the next submission to the posting wait before it is counted."""
        body = {"application": posting, "where": "before-count"}
        httpx.post(f"{self.url}/control/hold", json=body).raise_for_status()

    def until_held(self, posting: str) -> None:
        """Wait until a submission waits."""
        query = {"posting": posting, "timeout": PATIENCE}
        httpx.get(f"{self.url}/control/wait-held", params=query, timeout=PATIENCE + 5).raise_for_status()

    def release(self) -> None:
        """Let them go on."""
        httpx.post(f"{self.url}/control/release").raise_for_status()

    def submissions(self, posting: str) -> int:
        """How many applications to the posting were counted."""
        answer = httpx.get(f"{self.url}/control/submissions/count", params={"posting": posting})
        return int(answer.json()["count"])


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    running = Running(["practice", "--port", "0"], os.environ)
    yield Site(running.until(r"http://\S+")[0])
    assert running.stop().code == 0


@pytest.fixture(scope="session")
def shell(open_folder: Path) -> Iterator[Shell]:
    """A shell beside a stack that stays."""
    with _stack(Shell(open_folder / "cli")) as running:
        yield running


@pytest.fixture
def bare_shell(state_dir: Path) -> Iterator[Shell]:
    """A shell where no stack runs; nothing of what it starts may stay."""
    bare = Shell(state_dir)
    yield bare
    assert bare.left() == []


@contextmanager
def _stack(of: Shell) -> Iterator[Shell]:
    up = of.start("up")
    try:
        up.until(r"(?m)^ready")
        yield of
    finally:
        up.stop()


@pytest.fixture(scope="session")
def me(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The options that say who applies: a profile and a resume."""
    folder = tmp_path_factory.mktemp("me")
    profile, resume = folder / "me.json", folder / "cv.pdf"
    profile.write_text(json.dumps(profiles.JORDAN.request()))
    resume.write_bytes(profiles.JORDAN.resume())
    return ["--profile", str(profile), "--resume", str(resume)]


@pytest.fixture(scope="session")
def applied(shell: Shell, site: Site, me: list[str]) -> Any:
    """What `apply --json` said of an application that was sent, and the posting's address."""
    posting = site.posting()
    ended = shell.run("apply", posting, *me, "--json")
    assert ended.code == 0, ended.err
    return {**ended.json, "posting": posting}
