"""The configuration of a stack: its folder, servers and services, with defaults from the environment."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ghosthands.domain.services import HITL_GATEWAY, SERVICES
from ghosthands.messaging.server import addresses
from ghosthands.stack import old_logs, state
from ghosthands.stack.errors import SettingRefused
from ghosthands.stack.processes import BackOff, Tolerance
from ghosthands.stack.services import module_command

#: the ports at which VALET looks for us, and for a worker
HTTP_PORT, WORKER_PORT = 3100, 3101
_LAST_PORT = 65_535


def _path_in(variable: str) -> Path | None:
    value = os.environ.get(variable)
    return Path(value).expanduser().absolute() if value else None  # the services are at home elsewhere


def _port_in(variable: str, default: int | None = None) -> int | None:
    value = os.environ.get(variable) or str(default or 0)
    if not value.isdecimal() or int(value) > _LAST_PORT:
        raise SettingRefused(
            f"{variable} is {value!r}, which is no port: set it to a number up to {_LAST_PORT}, or unset it"
        )
    return int(value) or None


def _seconds_in(variable: str) -> float | None:
    value = os.environ.get(variable)
    try:
        return float(value) if value else None
    except ValueError:
        raise SettingRefused(f"{variable} is {value!r}, which is no number of seconds: correct or unset it") from None


def _url_in(variable: str, checked: Callable[[str], str]) -> str | None:
    value = os.environ.get(variable)
    try:
        return checked(value) if value else None
    except ValueError as error:
        raise SettingRefused(f"{variable} {error}; or unset it, to have a server started here") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class StackConfig:
    """The choices for starting a stack: which services and servers, in which folder, on which ports."""

    state_dir: Path = field(default_factory=state.default_path)
    services: Sequence[str] = SERVICES
    #: addresses of running servers; None: embedded ones are started
    nats_url: str | None = field(default_factory=lambda: _url_in("GHOSTHANDS_NATS_URL", addresses.nats))
    #: for a NATS we do not run: a JSON object of users and their passwords
    nats_passwords_file: Path | None = field(default_factory=lambda: _path_in("GHOSTHANDS_NATS_PASSWORDS_FILE"))
    database_url: str | None = field(default_factory=lambda: _url_in("GHOSTHANDS_DATABASE_URL", addresses.postgres))
    #: the vault's key; None: one in the state directory, made on the first start
    master_key_file: Path | None = field(default_factory=lambda: _path_in("GHOSTHANDS_MASTER_KEY_FILE"))
    #: port of the embedded NATS server; None: any free one
    nats_port: int | None = field(default_factory=lambda: _port_in("GHOSTHANDS_NATS_PORT"))
    #: ports of the HTTP API, and of the worker routes; None: any free one
    http_port: int | None = field(default_factory=lambda: _port_in("GHOSTHANDS_HTTP_PORT"))
    worker_port: int | None = field(default_factory=lambda: _port_in("GHOSTHANDS_WORKER_PORT"))
    #: how long a message may stay unacknowledged, for the server and the services; None: their default
    ack_wait_seconds: float | None = field(default_factory=lambda: _seconds_in("GHOSTHANDS_ACK_WAIT_SECONDS"))
    #: for how many days the logs are kept; None: for ever
    keep_logs_days: int | None = field(default_factory=old_logs.keep_days)
    #: by service; overrides everything else
    extra_env: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)
    service_command: Callable[[str], Sequence[str]] = module_command
    back_off: BackOff = field(default_factory=BackOff)
    tolerance: Tolerance = field(default_factory=Tolerance)
    #: whether it outlives what it was started for; commands that would be cut off use no other
    stays: bool = True
    #: how long a service may take to become ready: a busy machine takes minutes, and one that ends is told of at once
    ready_timeout_seconds: float = 180.0
    #: how long a process may take to stop before it is killed
    grace_seconds: float = 15.0

    @property
    def wanted_ports(self) -> Mapping[str, int]:
        """The configured ports that the stack will listen on, by the variables that set them."""
        doors = HITL_GATEWAY in self.services
        wanted = {
            "GHOSTHANDS_NATS_PORT": None if self.nats_url else self.nats_port,
            "GHOSTHANDS_HTTP_PORT": self.http_port if doors else None,
            "GHOSTHANDS_WORKER_PORT": self.worker_port if doors else None,
        }
        return {variable: port for variable, port in wanted.items() if port}

    @classmethod
    def lasting(cls) -> StackConfig:
        """Return the configuration of a stack that stays: its HTTP ports are VALET's unless set otherwise."""
        return cls(
            http_port=_port_in("GHOSTHANDS_HTTP_PORT", HTTP_PORT),
            worker_port=_port_in("GHOSTHANDS_WORKER_PORT", WORKER_PORT),
        )
