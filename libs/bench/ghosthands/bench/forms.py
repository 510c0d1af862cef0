"""The labelled pages, captured from real sites: their folder, and a server for them on loopback.

They belong to their owners and are no part of the project, so a bench that needs them says so where they are missing.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from ghosthands.bench.errors import BenchFailed

#: their folder unless `GHOSTHANDS_FORMS_DIR` names another: beside the checkout
BESIDE = Path(__file__).resolve().parents[4].parent / "shared" / "forms"

#: the names of the pages in `bench/`, and the bare evaluate they are compared with
PAGES = "p*.html"
FLOOR = "floor.js"
#: the port that one of them names
PORT = 9377


def find_folder(name: str, holding: str) -> Path:
    """Return the folder `bench` or `dev` of the labelled pages. Raises BenchFailed when its content is missing."""
    found = Path(os.environ.get("GHOSTHANDS_FORMS_DIR") or BESIDE) / name
    if not (found / holding).is_file():
        raise BenchFailed(f"{found / holding} is missing: GHOSTHANDS_FORMS_DIR names the folder of the labelled pages")
    return found


@contextmanager
def serve(pages: Path, port: int = 0, *, answered_by: type[SimpleHTTPRequestHandler] | None = None) -> Iterator[str]:
    """Serve a folder's pages for the block; yield the address. Raises BenchFailed when the port is taken."""
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), partial(answered_by or _Quiet, directory=str(pages)))
    except OSError as error:
        raise BenchFailed(f"port {port}, which the pages name, is taken: {error.strerror}") from error
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def make_passable_folder() -> Iterator[Path]:
    """Make a folder for a browser for the block; its user, another one, can pass through to its profile."""
    with tempfile.TemporaryDirectory(prefix="ghosthands-bench-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o711)
        yield Path(name)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: a bench has a progress bar."""
