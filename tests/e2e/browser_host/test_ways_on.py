"""Ways on that no words tell, in a real Chromium: by their place, their form, their picture, their components."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from ghosthands.domain.page import ButtonRole, PageModel

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
