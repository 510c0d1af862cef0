"""`python -m ghosthands.browser_host.scan_command URL|FILE [--json]`: print what the scanner sees on a page.

It starts a browser of its own, reads the page, ends the browser and removes what it kept. It fills nothing and presses
nothing. It exits with 0, with 1 if the page has no form, with 2 if the page cannot be reached or read, or a setting
used, with 3 if there is no browser.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import msgspec
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright
from rich.text import Text

from ghosthands import chromium
from ghosthands.browser_host import page as pages
from ghosthands.browser_host.guard.network import NetworkGuard
from ghosthands.browser_host.page import judgement
from ghosthands.chassis import logging, networks, settings
from ghosthands.chromium import ChromiumError, NotChromium, WayOut
from ghosthands.domain.page import AnyField, ButtonRole, FieldModel, FieldState, FileInputModel, PageModel, PageType

UNREADABLE = 2
NO_BROWSER = 3
#: the page was read, and asks nothing
NO_FORM = 1
_VISIT_MS = 30_000
_GIVE = "Give a web address (https://…) or the path of an HTML file."
#: cells of a terminal
_WIDTH = 80


class _Settings(settings.BaseSettings):
    """The setting GHOSTHANDS_ALLOWED_PRIVATE_HOSTS, comma-separated: the only private addresses that are scanned."""

    allowed_private_hosts: networks.HostList = settings.shared("ALLOWED_PRIVATE_HOSTS", frozenset())


class ScanFailed(Exception):
    """The page cannot be scanned; the message says why and what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Scan the page named on the command line, print what was seen, and return the exit code."""
    parser = argparse.ArgumentParser(prog="ghosthands scan", description="Show what GhostHands sees on a page.")
    parser.add_argument("target", metavar="URL|FILE", help="a web address, or an HTML file")
    parser.add_argument("--json", action="store_true", help="print the page model as JSON")
    asked = parser.parse_args(arguments)
    try:
        allowed = settings.load(_Settings).allowed_private_hosts
        model, status = asyncio.run(look(address(asked.target), allowed=allowed))
    except (ScanFailed, networks.AddressRefused, settings.SettingsInvalid, NotChromium) as error:
        return _print_failure(str(error), UNREADABLE)
    except ChromiumError as error:
        return _print_failure(str(error), NO_BROWSER)
    text = msgspec.json.format(msgspec.json.encode(model)).decode() if asked.json else "\n".join(table(model, status))
    sys.stdout.write(text + "\n")
    return NO_FORM if _asks_nothing(model) else 0


def _print_failure(message: str, code: int) -> int:
    sys.stderr.write(f"{message}\n")
    return code


def address(target: str) -> str:
    """Return the address of a URL or of a file. Raises ScanFailed."""
    try:
        parts = urlsplit(target)
        _ = parts.port
    except ValueError:  # nothing of it is repeated: a login may be in it
        raise ScanFailed(
            "That is no web address, by its host or its port: one looks like https://jobs.example/1."
        ) from None
    file = Path(url2pathname(parts.path) if parts.scheme == "file" else target).expanduser()
    is_there = _is_there(file)
    if parts.scheme == "file" and is_there and not file.is_file():
        raise ScanFailed(_word_irregular(target))
    if is_there and file.is_file():
        return file.resolve().as_uri()
    if "@" in (parts.netloc or target.partition("/")[0]):
        raise ScanFailed("Leave the login out of the address: addresses are printed and kept.")
    if parts.scheme in ("http", "https", "file") and (parts.hostname or parts.scheme == "file"):
        return target
    if "." in target.partition("/")[0] and not file.suffix.startswith(".htm"):
        return f"https://{target}"
    if is_there:
        raise ScanFailed(_word_irregular(target))
    raise ScanFailed(f"There is no file {target}. {_GIVE}")


def _is_there(file: Path) -> bool:
    """Whether it exists; a name that is too long to be a file's does not."""
    try:
        return file.exists()
    except OSError:
        return False


def _word_irregular(target: str) -> str:
    return f"{target} is not a regular file. {_GIVE}"


async def look(url: str, *, allowed: Collection[str]) -> tuple[PageModel, int]:
    """Return the model of the page at `url`, read in a browser of its own, and its HTTP status; 0 for a file.

    Raises ScanFailed, networks.AddressRefused, ChromiumError.
    """
    if _is_on_the_web(url):
        await networks.check(url, allowed=allowed)
    with _profile() as folder:
        way_out = WayOut(allowed)
        browser = await chromium.launch(folder / "profile", log_path=folder / "log", way_out=way_out)
        try:
            seen, status = await _scan_page(browser.ws_url, url, allowed, at=_make_readable(url, folder))
        finally:
            await chromium.end(browser)
    if _is_on_the_web(url):
        return seen, status
    return msgspec.structs.replace(seen, url=url), 0  # it may have been a copy


@contextmanager
def _profile() -> Iterator[Path]:
    """Yield a temporary folder that an unprivileged browser can reach too."""
    with tempfile.TemporaryDirectory(prefix="ghosthands-scan-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        yield folder


def _make_readable(url: str, folder: Path) -> str:
    """Return the address, or a copy's if the browser's user may not read the file. Raises ScanFailed."""
    parts = urlsplit(url)
    if parts.scheme != "file" or os.geteuid() != 0:
        return url
    copy = folder / "page.html"
    try:
        copy.write_bytes(Path(url2pathname(parts.path)).read_bytes())
    except OSError as error:
        raise ScanFailed(f"The file cannot be read: {error.strerror}. Check its path and permissions.") from error
    copy.chmod(0o644)
    return copy.as_uri()


def _is_on_the_web(url: str) -> bool:
    return urlsplit(url).scheme in ("http", "https")


async def _scan_page(ws_url: str, url: str, allowed: Collection[str], *, at: str) -> tuple[PageModel, int]:
    """Return the model and the HTTP status of the page at `url`, which the browser loads from the address `at`."""
    async with async_playwright() as playwright, await playwright.chromium.connect_over_cdp(ws_url) as connection:
        if _is_on_the_web(url):
            await NetworkGuard(await connection.new_browser_cdp_session(), allowed=allowed).install()
        page = connection.contexts[0].pages[0]
        pages.traffic_of(page)
        try:
            answer = await page.goto(at, wait_until="commit", timeout=_VISIT_MS)
            await pages.settle(page)
            return await pages.scan(page), answer.status if answer else 0
        except PlaywrightError as error:
            raise ScanFailed(await _find_reason(url, error)) from error
        except pages.PageUnreadable as error:
            raise ScanFailed(f"{error}. Try again.") from error


async def _find_reason(url: str, error: PlaywrightError) -> str:
    where = urlsplit(url).hostname or "the file"
    if "ERR_SOCKS_CONNECTION_FAILED" in error.message:  # the browser's proxy tells Chromium no more than that
        if not await networks.resolve_host(where):
            return f"There is no site {where}. Check the address."
        return f"Nothing answers at {where}. Check the address and that the site is running."
    if "ERR_FILE_NOT_FOUND" in error.message or "ERR_ACCESS_DENIED" in error.message:
        return f"The browser cannot read {url}. Check that the file exists and that other users may read it."
    if "ERR_BLOCKED_BY_CLIENT" in error.message:
        return f"The page at {where} leads into a private network or to no page of the web."
    if found := re.search(r"net::(ERR_[A-Z_]+)", error.message):
        return f"The page at {where} cannot be loaded ({found[1]}). Check the address and the connection."
    return f"The page at {where} did not load in {_VISIT_MS // 1000} s. Check the connection and try again."


def _asks_nothing(model: PageModel) -> bool:
    """Whether there is neither a form on the page nor a sign of one behind it."""
    if model.page_type is PageType.CLOSED:
        return not model.blockers
    asks = model.fields or model.file_inputs or model.blockers or model.button(ButtonRole.APPLY)
    return not asks and model.page_type in (PageType.OTHER, PageType.ERROR)


def table(model: PageModel, status: int = 0) -> Iterator[str]:
    """Yield the model as lines for people, none wider than a terminal's 80 cells; `--json` shows everything.

    `status` is the page's HTTP status, if it is known.
    """
    yield _short(model.url, _WIDTH)
    step = f", step {model.step.current} of {model.step.total}" if model.step else ""
    yield f"{model.page_type} page on {model.platform}{step}"
    yield f"fingerprint {model.fingerprint}"
    for wall in model.blockers:
        yield _short(f"stopped by {wall.type} (confidence {wall.confidence:.2f}): {wall.evidence}", _WIDTH)
    if model.page_error:
        yield "the page shows an error"
    if model.fields or model.file_inputs:
        yield ""
        yield _line(" ", "kind", "options", "question")
    yield from map(_field_line, model.fields)
    yield from map(_file_line, model.file_inputs)
    if model.buttons:
        yield ""
    for button in model.buttons:
        yield _line(" ", button.role, "", button.text, *([] if button.enabled else ["disabled"]))
    if model.page_type is PageType.POSTING and (onward := model.button(ButtonRole.APPLY)):
        yield ""
        yield _short(f"the form is behind this button, which `ghosthands apply` presses: {onward.text}", _WIDTH)
    if any(not field.visible for field in model.fields):
        yield ""
        yield "* required   · not visible or locked, never filled"
    if _asks_nothing(model):
        yield ""
        yield _word_nothing(model, status)


def _word_nothing(model: PageModel, status: int) -> str:
    if status in judgement.GONE:
        return f"no form here: the page answered {status}, nothing is there (any more); check the address"
    if model.page_type is PageType.CLOSED:
        return "no form here: the posting is closed"
    return "no form here: the page asks nothing"


def _field_line(field: FieldModel) -> str:
    mark = "·" if not field.visible else "*" if field.required else " "
    options = sum(not option.placeholder for option in field.options)
    filled = [field.state] if field.state is FieldState.FILLED else []
    notes = (*filled, *(["locked"] if field.locked else []), *_notes(field))
    return _line(mark, field.kind, str(options or ""), field.label or field.placeholder or field.name, *notes)


def _file_line(file: FileInputModel) -> str:
    uploaded = ["uploaded"] if file.already_uploaded else []
    mark = "*" if file.required else " "
    return _line(mark, "file", "", file.label or file.name, file.purpose, *uploaded, *_notes(file))


def _notes(field: AnyField) -> Iterator[str]:
    if field.error:
        yield f"refused: {field.error}"
    if field.locator.frame:
        yield f"frame {field.locator.frame}"


def _line(mark: str, kind: str, options: str, text: str, *notes: str) -> str:
    """Return a row of the table; the notes follow the text, which is shortened to make room for them."""
    lead = f"{mark} {kind:<15} {options:>7}  "
    noted = f"  ({', '.join(notes)})" if notes else ""
    return f"{lead}{_short(text, _WIDTH - len(lead) - len(noted))}{noted}"


def _short(text: str, width: int) -> str:
    """Return the text in at most `width` cells of a terminal."""
    line = Text(text)
    line.truncate(width, overflow="ellipsis")
    return line.plain


if __name__ == "__main__":
    logging.configure("scan", level="error")  # standard output is for the page alone
    sys.exit(main())
