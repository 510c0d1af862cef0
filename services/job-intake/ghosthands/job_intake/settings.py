"""Job-intake's settings."""

from __future__ import annotations

from pydantic import Field

from ghosthands.chassis import networks, settings
from ghosthands.chassis.keeping import Keeping


class Settings(Keeping):
    """The addresses of resumes, the private hosts that may be applied to, and the default version of a job."""

    model_config = settings.own_prefix("job-intake")

    #: GHOSTHANDS_JOB_INTAKE_STORAGE_URL: what a resume's `storage_path` or `s3_key` is relative to; none by default
    storage_url: str | None = None
    #: GHOSTHANDS_JOB_INTAKE_ENGINE_VERSION: 1 or 2, of a request that names neither a version nor a mode
    engine_version: int = Field(1, ge=1, le=2)
    #: GHOSTHANDS_ALLOWED_PRIVATE_HOSTS: comma-separated, shared with browser-host
    allowed_private_hosts: networks.HostList = settings.shared("ALLOWED_PRIVATE_HOSTS", frozenset())
