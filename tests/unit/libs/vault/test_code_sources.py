"""An authenticator's codes: for the hosts of one domain, at one moment, and never shown."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ghosthands.domain.keys import CODE
from ghosthands.vault.code_sources import Authenticator, Mailbox, read_authenticator
from ghosthands.vault.credentials import OneTimeCode
from ghosthands.vault.profile import ApplicantData

#: of RFC 6238, "12345678901234567890"
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
AT = datetime.fromtimestamp(1111111109, UTC)


def data(*known: Authenticator, code: OneTimeCode | None = None) -> ApplicantData:
    return ApplicantData("", {}, {}, authenticators=known, read_at=AT, code=code)


def test_codes_are_those_of_the_standard() -> None:
    given = f"otpauth://totp/Acme:jordan?secret={SECRET}&digits=8&period=30&algorithm=SHA1"
    assert read_authenticator("acme.com", given).compute(AT) == "07081804"
    assert read_authenticator("acme.com", " gezd gnbv gy3t qojq gezd gnbv gy3t qojq ").compute(AT) == "081804"


@pytest.mark.parametrize(
    "given", ["", "hello", "otpauth://hotp/A?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "GEZDGNBV", "otpauth://totp/A"]
)
def test_what_is_no_secret_is_refused_without_repeating_it(given: str) -> None:
    with pytest.raises(ValueError, match="beside its QR code") as refused:
        read_authenticator("acme.com", given)
    assert not given or given not in str(refused.value)


def test_a_code_is_for_its_domain_alone_and_one_that_was_given_goes_first() -> None:
    known = data(Authenticator("acme.com", SECRET))
    assert known.at("careers.acme.com").value(CODE) == "081804"
    assert known.at("careers.acme.com").value(f"{CODE}.2") == "8"
    assert CODE not in known.at("notacme.com")
    assert CODE not in known
    given = data(Authenticator("acme.com", SECRET), code=OneTimeCode("careers.acme.com", "424242"))
    assert given.at("careers.acme.com").value(CODE) == "424242"
    assert given.at("acme.com").value(CODE) == "081804"


def test_nothing_of_it_is_shown() -> None:
    shown = f"{Authenticator('acme.com', SECRET)!r} {Mailbox('imap', 993, 'jordan', 'pass')!r} {data()!r}"
    assert SECRET not in shown
    assert "pass" not in shown
