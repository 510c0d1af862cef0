"""Job-intake's settings."""

from __future__ import annotations

from ghosthands.chassis import networks, settings


class Settings(settings.BaseSettings):
    """Where resumes are fetched from and which private hosts may be applied to."""

    model_config = settings.own_prefix("job-intake")

    #: GHOSTHANDS_JOB_INTAKE_STORAGE_URL: what a resume's `storage_path` or `s3_key` is relative to; none by default
    storage_url: str | None = None
    #: GHOSTHANDS_ALLOWED_PRIVATE_HOSTS: comma-separated, shared with browser-host
    allowed_private_hosts: networks.HostList = settings.shared("ALLOWED_PRIVATE_HOSTS", frozenset())
