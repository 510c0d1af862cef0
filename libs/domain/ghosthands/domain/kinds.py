"""What is wanted of a job, and the ways in which version 1 works a form."""

from __future__ import annotations

from enum import StrEnum

from ghosthands.domain.codes import Code, JobFailure


class JobType(StrEnum):
    """The types of job, by what is wanted of them."""

    #: an application, sent once
    APPLY = "apply"
    #: what a page says, in the shape of a JSON schema
    SCRAPE = "scrape"
    #: a form filled, and not sent
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
    """How much a request wants the browser-host that it names."""

    #: that one, or none
    STRICT = "strict"
    #: that one while it has a free slot soon, else any
    PREFERRED = "preferred"
    ANY = "any"


class ModeReason(Code):
    """Why a job of version 1 goes on otherwise than it was asked to."""

    NOTHING_TO_WORK_BY = "nothing_to_work_by", "there is neither a manual for it nor a model, so it runs as version 2"
    NO_MANUAL = JobFailure.NO_MANUAL
    MANUAL_FAILED = JobFailure.MANUAL_FAILED
