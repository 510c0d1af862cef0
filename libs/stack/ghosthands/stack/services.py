"""The command line and the environment of each service."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ghosthands.domain import services
from ghosthands.messaging.archive.files import KEY_VARIABLE, VARIABLE
from ghosthands.messaging.server import secret_files
from ghosthands.stack import elsewhere
from ghosthands.stack.errors import SettingRefused
from ghosthands.stack.passwords import ServicePassword
from ghosthands.stack.state import StateDir

#: The secret that VALET and hitl-gateway share, by VALET's own name for it: the secret itself, or a file with it.
SECRET_VARIABLES = ("GH_SERVICE_SECRET", "GH_SERVICE_SECRET_FILE")

#: The place of the archive, for services that read the log.
ARCHIVE_VARIABLES = (VARIABLE, KEY_VARIABLE)

#: The variable of the token for a service's metrics.
METRICS_TOKEN = "GHOSTHANDS_METRICS_TOKEN"  # noqa: S105 - a variable's name

#: Variables that a service has only if it is given them below, whatever the supervisor's own environment holds.
GIVEN = (
    "GHOSTHANDS_NATS_URL",
    "GHOSTHANDS_NATS_USER",
    "GHOSTHANDS_NATS_PASSWORD",
    "GHOSTHANDS_DATABASE_URL",
    "GHOSTHANDS_MASTER_KEY_FILE",
    "GHOSTHANDS_METRICS_PORT",
    METRICS_TOKEN,
    "GHOSTHANDS_BROWSER_HOST_BROWSERS_DIR",
    "GHOSTHANDS_HITL_GATEWAY_BROWSERS_DIR",
    "GHOSTHANDS_HTTP_PORT",
    "GHOSTHANDS_WORKER_PORT",
    *SECRET_VARIABLES,
)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The settings that the services of one stack have in common."""

    state: StateDir
    master_key_file: Path
    nats_url: str
    #: for projector alone, which makes roles and tables
    database_url: str
    #: the same database, as a role that may only read
    reader_url: str
    #: how long a message may stay unacknowledged; None: the services' own default
    ack_wait_seconds: float | None = None
    #: ports of hitl-gateway's HTTP API and worker routes
    http_port: int = 0
    worker_port: int = 0
    #: made for this stack; the environment's take precedence
    service_secret: str = field(default="", repr=False)
    metrics_token: str = field(default="", repr=False)


def module_command(name: str) -> list[str]:
    """Return the command line of a service."""
    return [sys.executable, "-m", f"ghosthands.{name.replace('-', '_')}"]


def _may_have(name: str, key: str) -> bool:
    """Whether the service may have the variable: a service that asks no model gets no model's key."""
    return name in services.MODEL_ASKERS or not key.startswith("GHOSTHANDS_MODEL_")


def environment(
    name: str,
    surroundings: Surroundings,
    login: ServicePassword,
    metrics_port: int,
    extra: Mapping[str, str],
) -> dict[str, str]:
    """Return the environment of a service: the supervisor's own, the service's variables, and `extra` above all."""
    inherited = {key: value for key, value in os.environ.items() if key not in GIVEN and _may_have(name, key)}
    given = {
        "GHOSTHANDS_NATS_URL": surroundings.nats_url,
        "GHOSTHANDS_NATS_USER": login.user,
        "GHOSTHANDS_NATS_PASSWORD": login.password,
        "GHOSTHANDS_METRICS_PORT": str(metrics_port),
        METRICS_TOKEN: _read_secret(METRICS_TOKEN) or surroundings.metrics_token,
        "GHOSTHANDS_STATE_DIR": str(surroundings.state.path),  # read by nobody: it tells whose process this is
        "PYTHONUNBUFFERED": "1",
    }
    if name == services.PROJECTOR:
        given["GHOSTHANDS_DATABASE_URL"] = surroundings.database_url
    if name == services.EXECUTOR:
        given["GHOSTHANDS_DATABASE_URL"] = surroundings.reader_url
    if name == services.BROWSER_HOST:
        given["GHOSTHANDS_BROWSER_HOST_BROWSERS_DIR"] = str(surroundings.state.browsers)
    if name == services.HITL_GATEWAY:
        given["GHOSTHANDS_DATABASE_URL"] = surroundings.reader_url
        given["GHOSTHANDS_HITL_GATEWAY_BROWSERS_DIR"] = str(surroundings.state.browsers)
        given["GHOSTHANDS_HTTP_PORT"] = str(surroundings.http_port)
        given["GHOSTHANDS_WORKER_PORT"] = str(surroundings.worker_port)
        given |= _find_secret() or {SECRET_VARIABLES[0]: surroundings.service_secret}
    if name in services.VAULT_HOLDERS:
        given["GHOSTHANDS_MASTER_KEY_FILE"] = str(surroundings.master_key_file)
    given |= find_archive(surroundings.state)
    if surroundings.ack_wait_seconds is not None:
        given["GHOSTHANDS_ACK_WAIT_SECONDS"] = f"{surroundings.ack_wait_seconds:g}"
    return inherited | given | dict(extra)


def find_archive(state: StateDir) -> dict[str, str]:
    """Return the variables that name the archive and its key; empty where there is no archive.

    Without such variables the archive is beside the log, unless the stack is elsewhere.
    """
    named = {name: os.environ[name] for name in ARCHIVE_VARIABLES if os.environ.get(name)}
    if elsewhere.is_named():
        return named
    if named:
        return name_archive(state) | named
    is_there = state.archive_key_file.exists() or state.archive.exists()
    return name_archive(state) if is_there else {}


def name_archive(state: StateDir) -> dict[str, str]:
    """Return the variables for an archive beside the log, whether it exists or not."""
    return dict(zip(ARCHIVE_VARIABLES, map(str, (state.archive, state.archive_key_file)), strict=True))


def _find_secret() -> dict[str, str]:
    """Return the service secret as it is set; empty where it is not. Raises SettingRefused."""
    return {name: secret for name in SECRET_VARIABLES if (secret := _read_secret(name))}


def _read_secret(variable: str) -> str:
    """Return a secret of the supervisor's own environment, or of its folder of secrets. Raises SettingRefused."""
    try:
        return secret_files.read(variable)
    except secret_files.NoSecrets as error:
        raise SettingRefused(str(error)) from error
