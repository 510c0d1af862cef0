"""Who looks after the installation is told that a job waits, by webhook and e-mail, and of nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ghosthands.domain import services
from ghosthands.domain.errors import NotYet, Transient
from ghosthands.domain.human import AskKind, HumanNotified
from ghosthands.domain.job import JobCompleted, Outcome
from ghosthands.domain.session import ControlReleased, ControlTaken, SessionOpened
from ghosthands.hitl_gateway.callbacks.courier import SHARES
from ghosthands.hitl_gateway.callbacks.sender import CallbackSender
from ghosthands.hitl_gateway.notifying.ways import Mail, Notice, NotTold, Webhook, write_mail
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.timers import Firing
from ghosthands.messaging.work.turns import Seeker
from ghosthands.testkit.mail_server import Certificate, Encryption, Postbox, mail_server, make_certificate
from ghosthands.testkit.receiver import Receiver
from ghosthands.testkit.story import NOON, page_model

if TYPE_CHECKING:
    from conftest import World

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
REQUEST = "7c9e6679-0000-5000-8000-000000000001"
SECRET = "a secret that both know"
AFTER = timedelta(seconds=15)
OPENED = SessionOpened(cause="c", session_id="s1", host="host-1", provider="local", epoch=1)


class Pigeon:
    """A way that does what the test says."""

    name = "webhook"

    def __init__(self) -> None:
        self.told: list[Notice] = []
        self.is_closed = False

    async def tell(self, notice: Notice) -> None:
        if self.is_closed:
            raise NotTold("it rains")
        self.told.append(notice)


@pytest.fixture
def pigeon(world: World) -> Pigeon:
    pigeon = Pigeon()
    world.ways.append(pigeon)
    return pigeon


@pytest.fixture
def postbox() -> Postbox:
    return Postbox()


@pytest.fixture
def smtp(postbox: Postbox) -> Iterator[int]:
    """The port of a server that encrypts nothing."""
    with mail_server(postbox) as port:
        yield port


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(params=[Encryption.STARTTLS, Encryption.FROM_THE_START])
def encrypted(request: pytest.FixtureRequest, postbox: Postbox, certificate: Certificate) -> Iterator[str]:
    """How a server that encrypts is reached by somebody with the right password."""
    with mail_server(postbox, encryption=request.param, certificate=certificate) as port:
        scheme = "smtps" if request.param is Encryption.FROM_THE_START else "smtp"
        yield f"{scheme}://someone:open%20sesame@127.0.0.1:{port}"


async def fire(world: World) -> None:
    """The moment after which somebody is told has come."""
    world.now = NOON + AFTER
    firing = Firing(aggregate=subjects.job(JOB), name="notify", at=world.now, tenant="valet", correlation=JOB)
    await world.handlers.on_deadline(firing)


def timers(world: World) -> list[datetime]:
    subject = subjects.timer_set(services.HITL_GATEWAY, subjects.job(JOB), "notify")
    sent = [message for message in world.bus.published if message.subject == subject]
    return [datetime.fromisoformat(message.headers["gh-timer-at"]) for message in sent]


async def hear(world: World, event: Any) -> None:
    await world.handlers.on_status(await world.say(services.EXECUTOR, event))


async def test_a_job_that_waits_is_told_of_once_its_moment_has_come(world: World, pigeon: Pigeon) -> None:
    asked = await world.ask()
    recorded = (await world.events.load(subjects.job(JOB))).recorded[-1]
    await world.handlers.on_status(recorded)
    assert timers(world) == [asked.at + AFTER]
    assert pigeon.told == []
    await fire(world)
    await fire(world)
    (notice,) = pigeon.told
    assert (notice.job_id, notice.request_id, notice.type) == (JOB, REQUEST, "verification")
    assert notice.message == "Answer 3 questions that only you can answer."
    assert notice.description == "Why us?\nVisa\nProof"
    assert notice.due == asked.at + timedelta(seconds=300)
    assert await world.said() == [HumanNotified(request_id=REQUEST, way="webhook", at=world.now)]


async def test_the_pages_own_words_are_in_no_notice(world: World, pigeon: Pigeon) -> None:
    page = page_model(said=("Jordan, try again",))
    model_ref = await world.vault.put_page(page)
    await world.ask(kind=AskKind.SUBMIT_UNCLEAR, fields=(), model_ref=model_ref)
    await fire(world)
    (notice,) = pigeon.told
    assert "Jordan" not in f"{notice.message} {notice.description}"


async def test_nobody_is_told_of_what_was_answered_before(world: World, pigeon: Pigeon) -> None:
    await world.ask()
    await world.answer(resolution="skip")
    await fire(world)
    assert pigeon.told == []


async def test_nobody_is_told_of_what_needs_nobody(world: World, pigeon: Pigeon) -> None:
    await hear(world, JobCompleted(at=NOON, outcome=Outcome.SUBMITTED))
    await fire(world)
    assert (pigeon.told, timers(world)) == ([], [])


async def test_nobody_is_told_while_somebody_has_the_page_and_somebody_is_once_they_let_go(
    world: World, pigeon: Pigeon
) -> None:
    await world.say(services.BROWSER_HOST, OPENED)
    await world.ask()
    await world.say(services.BROWSER_HOST, ControlTaken(session_id="s1", viewer_id="v"))
    with pytest.raises(Transient):
        await fire(world)
    assert pigeon.told == []
    await world.say(services.BROWSER_HOST, ControlReleased(session_id="s1", viewer_id="v", held_ms=9, submitted=False))
    await fire(world)
    assert len(pigeon.told) == 1


async def test_a_way_that_was_closed_is_tried_again_and_the_other_is_not(world: World, pigeon: Pigeon) -> None:
    other = Pigeon()
    other.name = "email"
    world.ways.append(other)
    pigeon.is_closed = True
    await world.ask()
    with pytest.raises(Transient):
        await fire(world)
    pigeon.is_closed = False
    await fire(world)
    assert (len(pigeon.told), len(other.told)) == (1, 1)


async def test_a_notice_goes_after_the_same_applicants_callbacks_that_waited_before_it(
    world: World, pigeon: Pigeon
) -> None:
    await world.ask()
    person, places = world.person, world.courier.places

    def ask_place(key: str, at: datetime = NOON) -> ExitStack:
        with ExitStack() as end:
            seeker = Seeker(key, person.tenant, person.id, f"receiver of {key}", asked_at=at.timestamp())
            end.enter_context(places.handed_out(key)).take(seeker)
            return end.pop_all()

    taken = [ask_place(f"job {number}") for number in range(SHARES.of_applicant)]
    with pytest.raises(NotYet):
        ask_place("an earlier callback", NOON - timedelta(seconds=1))
    with pytest.raises(NotYet):
        await fire(world)
    taken.pop().close()
    with pytest.raises(NotYet):
        await fire(world)
    taken.append(ask_place("an earlier callback", NOON - timedelta(seconds=1)))
    taken.pop().close()
    await fire(world)
    assert len(pigeon.told) == 1


async def test_a_webhook_is_told_as_json_and_signed(world: World, receiver: Receiver) -> None:
    sender = CallbackSender(SECRET, frozenset({"127.0.0.1"}))
    world.ways.append(Webhook(receiver.callback_url(), sender))
    await world.ask()
    receiver.answers.append(500)
    with pytest.raises(Transient):
        await fire(world)
    receiver.answers.append(200)
    await fire(world)
    heard = receiver.heard[-1]
    assert json.loads(heard.raw)["event"] == "needs_human"
    assert heard.headers["x-ghosthands-signature"].startswith("t=")
    assert "x-gh-service-key" not in heard.headers
    assert heard.delivery == REQUEST
    await sender.close()


async def test_a_mail_says_what_is_asked_where_and_how_to_answer(world: World, smtp: int, postbox: Postbox) -> None:
    url = f"smtp://someone:open%20sesame@127.0.0.1:{smtp}"
    world.ways.append(Mail(url, "ghosthands@example.com", ["ops@example.com", "night@example.com"]))
    await world.ask()
    await fire(world)
    (mail,) = postbox.mails
    assert mail["Subject"] == "jobs.example.com: Answer 3 questions that only you can answer."
    assert mail["To"] == "ops@example.com, night@example.com"
    assert mail["Message-ID"] == f"<{REQUEST}@ghosthands>"
    text = mail.get_content()
    assert "Why us?" in text
    assert "https://jobs.example.com/apply" in text
    assert f"ghosthands answer {JOB}" in text
    assert postbox.logins == [(b"someone", b"open sesame")]
    assert [type(event) for event in await world.said()] == [HumanNotified]


async def test_a_mail_server_that_is_away_or_refuses_is_tried_again(world: World, smtp: int) -> None:
    world.ways.append(Mail(f"smtp://someone:wrong@127.0.0.1:{smtp}", "a@example.com", ["b@example.com"]))
    await world.ask()
    with pytest.raises(Transient):
        await fire(world)
    world.ways[:] = [Mail("smtp://127.0.0.1:9", "a@example.com", ["b@example.com"])]
    with pytest.raises(Transient):
        await fire(world)
    assert await world.said() == []


async def test_what_the_page_says_forges_no_header(world: World, pigeon: Pigeon) -> None:
    await world.ask()
    await fire(world)
    (notice,) = pigeon.told
    mail = write_mail(notice, "a@example.com", ["b@example.com"])
    assert "\n" not in mail["Subject"]
    assert mail.keys().count("To") == 1


def mail(url: str) -> Mail:
    return Mail(url, "a@example.com", ["b@example.com"])


NOTICE = Notice(
    job_id=JOB,
    request_id=REQUEST,
    type="login_required",
    message="Sign in",
    description="The site asks for an account.",
    site="jobs.example.com",
    page_url=None,
    due=None,
)


async def test_a_mail_goes_encrypted_where_the_server_can(
    encrypted: str, postbox: Postbox, certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.file))
    await mail(encrypted).tell(NOTICE)
    assert postbox.encrypted == [True]
    assert postbox.logins == [(b"someone", b"open sesame")]


async def test_a_server_with_a_certificate_nobody_vouches_for_is_told_nothing(encrypted: str, postbox: Postbox) -> None:
    with pytest.raises(NotTold) as told:
        await mail(encrypted).tell(NOTICE)
    assert "certificate is not trusted" in told.value.reason
    assert (postbox.mails, postbox.logins) == ([], [])


async def test_a_server_with_another_host_s_certificate_is_told_nothing(
    postbox: Postbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_another = make_certificate(tmp_path, "127.0.0.2")
    monkeypatch.setenv("SSL_CERT_FILE", str(of_another.file))
    with (
        mail_server(postbox, encryption=Encryption.STARTTLS, certificate=of_another) as port,
        pytest.raises(NotTold, match="another host's"),
    ):
        await mail(f"smtp://someone:open%20sesame@127.0.0.1:{port}").tell(NOTICE)
    assert (postbox.mails, postbox.logins) == ([], [])


async def test_a_wrong_password_is_told_as_that_and_not_repeated(smtp: int, postbox: Postbox) -> None:
    with pytest.raises(NotTold) as told:
        await mail(f"smtp://someone:wrong@127.0.0.1:{smtp}").tell(NOTICE)
    assert told.value.reason == "the mail server refused the user or password of GHOSTHANDS_HITL_GATEWAY_SMTP_URL"
    assert postbox.mails == []
