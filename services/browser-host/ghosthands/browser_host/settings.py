"""The settings of browser-host."""

from __future__ import annotations

import socket
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from ghosthands.browser_host.operation import OperationLimits
from ghosthands.browser_host.page import Pace
from ghosthands.chassis import networks, settings
from ghosthands.chassis.grants import PLATE
from ghosthands.domain.job import Band
from ghosthands.messaging.wire.subjects import AGAIN


def _hostname() -> str:
    return socket.gethostname() or "local"


class OnStop(StrEnum):
    """The treatment of the browsers when the host is told to stop."""

    #: leave them running; the next host of this name adopts them
    HAND_OVER = "hand_over"
    CLOSE = "close"


class Settings(settings.BaseSettings):
    """The settings of one browser host: how many browsers it runs, where they keep their data, what they may visit."""

    model_config = settings.own_prefix("browser-host")

    #: GHOSTHANDS_BROWSER_HOST_HOST: unique among hosts; a successor of the same name adopts this one's browsers
    host: str = Field(default_factory=_hostname, min_length=1)
    #: GHOSTHANDS_BROWSER_HOST_SLOTS: browsers at once
    slots: int = Field(4, ge=1)
    #: GHOSTHANDS_BROWSER_HOST_PER_SITE: browsers at once on one site
    per_site: int = Field(2, ge=1)
    #: GHOSTHANDS_BROWSER_HOST_SPARE_BROWSERS: started ahead for sessions to come; none said: one from 4 GiB memory on
    spare_browsers: int | None = Field(None, ge=0)
    #: GHOSTHANDS_BROWSER_HOST_REPLACE_SPARES: start another one for each that a session got
    replace_spares: bool = True
    #: GHOSTHANDS_BROWSER_HOST_HEADED: show every browser's window; a job may ask for its own
    headed: bool = False
    #: GHOSTHANDS_BROWSER_HOST_DESKTOP: visible browsers each on a desktop of their own, which live views show
    desktop: bool = False
    #: GHOSTHANDS_BROWSER_HOST_LIVE: serve live views; each is turned off and on with `ghosthands live`
    live: bool = True
    #: GHOSTHANDS_BROWSER_HOST_LIVE_HOST: where from they can be reached; nobody gets in without a signed link
    live_host: str = "127.0.0.1"
    #: GHOSTHANDS_BROWSER_HOST_LIVE_PORT: 0: any free one
    live_port: int = Field(0, ge=0, le=65535)
    #: GHOSTHANDS_BROWSER_HOST_LIVE_URL: how links begin where something stands before it: https://live.example.com
    live_url: str | None = None
    #: GHOSTHANDS_BROWSER_HOST_PACE: `human` fills field by field and key by key, with pauses
    pace: Pace = Pace.FAST
    #: GHOSTHANDS_BROWSER_HOST_BROWSERS_DIR: user data dirs; as root the browser's user must pass through to it
    browsers_dir: Path
    #: GHOSTHANDS_BROWSER_HOST_IDLE_SECONDS: how long a session may stand unused before it is closed
    idle_seconds: float = Field(300.0, gt=0)
    #: GHOSTHANDS_BROWSER_HOST_QUIET_SECONDS: how long an engine may show no sign of life
    quiet_seconds: float = Field(60.0, gt=0)
    #: GHOSTHANDS_BROWSER_HOST_OPERATION_SECONDS: how long one thing an engine does may take in all
    operation_seconds: float = Field(300.0, gt=0)
    #: GHOSTHANDS_BROWSER_HOST_SKETCHES: keep a small picture of each page that was filled, without its values
    sketches: bool = True
    #: GHOSTHANDS_BROWSER_HOST_ON_STOP: on SIGTERM; on SIGINT, which nobody takes over from, they are always closed
    on_stop: OnStop = OnStop.HAND_OVER
    #: GHOSTHANDS_BROWSER_HOST_LOGIN_DAYS: how long an applicant's logins are kept since they were last good; 0: not
    login_days: float = Field(30.0, ge=0)
    #: GHOSTHANDS_BROWSER_HOST_OPERATOR_PORTS: comma-separated ports of this machine where users' browsers may be driven
    operator_ports: settings.Names = ()
    #: GHOSTHANDS_BROWSER_HOST_OPERATOR_HOSTS: comma-separated hosts beside this one whose users' browsers may be driven
    operator_hosts: networks.HostList = frozenset()
    #: GHOSTHANDS_BROWSER_HOST_ADSPOWER_URL: of the Local API of the AdsPower on this machine, http://127.0.0.1:50325
    adspower_url: str | None = None
    #: GHOSTHANDS_BROWSER_HOST_ADSPOWER_API_KEY_FILE: holds the key of its security verification, and nothing else
    adspower_api_key_file: Path | None = None
    #: GHOSTHANDS_BROWSER_HOST_ADSPOWER_PROFILES: comma-separated ids of those that may be used; none: all
    adspower_profiles: settings.Names = ()
    #: GHOSTHANDS_BROWSER_HOST_ADSPOWER_PER_SECOND: calls AdsPower takes: 1, since 2.8.2.1 with its profiles 2, 5, 10
    adspower_per_second: float = Field(1.0, gt=0)
    #: GHOSTHANDS_BROWSER_HOST_ADSPOWER_COOLDOWN_SECONDS: how long an AdsPower profile rests between two sessions
    adspower_cooldown_seconds: float = Field(10.0, ge=0)
    #: GHOSTHANDS_BROWSER_HOST_ADSPOWER_WARM: keep one free AdsPower profile open for the next session
    adspower_warm: bool = False
    #: GHOSTHANDS_ALLOWED_PRIVATE_HOSTS: comma-separated, shared with job-intake
    allowed_private_hosts: networks.HostList = settings.shared("ALLOWED_PRIVATE_HOSTS", frozenset())

    @field_validator("host")
    @classmethod
    def _is_no_band(cls, host: str) -> str:
        """Refuse a host name that equals a queue's name, as both stand at the same place of a command's subject."""
        if host in (AGAIN, *Band):
            raise ValueError(f"a host may not be called {', '.join((AGAIN, *Band))}: those are queues")
        return host

    @field_validator("adspower_url")
    @classmethod
    def _is_an_address(cls, url: str | None) -> str | None:
        parts = urlsplit(url or "")
        if url is not None and not (parts.scheme in ("http", "https") and parts.hostname):
            raise ValueError("write an address like http://127.0.0.1:50325")
        return url

    @property
    def limits(self) -> OperationLimits:
        """The limits of what an engine does."""
        return OperationLimits(self.quiet_seconds, self.operation_seconds)

    @property
    def user_data_root(self) -> Path:
        """The folder that the browsers' user data dirs lie in."""
        return self.browsers_dir.absolute()

    @property
    def driver_folder(self) -> Path:
        """The folder for what is temporary of Playwright's driver."""
        return self.user_data_root / "driver"

    @property
    def live_plate(self) -> Path:
        """The file that says where live views are served, and has the key to them."""
        return self.user_data_root / PLATE
