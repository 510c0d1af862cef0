"""The scan in a real Chromium: every control, by the name it has for people, and nothing of what is in it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

import msgspec
import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.domain.page import (
    ButtonRole,
    ErrorKind,
    FieldKind,
    FieldModel,
    FieldState,
    FilePurpose,
    PageModel,
    PageType,
)

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Ask = Callable[[PageModel, str], FieldModel]

#: label -> kind, required, filled, reachable, of `controls.html`
CONTROLS = {
    "First name": (FieldKind.TEXT, True, False, True),
    "Last name": (FieldKind.TEXT, True, False, True),
    "Email": (FieldKind.EMAIL, False, True, True),
    "Phone": (FieldKind.TEL, True, False, True),
    "City": (FieldKind.TEXT, False, False, True),
    "Postal code": (FieldKind.TEXT, False, False, True),
    "Street": (FieldKind.TEXT, False, False, True),
    "Date of birth": (FieldKind.DATE, False, False, True),
    "Years of experience": (FieldKind.NUMBER, False, False, True),
    "Available from": (FieldKind.DATE, False, False, True),
    "Website": (FieldKind.URL, False, False, True),
    "Why us?": (FieldKind.TEXTAREA, True, False, True),
    "About you": (FieldKind.CONTENTEDITABLE, False, False, True),
    "Country": (FieldKind.SELECT, False, False, True),
    "Languages": (FieldKind.MULTI_SELECT, False, False, True),
    "Are you authorized to work?": (FieldKind.RADIO, True, False, True),
    "Will you need sponsorship?": (FieldKind.RADIO, False, False, True),
    "Which shifts can you take?": (FieldKind.CHECKBOX_GROUP, False, True, True),
    "I agree to the privacy notice": (FieldKind.CHECKBOX, True, False, True),
    "Send me news": (FieldKind.CHECKBOX, False, False, True),
    "Preferred mode": (FieldKind.RADIO, False, False, True),
    "Leave this empty": (FieldKind.TEXT, False, False, False),
    "Fax": (FieldKind.TEXT, False, False, False),
    "Disabled": (FieldKind.TEXT, False, False, False),
}


async def test_every_control_is_found_by_the_name_people_know_it_by(see: Open) -> None:
    model = await see("controls.html")
    seen = {
        field.label: (field.kind, field.required, field.state is FieldState.FILLED, field.visible)
        for field in model.fields
        if field.name not in ("ghost", "hidden_by_style")
    }
    assert seen == CONTROLS


async def test_nothing_unseen_is_called_visible(see: Open) -> None:
    model = await see("controls.html")
    unseen = {field.name for field in model.fields if not field.visible}
    assert unseen == {"website", "fax", "ghost", "hidden_by_style", "disabled"}


async def test_a_field_that_is_shown_but_locked_is_told_from_one_that_nobody_sees(show: Open) -> None:
    model = await show("""<label>Country <select disabled><option>Chile</select></label>
        <label>State <input aria-disabled=true></label><label>Trap <input disabled style="display: none"></label>
        <fieldset disabled><legend>Shift</legend><label><input type=radio name=s> Day</label>
        <label><input type=radio name=s> Night</label></fieldset><label>City <input></label>""")
    told = {field.label: (field.visible, field.locked) for field in model.fields}
    locked, unseen, free = (False, True), (False, False), (True, False)
    assert told == {"Country": locked, "State": locked, "Trap": unseen, "Shift": locked, "City": free}


async def test_options_are_listed_and_placeholders_marked(see: Open, field_of: Ask) -> None:
    model = await see("controls.html")
    country = field_of(model, "Country")
    assert [(option.label, option.placeholder) for option in country.options] == [
        ("Select...", True),
        ("Germany", False),
        ("United States", False),
    ]
    shifts = field_of(model, "Which shifts can you take?")
    assert [option.label for option in shifts.options] == ["Early", "Late"]
    modes = field_of(model, "Preferred mode")
    assert [option.label for option in modes.options] == ["On-site", "Remote"]


async def test_uploads_are_found_behind_their_buttons(see: Open) -> None:
    model = await see("controls.html")
    assert [(each.label, each.purpose, each.required) for each in model.file_inputs] == [
        ("Resume/CV", FilePurpose.RESUME, True),
        ("Cover letter", FilePurpose.COVER_LETTER, False),
    ]


async def test_buttons_have_their_roles(see: Open) -> None:
    model = await see("controls.html")
    assert [(button.text, button.role) for button in model.buttons] == [
        ("Attach", ButtonRole.UPLOAD),
        ("Back", ButtonRole.BACK),
        ("Submit application", ButtonRole.SUBMIT),
    ]
    assert model.page_type is PageType.FORM


async def test_sections_are_the_headings_above(see: Open, field_of: Ask) -> None:
    model = await see("controls.html")
    assert field_of(model, "City").section == "About you"
    assert field_of(model, "Country").section == "Questions"
    assert field_of(model, "Send me news").section == "Declarations"


async def test_every_locator_hits_its_control_alone(see: Open, page: Page) -> None:
    model = await see("controls.html")
    for field in (*model.fields, *model.file_inputs, *model.buttons):
        assert await page.locator(f"css={field.locator.css}").count() == 1, field.locator.css


async def test_a_generated_id_is_no_locator_where_there_is_a_name(show: Open) -> None:
    model = await show('<label for=":r7:">City</label><input id=":r7:" name="city">')
    assert model.fields[0].locator.css == 'input[name="city"]'


async def test_no_value_leaves_the_page(see: Open, page: Page) -> None:
    await see("controls.html")
    await page.fill("#first_name", "Zebulon")
    await page.fill("#why", "Because of Quagmire")
    model = msgspec.json.encode(await pages.scan(page)).decode()
    assert not [value for value in ("Zebulon", "Quagmire", "already@example.com", "secret") if value in model]


async def test_a_label_that_repeats_the_value_is_told_without_it(show: Open, page: Page) -> None:
    empty = await show('<label for="n">First name <i id="echo"></i></label><input id="n">')
    await page.fill("#n", "Zebulon")
    await page.evaluate("document.getElementById('echo').textContent = '(Zebulon)'")
    filled = await pages.scan(page)
    assert filled.fields[0].label == "First name"
    assert filled.fields[0].id == empty.fields[0].id


@pytest.mark.parametrize(
    ("question", "option"),
    [
        ("Czy jest Pani osobą z niepełnosprawnością?", "nie"),
        ("Have you no criminal record?", "no"),
        ("Ben je nu op zoek naar werk?", "nu"),
        ("Do you work remotely or not?", "not?"),
    ],
)
@pytest.mark.parametrize("control", ["radio", "text", "select"])
async def test_what_was_answered_is_never_cut_out_of_the_words_of_the_question(
    show: Open, page: Page, question: str, option: str, control: str
) -> None:
    boxes = {
        "radio": f'<legend>{question}</legend><label><input type="radio" name="a" id="a">{option}</label>'
        '<label><input type="radio" name="a">other</label>',
        "text": f'<label for="a">{question}</label><input id="a">',
        "select": f'<label for="a">{question}</label><select id="a"><option value="">-<option>{option}</select>',
    }
    empty = await show(f"<fieldset>{boxes[control]}</fieldset>")
    box = page.locator("#a")
    await {"radio": box.check, "text": lambda: box.fill(option), "select": lambda: box.select_option(option)}[control]()
    (field,) = (await pages.scan(page)).fields
    assert (field.label, field.id) == (question, empty.fields[0].id)


@pytest.mark.parametrize(
    "style",
    [
        "clip-path: inset(100%)",
        "clip-path: inset(50%)",
        "clip-path: polygon(0 0, 0 0, 0 0)",
        "clip: rect(0, 0, 0, 0); position: absolute",
        "opacity: 0.01",
        "filter: opacity(0)",
    ],
)
async def test_what_nobody_can_see_is_not_visible_but_a_drawn_box_is(show: Open, style: str) -> None:
    page = await show(
        f'<div style="{style}"><label>Website <input></label></div><label>Fax <input style="{style}"></label>'
        f'<label>I agree <input type="checkbox" style="{style}"></label>'
    )
    assert {field.label: field.visible for field in page.fields} == {"Website": False, "Fax": False, "I agree": True}


async def test_a_link_with_a_fragment_that_cannot_be_decoded_is_read(show: Open) -> None:
    page = await show("<a href='#100%'>Apply now</a>")
    assert [each.text for each in page.buttons] == ["Apply now"]


async def test_a_box_that_is_called_as_every_other_asks_what_stands_over_it(show: Open) -> None:
    page = await show(
        "<div><div role=heading>Full name *</div><input aria-label='Your answer'></div>"
        "<div><div role=heading>Email</div><input aria-label='Ihre Antwort'></div>"
    )
    assert [(field.label, field.required) for field in page.fields] == [("Full name", True), ("Email", False)]


async def test_a_unit_in_a_label_is_part_of_the_question(show: Open) -> None:
    page = await show(
        '<label for="a">Bonus ($)</label><input id="a"><label for="b">Bonus (%)</label><input id="b">'
        '<label for="c">City (*)</label><input id="c">'
    )
    assert [field.label for field in page.fields] == ["Bonus ($)", "Bonus (%)", "City"]


async def test_the_same_form_has_the_same_ids_and_fingerprint_whatever_is_in_it(see: Open, page: Page) -> None:
    empty = await see("controls.html")
    await page.fill("#first_name", "Jane")
    await page.check("[name=authorized][value=y]")
    await page.select_option("#country", "US")
    filled = await pages.scan(page)
    assert filled.fingerprint == empty.fingerprint
    assert [field.id for field in filled.fields] == [field.id for field in empty.fields]


@pytest.mark.parametrize(
    "change",
    [
        "document.querySelector('label[for=site]').textContent = 'Portfolio'",
        "document.querySelector('#site').parentElement.remove()",
        "document.querySelector('#site').parentElement.insertAdjacentHTML('afterend', '<label>Blog <input></label>')",
    ],
)
async def test_a_question_renamed_removed_or_added_is_another_form(see: Open, page: Page, change: str) -> None:
    before = await see("controls.html")
    await page.evaluate(change)
    assert (await pages.scan(page)).fingerprint != before.fingerprint


async def test_frames_are_scanned_across_sites_and_hidden_ones_are_not_visible(see: Open) -> None:
    model = await see("frames.html")
    assert [(field.label, field.locator.frame, field.visible) for field in model.fields] == [
        ("Newsletter", "", True),
        ("First name", "0", True),
        ("City", "0/0", True),
        ("City", "1", False),
    ]
    submit = model.button(ButtonRole.SUBMIT)
    assert submit is not None
    assert submit.locator.frame == "0"


async def test_open_shadow_roots_are_entered_in_document_order(see: Open, page: Page) -> None:
    model = await see("shadow.html")
    inside = ["First name", "Last name", "Remote?"]
    assert [field.label for field in model.fields] == ["Outside", *inside, "In a plain host", *inside, "After"]
    for field in model.fields:
        found = await page.evaluate(
            """css => css.split(" >>> ")
                .reduce((root, step) => (root.shadowRoot ?? root).querySelector(step), document) !== null""",
            field.locator.css,
        )
        assert found, field.locator.css
    assert len({field.locator.css for field in model.fields}) == len(model.fields)


#: a form whose fields and button are components of their own, two shadow roots deep
COMPONENTS = """
<x-page></x-page><form><label>Newsletter <input name=mail></label><button>Subscribe</button></form>
<script>
const component = (name, html) => customElements.define(name, class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = html(this); }
});
component("x-field", (el) => `<label>${el.title} <input></label>`);
component("x-button", (el) => `<button type=button>${el.title}</button>`);
component("x-page", () => `<form><x-field title="First name"></x-field><x-field title="Last name"></x-field>
  <x-field title="City"></x-field><x-button title="Clear"></x-button><x-button title="Apply now"></x-button></form>`);
</script>"""


async def test_fields_and_buttons_in_components_belong_to_the_form_around_them(show: Open) -> None:
    model = await show(COMPONENTS)
    roles = {button.text: button.role for button in model.buttons}
    assert roles == {"Clear": ButtonRole.OTHER, "Apply now": ButtonRole.SUBMIT, "Subscribe": ButtonRole.OTHER}


async def test_the_button_below_the_questions_is_the_way_on_where_no_words_tell(show: Open) -> None:
    names = "".join(f"<x-field title={name}></x-field>" for name in ("First", "Last"))
    fields = f"""<button type=button>Suggest</button><div>{names}</div><x-button title="Los gehts!"></x-button>"""
    script = COMPONENTS[COMPONENTS.index("<script>") :]
    model = await show(fields + script)
    assert {button.text: button.role for button in model.buttons} == {
        "Suggest": ButtonRole.OTHER,
        "Los gehts!": ButtonRole.SUBMIT,
    }


async def test_refusals_are_tied_to_their_questions_by_kind(see: Open) -> None:
    model = await see("refused.html")
    assert {field.label: field.error for field in model.fields} == {
        "First name": ErrorKind.MISSING,
        "Email": ErrorKind.FORMAT,
        "Years": ErrorKind.RANGE,
        "Phone": None,
        "Remote?": ErrorKind.MISSING,
        "Fine": None,
    }
    assert [each.error for each in model.file_inputs] == [ErrorKind.MISSING]
    assert model.page_error


async def test_the_words_of_a_refusal_are_kept_for_people_alone(see: Open) -> None:
    model = await see("refused.html")
    assert any("valid email" in text for text in model.said)
    judged = msgspec.json.encode(msgspec.structs.replace(model, said=())).decode()
    assert "valid email" not in judged
    assert "correct the fields" not in judged


async def test_the_browsers_own_validation_counts_once_the_form_was_sent(see: Open, page: Page) -> None:
    before = await see("native.html")
    assert [field.error for field in before.fields] == [None, None, None]
    await page.click("button")
    after = await pages.scan(page)
    assert [field.error for field in after.fields] == [ErrorKind.MISSING, ErrorKind.FORMAT, ErrorKind.RANGE]


async def test_the_address_is_told_without_query_and_fragment(see: Open) -> None:
    model = await see("controls.html?token=secret#there")
    assert model.url.endswith("/controls.html")


async def test_what_loads_only_in_view_is_scanned_too(see: Open, page: Page) -> None:
    model = await see("lazy.html")
    assert [field.label for field in model.fields] == ["First name", "city", "country"]
    assert await page.evaluate("scrollY") == 0


async def test_a_page_that_left_before_the_scan_is_scanned_where_it_went(see: Open, page: Page) -> None:
    await see("controls.html")
    await page.evaluate("location.href = 'inner.html'")
    await pages.settle(page)
    assert [field.label for field in (await pages.scan(page)).fields] == ["City"]


async def test_frames_that_never_load_keep_nobody_waiting(show: Open, page: Page) -> None:
    late = "<div style='height: 9000px'></div><iframe loading=lazy src='/inner.html'></iframe>"
    model = await asyncio.wait_for(show(f"<label>City <input></label><iframe></iframe>{late}"), 15)
    assert [field.label for field in model.fields] == ["City"]


async def test_a_page_whose_scripts_break_ours_is_unreadable(see: Open, page: Page) -> None:
    await see("inner.html")
    await page.evaluate("() => { JSON.stringify = () => { throw new Error('no') } }")
    with pytest.raises(pages.PageUnreadable, match="its own scripts"):
        await pages.scan(page)


async def test_a_closed_page_is_unreadable(see: Open, page: Page) -> None:
    await see("inner.html")
    await page.close()
    with pytest.raises(pages.PageUnreadable):
        await pages.scan(page)


async def test_a_model_survives_the_wire(see: Open) -> None:
    model = await see("controls.html")
    assert msgspec.json.decode(msgspec.json.encode(model), type=PageModel) == model
    assert json.loads(msgspec.json.encode(model))["page_type"] == "form"


async def test_whose_value_a_text_box_holds_is_told_by_key(show: Open, page: Page) -> None:
    model = await show("""<label>E-mail <input type=email value=" Ada@example.com"></label><label>Town <input></label>
        <label>Phone <input type=tel value="(020) 7946 0000"></label><label>Job <input value="Engineer"></label>""")
    known = {"profile.email": "ada@example.com", "profile.phone": "+44 20 7946 0000", "profile.town": "London"}
    told = await pages.with_known_values(page, model, known)
    assert {field.label: field.equals_key for field in told.fields} == {
        "E-mail": "profile.email",
        "Phone": "profile.phone",
        "Town": None,
        "Job": None,
    }
    assert "Ada" not in msgspec.json.encode(told).decode()


async def test_what_lists_offer_only_when_they_are_open_is_learnt_and_they_are_closed_again(
    see: Open, page: Page, field_of: Ask
) -> None:
    model = await see("comboboxes.html")
    await page.evaluate("() => { document.body.style.paddingBottom = '3000px'; scrollTo(0, 40); }")
    learnt = await pages.with_options(page, model)
    assert {field.label: [option.label for option in field.options] for field in learnt.fields} == {
        "How did you hear about us?": ["LinkedIn", "Company website", "Job board", "A friend or colleague"],
        "Degree": ["Bachelor's Degree", "Master's Degree", "Doctor of Philosophy (Ph.D.)"],
        "Location": [],
    }
    assert await page.locator("[role=listbox]").count() == 0
    assert await page.evaluate("() => [document.activeElement.localName, scrollY]") == ["body", 40]
    again = await pages.scan(page)
    assert again.fields == learnt.fields
    assert again.fingerprint == model.fingerprint


SHY = """
<label for="d">Degree</label><button type="button" id="d" aria-haspopup="listbox">Select One</button>
<form onsubmit="event.preventDefault(); window.sent = true">
<label for="s">Title</label><button id="s" aria-haspopup="listbox">Select One</button>
<label for="c">Country</label><button type="button" id="c" aria-haspopup="listbox" %s>Select One</button></form>
<dialog id="around"></dialog>
<script>
window.opened = [];
const list = (owner, labels) => () => {
  window.opened.push(owner.id);
  if (document.querySelector("ul")) return document.querySelector("ul").remove();
  const options = labels.map((label) => `<li role="option" style="height: 20px">${label}</li>`).join("");
  owner.insertAdjacentHTML("afterend", `<ul role="listbox" style="height: 60px; overflow: auto">${options}</ul>`);
};
d.onclick = list(d, ["Select One", "Bachelor", "Master"]);
c.onclick = list(c, ["Chile"]);
s.onclick = list(s, ["Dr"]);
</script>
"""


async def test_a_list_is_opened_once_and_never_where_that_could_send_the_form(show: Open, page: Page) -> None:
    model = await show(SHY % "")
    learnt = await pages.with_options(page, model)
    assert [(field.label, [(each.label, each.placeholder) for each in field.options]) for field in learnt.fields] == [
        ("Degree", [("Select One", True), ("Bachelor", False), ("Master", False)]),
        ("Title", []),
        ("Country", [("Chile", False)]),
    ]
    assert await pages.with_options(page, model) == learnt
    assert await page.evaluate("() => [window.opened, window.sent]") == [["d", "d", "c", "c"], None]


async def test_a_list_that_cannot_be_used_is_not_opened(show: Open, page: Page) -> None:
    model = await show(SHY % "disabled")
    await pages.with_options(page, model)
    assert await page.evaluate("() => window.opened") == ["d", "d"]


async def test_a_box_that_asks_for_files_without_an_input_is_one_where_it_is_named_so_too(show: Open) -> None:
    model = await show(
        """<p>Just drop us a line with your resume.</p><h2>Resume</h2>
        <div class="file-dropzone"><p>Drag and drop your file here</p></div><label>Name <input></label>"""
    )
    assert [(each.label, each.purpose) for each in model.file_inputs] == [("Resume", FilePurpose.RESUME)]
    assert (await show("<p>Just drop us a line with your resume.</p>")).file_inputs == ()


async def test_ten_thousand_questions_without_a_label_are_still_looked_at_in_time(show: Open) -> None:
    model = await show(f"<form>{''.join(f'<input name=q{number}>' for number in range(10_000))}</form>")
    assert len(model.fields) == 10_000


async def test_each_question_tells_which_form_of_its_frame_it_belongs_to(show: Open) -> None:
    model = await show(
        """<label>Search <input name="q"></label>
        <form><label>Name <input name="name"></label><label>CV <input type="file" name="cv"></label>
          <x-box></x-box></form>
        <form id="news"><label>Your e-mail <input type="email" name="news"></label></form>
        <label>First name <input name="first" form="news"></label>
        <script>document.querySelector("x-box").attachShadow({ mode: "open" }).innerHTML =
          "<label>Phone <input name='phone'></label>"</script>"""
    )
    asked = {each.name: each.form for each in (*model.fields, *model.file_inputs)}
    assert asked == {"q": 0, "name": 1, "phone": 1, "cv": 1, "news": 2, "first": 2}
