"""Teamtailor: a form put into a frame of the posting, consent with a hidden twin, sent by an input of the browser."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.questions import AUTHORIZED, MOTIVATION, PRIVACY, SPONSORSHIP, YES_NO

_ANSWER = "candidate[answers_attributes][{}][{}]"

SHAPE = Shape(
    name="teamtailor",
    title="Teamtailor",
    description="A form in a turbo frame, hidden twins of its boxes, a drop zone",
    native=True,
    thanks="thanks/6f1c",
    pages=(
        page(
            "Application",
            (
                "Fill in your details",
                (
                    ask("candidate[first_name]", "First name"),
                    ask("candidate[last_name]", "Last name"),
                    ask("candidate[email]", "Email", ControlKind.EMAIL),
                    ask("candidate[phone]", "Phone", ControlKind.TEL),
                    ask("candidate[resume]", "Resume", ControlKind.FILE),
                ),
            ),
            (
                "Questions",
                (
                    replace(MOTIVATION, name=_ANSWER.format(0, "text")),
                    replace(AUTHORIZED, name=_ANSWER.format(1, "boolean"), choices=YES_NO),
                    replace(SPONSORSHIP, name=_ANSWER.format(2, "boolean"), choices=YES_NO),
                    replace(PRIVACY, name="candidate[consent_given]"),
                ),
            ),
        ),
    ),
)
