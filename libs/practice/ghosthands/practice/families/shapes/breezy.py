"""Breezy: an AngularJS form with a honeypot, whose page holds hidden error messages in advance."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.questions import AUTHORIZED, MOTIVATION, SPONSORSHIP, YES_NO

SHAPE = Shape(
    name="breezy",
    title="Breezy",
    description="One AngularJS form, hidden complaints, a trap for robots",
    honeypot="hp_f81c",
    pages=(
        page(
            "Apply",
            (
                "Personal Details",
                (
                    ask("cName", "Full name"),
                    ask("cEmail", "Email address", ControlKind.EMAIL),
                    ask("cPhoneNumber", "Phone number", ControlKind.TEL),
                    ask("cResume", "Resume", ControlKind.FILE),
                    ask("cCoverLetter", "Cover letter", ControlKind.TEXTAREA, required=False),
                ),
            ),
            (
                "Questionnaire",
                (
                    replace(MOTIVATION, name="section_0_question_0"),
                    replace(AUTHORIZED, name="section_0_question_1", choices=YES_NO),
                    replace(SPONSORSHIP, name="section_0_question_2", kind=ControlKind.SELECT, choices=YES_NO),
                ),
            ),
        ),
    ),
)
