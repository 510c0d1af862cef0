"""A job's questions to a human: printed, or asked at the terminal one by one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rich.console import Console
from rich.text import Text

from ghosthands.cli import console, terminal
from ghosthands.cli.client import Client
from ghosthands.cli.display import Display
from ghosthands.cli.exits import Stop
from ghosthands.cli.questions import AskedField, Question, read_question, send_answer
from ghosthands.cli.requests import read_upload, require_fit_together
from ghosthands.cli.watching import JobWatch, OnAsk
from ghosthands.domain import job
from ghosthands.domain.codes import why_of
from ghosthands.domain.doubts import word_doubt
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.quotes import quote_page
from ghosthands.domain.sentences import begin_sentence
from ghosthands.messaging.server.jetstream import Ack

#: most options shown; some forms offer all countries of the world
OPTIONS_SHOWN = 12
#: a page that takes longer to read may be asking its user something
LOOK = timedelta(seconds=5)

_HOLDS_UP = {
    AskKind.BLOCKER: "something stands before the form",
    AskKind.STUCK: "the job cannot continue by itself",
}

#: typed to leave the question of a shown draft open
_REJECT = "-"

#: the words that answer whether the application was submitted
SUBMITTED, NOT_SUBMITTED = "submitted", "not-submitted"
_SAID: Mapping[str, Resolution] = {SUBMITTED: Resolution.DONE, NOT_SUBMITTED: Resolution.SKIP}


def tell(asked: Question, on: Console) -> None:
    """Print the questions, the deadline, and the keys for answers."""
    _tell_what(asked, on, f"the job waits for a human, {_count_seconds_left(asked)} s more")
    for field in _list_open(asked):
        _tell_field(field, on, key=f"  {field.question_key}")


def tell_unanswered(asked: Question, on: Console) -> None:
    """Print the questions of a job that has ended since."""
    _tell_what(asked, on, "it asked for a human")
    for field in _list_open(asked):
        _tell_field(field, on)


def _list_open(asked: Question) -> list[AskedField]:
    """Return the fields to be listed; those that a doubt is about stand in its sentence."""
    return [] if asked.kind is AskKind.SUBMIT_UNCLEAR else asked.fields


def _tell_what(asked: Question, on: Console, how: str) -> None:
    on.print(Text.assemble((f"{how}: ", "yellow"), _word_ask(asked)))
    if asked.blocked:
        on.print(Text(f"    {asked.blocked}"), soft_wrap=True)
    if said := quote_page(asked.page_says):
        on.print(Text(f"    {said}"), soft_wrap=True)
    if asked.page_url:
        on.print(Text(f"    {asked.page_url}", style="dim"), soft_wrap=True)


def _count_seconds_left(asked: Question) -> int:
    return max(0, round((asked.due - datetime.now(UTC)).total_seconds()))


def _word_ask(asked: Question) -> str:
    if asked.kind is AskKind.FIELDS:
        return "the form asks what could not be filled in from the profile"
    if asked.kind is AskKind.REVIEW:
        missing = not all(field.draft for field in asked.fields)
        more = "; what has none could not be filled in from the profile" if missing else ""
        return f"a model drafted these answers: read them before they are used{more}"
    if asked.kind is AskKind.SUBMIT_UNCLEAR:
        known = word_doubt(asked.code, asked.status, [field.text for field in asked.fields])
        return f"was the application submitted? {begin_sentence(known)}"
    return f"{_HOLDS_UP[asked.kind]}: {why_of(asked.code)} ({asked.code})"


def _tell_field(field: AskedField, on: Console, *, key: str = "") -> None:
    wants = "  (a file)" if field.takes_file else ""
    on.print(Text.assemble("    ", (field.text, "bold"), wants, (key, "dim")))
    if field.why:
        on.print(Text(f"      {field.why}", style="yellow"), soft_wrap=True)
    if field.draft:
        on.print(Text(f"      {field.draft}", style="italic"), soft_wrap=True)
    for number, option in enumerate(field.options[:OPTIONS_SHOWN], start=1):
        on.print(Text(f"      {number:>2}  {option}"))
    if len(field.options) > OPTIONS_SHOWN:
        on.print(Text(f"      … {len(field.options)} in all", style="dim"))


def ask_at_terminal(client: Client, seen: JobWatch, display: Display) -> OnAsk | None:
    """Return a function that asks the job's questions at the terminal; None where there is no terminal."""
    if not terminal.is_there():
        return None

    async def on_ask(ask: job.HumanRequested) -> bool:
        asked = await read_question(client, seen.job.accepted_request, seen.job.id, ask)
        display.pause()
        try:
            return await put(client, asked) is not None
        except asyncio.CancelledError:
            console.tell("")  # the answer's line ends here: somebody else answered, or nobody waits any more
            raise
        finally:
            display.resume()

    return on_ask


def ask_at_browser(seen: JobWatch) -> Callable[[], None]:
    """Point the user to their own browser, which may be asking them, once for each page that takes long to read."""
    told: set[datetime] = set()

    def on_silence() -> None:
        since = _find_look_since(seen.job)
        if since is not None and since not in told and datetime.now(UTC) - since > LOOK:
            told.add(since)
            console.tell("look at your browser: it may ask you something", style="yellow")

    return on_silence


def _find_look_since(of: job.Job) -> datetime | None:
    """Return since when the page in the user's own browser is being read; None when it is not."""
    is_theirs = of.request is not None and of.request.provider is ProviderName.OPERATOR
    is_read = of.attempt.awaiting is not None and of.attempt.awaiting.step is job.StepKind.OBSERVE
    return of.attempt.stepped_at if is_theirs and is_read else None


async def put(client: Client, asked: Question) -> Ack | None:
    """Ask at the terminal and send the answers; None where Ctrl-D ends it."""
    how_long = f"the job asks, for {_count_seconds_left(asked)} s more"
    _tell_what(asked, console.err, "the job has ended, and nobody has said" if asked.has_ended else how_long)
    rejected: list[str] = []
    files: dict[str, dict[str, str]] = {}
    try:
        if asked.kind is AskKind.REVIEW:
            values, rejected = await _read_verdicts(_list_typed(asked))
            files = await _read_files(asked)
            resolution = Resolution.REVIEWED
        elif asked.kind is AskKind.FIELDS:
            values = {field.question_key: text for field in _list_typed(asked) if (text := await _read_typed(field))}
            files = await _read_files(asked)
            resolution = Resolution.VALUE if values or files else Resolution.SKIP
        else:
            if asked.kind is not AskKind.SUBMIT_UNCLEAR:
                console.tell(f"    done: you did it on its page (ghosthands live {asked.job_id[: console.SHORT_ID]})")
            said = await _read_choice(_list_ways(asked))
            values, resolution = {}, _SAID.get(said) or Resolution(said)
        credentials = await _ask_login() if resolution is Resolution.CREDENTIALS else None
        code = await _ask_something("    code > ", terminal.read_line) if resolution is Resolution.CODE else None
    except EOFError:
        console.tell("")
        return None
    return await send_answer(client, asked, resolution, values, credentials, rejected, code, files)


def _list_typed(asked: Question) -> list[AskedField]:
    return [field for field in asked.fields if not field.takes_file]


async def _read_files(asked: Question) -> dict[str, dict[str, str]]:
    """Read the files that are asked for, by key, without those that are left open."""
    given: dict[str, dict[str, str]] = {}
    for field in asked.fields:
        if field.takes_file and (file := await _read_file(field, given.values())) is not None:
            given[field.question_key] = file
    return given


async def _read_file(field: AskedField, others: Iterable[dict[str, str]]) -> dict[str, str] | None:
    _tell_field(field, console.err)
    while typed := await terminal.read_line("    the file's path (Enter leaves it open) > "):
        try:
            return _read_from_home(typed, others)
        except Stop as unfit:
            console.tell(f"    {unfit}", style="red")
    return None


def _read_from_home(path: str, others: Iterable[dict[str, str]]) -> dict[str, str]:
    file = read_upload(Path(path).expanduser())
    require_fit_together([*others, file])
    return file


async def _read_verdicts(fields: Sequence[AskedField]) -> tuple[dict[str, str], list[str]]:
    """Read the answers to drafts and open questions, by key, and the keys of those to leave open."""
    said: dict[str, str] = {}
    for field in fields:
        if not field.draft:
            said[field.question_key] = await _read_typed(field) or _REJECT
            continue
        _tell_field(field, console.err)
        said[field.question_key] = await terminal.read_line(
            f"    (Enter uses it, {_REJECT} leaves the question open, or type another answer) > "
        )
    changed = {key: text for key, text in said.items() if text not in ("", _REJECT)}
    return changed, [key for key, text in said.items() if text == _REJECT]


def _list_ways(asked: Question) -> tuple[str, ...]:
    if asked.kind is AskKind.SUBMIT_UNCLEAR:
        return (SUBMITTED, NOT_SUBMITTED)
    more = ("credentials",) if asked.wants_login else ("code",) if asked.wants_code else ()
    return ("done", "skip", *more)


async def _ask_login() -> dict[str, str]:
    """Ask for the credentials for the page."""
    username = await _ask_something("    username > ", terminal.read_line)
    return {"username": username, "password": await _ask_something("    password (not shown) > ", terminal.read_secret)}


async def _ask_something(prompt: str, read: Callable[[str], Awaitable[str]]) -> str:
    while not (typed := await read(prompt)):
        pass
    return typed


async def _read_typed(field: AskedField) -> str:
    """Read the answer to one question; empty to leave it open."""
    _tell_field(field, console.err)
    while True:
        typed = await terminal.read_line("    (Enter leaves it open) > ")
        found = field.meant(typed)
        if found is not None:
            return found
        console.tell("    choose one of the options, by its number or its words", style="red")


async def _read_choice(words: Sequence[str]) -> str:
    choice = f"{', '.join(words[:-1])} or {words[-1]}"
    while (typed := await terminal.read_line(f"    {choice} > ")) not in words:
        pass
    return typed
