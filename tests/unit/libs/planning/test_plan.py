"""What becomes of the fields of a page."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ghosthands.domain.keys import CONSTANTS
from ghosthands.domain.page import (
    AccountForm,
    AccountPurpose,
    ErrorKind,
    FieldKind,
    FieldModel,
    FieldState,
    FileInputModel,
    FilePurpose,
    Locator,
    OptionModel,
    PageModel,
    PageType,
)
from ghosthands.domain.plan import ActionKind, LeftAlone, PlannedAction, Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.planning.known import Known
from ghosthands.planning.plan import FieldOutcome, PagePlan, plan
from ghosthands.planning.question import Questions
from ghosthands.testkit.story import page_model

PROFILE = ("profile.first_name", "profile.email", "profile.eeo.gender", "files.resume")


def field(label: str = "", kind: FieldKind = FieldKind.TEXT, **more: Any) -> FieldModel:
    options = tuple(OptionModel(text) for text in more.pop("options", ()))
    known = {"id": label or "f", "locator": Locator("#f"), "kind": kind, "label": label, "options": options}
    return FieldModel(**{**known, **more})


def resume(**more: Any) -> FileInputModel:
    return FileInputModel(**{"id": "resume", "locator": Locator("#r"), "purpose": FilePurpose.RESUME, **more})


def page(*fields: FieldModel, files: tuple[FileInputModel, ...] = (), platform: str = "generic") -> PageModel:
    return page_model(*fields, file_inputs=files, platform=platform)


def planned(model: PageModel, keys: Collection[str] = PROFILE, only: Collection[str] = (), **known: Any) -> PagePlan:
    return plan(model, Known(keys, **known), action_id=lambda field_id: f"do-{field_id}", only=only)


def outcomes(made: PagePlan) -> list[FieldOutcome]:
    return [*made.actions, *made.left_alone, *made.unanswered, *made.unclear]


def outcome(asked: FieldModel | FileInputModel, keys: Collection[str] = PROFILE, **known: Any) -> FieldOutcome:
    model = page(asked) if isinstance(asked, FieldModel) else page(files=(asked,))
    made = planned(model, keys, **known)
    (one,) = outcomes(made)
    return one


def key_of(asked: FieldModel | FileInputModel, keys: Collection[str] = PROFILE) -> str:
    one = outcome(asked, keys)
    assert isinstance(one, PlannedAction), one
    return one.key


def reason_of(asked: FieldModel | FileInputModel, keys: Collection[str] = PROFILE, **known: Any) -> str:
    one = outcome(asked, keys, **known)
    assert isinstance(one, LeftAlone), one
    return one.reason


def test_a_known_field_is_planned_with_key_certainty_and_reason() -> None:
    assert outcome(field("Email", required=True)) == PlannedAction(
        id="do-Email",
        kind=ActionKind.FILL,
        field_id="Email",
        key="profile.email",
        tier=0,
        confidence=0.9,
        reason="label:email",
        question_key=question_key("Email"),
    )


@pytest.mark.parametrize(
    ("kind", "action"),
    [
        (FieldKind.TEXT, ActionKind.FILL),
        (FieldKind.TEXTAREA, ActionKind.FILL),
        (FieldKind.DATE, ActionKind.FILL),
        (FieldKind.CONTENTEDITABLE, ActionKind.FILL),
        (FieldKind.SELECT, ActionKind.SELECT),
        (FieldKind.MULTI_SELECT, ActionKind.SELECT),
        (FieldKind.COMBOBOX, ActionKind.SELECT),
        (FieldKind.RADIO, ActionKind.CHOOSE),
        (FieldKind.CHECKBOX_GROUP, ActionKind.CHOOSE),
        (FieldKind.CHECKBOX, ActionKind.CHECK),
    ],
)
def test_the_control_decides_what_is_done(kind: FieldKind, action: ActionKind) -> None:
    one = outcome(field("Anything", kind), (f"answers.{question_key('Anything')}",))
    assert isinstance(one, PlannedAction)
    assert one.kind is action


def test_uploads_come_first_then_the_fields_as_they_stand() -> None:
    made = planned(page(field("Email"), field("First name"), files=(resume(),)))
    assert [action.field_id for action in made.actions] == ["resume", "Email", "First name"]


def test_the_persons_own_answer_wins_over_the_profile() -> None:
    own = f"answers.{question_key('Email')}"
    assert key_of(field("Email *"), (*PROFILE, own)) == own


def test_a_persons_own_answer_goes_even_where_the_profile_may_not() -> None:
    own = f"answers.{question_key('Social Security Number')}"
    assert key_of(field("Social Security Number"), (own,)) == own


@pytest.mark.parametrize("trap", [field("Leave this blank"), field("Anything", visible=False), field("Search")])
def test_nobodys_answer_goes_into_a_trap(trap: FieldModel) -> None:
    own = f"answers.{question_key(trap.label)}"
    assert isinstance(outcome(trap, (own,)), LeftAlone)
    required = field(trap.label, required=True, visible=trap.visible)
    assert isinstance(outcome(required, (own,)), LeftAlone)


def test_what_is_required_and_unknown_needs_an_answer() -> None:
    asked = field("Why us?", required=True)
    assert outcome(asked) == Unanswered("Why us?", question_key("Why us?"))


def test_what_is_optional_and_unknown_is_left_alone() -> None:
    assert reason_of(field("Why us?")) == "optional_unknown"
    assert reason_of(field("Last name")) == "optional_unknown"


def test_what_the_profile_must_not_fill_goes_to_a_human_where_the_form_insists() -> None:
    assert reason_of(field("Referrer's name")) == "other_person"
    assert isinstance(outcome(field("Referrer's name", required=True)), Unanswered)


def test_what_the_human_skipped_stays_open() -> None:
    skipped = (question_key("Why us?"), question_key("Email"))
    assert reason_of(field("Why us?", required=True), skipped=skipped) == "skipped"
    assert reason_of(field("Email", required=True), skipped=skipped) == "skipped"


def test_what_the_human_filled_in_himself_is_not_written_over() -> None:
    email = field("Email", required=True, state=FieldState.FILLED)
    assert reason_of(email, by_human=("Email",)) == "by_human"


@pytest.mark.parametrize("more", [{"state": FieldState.EMPTY}, {"state": FieldState.FILLED, "error": ErrorKind.FORMAT}])
def test_what_the_human_left_empty_or_wrong_is_planned(more: dict[str, Any]) -> None:
    assert isinstance(outcome(field("Email", **more), by_human=("Email",)), PlannedAction)


def test_a_weak_match_is_good_enough_only_where_the_form_insists() -> None:
    keys = ("profile.location.city",)
    assert isinstance(outcome(field("Zxqv", placeholder="City", required=True), keys), PlannedAction)
    assert reason_of(field("Zxqv", placeholder="City"), keys) == "low_confidence"


@pytest.mark.parametrize("name", ["city", "phone", "email", "ph", "first_name", "salary_expectation"])
def test_a_boxs_name_says_nothing_against_a_label_of_other_words(name: str) -> None:
    keys = ("profile.location.city", "profile.phone", "profile.email", "profile.first_name")
    assert isinstance(outcome(field("Favourite metal", name=name, required=True), keys), Unanswered)


def test_an_unknown_key_has_its_stand_in() -> None:
    assert key_of(field("Country of residence"), ("profile.location.country",)) == "profile.location.country"
    assert key_of(field("Portfolio", FieldKind.URL), ("profile.website_url",)) == "profile.website_url"


@pytest.mark.parametrize(
    ("kind", "keys", "key"),
    [
        (FieldKind.COMBOBOX, ("profile.phone_country_code", "profile.location.country"), "profile.phone_country_code"),
        (FieldKind.COMBOBOX, ("profile.location.country",), "profile.location.country"),
        (FieldKind.TEXT, ("profile.location.country",), None),
    ],
)
def test_the_country_of_a_phone_number_is_the_numbers(kind: FieldKind, keys: tuple[str, ...], key: str | None) -> None:
    """Where the number states none, a list takes the one that its owner lives in."""
    [made] = outcomes(planned(page(field("Phone country code", kind, required=True)), keys))
    assert (made.key if isinstance(made, PlannedAction) else None) == key


def test_a_poor_stand_in_is_for_required_fields_only() -> None:
    assert key_of(field("Preferred name", required=True)) == "profile.first_name"
    assert reason_of(field("Preferred name")) == "low_confidence"


def test_a_sensitive_question_takes_the_profiles_answer() -> None:
    assert (
        key_of(field("Gender", FieldKind.SELECT, options=("Male", "Decline to self identify"))) == "profile.eeo.gender"
    )


@pytest.mark.parametrize(
    "option",
    [
        "Decline to self identify",
        "I prefer not to say",
        "I don't wish to answer",
        "I do not want to answer",
        "I choose not to disclose",
        "Rather not say",
    ],
)
def test_a_sensitive_question_without_an_answer_is_declined_where_that_is_offered(option: str) -> None:
    assert key_of(field("Race", FieldKind.SELECT, options=("Asian", "White", option))) == "constant.decline"


def test_a_sensitive_question_without_an_answer_or_a_way_to_decline_is_a_humans() -> None:
    race = field("Race", FieldKind.SELECT, options=("Asian", "White"), required=True)
    assert isinstance(outcome(race), Unanswered)


def test_nothing_but_sensitive_questions_is_declined() -> None:
    asked = field("How did you hear about us?", FieldKind.SELECT, options=("A friend", "Prefer not to say"))
    assert reason_of(asked) == "optional_unknown"


def test_a_required_consent_is_given_and_an_optional_one_is_not() -> None:
    label = "I agree to the privacy policy"
    assert key_of(field(label, FieldKind.CHECKBOX, required=True)) == "constant.yes"
    assert reason_of(field(label, FieldKind.CHECKBOX)) == "optional_unknown"


def test_files_go_where_they_are_wanted() -> None:
    letter = resume(purpose=FilePurpose.COVER_LETTER)
    assert key_of(resume()) == "files.resume"
    assert key_of(letter, ("files.cover_letter",)) == "files.cover_letter"
    assert reason_of(letter) == "optional_unknown"
    assert reason_of(resume(purpose=FilePurpose.OTHER)) == "other_file"
    assert isinstance(outcome(resume(purpose=FilePurpose.OTHER, required=True)), Unanswered)
    assert isinstance(outcome(resume(required=True), ()), Unanswered)


def test_a_file_that_a_human_gave_for_a_question_goes_there_and_nowhere_else() -> None:
    proof = resume(purpose=FilePurpose.OTHER, label="Proof of degree", required=True)
    own = f"files.{question_key('Proof of degree')}"
    assert key_of(proof, (*PROFILE, own)) == own
    other = resume(purpose=FilePurpose.OTHER, label="Work permit")
    assert reason_of(other, (*PROFILE, own)) == "other_file"


def test_a_file_that_a_human_gave_for_one_of_several_inputs_for_resumes_goes_before_the_resume() -> None:
    transcript = resume(label="Transcript", required=True)
    own = f"files.{question_key('Transcript')}"
    assert key_of(transcript, (*PROFILE, own)) == own
    assert key_of(resume(), (*PROFILE, own)) == "files.resume"


@pytest.mark.parametrize(
    ("names", "told"), [(("", "", ""), ("file 1", "file 2", "file 3")), (("x", "y", "z"), ("x", "y", "z"))]
)
def test_file_inputs_of_one_label_are_questions_of_their_own(names: tuple[str, ...], told: tuple[str, ...]) -> None:
    letters = tuple(resume(id=f"f-{at}", name=name, label="Reference letter") for at, name in enumerate(names))
    questions = Questions(page_model(file_inputs=letters))
    assert [questions.key(each) for each in letters] == [question_key(f"Reference letter, {one}") for one in told]


def test_a_file_is_uploaded_once() -> None:
    assert reason_of(resume(already_uploaded=True)) == "already_uploaded"
    assert key_of(resume(already_uploaded=True, error=ErrorKind.FORMAT)) == "files.resume"


def test_no_resume_goes_where_a_picture_is_wanted() -> None:
    assert reason_of(resume(accept_types="image/png, .jpg")) == "photo"
    assert key_of(resume(accept_types=".pdf,.docx,.jpg")) == "files.resume"


def test_the_same_words_under_two_headings_are_two_questions() -> None:
    made = planned(
        page(
            field("If yes, explain", id="a", section="Visa", required=True),
            field("If yes, explain", id="b", section="Record", required=True),
        )
    )
    told = [question_key("Visa If yes, explain"), question_key("Record If yes, explain")]
    assert [one.question_key for one in made.unanswered] == told


def test_a_field_without_words_still_has_a_question_of_its_own() -> None:
    made = planned(page(field("*", id="a", required=True), field("", id="b", required=True)))
    assert len({one.question_key for one in made.unanswered}) == 2


def test_only_the_fields_asked_for_are_planned() -> None:
    model = page(field("Email"), field("First name"), files=(resume(),))
    made = planned(model, only=("First name", "resume"))
    assert [action.field_id for action in made.actions] == ["resume", "First name"]


def test_entries_are_counted_over_the_whole_page_whatever_is_asked_for() -> None:
    model = page(field("School", id="s0"), field("School", id="s1"))
    keys = ("profile.education.0.institution", "profile.education.1.institution")
    (action,) = planned(model, keys, only=("s1",)).actions
    assert action.key == "profile.education.1.institution"


_LABELS = st.sampled_from(
    [
        "",
        "*",
        "Email",
        "First name",
        "Gender",
        "Card number",
        "Search",
        "School",
        "I agree to the terms",
        "Why?",
        "日本",
    ]
)
_OPTIONS = st.lists(st.sampled_from(["Yes", "No", "Decline to answer"]).map(OptionModel), max_size=3).map(tuple)
_FIELDS = st.builds(
    FieldModel,
    id=st.uuids().map(str),
    locator=st.just(Locator("#f")),
    kind=st.sampled_from(FieldKind),
    label=_LABELS | st.text(max_size=80),
    name=st.text(max_size=20),
    section=st.sampled_from(["", "Education", "Work experience 2", "Emergency contact"]),
    autocomplete=st.sampled_from(["", "off", "email", "cc-name", "one-time-code"]),
    required=st.booleans(),
    visible=st.booleans(),
    state=st.sampled_from(FieldState),
    error=st.none() | st.sampled_from(ErrorKind),
    options=_OPTIONS,
)
_FILES = st.builds(
    FileInputModel,
    id=st.uuids().map(str),
    locator=st.just(Locator("#r")),
    purpose=st.sampled_from(FilePurpose),
    required=st.booleans(),
    already_uploaded=st.booleans(),
    label=_LABELS,
)
_KEYS = st.frozensets(
    st.sampled_from(["profile.email", "profile.first_name", "profile.eeo.gender", "files.resume"])
    | _LABELS.filter(lambda label: label not in ("", "*")).map(lambda label: f"answers.{question_key(label)}")
)


@given(
    fields=st.lists(_FIELDS, max_size=12, unique_by=lambda one: one.id),
    files=st.lists(_FILES, max_size=3, unique_by=lambda one: one.id),
    keys=_KEYS,
    skipped=st.frozensets(_LABELS.filter(lambda label: label not in ("", "*")).map(question_key)),
    platform=st.sampled_from(["generic", "greenhouse", "workday"]),
    data=st.data(),
)
def test_every_field_in_scope_comes_out_exactly_once_and_only_with_a_key_there_is(
    fields: list[FieldModel],
    files: list[FileInputModel],
    keys: frozenset[str],
    skipped: frozenset[str],
    platform: str,
    data: st.DataObject,
) -> None:
    every = [*(one.id for one in files), *(one.id for one in fields)]
    only = data.draw(st.frozensets(st.sampled_from(every))) if every else frozenset()
    made = planned(page(*fields, files=tuple(files), platform=platform), keys, only=only, skipped=skipped)

    assert sorted(one.field_id for one in outcomes(made)) == sorted(only or every)
    assert {action.key for action in made.actions} <= keys | set(CONSTANTS)
    invisible = {one.id for one in fields if not one.visible}
    open_or_done: list[PlannedAction | Unanswered] = [*made.actions, *made.unanswered]
    assert not invisible & {one.field_id for one in open_or_done}
    assert not skipped & {one.question_key for one in open_or_done}


def test_login_data_goes_in_only_where_the_vault_has_it() -> None:
    secret = field("Password", FieldKind.PASSWORD)
    assert reason_of(secret) == "credentials"
    assert isinstance(outcome(field("Password", FieldKind.PASSWORD, required=True)), Unanswered)
    assert key_of(secret, {"credentials.password"}) == "credentials.password"


def test_a_consent_to_be_written_to_that_a_form_gives_itself_is_taken_back() -> None:
    offer = field("Follow Acme to stay up to date with their page", FieldKind.CHECKBOX)
    given = outcome(replace(offer, state=FieldState.FILLED))
    assert isinstance(given, PlannedAction)
    assert (given.key, given.kind) == ("constant.no", ActionKind.FILL)
    assert isinstance(outcome(offer), LeftAlone)


LOGIN = frozenset({"credentials.username", "credentials.password", "credentials.new_password"})


def on_account(purpose: AccountPurpose, *fields: FieldModel, keys: Collection[str] = LOGIN | set(PROFILE)) -> PagePlan:
    login = replace(page(*fields), page_type=PageType.LOGIN, account=AccountForm(purpose=purpose, button="b"))
    return planned(login, keys)


def test_one_signs_in_with_login_data_whatever_the_fields_are_called() -> None:
    fields = (
        field("Email Address", FieldKind.EMAIL, autocomplete="email"),
        field("Password", FieldKind.PASSWORD, autocomplete="new-password"),
        field("Remember me", FieldKind.CHECKBOX),
    )
    made = on_account(AccountPurpose.SIGN_IN, *fields)
    assert [action.key for action in made.actions] == ["credentials.username", "credentials.password"]


def test_an_account_is_made_with_login_data_the_profile_and_consent_to_its_terms() -> None:
    fields = (
        field("First name"),
        field("Email Address", FieldKind.EMAIL),
        field("Confirm email", FieldKind.EMAIL),
        field("Password", FieldKind.PASSWORD),
        field("Verify New Password", FieldKind.PASSWORD),
        field("I agree to the privacy policy", FieldKind.CHECKBOX),
        field("Send me job alerts", FieldKind.CHECKBOX),
    )
    made = on_account(AccountPurpose.CREATE, *fields)
    assert {action.field_id: action.key for action in made.actions} == {
        "First name": "profile.first_name",
        "Email Address": "credentials.username",
        "Confirm email": "credentials.username",
        "Password": "credentials.new_password",
        "Verify New Password": "credentials.new_password",
        "I agree to the privacy policy": "constant.yes",
    }


def test_login_data_goes_before_an_answer_to_the_same_words() -> None:
    answered = f"answers.{question_key('Password')}"
    made = on_account(AccountPurpose.SIGN_IN, field("Password", FieldKind.PASSWORD), keys={*LOGIN, answered})
    assert [action.key for action in made.actions] == ["credentials.password"]


def test_nothing_of_the_profile_stands_in_for_a_password_the_vault_has_not() -> None:
    made = on_account(AccountPurpose.SIGN_IN, field("Password", FieldKind.PASSWORD), keys=PROFILE)
    assert made.actions == ()


def _jobs(count: int) -> tuple[str, ...]:
    return tuple(
        f"profile.work_history.{job}.{part}" for job in range(count) for part in ("company", "title", "start_date")
    )


def _block(number: int) -> tuple[FieldModel, ...]:
    section = f"Work experience {number}"
    return tuple(
        field(label, id=f"{label} {number}", section=section) for label in ("Company", "Job title", "Start date")
    )


def test_entries_of_a_history_that_a_page_has_no_fields_for_are_told() -> None:
    made = planned(page(*_block(1)), _jobs(3))
    assert [action.key for action in made.actions] == list(_jobs(1))
    assert made.beyond == ("profile.work_history.1", "profile.work_history.2")
    assert planned(page(*_block(1), *_block(2)), _jobs(3)).beyond == ("profile.work_history.2",)
    assert planned(page(*_block(1)), _jobs(11)).beyond[-1] == "profile.work_history.10"


def test_a_page_that_asks_for_no_whole_entry_has_none_beyond_it() -> None:
    assert planned(page(*_block(1)[:2]), _jobs(3)).beyond == ()
    assert planned(page(*_block(1)), _jobs(1)).beyond == ()
    assert planned(page(*_block(1)), _jobs(3), only=["Company 1"]).beyond == ()
    degrees = tuple(f"profile.education.{number}.degree" for number in range(3))
    assert planned(page(*_block(1)), (*_jobs(1), *degrees)).beyond == ()
