"""`ghosthands cookbook`: the recipes of known pages, and the manuals: shown, exported, imported, retired."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
from rich.table import Table
from rich.text import Text

from ghosthands.cli import console
from ghosthands.cli.client import ANSWERING, Client, connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.codes import RecipeFault
from ghosthands.domain.manual import USABLE_FROM, ManualStep
from ghosthands.domain.recipe_exchange import ManualDraft, ManualMeant, PagesOf, PagesTouched
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import RequestRefused
from ghosthands.readmodel.rows import ManualRow, RecipeRow, RecipeStepRow

#: characters of a page's fingerprint, enough to name it
SHORT_PAGE = 12


async def show_all(*, as_json: bool) -> None:
    """List every recipe, the latest used first."""
    async with connect(await use_running()) as client:
        rows = await (await client.tables()).recipes()
    if as_json:
        console.emit(rows)
    else:
        console.out.print(make_table(rows) if rows else "no page is known yet")


async def show_one(page: str, *, as_json: bool) -> None:
    """Show one page's steps. Raises Stop(USAGE) for an unknown one."""
    async with connect(await use_running()) as client:
        recipe = await _find(client, page)
        steps = await (await client.tables()).recipe_steps(recipe.site, recipe.fingerprint)
    if as_json:
        console.emit({"recipe": recipe, "steps": steps})
    else:
        console.out.print(make_table([recipe]))
        console.out.print(make_steps(steps))


async def export(which: str, out: Path | None) -> None:
    """Write a site's recipes, or one page's, signed; or a manual, as `add` takes it. Raises Stop(USAGE)."""
    async with connect(await use_running()) as client:
        manuals = [row for row in await (await client.tables()).manuals() if row.manual_id.startswith(which)]
        if len(manuals) == 1:
            document = _write_manual(manuals[0])
        else:
            document = await _ask(client, "export", msgspec.json.encode(await _find_meant(client, which)))
    if out is None:
        console.write(document)
    else:
        _save(out, document)
        console.tell(f"written to {out}")


async def take_in(path: Path) -> None:
    """Import an exported file. Raises Stop(USAGE) for another kind of file, Stop(NO) when refused."""
    document = _load(path)
    async with connect(await use_running()) as client:
        _tell("imported", await _ask(client, "import", document))


async def retire(which: str) -> None:
    """Retire a page's recipe, or those of a site, so that the pages are learnt again. Raises Stop(USAGE)."""
    async with connect(await use_running()) as client:
        _tell("retired", await _ask(client, "retire", msgspec.json.encode(await _find_meant(client, which))))


async def show_manuals(*, as_json: bool) -> None:
    """List every manual, the latest used first."""
    async with connect(await use_running()) as client:
        rows = await (await client.tables()).manuals()
    if as_json:
        console.emit(rows)
    else:
        console.out.print(make_manuals(rows) if rows else "there is no manual yet")


async def add(path: Path) -> None:
    """Add a manual that a person wrote. Raises Stop(USAGE) for another kind of file, Stop(NO) when refused."""
    document = _load(path)
    async with connect(await use_running()) as client:
        touched = msgspec.json.decode(await _ask(client, "add", document), type=PagesTouched)
    console.out.print(Text(f"manual {touched.fingerprints[0][:SHORT_PAGE]} is there for {touched.site}"))


async def drop(which: str) -> None:
    """Retire a manual, so that no job uses it any more. Raises Stop(USAGE)."""
    async with connect(await use_running()) as client:
        found = [row for row in await (await client.tables()).manuals() if row.manual_id.startswith(which)]
        if len(found) != 1:
            raise Stop(Exit.USAGE, f"{len(found)} manuals begin with {which}; see: ghosthands cookbook manuals")
        meant = ManualMeant(site=found[0].site, manual_id=found[0].manual_id)
        await _ask(client, "drop", msgspec.json.encode(meant))
    console.out.print(Text(f"manual {meant.manual_id[:SHORT_PAGE]} is not gone by any more"))


def _write_manual(row: ManualRow) -> bytes:
    draft = ManualDraft(
        url_pattern=row.url_pattern,
        task_pattern=row.task_pattern,
        platform=row.platform,
        steps=msgspec.json.decode(row.steps, type=tuple[ManualStep, ...]),
    )
    return msgspec.json.format(msgspec.json.encode(draft), indent=1)


def _save(path: Path, document: bytes) -> None:
    try:
        path.write_bytes(document + b"\n")
    except OSError as error:
        raise Stop(Exit.USAGE, f"cannot write {path}: {error.strerror}") from None


def _load(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Stop(Exit.USAGE, f"cannot read {path}: {error.strerror}") from None


async def _ask(client: Client, what: str, data: bytes) -> bytes:
    try:
        return await micro.ask(client.bus, subjects.recipes(what), data, timeout=ANSWERING)
    except RequestRefused as refused:
        is_unknown = refused.code == RecipeFault.UNKNOWN_RECIPE
        raise Stop(Exit.USAGE if is_unknown else Exit.NO, str(refused)) from None


async def _find_meant(client: Client, which: str) -> PagesOf:
    """Return the page whose fingerprint begins so; else all pages of the site of that name."""
    recipes = await (await client.tables()).recipes()
    if any(row.site == which for row in recipes):
        return PagesOf(site=which)
    found = await _find(client, which)
    return PagesOf(site=found.site, fingerprint=found.fingerprint)


async def _find(client: Client, page: str) -> RecipeRow:
    found = [row for row in await (await client.tables()).recipes() if row.fingerprint.startswith(page)]
    if len(found) != 1:
        what = f"no page's fingerprint begins with {page}" if not found else f"{len(found)} pages begin with {page}"
        raise Stop(Exit.USAGE, f"{what}; those there are: ghosthands cookbook list")
    return found[0]


def _tell(what: str, answer: bytes) -> None:
    touched = msgspec.json.decode(answer, type=PagesTouched)
    count = len(touched.fingerprints)
    console.out.print(Text(f"{what} {count} {'page' if count == 1 else 'pages'} of {touched.site}"))


def make_table(rows: Iterable[RecipeRow]) -> Table:
    """Return the recipes as a table, a row each."""
    listed = console.new_table("page", "platform", "health", "steps", "jobs", "last used", "status", last="site")
    for row in rows:
        listed.add_row(
            row.fingerprint[:SHORT_PAGE],
            row.platform,
            str(row.health),
            str(row.steps),
            str(row.jobs),
            f"{row.updated_at.astimezone():%m-%d %H:%M:%S}",
            "retired" if row.retired else "",
            Text(row.site, no_wrap=True, overflow="ellipsis"),
        )
    return listed


def make_manuals(rows: Iterable[ManualRow]) -> Table:
    """Return the manuals as a table, a row each."""
    listed = console.new_table("manual", "health", "well", "badly", "task", "source", "status", last="address")
    for row in rows:
        listed.add_row(
            row.manual_id[:SHORT_PAGE],
            str(row.health),
            str(row.successes),
            str(row.failures),
            Text(row.task_pattern),
            row.source,
            "retired" if row.retired else "" if row.health >= USABLE_FROM else "not gone by",
            Text(row.url_pattern, no_wrap=True, overflow="ellipsis"),
        )
    return listed


def make_steps(rows: Iterable[RecipeStepRow]) -> Table:
    """Return a page's steps as a table, a row each."""
    listed = console.new_table("health", "identity", "action", "key", last="field")
    for row in rows:
        left = f"({(row.reason or '').replace('_', ' ')})"
        what = ("not " if row.negated else "") + (row.key or left)
        label = Text(row.label or row.field_id, no_wrap=True, overflow="ellipsis")
        listed.add_row(str(row.health), f"{row.identity_percent} %", row.action or "leave", what, label)
    return listed
