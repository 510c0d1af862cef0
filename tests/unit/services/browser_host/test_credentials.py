"""Credentials on a page: known of by whether, told only at their own host, and not used for a second account."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from ghosthands.browser_host.driving import credentials
from ghosthands.browser_host.ports.browser import ActionResult
from ghosthands.domain import keys, services
from ghosthands.domain.codes import ActionFailure, BlockerType
from ghosthands.domain.job import EffectIntended, EffectKind, StepChosen, StepKind
from ghosthands.domain.page import (
    AccountForm,
    AccountPurpose,
    BlockerModel,
    ButtonModel,
    ButtonRole,
    KnownCredentials,
    Locator,
    PageModel,
    PageType,
)
from ghosthands.domain.session import (
    ActionSucceeded,
    ActionVerified,
    Advance,
    BlockerDetected,
    CommandRefused,
    CreateAccount,
    Observe,
    PageObserved,
    RunActions,
    SignIn,
    Submit,
)
from ghosthands.testkit.story import NOON
from ghosthands.vault.credentials import Credentials

if TYPE_CHECKING:
    from conftest import Scene

ADA = Credentials("example.com", "ada@login.example", "correct horse battery")
OTHER = Credentials("other.org", "ada", "another")
WALL = BlockerModel(type=BlockerType.LOGIN, confidence=0.9, evidence="password field")
SIGN_IN = AccountForm(purpose=AccountPurpose.SIGN_IN, button="enter", other_button="turn")
CREATE = AccountForm(purpose=AccountPurpose.CREATE, button="enter", other_button="turn")


def login(page: PageModel, account: AccountForm = SIGN_IN) -> PageModel:
    """The page, wanting a login first."""
    buttons = tuple(
        ButtonModel(id=name, locator=Locator(f"#{name}"), text=name, role=ButtonRole.OTHER)
        for name in ("enter", "turn", "other")
    )
    return replace(page, page_type=PageType.LOGIN, account=account, blockers=(WALL,), buttons=buttons, step=None)


@pytest.mark.parametrize(
    ("url", "is_home"),
    [
        ("https://example.com/login", True),
        ("https://jobs.example.com/login", True),
        ("http://jobs.example.com/login", False),
        ("http://lab.example.com/login", True),
        ("https://example.com.evil.org/login", False),
        ("https://notexample.com/", False),
        ("about:blank", False),
        ("data:text/html,<input type=password>", False),
        ("https://jobs.example.com@evil.org/", False),
        ("", False),
    ],
)
def test_a_document_may_be_told_them_on_their_domain_alone_and_not_in_the_open(url: str, is_home: bool) -> None:
    assert credentials.is_home(ADA, url, allowed={"lab.example.com"}) is is_home


@pytest.mark.parametrize(
    ("vaulted", "known"),
    [
        ((), None),
        ((OTHER,), None),
        ((ADA, OTHER), KnownCredentials()),
        ((replace(ADA, create_account=True),), KnownCredentials(create_account=True)),
    ],
)
async def test_of_a_login_page_it_is_told_whether_there_are_credentials_for_it(
    scene: Scene, vaulted: tuple[Credentials, ...], known: KnownCredentials | None
) -> None:
    browser = await scene.open()
    await scene.vault.put_credentials(scene.person, vaulted)
    browser.page = login(browser.page)
    wall, *_, observed = await scene.send(await scene.command(Observe))
    assert isinstance(wall, BlockerDetected)
    assert isinstance(observed, PageObserved)
    assert (observed.page.account, observed.page.credentials) == (SIGN_IN, known)


async def test_another_wall_is_told_before_the_login(scene: Scene) -> None:
    browser = await scene.open()
    captcha = BlockerModel(type=BlockerType.CAPTCHA, confidence=0.9, evidence="box")
    browser.page = replace(login(browser.page), blockers=(WALL, captcha))
    wall, *_ = await scene.send(await scene.command(Observe))
    assert isinstance(wall, BlockerDetected)
    assert wall.type is BlockerType.CAPTCHA


async def test_a_page_that_repeats_them_is_stored_without_them(scene: Scene) -> None:
    browser = await scene.open()
    await scene.vault.put_credentials(scene.person, [ADA, OTHER])
    field = replace(browser.page.fields[0], label=f"{ADA.username} with {ADA.password}, or {OTHER.password}?")
    browser.page = replace(browser.page, fields=(field,))
    (observed,) = await scene.send(await scene.command(Observe))
    assert isinstance(observed, PageObserved)
    stored = (await scene.vault.get_page_model(observed.page.model_ref)).decode()
    assert not any(secret in stored for secret in (ADA.username, ADA.password, OTHER.password))


async def test_what_was_typed_is_told_by_a_fingerprint(scene: Scene) -> None:
    browser = await scene.open()
    await scene.vault.put_credentials(scene.person, [ADA])
    action = replace(scene.fill(), key=keys.PASSWORD)
    model_ref = await scene.observed(browser)
    (*_, verified) = await scene.send(await scene.command(RunActions, model_ref=model_ref, actions=(action,)))
    assert isinstance(verified, ActionVerified)
    assert verified.fingerprint == await scene.vault.fingerprint(scene.person, ADA.password)


async def press(
    scene: Scene, button_id: str, account: AccountForm = SIGN_IN, kind: type[Advance | SignIn] = Advance
) -> list[object]:
    browser = await scene.open()
    await scene.vault.put_credentials(scene.person, [replace(ADA, create_account=True)])
    model_ref = await scene.observed(browser, login(browser.page, account))
    command = await scene.command(kind, model_ref=model_ref, action_id="a1", button_id=button_id)
    return list(await scene.send(command))


@pytest.mark.parametrize(
    ("kind", "button_id", "account"),
    [
        (SignIn, "enter", SIGN_IN),
        (Advance, "enter", SIGN_IN),  # of an executor from before SignIn
        (Advance, "turn", SIGN_IN),
        (Advance, "turn", CREATE),
    ],
)
async def test_signing_in_and_turning_to_the_other_form_are_steps(
    scene: Scene, kind: type[Advance | SignIn], button_id: str, account: AccountForm
) -> None:
    facts = await press(scene, button_id, account, kind)
    assert isinstance(facts[-1], ActionSucceeded)
    (kept,) = await scene.vault.get_credentials(scene.person)
    assert (kept.create_account is False) == (button_id == "enter")


@pytest.mark.parametrize(("button_id", "account"), [("enter", CREATE), ("other", SIGN_IN), ("other", CREATE)])
async def test_making_an_account_and_whatever_else_stands_there_is_no_step(
    scene: Scene, button_id: str, account: AccountForm
) -> None:
    (refused,) = await press(scene, button_id, account)
    assert isinstance(refused, CommandRefused)
    assert refused.code == "not_a_step"


@pytest.mark.parametrize(("button_id", "account"), [("enter", CREATE), ("turn", SIGN_IN), ("other", SIGN_IN)])
async def test_only_the_button_of_a_login_signs_in(scene: Scene, button_id: str, account: AccountForm) -> None:
    (refused,) = await press(scene, button_id, account, SignIn)
    assert isinstance(refused, CommandRefused)
    assert refused.code == "not_a_step"
    assert f"press {button_id}" not in scene.browser().done


async def make_account(
    scene: Scene,
    account: AccountForm = CREATE,
    *,
    intend: bool = True,
    kind: type[CreateAccount | Submit] = CreateAccount,
    effect: EffectKind = EffectKind.CREATE_ACCOUNT,
) -> list[object]:
    browser = await scene.open()
    await scene.vault.put_credentials(scene.person, [ADA])
    model_ref = await scene.observed(browser, login(browser.page, account))
    if intend:
        intended = EffectIntended(
            at=NOON,
            intent_id="intent-1",
            kind=effect,
            button_id="enter",
            button_role=ButtonRole.OTHER,
            fingerprint="form",
        )
        await scene.write(services.EXECUTOR, intended)
    command = await scene.command(kind, model_ref=model_ref, intent_id="intent-1", button_id="enter")
    return [*await scene.send(command, "make"), *await scene.send(command, "make again")]


@pytest.mark.parametrize("kind", [CreateAccount, Submit])  # Submit: of an executor from before CreateAccount
async def test_an_account_is_made_once_for_its_intent_and_never_with_the_same_credentials_again(
    scene: Scene, kind: type[CreateAccount | Submit]
) -> None:
    facts = await make_account(scene, kind=kind)
    assert any(isinstance(fact, ActionSucceeded) for fact in facts)
    assert scene.browser().done.count("press enter") == 1
    (kept,) = await scene.vault.get_credentials(scene.person)
    assert kept.create_account is False


async def test_an_intent_to_submit_makes_no_account(scene: Scene) -> None:
    refused, *_ = await make_account(scene, effect=EffectKind.SUBMIT)
    assert isinstance(refused, CommandRefused)
    assert refused.code == "no_intent"
    assert "press enter" not in scene.browser().done


async def test_without_an_intent_or_the_form_for_it_no_account_is_made(scene: Scene) -> None:
    refused, *_ = await make_account(scene, intend=False)
    assert isinstance(refused, CommandRefused)
    assert refused.code == "no_intent"
    assert "press enter" not in scene.browser().done


async def test_an_intent_to_make_an_account_presses_nothing_on_another_form(scene: Scene) -> None:
    refused, *_ = await make_account(scene, SIGN_IN)
    assert isinstance(refused, CommandRefused)
    assert refused.code == "not_an_account"
    assert "press enter" not in scene.browser().done


async def test_credentials_that_were_not_sent_can_still_make_an_account(scene: Scene) -> None:
    browser = await scene.open()
    await scene.vault.put_credentials(scene.person, [ADA])
    model_ref = await scene.observed(browser, login(browser.page))
    browser.results = [ActionResult(ActionFailure.NOT_PRESSED, 1)]
    await scene.send(await scene.command(SignIn, model_ref=model_ref, action_id="a1", button_id="enter"))
    assert await scene.vault.get_credentials(scene.person) == (ADA,)


@pytest.mark.parametrize("complains", [True, False])
async def test_what_the_page_plainly_refuses_is_kept_as_refused(scene: Scene, complains: bool) -> None:
    browser = await scene.open()
    await scene.vault.put_credentials(scene.person, [ADA])
    model_ref = await scene.observed(browser, login(browser.page))
    chosen = StepChosen(at=NOON, step=StepKind.SIGN_IN, command_id="c1", actions=("a1",))
    await scene.write(services.EXECUTOR, chosen)
    await scene.send(await scene.command(SignIn, model_ref=model_ref, action_id="a1", button_id="enter"))
    browser.page = replace(browser.page, page_error=complains)
    await scene.send(await scene.command(Observe))
    (kept,) = await scene.vault.get_credentials(scene.person)
    assert kept.refused is complains
