"""What outlives a browser: the page of a job, and an applicant's logins."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from ghosthands.browser_host.keeping.keepsakes import Beginning, Keepsakes, Snapshot
from ghosthands.browser_host.ports.storage import MAX_BYTES, Item, Origin, Storage
from ghosthands.contract.credentials import domain_of
from ghosthands.domain import services
from ghosthands.domain.job import RetryScheduled
from ghosthands.domain.session import (
    Advance,
    CloseSession,
    Observe,
    RunActions,
    SessionLost,
    SessionOpened,
)
from ghosthands.testkit.story import NOON
from ghosthands.vault.errors import Erased

if TYPE_CHECKING:
    from conftest import Scene

    from tests.unit.services.browser_host.fakes import FakeBrowser

FORM_URL = "https://jobs.example.com/apply"


def cookie(domain: str = "jobs.example.com", name: str = "session", value: str = "s3cret") -> dict[str, Any]:
    return {"name": name, "value": value, "domain": domain, "path": "/", "expires": -1}


def origin(host: str = "jobs.example.com", **items: str) -> Origin:
    stored = tuple(Item(name, value) for name, value in items.items())
    return Origin(f"https://{host}", local_storage=stored, session_storage=stored)


SIGNED_IN = Storage((cookie(),), (origin(draft="half a form"),))


async def filled(scene: Scene, browser: FakeBrowser) -> None:
    """A field was filled and read back."""
    model_ref = await scene.observed(browser)
    await scene.send(await scene.command(RunActions, model_ref=model_ref, actions=(scene.fill(),)))


async def reopened(scene: Scene, session_id: str = "s2") -> tuple[FakeBrowser, SessionOpened]:
    epoch = await scene.claim()
    facts = await scene.send(scene.wanted(session_id, epoch=epoch))
    opened = next(fact for fact in facts if isinstance(fact, SessionOpened))
    return scene.browser(session_id), opened


async def test_a_lost_browser_is_reopened_at_the_page_of_the_last_verified_run(scene: Scene) -> None:
    browser = await scene.open()
    browser.kept = SIGNED_IN
    await filled(scene, browser)
    scene.lose(browser)
    await scene.gone()
    successor, opened = await reopened(scene)
    assert (successor.visited, successor.given, opened.restored) == (FORM_URL, SIGNED_IN, True)


async def test_what_was_not_verified_is_not_kept(scene: Scene) -> None:
    browser = await scene.open()
    browser.kept = SIGNED_IN
    await scene.send(await scene.command(Observe))
    scene.lose(browser)
    await scene.gone()
    successor, opened = await reopened(scene)
    assert (successor.visited, successor.given, opened.restored) == (browser.visited, Storage(), False)


async def test_a_page_that_was_left_is_kept_as_it_is_then(scene: Scene) -> None:
    browser = await scene.open()
    model_ref = await scene.observed(browser)
    browser.kept = SIGNED_IN
    command = await scene.command(Advance, model_ref=model_ref, action_id="a1", button_id="onward")
    await scene.send(command)
    scene.lose(browser)
    await scene.gone()
    successor, _ = await reopened(scene)
    assert successor.given == SIGNED_IN


async def test_a_page_that_is_gone_is_made_up_for_by_the_target(scene: Scene) -> None:
    browser = await scene.open()
    browser.kept = SIGNED_IN
    await filled(scene, browser)
    scene.lose(browser)
    await scene.gone()
    scene.provider.next_unreachable = {FORM_URL}
    successor, opened = await reopened(scene)
    assert (successor.visited, successor.given, opened.restored) == (browser.visited, SIGNED_IN, False)


async def test_an_attempt_that_starts_over_starts_afresh(scene: Scene) -> None:
    browser = await scene.open()
    browser.kept = SIGNED_IN
    await filled(scene, browser)
    scene.lose(browser)
    await scene.gone()
    await scene.write(services.EXECUTOR, RetryScheduled(attempt=1, code="browser_crashed", due=NOON))
    _, opened = await reopened(scene)
    assert not opened.restored


async def test_no_event_tells_what_was_kept(scene: Scene) -> None:
    browser = await scene.open()
    browser.kept = SIGNED_IN
    await filled(scene, browser)
    assert not [fact for fact in await scene.said() if "s3cret" in str(fact) or "half a form" in str(fact)]
    assert b"s3cret" not in scene.store.everything()


async def test_the_login_of_a_job_that_succeeded_is_there_in_the_next_one(scene: Scene) -> None:
    browser = await scene.open()
    browser.kept = SIGNED_IN
    await scene.observed(browser)
    await scene.send(CloseSession(session_id="s1", job_id=scene.job, tenant="acme", reason="completed"))
    later = await scene.open("s9", scene.other_job)
    assert later.given is not None
    assert later.given.cookies == SIGNED_IN.cookies
    assert later.given.origins == (Origin("https://jobs.example.com", local_storage=(Item("draft", "half a form"),)),)


async def test_the_login_of_a_job_that_failed_is_not(scene: Scene) -> None:
    browser = await scene.open()
    browser.kept = SIGNED_IN
    await scene.observed(browser)
    await scene.send(CloseSession(session_id="s1", job_id=scene.job, tenant="acme", reason="failed"))
    assert (await scene.open("s9", scene.other_job)).given == Storage()


async def test_in_a_users_own_browser_nothing_is_read_and_nothing_put(scene: Scene) -> None:
    browser = await scene.open()
    browser.owns_browser, browser.kept = False, SIGNED_IN
    await filled(scene, browser)
    await scene.send(CloseSession(session_id="s1", job_id=scene.job, tenant="acme", reason="completed"))
    assert (await scene.open("s9", scene.other_job)).given == Storage()


async def test_a_browser_that_may_know_what_became_of_an_intent_is_waited_for(scene: Scene) -> None:
    browser = await scene.open()
    await scene.observed(browser)
    await scene.intend()
    browser.is_well, browser.slow_seconds = False, 10.0
    facts = await scene.send(await scene.command(Observe))
    assert not any(isinstance(fact, SessionLost) for fact in facts)


async def test_a_page_that_waits_for_a_slow_site_keeps_its_browser_while_an_intent_is_open(scene: Scene) -> None:
    browser = await scene.open()
    await scene.observed(browser)
    await scene.intend()
    browser.is_well, browser.slow_seconds, browser.comes_back_late = False, 1000.0, True
    facts = await scene.send(await scene.command(Observe))
    assert not any(isinstance(fact, SessionLost) for fact in facts)


async def test_a_browser_that_does_not_answer_is_given_up_before_anything_is_done_in_it(scene: Scene) -> None:
    browser = await scene.open()
    browser.is_well = False
    done = list(browser.done)
    facts = await scene.send(await scene.command(Observe))
    assert facts == [SessionLost(session_id="s1", reason="unhealthy")]
    assert browser.done == done


async def test_logins_are_kept_by_domain_and_forgotten_one_by_one(scene: Scene) -> None:
    keepsakes, person = scene.host.keepsakes, scene.person
    storage = Storage((cookie("acme.example"), cookie("tracker.example"), cookie(".jobs.other.example")))
    await keepsakes.keep_logins(person, storage, ["www.acme.example", "apply.other.example"])
    assert [login.domain for login in await keepsakes.list_logins(person)] == ["acme.example", "other.example"]
    await keepsakes.forget_login(person, "acme.example")
    assert [login.domain for login in await keepsakes.list_logins(person)] == ["other.example"]


async def test_where_a_domain_lies_tells_nobody_which_it_is(scene: Scene) -> None:
    await scene.host.keepsakes.keep_logins(scene.person, SIGNED_IN, ["jobs.example.com"])
    assert b"example.com" not in scene.store.everything()


async def test_to_erase_a_person_is_to_erase_their_logins_and_snapshots(scene: Scene) -> None:
    keepsakes, person = scene.host.keepsakes, scene.person
    await keepsakes.keep_logins(person, SIGNED_IN, ["jobs.example.com"])
    await keepsakes.keep_snapshot(person, scene.job, Snapshot("s1", FORM_URL, SIGNED_IN))
    await scene.vault.erase(person)
    assert await keepsakes.list_logins(person) == []
    with pytest.raises(Erased):
        await keepsakes.find_beginning(person, scene.job, lost="s1")


async def test_where_logins_are_not_to_be_kept_none_are(scene: Scene) -> None:
    keepsakes = Keepsakes(scene.vault, login_life=timedelta())
    await keepsakes.keep_logins(scene.person, SIGNED_IN, ["jobs.example.com"])
    assert await keepsakes.list_logins(scene.person) == []


async def test_the_snapshot_of_another_session_is_not_taken(scene: Scene) -> None:
    await scene.host.keepsakes.keep_snapshot(scene.person, scene.job, Snapshot("s0", FORM_URL, SIGNED_IN))
    assert await scene.host.keepsakes.find_beginning(scene.person, scene.job, lost="s1") == Beginning()


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("acme.wd5.myworkdayjobs.com", "myworkdayjobs.com"),
        ("jobs.example.co.uk", "example.co.uk"),
        ("127.0.0.1", "127.0.0.1"),
        ("localhost", "localhost"),
    ],
)
def test_a_domain_is_what_somebody_registered(host: str, domain: str) -> None:
    assert domain_of(host) == domain


def test_what_is_newer_stands_over_what_is_older() -> None:
    newer = Storage((cookie(value="new"),), (origin(draft="new"),))
    assert newer.over(SIGNED_IN) == newer
    assert newer.over(Storage((cookie("other.example"),))).cookies == (cookie("other.example"), *newer.cookies)


def test_no_more_is_kept_than_the_vault_takes() -> None:
    big = origin("big.example", all="x" * MAX_BYTES)
    assert Storage((cookie(),), (big, *SIGNED_IN.origins)).within_limit() == SIGNED_IN


def test_what_is_kept_does_not_show_in_a_log() -> None:
    assert "s3cret" not in repr((SIGNED_IN, Snapshot("s1", FORM_URL, SIGNED_IN), Beginning(SIGNED_IN)))
