"""A login before the form: with the vault's credentials once, with a human's after that."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ghosthands.domain import human, job, keys, page, plan, session
from ghosthands.domain.codes import ActionFailure, BlockerType, Stuck
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Phase, StepKind, SubmissionState
from ghosthands.domain.page import AccountForm, AccountPurpose, KnownCredentials, PageType
from ghosthands.testkit.story import Story, fill, form

SIGN_IN = AccountForm(purpose=AccountPurpose.SIGN_IN, button="sign-in", other_button="to-create")
CREATE = AccountForm(purpose=AccountPurpose.CREATE, button="create", other_button="to-sign-in")
VAULTED = KnownCredentials()
FIELDS = (page.FieldFact("name"), page.FieldFact("secret"))


def login(account: AccountForm | None = SIGN_IN, credentials: KnownCredentials | None = VAULTED, **changes: Any) -> Any:
    """A page that wants a login."""
    known = {
        "page_type": PageType.LOGIN,
        "submit_button": None,
        "account": account,
        "credentials": credentials,
        "fingerprint": account.purpose if account else "login",
    }
    return form(*FIELDS, **{**known, **changes})


def wall(story: Story, seen: page.PageSummary, kind: BlockerType = BlockerType.LOGIN) -> Story:
    """The page was to be read, and this stands before the form."""
    cause = story.expect_step(StepKind.OBSERVE)
    return story.tell(
        session.BlockerDetected(cause=cause, session_id="s1", type=kind, confidence=0.9, evidence="password field"),
        session.PageObserved(cause=cause, session_id="s1", page=seen, took_ms=1),
    )


def typed(story: Story, password_key: str = keys.PASSWORD, **changes: Any) -> Story:
    """What the vault has is filled in and read back; the page stays."""
    seen = story.job.page
    assert seen is not None
    secrets = (replace(fill("name"), key=keys.USERNAME), replace(fill("secret"), key=password_key))
    return wall(story.no_recipe().planned(*secrets).verified(), replace(seen, **changes))


def pressed(story: Story, step: StepKind = StepKind.SIGN_IN) -> Story:
    """The button was commanded, begun and pressed."""
    cause = story.expect_step(step)
    action = (
        story.job.effects.intent.id
        if story.job.effects.intent
        else story.job.login.sign_in.action_id
        if story.job.login.sign_in
        else ""
    )
    return story.tell(
        session.ActionStarted(
            cause=cause, session_id="s1", action_id=action, kind=plan.ActionKind.NEXT, target="sign-in"
        ),
        session.ActionSucceeded(cause=cause, action_id=action, took_ms=1),
    )


def turned(story: Story) -> Story:
    """The way to the other form was taken."""
    cause = story.expect_step(StepKind.ADVANCE)
    (action,) = story.job.attempt.awaiting.actions if story.job.attempt.awaiting else ()
    return story.tell(session.ActionSucceeded(cause=cause, action_id=action, took_ms=1))


def asked(story: Story) -> tuple[str, str | None]:
    """What a human is asked."""
    ask = story.proceed_to(job.HumanRequested)
    return ask.kind, ask.code


def given(story: Story) -> Story:
    """The human gives credentials; the job goes on."""
    assert story.job.human.ask is not None
    answer = human.HumanResolved(
        request_id=story.job.human.ask.request_id, resolution=Resolution.CREDENTIALS, at=story.now
    )
    story.tell(answer).proceed_to(job.JobResumed)
    return story


def test_one_signs_in_with_credentials_for_the_page_and_goes_on_with_the_form() -> None:
    story = pressed(typed(wall(Story().begun(), login()))).observed(form())
    assert story.job.login.sign_in is None
    story.no_recipe()


def test_a_sign_in_is_no_intent_and_can_be_cancelled() -> None:
    story = pressed(typed(wall(Story().begun(), login())))
    assert story.job.effects.submission is SubmissionState.NONE
    story.decide(job.CancelJob(story.now))
    story.proceed_to(job.JobCancelled)


@pytest.mark.parametrize(
    "seen", [login(credentials=None), login(account=None), login(account=None, credentials=None)], ids=str
)
def test_without_credentials_or_a_plain_form_a_human_is_asked(seen: page.PageSummary) -> None:
    assert asked(wall(Story().begun(), seen)) == (AskKind.BLOCKER, "login")


def test_another_wall_on_the_page_is_a_humans() -> None:
    assert asked(wall(Story().begun(), login(), BlockerType.CAPTCHA)) == (AskKind.BLOCKER, "captcha")


def test_credentials_that_did_not_go_in_are_not_sent() -> None:
    story = wall(Story().begun(), login()).no_recipe()
    left = (plan.LeftAlone("secret", "credentials"),)
    story.planned(replace(fill("name"), key=keys.USERNAME), left_alone=left).verified()
    assert asked(wall(story, login())) == (AskKind.BLOCKER, "login")


def test_refused_credentials_are_never_tried_again_without_a_human() -> None:
    story = pressed(typed(wall(Story().begun(), login())))
    assert asked(wall(story, login(page_error=True))) == (AskKind.BLOCKER, Stuck.CREDENTIALS_REFUSED)
    given(story).claim()
    story.fenced()
    pressed(typed(wall(story, login(page_error=True)))).observed(form()).no_recipe()


def test_credentials_that_the_vault_gave_up_are_told_to_be_refused() -> None:
    story = pressed(typed(wall(Story().begun(), login())))
    story.claim("executor-2")
    story.fenced()
    assert asked(wall(story, login(credentials=None, page_error=True))) == (AskKind.BLOCKER, Stuck.CREDENTIALS_REFUSED)


def test_a_sign_in_page_that_stays_without_a_word_is_looked_at_again_before_it_counts_as_refused() -> None:
    story = pressed(typed(wall(Story().begun(), login())))
    for _ in range(job.LOOKS_AT_LOGIN):
        wall(story, login())
    assert asked(story) == (AskKind.BLOCKER, Stuck.CREDENTIALS_REFUSED)


def test_a_sign_in_that_was_begun_before_a_crash_is_not_repeated() -> None:
    story = typed(wall(Story().begun(), login()))
    cause = story.expect_step(StepKind.SIGN_IN)
    assert story.job.login.sign_in is not None
    action = story.job.login.sign_in.action_id
    story.tell(
        session.ActionStarted(cause=cause, session_id="s1", action_id=action, kind=plan.ActionKind.NEXT, target="b")
    )
    story.claim("executor-2")
    story.fenced()
    assert asked(wall(story, login(page_error=True))) == (AskKind.BLOCKER, Stuck.CREDENTIALS_REFUSED)


def test_a_sign_in_that_provably_was_not_pressed_is_tried_again() -> None:
    story = typed(wall(Story().begun(), login()))
    for _ in range(job.MAX_UNMOVED):
        cause = story.expect_step(StepKind.SIGN_IN)
        (action,) = story.job.attempt.awaiting.actions if story.job.attempt.awaiting else ()
        story.tell(
            session.ActionFailed(cause=cause, action_id=action, target="b", code=ActionFailure.NOT_PRESSED, took_ms=1)
        )
        wall(story, login())
    assert asked(story) == (AskKind.STUCK, "no_way_on")


def test_a_human_who_leaves_the_login_alone_ends_the_job() -> None:
    story = pressed(typed(wall(Story().begun(), login())))
    asked(wall(story, login(page_error=True)))
    assert story.job.human.ask is not None
    skipped = human.HumanResolved(request_id=story.job.human.ask.request_id, resolution=Resolution.SKIP, at=story.now)
    story.tell(skipped).proceed_to(job.JobResumed)
    story.claim()
    assert story.proceed_to(job.JobFailed).code == Stuck.CREDENTIALS_REFUSED


VERIFY = AccountForm(purpose=AccountPurpose.VERIFY, button="verify")


def code_wall(story: Story, credentials: KnownCredentials | None, **changes: Any) -> Story:
    """The page wants the code that was sent to the applicant."""
    return wall(story, login(VERIFY, credentials, **changes), BlockerType.TWO_FACTOR)


def coded(story: Story) -> Story:
    """A human gives the code, and it is filled in."""
    assert story.job.human.ask is not None
    request_id = story.job.human.ask.request_id
    story.tell(human.HumanResolved(request_id=request_id, resolution=Resolution.CODE, at=story.now))
    story.proceed_to(job.JobResumed)
    story.claim()
    story.fenced()
    boxes = [replace(fill(field), key=f"{keys.CODE}.{n}") for n, field in enumerate(("name", "secret"), start=1)]
    story = code_wall(story, VAULTED).no_recipe().planned(*boxes).verified()
    return code_wall(story, VAULTED)


def test_a_code_is_asked_for_entered_and_sent_without_an_intent() -> None:
    story = code_wall(Story().begun(), None)
    assert asked(story) == (AskKind.BLOCKER, "two_factor")
    story = pressed(coded(story)).observed(form())
    assert (story.job.login.sign_in, story.job.effects.submission) == (None, SubmissionState.NONE)
    story.no_recipe()


def test_a_code_that_is_not_taken_is_not_sent_again_and_another_asked_for() -> None:
    story = code_wall(Story().begun(), None)
    asked(story)
    story = pressed(coded(story))
    assert asked(code_wall(story, None, page_error=True)) == (AskKind.BLOCKER, Stuck.CODE_REFUSED)
    pressed(coded(story)).observed(form()).no_recipe()


def test_where_a_code_goes_is_a_humans_to_find_unless_it_is_plain() -> None:
    story = wall(Story().begun(), login(None), BlockerType.TWO_FACTOR)
    assert asked(story) == (AskKind.BLOCKER, "two_factor")


def creating() -> Story:
    """A page to make an account on, filled in, and the intent on the log."""
    story = typed(wall(Story().begun(), login(CREATE)), keys.NEW_PASSWORD)
    intended = story.proceed_to(job.EffectIntended)
    assert (intended.kind, intended.button_id) == (job.EffectKind.CREATE_ACCOUNT, "create")
    return story


def test_an_account_is_made_after_its_intent_and_the_form_follows() -> None:
    story = pressed(creating(), StepKind.CREATE_ACCOUNT).observed(form())
    story.proceed_to(job.AccountCreated)
    story.no_recipe()
    assert story.job.effects.submission is SubmissionState.NONE


def test_a_dry_run_makes_no_account() -> None:
    story = typed(wall(Story().begun(dry_run=True), login(CREATE)), keys.NEW_PASSWORD)
    assert story.proceed_to(job.JobCompleted).outcome is job.Outcome.DRY_RUN


def test_a_wall_behind_the_new_account_is_a_humans() -> None:
    story = wall(pressed(creating(), StepKind.CREATE_ACCOUNT), form(), BlockerType.TWO_FACTOR)
    story.proceed_to(job.AccountCreated)
    assert asked(story) == (AskKind.BLOCKER, "two_factor")


def test_an_account_that_the_site_refuses_is_signed_in_to_once() -> None:
    story = wall(pressed(creating(), StepKind.CREATE_ACCOUNT), login(CREATE, page_error=True))
    assert story.proceed_to(job.EffectNotDone).evidence == "validation"
    story = typed(wall(turned(story), login()))
    story = wall(pressed(story), login(page_error=True))
    assert asked(story) == (AskKind.BLOCKER, Stuck.CREDENTIALS_REFUSED)


def test_an_account_begun_before_a_crash_is_looked_into_and_never_made_again() -> None:
    story = creating()
    cause = story.expect_step(StepKind.CREATE_ACCOUNT)
    assert story.job.effects.intent is not None
    story.tell(
        session.ActionStarted(
            cause=cause,
            session_id="s1",
            action_id=story.job.effects.intent.id,
            kind=plan.ActionKind.SUBMIT,
            target="create",
        )
    )
    story.claim("executor-2")
    story.fenced()
    for _ in range(job.MAX_LOOKS):
        wall(story, login(CREATE))
    story.proceed_to(job.AccountUnclear)
    typed(wall(turned(story), login()))
    story.expect_step(StepKind.SIGN_IN)
    assert sum(isinstance(event, job.EffectIntended) for event in story.log) == 1


def test_an_account_whose_browser_is_lost_is_signed_in_to_in_the_next_one() -> None:
    story = creating()
    cause = story.expect_step(StepKind.CREATE_ACCOUNT)
    assert story.job.effects.intent is not None
    action = story.job.effects.intent.id
    story.tell(
        session.ActionStarted(
            cause=cause, session_id="s1", action_id=action, kind=plan.ActionKind.SUBMIT, target="create"
        ),
        session.SessionLost(session_id="s1", reason="crashed"),
    )
    story.proceed_to(job.AccountUnclear)
    typed(wall(turned(wall(story.opened("s2"), login(CREATE))), login()))
    story.expect_step(StepKind.SIGN_IN)


def test_an_account_that_was_not_pressed_for_is_intended_anew() -> None:
    story = creating()
    cause = story.expect_step(StepKind.CREATE_ACCOUNT)
    assert story.job.effects.intent is not None
    failed = session.ActionFailed(
        cause=cause, action_id=story.job.effects.intent.id, target="create", code=ActionFailure.NOT_PRESSED, took_ms=1
    )
    story.tell(failed)
    assert story.proceed_to(job.EffectNotDone).evidence == ActionFailure.NOT_PRESSED
    wall(story, login(CREATE))
    assert story.proceed_to(job.EffectIntended).kind is job.EffectKind.CREATE_ACCOUNT


def test_credentials_of_an_account_turn_to_signing_in() -> None:
    story = wall(Story().begun(), login(CREATE, KnownCredentials(create_account=False)))
    typed(wall(turned(story), login(SIGN_IN, KnownCredentials(create_account=False))))
    story.expect_step(StepKind.SIGN_IN)


def test_credentials_of_an_account_to_be_made_turn_to_making_it() -> None:
    wanted = KnownCredentials(create_account=True)
    story = turned(wall(Story().begun(), login(SIGN_IN, wanted)))
    typed(wall(story, login(CREATE, wanted)), keys.NEW_PASSWORD)
    assert story.proceed_to(job.EffectIntended).kind is job.EffectKind.CREATE_ACCOUNT


def test_where_no_way_leads_to_signing_in_a_human_is_asked() -> None:
    no_way = replace(CREATE, other_button=None)
    story = wall(Story().begun(), login(no_way, KnownCredentials(create_account=False)))
    assert asked(story) == (AskKind.BLOCKER, "login")


def test_a_way_that_leads_nowhere_is_not_taken_for_ever() -> None:
    of_an_account = login(CREATE, KnownCredentials(create_account=False))
    story = wall(Story().begun(), of_an_account)
    for _ in range(job.MAX_FLIPS):
        wall(turned(story), of_an_account)
    assert asked(story) == (AskKind.BLOCKER, "login")


def test_an_application_goes_on_to_its_own_submission_after_an_account() -> None:
    story = pressed(creating(), StepKind.CREATE_ACCOUNT).observed(form())
    story.proceed_to(job.AccountCreated)
    story.no_recipe().planned(fill("email")).verified()
    story.observed(form(page.FieldFact("email", required=True, filled=True)))
    assert story.proceed_to(job.EffectIntended).kind is job.EffectKind.SUBMIT
    assert story.job.effects.submission is SubmissionState.INTENDED
    assert story.job.phase is Phase.RUNNING
