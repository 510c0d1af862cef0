"""VALET's `job.requested`, `job.cancel` and `job.retry` as its contract defines them, with their limits."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
import pydantic
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, HttpUrl
from pydantic_core import PydanticCustomError

from ghosthands.contract import resume_file
from ghosthands.contract.body import MAX_TEXT, Invalid, Tenant, read
from ghosthands.contract.browser import PROVIDERS, BrowserMode, checked_address
from ghosthands.contract.credentials import DomainCredentials
from ghosthands.contract.misfits import EMAIL_PATTERN
from ghosthands.contract.shape import find_fault
from ghosthands.domain.asked_models import NANO
from ghosthands.domain.budget import Limits
from ghosthands.domain.codes import RequestFault
from ghosthands.domain.human import Review
from ghosthands.domain.job import Band, Reason
from ghosthands.domain.kinds import Affinity, JobType, WorkMode
from ghosthands.domain.provider import ProviderName

#: the most bytes of a decoded resume
MAX_RESUME_BYTES = 5 * 1024 * 1024
#: the most bytes of a whole request, including its resume
MAX_REQUEST_BYTES = 7_500_000
#: the most bytes of a request without its resume's content: the vault keeps them as one value
MAX_DATA_BYTES = 900_000
#: the most levels of nesting
MAX_DEPTH = 32
#: the most for one job
MAX_DOLLARS, MAX_TOKENS, MAX_CALLS = 100, 100_000_000, 10_000


#: a text that begins with a number below zero, with a hyphen or the sign itself
_NEGATIVE = re.compile(r"\s*[-\u2212]\d")

#: a value of `dry_run`: fields may look values up and upload files, and steps proven not to be the last are sent
DRY_STEPS = "steps"


def _says_how_dry(given: object) -> object:
    if isinstance(given, bool) or given == DRY_STEPS:
        return given
    raise ValueError(f'should be true, false or "{DRY_STEPS}"')


def _is_not_negative(given: float | str | None) -> float | str | None:
    if (isinstance(given, str) and _NEGATIVE.match(given)) or (isinstance(given, (int, float)) and given < 0):
        raise ValueError("should be 0 or more")
    return given


def _holds_no_login(url: HttpUrl) -> HttpUrl:
    if url.username is not None or url.password is not None:
        raise ValueError("should hold no user name and no password: leave them out, and give them as credentials")
    return url


Text = Annotated[str, Field(max_length=MAX_TEXT)]
#: an address that events contain, so it must not have a password
PageAddress = Annotated[HttpUrl, AfterValidator(_holds_no_login)]
#: the sender's id for something, without control characters
Id = Annotated[str, Field(min_length=1, max_length=255, pattern=r"^[^\x00-\x1f\x7f]+$")]
Name = Annotated[str, Field(min_length=1, max_length=200)]
#: an alias of the installation, or `provider/model`; for an unavailable one the answer names the one asked instead
ModelName = Annotated[str, Field(max_length=200, pattern=r"^[A-Za-z0-9][A-Za-z0-9._:@-]*(/[A-Za-z0-9._:@-]+)*$")]
#: the platforms that we know and those that VALET names
Platform = Literal[
    "greenhouse", "workday", "linkedin", "lever", "icims", "taleo", "smartrecruiters", "ashby", "successfactors",
    "workable", "oracle", "bamboohr", "ukg", "jazzhr", "recruitee", "teamtailor", "personio", "breezy", "jobvite",
    "adp", "amazon", "other",
]  # fmt: skip
#: the sender's own word, by which it finds its jobs again
Tag = Annotated[str, Field(min_length=1, max_length=100)]
ExecutionMode = Literal["auto", "ai_only", "cookbook_only", "hybrid", "smart_apply", "agent_apply", "mastra"]

#: the contract's modes that version 1 has; the others are version 2's
_WORK_MODES: Mapping[str, WorkMode] = {
    "auto": WorkMode.HYBRID,
    "hybrid": WorkMode.HYBRID,
    "ai_only": WorkMode.AI,
    "cookbook_only": WorkMode.COOKBOOK,
}


#: the types of job that come without a profile
FORMLESS = ("scrape", "custom")
#: the types with the same names here; the contract's other names mean an application
_JOB_TYPES = frozenset(one.value for one in JobType)


class Open(BaseModel):
    """A part of the request that may have fields beyond the contract; they are stored with it."""

    model_config = ConfigDict(extra="allow", frozen=True, hide_input_in_errors=True)


class Location(Open):
    """The applicant's address."""

    city: Text | None = None
    state: Text | None = None
    country: Text | None = None
    zip: Text | None = None


class Education(Open):
    """A degree of the applicant's, and where it was earned."""

    institution: Text | None = None
    degree: Text | None = None
    field: Text | None = None
    graduation_year: int | str | None = None


class Work(Open):
    """A position that the applicant held."""

    company: Text | None = None
    title: Text | None = None
    start_date: Text | None = None
    end_date: Text | None = None
    description: Annotated[str, Field(max_length=2000)] | None = None


class Facts(Open):
    """Facts that the applicant states once, and from which answers follow.

    None of them is refused: a fact in another shape answers nothing.
    """

    work_permission: Annotated[Any, Field(description="by country: citizen, permanent, permit, needs sponsorship")] = (
        None
    )
    citizenships: Annotated[Any, Field(description="countries")] = None
    years: Annotated[Any, Field(description="of experience, by skill")] = None
    languages: Annotated[Any, Field(description="levels by language: B1, fluent, native")] = None
    licences: Annotated[Any, Field(description="true or false by name")] = None
    driving_licence: Annotated[Any, Field(description="true, false, or the classes held")] = None
    own_transport: Any = None
    weekends: Any = None
    overtime: Any = None
    night_shifts: Any = None
    travel: Annotated[Any, Field(description="percent of the time, at most")] = None
    relatives: Annotated[Any, Field(description="false, or the employers that relatives work at")] = None


class ApplicantProfile(Open):
    """The applicant. Fields beyond the contract (`eeo`, `pronouns`, `notice_period`, …) are accepted as they are.

    No field is required: a human is asked for what a form requires and nobody gave.
    """

    first_name: Name | None = None
    last_name: Name | None = None
    email: Annotated[str | None, Field(min_length=3, max_length=320, pattern=EMAIL_PATTERN)] = None
    phone: Text | None = None
    linkedin_url: Text | None = None
    portfolio_url: Text | None = None
    location: Location | None = None
    work_authorization: Text | None = None
    salary_expectation: Annotated[Text | int | float | None, AfterValidator(_is_not_negative)] = None
    years_of_experience: Annotated[int | float | Text | None, AfterValidator(_is_not_negative)] = None
    education: Annotated[list[Education], Field(max_length=10)] = []
    work_history: Annotated[list[Work], Field(max_length=20)] = []
    skills: Annotated[list[Text], Field(max_length=100)] = []
    facts: Annotated[Facts | Any, Field(description="what is no object states nothing")] = None


class Resume(Open):
    """The resume: its bytes, or an address to fetch it from."""

    content_base64: str | None = None
    file_name: Annotated[str, Field(min_length=1, max_length=255, pattern=r"^[^/\\\x00-\x1f]+$")] = "resume.pdf"
    media_type: Annotated[str, Field(pattern=r"^[\w.+-]+/[\w.+-]+$", max_length=100)] = "application/pdf"
    download_url: HttpUrl | None = None
    storage_path: Text | None = None
    s3_key: Text | None = None

    @pydantic.model_validator(mode="after")
    def _names_a_source(self) -> Resume:
        if not any((self.content_base64, self.download_url, self.storage_path, self.s3_key)):
            raise ValueError("give content_base64, download_url, storage_path or s3_key")
        return self

    def content(self) -> bytes | None:
        """Return the bytes that came with the request; None if they must be fetched. Raises ValueError."""
        if self.content_base64 is None:
            return None
        try:
            return base64.b64decode(self.content_base64, validate=True)
        except binascii.Error:
            raise ValueError("content_base64 is not base64") from None

    def name_file(self, data: bytes) -> tuple[str, str]:
        """Return the file name for these bytes, and their media type. Raises NotADocument."""
        name = self.file_name if "file_name" in self.model_fields_set else None
        return resume_file.name_file(data, name, self.media_type)


class OwnBudget(BaseModel):
    """The job's own limits on the use of models, which replace those of its quality."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, hide_input_in_errors=True)

    usd: Annotated[float, Field(ge=0, le=MAX_DOLLARS, allow_inf_nan=False)] | None = None
    tokens: Annotated[int, Field(ge=0, le=MAX_TOKENS)] | None = None
    calls: Annotated[int, Field(ge=0, le=MAX_CALLS)] | None = None

    @pydantic.model_validator(mode="after")
    def _limits_anything(self) -> OwnBudget:
        if (self.usd, self.tokens, self.calls) == (None, None, None):
            raise ValueError("give usd, tokens or calls")
        return self

    @property
    def limits(self) -> Limits:
        """The budget as limits of a ledger, which counts billionths of a dollar."""
        return Limits(
            nano_usd=None if self.usd is None else round(self.usd * NANO), tokens=self.tokens, calls=self.calls
        )


class JobRequest(Open):
    """The body of `job.requested`."""

    tenant: Tenant = "valet"
    valet_task_id: Id
    valet_user_id: UUID
    target_url: PageAddress
    job_type: Literal["apply", "smart_apply", "workday_apply", "scrape", "fill_form", "custom"] = "apply"
    #: in words: what to do, or what to read from the page
    task_description: Annotated[str | None, Field(min_length=1, max_length=1000)] = None
    #: the JSON Schema of the extracted data, which are validated by it
    output_schema: Annotated[dict[str, Any] | None, Field(validate_default=True)] = None
    platform: Platform | None = None
    resume: Resume | None = None
    profile: Annotated[ApplicantProfile | None, Field(validate_default=True)] = None
    qa_answers: Annotated[dict[Text, Text], Field(max_length=500)] = {}
    credentials: Annotated[list[DomainCredentials], Field(max_length=50)] = []
    callback_url: HttpUrl | None = None
    quality: Literal["speed", "balanced", "quality"] = "balanced"
    priority: Annotated[int, Field(ge=1, le=10)] = 5
    timeout_seconds: Annotated[int, Field(ge=30, le=3600)] = 300
    #: the time a human has to answer each request: up to seven days
    human_timeout_seconds: Annotated[int, Field(ge=1, le=7 * 24 * 3600)] = 300
    #: attempts after the first, if that one fails for a temporary reason
    max_retries: Annotated[int, Field(ge=0, le=10)] = 3
    #: the job begins no earlier than this
    scheduled_at: pydantic.AwareDatetime | None = None
    idempotency_key: Id | None = None
    #: returned with each status
    metadata: dict[str, Any] = {}
    tags: Annotated[list[Tag], Field(max_length=20)] = []
    #: a browser-host's name or id
    target_worker_id: Id | None = None
    worker_affinity: Affinity = Affinity.PREFERRED
    #: asked on the job's behalf instead of the preset's models; the second if an engine needs pictures
    model: ModelName | None = None
    image_model: ModelName | None = None
    #: what the job does once its budget for models is spent and something is still open
    on_budget: Literal["ask", "end"] = "ask"
    budget: OwnBudget | None = None
    execution_mode: ExecutionMode = "auto"
    #: by default the installation's
    engine_version: Annotated[int | None, Field(ge=1, le=2)] = None
    #: apply again to a posting that the person's application was already sent to, unless one is still going on
    allow_duplicate: bool = False
    dry_run: Annotated[bool | Literal["steps"], BeforeValidator(_says_how_dry)] = False
    #: whether a human reads a model's drafts before they are used
    review: Review = Review.BEFORE_SUBMIT
    headed: bool = False
    browser_mode: BrowserMode = "server"
    #: the address of the user's own browser; whoever has it controls the browser
    cdp_url: Annotated[str | None, Field(max_length=2048, repr=False, validate_default=True)] = None

    @pydantic.field_validator("cdp_url")
    @classmethod
    def _fits_the_mode(cls, cdp_url: str | None, info: pydantic.ValidationInfo) -> str | None:
        return checked_address(cdp_url, info.data["browser_mode"]) if "browser_mode" in info.data else cdp_url

    @pydantic.field_validator("profile")
    @classmethod
    def _fits_the_job(cls, profile: ApplicantProfile | None, info: pydantic.ValidationInfo) -> ApplicantProfile | None:
        if profile is None and info.data.get("job_type") not in FORMLESS:
            raise PydanticCustomError("missing", "Field required")
        return profile

    @pydantic.field_validator("output_schema")
    @classmethod
    def _is_usable(cls, schema: dict[str, Any] | None, info: pydantic.ValidationInfo) -> dict[str, Any] | None:
        if schema is None and info.data.get("job_type") == "scrape":
            raise PydanticCustomError("missing", "Field required")
        if schema is not None and (fault := find_fault(schema)):
            raise ValueError(fault)
        return schema

    @pydantic.field_validator("credentials")
    @classmethod
    def _one_each(cls, credentials: list[DomainCredentials]) -> list[DomainCredentials]:
        if len({each.domain for each in credentials}) < len(credentials):
            raise ValueError("give credentials for a domain once")
        return credentials

    @property
    def inline_resume(self) -> str:
        """The base64 content of a resume that came with the request; empty if it must be fetched."""
        return (self.resume and self.resume.content_base64) or ""

    @property
    def wanted(self) -> JobType:
        """The type of the job; all of the contract's names for an application are the same."""
        return JobType(self.job_type) if self.job_type in _JOB_TYPES else JobType.APPLY

    def version(self, default: int) -> int:
        """Return the version that the request or its mode asks for; `default` if neither does."""
        if self.execution_mode not in _WORK_MODES:
            return 2
        return self.engine_version or (default if self.execution_mode == "auto" else 1)

    def work_mode(self, default: int) -> WorkMode | None:
        """Return the mode in which version 1 works the form; None for version 2."""
        return _WORK_MODES[self.execution_mode] if self.version(default) == 1 else None

    @property
    def provider(self) -> ProviderName:
        """The provider of the job's browser, by `browser_mode`."""
        return PROVIDERS[self.browser_mode]

    @property
    def band(self) -> Band:
        """The queue for this priority: 8–10 high, 4–7 normal, 1–3 low."""
        if self.priority >= 8:
            return Band.HIGH
        return Band.NORMAL if self.priority >= 4 else Band.LOW


def parse(body: Mapping[str, Any], *, size: int) -> JobRequest:
    """Validate a request that arrived as `size` bytes. Raises Invalid with every fault at once."""
    reasons: list[Reason] = []
    if size > MAX_REQUEST_BYTES:
        reasons.append(Reason("", RequestFault.OVERSIZE, f"a request may have at most {MAX_REQUEST_BYTES} bytes"))
    if is_deeper(body, MAX_DEPTH):
        raise Invalid(*reasons, Reason("", RequestFault.TOO_DEEP, f"a request may be nested {MAX_DEPTH} levels deep"))
    try:
        request = read(JobRequest, body)
    except Invalid as invalid:
        raise Invalid(*reasons, *invalid.reasons) from None
    if not reasons and len(msgspec.json.encode(body)) - len(request.inline_resume) > MAX_DATA_BYTES:
        reasons.append(
            Reason("", RequestFault.OVERSIZE, f"a request may have at most {MAX_DATA_BYTES} bytes beside its resume")
        )
    if reasons:
        raise Invalid(*reasons)
    return request


def is_deeper(value: object, levels: int) -> bool:
    """Whether the value is nested more than `levels` deep."""
    inner: Iterable[object] = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return levels < 0 or any(is_deeper(one, levels - 1) for one in inner)


class JobNamed(Open):
    """The body of `job.cancel` and `job.retry`: the job, by its id or by the key it was requested with."""

    model_config = ConfigDict(
        json_schema_extra={"anyOf": [{"required": ["job_id"]}, {"required": ["idempotency_key"]}]}
    )

    tenant: Tenant = "valet"
    job_id: UUID | None = None
    idempotency_key: Id | None = None
    #: for a cancel: the reason, if it is a code of ours; anything else is ignored
    reason: Annotated[str, Field(max_length=500)] = ""

    @pydantic.model_validator(mode="after")
    def _names_a_job(self) -> JobNamed:
        if self.job_id is None and self.idempotency_key is None:
            raise ValueError("give job_id or idempotency_key")
        return self
