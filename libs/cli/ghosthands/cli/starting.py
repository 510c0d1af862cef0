"""The commands that start a job and watch it to its end: an application, and jobs that send nothing.

Their parameters have the names of a request's fields, so that nearly all go into it unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand

from ghosthands.cli.arguments import AsJson
from ghosthands.cli.endings import Work
from ghosthands.domain.asked_models import Preset
from ghosthands.domain.budget import OnBudget
from ghosthands.domain.human import Review
from ghosthands.domain.kinds import JobType

#: the version for a task in words, which gives it to an engine where there is one
_IN_WORDS = 1


class Dryable(TyperCommand):
    """`--dry-run` takes its value after "=" alone, so that a URL may follow it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the arguments, with the bare option written as the empty value it stands for."""
        return super().parse_args(ctx, ["--dry-run=" if given == "--dry-run" else given for given in args])


def _read_dry_run(given: str) -> bool | str:
    """Return the value of `--dry-run` as a request has it. Raises BadParameter."""
    from ghosthands.contract.request import DRY_STEPS

    if given not in ("", DRY_STEPS):
        raise typer.BadParameter(f"say --dry-run or --dry-run={DRY_STEPS}; there is no {given!r}")
    return DRY_STEPS if given else True


_Url = Annotated[str, typer.Argument(metavar="URL", help="The posting's address.")]
_Page = Annotated[str, typer.Argument(metavar="URL", help="The page's address.")]
_Profile = Annotated[Path, typer.Option(metavar="FILE", help="A profile; see `profile init`.")]
_AnyProfile = Annotated[Path | None, typer.Option(metavar="FILE", help="A profile, where its values are needed.")]
_Resume = Annotated[Path | None, typer.Option(metavar="FILE", help="The resume to upload.")]
_Credentials = Annotated[
    Path | None, typer.Option(metavar="FILE", help="What to sign in with, by domain; kept in the vault.")
]
_DryRun = Annotated[
    Any,
    typer.Option(
        "--dry-run",
        metavar="[=steps]",
        parser=_read_dry_run,
        help="Fill, show what would be sent, send nothing; with =steps uploads and steps before the last go.",
    ),
]
_Headed = Annotated[bool, typer.Option("--headed", help="Show the browser.")]
_Browser = Annotated[
    Literal["server", "operator", "adspower"],
    typer.Option("--browser", help="Whose browser: ours, the one you have open, AdsPower's."),
]
_CdpUrl = Annotated[
    str | None, typer.Option(metavar="URL", help="With --browser operator: where yours takes DevTools connections.")
]
_Model = Annotated[
    str | None, typer.Option(metavar="MODEL", help="Ask this model, an alias or provider/model: see models.")
]
_Quality = Annotated[Preset, typer.Option(help="How dear its models may be, and how much of them may be asked.")]
_Budget = Annotated[float | None, typer.Option(metavar="DOLLARS", help="The most they may cost instead.", min=0)]
_OnBudget = Annotated[OnBudget, typer.Option(help="Once that is spent and something is open: ask you, or end the job.")]
_Review = Annotated[Review, typer.Option(help="Whether you read what a model drafted before it is used.")]
_Timeout = Annotated[int, typer.Option("--timeout", metavar="SECONDS", help="What the job may take.", min=30, max=3600)]
_AllowDuplicate = Annotated[
    bool, typer.Option("--allow-duplicate", help="Apply though the person has applied to this posting before.")
]
_Schema = Annotated[Path, typer.Option("--schema", metavar="FILE", help="The JSON schema of what is to be read.")]
_Wanted = Annotated[str | None, typer.Option("--task", metavar="TEXT", help="In words, what is to be read.")]
_Task = Annotated[str, typer.Argument(metavar="TASK", help="In words, what is to be done.")]


def apply(
    url: _Url,
    profile: _Profile,
    resume: _Resume = None,
    credentials: _Credentials = None,
    dry_run: _DryRun = None,
    headed: _Headed = False,
    browser_mode: _Browser = "server",
    cdp_url: _CdpUrl = None,
    model: _Model = None,
    quality: _Quality = Preset.BALANCED,
    budget: _Budget = None,
    on_budget: _OnBudget = OnBudget.ASK,
    review: _Review = Review.BEFORE_SUBMIT,
    timeout_seconds: _Timeout = 300,
    allow_duplicate: _AllowDuplicate = False,
    as_json: AsJson = False,
) -> Work:
    """Apply to one posting and watch it to its end.

    Starts a stack for it where none runs; then Ctrl-C stops the application, unless its submission has begun.
    """
    return _start(JobType.APPLY, locals())


def fill(
    url: _Url,
    profile: _Profile,
    resume: _Resume = None,
    credentials: _Credentials = None,
    headed: _Headed = False,
    browser_mode: _Browser = "server",
    cdp_url: _CdpUrl = None,
    model: _Model = None,
    quality: _Quality = Preset.BALANCED,
    budget: _Budget = None,
    on_budget: _OnBudget = OnBudget.ASK,
    review: _Review = Review.BEFORE_SUBMIT,
    timeout_seconds: _Timeout = 300,
    as_json: AsJson = False,
) -> Work:
    """Fill a form, and stop before what sends it.

    What its fields look up goes, and so do uploads and steps that are proven not to be the last.
    """
    return _start(JobType.FILL_FORM, locals())


def scrape(
    url: _Page,
    output_schema: _Schema,
    task_description: _Wanted = None,
    headed: _Headed = False,
    browser_mode: _Browser = "server",
    cdp_url: _CdpUrl = None,
    model: _Model = None,
    quality: _Quality = Preset.BALANCED,
    budget: _Budget = None,
    timeout_seconds: _Timeout = 300,
    as_json: AsJson = False,
) -> Work:
    """Print what a page says, in the shape of a JSON schema."""
    return _start(JobType.SCRAPE, locals())


def task(
    url: _Page,
    task_description: _Task,
    profile: _AnyProfile = None,
    headed: _Headed = False,
    browser_mode: _Browser = "server",
    cdp_url: _CdpUrl = None,
    model: _Model = None,
    quality: _Quality = Preset.BALANCED,
    budget: _Budget = None,
    timeout_seconds: _Timeout = 300,
    as_json: AsJson = False,
) -> Work:
    """Have an engine do a task in words on a page; nothing is sent."""
    return _start(JobType.CUSTOM, locals() | {"engine_version": _IN_WORDS})


def _start(job_type: JobType, given: Mapping[str, Any]) -> Work:
    """Start a job of that type; the request has defaults for what is not given."""
    from ghosthands.cli.commands import apply
    from ghosthands.cli.files import read_json

    options = {name: one.value if isinstance(one, Enum) else one for name, one in given.items() if one is not None}
    files: dict[str, Any] = {name: options.pop(name, None) for name in ("profile", "resume", "credentials")}
    if "output_schema" in options:
        options["output_schema"] = read_json(options["output_schema"])
    if "budget" in options:
        options["budget"] = {"usd": options["budget"]}
    url, as_json = options.pop("url"), options.pop("as_json")
    return apply.run(url, **files, options={"job_type": job_type.value, **options}, as_json=as_json)
