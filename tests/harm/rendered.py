"""Plain forms as servers render them from a table of fields: labels by `for`, help texts, lists of errors, no script.

Six layouts of the same idea: rows of a table, paragraphs, a definition list, lists of buttons, a grid with help texts,
and steps that the server leads through.
"""

from __future__ import annotations

import calendar
from dataclasses import dataclass, field

MONTHS = [calendar.month_name[number] for number in range(1, 13)]


@dataclass(frozen=True)
class Rendered:
    """One form: its pages in order, what the applicant answers, and what the server is to receive."""

    pages: tuple[str, ...]
    expected: dict[str, list[str]]
    answers: dict[str, str] = field(default_factory=dict)


def form(body: str, action: str, submit: str, title: str) -> str:
    """A page with one form."""
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<link rel="icon" href="data:,"></head><body><nav><a href="/">Home</a> <a href="/jobs">Jobs</a></nav>
<h1>{title}</h1><form action="{action}" method="post" novalidate>
<input id="csrf_token" name="csrf_token" type="hidden" value="IjQ0">
{body}
{submit}</form></body></html>"""


def options(*texts: str, blank: str = "") -> str:
    """The options of a list, by number."""
    first = f'<option value="">{blank}</option>' if blank else ""
    return first + "".join(f'<option value="{at}">{text}</option>' for at, text in enumerate(texts, 1))


def buttons(name: str, *texts: str, kind: str = "radio") -> str:
    """A choice as the library renders it: a list of buttons, each with a label by `for`."""
    items = "".join(
        f'<li><input id="{name}-{at}" name="{name}" type="{kind}" value="{text}"> '
        f'<label for="{name}-{at}">{text}</label></li>'
        for at, text in enumerate(texts)
    )
    return f'<ul id="{name}">{items}</ul>'


def row(name: str, label: str, control: str, more: str = "") -> str:
    return f'<tr><th><label for="{name}">{label}</label></th><td>{control}{more}</td></tr>'


def text(name: str, kind: str = "text", more: str = "") -> str:
    return f'<input id="{name}" name="{name}" type="{kind}" value=""{more}>'


SUBMIT = '<input id="submit" name="submit" type="submit" value="{}">'
PERSON = {
    "first_name": ["Jordan"],
    "last_name": ["Ellsworth"],
    "email": ["jordan.ellsworth@example.com"],
}

COUNTRIES = options("Canada", "United States", "Mexico", blank="---")

TABLE = Rendered(
    pages=(
        "<table>"
        + row("first_name", "First Name:", text("first_name"))
        + row("last_name", "Last Name:", text("last_name"))
        + row("email", "Email:", text("email"))
        + row("confirm_email", "Confirm Email:", text("confirm_email"))
        + row("phone", "Phone:", text("phone", "tel"), "<br><small>With the area code</small>")
        + row("address1", "Address 1:", text("address1"))
        + row("city", "City:", text("city"))
        + row(
            "state", "State:", f'<select id="state" name="state">{options("Arizona", "California", "Oregon")}</select>'
        )
        + row("postcode", "Zip:", text("postcode"))
        + row("experience", "Years of experience:", text("experience", "number"))
        + row("salary", "Desired salary:", text("salary"))
        + "</table>",
    ),
    answers={"Address 1": "1420 Juniper Lane"},
    expected=PERSON
    | {
        "confirm_email": ["jordan.ellsworth@example.com"],
        "city": ["Sacramento"],
        "state": ["2"],
        "postcode": ["95814"],
        "address1": ["1420 Juniper Lane"],
        "experience": ["9"],
        "salary": ["168000"],
    },
)

PARAGRAPHS = Rendered(
    pages=(
        f"""<p><label for="name">Full name</label><br>{text("name", more=' size="32"')}</p>
<p><label for="email">E-mail</label><br>{text("email", "email", " required")}<br>
<span class="help">We never share it.</span></p>
<p><label for="source">How did you hear about us?</label><br>
<select id="source" name="source">{
            options("Newspaper", "Company website", "A friend", blank="Please choose")
        }</select></p>
<p><label for="start_date">Earliest start date</label><br>{text("start_date", "date")}</p>
<p><label for="about">Why do you want this job?</label><br><textarea id="about" name="about" rows="4"></textarea></p>
<p><input id="relocate" name="relocate" type="checkbox" value="y">
<label for="relocate">I am willing to relocate</label></p>
<p><input id="accept" name="accept" type="checkbox" value="y" required>
<label for="accept">I agree to the terms and conditions</label></p>
""",
    ),
    answers={
        "How did you hear about us?": "Company website",
        "Earliest start date": "2027-02-01",
        "Why do you want this job?": "I like plain forms.",
        "I am willing to relocate": "Yes",
    },
    expected={
        "name": ["Jordan Ellsworth"],
        "email": ["jordan.ellsworth@example.com"],
        "source": ["2"],
        "start_date": ["2027-02-01"],
        "about": ["I like plain forms."],
        "relocate": ["y"],
        "accept": ["y"],
    },
)

DEFINITIONS = Rendered(
    pages=(
        f"""<dl>
<dt><label for="first_name">First name</label></dt><dd>{text("first_name")}</dd>
<dt><label for="last_name">Surname</label></dt><dd>{
            text("last_name")
        }<ul class="errors"><li>This field is required.</li></ul></dd>
<dt><label for="email">Email</label></dt><dd>{text("email")}</dd>
<dt><label for="linkedin">LinkedIn profile</label></dt><dd>{text("linkedin", "url")}</dd>
<dt><label for="birthdate-day">Date of birth</label></dt><dd>
<select id="birthdate-day" name="birthdate-day">{options(*map(str, range(1, 32)), blank="Day")}</select>
<select id="birthdate-month" name="birthdate-month">{options(*MONTHS, blank="Month")}</select>
<select id="birthdate-year" name="birthdate-year"><option value="">Year</option>{
            "".join(f"<option>{year}</option>" for year in range(2009, 1939, -1))
        }</select></dd>
<dt><label for="degree">Highest level of education</label></dt><dd>
<select id="degree" name="degree">{
            options("High school", "Bachelor's degree", "Master's degree", blank="--")
        }</select></dd>
</dl>""",
    ),
    answers={"Date of birth": "1991-04-23", "Highest level of education": "Bachelor's degree"},
    expected=PERSON
    | {
        "linkedin": ["https://www.linkedin.com/in/jordan-ellsworth-example"],
        "birthdate-day": ["23"],
        "birthdate-month": ["4"],
        "birthdate-year": ["1991"],
        "degree": ["2"],
    },
)

LISTS = Rendered(
    pages=(
        f"""<div class="field"><label for="first_name">First name</label> {text("first_name")}</div>
<div class="field"><label for="last_name">Last name</label> {text("last_name")}</div>
<div class="field"><label for="email">Email address</label> {text("email")}</div>
<div class="field"><label for="authorised">Are you legally authorized to work in the United States?</label>
{buttons("authorised", "Yes", "No")}</div>
<div class="field"><label for="sponsor">Will you require sponsorship?</label>{buttons("sponsor", "Yes", "No")}</div>
<div class="field"><label for="shift">Which shifts can you work?</label>
{buttons("shift", "Mornings", "Evenings", "Nights", kind="checkbox")}</div>
<div class="field"><label for="employment">Employment type</label>
{buttons("employment", "Full time", "Part time")}</div>
""",
    ),
    answers={
        "Are you legally authorized to work in the United States?": "Yes",
        "Will you require sponsorship?": "No",
        "Which shifts can you work?": "Mornings, Nights",
        "Employment type": "Full time",
    },
    expected=PERSON
    | {"authorised": ["Yes"], "sponsor": ["No"], "shift": ["Mornings", "Nights"], "employment": ["Full time"]},
)

GRID = Rendered(
    pages=(
        "".join(
            f"""<div class="form-group row{" required" if "required" in control else ""}">
<label class="col-sm-2 control-label" for="{name}">{label}</label>
<div class="col-sm-10">{control}<p class="help-block">{hint}</p></div></div>"""
            for name, label, control, hint in (
                ("name", "Your Name", text("name", more=' class="form-control" required'), "As on your passport"),
                (
                    "mail",
                    "Your Email Address",
                    text("mail", "email", ' class="form-control" required'),
                    "For our reply",
                ),
                ("mobile", "Mobile", text("mobile", more=' class="form-control"'), "For example (415) 555-0100"),
                (
                    "country",
                    "Country",
                    f'<select id="country" name="country">{COUNTRIES}</select>',
                    "Where you live",
                ),
                ("company", "Current employer", text("company", more=' class="form-control"'), "Leave empty if none"),
                ("position", "Current position", text("position", more=' class="form-control"'), ""),
                ("website", "Portfolio", text("website", "url", ' class="form-control"'), "https://..."),
                ("skills", "Skills", '<textarea id="skills" name="skills"></textarea>', "Separated by commas"),
                ("notice", "Notice period (weeks)", text("notice", "number", ' min="0" max="26"'), ""),
            )
        ),
    ),
    answers={"Notice period (weeks)": "4"},
    expected={
        "name": ["Jordan Ellsworth"],
        "mail": ["jordan.ellsworth@example.com"],
        "country": ["2"],
        "company": ["Larkspur Logistics"],
        "position": ["Senior Software Engineer"],
        "website": ["https://jordan-ellsworth.example.com"],
        "notice": ["4"],
    },
)

STEPS = Rendered(
    pages=(
        f"""<fieldset><legend>Step 1 of 2: About you</legend>
<p><label for="p-first_name">First name</label> {text("p-first_name")}</p>
<p><label for="p-last_name">Last name</label> {text("p-last_name")}</p>
<p><label for="p-email">Email</label> {text("p-email")}</p></fieldset>""",
        f"""<fieldset><legend>Step 2 of 2: Education and work</legend>
<p><label for="w-school">University</label> {text("w-school")}</p>
<p><label for="w-degree">Degree</label> {text("w-degree")}</p>
<p><label for="w-field">Field of study</label> {text("w-field")}</p>
<p><label for="w-why">Motivation</label> <textarea id="w-why" name="w-why"></textarea></p></fieldset>""",
    ),
    answers={"Motivation": "I like steps."},
    expected={
        "w-school": ["University of Oregon"],
        "w-degree": ["Bachelor of Science"],
        "w-field": ["Computer Science"],
        "w-why": ["I like steps."],
    },
)

#: by name, with what its last button says
FORMS: dict[str, tuple[Rendered, str]] = {
    "table": (TABLE, "Submit"),
    "paragraphs": (PARAGRAPHS, "Send"),
    "definitions": (DEFINITIONS, "Save"),
    "lists": (LISTS, "Submit Application"),
    "grid": (GRID, "Send application"),
    "steps": (STEPS, "Finish"),
}
