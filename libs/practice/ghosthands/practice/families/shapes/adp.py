"""ADP Workforce Now: form groups of web components' classes, one footer button that is "Next" and then "Submit"."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.questions import AUTHORIZED, DISABILITY, SPONSORSHIP, VETERAN, YES_NO

SHAPE = Shape(
    name="adp",
    title="ADP Workforce Now",
    description="Steps in a container, with one footer button for all of them",
    pages=(
        page(
            "Your information",
            (
                "Your Information",
                (
                    ask("firstName", "First Name"),
                    ask("lastName", "Last Name"),
                    ask("email", "Email Address", ControlKind.EMAIL),
                    ask("phone", "Phone Number", ControlKind.TEL),
                    ask("resume", "Resume", ControlKind.FILE),
                ),
            ),
        ),
        page(
            "Questions",
            (
                "Questions",
                (
                    replace(AUTHORIZED, name="question-1", choices=YES_NO),
                    replace(SPONSORSHIP, name="question-2", choices=YES_NO),
                ),
            ),
        ),
        page("Voluntary", ("Voluntary Self-Identification", (VETERAN, DISABILITY))),
    ),
)
