"""`ghosthands answer`: answers a job's questions, by options or at the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ghosthands.cli import asking, console, terminal
from ghosthands.cli.client import Client, connect, use_running
from ghosthands.cli.commands.show import find_open_question
from ghosthands.cli.credentials import choose_for_page, read_credentials
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.lookup import find_history
from ghosthands.cli.questions import AskedField, Question, describe_doubt, send_answer
from ghosthands.cli.requests import read_upload, require_fit_together
from ghosthands.cli.watching import JobWatch
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import find_doubt
from ghosthands.messaging.server.jetstream import Ack
from ghosthands.messaging.work import verdicts

#: seconds for hitl-gateway to take an answer
TAKEN_WITHIN = 30.0


async def run(
    job: str,
    *,
    values: Sequence[str],
    done: bool,
    skip: bool,
    submitted: bool | None = None,
    credentials: Path | None = None,
    rejected: Sequence[str] = (),
    code: str | None = None,
    files: Sequence[str] = (),
) -> None:
    """Answer the job. Raises Stop(USAGE) for options that do not fit, Stop(NO) where nothing is asked (any more)."""
    resolution = _choose_resolution(
        (*values, *rejected, *files), done=done, skip=skip, submitted=submitted, credentials=credentials, code=code
    )
    entries = read_credentials(credentials) if credentials else []
    async with connect(await use_running()) as client:
        seen = JobWatch.of(await find_history(client, job))
        asked = await find_open_question(client, seen) or _find_doubt(seen)
        if asked is None:
            raise Stop(Exit.NO, f"job {seen.job.id} asks nothing: it is {seen.job.phase.replace('_', ' ')}")
        _require_fit(resolution, asked, submitted=submitted)
        if resolution is None:
            ack = await _ask_at_terminal(client, asked)
        else:
            login = _find_for_page(entries, asked) if resolution is Resolution.CREDENTIALS else None
            resolution = _name_review(resolution, asked, rejected)
            by_key, given = _read_by_key(values, asked), _read_files(files, asked)
            ack = await send_answer(client, asked, resolution, by_key, login, rejected, code, given)
        verdict = await client.hear(seen.job, verdicts.ANSWER, ack, seconds=TAKEN_WITHIN)
    if not verdict.accepted:
        raise Stop(Exit.NO, f"not taken: {verdict.why}")
    how = "answered, and kept" if asked.has_ended else "answered; the job goes on"
    console.out.print(f"{how}: ghosthands show {seen.job.id[: console.SHORT_ID]}")


def _find_doubt(seen: JobWatch) -> Question | None:
    """Return the question that a job which ended in doubt leaves; None for any other job."""
    doubt, requested = find_doubt(seen.job), seen.job.request
    return describe_doubt(requested, seen.job.id, doubt) if doubt is not None and requested is not None else None


def _require_fit(resolution: Resolution | None, asked: Question, *, submitted: bool | None) -> None:
    """Raise Stop(USAGE) where "done" could be taken for "submitted", or that is said and not asked."""
    is_asked = asked.kind is AskKind.SUBMIT_UNCLEAR
    if is_asked and resolution is not None and submitted is None:
        raise Stop(Exit.USAGE, "it asks whether the application was submitted: give --submitted or --not-submitted")
    if submitted is not None and not is_asked:
        raise Stop(Exit.USAGE, "it does not ask whether the application was submitted (see ghosthands show)")


def _choose_resolution(
    values: Sequence[str],
    *,
    done: bool,
    skip: bool,
    submitted: bool | None,
    credentials: Path | None,
    code: str | None,
) -> Resolution | None:
    """Return the resolution that the options mean; None without options."""
    wanted = {
        Resolution.VALUE: bool(values),
        Resolution.DONE: done or submitted is True,
        Resolution.SKIP: skip or submitted is False,
        Resolution.CREDENTIALS: credentials is not None,
        Resolution.CODE: code is not None,
    }
    said = [resolution for resolution, is_said in wanted.items() if is_said]
    if len(said) > 1:
        others = "--credentials, --code, --done, --skip, --submitted and --not-submitted"
        raise Stop(Exit.USAGE, f"give --value, --file and --reject, or one of {others}")
    return said[0] if said else None


def _name_review(resolution: Resolution, asked: Question, rejected: Sequence[str]) -> Resolution:
    """Return the resolution for values, which is REVIEWED for drafts. Raises Stop(USAGE) for an unknown draft."""
    drafts = {field.question_key for field in asked.fields} if asked.kind is AskKind.REVIEW else set()
    if unknown := set(rejected) - drafts:
        known = ", ".join(sorted(drafts)) or "there is none"
        message = f"no draft to reject: {', '.join(sorted(unknown))}; to be read: {known} (see ghosthands show)"
        raise Stop(Exit.USAGE, message)
    return Resolution.REVIEWED if drafts and resolution is Resolution.VALUE else resolution


def _read_by_key(values: Sequence[str], asked: Question) -> Mapping[str, str]:
    """Return KEY=TEXT as answers by key. Raises Stop(USAGE) for a bad pair, an unasked key, or a bad option."""
    answers = dict(value.partition("=")[::2] for value in values)
    fields = {field.question_key: field for field in asked.fields}
    known = ", ".join(fields) or "nothing"
    if not all(answers.values()):
        raise Stop(Exit.USAGE, f"--value takes KEY=TEXT; asked is: {known} (see ghosthands show)")
    if unknown := answers.keys() - fields.keys():
        raise Stop(Exit.USAGE, f"not asked: {', '.join(sorted(unknown))}; asked is: {known} (see ghosthands show)")
    for key in answers:
        if fields[key].takes_file:
            raise Stop(Exit.USAGE, f"{fields[key].text!r} takes a file, not a text: give --file {key}=PATH")
    return {key: _find_meant(fields[key], text) for key, text in answers.items()}


def _read_files(files: Sequence[str], asked: Question) -> dict[str, dict[str, str]]:
    """Return KEY=PATH, or a PATH where one file alone is asked for, as files by key. Raises Stop(USAGE)."""
    wanted = [field.question_key for field in asked.fields if field.takes_file]
    if files and not wanted:
        raise Stop(Exit.USAGE, "the job asks for no file (see ghosthands show)")
    given: dict[str, dict[str, str]] = {}
    for file in files:
        key, _, path = file.partition("=")
        if key not in wanted and len(wanted) == 1:
            key, path = wanted[0], file
        if key not in wanted:
            raise Stop(Exit.USAGE, f"--file takes KEY=PATH; files are asked for by: {', '.join(wanted)}")
        given[key] = read_upload(Path(path))
    require_fit_together(given.values())
    return given


def _find_meant(field: AskedField, text: str) -> str:
    """Return the option meant. Raises Stop(USAGE) for a text that is none of the options."""
    found = field.meant(text)
    if found is None:
        options = [f"{number} {option}" for number, option in enumerate(field.options[: asking.OPTIONS_SHOWN], start=1)]
        more = f", … {len(field.options)} in all" if len(field.options) > asking.OPTIONS_SHOWN else ""
        message = f"invalid_answer: {text!r} is no option of {field.text!r}: {', '.join(options)}{more}"
        raise Stop(Exit.USAGE, message)
    return found


def _find_for_page(entries: Sequence[Mapping[str, Any]], asked: Question) -> Mapping[str, Any]:
    """Return the entry for the page. Raises Stop(USAGE) where no login is asked for, or no entry is for the page."""
    if not asked.wants_login:
        raise Stop(Exit.USAGE, "the job asks for no login (see ghosthands show)")
    found = choose_for_page(entries, asked.page_url)
    if found is None:
        raise Stop(Exit.USAGE, f"none of these credentials is for the page that asks: {asked.page_url}")
    return found


async def _ask_at_terminal(client: Client, asked: Question) -> Ack:
    if not terminal.is_there():
        asking.tell(asked, console.err)
        options = "--value, --file, --credentials, --code, --done or --skip"
        if asked.kind is AskKind.SUBMIT_UNCLEAR:
            options = "--submitted or --not-submitted"
        raise Stop(Exit.USAGE, f"nobody sits at this terminal: give {options}")
    ack = await asking.put(client, asked)
    if ack is None:
        raise Stop(Exit.NEEDS_HUMAN, "not answered")
    return ack
