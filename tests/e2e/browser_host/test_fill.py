"""Filling in a real Chromium: what goes in stays in, what does not is said, and nothing else is touched."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import msgspec
import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import Upload, Value
from ghosthands.domain.page import FieldModel, PageModel
from ghosthands.domain.plan import PlannedAction

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Ask = Callable[[PageModel, str], FieldModel]
Plan = Callable[..., PlannedAction]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]


async def value_of(page: Page, css: str) -> str:
    value: str = await page.input_value(css)
    return value


ANSWERS: dict[str, Value | None] = {
    "First name": "Jane",
    "Last name": "Doe",
    "Email": "jane@example.com",
    "Phone": "+1 555 010 2345",
    "City": "Springfield",
    "Date of birth": "03/15/1990",
    "Years of experience": "7 years",
    "Available from": "March 2027",
    "Website": "https://jane.example",
    "Why us?": "Because.\nReally.",
    "About you": "I write things down.",
    "Country": "USA",
    "Languages": "German, English",
    "Are you authorized to work?": "yes",
    "Will you need sponsorship?": "no",
    "Which shifts can you take?": "Early",
    "I agree to the privacy notice": None,
    "Send me news": "no",
    "Preferred mode": "Remote",
    "Resume/CV": Upload(b"%PDF-1.4 resume", "jane-doe.pdf", "application/pdf"),
    "Cover letter": Upload(b"Dear team", "letter.txt", "text/plain"),
}


async def test_every_kind_of_control_holds_what_was_meant(see: Open, fill: Fill, page: Page) -> None:
    model = await see("controls.html")
    assert await fill(model, ANSWERS) == dict.fromkeys(ANSWERS, "")
    held = await page.evaluate(
        """() => ({ ...Object.fromEntries(new FormData(document.forms[0])),
            born: born.value, month: month.value, years: years.value, country: country.value, why: why.value,
            about: about.innerText,
            shifts: [...document.querySelectorAll("[name='shift[]']:checked")].map((each) => each.value),
            languages: [...languages.selectedOptions].map((each) => each.label),
            mode: document.querySelector("[aria-checked=true]").textContent, news: news.checked,
            resume: resume.files[0].name, cover: cover.files[0].size })"""
    )
    expected = {
        "surname": "Doe",
        "email": "jane@example.com",
        "born": "1990-03-15",
        "month": "2027-03",
        "years": "7",
        "country": "US",
        "why": "Because.\nReally.",
        "about": "I write things down.",
        "authorized": "y",
        "sponsorship": "0",
        "shifts": ["early"],
        "languages": ["English", "German"],
        "mode": "Remote",
        "news": False,
        "consent": "on",
        "resume": "jane-doe.pdf",
        "cover": 9,
    }
    assert {key: held[key] for key in expected} == expected


async def test_filling_twice_changes_nothing(see: Open, fill: Fill, page: Page) -> None:
    model = await see("controls.html")
    await fill(model, ANSWERS)
    first = await page.evaluate("() => [...new FormData(document.forms[0])].map(String)")
    assert await fill(await pages.scan(page), ANSWERS) == dict.fromkeys(ANSWERS, "")
    assert await page.evaluate("() => [...new FormData(document.forms[0])].map(String)") == first


async def test_unseen_fields_are_never_touched(see: Open, fill: Fill, page: Page) -> None:
    model = await see("controls.html")
    traps: dict[str, Value | None] = {"Leave this empty": "spam", "Fax": "1", "Disabled": "x"}
    assert await fill(model, traps) == dict.fromkeys(traps, "not_visible")
    assert await value_of(page, "#website") == ""


async def test_a_field_that_vanished_since_the_scan_is_not_touched(see: Open, fill: Fill, page: Page) -> None:
    model = await see("controls.html")
    await page.evaluate("document.getElementById('site').parentElement.hidden = true")
    await page.evaluate("document.querySelector('[name=city]').remove()")
    assert await fill(model, {"Website": "https://a.example", "City": "Springfield"}) == {
        "Website": "not_visible",
        "City": "element_not_found",
    }


@pytest.mark.parametrize(
    ("label", "value", "code"),
    [
        ("Country", "Atlantis", "no_such_option"),
        ("Are you authorized to work?", "maybe", "no_such_option"),
        ("Years of experience", "plenty", "unfit_value"),
        ("Date of birth", "long ago", "unfit_value"),
        ("I agree to the privacy notice", "perhaps", "unfit_value"),
        ("First name", "", "no_value"),
        ("First name", "x" * 41, "too_long"),
    ],
)
async def test_what_does_not_fit_is_said_and_left_alone(
    see: Open, fill: Fill, page: Page, label: str, value: str, code: str
) -> None:
    model = await see("controls.html")
    before = await page.evaluate("() => [...new FormData(document.forms[0])].map(String)")
    assert await fill(model, {label: value}) == {label: code}
    assert await page.evaluate("() => [...new FormData(document.forms[0])].map(String)") == before


async def test_a_field_that_is_not_on_the_page_is_not_found(see: Open, page: Page, plan: Plan) -> None:
    model = await see("inner.html")
    stranger = plan(FieldModel(id="gone", locator=model.fields[0].locator, kind=model.fields[0].kind))
    [result] = await pages.run_batch(page, model, [stranger], {stranger.id: "x"})
    assert result.code == "element_not_found"


async def test_controlled_inputs_keep_what_they_were_told(see: Open, fill: Fill, page: Page) -> None:
    model = await see("controlled.html")
    assert await fill(model, {"Name": "Jane", "Phone": "5550102345", "I accept the terms": None}) == {
        "Name": "",
        "Phone": "",
        "I accept the terms": "",
    }
    assert await value_of(page, "#name") == "Jane"
    assert await value_of(page, "#phone") == "(555) 010-2345"


async def test_options_that_arrive_later_are_waited_for(see: Open, fill: Fill, page: Page) -> None:
    model = await see("controlled.html")
    assert await fill(model, {"Country": "US", "State": "CA"}) == {"Country": "", "State": ""}
    assert await value_of(page, "#state") == "California"


async def test_what_only_hears_keys_is_typed_into(see: Open, fill: Fill, page: Page) -> None:
    model = await see("controlled.html")
    assert await fill(model, {"Keys only": "typed"}) == {"Keys only": ""}
    assert await value_of(page, "#keys") == "typed"


async def test_an_element_painted_anew_is_found_again(see: Open, fill: Fill, page: Page) -> None:
    model = await see("controlled.html")
    assert await fill(model, {"Repainted": "still here"}) == {"Repainted": ""}
    assert await value_of(page, "#repainted") == "still here"


async def test_what_keeps_nothing_is_said_and_does_not_stop_the_rest(see: Open, fill: Fill, page: Page) -> None:
    model = await see("controlled.html")
    assert await fill(model, {"Stubborn": "please", "Name": "Jane"}) == {"Stubborn": "not_kept", "Name": ""}


async def test_a_phone_number_is_shortened_to_what_fits(see: Open, fill: Fill, page: Page) -> None:
    model = await see("controlled.html")
    assert await fill(model, {"Short phone": "+1 (555) 010-2345"}) == {"Short phone": ""}
    assert await value_of(page, "#short") == "5550102345"


async def test_a_phone_number_that_fits_in_no_form_is_not_cut(see: Open, fill: Fill, page: Page) -> None:
    model = await see("controlled.html")
    assert await fill(model, {"Short phone": "+49 151 12345678"}) == {"Short phone": "too_long"}
    assert await value_of(page, "#short") == ""


async def test_a_phone_number_is_one_in_a_plain_box_too(show: Open, page: Page, plan: Plan) -> None:
    model = await show("<label>Mobile <input id=m maxlength=10></label>")
    action = msgspec.structs.replace(plan(model.fields[0]), key="profile.phone")
    [result] = await pages.run_batch(page, model, [action], {action.id: "+1 (555) 010-2345"})
    assert result.ok
    assert await value_of(page, "#m") == "5550102345"


DATES = """
<div role="group" aria-labelledby="from"><span id="from">From*</span>
<input id="m" role="spinbutton" aria-label="Month">
<input id="y" role="spinbutton" aria-label="Year" placeholder="YYYY"></div>
<label>To <input id="to" placeholder="DD.MM.YYYY"></label>
"""


async def test_dates_are_written_as_their_controls_want_them(show: Open, fill: Fill, page: Page) -> None:
    model = await show(DATES)
    assert [(field.label, field.kind, field.required) for field in model.fields] == [
        ("From Month", "date", True),
        ("From Year", "date", True),
        ("To", "date", False),
    ]
    started = {field.label: "March 2024" for field in model.fields[:2]}
    assert set((await fill(model, {**started, "To": "2026-11-05"})).values()) == {""}
    assert [await value_of(page, css) for css in ("#m", "#y", "#to")] == ["03", "2024", "05.11.2026"]


SLIDER = """<span id="says">Travel (%)</span><button type="button">Help</button>
<div id="t" role="slider" tabindex="0" aria-labelledby="says" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0"
style="width: 20em; height: 1em"></div>
<script>
  const slider = document.getElementById("t");
  let stolen = false;
  slider.addEventListener("keydown", (event) => {
    slider.ariaValueNow = +slider.ariaValueNow + ({ ArrowRight: 5, ArrowLeft: -5 }[event.key] ?? 0);
    if (!stolen) document.querySelector("button").focus();
    stolen = true;
  });
</script>"""


async def test_a_slider_whose_focus_is_taken_midway_is_slid_on(show: Open, fill: Fill, page: Page) -> None:
    model = await show(SLIDER)
    assert await fill(model, {"Travel (%)": "25"}) == {"Travel (%)": ""}
    assert await page.get_by_role("slider").get_attribute("aria-valuenow") == "25"


CHOICES = """
<form><div><label>Authorized?</label><div class="yesno"><button type="button">Yes</button>
<button type="button">No</button><input type="checkbox" tabindex="-1" hidden></div></div>
<div role="group" aria-label="Mode"><button type="button" aria-pressed="false">Remote</button>
<button type="button" aria-pressed="true">Office</button></div>
<p id="shift">Shift</p><ul role="listbox" aria-labelledby="shift" tabindex="0">
<li role="option" aria-selected="false">Early</li><li role="option" aria-selected="false">Late</li></ul>
<p id="skills">Skills</p><ul role="listbox" aria-labelledby="skills" aria-multiselectable="true" tabindex="0">
<li role="option" aria-selected="false">Go</li><li role="option" aria-selected="true">C</li>
<li role="option" aria-selected="false">SQL</li></ul><button>Submit application</button></form>
<script>
const only = (list, one, mark) => [...list].forEach((each) => mark(each, each === one));
document.querySelector(".yesno").onclick = ({ target }) =>
  only(document.querySelectorAll(".yesno button"), target, (each, on) => (each.className = on ? "x_active_1" : "x"));
document.querySelector("[role=group]").onclick = ({ target }) =>
  only(document.querySelectorAll("[aria-pressed]"), target, (each, on) => each.setAttribute("aria-pressed", on));
const [shift, skills] = document.querySelectorAll("ul");
shift.onclick = ({ target }) => only(shift.children, target, (each, on) => each.setAttribute("aria-selected", on));
skills.onclick = ({ target }) =>
  target.setAttribute("aria-selected", target.getAttribute("aria-selected") !== "true");
</script>
"""


async def test_buttons_and_lists_that_stand_for_radios_are_chosen_from(show: Open, fill: Fill, page: Page) -> None:
    model = await show(CHOICES)
    assert [(field.label, field.kind, field.state, len(field.options)) for field in model.fields] == [
        ("Authorized?", "radio", "empty", 2),
        ("Mode", "radio", "filled", 2),
        ("Shift", "radio", "empty", 2),
        ("Skills", "checkbox_group", "filled", 3),
    ]
    assert [button.text for button in model.buttons] == ["Submit application"]
    answers = {"Authorized?": "yes", "Mode": "Remote", "Shift": "Late", "Skills": "SQL, Go"}
    assert await fill(model, answers) == dict.fromkeys(answers, "")
    chosen = "[class*=_active],[aria-pressed=true],[aria-selected=true]"
    assert await page.locator(chosen).all_text_contents() == ["Yes", "Remote", "Late", "Go", "SQL"]


PHONE = """
<label for="p">Phone</label> <div><button type="button" aria-haspopup="dialog" id="c">United States +1</button>
<input id="p" type="tel"></div>
<ul role="listbox" id="l" hidden>
<li role="option" data-country-code="gg">Guernsey +44</li>
<li role="option" data-country-code="gb">United Kingdom +44</li>
<li role="option" data-country-code="us">United States +1</li></ul>
<script>
c.onclick = () => (l.hidden = false);
l.onclick = ({ target }) => { c.textContent = target.textContent; l.hidden = true; };
p.oninput = () => (p.value = p.value.replace(/\\D/g, "").slice(0, 10));
</script>
"""


async def test_a_phone_gets_its_country_picked_where_it_does_not_follow(show: Open, fill: Fill, page: Page) -> None:
    model = await show(PHONE)
    assert await fill(model, {"Phone": "+44 20 7946 0018"}) == {"Phone": ""}
    assert await page.text_content("#c") == "United Kingdom +44"
    assert await value_of(page, "#p") == "2079460018"


LISTED = """<form><label>Code <select id=c><option value="">Choose</option>{codes}</select></label>
<p><label>Phone <input id=p type={kind}></label></form><script>{script}</script>"""
CODES = "<option>+1</option><option>United Kingdom (+44)</option><option>+49</option>"
#: undoes whatever is set at once, and so is only filled key by key
REDRAWN = "p.oninput = ({ inputType }) => { if (!inputType) p.value = ''; }"


@pytest.mark.parametrize(
    ("html", "code", "shows"),
    [
        (LISTED.format(codes=CODES, kind="tel", script=""), "+44", "2079460018"),
        (LISTED.format(codes=CODES, kind="tel", script=REDRAWN), "+44", "2079460018"),
        (LISTED.format(codes=CODES, kind="tel", script=""), "+49", "+44 20 7946 0018"),
        (LISTED.format(codes="<option>+44</option><option>Work</option>", kind="tel", script=""), "+44", None),
    ],
    ids=["listed", "drawn-anew", "another-country", "no-list-of-codes"],
)
async def test_a_phone_does_not_say_the_code_again_that_the_list_before_it_says(
    show: Open, fill: Fill, page: Page, html: str, code: str, shows: str | None
) -> None:
    model = await show(html)
    assert await fill(model, {"Code": code, "Phone": "+44 20 7946 0018"}) == {"Code": "", "Phone": ""}
    assert await value_of(page, "#p") == (shows or "+44 20 7946 0018")


SHARED = "<option>US (+1)</option><option>Bahamas (+1-242)</option><option>+1 684</option><option>+44-1481</option>"


@pytest.mark.parametrize(
    ("codes", "code", "number", "shows"),
    [
        (SHARED, "Bahamas (+1-242)", "+1 512 555 0100", "+1 512 555 0100"),
        (SHARED, "+1 684", "+1 512 555 0100", "+1 512 555 0100"),
        (SHARED, "+44-1481", "+44 20 7946 0018", "+44 20 7946 0018"),
        (SHARED, "US (+1)", "+1 512 555 0100", "5125550100"),
        (SHARED, "US (+1)", "+1 512 555 0100 ext. 12", "+1 512 555 0100 ext. 12"),
        (CODES, "+49", "+49 0170 1234567", "1701234567"),
    ],
)
async def test_a_phone_leaves_out_only_its_own_code_and_stays_the_number_it_is(
    show: Open, fill: Fill, page: Page, codes: str, code: str, number: str, shows: str
) -> None:
    model = await show(LISTED.format(codes=codes, kind="tel", script=""))
    assert await fill(model, {"Code": code, "Phone": number}) == {"Code": "", "Phone": ""}
    assert await value_of(page, "#p") == shows


async def test_a_phone_without_its_code_does_not_hold_behind_another_that_begins_alike(show: Open, fill: Fill) -> None:
    ten_digits = "p.oninput = () => (p.value = p.value.replace(/\\D/g, '').slice(-10))"
    model = await show(LISTED.format(codes=SHARED, kind="tel", script=ten_digits))
    filled = await fill(model, {"Code": "Bahamas (+1-242)", "Phone": "+1 512 555 0100"})
    assert filled["Phone"]


async def test_comboboxes_hold_the_option_that_was_picked(see: Open, fill: Fill, page: Page) -> None:
    model = await see("comboboxes.html")
    assert await fill(
        model,
        {"How did you hear about us?": "linkedin", "Degree": "PhD", "Location": "San Francisco, California"},
    ) == {"How did you hear about us?": "", "Degree": "", "Location": ""}
    assert await page.text_content(".select__single-value") == "LinkedIn"
    assert await page.text_content("#deg") == "Doctor of Philosophy (Ph.D.)"
    assert await value_of(page, "#place") == "San Francisco, California, United States"


async def test_a_combobox_without_the_answer_is_left_empty(see: Open, fill: Fill, page: Page) -> None:
    model = await see("comboboxes.html")
    assert await fill(model, {"How did you hear about us?": "A dream", "Location": "Atlantis"}) == {
        "How did you hear about us?": "no_such_option",
        "Location": "no_such_option",
    }
    assert await page.locator(".select__single-value").count() == 0
    assert await value_of(page, "#place") == ""


#: takes the only hit by itself, shows no list, and is made anew by all that is done to it, each key included
EAGER = """
<div id="skills" class="multiselect"></div>
<script>
const names = ["Java", "JavaScript", "NATS", "PostgreSQL", "Python", "Python (scientific)"];
let chosen = [], typed = "";
const paint = () => {
  const pills = chosen.map((each) => `<b class="multi-value">${each}</b>`);
  skills.innerHTML = `<label for="q">Skills</label> ${pills.join("")}
    <input id="q" role="combobox" aria-autocomplete="list" autocomplete="off">`;
  q.value = typed;
  q.oninput = () => look(q.value);
  q.onkeydown = ({ key }) => {
    if (key === "Backspace" && !q.value) chosen.pop(), setTimeout(paint);
  };
};
const look = (text) => {
  const hits = names.filter((each) => each.toLowerCase().startsWith(text.toLowerCase()));
  const isOnly = text.length > 2 && hits.length === 1 && !chosen.includes(hits[0]);
  typed = isOnly || FORGETS ? "" : text;
  if (isOnly) chosen.push(hits[0]);
  paint();
};
paint();
</script>
"""


@pytest.mark.parametrize("forgets", ["true", "false"])
async def test_a_search_that_takes_the_only_hit_by_itself_and_is_made_anew_at_each_key_is_filled(
    show: Open, fill: Fill, page: Page, forgets: str
) -> None:
    model = await show(EAGER.replace("FORGETS", forgets))
    assert await fill(model, {"Skills": "NATS, PostgreSQL, JavaScript"}) == {"Skills": ""}
    assert await page.locator("b").all_text_contents() == ["NATS", "PostgreSQL", "JavaScript"]


async def test_what_a_search_took_by_itself_and_was_not_meant_is_taken_back(show: Open, fill: Fill, page: Page) -> None:
    model = await show(EAGER.replace("FORGETS", "false"))
    assert await fill(model, {"Skills": "JavaS"}) == {"Skills": "no_such_option"}
    assert await page.locator("b").count() == 0


async def test_a_street_that_nothing_is_suggested_for_stays_as_it_was_typed(show: Open, fill: Fill, page: Page) -> None:
    model = await show("""<label>Street address <input id="s" role="combobox" aria-autocomplete="list"></label>""")
    assert await fill(model, {"Street address": "1 Elm Street"}) == {"Street address": ""}
    assert await value_of(page, "#s") == "1 Elm Street"


async def test_a_filled_combobox_reads_as_filled(see: Open, fill: Fill, page: Page, field_of: Ask) -> None:
    model = await see("comboboxes.html")
    labels = ("How did you hear about us?", "Degree", "Location")
    assert [field_of(model, label).state for label in labels] == ["empty"] * 3
    await fill(
        model, {"How did you hear about us?": "LinkedIn", "Degree": "Master's Degree", "Location": "Santiago, Chile"}
    )
    again = await pages.scan(page)
    assert [field_of(again, label).state for label in labels] == ["filled"] * 3
    assert again.fingerprint == model.fingerprint


async def test_at_a_human_pace_every_key_is_heard(show: Open, page: Page, plan: Plan) -> None:
    model = await show("""<label>Name <input id="n"></label><script>
        const keys = []; n.onkeydown = ({ key }) => keys.push(key);</script>""")
    action = plan(model.fields[0])
    [result] = await pages.run_batch(page, model, [action], {action.id: "Jane"}, pages.Pace.HUMAN)
    assert result.ok
    assert await page.evaluate("keys.slice(-4)") == [*"Jane"]


async def test_frames_and_shadow_roots_are_filled_where_they_are(see: Open, fill: Fill, page: Page) -> None:
    framed = await see("frames.html")
    assert await fill(framed, {"First name": "Jane", "City": "Springfield"}) == {"First name": "", "City": ""}
    inner = page.main_frame.child_frames[0].child_frames[0]
    assert await inner.input_value("[name=city]") == "Springfield"
    shadowed = await see("shadow.html")
    assert await fill(shadowed, {"Last name": "Doe", "Remote?": "no"}) == {"Last name": "", "Remote?": ""}
    assert await page.locator("x-form").first.locator("x-field").nth(1).locator("input").input_value() == "Doe"


COUNTED = """
<fieldset><legend>Date of birth</legend>
<label>Day <input type="number" name="d"></label> <label>Month <input type="number" name="m"></label>
<label>Year <input type="number" name="y"></label></fieldset>
<label>Graduation <input type="number" name="g" placeholder="YYYY"></label>
<label>Years of experience <input type="number" name="n"></label>
"""


async def test_boxes_for_numbers_take_the_parts_of_a_date_they_ask_for(show: Open, fill: Fill, page: Page) -> None:
    model = await show(COUNTED)
    born = dict.fromkeys(("Date of birth Day", "Date of birth Month", "Date of birth Year"), "1990-05-17")
    answers = {**born, "Graduation": "2016-06", "Years of experience": "9"}
    assert await fill(model, answers) == dict.fromkeys(answers, "")
    assert [int(await value_of(page, f"[name={name}]")) for name in "dmygn"] == [17, 5, 1990, 2016, 9]


async def test_an_address_that_others_are_suggested_for_is_written_all_the_same(
    show: Open, fill: Fill, page: Page
) -> None:
    model = await show("""<label>Email <input id="e" type="email" role="combobox" aria-autocomplete="list"></label>""")
    assert await fill(model, {"Email": "jane@example.com"}) == {"Email": ""}
    assert await value_of(page, "#e") == "jane@example.com"
