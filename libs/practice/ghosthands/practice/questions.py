"""Questions that more than one family asks, and their options."""

from __future__ import annotations

from ghosthands.practice.form import Choice, ControlKind, Field

YES_NO = (Choice("yes", "Yes"), Choice("no", "No"))

DECLINE = "I don't wish to answer"

#: required, and answered by no profile
UNKNOWN = Field(name="parrot", label="What is the favourite colour of this team's parrot?", required=True)


def number_choices(*labels: str) -> tuple[Choice, ...]:
    """Return options whose values are their numbers, as most form builders number them."""
    return tuple(Choice(str(number), label) for number, label in enumerate(labels, start=1))


#: questions of most families, each under a name of its own
AUTHORIZED = Field(
    name="authorized",
    label="Are you legally authorized to work in the country in which this job is located?",
    kind=ControlKind.RADIO,
    required=True,
    choices=YES_NO,
)
SPONSORSHIP = Field(
    name="sponsorship",
    label="Will you now or in the future require sponsorship for employment visa status?",
    kind=ControlKind.RADIO,
    required=True,
    choices=YES_NO,
)
SOURCE = Field(
    name="source",
    label="How did you hear about this job?",
    kind=ControlKind.SELECT,
    required=True,
    choices=number_choices("LinkedIn", "Company website", "Job board", "A friend or colleague", "Other"),
)
WORK_MODE = Field(
    name="work_mode",
    label="How would you prefer to work?",
    kind=ControlKind.RADIO,
    required=True,
    choices=number_choices("On-site", "Hybrid", "Remote"),
)
MOTIVATION = Field(
    name="motivation", label="Why would you like to work with us?", kind=ControlKind.TEXTAREA, required=True
)
PRIVACY = Field(
    name="privacy",
    label="I have read the privacy notice and agree that my data is processed for this application.",
    kind=ControlKind.CHECKBOX,
    required=True,
)

#: questions for applications in the United States
VETERAN = Field(
    name="veteran",
    label="Veteran Status",
    kind=ControlKind.SELECT,
    choices=number_choices(
        "I am not a protected veteran",
        "I identify as one or more of the classifications of a protected veteran",
        DECLINE,
    ),
)
HISPANIC = Field(
    name="hispanic",
    label="Are you Hispanic/Latino?",
    kind=ControlKind.SELECT,
    choices=number_choices("Yes", "No", DECLINE),
)
DISABILITY = Field(
    name="disability",
    label="Disability Status",
    kind=ControlKind.SELECT,
    choices=number_choices(
        "Yes, I have a disability, or have had one in the past",
        "No, I do not have a disability and have not had one in the past",
        DECLINE,
    ),
)
