"""Forms that stand beside an application: what is asked there again is sent to somebody else."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from ghosthands.domain.page import (
    ButtonModel,
    ButtonRole,
    FieldKind,
    FieldModel,
    FileInputModel,
    FilePurpose,
    Locator,
)
from ghosthands.planning.known import Known
from ghosthands.planning.page_matching import match_page
from ghosthands.planning.plan import plan
from ghosthands.planning.refusal import refusals
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_context import field

_KINDS = {
    "Email": FieldKind.EMAIL,
    "Password": FieldKind.PASSWORD,
    "Comment": FieldKind.TEXTAREA,
    "I agree to the privacy policy": FieldKind.CHECKBOX,
}
APPLICATION = ("Full name", "Email", "Phone", "City")
NEWSLETTER = ("First name", "Email")


def asked(form: int, *labels: str, frame: str = "", required: bool = False) -> list[FieldModel]:
    fresh = itertools.count()
    return [
        field(
            label,
            _KINDS.get(label, FieldKind.TEXT),
            id=f"{form} {next(fresh)} {label}{frame}",
            locator=Locator("#f", frame),
            form=form,
            required=required,
        )
        for label in labels
    ]


def resume(form: int, *, frame: str = "") -> FileInputModel:
    return FileInputModel(id=f"resume {form}", locator=Locator("#r", frame), purpose=FilePurpose.RESUME, form=form)


def filled(*fields: FieldModel, files: tuple[FileInputModel, ...]) -> set[str]:
    """The ids of the fields that get one of the applicant's keys."""
    page = page_model(*fields, file_inputs=files)
    return match_page(page).keys() - refusals(page).keys()


@pytest.mark.parametrize(
    "other",
    [
        NEWSLETTER,
        ("Email", "Password"),
        ("Name", "Email", "Website", "Comment"),
        ("Name", "Phone"),
        ("Postleitzahl der Baustelle", "Email"),
    ],
    ids=["newsletter", "sign in", "comment", "call back", "quote"],
)
def test_a_form_that_asks_again_how_to_reach_the_applicant_is_left(other: tuple[str, ...]) -> None:
    application = asked(1, *APPLICATION)
    own = {each.id for each in application}
    assert filled(*application, *asked(2, *other), files=(resume(1),)) == own
    assert filled(*asked(2, *other), *application, files=(resume(1),)) == own


def test_an_application_outside_of_any_form_has_forms_beside_it_too() -> None:
    application = asked(0, *APPLICATION)
    assert filled(*application, *asked(1, *NEWSLETTER), files=(resume(0),)) == {each.id for each in application}


def test_an_application_in_a_frame_has_forms_around_it() -> None:
    application = asked(1, *APPLICATION, frame="0")
    found = filled(*application, *asked(1, *NEWSLETTER), files=(resume(1, frame="0"),))
    assert found == {each.id for each in application}


def test_a_name_in_another_form_before_the_application_makes_nothing_there_somebody_elses() -> None:
    application = [msgspec.structs.replace(each, section="Your details") for each in asked(2, *APPLICATION)]
    newsletter = [msgspec.structs.replace(each, section="Stay in touch") for each in asked(1, *NEWSLETTER)]
    assert filled(*newsletter, *application, files=(resume(2),)) == {each.id for each in application}


def test_what_another_form_requires_is_asked_of_nobody_and_not_agreed_to() -> None:
    application = asked(1, *APPLICATION)
    newsletter = asked(2, *NEWSLETTER, "I agree to the privacy policy", required=True)
    page = page_model(*application, *newsletter, file_inputs=(resume(1),))
    made = plan(page, Known(keys={"profile.full_name", "profile.email"}), action_id=str)
    assert {each.field_id: each.reason for each in made.left_alone if each.field_id[0] == "2"} == {
        each.id: "other_form" for each in newsletter
    }
    assert made.unanswered == ()


def test_a_second_form_that_goes_on_with_the_application_is_filled() -> None:
    fields = [*asked(1, *APPLICATION), *asked(2, "Street address", "Postal code")]
    assert filled(*fields, files=(resume(1),)) == {each.id for each in fields}


@pytest.mark.parametrize(
    "more",
    [
        ("Phone", "Are you legally authorized to work here?"),
        ("Phone", "Notice period"),
        ("Work phone", "Current company"),
        ("Emergency contact name", "Emergency contact phone"),
    ],
)
def test_a_section_of_the_application_with_a_form_of_its_own_is_not_left_in_silence(more: tuple[str, ...]) -> None:
    section = asked(2, *more, required=True)
    page = page_model(*asked(1, *APPLICATION), *section, file_inputs=(resume(1),))
    assert {each.id for each in section} & {id for id, why in refusals(page).items() if why == "other_form"} == set()


@pytest.mark.parametrize(
    "files",
    [(), (resume(3),), (resume(1), resume(2))],
    ids=["no resume is asked for", "in a form of its own", "in both"],
)
def test_every_form_is_filled_where_it_is_unclear_which_the_application_is(files: tuple[FileInputModel, ...]) -> None:
    fields = [*asked(1, *APPLICATION), *asked(2, *NEWSLETTER)]
    assert filled(*fields, files=files) == {each.id for each in fields}


def test_a_small_form_that_takes_a_resume_beside_a_larger_one_decides_nothing() -> None:
    fields = [*asked(1, *NEWSLETTER), *asked(2, *APPLICATION, "Street address")]
    assert filled(*fields, files=(resume(1),)) == {each.id for each in fields}


def test_a_page_that_was_kept_before_its_forms_were_numbered_is_filled_as_it_was() -> None:
    fields = [msgspec.structs.replace(each, form=0) for each in (*asked(1, *APPLICATION), *asked(2, *NEWSLETTER))]
    assert filled(*fields, files=(resume(0),)) == {each.id for each in fields}


def sent_by(form: int, text: str, *, to: str, role: ButtonRole = ButtonRole.SUBMIT) -> ButtonModel:
    return ButtonModel(
        id=f"button {form}", locator=Locator(f"#b{form}"), text=text, role=role, target=f"post {to}", form=form
    )


def headed(heading: str, *fields: FieldModel) -> list[FieldModel]:
    return [msgspec.structs.replace(each, section=heading, around=("Data Analyst",)) for each in fields]


def left(*fields: FieldModel, buttons: tuple[ButtonModel, ...]) -> set[str]:
    """The ids of the fields that are left because another form asks for them."""
    page = page_model(*fields, buttons=buttons)
    return {field_id for field_id, why in refusals(page).items() if why == "other_form"}


@pytest.mark.parametrize(
    ("applies", "beside"),
    [
        ("Apply for this job", "Refer a friend"),
        ("Your application", "Contact us"),
        ("Jetzt bewerben", "Kontaktformular"),
        ("Postulez maintenant", "Contactez-nous"),
        ("Formulario de candidatura", "Recomienda a un amigo"),
        ("Candidati ora", "Contattaci"),
        ("Solliciteer direct", "Neem contact op"),
        ("Aplikuj teraz", "Poleć znajomego"),
        ("Ansök här", "Tipsa en vän"),
        ("応募フォーム", "お問い合わせ"),
    ],
)
def test_of_several_forms_the_one_under_a_heading_that_applies_is_the_application(applies: str, beside: str) -> None:
    application = headed(applies, *asked(2, "First name", "Last name", "Email"))
    before = headed(beside, *asked(1, "Your name", "Email", "Their team"))
    after = headed("Stay close", *asked(3, "Name", "Email", "Phone", "Company size"))
    buttons = tuple(sent_by(form, "Submit", to=f"/{form}") for form in (1, 2, 3))
    assert left(*before, *application, *after, buttons=buttons) == {each.id for each in (*before, *after)}


def test_the_only_form_that_is_not_said_to_send_something_else_is_the_application() -> None:
    application = headed("Your details", *asked(1, "Full name", "Email"))
    other = headed("Refer a friend", *asked(2, "Your name", "Email", "Their team"))
    buttons = (sent_by(1, "Submit", to="/apply"), sent_by(2, "Submit", to="/refer"))
    assert left(*application, *other, buttons=buttons) == {each.id for each in other}


def test_a_button_that_sends_an_application_tells_it_too() -> None:
    application = headed("Who are you?", *asked(1, "Full name", "Email"))
    other = headed("Anything else?", *asked(2, "Name", "Email", "What is it about?"))
    buttons = (sent_by(1, "Submit application", to="/apply"), sent_by(2, "Submit", to="/talk"))
    assert left(*application, *other, buttons=buttons) == {each.id for each in other}


def test_a_section_in_a_form_of_its_own_is_left_only_where_it_is_sent_elsewhere() -> None:
    application = headed("Apply for this job", *asked(1, "Full name", "Email"))
    section = headed("Questions", *asked(2, "Notice period", "Phone"))
    assert left(*application, *section, buttons=(sent_by(1, "Submit", to="/apply"),)) == set()
    one_way = (sent_by(1, "Submit", to="/apply"), sent_by(2, "Submit", to="/apply"))
    assert left(*application, *section, buttons=one_way) == set()


def test_the_only_form_of_a_page_is_no_other_one_whatever_its_heading_says() -> None:
    form = headed("Contact us", *asked(1, "Full name", "Email"))
    assert left(*form, buttons=(sent_by(1, "Submit", to="/apply"),)) == set()


def test_two_forms_that_both_apply_are_both_filled() -> None:
    fields = [*headed("Apply", *asked(1, "Full name", "Email")), *headed("Easy apply", *asked(2, "Name", "Email"))]
    assert left(*fields, buttons=(sent_by(1, "Submit", to="/1"), sent_by(2, "Submit", to="/2"))) == set()


@pytest.mark.parametrize(
    "section", ["Newsletter", "Job alerts", "Questions about you", "Fragen zur Person", "Feedback"]
)
def test_one_section_of_an_application_makes_no_other_form_of_it(section: str) -> None:
    application = [*asked(1, *APPLICATION), *headed(section, *asked(1, "Keep me posted"))]
    newsletter = asked(2, *NEWSLETTER)
    buttons = (sent_by(1, "Submit application", to="/apply"), sent_by(2, "Subscribe", to="/news"))
    assert left(*application, *newsletter, buttons=buttons).isdisjoint(each.id for each in application)


def test_a_quick_form_that_applies_beside_one_that_takes_the_resume_decides_nothing() -> None:
    quick = headed("Quick apply", *asked(1, "Name", "Email"))
    whole = headed("Your details", *asked(2, *APPLICATION, "Notice period"))
    buttons = (sent_by(1, "Apply", to="/quick"), sent_by(2, "Submit", to="/apply"))
    page = page_model(*quick, *whole, buttons=buttons, file_inputs=(resume(2),))
    assert {field_id for field_id, why in refusals(page).items() if why == "other_form"} <= {each.id for each in quick}
