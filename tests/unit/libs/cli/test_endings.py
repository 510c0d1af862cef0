"""How commands end: a code for the shell, a line for the user, never a trace."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from ghosthands.cli import endings
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.errors import Permanent, StreamUnavailable
from ghosthands.stack.errors import SettingRefused, StackError

Screen = Callable[[], str]


def ending(error: BaseException) -> int:
    """The code of a command that raises `error`."""

    def command() -> None:
        raise error

    return endings.find_code(command)


@pytest.mark.parametrize("code", Exit)
def test_every_code_reaches_the_shell_with_its_message(code: Exit, screen: Screen) -> None:
    assert ending(Stop(code, "because [of] this")) == code
    assert screen() == "because [of] this"


def test_a_command_that_says_nothing_is_done(screen: Screen) -> None:
    assert endings.find_code(lambda: None) == Exit.OK
    assert screen() == ""


def test_a_code_that_a_command_gives_is_its_own() -> None:
    assert endings.find_code(lambda: 3) == 3


def test_a_coroutine_is_run_to_its_end() -> None:
    async def command() -> None:
        await asyncio.sleep(0)
        raise Stop(Exit.NEEDS_HUMAN)

    assert endings.find_code(command) == Exit.NEEDS_HUMAN


@pytest.mark.parametrize(
    "error",
    [
        StackError("the state directory cannot be used: set GHOSTHANDS_STATE_DIR"),
        StreamUnavailable("NATS does not answer"),
        Permanent("no"),
    ],
)
def test_an_error_of_ours_tells_its_own_mend(error: Exception, screen: Screen) -> None:
    assert ending(error) == Exit.UNAVAILABLE
    assert screen() == str(error)


def test_a_setting_that_is_refused_is_input_that_cannot_be_used(screen: Screen) -> None:
    assert ending(SettingRefused("GHOSTHANDS_HTTP_PORT is 'x', which is no port")) == Exit.USAGE
    assert screen() == "GHOSTHANDS_HTTP_PORT is 'x', which is no port"


def test_a_file_that_may_not_be_read_is_named(screen: Screen) -> None:
    assert ending(PermissionError(13, "Permission denied", "/root/x")) == Exit.UNAVAILABLE
    assert screen().startswith("Permission denied: /root/x")


def test_what_took_too_long_points_to_the_doctor(screen: Screen) -> None:
    assert ending(TimeoutError()) == Exit.UNAVAILABLE
    assert "ghosthands doctor" in screen()


def test_ctrl_c_ends_without_a_word(screen: Screen) -> None:
    assert ending(KeyboardInterrupt()) == Exit.INTERRUPTED
    assert screen() == ""


def test_an_error_nobody_foresaw_is_one_line_that_says_where(screen: Screen) -> None:
    assert ending(ZeroDivisionError("a person's data")) == Exit.BUG
    assert screen().startswith("an error nobody foresaw: ZeroDivisionError at test_endings.py:")
    assert "a person's data" not in screen()
    assert "Traceback" not in screen()


def test_whoever_debugs_sees_the_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        ending(ZeroDivisionError())


def test_a_reader_who_had_enough_is_left_to_typer() -> None:
    with pytest.raises(BrokenPipeError):
        ending(BrokenPipeError())
