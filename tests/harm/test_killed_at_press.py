"""The host dies right after the press, and its successor finds thanks: they are true only if something was sent.

Judged by what the server received, and by what the job says became of it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ghosthands.domain.human import AskKind
from ghosthands.domain.job import Phase
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.domain.session import Submit
from ghosthands.messaging import fault
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import THANKS, HarmSite
from .test_not_received import FORM, THANKS_AT_ONCE

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


class Death:
    """The host's, once for each time that it is wanted."""

    def __init__(self, folder: Path) -> None:
        self._marker = folder / "died"
        for each in (folder, *folder.parents[:2]):
            each.chmod(0o711)

    @property
    def plan(self) -> str:
        return f"{BROWSER_HOST}:{fault.AFTER_EFFECT}:{Submit.__name__}:{self._marker}"

    def want(self) -> None:
        self._marker.unlink(missing_ok=True)

    @property
    def came(self) -> bool:
        return self._marker.exists()


@pytest.fixture(scope="module")
def death(tmp_path_factory: pytest.TempPathFactory) -> Death:
    return Death(tmp_path_factory.mktemp("fault"))


@pytest.fixture(scope="module")
async def deadly(open_folder: Path, death: Death) -> AsyncIterator[Lab]:
    async with Lab.start(open_folder / "deadly", by_service={BROWSER_HOST: {fault.VARIABLE: death.plan}}) as running:
        yield running


@dataclass
class Trial:
    """Applications to forms that thank at once, at a host that dies as soon as it has pressed."""

    lab: Lab
    harm: HarmSite
    death: Death

    async def apply(self, name: str, does: str, before: str = "") -> FollowedJob:
        """The job whose form then does that, once it is over or asks; `before` runs as the page comes."""
        script = before + THANKS_AT_ONCE.format(name=name, does=does)
        self.harm.made[f"/{name}"] = FORM.format(name=name, script=script, phone_note="", note="")
        self.death.want()
        address = f"http://127.0.0.1:{self.harm.port}/{name}"
        job_id = await self.lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile)
        seen = await self.lab.until(job_id, lambda seen: seen.over or seen.asks)
        assert self.death.came, str(seen)
        return seen

    def assert_asks(self, seen: FollowedJob) -> None:
        assert seen.asks, str(seen)
        assert seen.ask.kind is AskKind.SUBMIT_UNCLEAR, str(seen)
        assert seen.ask.code != "nothing_sent", "nobody saw whether it has sent something that it does not tell of"


@pytest.fixture
async def trial(deadly: Lab, harm: HarmSite, death: Death) -> AsyncIterator[Trial]:
    yield Trial(deadly, harm, death)
    await deadly.give_browsers_back()


async def test_thanks_of_a_page_that_has_sent_nothing_confirm_nothing(trial: Trial) -> None:
    trial.assert_asks(await trial.apply("unsent-killed", ""))
    assert not trial.harm.applications("unsent-killed/")


async def test_thanks_confirm_nothing_if_the_form_failed_though_something_else_was_sent(trial: Trial) -> None:
    trial.harm.answers["/failed-killed/sent"] = (500, "{}")
    tells = "fetch('/log', { method: 'POST', body: 'failed' })"
    seen = await trial.apply("failed-killed", f"send().then(() => {tells})")
    trial.assert_asks(seen)


async def test_thanks_confirm_nothing_if_they_come_with_an_error(trial: Trial) -> None:
    trial.harm.answers["/error-killed/sent"] = (500, THANKS)
    trial.assert_asks(await trial.apply("error-killed", "document.body.append(event.target), event.target.submit()"))


async def test_thanks_of_a_page_that_only_asks_for_news_later_confirm_nothing(trial: Trial) -> None:
    trial.harm.made["/news"] = "{}"
    trial.assert_asks(await trial.apply("news-killed", "setInterval(() => fetch('/news'), 4000)"))
    assert not trial.harm.applications("news-killed/")


async def test_thanks_of_a_page_that_has_asked_for_a_lot_before_are_believed(trial: Trial) -> None:
    trial.harm.made["/news"] = "{}"
    asks = "for (let n = 0; n < 300; n += 1) fetch('/news');\n"
    seen = await trial.apply("much-killed", "send()", before=asks)
    assert len(trial.harm.applications("much-killed/")) == 1
    assert seen.phase is Phase.COMPLETED, str(seen)


@pytest.mark.parametrize(
    ("name", "does"),
    [("sent-killed", "send()"), ("shown-killed", "send().then(() => location.replace('/thanks-killed'))")],
)
async def test_thanks_of_a_page_that_has_sent_the_form_are_believed(trial: Trial, name: str, does: str) -> None:
    trial.harm.made["/thanks-killed"] = THANKS
    seen = await trial.apply(name, does)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert len(trial.harm.applications(f"{name}/")) == 1


async def test_thanks_of_a_page_that_sends_while_nobody_may_be_there_are_believed_if_it_arrived(trial: Trial) -> None:
    seen = await trial.apply("late-killed", "setTimeout(send, 10000)")
    if arrived := trial.harm.applications("late-killed/"):
        assert (seen.phase, len(arrived)) == (Phase.COMPLETED, 1), str(seen)
    else:
        trial.assert_asks(seen)
