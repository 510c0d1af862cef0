"""Exit 0 while the service in this container answers at /healthz, or NATS greets at the address given; 1 otherwise."""

import os
import socket
import sys
from urllib.parse import urlsplit
from urllib.request import urlopen

SECONDS = 4


def greets(address: str) -> bool:
    """Whether a NATS server takes connections there: it does so once it has its streams back."""
    at = urlsplit(address)
    with socket.create_connection((at.hostname, at.port), timeout=SECONDS) as connection:
        return connection.recv(len(b"INFO ")) == b"INFO "


def answers() -> bool:
    """Whether the service says that it lives."""
    port = os.environ.get("GHOSTHANDS_METRICS_PORT", "9464")
    with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=SECONDS) as answer:
        return bool(answer.status == 200)


try:
    sys.exit(not (greets(sys.argv[1]) if len(sys.argv) > 1 else answers()))
except OSError:  # an answer that says no is one as well
    sys.exit(1)
