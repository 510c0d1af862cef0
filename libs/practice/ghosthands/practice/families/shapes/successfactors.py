"""SuccessFactors: one long page of folded parts with ids full of colons, sent by a span that is a button."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.places import COUNTRIES
from ghosthands.practice.questions import AUTHORIZED, PRIVACY, SPONSORSHIP, YES_NO

SHAPE = Shape(
    name="successfactors",
    title="SuccessFactors",
    description="One long page of parts, ids with colons, a span that sends it",
    pages=(
        page(
            "My Candidate Profile",
            (
                "My Documents",
                (ask("131:_attachId", "Resume", ControlKind.FILE),),
            ),
            (
                "Profile Information",
                (
                    ask("139:_txtFld", "First Name"),
                    ask("143:_txtFld", "Last Name"),
                    ask("151:_txtFld", "Email", ControlKind.EMAIL),
                    ask("155:_txtFld", "Phone Number", ControlKind.TEL),
                    ask("163:_txtFld", "City"),
                    ask("167:_select", "Country", ControlKind.SELECT, COUNTRIES),
                ),
            ),
            (
                "Job-Specific Information",
                (
                    replace(AUTHORIZED, name="491:_select", kind=ControlKind.SELECT, choices=YES_NO),
                    replace(SPONSORSHIP, name="493:_select", kind=ControlKind.SELECT, choices=YES_NO),
                    replace(PRIVACY, name="497:_chk"),
                ),
            ),
        ),
    ),
)
