"""What was answered, or is known, is not asked again, and reaches the server as it was said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from babel import Locale

from ghosthands.domain import ids
from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite
from .rendered import MONTHS, form, text

pytestmark = pytest.mark.e2e

SUBMIT = "<button>Submit application</button>"
PERSON = "".join(
    f"<p><label for={name}>{label}</label> {text(name, more=' required')}"
    for name, label in {"first_name": "First name", "last_name": "Last name", "email": "Email"}.items()
)


async def applied(lab: Lab, harm: HarmSite, name: str, body: str, answers: Mapping[str, str], **profile: Any) -> str:
    """The id of a job for a page that asks for a name and for what the body asks, by somebody new."""
    harm.made[f"/{name}"] = form(PERSON + body, f"/{name}/sent", SUBMIT, "Welder")
    return await lab.apply(
        a_posting(slug=name),
        target_url=f"http://127.0.0.1:{harm.port}/{name}",
        valet_user_id=ids.derived(name),
        profile={**JORDAN.profile, **profile},
        qa_answers=dict(answers),
    )


async def sent_by(lab: Lab, harm: HarmSite, name: str, job_id: str) -> tuple[FollowedJob, dict[str, list[str]]]:
    """The finished job, and what the server received of it."""
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    (sent,) = harm.applications(f"{name}/")
    return seen, sent.fields


@pytest.mark.parametrize(
    ("name", "label", "kind", "answer"),
    [
        ("says-the-answer", "Salary expectation (max. 60000)", "text", "60000"),
        ("in-thousands", "Expected salary (in thousands of EUR)", "text", "60"),
        ("a-number-of-thousands", "Expected salary (in thousands of EUR)", "number", "60"),
    ],
)
async def test_a_question_that_was_answered_is_not_asked_again(
    lab: Lab, harm: HarmSite, name: str, label: str, kind: str, answer: str
) -> None:
    body = f"<p><label for=pay>{label}</label> {text('pay', kind, ' required')}"
    job_id = await applied(lab, harm, name, body, {}, salary_expectation=None)
    seen = await lab.asking(job_id)
    (asked,) = seen.ask.fields
    await lab.answer(job_id, values={asked.question_key: answer}, request_id=seen.ask.request_id)
    seen, fields = await sent_by(lab, harm, name, job_id)
    assert fields["pay"] == [answer]
    assert len(seen.named("HumanRequested")) == 1, seen


async def test_pay_in_another_currency_is_a_humans(lab: Lab, harm: HarmSite) -> None:
    body = f"<p><label for=pay>Salary expectation in USD</label> {text('pay', more=' required')}"
    pay = {"salary_expectation": "60000", "location": {"city": "Kiel", "country": "Germany"}}
    seen = await lab.asking(await applied(lab, harm, "in-dollars", body, {}, **pay))
    assert len(seen.ask.fields) == 1
    assert not harm.applications("in-dollars/")


def listed(name: str, label: str, *options: str, first: str = "") -> str:
    """A required list with an empty first line."""
    offered = "".join(f"<option>{option}</option>" for option in options)
    labelled = f"<label for={name}>{label}</label>" if label else ""
    return f"{labelled} <select id={name} name={name} required><option value=''>{first}</option>{offered}</select> "


YEARS = [str(year) for year in range(1950, 2010)]
MONATE = [Locale("de").months["format"]["wide"][number] for number in range(1, 13)]


@pytest.mark.parametrize(
    ("name", "body", "answers", "profile", "expected"),
    [
        (
            "start-in-lists",
            f"<fieldset><legend>Earliest start</legend>{listed('month', 'Month', *MONTHS)}"
            f"{listed('year', 'Year', '2026', '2027', '2028')}</fieldset>",
            {},
            {"available_start_date": "2027-02-01"},
            {"month": "February", "year": "2027"},
        ),
        (
            "born-in-lists",
            f"<fieldset><legend>Geburtsdatum *</legend>{listed('d', 'Tag', *map(str, range(1, 32)))}"
            f"{listed('m', 'Monat', *MONATE)}{listed('y', 'Jahr', *YEARS)}</fieldset>",
            {"Geburtsdatum": "23.04.1991"},
            {},
            {"d": "23", "m": "April", "y": "1991"},
        ),
        (
            "notice-by-name",
            listed(
                "notice", "Dostępność", "Od zaraz", "Okres wypowiedzenia: 1 miesiąc", "Okres wypowiedzenia: 3 miesiące"
            )
            + listed("again", "Disponibilité", "Immédiate", "Préavis 1 mois", "Préavis 3 mois"),
            {},
            {"notice_period": "3 months"},
            {"notice": "Okres wypowiedzenia: 3 miesiące", "again": "Préavis 3 mois"},
        ),
        (
            "year-of-a-school",
            f"<h3>School 1</h3><p><label>School {text('school')}</label><p><label>Degree {text('degree')}</label>"
            f"<p><label>Year {text('year')}</label>",
            {},
            {},
            {"school": "University of Oregon", "degree": "Bachelor of Science", "year": "2016"},
        ),
    ],
)
async def test_what_is_known_goes_into_lists_by_their_own_words(
    lab: Lab,
    harm: HarmSite,
    name: str,
    body: str,
    answers: dict[str, str],
    profile: dict[str, str],
    expected: dict[str, str],
) -> None:
    seen, fields = await sent_by(lab, harm, name, await applied(lab, harm, name, body, answers, **profile))
    assert {key: fields[key] for key in expected} == {key: [value] for key, value in expected.items()}
    assert not seen.named("HumanRequested"), seen


PARTS_OF_DATES = {
    "en": ("Day", "Month", "Year"),
    "de": ("Tag", "Monat", "Jahr"),
    "fr": ("Jour", "Mois", "Année"),
    "es": ("Día", "Mes", "Año"),
    "it": ("Giorno", "Mese", "Anno"),
    "nl": ("Dag", "Maand", "Jaar"),
    "pl": ("Dzień", "Miesiąc", "Rok"),
}
ASKED = {
    "en": "When could you start?",
    "de": "Frühester Eintrittstermin",
    "fr": "Date de disponibilité",
    "es": "Fecha de disponibilidad",
    "it": "Data di disponibilità",
    "nl": "Startdatum",
    "pl": "Data rozpoczęcia pracy",
}


def parts(language: str, name: str, more: str) -> str:
    """The boxes of a date, each below its label, in the language."""
    boxes = zip("dmy", PARTS_OF_DATES[language], strict=True)
    return "".join(
        f"<div><label for={name}{part}>{label}</label><input id={name}{part} name={name}{part} {more}></div>"
        for part, label in boxes
    )


def dated(legend: str, inside: str) -> str:
    """A question for a date, as the British government asks it."""
    return (
        f"<fieldset class=govuk-fieldset><legend>{legend}</legend><div class=govuk-hint>For example, 27 3 2026</div>"
        f"<div class=govuk-date-input>{inside}</div></fieldset>"
    )


@pytest.mark.parametrize("more", ["inputmode=numeric", "type=number"])
async def test_each_box_for_a_part_of_a_date_gets_that_part(lab: Lab, harm: HarmSite, more: str) -> None:
    slug = f"parts-in-boxes-{more.rpartition('=')[2]}"
    body = "".join(dated(ASKED[language], parts(language, f"start_{language}_", more)) for language in ASKED)
    body += dated("What is your date of birth?", parts("en", "born_", more))
    known = {"available_start_date": "2027-03-01", "date_of_birth": "1991-04-23"}
    seen, fields = await sent_by(lab, harm, slug, await applied(lab, harm, slug, body, {}, **known))
    started = {language: [fields[f"start_{language}_{part}"][0].lstrip("0") for part in "dmy"] for language in ASKED}
    assert started == {language: ["1", "3", "2027"] for language in ASKED}
    assert [fields[f"born_{part}"][0].lstrip("0") for part in "dmy"] == ["23", "4", "1991"]
    assert not seen.named("HumanRequested"), seen


async def test_a_list_for_the_month_goes_with_boxes_for_the_day_and_the_year(lab: Lab, harm: HarmSite) -> None:
    months = "".join(f"<option>{name[:3]}</option>" for name in MONTHS)
    inside = (
        f"<label>Month <select name=m><option>Select</option>{months}</select></label><label>Day <input name=d></label>"
        "<label>Year <input name=y></label>"
    )
    body = f"<fieldset><legend>Earliest start date</legend>{inside}</fieldset>"
    known = {"available_start_date": "2027-03-01"}
    _, fields = await sent_by(lab, harm, "parts-mixed", await applied(lab, harm, "parts-mixed", body, {}, **known))
    assert [fields[name][0].lstrip("0") for name in ("m", "d", "y")] == ["Mar", "1", "2027"]


def entry_of_work(at: str, heading: str) -> str:
    """What is asked about one employer, below a heading that says only which one."""
    asked = {"e": "Employer", "t": "Title", "f": "From (MM/YYYY)", "u": "To (MM/YYYY)", "s": "Supervisor"}
    boxes = "".join(f"<p><label>{label} <input name={at}{name}></label>" for name, label in asked.items())
    return f"<h3>{heading}</h3>{boxes}<p><label><input type=checkbox name={at}c value=on> I currently work here</label>"


async def test_a_history_whose_headings_name_an_employer_is_filled_whole(lab: Lab, harm: HarmSite) -> None:
    body = (
        entry_of_work("a", "Most recent employer")
        + entry_of_work("b", "Previous employer")
        + "<h3>Education</h3><p><label>School <input name=school></label><p><label>Degree <input name=degree></label>"
        "<p><label>Graduated <input name=graduated placeholder=YYYY></label>"
    )
    jobs = [
        {"company": "Alder Freight", "title": "Welder", "start_date": "2021-02"},
        {"company": "Birch Rail", "title": "Fitter", "start_date": "2017-05", "end_date": "2021-01"},
    ]
    school = {"institution": "Lane College", "degree": "Diploma", "graduation_year": "2016"}
    profile = {"work_history": jobs, "education": [school]}
    _, fields = await sent_by(lab, harm, "employers", await applied(lab, harm, "employers", body, {}, **profile))
    assert {name: fields.get(name, [""])[0] for name in ("ae", "at", "af", "au", "ac", "as")} == {
        "ae": "Alder Freight",
        "at": "Welder",
        "af": "02/2021",
        "au": "",
        "ac": "on",
        "as": "",
    }
    assert {name: fields.get(name, [""])[0] for name in ("be", "bt", "bf", "bu", "bc", "bs")} == {
        "be": "Birch Rail",
        "bt": "Fitter",
        "bf": "05/2017",
        "bu": "01/2021",
        "bc": "",
        "bs": "",
    }
    assert [fields[name] for name in ("school", "degree", "graduated")] == [["Lane College"], ["Diploma"], ["2016"]]
