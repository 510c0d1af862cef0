"""What of a manual belongs to a page, where the rules agree; and what a finished job makes of one."""

from __future__ import annotations

from ghosthands.cookbook.manuals import generalise, judge, record, take
from ghosthands.cookbook.recording import PageVisit
from ghosthands.domain import job
from ghosthands.domain.manual import Manual, ManualAction, ManualFound, ManualMove, ManualSource, ManualStep
from ghosthands.domain.page import (
    ButtonModel,
    ButtonRole,
    FieldKind,
    FieldModel,
    Locator,
    PageModel,
    summarise,
)
from ghosthands.planning.known import Known
from ghosthands.testkit.story import NOON, fill, page_model, requested

KNOWN = Known(frozenset({"profile.email", "profile.first_name", "profile.phone"}))


def box(name: str, label: str, **more: object) -> FieldModel:
    kind = FieldKind.EMAIL if name == "email" else FieldKind.TEXT
    return FieldModel(id=name, locator=Locator(f"input.{name}"), kind=kind, label=label, name=name, **more)  # type: ignore[arg-type]


FORM = page_model(box("first_name", "First Name", required=True), box("email", "Email", required=True))


def fill_step(selector: str, key: str) -> ManualStep:
    return ManualStep(action=ManualAction.FILL, selector=selector, value=key)


EMAIL = fill_step('[name="email"]', "profile.email")
FIRST = fill_step("label=First Name", "profile.first_name")
CLICK = ManualStep(action=ManualAction.CLICK, selector="text=Next")


def taken(page: PageModel, *steps: ManualStep, only: tuple[str, ...] = ()) -> tuple[list[str], int | None]:
    """The fields that are filled, in order, and the step that failed."""
    fields, failed, _ = followed(page, *steps, only=only)
    return fields, failed


def followed(
    page: PageModel, *steps: ManualStep, only: tuple[str, ...] = (), moved: tuple[int, ...] = ()
) -> tuple[list[str], int | None, ManualMove | None]:
    """The same, and the move that comes next."""
    manual = Manual(
        id="m",
        url_pattern="x/*",
        task_pattern="apply",
        platform="generic",
        source=ManualSource.TEMPLATE,
        steps=steps,
        created_at=NOON,
    )
    done = take(manual, page, KNOWN, action_id=lambda field_id: f"do-{field_id}", only=only, moved=moved)
    return [action.field_id for action in done.actions], done.failed_step, done.move


def test_its_steps_are_taken_in_its_own_order() -> None:
    assert taken(FORM, EMAIL, FIRST) == (["email", "first_name"], None)


def test_of_several_parts_the_one_that_knows_the_page_is_the_pages() -> None:
    other = fill_step("#other", "profile.phone")
    assert taken(FORM, other, CLICK, FIRST, EMAIL, CLICK) == (["first_name", "email"], None)


def test_a_step_whose_field_is_gone_fails_and_those_before_it_are_taken() -> None:
    assert taken(FORM, FIRST, fill_step("#gone", "profile.phone"), EMAIL) == (["first_name"], 1)


def test_a_field_that_now_asks_something_else_fails_its_step() -> None:
    turned = page_model(box("first_name", "First Name"), box("email", "Phone number of your reference"))
    assert taken(turned, FIRST, EMAIL) == (["first_name"], 1)


def wait(selector: str) -> ManualStep:
    return ManualStep(action=ManualAction.WAIT, selector=selector)


def test_what_is_waited_for_and_there_is_passed_and_else_it_is_the_next_move() -> None:
    assert followed(FORM, wait('[name="email"]'), EMAIL) == (["email"], None, None)
    later = ManualMove(at=0, action=ManualAction.WAIT, target="#later")
    assert followed(FORM, wait("#later"), EMAIL) == ([], None, later)
    assert followed(FORM, wait("#later"), EMAIL, moved=(0,)) == (["email"], None, None)


MORE = ButtonModel(id="more", locator=Locator("#more"), text="More questions", role=ButtonRole.OTHER)
ASIDE = ManualStep(action=ManualAction.CLICK, selector="text=More questions")
SENDS = ButtonModel(id="send", locator=Locator("#send"), text="Send", role=ButtonRole.SUBMIT)


def test_a_click_on_what_neither_leads_on_nor_sends_is_a_move_of_the_page_and_the_rest_comes_after_it() -> None:
    page = page_model(*FORM.fields, buttons=(MORE,))
    move = ManualMove(at=1, action=ManualAction.CLICK, target="more")
    assert followed(page, FIRST, ASIDE, EMAIL) == (["first_name"], None, move)
    assert followed(page, FIRST, ASIDE, EMAIL, moved=(1,)) == (["email"], None, None)
    gone = page_model(*FORM.fields)
    assert followed(gone, FIRST, ASIDE, EMAIL, moved=(1,)) == (["email"], None, None), "its button may hide afterwards"
    assert followed(page, FIRST, ASIDE, EMAIL, only=("first_name", "email"), moved=(1,))[0] == ["first_name", "email"]


def test_a_click_on_what_sends_is_never_a_move() -> None:
    click = ManualStep(action=ManualAction.CLICK, selector="text=Send")
    assert followed(page_model(*FORM.fields, buttons=(SENDS,)), FIRST, EMAIL, click)[1:] == (None, None)


def test_a_key_is_pressed_in_the_field_it_names_or_fails_its_step() -> None:
    def press(selector: str = "") -> ManualStep:
        return ManualStep(action=ManualAction.PRESS, selector=selector, value="Tab")

    assert followed(FORM, EMAIL, press("label=Email"))[2] == ManualMove(
        at=1, action=ManualAction.PRESS, target="email", value="Tab"
    )
    assert followed(FORM, EMAIL, press())[2] == ManualMove(at=1, action=ManualAction.PRESS, value="Tab")
    assert followed(FORM, EMAIL, press("#gone")) == (["email"], 1, None)


def test_a_manual_may_begin_with_an_address_on_a_page_that_asks_nothing_and_only_there() -> None:
    there = ManualStep(action=ManualAction.NAVIGATE, value="apply")
    move = ManualMove(at=0, action=ManualAction.NAVIGATE, value="apply")
    assert followed(page_model(), there, EMAIL) == ([], None, move)
    assert followed(FORM, there, EMAIL, moved=(0,)) == (["email"], None, None)
    assert followed(page_model(), there, EMAIL, moved=(0,)) == ([], None, None), "a page in between is left alone"


def test_only_what_is_not_planned_yet_is_filled() -> None:
    assert taken(FORM, FIRST, EMAIL, only=("email",)) == (["email"], None)


def test_a_page_that_asks_nothing_fails_no_step() -> None:
    assert taken(page_model(), EMAIL) == ([], None)


def test_an_address_is_made_a_pattern_by_what_differs_between_postings() -> None:
    assert generalise("https://boards.example.com:8443/acme/jobs/4711?x=1") == "boards.example.com/acme/jobs/*"


def test_a_job_that_left_its_manual_or_failed_by_it_speaks_against_it() -> None:
    found = ManualFound(cause="c", manual_id="m", health=90, model_ref="r", actions=(fill("email"),))
    none = ManualFound(cause="c", manual_id="m", health=90, model_ref="r", failed_step=0)
    left = job.ModeChosen(at=NOON, engine_version=2, reason="manual_failed")
    failed = job.JobFailed(at=NOON, code="manual_failed")

    def told(*events: object) -> tuple[bool, bool] | None:
        tried = judge(NOON, "j", events)  # type: ignore[arg-type]
        return (tried.well, tried.at_once) if tried else None

    assert told() is None
    assert told(found) == (True, False)
    assert told(found, left) == (False, False)
    assert told(none, failed) == (False, True)
    assert told(none, failed, job.JobRetried(at=NOON)) is None
    assert told(none, left, failed, job.JobRetried(at=NOON), found) == (True, False)


def test_what_one_posting_was_filled_with_is_found_again_on_anothers_page_whatever_was_made_for_it() -> None:
    """A question's id and name are made anew for each posting; its label stays."""

    def posting(number: int) -> PageModel:
        question = box(f"question_{number}", "First Name", dom_id=f"question_{number}", required=True)
        send = ButtonModel(id="send", locator=Locator("button"), text="Send", role=ButtonRole.SUBMIT)
        url = f"https://boards.example.com/acme/jobs/{number}"
        return page_model(question, box("email", "Email", required=True), url=url, buttons=(send,))

    first = posting(10001)
    filled = {"question_10001": fill("question_10001", key="profile.first_name"), "email": fill("email")}
    shown = summarise(first, model_ref="m", site="boards.example.com")
    visit = PageVisit(page=shown, filled=filled, left_alone={}, known=frozenset())
    learnt = record(NOON, requested(engine_version=1), [(visit, first)])
    assert learnt is not None
    assert learnt.url_pattern == "boards.example.com/acme/jobs/*"
    assert [step.action for step in learnt.steps] == ["fill", "fill", "click"]
    assert taken(posting(20002), *learnt.steps) == (["question_20002", "email"], None)


def test_nothing_is_learnt_of_a_job_that_filled_nothing() -> None:
    shown = summarise(FORM, model_ref="m", site="boards.example.com")
    visit = PageVisit(page=shown, filled={}, left_alone={}, known=frozenset())
    assert record(NOON, requested(engine_version=1), [(visit, FORM)]) is None
