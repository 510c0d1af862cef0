"""Exit 0 while the service in this container answers at /healthz, or at the address given; 1 otherwise."""

import os
import sys
from urllib.request import urlopen

port = os.environ.get("GHOSTHANDS_METRICS_PORT", "9464")
address = sys.argv[1] if len(sys.argv) > 1 else f"http://127.0.0.1:{port}/healthz"
try:
    with urlopen(address, timeout=4) as answer:  # noqa: S310  the image and compose.yaml give it
        sys.exit(answer.status != 200)
except OSError:  # an answer that says no is one as well
    sys.exit(1)
