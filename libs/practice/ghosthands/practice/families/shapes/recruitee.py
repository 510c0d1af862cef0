"""Recruitee: one form recognised by its names, one-pixel radios behind drawn ones, thanks at another address."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.questions import AUTHORIZED, MOTIVATION, PRIVACY, SPONSORSHIP, YES_NO

_OPEN = "candidate.openQuestionAnswers.{}.{}"

SHAPE = Shape(
    name="recruitee",
    title="Recruitee",
    description="One form told by its names, radios behind drawings of theirs",
    thanks="applied",
    pages=(
        page(
            "Application",
            (
                "My information",
                (
                    ask("candidate.name", "Full name"),
                    ask("candidate.email", "Email address", ControlKind.EMAIL),
                    ask("candidate.phone", "Phone number", ControlKind.TEL),
                    ask("candidate.cv", "Resume", ControlKind.FILE),
                ),
            ),
            (
                "Questions",
                (
                    replace(MOTIVATION, name=_OPEN.format(7001, "content")),
                    replace(AUTHORIZED, name=_OPEN.format(7002, "flag"), choices=YES_NO),
                    replace(SPONSORSHIP, name=_OPEN.format(7003, "flag"), choices=YES_NO),
                ),
            ),
            ("Legal", (replace(PRIVACY, name="candidate.agreements.0.consent"),)),
        ),
    ),
)
