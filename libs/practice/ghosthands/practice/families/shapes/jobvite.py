"""Jobvite: consent first, then two steps; the input for the resume is outside of its question."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.places import COUNTRIES
from ghosthands.practice.questions import AUTHORIZED, SOURCE, SPONSORSHIP

SHAPE = Shape(
    name="jobvite",
    title="Jobvite",
    description="A gate of consent, steps with a hidden last button, a file input outside of its form",
    pages=(
        page("Consent", ("Before you start", (ask("country", "Country", ControlKind.SELECT, COUNTRIES),))),
        page(
            "Personal information",
            (
                "Personal Information",
                (
                    ask("jv-field-yyHF", "First Name"),
                    ask("jv-field-yyHG", "Last Name"),
                    ask("jv-field-yyHE", "Email", ControlKind.EMAIL),
                    ask("jv-field-yyHJ", "Phone", ControlKind.TEL),
                    ask("jv-field-yyHL", "City"),
                ),
            ),
            ("Resume", (ask("resume", "Resume", ControlKind.FILE),)),
        ),
        page(
            "Questions",
            (
                "Questions",
                (
                    replace(AUTHORIZED, name="jv-field-q1"),
                    replace(SPONSORSHIP, name="jv-field-q2"),
                    replace(SOURCE, name="jv-field-q3"),
                ),
            ),
        ),
    ),
)
