"""JazzHR: the form is on the posting's page, a file needs a choice to upload one first, and a link sends it all."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.questions import AUTHORIZED, SPONSORSHIP

SHAPE = Shape(
    name="jazzhr",
    title="JazzHR",
    description="The form on the posting, sent by a link",
    on_posting=True,
    native=True,
    thanks="confirmation",
    pages=(
        page(
            "Apply",
            (
                "Apply for this position",
                (
                    ask("resumator-firstname-value", "First Name"),
                    ask("resumator-lastname-value", "Last Name"),
                    ask("resumator-email-value", "Email Address", ControlKind.EMAIL),
                    ask("resumator-phone-value", "Phone", ControlKind.TEL),
                    ask("resumator-city-value", "City"),
                    ask("resumator-postal-value", "Postal Code"),
                    ask("resumator-linkedin-value", "LinkedIn", ControlKind.URL, required=False),
                    ask("resumator-resume-value", "Resume", ControlKind.FILE),
                    replace(AUTHORIZED, name="resumator-questionnaire[1]", kind=ControlKind.SELECT),
                    replace(SPONSORSHIP, name="resumator-questionnaire[2]", kind=ControlKind.SELECT),
                ),
            ),
        ),
    ),
)
