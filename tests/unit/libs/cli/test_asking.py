"""A job's questions before a human."""

from __future__ import annotations

import asyncio
import os
import pty
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from ghosthands.cli import asking, console, terminal
from ghosthands.cli.client import Client
from ghosthands.cli.commands.answer import _name_review as name_review
from ghosthands.cli.commands.answer import _read_by_key as by_key
from ghosthands.cli.commands.answer import _read_files as read_files
from ghosthands.cli.commands.answer import _require_fit as require_fit
from ghosthands.cli.exits import Stop
from ghosthands.cli.questions import AskedField, Question
from ghosthands.cli.watching import JobWatch
from ghosthands.contract.request import MAX_RESUME_BYTES
from ghosthands.domain import job
from ghosthands.domain.codes import CODES, LOGINS, ActionFailure, Stuck
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.provider import ProviderName
from ghosthands.messaging.server.jetstream import Ack
from ghosthands.testkit.story import Story, requested

Screen = Callable[[], str]


class Wire:
    """Keeps what is published."""

    def __init__(self) -> None:
        self.published: list[Mapping[str, Any]] = []

    async def publish(self, _subject: str, body: Mapping[str, Any]) -> Ack:
        self.published.append(body)
        return Ack("GH_HUMANS", len(self.published))


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Types at the terminal that standard input is."""
    master, slave = pty.openpty()
    with open(slave, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield lambda text: void(os.write(master, text.encode()))
    os.close(master)


def void(_: object) -> None:
    """Whatever it was."""


def asked(*fields: AskedField, kind: AskKind = AskKind.FIELDS, code: str | None = None) -> Question:
    return Question(
        tenant="t",
        job_id="j",
        request_id="r",
        kind=kind,
        code=code,
        page_url="https://jobs.example.com/1",
        due=datetime.now(UTC) + timedelta(seconds=299.9),
        fields=list(fields),
    )


def test_the_pages_own_words_are_told(screen: Screen) -> None:
    doubt = msgspec.structs.replace(asked(kind=AskKind.SUBMIT_UNCLEAR), page_says=["Phone must have 10 digits."])
    asking.tell(doubt, console.out)
    assert "The page says: “Phone must have 10 digits”." in screen()


def test_it_is_told_where_a_known_answer_could_not_be_entered(screen: Screen) -> None:
    why = f"the profile's phone could not be entered ({ActionFailure.NOT_KEPT.words})"
    asking.tell(asked(AskedField(question_key="k1", label="Phone", why=why)), console.out)
    assert why in screen()


COLOUR = AskedField(question_key="k1", label="Favourite colour?")
SIZE = AskedField(question_key="k2", label="Size?", options=["Small", "Large"])


async def put(wire: Wire, question: Question) -> Ack | None:
    async with asyncio.timeout(10):
        return await asking.put(cast("Client", wire), question)


async def test_what_is_typed_is_the_answer(wire: Wire, keyboard: Callable[[str], None], screen: Screen) -> None:
    keyboard("  Norwegian blue \n")
    assert await put(wire, asked(COLOUR))
    (answer,) = wire.published
    assert (answer["request_id"], answer["resolution"]) == ("r", "value")
    assert answer["values"] == {"k1": "Norwegian blue"}
    assert "Favourite colour?" in screen()


async def test_an_empty_line_leaves_the_question_open(
    wire: Wire, keyboard: Callable[[str], None], screen: Screen
) -> None:
    keyboard("\n")
    keyboard("Large\n")
    await put(wire, asked(COLOUR, SIZE))
    assert wire.published[0]["values"] == {"k2": "Large"}


async def test_nothing_answered_at_all_is_a_skip(wire: Wire, keyboard: Callable[[str], None], screen: Screen) -> None:
    keyboard("\n")
    await put(wire, asked(COLOUR))
    assert (wire.published[0]["resolution"], wire.published[0]["values"]) == ("skip", {})


async def test_what_is_no_option_is_asked_again(wire: Wire, keyboard: Callable[[str], None], screen: Screen) -> None:
    keyboard("Huge\n2\n")
    await put(wire, asked(SIZE))
    assert wire.published[0]["values"] == {"k2": "Large"}
    assert "choose one of the options" in screen()


async def test_a_wall_is_done_or_skipped(wire: Wire, keyboard: Callable[[str], None], screen: Screen) -> None:
    keyboard("perhaps\ndone\n")
    await put(wire, asked(kind=AskKind.BLOCKER, code="captcha"))
    assert wire.published[0]["resolution"] == "done"
    assert "something stands before the form: the site shows a captcha (captcha)" in screen()
    assert "done: you did it on its page (ghosthands live j)" in screen()


@pytest.mark.parametrize(("typed", "resolution"), [("submitted", "done"), ("not-submitted", "skip")])
async def test_whether_it_was_submitted_is_not_answered_by_done(
    wire: Wire, keyboard: Callable[[str], None], screen: Screen, typed: str, resolution: str
) -> None:
    keyboard(f"done\n{typed}\n")
    await put(wire, asked(kind=AskKind.SUBMIT_UNCLEAR))
    assert [body["resolution"] for body in wire.published] == [resolution]
    assert "submitted or not-submitted" in screen()


def test_whether_it_was_submitted_is_answered_by_its_own_options_alone() -> None:
    doubt, wall = asked(kind=AskKind.SUBMIT_UNCLEAR), asked(kind=AskKind.BLOCKER, code="captcha")
    require_fit(Resolution.DONE, doubt, submitted=True)
    require_fit(Resolution.DONE, wall, submitted=None)
    for resolution, question, submitted in ((Resolution.DONE, doubt, None), (Resolution.DONE, wall, True)):
        with pytest.raises(Stop, match="whether the application was submitted"):
            require_fit(resolution, question, submitted=submitted)


WROTE = AskedField(question_key="k3", label="Why us?", draft="I built engines.")


async def test_drafts_are_shown_and_approved_changed_or_rejected_one_by_one(
    wire: Wire, keyboard: Callable[[str], None], screen: Screen
) -> None:
    keyboard("\n-\nBecause.\n")
    others = [msgspec.structs.replace(WROTE, question_key=key) for key in ("k4", "k5")]
    await put(wire, asked(WROTE, *others, kind=AskKind.REVIEW))
    (answer,) = wire.published
    assert (answer["resolution"], answer["values"], answer["rejected"]) == ("reviewed", {"k5": "Because."}, ["k4"])
    assert "Why us?" in screen()
    assert "I built engines." in screen()


async def test_what_is_open_beside_drafts_is_asked_in_the_same_breath(
    wire: Wire, keyboard: Callable[[str], None], screen: Screen
) -> None:
    keyboard("\nHuge\n2\n\n")
    await put(wire, asked(WROTE, SIZE, COLOUR, kind=AskKind.REVIEW))
    (answer,) = wire.published
    assert (answer["resolution"], answer["values"], answer["rejected"]) == ("reviewed", {"k2": "Large"}, ["k1"])
    assert "what has none could not be filled in from the profile" in " ".join(screen().split())


def test_values_for_drafts_are_verdicts_and_only_drafts_can_be_rejected() -> None:
    review = asked(WROTE, kind=AskKind.REVIEW)
    assert name_review(Resolution.VALUE, review, ["k3"]) is Resolution.REVIEWED
    assert name_review(Resolution.DONE, review, []) is Resolution.DONE
    assert name_review(Resolution.VALUE, asked(COLOUR), []) is Resolution.VALUE
    with pytest.raises(Stop, match="no draft to reject: k1; to be read: there is none"):
        name_review(Resolution.VALUE, asked(COLOUR), ["k1"])


CERTIFICATE = AskedField(question_key="k6", label="Certificate", kind="file")


async def test_a_question_that_wants_a_file_is_asked_for_its_path(
    wire: Wire, keyboard: Callable[[str], None], screen: Screen, tmp_path: Path
) -> None:
    file = tmp_path / "degree.png"
    file.write_bytes(b"\x89PNG")
    keyboard(f"blue\n{tmp_path / 'none.png'}\n{file}\n")
    await put(wire, asked(CERTIFICATE, COLOUR))
    (answer,) = wire.published
    assert (answer["resolution"], answer["values"]) == ("value", {"k1": "blue"})
    assert (answer["files"]["k6"]["file_name"], answer["files"]["k6"]["media_type"]) == ("degree.png", "image/png")
    assert "the file cannot be read" in screen()
    keyboard("\n")
    await put(wire, asked(CERTIFICATE))
    assert wire.published[1]["resolution"] == "skip"


def test_a_file_is_given_by_its_path_with_a_key_where_several_are_asked(tmp_path: Path) -> None:
    file = tmp_path / "a=b.pdf"
    file.write_bytes(b"%PDF")
    other = msgspec.structs.replace(CERTIFICATE, question_key="k7")
    assert read_files([str(file)], asked(COLOUR, CERTIFICATE)).keys() == {"k6"}
    assert read_files([f"k7={file}"], asked(CERTIFICATE, other))["k7"]["file_name"] == "a=b.pdf"
    for given, question, words in (
        (str(file), asked(CERTIFICATE, other), "--file takes KEY=PATH; files are asked for by: k6, k7"),
        (str(file), asked(COLOUR), "asks for no file"),
        (f"k6={tmp_path / 'no.pdf'}", asked(CERTIFICATE, other), "the file cannot be read"),
    ):
        with pytest.raises(Stop, match=words):
            read_files([given], question)


def test_files_that_are_too_large_together_are_refused_on_the_command_line(tmp_path: Path) -> None:
    first, second = large_files(tmp_path)
    other = msgspec.structs.replace(CERTIFICATE, question_key="k7")
    with pytest.raises(Stop, match=f"the files may have at most {MAX_RESUME_BYTES} bytes together"):
        read_files([f"k6={first}", f"k7={second}"], asked(CERTIFICATE, other))


async def test_a_file_that_is_too_large_beside_the_others_is_asked_for_again_at_the_terminal(
    wire: Wire, keyboard: Callable[[str], None], screen: Screen, tmp_path: Path
) -> None:
    first, second = large_files(tmp_path)
    keyboard(f"{first}\n{second}\n\n")
    await put(wire, asked(CERTIFICATE, msgspec.structs.replace(CERTIFICATE, question_key="k7")))
    assert wire.published[0]["files"].keys() == {"k6"}
    assert f"the files may have at most {MAX_RESUME_BYTES} bytes together" in screen()


def large_files(folder: Path) -> tuple[Path, Path]:
    """Two files, each of which may be sent, but not both."""
    first, second = folder / "a.png", folder / "b.png"
    for path in (first, second):
        path.write_bytes(bytes(MAX_RESUME_BYTES // 2 + 2))
    return first, second


def test_a_text_for_a_file_is_refused_with_the_option_that_takes_it() -> None:
    with pytest.raises(Stop, match=r"'Certificate' takes a file, not a text: give --file k6=PATH"):
        by_key(["k6=degree.png"], asked(CERTIFICATE))


async def test_ctrl_d_answers_nothing(wire: Wire, keyboard: Callable[[str], None], screen: Screen) -> None:
    keyboard("\x04")
    assert not await put(wire, asked(COLOUR))
    assert wire.published == []


async def test_a_question_that_is_withdrawn_leaves_the_keyboard_alone(
    wire: Wire, keyboard: Callable[[str], None], screen: Screen
) -> None:
    putting = asyncio.create_task(put(wire, asked(COLOUR)))
    async with asyncio.timeout(10):
        while "> " not in console.err.export_text(clear=False):  # noqa: ASYNC110 - what is printed tells nobody
            await asyncio.sleep(0.005)
    putting.cancel()
    await asyncio.wait({putting})
    assert putting.cancelled()
    keyboard("later\n")
    assert await terminal.read_line("> ") == "later"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Small", "Small"), ("LARGE", "Large"), ("1", "Small"), ("", ""), ("3", None), ("Smal", None)],
)
def test_an_option_is_meant_by_its_words_or_its_number(typed: str, meant: str | None) -> None:
    assert SIZE.meant(typed) == meant


def test_words_come_before_numbers() -> None:
    assert AskedField(question_key="k", options=["2", "1"]).meant("1") == "1"


def test_without_options_anything_is_meant() -> None:
    assert COLOUR.meant("anything") == "anything"


def test_several_options_are_meant_where_several_may_be_chosen() -> None:
    languages = AskedField(question_key="k", kind="checkbox_group", options=["English", "German", "Norwegian"])
    assert languages.meant("english, 3") == "English, Norwegian"
    assert languages.meant("English, Latin") is None
    assert SIZE.meant("Small, Large") is None


@pytest.mark.parametrize(("text", "sent"), [("2", "Large"), ("small", "Small")])
def test_an_option_given_on_the_command_line_is_sent_in_the_words_of_the_form(text: str, sent: str) -> None:
    assert by_key([f"k2={text}"], asked(SIZE)) == {"k2": sent}


def test_what_is_no_option_on_the_command_line_is_refused_with_the_options() -> None:
    with pytest.raises(Stop, match=r"invalid_answer: 'Huge' is no option of 'Size.': 1 Small, 2 Large"):
        by_key(["k2=Huge"], asked(SIZE))


def test_a_key_that_is_not_asked_is_named() -> None:
    with pytest.raises(Stop, match="not asked: k9; asked is: k1, k2"):
        by_key(["k1=red", "k9=x"], asked(COLOUR, SIZE))


def test_a_waiting_job_says_what_is_asked_until_when_and_by_which_key(screen: Screen) -> None:
    asking.tell(asked(COLOUR, SIZE), console.out)
    assert (
        "the job waits for a human, 300 s more: the form asks what could not be filled in from the profile" in screen()
    )
    assert "https://jobs.example.com/1" in screen()
    assert "Favourite colour? k1" in screen()
    assert "Size? k2 1 Small 2 Large" in screen()


@pytest.mark.parametrize("code", [code for code in Stuck if code not in LOGINS | CODES])
def test_why_a_job_is_stuck_is_told_in_words_with_its_code(code: Stuck, screen: Screen) -> None:
    asking.tell(asked(COLOUR, kind=AskKind.STUCK, code=code), console.out)
    why = screen().partition("the job cannot continue by itself: ")[2]
    assert f"({code})" in why
    assert not why.startswith(str(code))


def test_of_many_options_a_few_are_shown(screen: Screen) -> None:
    countries = [f"Country {number}" for number in range(199)]
    asking.tell(asked(AskedField(question_key="k", label="Country", options=countries)), console.out)
    assert "12 Country 11 … 199 in all" in screen()


async def test_a_question_says_whose_name_it_asks_for(
    wire: Wire, keyboard: Callable[[str], None], screen: Screen
) -> None:
    name = AskedField(question_key="k", label="Name", section="Emergency contact")
    asking.tell(asked(name), console.out)
    assert "Name (Emergency contact) k" in screen()
    keyboard("Grace\n")
    await put(wire, asked(name))
    assert screen().count("Name (Emergency contact)") == 2


def test_a_question_without_words_is_told_by_its_key(screen: Screen) -> None:
    asking.tell(asked(AskedField(question_key="k9")), console.out)
    assert "question k9" in screen()


@pytest.mark.parametrize("kind", AskKind)
def test_whatever_is_asked_can_be_told(kind: AskKind, screen: Screen) -> None:
    asking.tell(asked(kind=kind, code="captcha"), console.out)
    asking.tell_unanswered(asked(kind=kind, code="captcha"), console.out)
    assert "it asked for a human" in screen()


@pytest.mark.parametrize(("provider", "times"), [(ProviderName.OPERATOR, 1), (ProviderName.LOCAL, 0)])
def test_a_user_is_pointed_to_their_own_browser_once_when_a_look_at_it_takes_long(
    provider: ProviderName, times: int, told: Callable[..., Any], screen: Screen
) -> None:
    story = Story().tell(requested(provider=provider))
    story.claim()
    seen = JobWatch("j")
    seen.take(told(*story.opened().log))
    point = asking.ask_at_browser(seen)
    point()
    assert "look at your browser" not in screen()
    story.expect_step(job.StepKind.OBSERVE)
    seen.take(told(*story.log))
    point()
    point()
    assert screen().count("look at your browser: it may ask you something") == times
