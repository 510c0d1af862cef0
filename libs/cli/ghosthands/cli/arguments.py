"""The arguments that several commands of `ghosthands` take."""

from __future__ import annotations

from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
JobId = Annotated[str, typer.Argument(metavar="JOB", help="The job's id, or its beginning.")]
