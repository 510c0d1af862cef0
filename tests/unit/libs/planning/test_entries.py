"""Which entry of a history each block of the same questions gets; never one entry for two blocks."""

from __future__ import annotations

import itertools

import pytest

from ghosthands.domain.keys import canonical
from ghosthands.domain.page import FieldKind, FieldModel, Locator
from ghosthands.domain.questions import question_key
from ghosthands.planning.known import Known
from ghosthands.planning.matching import Match
from ghosthands.planning.page_matching import match_page
from ghosthands.planning.plan import PagePlan, plan
from ghosthands.testkit.story import page_model

JOB = ("Employer", "Job title", "Start date", "End date")
SCHOOL = ("School", "Degree", "Field of study", "End date")
WORK = ("company", "title", "start_date", "end_date")
STUDY = ("institution", "degree", "field", "end_date")
#: an applicant with three entries of each, in the first of whose jobs they still are
KEYS = frozenset(
    {f"profile.work_history.{n}.{name}" for n in range(3) for name in WORK}
    | {f"profile.education.{n}.{name}" for n in range(3) for name in STUDY}
    | {"profile.current_company", "profile.current_title", "profile.available_start_date"}
    | {"profile.full_name", "profile.email", "profile.phone", "profile.address_line1"}
) - {"profile.work_history.0.end_date"}


def make_blocks(*headings: str, labels: tuple[str, ...] = JOB, around: tuple[str, ...] = ()) -> list[FieldModel]:
    """The same questions below each heading."""
    return [
        make_field(f"{at}.{label}", label, heading, around) for at, heading in enumerate(headings) for label in labels
    ]


def make_field(name: str, label: str, section: str = "", around: tuple[str, ...] = (), **more: str) -> FieldModel:
    return FieldModel(
        id=name,
        locator=Locator(f"[id='{name}']"),
        kind=FieldKind.TEXT,
        label=label,
        section=section,
        around=around,
        required=True,
        **more,  # type: ignore[arg-type]
    )


def planned(fields: list[FieldModel], **understood: Match) -> PagePlan:
    return plan(page_model(*fields), Known(KEYS), action_id=str, understood=understood)


def entries(fields: list[FieldModel], **understood: Match) -> dict[int, set[int]]:
    """The entries that go into each block; no key of the present job or a history may go into two fields."""
    used = [(action.field_id, action.key) for action in planned(fields, **understood).actions]
    keys = [key for _, key in used]
    assert len(set(keys)) == len(keys)
    found: dict[int, set[int]] = {}
    for field_id, key in used:
        entry = (
            0 if key.startswith("profile.current_") else next(int(part) for part in key.split(".") if part.isdigit())
        )
        found.setdefault(int(field_id.partition(".")[0]), set()).add(entry)
    return found


@pytest.mark.parametrize(
    "headings",
    [
        ("Most recent job", "Second most recent job"),
        ("Most recent job", "Second most recent job", "Third most recent job"),
        ("Current position", "Position before that"),
        ("Current job", "Last job before it"),
        ("Your present post", "The post before"),
        ("Current employer", "Previous employer"),
        ("Current employer", "Previous employer", "Previous employer"),
        ("Aktuelle Tätigkeit", "Vorherige Tätigkeit"),
        ("Poste actuel", "Poste précédent"),
        ("Employment history", "Previous employment"),
        ("Employment history", "Employment history"),
        ("Job 1", "Job 2"),
        ("", ""),
    ],
)
def test_headings_that_say_which_job_comes_before_which_have_the_jobs_in_turn(headings: tuple[str, ...]) -> None:
    found = entries(make_blocks(*headings))
    assert found == {at: {at} for at in range(len(headings))}


@pytest.mark.parametrize(
    ("headings", "known"),
    [
        (("Post A", "Post B"), {0}),
        (("This job", "Another job"), {0}),
        (("Current job", "First job"), {0}),
        (("Current job", "The job you liked best"), {0}),
        (("Current job", "Third most recent job"), {0}),
        (("First job", "Second job"), {0}),
        (("Current job", "Most recent job"), {0}),
        (("Previous employer", "Current employer"), {1}),
        (("First position", "Current position"), {1}),
        (("Previous employer",), set()),
        (("The post before",), set()),
        (("Education and jobs", "The other one", "And one more"), {0}),
    ],
)
def test_a_block_whose_place_in_the_order_nobody_says_is_a_humans(headings: tuple[str, ...], known: set[int]) -> None:
    fields = make_blocks(*headings)
    assert entries(fields) == {at: {0} for at in known}
    asked = {one.field_id for one in planned(fields).unanswered}
    others = [each.id for each in fields if int(each.id[0]) not in known]
    assert asked >= set(others)


@pytest.mark.parametrize("headings", [("Job 1", "Job 2"), ("Present", "Previous"), ("1", "2"), ("Current", "Second")])
def test_below_the_heading_of_a_history_each_entry_is_read_as_one(headings: tuple[str, ...]) -> None:
    blocks = make_blocks(*headings, labels=("Company", "Title", "From", "City", "Phone"), around=("Work history",))
    found = match_page(page_model(*blocks))
    wanted = {
        f"{at}.{label}": f"profile.work_history.{at}.{name}"
        for at in (0, 1)
        for label, name in (("Company", "company"), ("Title", "title"), ("From", "start_date"))
    }
    assert {each: one.key for each, one in found.items()} == wanted


def test_schools_are_in_turn_like_jobs() -> None:
    assert entries(make_blocks("Highest qualification", "The one before", labels=SCHOOL)) == {0: {0}, 1: {1}}
    assert entries(make_blocks("Education", "The one before", labels=SCHOOL)) == {0: {0}, 1: {1}}
    assert entries(make_blocks("Education", "Other studies", labels=SCHOOL)) == {0: {0}}


def test_numbers_count_whatever_their_order() -> None:
    assert entries(make_blocks("Job 2", "Job 1")) == {0: {1}, 1: {0}}


def test_blocks_that_ask_in_other_words_or_for_more_are_in_turn_too() -> None:
    first = make_blocks("Current job", labels=("Employer", "Job title"))
    second = [make_field(f"1.{label}", label, "The job before") for label in ("Company", "Job role", *JOB[2:])]
    assert entries([*first, *second]) == {0: {0}, 1: {1}}
    school = [make_field("0.School", "School", "Education"), make_field("0.Degree", "Degree", "Education")]
    more = [make_field(f"1.{label}", label, "Education") for label in SCHOOL]
    assert entries([*school, *more]) == {0: {0}, 1: {1}}


def test_the_dates_of_a_job_are_no_wish_for_when_to_start() -> None:
    found = match_page(page_model(*make_blocks("Most recent job")))
    assert [found[f"0.{label}"].key for label in JOB[2:]] == [
        "profile.work_history.0.start_date",
        "profile.work_history.0.end_date",
    ]
    alone = [make_field("job", "Employer"), make_field("start", "Start date")]
    assert match_page(page_model(*alone))["start"].key == "profile.available_start_date"


def test_a_model_puts_no_entry_into_a_second_block() -> None:
    fields = [*make_blocks("This job", "Another job"), make_field("1.firm", "Firm where you were", "Another job")]
    told = {"1.firm": Match("profile.current_company", 0.8, "model:classified")}
    assert entries(fields, **told) == {0: {0}}


@pytest.mark.parametrize("heading", ["Employment history", "Most recent job"])
def test_an_answer_to_when_they_can_start_is_not_when_a_job_began(heading: str) -> None:
    own = f"answers.{question_key('When can you start?')}"
    known = Known(KEYS | {own}, own={own: "When can you start?"}, values={own: "2027-02-01"})
    made = plan(page_model(*make_blocks(heading)), known, action_id=str)
    assert [action.key for action in made.actions if "Start" in action.field_id] == [
        "profile.work_history.0.start_date"
    ]


def test_beside_the_present_job_only_that_is_told_where_it_may_not_be_the_profiles_first() -> None:
    """The first may have ended, while a later one goes on."""
    known = Known(KEYS | {"profile.work_history.0.end_date"})
    made = plan(page_model(*make_blocks("Current job", "The job before")), known, action_id=str)
    assert {action.key for action in made.actions} == {"profile.current_company", "profile.current_title"}
    made = plan(page_model(*make_blocks("Employment history", "Previous employment")), known, action_id=str)
    assert len(made.actions) == len(JOB) * 2


@pytest.mark.parametrize("heading", ["Employment history", "Current employment"])
def test_who_the_form_is_from_is_no_entry_before_the_history(heading: str) -> None:
    own = [make_field("0.name", "Full name", "You"), *make_blocks("You", labels=JOB[:2])]
    history = [make_field(f"1.{label}", label, heading) for label in JOB]
    found = {each: one.key for each, one in match_page(page_model(*own, *history)).items()}
    assert found["0.Employer"] == "profile.current_company"
    assert found["1.Employer"] == "profile.work_history.0.company"


def test_the_companys_line_of_an_address_is_asked_for_with_each_address() -> None:
    labels = ("Company", "Street address", "Postal code")
    found = match_page(page_model(*make_blocks("Invoice", "Parcel", labels=labels)))
    assert [found[f"{at}.Company"].key for at in (0, 1)] == ["profile.current_company"] * 2


def test_an_entry_that_nobody_knows_has_a_key_that_no_profile_can_have() -> None:
    found = match_page(page_model(*make_blocks("This job", "Another job")))
    assert found["1.Employer"].key == "profile.work_history.?.company"
    assert not canonical("work_history.?.company")


@pytest.mark.parametrize(
    "headings", [*itertools.permutations(["Current job", "Other job", "The job before", "Job 3"], 3)]
)
def test_no_entry_goes_into_two_blocks_whatever_the_order(headings: tuple[str, ...]) -> None:
    found = entries(make_blocks(*headings))
    assert sum(map(len, found.values())) == len(set().union(*found.values()))


@pytest.mark.parametrize(
    "asked",
    [
        [("Start date", "Military service"), ("End date", "Military service")],
        [("Name of employer (1)", ""), ("Start date", ""), ("End date", "")],
        [("Start date 1", ""), ("End date 1", "")],
        [("Start date 1", ""), ("Start date 2", "")],
        [("Start date", "Internship"), ("Start date", "Course")],
        [("Startdatum", "Wehrdienst"), ("Enddatum", "Wehrdienst")],
    ],
)
def test_the_start_of_something_else_is_not_the_day_on_which_one_can_start(asked: list[tuple[str, str]]) -> None:
    fields = [make_field(f"0.{at}", label, section) for at, (label, section) in enumerate(asked)]
    said = Match("profile.available_start_date", 0.9, "understood")
    starts = [field for field in fields if field.label.startswith("Start")]
    for understood in ({}, {field.id: said for field in starts}):
        made = planned(fields, **understood)
        assert made.actions == ()
        assert {one.field_id for one in made.unanswered} == {field.id for field in fields}


@pytest.mark.parametrize(
    "asked",
    [
        [("Start date", "Availability"), ("End date", "Availability")],
        [("Start date", "Your plans"), ("End date", "Course")],
        [("Earliest possible start date", ""), ("End date", "")],
    ],
)
def test_the_day_on_which_one_can_start_may_stand_on_a_page_with_an_end(asked: list[tuple[str, str]]) -> None:
    fields = [make_field(f"0.{at}", label, section) for at, (label, section) in enumerate(asked)]
    assert [(one.field_id, one.key) for one in planned(fields).actions] == [("0.0", "profile.available_start_date")]


def test_a_start_beside_a_job_is_its_own_where_the_page_asks_elsewhere_when_one_can_start() -> None:
    asked = ("Current employer", "Current job title", "Start date", "When can you start?")
    fields = [make_field(label, label) for label in asked]
    used = {one.field_id: one.key for one in planned(fields).actions}
    assert "Start date" not in used
    assert used["When can you start?"] == "profile.available_start_date"


@pytest.mark.parametrize(
    ("headings", "known"),
    [
        (("High school",), {}),
        (("High school", "University"), {1: {0}}),
        (("University", "High school"), {0: {0}}),
        (("College", "Graduate school"), {}),
        (("Bachelor's degree", "Master's degree"), {}),
        (("Gymnasium", "Hochschule"), {1: {0}}),
        (("University",), {0: {0}}),
        (("University", "University"), {0: {0}, 1: {1}}),
        (("University 1", "College 2"), {0: {0}, 1: {1}}),
        (("Current university", "Previous university"), {0: {0}, 1: {1}}),
    ],
)
@pytest.mark.parametrize("around", [(), ("Education",)])
def test_a_level_of_schooling_is_no_entry_of_the_profile(
    headings: tuple[str, ...], known: dict[int, set[int]], around: tuple[str, ...]
) -> None:
    assert entries(make_blocks(*headings, labels=SCHOOL, around=around)) == known


@pytest.mark.parametrize(
    "label", ["High school", "Name of high school", "Graduate school", "Secondary school attended"]
)
@pytest.mark.parametrize("section", ["", "Education"])
def test_the_school_of_another_level_is_a_humans(label: str, section: str) -> None:
    assert planned([make_field("0.school", label, section)]).actions == ()


@pytest.mark.parametrize(
    "heading", ["Previous address", "Former residence", "Prior addresses", "Vorherige Anschrift", "Adresse précédente"]
)
def test_where_one_lived_before_is_not_where_one_lives(heading: str) -> None:
    here = [make_field("0.street", "Address", "Current address"), make_field("0.city", "City", "Current address")]
    before = [make_field("1.street", "Address", heading), make_field("1.city", "City", heading)]
    assert {one.field_id for one in planned([*here, *before]).actions} == {"0.street"}
    assert planned(before).actions == ()


@pytest.mark.parametrize("heading", ["Previous name", "Former names", "Maiden name", "Other names", "Geburtsname"])
def test_a_name_that_one_bore_before_is_not_one_s_name(heading: str) -> None:
    now = make_field("0.name", "Full name", "About you")
    before = make_field("1.name", "Full name", heading)
    assert [one.field_id for one in planned([now, before]).actions] == ["0.name"]
    assert planned([before]).actions == ()


@pytest.mark.parametrize("heading", ["Name", "Your name", "Legal name", "Personal details", "Name and address"])
def test_a_name_below_a_heading_that_names_it_is_one_s_own(heading: str) -> None:
    assert [one.key for one in planned([make_field("0.name", "Full name", heading)]).actions] == ["profile.full_name"]
