"""Hitl-gateway's settings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr

from ghosthands.chassis import networks, settings

#: As many characters as the secret of users' tokens has. A shorter one may be found out by whoever receives a callback:
#: its signature tells which guess is right.
_LEAST_SECRET = 32


def _smtp(url: SecretStr) -> SecretStr:
    parts = urlsplit(url.get_secret_value())
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ValueError("should be smtp://user:password@host:port, or smtps")
    return url


class Settings(settings.BaseSettings):
    """The addresses, secrets, receivers and limits of HTTP, callbacks and notifications."""

    model_config = settings.own_prefix("hitl-gateway")

    #: GHOSTHANDS_HITL_GATEWAY_SLOTS: events for statuses, and humans' messages, handled at once, of each as many
    slots: int = Field(8, ge=1)
    http_host: str = settings.shared("HTTP_HOST", "127.0.0.1")
    #: 3100 is where VALET looks; 0: any free port, which is logged
    http_port: int = Field(default=3100, ge=0, le=65535, validation_alias="GHOSTHANDS_HTTP_PORT")
    #: the port of the worker routes, which need no key, at the same host
    worker_port: int = Field(default=3101, ge=0, le=65535, validation_alias="GHOSTHANDS_WORKER_PORT")
    #: the public address of the console, where a proxy is in front of it
    http_url: str | None = settings.shared("HTTP_URL", None)
    #: the folder of the browser-host on this machine, whose live views can be taken over
    browsers_dir: Path | None = None
    #: authenticates VALET to us and us to VALET; the variable has VALET's own name
    service_secret: SecretStr | None = Field(default=None, validation_alias="GH_SERVICE_SECRET")
    service_secret_file: Path | None = Field(default=None, validation_alias="GH_SERVICE_SECRET_FILE")
    #: signs the tokens (HS256) of VALET's users; without one none is taken
    user_token_secret: Annotated[SecretStr, Field(min_length=_LEAST_SECRET)] | None = settings.shared(
        "HTTP_USER_TOKEN_SECRET", None
    )
    #: the limit of each of VALET's users; VALET itself has none
    user_calls_per_minute: int = Field(default=120, ge=1, validation_alias="GHOSTHANDS_HTTP_USER_CALLS_PER_MINUTE")
    #: GHOSTHANDS_ALLOWED_PRIVATE_HOSTS: every page reaches them, so callbacks may go there too
    allowed_private_hosts: networks.HostList = settings.shared("ALLOWED_PRIVATE_HOSTS", frozenset())
    #: GHOSTHANDS_HITL_GATEWAY_CALLBACK_HOSTS: VALET's hosts, comma-separated: callbacks to them alone have the service
    #: key, and go there though they are private
    callback_hosts: networks.HostList = frozenset()
    #: GHOSTHANDS_HITL_GATEWAY_CALLBACKS_PER_MINUTE: to one receiver
    callbacks_per_minute: int = Field(100, ge=5)
    #: GHOSTHANDS_HITL_GATEWAY_NOTIFY_URL: a webhook for notices of jobs that wait for a human
    notify_url: SecretStr | None = None
    #: GHOSTHANDS_HITL_GATEWAY_NOTIFY_EMAIL: comma-separated, the receivers of notices by e-mail
    notify_email: settings.Names = ()
    #: GHOSTHANDS_HITL_GATEWAY_NOTIFY_AFTER_SECONDS: a request answered before that causes no notice
    notify_after_seconds: float = Field(15.0, ge=0)
    #: GHOSTHANDS_HITL_GATEWAY_SMTP_URL: `smtp://user:password@host:port`, or `smtps`
    smtp_url: Annotated[SecretStr, AfterValidator(_smtp)] | None = None
    #: GHOSTHANDS_HITL_GATEWAY_SMTP_FROM
    smtp_from: str = "ghosthands@localhost"

    def address(self) -> str:
        """Return the public address, if set, else the one on this machine."""
        return self.http_url or f"http://{self.http_host}:{self.http_port}"

    def secret(self) -> str:
        """Return the service secret; empty where none is set. Raises SettingsInvalid where its file cannot be read."""
        if self.service_secret is not None and self.service_secret.get_secret_value():
            return self.service_secret.get_secret_value()
        if self.service_secret_file is None:
            return ""
        try:
            return self.service_secret_file.read_text().strip()
        except (OSError, UnicodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "no text"
            raise settings.SettingsInvalid([f"GH_SERVICE_SECRET_FILE: cannot be read ({reason})"]) from None

    def list_doubtful(self) -> Sequence[str]:
        """Return that the service secret can be guessed, if one is set and can be. Raises SettingsInvalid."""
        is_set, is_named = self.service_secret and self.service_secret.get_secret_value(), self.service_secret_file
        if not (is_set or is_named) or len(self.secret()) >= _LEAST_SECRET:
            return []
        variable = "GH_SERVICE_SECRET" if is_set else "GH_SERVICE_SECRET_FILE"
        short = f"has fewer than {_LEAST_SECRET} characters: whoever receives a callback may guess it"
        return [f"{variable} {short} (openssl rand -hex 32 makes one)"]
