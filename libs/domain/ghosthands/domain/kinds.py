"""The types of job, the modes of version 1, and a request's affinity to a host."""

from __future__ import annotations

from enum import StrEnum

from ghosthands.domain.codes import Code, JobFailure


class JobType(StrEnum):
    """The types of job, by what is wanted of them."""

    #: an application, sent once
    APPLY = "apply"
    #: a page's data, in the shape of a JSON schema
    SCRAPE = "scrape"
    #: a form that is filled and not sent
    FILL_FORM = "fill_form"
    #: a task in words; nothing is ever sent for it
    CUSTOM = "custom"


class WorkMode(StrEnum):
    """The ways in which version 1 works a page."""

    #: an engine does all of it, asking a model
    AI = "ai"
    #: a manual's steps, and nothing else
    COOKBOOK = "cookbook"
    #: a manual's steps as far as they go, and then an engine
    HYBRID = "hybrid"


class Affinity(StrEnum):
    """The strength of a request's preference for the browser-host it names."""

    #: that host or none
    STRICT = "strict"
    #: that host if it has a free slot soon, else any
    PREFERRED = "preferred"
    ANY = "any"


class ModeReason(Code):
    """The reason for a job of version 1 to go on in another mode than requested."""

    NOTHING_TO_WORK_BY = "nothing_to_work_by", "there is neither a manual for it nor a model, so it runs as version 2"
    NO_MANUAL = JobFailure.NO_MANUAL
    MANUAL_FAILED = JobFailure.MANUAL_FAILED
