"""Personio: ids that name the questions, and a button that is grey until all required fields are filled."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.questions import AUTHORIZED, PRIVACY, YES_NO

SHAPE = Shape(
    name="personio",
    title="Personio",
    description="One page whose button is grey until everything required was answered",
    pages=(
        page(
            "Apply",
            (
                "Apply for this job",
                (
                    ask("first_name", "First name"),
                    ask("last_name", "Last name"),
                    ask("email", "Email", ControlKind.EMAIL),
                    ask("phone", "Phone", ControlKind.TEL),
                    ask("salary_expectations", "Salary expectations", required=False),
                    replace(AUTHORIZED, name="custom_attribute_88", kind=ControlKind.SELECT, choices=YES_NO),
                ),
            ),
            ("Documents", (ask("documents[cv]", "Resume", ControlKind.FILE),)),
            ("Privacy", (replace(PRIVACY, name="privacy_policy_acceptance"),)),
        ),
    ),
)
