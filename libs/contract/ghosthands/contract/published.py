"""The schemas of messages exchanged with others over NATS, on disk: `python -m ghosthands.contract.published [--check]
FOLDER`.

The schema of a message to us describes what is certainly accepted as it is. Since requests are adapted before they are
validated, more than that is understood.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from ghosthands.contract.answer import Addressed, HumanAnswer
from ghosthands.contract.message import JobMessage
from ghosthands.contract.request import JobNamed, JobRequest
from ghosthands.contract.told import TOLD

#: by subject
BODIES: Mapping[str, type[BaseModel]] = {
    "job.requested": JobRequest,
    "job.cancel": JobNamed,
    "job.retry": JobNamed,
    "job.continue": JobMessage,
    "human.resolved": HumanAnswer,
    "human.came": Addressed,
}


def describe(subject: str) -> dict[str, Any]:
    """Return the JSON Schema of the messages on that subject, or of the published answers with that last word."""
    model = BODIES.get(subject) or TOLD[subject]
    schema = model.model_json_schema(mode="validation")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"outer/{subject}.json", **schema}


def keep(files: Mapping[Path, Any], *, check: bool) -> int:
    """Write the JSON documents; with `check`, only compare them, and return the exit code 1 if one differs."""
    texts = {path: json.dumps(document, indent=2, ensure_ascii=False) + "\n" for path, document in files.items()}
    differing = [path for path, text in texts.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in differing:
        if check:
            sys.stderr.write(f"{path} is not what the code says: run `make schemas` and commit it\n")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts[path], encoding="utf-8")
    return 1 if check and differing else 0


def main(arguments: Sequence[str]) -> int:
    """Return the exit code: 0, or 1 if a committed schema differs from the code."""
    (folder,) = (Path(argument) for argument in arguments if argument != "--check")
    return keep(
        {folder / f"{subject}.json": describe(subject) for subject in (*BODIES, *TOLD)}, check="--check" in arguments
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
