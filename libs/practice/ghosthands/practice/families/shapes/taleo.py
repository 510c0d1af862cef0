"""Taleo: a disclaimer, then tables of labels and controls with long ids, a page for the file, and a review."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.questions import AUTHORIZED, PRIVACY, SOURCE, SPONSORSHIP

_ID = "et-ef-content-ftf-gp-j_id_id16pc9-page_0-{}"

SHAPE = Shape(
    name="taleo",
    title="Taleo",
    description="Server pages of tables and long ids: disclaimer, questions, person, file, review",
    pages=(
        page("Legal disclaimer", ("Legal Disclaimer", ())),
        page(
            "Screening",
            (
                "Prescreening",
                (
                    replace(AUTHORIZED, name=_ID.format("q_1")),
                    replace(SPONSORSHIP, name=_ID.format("q_2")),
                    replace(SOURCE, name=_ID.format("recruitmentSourceType")),
                ),
            ),
        ),
        page(
            "Personal Information",
            (
                "Personal Information",
                (
                    ask(_ID.format("personal_info_FirstName"), "First Name"),
                    ask(_ID.format("personal_info_LastName"), "Last Name"),
                    ask(_ID.format("personal_info_EmailAddress"), "Email Address", ControlKind.EMAIL),
                    ask(_ID.format("personal_info_MobilePhone"), "Phone Number", ControlKind.TEL),
                    ask(_ID.format("personal_info_City"), "City"),
                    ask(_ID.format("personal_info_ZipCode"), "Postal Code"),
                ),
            ),
        ),
        page("Attachments", ("Resume Upload", (ask("uploadedFile", "Resume", ControlKind.FILE),))),
        page("Review and Submit", ("Review and Submit", (replace(PRIVACY, name=_ID.format("eSignature")),))),
    ),
)
