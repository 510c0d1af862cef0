"""The scan command: what it takes for an address, and the table it prints."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from playwright.async_api import Error

from ghosthands import chromium
from ghosthands.browser_host import scan_command
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.page import (
    BlockerModel,
    ButtonModel,
    ButtonRole,
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
    StepIndicator,
)

MODEL = PageModel(
    url="https://jobs.example/1",
    platform="greenhouse",
    page_type=PageType.FORM,
    fingerprint="f" * 32,
    step=StepIndicator(1, 2),
    fields=(
        FieldModel(id="1", locator=Locator("#a"), kind=FieldKind.TEXT, label="First name", required=True),
        FieldModel(
            id="2",
            locator=Locator("#b", "0/1"),
            kind=FieldKind.SELECT,
            label="Country",
            state=FieldState.FILLED,
            error=ErrorKind.OTHER,
            options=(OptionModel("Select…", placeholder=True), OptionModel("Germany")),
        ),
        FieldModel(id="3", locator=Locator("#c"), kind=FieldKind.TEXT, label="Trap", visible=False),
    ),
    file_inputs=(FileInputModel(id="4", locator=Locator("#d"), label="Resume", purpose=FilePurpose.RESUME),),
    buttons=(ButtonModel(id="5", locator=Locator("#e"), text="Next", role=ButtonRole.NEXT, enabled=False),),
    blockers=(BlockerModel(type=BlockerType.CAPTCHA, confidence=0.9, evidence="recaptcha box"),),
)


def test_a_web_address_is_taken_as_it_is() -> None:
    assert scan_command.address("https://jobs.example/1?x=2") == "https://jobs.example/1?x=2"


def test_a_web_address_may_be_longer_than_a_file_name() -> None:
    target = f"https://jobs.example/{'a' * 5000}"
    assert scan_command.address(target) == target


def test_a_bare_host_is_a_web_address() -> None:
    assert scan_command.address("jobs.example/1") == "https://jobs.example/1"


def test_a_file_is_turned_into_its_address(tmp_path: Path) -> None:
    file = tmp_path / "my form.html"
    file.touch()
    assert scan_command.address(str(file)) == file.as_uri()


async def test_a_file_is_shown_under_its_own_name_where_the_browser_sees_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "form.html"
    file.touch()

    async def launched(*_: object, **__: object) -> SimpleNamespace:
        return SimpleNamespace(ws_url="ws://nowhere")

    async def ended(_: object) -> None:
        pass

    async def scanned(*_: object, at: str) -> tuple[PageModel, int]:
        assert at != file.as_uri()
        return msgspec.structs.replace(MODEL, url=at), 0

    monkeypatch.setattr(chromium, "launch", launched)
    monkeypatch.setattr(chromium, "end", ended)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(scan_command, "_scan_page", scanned)
    model, _ = await scan_command.look(file.as_uri(), allowed=())
    assert model.url == file.as_uri()


@pytest.mark.parametrize("status", [404, 410])
def test_a_page_that_is_gone_is_said_to_be_gone_whatever_it_offers(status: int) -> None:
    apply = ButtonModel(id="b", role=ButtonRole.APPLY, text="Apply", locator=Locator("button"))
    gone = PageModel(url=MODEL.url, platform="generic", page_type=PageType.CLOSED, fingerprint="f", buttons=(apply,))
    assert list(scan_command.table(gone, status))[-1].startswith(f"no form here: the page answered {status}, nothing")
    assert scan_command._asks_nothing(gone), "which is exit code 1"


def test_a_file_that_is_not_there_is_said_with_the_mend(capsys: pytest.CaptureFixture[str]) -> None:
    assert scan_command.main(["missing.html"]) == scan_command.UNREADABLE
    assert "Give a web address" in capsys.readouterr().err


@pytest.mark.parametrize("target", ["/dev/zero", "file:///dev/zero", "/"])
def test_what_is_no_regular_file_is_refused_as_that(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert scan_command.main([target]) == scan_command.UNREADABLE
    assert capsys.readouterr().err.startswith(f"{target} is not a regular file.")


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("http://[::1", "That is no web address"),
        ("http://127.0.0.1:99999/x", "That is no web address"),
        ("https://me:secret@jobs.example:99999/1", "That is no web address"),
        ("https://me:secret@jobs.example/1", "Leave the login out of the address"),
        ("https://secret@jobs.example/1", "Leave the login out of the address"),
        ("ftp://me:secret@jobs.example/1", "Leave the login out of the address"),
        ("//me:secret@jobs.example/1", "Leave the login out of the address"),
        ("me:secret@jobs.example/1", "Leave the login out of the address"),
        ("https:me:secret@jobs.example/1", "Leave the login out of the address"),
    ],
)
def test_an_address_that_is_none_is_refused_in_a_sentence(
    target: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scan_command.main([target]) == scan_command.UNREADABLE
    told = capsys.readouterr().err
    assert said in told
    assert "secret" not in told


@pytest.mark.parametrize("url", ["http://169.254.169.254/", "http://127.0.0.1:1/", "http://[::1]/"])
def test_a_private_address_is_refused_before_there_is_a_browser(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GHOSTHANDS_ALLOWED_PRIVATE_HOSTS", raising=False)
    assert scan_command.main([url]) == scan_command.UNREADABLE
    assert "GHOSTHANDS_ALLOWED_PRIVATE_HOSTS" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("url", "message", "said"),
    [
        ("https://127.0.0.1/1", "net::ERR_SOCKS_CONNECTION_FAILED at http://a/", "Nothing answers at 127.0.0.1"),
        ("https://jobs.invalid/1", "net::ERR_SOCKS_CONNECTION_FAILED at http://a/", "There is no site jobs.invalid"),
        ("https://jobs.example/1", "net::ERR_UNSAFE_PORT at http://a/", "cannot be loaded (ERR_UNSAFE_PORT)"),
        ("https://jobs.example/1", "net::ERR_BLOCKED_BY_CLIENT at http://a/", "private network"),
        ("https://jobs.example/1", "Timeout 30000ms exceeded.", "did not load in 30 s"),
    ],
)
async def test_why_a_page_cannot_be_looked_at_is_said(url: str, message: str, said: str) -> None:
    assert said in await scan_command._find_reason(url, Error(f"Page.goto: {message}"))


def test_the_table_tells_what_is_asked() -> None:
    text = "\n".join(scan_command.table(MODEL))
    for said in (
        "form page on greenhouse, step 1 of 2",
        "stopped by captcha (confidence 0.90): recaptcha box",
        "* text",
        "· text",
        "Country  (filled, refused: other, frame 0/1)",
        "Resume  (resume)",
        "Next  (disabled)",
    ):
        assert said in text


def test_of_a_posting_it_tells_behind_which_button_the_form_is() -> None:
    apply = ButtonModel(id="6", locator=Locator("#f"), text="Apply for this job", role=ButtonRole.APPLY)
    posting = msgspec.structs.replace(MODEL, page_type=PageType.POSTING, fields=(), file_inputs=(), buttons=(apply,))
    assert "the form is behind this button, which `ghosthands apply` presses: Apply for" in "\n".join(
        scan_command.table(posting)
    )
    assert "behind" not in "\n".join(scan_command.table(MODEL))


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (PageType.OTHER, "the page asks nothing"),
        (PageType.ERROR, "the page asks nothing"),
        (PageType.CLOSED, "the posting is closed"),
    ],
)
def test_of_a_page_that_asks_nothing_it_tells_that_there_is_no_form(kind: PageType, why: str) -> None:
    bare = msgspec.structs.replace(MODEL, page_type=kind, fields=(), file_inputs=(), buttons=(), blockers=())
    assert list(scan_command.table(bare))[-1] == f"no form here: {why}"
    assert "no form" not in "\n".join(scan_command.table(MODEL))


@pytest.mark.parametrize(("asks", "code"), [(True, 0), (False, scan_command.NO_FORM)])
def test_whether_the_page_has_a_form_is_the_exit_code(
    asks: bool, code: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = msgspec.structs.replace(MODEL, page_type=PageType.OTHER, fields=(), file_inputs=(), blockers=())

    async def seen(_: str, *, allowed: object) -> tuple[PageModel, int]:
        return MODEL if asks else bare, 200

    monkeypatch.setattr(scan_command, "look", seen)
    assert scan_command.main(["https://jobs.example/1"]) == code
    assert ("no form here" in capsys.readouterr().out) is not asks


def test_the_table_counts_only_real_options() -> None:
    country = next(line for line in scan_command.table(MODEL) if "Country" in line)
    assert country.split()[:2] == ["select", "1"]


def test_no_line_is_wider_than_a_terminal() -> None:
    long = "Will you now or in the future require sponsorship for employment visa status? " * 3
    fields = [
        FieldModel(id="1", locator=Locator("#a", "0/1/2"), kind=FieldKind.CONTENTEDITABLE, label=long, required=True),
        FieldModel(
            id="2",
            locator=Locator("#b"),
            kind=FieldKind.RADIO,
            label="希望年収を入力してください。" * 9,
            state=FieldState.FILLED,
            error=ErrorKind.MISSING,
        ),
    ]
    wide = msgspec.structs.replace(
        MODEL,
        url="https://jobs.example/" + "long/" * 40,
        fields=tuple(fields),
        blockers=(BlockerModel(type=BlockerType.BOT_CHECK, confidence=0.5, evidence=long),),
    )
    assert max(map(cells, scan_command.table(wide))) == 80


def cells(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in line)
