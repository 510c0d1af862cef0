"""BambooHR: lists are buttons whose menus open elsewhere, the cover letter's input comes first."""

from __future__ import annotations

from dataclasses import replace

from ghosthands.practice.families.shapes.shape import Shape, ask, page
from ghosthands.practice.form import ControlKind
from ghosthands.practice.places import COUNTRIES, US_STATES
from ghosthands.practice.questions import AUTHORIZED, SPONSORSHIP

SHAPE = Shape(
    name="bamboohr",
    title="BambooHR",
    description="One page; lists open as menus at the end of the document, and a trap for robots",
    honeypot="nickname_hp1f",
    pages=(
        page(
            "Apply",
            (
                "Apply for this position",
                (
                    ask("firstName", "First Name"),
                    ask("lastName", "Last Name"),
                    ask("email", "Email", ControlKind.EMAIL),
                    ask("phone", "Phone", ControlKind.TEL),
                    ask("streetAddress.value", "Address Line 1"),
                    ask("city.value", "City"),
                    ask("state.value", "State", ControlKind.LISTBOX, US_STATES),
                    ask("zip.value", "Postal Code"),
                    ask("countryId.value", "Country", ControlKind.LISTBOX, COUNTRIES),
                    ask("coverLetterFileId", "Cover Letter", ControlKind.FILE, required=False),
                    ask("resumeFileId", "Resume", ControlKind.FILE),
                    ask("linkedinUrl.value", "LinkedIn Profile", ControlKind.URL, required=False),
                    replace(AUTHORIZED, name="customQuestionAnswers.yes_no_41"),
                    replace(SPONSORSHIP, name="customQuestionAnswers.list_42", kind=ControlKind.LISTBOX),
                ),
            ),
        ),
    ),
)
