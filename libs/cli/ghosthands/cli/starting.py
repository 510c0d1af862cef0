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
_AnyProfile = Annotated[Path | None, typer.Option(metavar="FILE", help="A profile, if the task needs its values.")]
_Resume = Annotated[Path | None, typer.Option(metavar="FILE", help="The resume to upload.")]
_Credentials = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Credentials by domain; they are kept in the vault.")
]
_DryRun = Annotated[
    Any,
    typer.Option(
        "--dry-run",
        metavar="[=steps]",
        parser=_read_dry_run,
        help="Fill the form, show what would be sent, send nothing; =steps sends uploads and all steps but the last.",
    ),
]
_Headed = Annotated[bool, typer.Option("--headed", help="Show the browser.")]
_Browser = Annotated[
    Literal["server", "operator", "adspower"],
    typer.Option("--browser", help="The browser to use: GhostHands' own, the one you have open, or AdsPower's."),
]
_CdpUrl = Annotated[
    str | None, typer.Option(metavar="URL", help="With --browser operator: the DevTools address of your browser.")
]
_Model = Annotated[
    str | None, typer.Option(metavar="MODEL", help="The model to ask, as an alias or provider/model; see `models`.")
]
_Quality = Annotated[Preset, typer.Option(help="The price class of the models, and how much they may be asked.")]
_Budget = Annotated[
    float | None,
    typer.Option(metavar="DOLLARS", help="The most that models may cost for this job, instead of the default.", min=0),
]
_OnBudget = Annotated[
    OnBudget, typer.Option(help="What happens once that is spent and something is open: ask you, or end the job.")
]
_Review = Annotated[Review, typer.Option(help="Whether you review a model's drafts before they are used.")]
_Timeout = Annotated[
    int,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        help="The most time that the job may take, once it has a browser.",
        min=30,
        max=3600,
    ),
]
_HumanTimeout = Annotated[
    int,
    typer.Option(
        "--human-timeout",
        metavar="SECONDS",
        help="How long you have to answer each question; seven days at most.",
        min=1,
        max=7 * 24 * 3600,
    ),
]
_AllowDuplicate = Annotated[
    bool, typer.Option("--allow-duplicate", help="Apply even if the person has applied to this posting before.")
]
_Schema = Annotated[Path, typer.Option("--schema", metavar="FILE", help="The JSON schema of the data to read.")]
_Wanted = Annotated[str | None, typer.Option("--task", metavar="TEXT", help="A description of the data to read.")]
_Task = Annotated[str, typer.Argument(metavar="TASK", help="A description of what to do.")]


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
    human_timeout_seconds: _HumanTimeout = 300,
    allow_duplicate: _AllowDuplicate = False,
    as_json: AsJson = False,
) -> Work:
    """Apply to one posting and watch it to its end.

    Without a running stack, the command starts one of its own; Ctrl-C then stops the application, unless its submission
    has begun.
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
    human_timeout_seconds: _HumanTimeout = 300,
    as_json: AsJson = False,
) -> Work:
    """Fill a form, and stop before the press that sends it.

    Lookups of its fields, uploads, and steps that are proven not to be the last are sent.
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
    """Let a model carry out a task on a page; nothing is sent."""
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
