"""Ways on that no words tell, in a real Chromium: by their place, their form, their picture, their components."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from ghosthands.domain.page import ButtonRole, PageModel, PageType

pytestmark = pytest.mark.e2e

Show = Callable[[str], Awaitable[PageModel]]

FIELDS = "".join(f"<label>{name} <input name={name}></label>" for name in ("First", "Last", "City"))
ICON = "<svg width=20 height=20><circle r=9 cx=10 cy=10></circle></svg>"


def roles(model: PageModel) -> list[ButtonRole]:
    return [button.role for button in model.buttons]


@pytest.mark.parametrize(
    "button",
    [
        f"<button>{ICON}</button>",
        f"<button type=submit class=go>{ICON}</button>",
        "<input type=image alt='' src='data:,' width=30 height=30>",
        "<input type=submit value='➤'>",
    ],
)
async def test_the_only_button_that_sends_the_form_needs_no_words(show: Show, button: str) -> None:
    assert roles(await show(f"<form>{FIELDS}{button}</form>")) == [ButtonRole.SUBMIT]


@pytest.mark.parametrize(
    ("button", "role"),
    [
        ("<button type=button><img alt='Next' width=20 height=20></button>", ButtonRole.NEXT),
        (
            f"<button type=button aria-labelledby=said>{ICON}</button><i id=said hidden>Send application</i>",
            ButtonRole.SUBMIT,
        ),
        (f"<button type=button title='Zurück'>{ICON}</button>", ButtonRole.BACK),
        ("<button type=button><svg role=img aria-label='Continue' width=20 height=20></svg></button>", ButtonRole.NEXT),
    ],
)
async def test_a_picture_is_for_what_it_is_called(show: Show, button: str, role: ButtonRole) -> None:
    assert roles(await show(f"<form>{FIELDS}{button}</form>")) == [role]


@pytest.mark.parametrize(
    ("asked", "role"),
    [
        ("<label>Your CV <input type=file name=cv></label>", ButtonRole.SUBMIT),
        ("<label>Years of experience <input name=years></label>", ButtonRole.SUBMIT),
        ("<label>Your CV <input type=file></label><label>Password <input type=password></label>", ButtonRole.OTHER),
        ("<label>Nickname <input name=nick></label>", ButtonRole.OTHER),
    ],
)
async def test_who_registers_with_a_career_and_no_password_applies(show: Show, asked: str, role: ButtonRole) -> None:
    assert roles(await show(f"<h1>Register</h1><form>{FIELDS}{asked}<button>Register</button></form>")) == [role]


async def test_a_button_outside_of_its_form_is_its_way_on(show: Show) -> None:
    button = "<button {}>Apply now</button>"
    model = await show(f"<form id=asked>{FIELDS}</form>{button.format('form=asked')}{button.format('type=button')}")
    assert roles(model) == [ButtonRole.SUBMIT, ButtonRole.APPLY]


@pytest.mark.parametrize(
    "tag", ["<a href='#' {}>{}</a>", "<a role=button {}>{}</a>", "<a href='javascript:void(0)' {}>{}</a>"]
)
async def test_a_link_that_leads_nowhere_is_a_button(show: Show, tag: str) -> None:
    sends = tag.format("", "Submit application")
    assert roles(await show(f"<form>{FIELDS}{sends}</form>")) == [ButtonRole.SUBMIT]
    leads = tag.replace("<a ", "<a href='/elsewhere' ").format("", "Submit application")
    assert roles(await show(f"<form>{FIELDS}{leads}</form>")) == [ButtonRole.OTHER]


#: a form whose fields and button are two shadow roots deep, in components that keep them open or to themselves
NESTED = """<form><x-part></x-part></form><form><label>Your mail <input name=mail></label><button>Submit</button></form>
<script>
const define = (name, html) => customElements.define(name, class extends HTMLElement {{
  connectedCallback() {{ this.attachShadow({{ mode: "{mode}" }}).innerHTML = html(this); }}
}});
define("x-field", (el) => `<label>${{el.title}} <input></label>`);
define("x-button", (el) => `<button type=button>${{el.title}}</button>`);
define("x-part", () => `<x-field title="First name"></x-field><x-field title="Last name"></x-field>
  <x-field title="City"></x-field><x-button title="Apply now"></x-button>`);
</script>"""


@pytest.mark.parametrize("mode", ["open", "closed"])
async def test_what_stands_in_nested_roots_belongs_to_the_form_around_them(show: Show, mode: str) -> None:
    model = await show(NESTED.format(mode=mode))
    assert [field.label for field in model.fields] == ["First name", "Last name", "City", "Your mail"]
    assert {button.text: button.role for button in model.buttons} == {
        "Apply now": ButtonRole.SUBMIT,
        "Submit": ButtonRole.OTHER,
    }


@pytest.mark.parametrize("asked", ["<label>First name <input name=first></label>", FIELDS])
async def test_ok_below_what_is_asked_leads_on(show: Show, asked: str) -> None:
    assert roles(await show(f"<main>{asked}<button type=button><b>OK</b> \u2713</button></main>")) == [ButtonRole.NEXT]


@pytest.mark.parametrize(
    "html",
    [
        "<main>{asked}</main><div role=dialog>Thank you, we have it. <button>OK</button></div>",
        "<main>{asked}</main><div class=cookie-bar>We use cookies. <button>OK</button></div>",
        "<div>You were signed out. <button>OK</button></div><main>{asked}</main>",
        "<main>{asked}</main><div class=bar><p>We use cookies.</p><div><button>OK</button></div></div>",
        "<main>{asked}</main><div><p>Wir verwenden Cookies.</p><form><button type=button>OK</button></form></div>",
        "<form>{asked}</form><div>Your draft was kept. <button>OK</button></div>",
        "<main>{asked}<button>OK</button><button>Ok</button></main>",
    ],
)
async def test_ok_that_says_so_to_anything_else_does_not(show: Show, html: str) -> None:
    model = await show(html.format(asked="<label>First name <input name=first></label>"))
    assert {*roles(model)} == {ButtonRole.OTHER}


SEARCH = "<header><form><input aria-label='Search for jobs'></form></header>"


@pytest.mark.parametrize("search", [SEARCH, SEARCH.replace("form>", "div>")])
@pytest.mark.parametrize("said", ["We use cookies.", "We care about your data."])
async def test_ok_of_a_bar_on_a_posting_does_not(show: Show, search: str, said: str) -> None:
    model = await show(
        f"{search}<h1>Clerk</h1><button>Apply now</button><div class=bar>{said} <button>OK</button></div>"
    )
    assert roles(model) == [ButtonRole.APPLY, ButtonRole.OTHER]
    assert model.page_type is PageType.POSTING


def options(*said: str) -> str:
    chosen = "".join(f"<li role=radio tabindex=0 aria-checked=false>{each}</li>" for each in said)
    return f"<ul role=radiogroup aria-label='Are you 18 or older?'>{chosen}</ul>"


#: heard, and not seen
UNSEEN = "<span style='position:absolute;left:-9999px'>Key</span>"


@pytest.mark.parametrize(
    ("said", "labels"),
    [
        (("<div>A</div><div>Yes</div>", "<div>B</div><div>No</div>"), ["Yes", "No"]),
        ((f"<i>{UNSEEN}Y</i> <b>Yes</b>", f"<i>{UNSEEN}N</i> <b>No</b>"), ["Yes", "No"]),
        (
            ("<kbd>A</kbd> I am", "<kbd>B</kbd> I am not", "<kbd>C</kbd> A friend is"),
            ["I am", "I am not", "A friend is"],
        ),
        (("<b>A</b> level", "<b>B</b> level"), ["A level", "B level"]),
        (("<b>A</b> driver", "<b>I</b> drive"), ["A driver", "I drive"]),
        (("A driver", "B driver's mate"), ["A driver", "B driver's mate"]),
        (("<b>1</b> year", "<b>2</b> years"), ["1 year", "2 years"]),
    ],
)
async def test_the_key_before_an_option_is_no_part_of_it(show: Show, said: tuple[str, ...], labels: list[str]) -> None:
    (asked,) = (await show(options(*said))).fields
    assert [each.label for each in asked.options] == labels


HAND = "style=cursor:pointer"


@pytest.mark.parametrize(
    ("made", "role"),
    [
        (f"<div class=primary {HAND}>Submit application</div>", ButtonRole.SUBMIT),
        ("<div onclick='0'>Send my details</div>", ButtonRole.SUBMIT),
        ("<span class='btn btn-primary' tabindex=0><b>Weiter</b></span>", ButtonRole.NEXT),
        (f"<a class=button {HAND}>Absenden und fertig</a>", ButtonRole.SUBMIT),
        (f"<x-button class=button {HAND}>Suivant</x-button>", ButtonRole.NEXT),
    ],
)
async def test_boxes_that_show_a_hand_and_say_so_are_a_way_on(show: Show, made: str, role: ButtonRole) -> None:
    assert roles(await show(f"<div>{FIELDS}{made}</div>")) == [role]


@pytest.mark.parametrize(
    "beside",
    [
        "<div>Submit application</div>",
        f"<nav><div {HAND}>Apply</div></nav>",
        f"<div class=btn {HAND}>Save as draft</div>",
        f"<h2 tabindex=0 {HAND}>Next</h2>",
        f"<a href='/elsewhere' class=btn><b {HAND}>Submit application</b></a>",
        f"<div class=btn {HAND}>Next <input type=checkbox aria-label=Agree></div>",
    ],
)
async def test_boxes_that_say_nothing_of_it_or_are_something_else_are_no_button(show: Show, beside: str) -> None:
    assert {*roles(await show(f"<div>{FIELDS}{beside}</div>"))} <= {ButtonRole.OTHER}


async def test_boxes_count_only_where_no_button_leads_on(show: Show) -> None:
    made = f"<div class=btn {HAND}>Next</div><div class=btn {HAND}>Back</div>"
    model = await show(f"<form>{FIELDS}{made}<button>Go</button></form>")
    assert {button.text: button.role for button in model.buttons} == {"Back": ButtonRole.BACK, "Go": ButtonRole.SUBMIT}


@pytest.mark.parametrize(
    "button",
    [
        "<a href='/form'>I'm ready, apply</a>",
        "<a href='/form'>Start application</a>",
        "<button>Let’s go!</button>",
        "<button>Get started</button>",
        "<a href='/form'>C'est parti !</a>",
        "<button>Ich bin bereit</button>",
    ],
)
async def test_the_only_words_of_a_start_page_lead_to_its_form(show: Show, button: str) -> None:
    model = await show(f"<h1>Clerk</h1><p>Five minutes are enough. Have your CV at hand.</p>{button}")
    assert (model.page_type, roles(model)) == (PageType.POSTING, [ButtonRole.APPLY])


@pytest.mark.parametrize(
    "html",
    [
        "<h1>Thank you for applying</h1><button>Get started</button>",
        "<h1>Clerk</h1><div role=dialog>Welcome! <button>Let's go</button></div>",
        "<h1>Clerk</h1><button>Let's go</button><button>Get started</button>",
        "<h1>Clerk</h1><label>Search <input name=q></label><button type=button>Let's go</button>",
    ],
)
async def test_they_do_not_where_they_may_mean_anything_else(show: Show, html: str) -> None:
    assert ButtonRole.APPLY not in roles(await show(html))


async def test_they_give_way_to_what_opens_an_application(show: Show) -> None:
    model = await show("<h1>Clerk</h1><button>Get started</button><button>Apply now</button>")
    assert roles(model) == [ButtonRole.OTHER, ButtonRole.APPLY]
