"""Settings: read from the environment once, at start, and passed on as a value.

What all services share keeps one name, ``GHOSTHANDS_NATS_URL``; a service's own fields carry its prefix,
``GHOSTHANDS_PLANNER_…``. A service declares::

    class Settings(settings.BaseSettings):
        model_config = settings.own_prefix("planner")

        max_questions: int = 20  #: GHOSTHANDS_PLANNER_MAX_QUESTIONS

If GHOSTHANDS_SECRETS_DIR names a folder, a file in it with a variable's name sets that variable: containers pass
secrets this way, because anyone who may inspect a container sees its environment.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urlsplit, urlunsplit

import pydantic
import pydantic_settings
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr
from pydantic.fields import FieldInfo
from pydantic_settings import NoDecode, SettingsConfigDict, SettingsError

from ghosthands.contract.misfits import word_misfit
from ghosthands.messaging.archive.files import require_name
from ghosthands.messaging.server import addresses, secret_files
from ghosthands.messaging.server.consumers import ACK_WAIT_SECONDS

PREFIX = "GHOSTHANDS_"

S = TypeVar("S", bound="BaseSettings")


def own_prefix(service: str) -> SettingsConfigDict:
    """Return the `model_config` of Settings whose fields are read from ``GHOSTHANDS_<SERVICE>_<FIELD>``."""
    return SettingsConfigDict(env_prefix=f"{PREFIX}{service.replace('-', '_').upper()}_")


def service_name(settings: type[BaseSettings]) -> str:
    """Return the service whose prefix these settings carry, as on the wire: ``browser-host``."""
    prefix = settings.model_config.get("env_prefix") or ""
    return prefix.removeprefix(PREFIX).strip("_").lower().replace("_", "-")


def shared(name: str, default: Any = ...) -> Any:
    """Return a field that every service reads from the same variable, ``GHOSTHANDS_<NAME>``."""
    return Field(default, validation_alias=f"{PREFIX}{name}")


def _database(url: SecretStr) -> SecretStr:
    addresses.postgres(url.get_secret_value())
    return url


def _split(value: object) -> object:
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


#: comma-separated in one variable
Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]


class BaseSettings(pydantic_settings.BaseSettings):
    """The settings that every service has."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, populate_by_name=True, extra="ignore", hide_input_in_errors=True
    )

    nats_url: Annotated[str, AfterValidator(addresses.nats)] = shared("NATS_URL", "nats://127.0.0.1:4222")
    nats_user: str = shared("NATS_USER", "")
    nats_password: SecretStr = shared("NATS_PASSWORD", SecretStr(""))
    #: `postgresql://…`, as a user who owns or may make the read model; only projector needs it
    database_url: Annotated[SecretStr, AfterValidator(_database)] | None = shared("DATABASE_URL", None)
    #: auto: console in a terminal, JSON elsewhere
    log_format: Literal["json", "console", "auto"] = shared("LOG_FORMAT", "auto")
    log_level: Literal["debug", "info", "warning", "error"] = shared("LOG_LEVEL", "info")
    metrics_host: str = shared("METRICS_HOST", "127.0.0.1")
    #: 0: any free port; which one is logged
    metrics_port: int = Field(default=0, ge=0, le=65535, validation_alias=f"{PREFIX}METRICS_PORT")
    #: the token that a scraper sends for the metrics; without one nobody gets them
    metrics_token: SecretStr = shared("METRICS_TOKEN", SecretStr(""))
    #: only the services that may open the vault have one
    master_key_file: Path | None = shared("MASTER_KEY_FILE", None)
    #: the place of the archived beginning of the log, a folder or s3://BUCKET/PREFIX, and the file with its key
    archive: Annotated[str, AfterValidator(require_name)] | None = shared("ARCHIVE", None)
    archive_key_file: Path | None = shared("ARCHIVE_KEY_FILE", None)
    #: how long a message may stay unanswered before another process gets it
    ack_wait_seconds: float = Field(default=ACK_WAIT_SECONDS, gt=0, validation_alias=f"{PREFIX}ACK_WAIT_SECONDS")

    def masked(self) -> dict[str, object]:
        """Return the settings for a log: secrets as ``**********``, passwords in URLs as ``***``."""
        return {name: _masked(getattr(self, name)) for name in type(self).model_fields}

    def list_doubtful(self) -> Sequence[str]:
        """Return what works and yet should be set otherwise, a line each, without any value."""
        return []

    def database_dsn(self) -> str:
        """Return the database's URL in clear. Raises SettingsInvalid when there is none."""
        if self.database_url is None:
            raise SettingsInvalid([f"{PREFIX}DATABASE_URL: is not set; it names the PostgreSQL to use"])
        return self.database_url.get_secret_value()


class SettingsInvalid(Exception):
    """The environment does not make valid settings; `lines` name each faulty variable, and repeat no value."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("; ".join(lines))
        self.lines = lines


def load(settings: type[S]) -> S:
    """Read the settings from the environment and its folder of secrets. Raises SettingsInvalid."""
    try:
        more: dict[str, Any] = {"_secrets_dir": secret_files.folder()}
        return settings(**more)
    except secret_files.NoSecrets as error:
        raise SettingsInvalid([str(error)]) from None
    except pydantic.ValidationError as error:
        raise SettingsInvalid(
            [_line(settings, e["loc"], word_misfit(e)) for e in error.errors(include_input=False)]
        ) from None
    except OSError as error:  # a secret's file; its name is that of a variable
        raise SettingsInvalid(
            [f"{secret_files.VARIABLE}: {error.filename} cannot be read ({error.strerror})"]
        ) from None
    except SettingsError as error:  # a list or mapping that is not JSON; pydantic names the field, not the variable
        raise SettingsInvalid([_line(settings, (_named_in(settings, str(error)),), "is not valid JSON")]) from None


def variable(settings: type[BaseSettings], name: str) -> str:
    """Return the environment variable that sets a field."""
    field: FieldInfo | None = settings.model_fields.get(name)
    if field is not None and isinstance(field.validation_alias, str):
        return field.validation_alias
    return f"{settings.model_config.get('env_prefix', '')}{name}".upper()


def _line(settings: type[BaseSettings], loc: tuple[int | str, ...], message: str) -> str:
    name = str(loc[0]) if loc else ""
    return f"{name if name.startswith(PREFIX) else variable(settings, name)}: {message}"


def _named_in(settings: type[BaseSettings], text: str) -> str:
    return next((name for name in settings.model_fields if f'"{name}"' in text), "settings")


def _masked(value: object) -> object:
    match value:
        case SecretStr():
            return str(value)
        case Path():
            return str(value)
        case str() if "://" in value:
            return ",".join(map(mask_url, addresses.split(value)))  # of a cluster each
        case _:
            return value


def mask_url(url: str) -> str:
    """Return the URL with its password, if any, as ``***``."""
    parts = urlsplit(url)
    if parts.password is None:
        return url
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{parts.username or ''}:***@{host}"))
