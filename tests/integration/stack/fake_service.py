"""Stands in for a service: writes down its environment, answers /readyz, and misbehaves as FAKE_SERVICE says.

ready      (default) answers 200
deaf       ready, and ignores both polite signals
helped     ready, with a helper process in its session; its pid is in $GHOSTHANDS_STATE_DIR/helper.pid
exit:CODE  writes a line and exits with that code
late       answers 503 until $GHOSTHANDS_STATE_DIR/now exists
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

STATE = Path(os.environ["GHOSTHANDS_STATE_DIR"])
NAME = sys.argv[1]
BEHAVIOUR, _, DETAIL = os.environ.get("FAKE_SERVICE", "ready").partition(":")


class Health(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        waiting = BEHAVIOUR == "late" and not (STATE / "now").exists()
        known = self.path in ("/readyz", "/healthz")
        self.send_response(503 if waiting and self.path == "/readyz" else 200 if known else 404)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


def main() -> None:
    (STATE / f"{NAME}.env.json").write_text(json.dumps(dict(os.environ)))
    if BEHAVIOUR == "exit":
        print(f"{NAME} has no reason to live", flush=True)
        sys.exit(int(DETAIL))
    if BEHAVIOUR == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # what a supervisor sends, and leaves to its heirs
    if BEHAVIOUR == "helped":
        (STATE / "helper.pid").write_text(str(subprocess.Popen(["sleep", "600"]).pid))
    HTTPServer(("127.0.0.1", int(os.environ["GHOSTHANDS_METRICS_PORT"])), Health).serve_forever()


main()
