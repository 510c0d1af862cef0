"""What a site's recipes come to, event by event."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.domain import recipe
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import (
    FAILED,
    FULL_HEALTH,
    RETIRED_BELOW,
    SICK_BELOW,
    FieldLocator,
    LocatorKind,
    RecipeImported,
    RecipeRecorded,
    RecipeRetired,
    RecipeStep,
    RecipeTried,
    SiteRecipes,
    StepAction,
)

FIELDS = ("first", "email", "visa")


def step(field_id: str = "email", **more: Any) -> RecipeStep:
    known: dict[str, Any] = {
        "field_id": field_id,
        "kind": "text",
        "label": field_id,
        "locators": (FieldLocator(LocatorKind.NAME, field_id),),
        "identity": 0.9,
        "action": StepAction.FILL,
        "key": "profile.email",
    }
    return RecipeStep(**known | more)


def learnt(*steps: RecipeStep, job_id: str = "job") -> RecipeRecorded:
    return RecipeRecorded(job_id=job_id, platform="lever", fingerprint="form", steps=steps)


def tried(**outcome: tuple[str, ...]) -> RecipeTried:
    return RecipeTried(job_id="job", fingerprint="form", **outcome)


def after(*events: Event) -> SiteRecipes:
    site = SiteRecipes()
    for sequence, event in enumerate(events, start=1):
        site = recipe.evolve(site, event, sequence)
    return site


def health(*events: Event, field_id: str = "email") -> int:
    return after(learnt(step(field_id)), *events).recipes["form"].steps[field_id].health


def test_a_step_is_learnt_in_full_health() -> None:
    assert health() == FULL_HEALTH == 100


def test_a_step_that_failed_loses_five_and_one_that_was_verified_gains_two() -> None:
    assert health(tried(failed=("email",))) == 95
    assert health(tried(failed=("email",)), tried(verified=("email",))) == 97


def test_a_step_whose_field_is_gone_has_failed() -> None:
    assert health(tried(gone=("email",))) == 95


def test_health_stays_between_0_and_100() -> None:
    assert health(*[tried(verified=("email",))] * 3) == 100
    assert health(*[tried(failed=("email",))] * 30) == 0


def test_a_step_is_sick_below_fifty() -> None:
    sick = [
        after(learnt(step()), *[tried(failed=("email",))] * times).recipes["form"].steps["email"].is_sick
        for times in (10, 11)
    ]
    assert sick == [False, True]
    assert SICK_BELOW == 50


def test_two_jobs_that_tried_the_same_step_both_count_whichever_is_folded_first() -> None:
    one, other = tried(verified=("first",), failed=("email",)), tried(failed=("email", "first"))
    begun = (learnt(step("first"), step("email")), *[tried(failed=FIELDS)] * 2)
    healths = [
        {name: state.health for name, state in after(*begun, *order).recipes["form"].steps.items()}
        for order in ((one, other), (other, one))
    ]
    assert healths[0] == healths[1] == {"first": 87, "email": 80}


def test_a_step_that_is_learnt_again_keeps_its_health_and_takes_the_new_locators() -> None:
    moved = step(locators=(FieldLocator(LocatorKind.ID, "e-mail"),))
    state = after(learnt(step()), tried(failed=("email",)), learnt(moved)).recipes["form"].steps["email"]
    assert (state.step, state.health) == (moved, 95)


def test_a_step_that_does_something_else_now_is_another() -> None:
    other = step(key="profile.phone")
    state = after(learnt(step()), tried(failed=("email",)), learnt(other)).recipes["form"].steps["email"]
    assert (state.step, state.health) == (other, 100)


def test_a_page_whose_steps_keep_failing_is_retired_and_learnt_again() -> None:
    failures = (FULL_HEALTH - RETIRED_BELOW) // -FAILED + 1
    worn = (learnt(step()), *[tried(failed=("email",))] * failures)
    assert not after(*worn).recipes["form"].is_replayable
    fresh = after(*worn, learnt(step("visa"))).recipes["form"]
    assert fresh.is_replayable
    assert fresh.steps.keys() == {"visa"}


def test_a_page_that_somebody_retired_is_learnt_again() -> None:
    retired = (learnt(step()), RecipeRetired(fingerprint="form"))
    assert not after(*retired).recipes["form"].is_replayable
    assert after(*retired, learnt(step())).recipes["form"].is_replayable


def test_an_imported_page_takes_the_place_of_what_was_known() -> None:
    imported = RecipeImported(platform="lever", fingerprint="form", steps=(step("visa"),), signer="00")
    assert after(learnt(step()), imported).recipes["form"].steps.keys() == {"visa"}


def test_pages_of_one_site_do_not_touch_each_other() -> None:
    other = RecipeRecorded(job_id="job", platform="lever", fingerprint="other", steps=(step(),))
    site = after(learnt(step()), other, tried(failed=("email",)))
    assert [one.health for one in site.recipes.values()] == [95, 100]


@pytest.mark.parametrize("unknown", [tried(verified=FIELDS, gone=FIELDS), RecipeRetired(fingerprint="form")])
def test_news_of_a_page_that_is_not_known_changes_nothing(unknown: Event) -> None:
    assert after(unknown) == SiteRecipes()


outcomes = st.builds(
    tried,
    **{name: st.lists(st.sampled_from(FIELDS), max_size=3, unique=True).map(tuple) for name in ("verified", "failed")},
)


@given(st.lists(outcomes, max_size=40))
def test_health_is_within_bounds_and_counts_every_outcome(events: list[RecipeTried]) -> None:
    found = after(learnt(*map(step, FIELDS)), *events).recipes["form"]
    for name, state in found.steps.items():
        assert 0 <= state.health <= 100
        assert state.verified == sum(name in event.verified for event in events)
        assert state.failed == sum(name in event.failed for event in events)
    assert 0 <= found.health <= 100


@pytest.mark.parametrize(
    "key",
    ["profile.email", "profile.education.0.degree", "answers.0123456789abcdef", "files.resume", "constant.yes"],
)
def test_what_a_recipe_may_fill_is_known_by_its_key(key: str) -> None:
    assert recipe.is_replayable(key)


@pytest.mark.parametrize(
    "key",
    [
        "credentials.password",
        "jane@example.com",
        "profile.other.1",
        "answers.yes",
        "constant.maybe",
        "profile.nonsense",
        "",
    ],
)
def test_login_data_and_whatever_is_no_key_is_no_recipes(key: str) -> None:
    assert not recipe.is_replayable(key)


@pytest.mark.parametrize("action", ["submit", "next", "navigate", "evaluate"])
def test_nothing_that_cannot_be_taken_back_loads(action: str) -> None:
    written = msgspec.json.encode(step()).replace(b'"fill"', f'"{action}"'.encode())
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(written, type=RecipeStep)


@pytest.mark.parametrize(
    "odd",
    [
        step(key="credentials.password"),
        step(action=StepAction.UPLOAD, key="files.resume"),
        step(kind="file", key="files.resume"),
        step(action=None, key="profile.email", reason="invisible"),
        step(action=None, key="", reason="<script>"),
    ],
)
def test_a_step_that_does_not_go_with_its_field_or_key_is_none(odd: RecipeStep) -> None:
    assert not odd.is_typed


def test_filling_and_leaving_alone_are_steps() -> None:
    assert step().is_typed
    assert step(action=None, key="", reason="optional_unknown").is_typed
