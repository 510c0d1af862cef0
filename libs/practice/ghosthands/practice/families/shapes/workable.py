"""Workable: one page without an account; choices are boxes with hidden radios, and a taken resume leaves its input."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.places import COUNTRIES
from ghosthands.practice.questions import AUTHORIZED, MOTIVATION, PRIVACY, SPONSORSHIP, WORK_MODE

SHAPE = Shape(
    name="workable",
    title="Workable",
    description="One page behind its posting, choices drawn as boxes, thanks in the form's place",
    pages=(
        page(
            "Application",
            (
                "Personal information",
                (
                    ask("firstname", "First name"),
                    ask("lastname", "Last name"),
                    ask("email", "Email", ControlKind.EMAIL),
                    ask("phone", "Phone", ControlKind.TEL),
                    ask("headline", "Headline", required=False),
                    ask("CA_100", "Country", ControlKind.SELECT, COUNTRIES),
                ),
            ),
            ("Profile", (ask("resume", "Resume", ControlKind.FILE),)),
            (
                "Details",
                (
                    replace(MOTIVATION, name="QA_201"),
                    replace(AUTHORIZED, name="QA_202"),
                    replace(SPONSORSHIP, name="QA_203"),
                    replace(WORK_MODE, name="QA_204"),
                    replace(PRIVACY, name="gdpr"),
                ),
            ),
        ),
    ),
)
