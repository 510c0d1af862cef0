"""A mailbox is read for the code of one site and one moment, whatever else lies in it; and it stays as it was."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from ghosthands.browser_host.mail import mailbox as mailboxes
from ghosthands.browser_host.mail.mailbox import Search, find_code
from ghosthands.domain.codes import CodeSearch
from ghosthands.testkit.imap_server import PASSWORD, USER, ImapServer, serving_imap
from ghosthands.vault.code_sources import Mailbox

SITE = "acme.wd5.myworkdayjobs.com"
OURS = "Acme Careers <no-reply@mail.myworkdayjobs.com>"
HERE = frozenset({"127.0.0.1"})


@pytest.fixture
async def server() -> AsyncIterator[ImapServer]:
    async with serving_imap() as running:
        yield running


async def look(
    server: ImapServer, *, password: str = PASSWORD, seconds: float = 0.5, allowed: frozenset[str] = HERE
) -> Search:
    known = Mailbox("127.0.0.1", server.port, USER, password)
    since = datetime.now(UTC) - timedelta(minutes=2)
    return await find_code(known, SITE, since=since, seconds=seconds, allowed=allowed)


async def test_the_code_that_the_site_sent_is_found_and_the_mailbox_stays_as_it_was(server: ImapServer) -> None:
    server.receive("friend@example.org", "See you at 1830, the code of the door is 998877.")
    server.receive(OURS, "Your verification code is 482 913. It is valid for 10 minutes.")
    assert await look(server) == Search(CodeSearch.FOUND, "482913")
    assert "EXAMINE INBOX" in server.told
    fetched = [command for command in server.told if "BODY" in command]
    assert fetched
    assert all("BODY.PEEK[]<0." in command for command in fetched)


async def test_a_mail_that_is_on_its_way_is_waited_for(server: ImapServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailboxes, "LOOK_SECONDS", 0.01)
    looked = mailboxes._look

    def sent_after_the_first_look(*about: object) -> Search:
        found = looked(*about)  # type: ignore[arg-type]
        if not server.mails:
            server.receive(OURS, "Your security code: ABC123")
        return found

    monkeypatch.setattr(mailboxes, "_look", sent_after_the_first_look)
    assert await look(server, seconds=20) == Search(CodeSearch.FOUND, "ABC123")


@pytest.mark.parametrize(
    ("sender", "words"),
    [
        ("Acme <no-reply@acme-careers.example>", "Your code is 111222"),
        ("Acme <no-reply@myworkdayjobs.com.evil.example>", "Your code is 111222"),
        ("evil@evil.example", "Your code is 111222. https://acme.wd5.myworkdayjobs.com/x https://evil.example/login"),
        ("no-reply@myworkdayjobs.com <evil@evil.example>", "myworkdayjobs.com: your verification code is 111222"),
        ('"no-reply@myworkdayjobs.com" <evil@evil.example>', "myworkdayjobs.com: your verification code is 111222"),
        (OURS, "Your application of 2026 has number 48291377. Call 5551234."),
    ],
    ids=[
        "another domain",
        "a domain that looks like it",
        "a link elsewhere",
        "phishing",
        "phishing in quotes",
        "no code is named",
    ],
)
async def test_what_is_not_the_sites_word_on_a_code_is_none(server: ImapServer, sender: str, words: str) -> None:
    server.receive(sender, words, subject="Your application")
    assert await look(server) == Search(CodeSearch.NO_MAIL)


async def test_a_mail_whose_links_all_lead_to_the_site_is_the_sites(server: ImapServer) -> None:
    server.receive("mailer@sendgrid.example", "Your code is 111222 — https://acme.wd5.myworkdayjobs.com/verify")
    assert await look(server) == Search(CodeSearch.FOUND, "111222")


async def test_a_sender_that_is_made_up_is_nobody(server: ImapServer) -> None:
    verdict = {"Authentication-Results": "mx.example.com; dmarc=fail header.from=myworkdayjobs.com"}
    server.receive(OURS, "Your code is 111222", headers=verdict)
    assert await look(server) == Search(CodeSearch.NO_MAIL)


async def test_an_old_code_is_none_and_of_two_mails_the_later_counts(server: ImapServer) -> None:
    now = datetime.now(UTC)
    server.receive(OURS, "Your code is 111111", at=now - timedelta(minutes=10))
    assert await look(server) == Search(CodeSearch.NO_MAIL)
    server.receive(OURS, "Your code is 333333", at=now)
    server.receive(OURS, "Your code is 222222", at=now - timedelta(seconds=30))
    assert await look(server) == Search(CodeSearch.FOUND, "333333")


async def test_two_codes_in_one_mail_are_left_to_a_human(server: ImapServer) -> None:
    server.receive(OURS, "Your code is 111222. If that does not work, your code is 333444.")
    assert await look(server) == Search(CodeSearch.AMBIGUOUS)


async def test_html_is_read_as_it_is_seen(server: ImapServer) -> None:
    hidden = "<style>.code{width:600px}</style><script>var code = 555666</script>"
    page = f"<html><head><title>code 999999</title>{hidden}</head><body><p>Your code</p><td><b>741852</b></td><a href="
    server.receive(OURS, f'{page}"https://acme.wd5.myworkdayjobs.com/">Apply</a></body></html>', html=True)
    assert await look(server) == Search(CodeSearch.FOUND, "741852")


async def test_of_a_huge_mail_only_the_beginning_is_fetched(server: ImapServer) -> None:
    server.receive(OURS, "Your code is 741852\n" + "x" * 60 + ("\n" + "y" * 70) * 50_000)
    assert await look(server, seconds=10) == Search(CodeSearch.FOUND, "741852")
    assert any("BODY.PEEK[]<0.65536>" in command for command in server.told)


async def test_a_mailbox_that_lets_nobody_in_or_is_away_or_private_says_so(server: ImapServer) -> None:
    assert await look(server, password="wrong") == Search(CodeSearch.MAILBOX_CLOSED)
    assert await look(server, allowed=frozenset()) == Search(CodeSearch.MAILBOX_PRIVATE)
    server.port = 1
    assert await look(server) == Search(CodeSearch.MAILBOX_AWAY)
    assert "111" not in repr(Search(CodeSearch.FOUND, "111222"))
