"""What cookbook answers about a page: what is done again, and what is planned anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from ghosthands.domain.page import AccountForm, AccountPurpose, FieldKind, FileInputModel, FilePurpose, Locator
from ghosthands.domain.plan import LeftAlone
from ghosthands.domain.questions import question_key
from ghosthands.domain.recipe import RecipeFound, RecipeMissed, RecipeRetired
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.planning.matching import Match

from .conftest import ADA, SITE, asked, form

if TYPE_CHECKING:
    from .conftest import Kitchen

NAME, EMAIL, BLOG = asked("First name", required=True), asked("Email", FieldKind.EMAIL), asked("Your blog")
VISA = asked("Do you require sponsorship?", FieldKind.RADIO, options=("Yes", "No"), required=True)
FORM = form(NAME, EMAIL, VISA, BLOG)
#: no rule knows it: somebody once understood it as that
ODD = asked("Call sign on the radio", required=True)
AS_NAME = Match("profile.first_name", 0.9, "model")


async def found(kitchen: Kitchen, page: Any, **who: Any) -> RecipeFound:
    """The recipe's word on the page, for a new applicant."""
    job = await kitchen.begin(**who)
    await job.see(page)
    answer = await job.find()
    assert isinstance(answer, RecipeFound), answer
    return answer


async def missed(kitchen: Kitchen, page: Any, **who: Any) -> bool:
    job = await kitchen.begin(**who)
    await job.see(page)
    return isinstance(await job.find(), RecipeMissed)


def keys(answer: RecipeFound) -> dict[str, str]:
    return {action.field_id: action.key for action in answer.actions}


async def test_a_page_of_an_unknown_site_is_missed(kitchen: Kitchen) -> None:
    assert await missed(kitchen, FORM)


async def test_a_page_seen_before_needs_no_plan(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    answer = await found(kitchen, FORM, profile={**ADA, "first_name": "Grace"})
    assert keys(answer) == {
        NAME.id: "profile.first_name",
        EMAIL.id: "profile.email",
        VISA.id: "profile.requires_sponsorship",
    }
    assert answer.left_alone == (LeftAlone(BLOG.id, "optional_unknown"),)
    assert (answer.recipe, answer.moved, answer.gone) == (FORM.fingerprint, (), ())
    assert {action.reason for action in answer.actions} == {f"recipe:{name}" for name in keys(answer)}


async def test_what_the_applicant_does_not_have_is_planned(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    answer = await found(kitchen, FORM, profile={"first_name": "Grace", "email": "grace@example.org"})
    assert VISA.id not in keys(answer)


async def test_what_the_applicant_answers_themselves_is_planned(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    answer = await found(kitchen, FORM, answers={"Do you require sponsorship?": "yes"})
    assert VISA.id not in keys(answer)


async def test_what_was_left_alone_is_so_again_whatever_else_the_applicant_answers(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    answer = await found(kitchen, FORM, answers={"What is your favourite colour?": "green"})
    assert answer.left_alone == (LeftAlone(BLOG.id, "optional_unknown"),)
    answer = await found(kitchen, FORM, answers={BLOG.label: "https://ada.example.org"})
    assert answer.left_alone == ()


async def test_an_answer_somebody_gave_is_taken_from_the_present_applicants(kitchen: Kitchen) -> None:
    page, key = form(asked("Favourite parrot", required=True)), f"answers.{question_key('Favourite parrot')}"
    await (await kitchen.begin(answers={"Favourite parrot": "Norwegian Blue"})).apply(page)
    assert list(keys(await found(kitchen, page, answers={"Favourite parrot": "Kea"})).values()) == [key]
    assert await missed(kitchen, page)


async def test_a_tick_box_is_not_ticked_for_an_answer_that_is_neither_yes_nor_no(kitchen: Kitchen) -> None:
    page = form(asked("I would move to Berlin", FieldKind.CHECKBOX))
    await (await kitchen.begin(answers={"I would move to Berlin": "yes"})).apply(page)
    assert keys(await found(kitchen, page, answers={"I would move to Berlin": "Yes"}))
    assert await missed(kitchen, page, answers={"I would move to Berlin": "only if my cat likes it"})


async def test_a_question_turned_round_is_not_answered_as_before(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    turned = asked("Do you not require sponsorship?", FieldKind.RADIO, options=("Yes", "No"), name=VISA.name)
    page = form(NAME, EMAIL, turned, BLOG)
    answer = await found(kitchen, page)
    assert [action for action in answer.actions if action.field_id == turned.id] == []


async def test_other_options_are_planned_anew(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    other = msgspec.structs.replace(VISA, options=asked("x", options=("Yes", "No", "Only later")).options)
    answer = await found(kitchen, msgspec.structs.replace(FORM, fields=(NAME, EMAIL, other, BLOG)))
    assert VISA.id not in keys(answer)


async def test_a_list_that_shows_its_options_when_it_is_opened_is_the_same(kitchen: Kitchen) -> None:
    closed = asked("Country", FieldKind.COMBOBOX)
    opened = msgspec.structs.replace(closed, options=VISA.options)
    who = {"profile": {**ADA, "location": {"country": "Spain"}}}
    await (await kitchen.begin(**who)).apply(form(NAME, EMAIL, opened))
    assert keys(await found(kitchen, form(NAME, EMAIL, closed), **who))[closed.id] == "profile.location.country"


async def test_options_in_another_order_are_the_same(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    other = msgspec.structs.replace(VISA, options=VISA.options[::-1])
    answer = await found(kitchen, msgspec.structs.replace(FORM, fields=(NAME, EMAIL, other, BLOG)))
    assert VISA.id in keys(answer)


async def test_a_field_with_another_id_and_name_is_found_by_its_label(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    renamed = asked("Email", FieldKind.EMAIL, name="kontakt")
    answer = await found(kitchen, form(NAME, renamed, VISA, BLOG))
    assert keys(answer)[renamed.id] == "profile.email"
    assert (answer.moved, answer.gone, answer.recipe) == ((renamed.id,), (), FORM.fingerprint)


async def test_a_field_that_is_gone_is_skipped_and_a_new_one_is_planned(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    new = asked("Phone", FieldKind.TEL)
    answer = await found(kitchen, form(NAME, VISA, BLOG, new))
    assert answer.gone == (EMAIL.id,)
    assert new.id not in keys(answer)


async def test_a_field_that_is_another_kind_of_control_is_planned(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    other = asked(VISA.label, FieldKind.SELECT, name=VISA.name, options=("Yes", "No"), required=True)
    answer = await found(kitchen, form(NAME, EMAIL, other, BLOG))
    assert (answer.gone, other.id in keys(answer)) == ((VISA.id,), False)


async def test_a_page_that_is_half_another_is_missed(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    assert await missed(kitchen, form(NAME, asked("Phone"), asked("City"), asked("Country"), asked("Why us?")))


async def test_what_no_rule_knows_is_known_by_the_recipe(kitchen: Kitchen) -> None:
    job = await kitchen.begin()
    await job.see(form(ODD, EMAIL))
    await job.plan(understood={ODD.id: AS_NAME})
    await job.fill()
    await job.complete()
    assert keys(await found(kitchen, form(ODD, EMAIL)))[ODD.id] == "profile.first_name"


@pytest.mark.parametrize(
    "changed",
    [
        {"label": "Call sign at sea"},
        {"section": "Emergency contact"},
        {"name": "honeypot", "dom_id": "honeypot"},
        {"visible": False},
    ],
    ids=lambda changed: next(iter(changed)),
)
async def test_what_only_the_recipe_knows_is_not_filled_where_it_may_be_something_else(
    kitchen: Kitchen, changed: dict[str, Any]
) -> None:
    job = await kitchen.begin()
    await job.see(form(ODD, EMAIL, NAME))
    await job.plan(understood={ODD.id: AS_NAME})
    await job.fill()
    await job.complete()
    other = msgspec.structs.replace(ODD, **changed)
    assert ODD.id not in keys(await found(kitchen, form(other, EMAIL, NAME)))


async def test_two_that_ask_the_same_are_not_guessed_between(kitchen: Kitchen) -> None:
    job = await kitchen.begin()
    await job.see(form(ODD, EMAIL))
    await job.plan(understood={ODD.id: AS_NAME})
    await job.fill()
    await job.complete()
    twins = [asked(ODD.label, required=True, name=name) for name in ("one", "other")]
    assert keys(await found(kitchen, form(*twins, EMAIL))) == {EMAIL.id: "profile.email"}


async def test_a_file_goes_where_it_went(kitchen: Kitchen) -> None:
    resume = FileInputModel(id="cv", locator=Locator("#cv"), label="Resume", purpose=FilePurpose.RESUME, required=True)
    page = form(NAME, EMAIL, file_inputs=(resume,))
    for _ in range(2):
        job = await kitchen.begin()
        await kitchen.vault.put_job_file(job.person, job.job_id, "resume", b"pdf", name="cv.pdf", media_type="x/pdf")
        await job.see(page)
        answer = await job.find()
        await job.plan()
        await job.fill()
        await job.complete()
    assert isinstance(answer, RecipeFound)
    assert keys(answer)["cv"] == "files.resume"


async def test_login_data_is_no_recipes(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    account = AccountForm(purpose=AccountPurpose.SIGN_IN, button="enter")
    assert await missed(kitchen, msgspec.structs.replace(FORM, account=account))


async def test_questions_left_open_by_a_human_stay_open(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    job = await kitchen.begin()
    await job.see(FORM)
    answer = await job.find(skipped=(question_key("Email"),))
    assert isinstance(answer, RecipeFound)
    assert EMAIL.id not in keys(answer)


async def test_only_the_fields_that_were_asked_about_are_covered(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    job = await kitchen.begin()
    await job.see(FORM)
    answer = await job.find(only=(EMAIL.id,))
    assert isinstance(answer, RecipeFound)
    assert (keys(answer), answer.left_alone) == ({EMAIL.id: "profile.email"}, ())


async def test_a_page_that_was_retired_is_missed_until_it_is_learnt_again(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    history = await kitchen.log.load(subjects.recipe(SITE))
    retired, why = RecipeRetired(fingerprint=FORM.fingerprint), Cause(command_id="r", tenant="valet", correlation="r")
    await kitchen.log.append_facts(history, [retired], cause=why)
    assert await missed(kitchen, FORM)
    await (await kitchen.begin()).apply(FORM)
    assert not await missed(kitchen, FORM)


async def test_a_page_nobody_kept_is_missed(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    job = await kitchen.begin()
    await job.see(FORM)
    assert isinstance(await job.find(model_ref="0" * 64), RecipeMissed)
