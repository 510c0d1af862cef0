"""Greenhouse's classic boards, which embeds still show: Select2 over selects, a place to be picked, one POST."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.questions import AUTHORIZED, PRIVACY, SOURCE, SPONSORSHIP

_ANSWERS = "job_application[answers_attributes][{}][boolean_value]"

SHAPE = Shape(
    name="greenhouse_classic",
    of="greenhouse",
    title="Greenhouse, classic",
    description="The older boards: Select2 over selects, one POST by the browser",
    on_posting=True,
    native=True,
    thanks="confirmation",
    pages=(
        page(
            "Apply for this Job",
            (
                "Apply for this Job",
                (
                    ask("job_application[first_name]", "First Name"),
                    ask("job_application[last_name]", "Last Name"),
                    ask("job_application[email]", "Email", ControlKind.EMAIL),
                    ask("job_application[phone]", "Phone", ControlKind.TEL),
                    ask("job_application[location]", "Location", ControlKind.COMBOBOX),
                    ask("job_application[resume]", "Resume/CV", ControlKind.FILE),
                    ask("job_application[urls][LinkedIn]", "LinkedIn Profile", ControlKind.URL, required=False),
                ),
            ),
            (
                "Questions",
                (
                    replace(AUTHORIZED, name=_ANSWERS.format(0), kind=ControlKind.SELECT),
                    replace(SPONSORSHIP, name=_ANSWERS.format(1), kind=ControlKind.SELECT),
                    replace(SOURCE, name=_ANSWERS.format(2)),
                    replace(PRIVACY, name="job_application[data_compliance][gdpr_consent_given]"),
                ),
            ),
        ),
    ),
)
