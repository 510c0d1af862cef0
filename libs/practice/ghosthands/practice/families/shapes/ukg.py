"""UKG Pro Recruiting: fields and the button that sends them are components, each with an open shadow root."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.questions import AUTHORIZED, PRIVACY, SOURCE, SPONSORSHIP

SHAPE = Shape(
    name="ukg",
    title="UKG Pro Recruiting",
    description="Everything is a component with an open shadow root, the way on too",
    pages=(
        page(
            "Opportunity apply",
            ("Resume", (ask("resume", "Resume", ControlKind.FILE),)),
            (
                "Contact information",
                (
                    ask("FirstName", "First name"),
                    ask("FamilyName", "Last name"),
                    ask("Email", "Email address", ControlKind.EMAIL),
                    ask("PhoneNumber", "Phone number", ControlKind.TEL),
                    ask("City", "City"),
                    ask("ZipCode", "Postal code"),
                ),
            ),
            (
                "Questions",
                (
                    replace(AUTHORIZED, name="Question1"),
                    replace(SPONSORSHIP, name="Question2"),
                    replace(SOURCE, name="Source"),
                    replace(PRIVACY, name="Acknowledge"),
                ),
            ),
        ),
    ),
)
