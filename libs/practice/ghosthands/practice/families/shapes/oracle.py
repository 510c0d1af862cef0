"""Oracle Recruiting Cloud: the e-mail address first, then blocks of rows; lists are grids, yes and no are pills."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.places import COUNTRIES
from ghosthands.practice.questions import AUTHORIZED, MOTIVATION, SPONSORSHIP, YES_NO

SHAPE = Shape(
    name="oracle",
    title="Oracle Recruiting",
    description="A gate that asks for the e-mail address, then rows with grids, pills and a typed signature",
    honeypot="honey-pot-9",
    pages=(
        page(
            "Email",
            (
                "Let's get started",
                (
                    ask("primary-email", "Email Address", ControlKind.EMAIL),
                    ask("legal-disclaimer-checkbox", "I agree with the terms and conditions", ControlKind.CHECKBOX),
                ),
            ),
        ),
        page(
            "Personal information",
            (
                "Contact Information",
                (
                    ask("lastName", "Last Name"),
                    ask("firstName", "First Name"),
                    ask("phoneNumber", "Phone Number", ControlKind.TEL),
                    ask("country", "Country", ControlKind.COMBOBOX, COUNTRIES),
                    ask("city", "City"),
                    ask("postalCode", "Postal Code"),
                ),
            ),
        ),
        page(
            "Job application questions",
            (
                "Application Questions",
                (
                    replace(AUTHORIZED, name="300000071", kind=ControlKind.BUTTONS, choices=YES_NO),
                    replace(SPONSORSHIP, name="300000072", kind=ControlKind.BUTTONS, choices=YES_NO),
                    replace(MOTIVATION, name="300000073"),
                ),
            ),
            ("Documents", (ask("attachment-upload", "Resume", ControlKind.FILE),)),
            ("E-Signature", (ask("fullName", "Full name"),)),
        ),
    ),
)
