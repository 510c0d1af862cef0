"""Migrations: bring a schema up to date by SQL files, in order, each once, under a lock.

    roles     ghosthands_projector owns and writes, ghosthands_reader reads; made if allowed, else expected
    schemas   gh is live; gh_shadow_<n> is what a rebuild folds into; both are built by the same files

The files name no schema; the connection's search path does.
"""

from __future__ import annotations

from pathlib import Path

import asyncpg

from ghosthands.chassis import logging
from ghosthands.domain.errors import Permanent
from ghosthands.projector.write import Connection

LIVE = "gh"
WRITER = "ghosthands_projector"
READER = "ghosthands_reader"

#: The advisory lock by which the projectors of a database take turns changing its schemas.
_LOCK = 0x6768_6F73_7400

#: A script that copies all rows to new tables takes long.
_SCRIPT_SECONDS = 4 * 3600.0

_FOLDER = Path("deploy", "postgres", "migrations")

log = logging.get(__name__)


class CannotMigrate(Permanent):
    """The database cannot be brought up to date; the message names the remedy."""


def folder() -> Path:
    """Return the folder of the SQL files in the checkout or image this code runs from. Raises CannotMigrate."""
    for parent in Path(__file__).resolve().parents:
        if (parent / _FOLDER).is_dir():
            return parent / _FOLDER
    raise CannotMigrate(f"{_FOLDER} is not beside the code: set GHOSTHANDS_PROJECTOR_MIGRATIONS to where it is")


async def migrate(connection: Connection, schema: str, files: Path) -> list[str]:
    """Apply to `schema` the scripts it does not have yet, all or none; return their names.

    Afterwards the connection is the writer's, in UTC, with the schema as its search path. Raises CannotMigrate.
    """
    async with connection.transaction():
        await lock(connection)
        await _make_roles(connection)
        await _make_schema(connection, schema)
    await connection.execute(f'set role {WRITER}; set search_path to "{schema}"; set timezone to utc')
    async with connection.transaction():
        await lock(connection)
        applied = await _apply(connection, files)
        await connection.execute(f'grant usage on schema "{schema}" to {READER}')
        await connection.execute(f'grant select on all tables in schema "{schema}" to {READER}')
    for name in applied:
        log.info("migration_applied", schema=schema, migration=name)
    return applied


async def lock(connection: Connection) -> None:
    """Lock the schemas against other migrations until the present transaction ends."""
    await connection.execute("select pg_advisory_xact_lock($1)", _LOCK)


async def _make_roles(connection: Connection) -> None:
    known = {record["rolname"] for record in await connection.fetch("select rolname from pg_roles")}
    for role in (WRITER, READER):
        if role not in known:
            await _execute_allowed(connection, f"create role {role} login", f"create role {role}")


async def _make_schema(connection: Connection, schema: str) -> None:
    if not await connection.fetchval("select 1 from pg_namespace where nspname = $1", schema):
        database = await connection.fetchval("select current_database()")
        # not only for the schemas it makes: renaming one asks for the same right
        grant = f'grant create on database "{database}" to {WRITER}'
        await _execute_allowed(connection, f'{grant}; create schema "{schema}" authorization {WRITER}', grant)


async def _execute_allowed(connection: Connection, statement: str, mend: str) -> None:
    try:
        await connection.execute(statement)
    except asyncpg.InsufficientPrivilegeError:
        raise CannotMigrate(f"the database user may not prepare the database: have an administrator {mend}") from None


async def _apply(connection: Connection, files: Path) -> list[str]:
    await connection.execute(
        "create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())"
    )
    known = {record["name"] for record in await connection.fetch("select name from migrations")}
    waiting = {name: sql for name, sql in _read_scripts(files).items() if name not in known}
    for name, sql in waiting.items():
        try:
            await connection.execute(sql, timeout=_SCRIPT_SECONDS)
        except asyncpg.DependentObjectsStillExistError as error:
            raise CannotMigrate(f"{name}: {error}") from None
        await connection.execute("insert into migrations (name) values ($1)", name)
    return list(waiting)


def _read_scripts(files: Path) -> dict[str, str]:
    """Return every migration's text by its name, in order. Raises CannotMigrate where there is none."""
    scripts = {file.stem: file.read_text() for file in sorted(files.glob("*.sql"))}
    if not scripts:
        raise CannotMigrate(f"{files} holds no migrations: set GHOSTHANDS_PROJECTOR_MIGRATIONS to where they are")
    return scripts
