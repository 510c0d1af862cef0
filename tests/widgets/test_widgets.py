"""The real widgets: seen, filled through the engine, read back; what they hold survives a blur and a new painting."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.domain.page import FieldKind

from .conftest import Answers, Fill, Held, Open

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]


def option(label: str, index: int) -> dict[str, str]:
    return {"value": f"v{index}", "label": label}


FILLED: dict[str, tuple[Answers, dict[str, Any]]] = {
    "react_select": (
        {
            "Country": "USA",
            "Will you need sponsorship?": "no",
            "Languages": "German, English",
            "City": "San Francisco, California",
            "School": "Yale",
        },
        {
            "country": option("United States", 6),
            "sponsor": option("No", 1),
            "languages": [option("German", 2), option("English", 0)],
            "city": option("San Francisco, California, United States", 0),
            "school": option("Yale", 0),
        },
    ),
    "mui_autocomplete": (
        {
            "Country": "Niger",
            "Languages": "German, English",
            "City": "Santiago, Chile",
            "Degree": "PhD",
            "First name": "Jane",
            "I agree to the privacy notice": None,
        },
        {
            "country": "Niger",
            "languages": ["German", "English"],
            "city": "Santiago, Chile",
            "degree": "Doctor of Philosophy (Ph.D.)",
            "name": "Jane",
            "consent": True,
        },
    ),
    "headless_ui": (
        {
            "Degree": "PhD",
            "Languages": "German, English",
            "Country": "UK",
            "Are you authorized to work?": "yes",
            "I can travel": "yes",
        },
        {
            "degree": "Doctor of Philosophy (Ph.D.)",
            "languages": ["German", "English"],
            "country": "United Kingdom",
            "visa": "Yes",
            "travel": True,
        },
    ),
    "ant_design": (
        {
            "Country": "USA",
            "Languages": "German, English",
            "School": "University 277",
            "College": "University 123",
            "Start date": "2027-03-04",
            "Salary": "USD 90,000",
            "Will you need sponsorship?": "no",
            "First name": "Jane",
            "I agree": None,
        },
        {
            "country": "united states",
            "languages": ["german", "english"],
            "school": "university 277",
            "college": "university 123",
            "start": "2027-03-04",
            "salary": 90000,
            "sponsor": "no",
            "name": "Jane",
            "consent": True,
        },
    ),
    "radix": (
        {"Degree": "PhD", "Are you authorized to work?": "yes", "I agree": None},
        {"degree": "d3", "authorized": "Yes", "consent": True},
    ),
    "mui_date_picker": (
        {
            "Start date Month": "2027-03-04",
            "Start date Day": "2027-03-04",
            "Start date Year": "2027-03-04",
            "Date of birth": "May 6, 1990",
            "Graduation month Month": "May 2026",
            "Graduation month Year": "May 2026",
        },
        {"start": "2027-03-04", "born": "1990-05-06", "graduated": "2026-05-01"},
    ),
    "react_datepicker": (
        {
            "Start date": "2027-03-04",
            "Available from": "2027-02-01",
            "Pick a date": "2027-01-05",
            "Graduation month": "May 2026",
        },
        {"start": "2027-3-4", "available": "2027-2-1", "picked": "2027-1-5", "graduated": "2026-5-1"},
    ),
    "flatpickr": (
        {"Start date": "2027-03-04", "Date of birth": "May 6, 1990", "Available from": "2027-02-01"},
        {"start": "2027-03-04", "born": "1990-05-06", "free": "2027-02-01"},
    ),
    "intl_tel_input": (
        {"Phone": "+44 20 7946 0018", "Mobile": "+49 1512 3456789"},
        {"phone": "+442079460018", "mobile": "+4915123456789"},
    ),
    "select2": (
        {"Country": "USA", "Languages": "German, English"},
        {"country": ["United States"], "languages": ["English", "German"]},
    ),
    "rich_text": (
        {"Why us?": "Because.\nReally.", "About you": "I write.\nThings."},
        {"why": "Because.\nReally.", "about": "I write.\nThings."},
    ),
    "react_aria": (
        {
            "Date of birth Month": "1990-05-06",
            "Date of birth Day": "1990-05-06",
            "Date of birth Year": "1990-05-06",
            "Salary": "90000",
        },
        {"born": "1990-05-06", "pay": 90000},
    ),
    "slate": (
        {"First name": "Jane", "Why us?": "Because.\nReally."},
        {"name": "Jane", "essay": "Because.\nReally."},
    ),
    "draft_js": (
        {"First name": "Jane", "Why us?": "Because.\nReally.", "City": "Springfield"},
        {"name": "Jane", "essay": "Because.\nReally.", "city": "Springfield"},
    ),
    "prime_react": (
        {"Skills": "Python, NATS", "Phone": "415 555 0134", "Years of experience": "7 years"},
        {"skills": ["Python", "NATS"], "phone": "(415) 555-0134", "years": 7},
    ),
    "angular": (
        {
            "First name": "Jane",
            "Email": "jane@example.com",
            "Years of experience": "7 years",
            "Country": "Germany",
            "Will you need sponsorship?": "no",
            "About you": "I write things down.",
            "I agree": None,
        },
        {
            "name": "Jane",
            "email": "jane@example.com",
            "years": 7,
            "country": "de",
            "sponsor": "n",
            "about": "I write things down.",
            "consent": True,
        },
    ),
    "vue": (
        {
            "First name": "Jane",
            "Years of experience": "7 years",
            "Country": "Germany",
            "Will you need sponsorship?": "no",
            "Phone": "555 010 2345",
            "About you": "I write things down.",
            "I agree": None,
        },
        {
            "name": "Jane",
            "years": 7,
            "country": "Germany",
            "sponsor": "No",
            "phone": "(555) 010-2345",
            "about": "I write things down.",
            "consent": True,
        },
    ),
}

UNMATCHED: dict[str, Answers] = {
    "react_select": {
        "Country": "Atlantis",
        "Will you need sponsorship?": "perhaps",
        "Languages": "Klingon, Elvish",
        "City": "Atlantis",
        "School": "Harvard",
    },
    "mui_autocomplete": {"Country": "Atlantis", "Languages": "Klingon", "City": "Atlantis", "Degree": "Knighthood"},
    "headless_ui": {"Country": "Atlantis", "Languages": "Klingon", "Degree": "Knighthood"},
    "ant_design": {"Country": "Atlantis", "Languages": "Klingon", "School": "Hogwarts", "College": "Hogwarts"},
    "radix": {"Degree": "Knighthood"},
    "select2": {"Country": "Atlantis", "Languages": "Klingon"},
}


@pytest.mark.parametrize("widget", FILLED)
async def test_what_is_filled_is_held_after_a_blur_and_a_new_painting(
    see: Open, fill: Fill, held: Held, widget: str
) -> None:
    answers, expected = FILLED[widget]
    await see(widget)
    assert await fill(answers) == dict.fromkeys(answers, "")
    assert await held() == expected


@pytest.mark.parametrize("widget", FILLED)
async def test_filling_again_changes_nothing(see: Open, fill: Fill, held: Held, widget: str) -> None:
    answers, expected = FILLED[widget]
    await see(widget)
    await fill(answers)
    assert await fill(answers) == dict.fromkeys(answers, "")
    assert await held() == expected


@pytest.mark.parametrize("widget", UNMATCHED)
async def test_an_answer_that_is_no_option_is_unmatched_and_nothing_is_chosen(
    see: Open, fill: Fill, held: Held, widget: str
) -> None:
    answers = UNMATCHED[widget]
    await see(widget)
    before = await held()
    assert await fill(answers) == dict.fromkeys(answers, "no_such_option")
    assert {key: chosen for key, chosen in (await held()).items() if chosen} == before


async def test_a_text_that_only_stands_in_its_box_is_not_held_and_is_taken_out(
    see: Open, fill: Fill, held: Held, page: Page
) -> None:
    await see("mui_free_text")
    answers = {"First name": "Jane", "Street address": "1 Elm Street"}
    assert await fill(answers) == {"First name": "", "Street address": "not_kept"}
    assert {key: value for key, value in (await held()).items() if value} == {"name": "Jane"}
    assert await page.input_value("[name=street]") == ""


async def test_a_suggested_text_that_was_picked_is_held(see: Open, fill: Fill, held: Held) -> None:
    await see("mui_free_text")
    assert await fill({"Street address": "1 Infinite Loop"}) == {"Street address": ""}
    assert await held() == {"street": "1 Infinite Loop"}


async def test_what_a_vue_component_never_told_its_application_is_not_held(see: Open, fill: Fill, held: Held) -> None:
    await see("vue_free_text")
    answers = {"First name": "Jane", "Last name": "Doe", "Street address": "1 Elm Street", "City": "Springfield"}
    said = await fill(answers)
    assert said == {"First name": "", "Last name": "", "Street address": "not_kept", "City": "not_kept"}
    assert {key: value for key, value in (await held()).items() if value} == {"name": "Jane", "last": "Doe"}


async def test_what_a_vue_component_told_its_application_is_held(see: Open, fill: Fill, held: Held) -> None:
    await see("vue_free_text")
    assert await fill({"Street address": "1 Infinite Loop"}) == {"Street address": ""}
    assert (await held())["street"] == "1 Infinite Loop"


@pytest.mark.parametrize("widget", ["react_select", "mui_autocomplete", "headless_ui", "ant_design", "select2"])
async def test_an_answer_of_which_only_a_part_is_an_option_is_not_held(see: Open, fill: Fill, widget: str) -> None:
    await see(widget)
    assert await fill({"Languages": "German, Klingon"}) == {"Languages": "no_such_option"}


#: how many options each list has to say; 0: it is searched, or only a part of it is drawn
OFFERED = {
    "react_select": {"Country": 7, "Will you need sponsorship?": 2, "Languages": 4, "City": 0, "School": 2},
    "mui_autocomplete": {"Country": 7, "Languages": 4, "City": 0, "Degree": 4},
    "headless_ui": {"Degree": 4, "Languages": 4, "Country": 7},
    "ant_design": {"Country": 7, "Languages": 4, "School": 0, "College": 0},
    "radix": {"Degree": 4},
}


@pytest.mark.parametrize("widget", OFFERED)
async def test_what_a_list_offers_is_learnt_and_nothing_is_chosen(
    see: Open, fill: Fill, held: Held, page: Page, widget: str
) -> None:
    answers, expected = FILLED[widget]
    model = await see(widget)
    before = await held()
    learnt = await pages.with_options(page, model)
    assert {each.label: len(each.options) for each in learnt.fields if each.kind is FieldKind.COMBOBOX} == OFFERED[
        widget
    ]
    assert {key: chosen for key, chosen in (await held()).items() if chosen} == before
    assert await page.locator("[aria-expanded=true]").count() == 0
    assert await fill(answers) == dict.fromkeys(answers, "")
    assert await held() == expected
