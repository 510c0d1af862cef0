"""Credentials in the vault: for the hosts of their domain, for every job of the person, and never shown."""

from __future__ import annotations

import pytest

from ghosthands.domain import keys
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.credentials import Credentials, covering
from ghosthands.vault.errors import NotInVault
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.profile import ApplicantData
from ghosthands.vault.redact import Redactor
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault

ADA = Applicant("acme", "0c5b")
REQUEST = {"target_url": "https://acme.com/1", "profile": {"email": "ada@example.org"}}
ACME = Credentials("acme.com", "ada@example.org", "correct horse battery")
TENANT = Credentials("eu.acme.com", "ada-eu", "staple stapler staple")
OTHER = Credentials("other.org", "ada-other", "quite another one")


@pytest.fixture
def vault() -> Vault:
    return Vault(MemoryStore(), MasterKeys.generate())


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("acme.com", ACME),
        ("jobs.acme.com", ACME),
        ("eu.acme.com", TENANT),
        ("a.eu.acme.com", TENANT),
        ("notacme.com", None),
        ("acme.com.evil.org", None),
        ("com", None),
        ("", None),
    ],
)
def test_a_host_has_the_credentials_of_the_nearest_domain_it_is_on(host: str, found: Credentials | None) -> None:
    assert covering((ACME, TENANT, OTHER), host) == found


async def test_they_are_kept_for_every_job_of_the_person(vault: Vault) -> None:
    await vault.put_credentials(ADA, [ACME, OTHER])
    for job_id in ("job-1", "job-2"):
        await vault.put_request(ADA, job_id, REQUEST)
        data = (await vault.get_applicant_data(ADA, job_id)).at("jobs.acme.com")
        assert data.value(keys.USERNAME) == ACME.username
        assert data.value(keys.PASSWORD) == data.value(keys.NEW_PASSWORD) == ACME.password
    assert set(await vault.get_credentials(Applicant("acme", "77aa"))) == set()


async def test_the_later_ones_for_a_domain_stand(vault: Vault) -> None:
    await vault.put_credentials(ADA, [ACME])
    later = Credentials(ACME.domain, "ada", "new one")
    await vault.put_credentials(ADA, [later])
    assert await vault.get_credentials(ADA) == (later,)


async def test_no_account_is_made_with_what_a_host_was_sent(vault: Vault) -> None:
    await vault.put_credentials(ADA, [Credentials("acme.com", "ada", "secret", create_account=True), OTHER])
    await vault.mark_credentials_used(ADA, "jobs.acme.com")
    assert {each.domain: each.create_account for each in await vault.get_credentials(ADA)} == {
        "acme.com": False,
        "other.org": None,
    }


async def test_what_a_host_refused_is_nobodys_to_try_until_somebody_gives_it_anew(vault: Vault) -> None:
    await vault.put_credentials(ADA, [ACME])
    await vault.mark_credentials_refused(ADA, "jobs.acme.com")
    await vault.put_request(ADA, "job-2", REQUEST)
    data = await vault.get_applicant_data(ADA, "job-2")
    assert keys.PASSWORD not in data.at("jobs.acme.com")
    assert ACME.password in data.all_values().values()
    await vault.put_credentials(ADA, [ACME])
    assert keys.PASSWORD in (await vault.get_applicant_data(ADA, "job-2")).at("jobs.acme.com")


async def test_the_same_ones_offered_again_change_nothing_that_was_learnt(vault: Vault) -> None:
    await vault.offer_credentials(ADA, [ACME, OTHER])
    await vault.mark_credentials_used(ADA, "acme.com")
    await vault.mark_credentials_refused(ADA, "acme.com")
    await vault.offer_credentials(ADA, [ACME])
    assert Credentials(ACME.domain, ACME.username, ACME.password, False, True) in await vault.get_credentials(ADA)
    corrected = Credentials(ACME.domain, ACME.username, "another one")
    await vault.offer_credentials(ADA, [corrected])
    assert set(await vault.get_credentials(ADA)) == {corrected, OTHER}


async def test_neither_the_store_nor_a_repr_shows_them(vault: Vault) -> None:
    store = MemoryStore()
    vault = Vault(store, MasterKeys.generate())
    await vault.put_credentials(ADA, [ACME])
    await vault.put_request(ADA, "job-1", REQUEST)
    data = (await vault.get_applicant_data(ADA, "job-1")).at("acme.com")
    shown = f"{data!r} {ACME!r}".encode() + store.everything()
    assert not any(text.encode() in shown for text in (ACME.username, ACME.password))
    assert b"acme.com" not in store.everything()


def of(*credentials: Credentials) -> ApplicantData:
    return ApplicantData.of(REQUEST, {}, {}, credentials)


def test_elsewhere_nothing_of_them_can_be_filled_in() -> None:
    for data in (of(ACME), of(ACME).at("other.org"), of(ACME).at("acme.com").at("other.org"), of(ACME).at("")):
        assert not {keys.USERNAME, keys.PASSWORD, keys.NEW_PASSWORD} & set(data.keys())
        with pytest.raises(NotInVault):
            data.value(keys.PASSWORD)
    assert {keys.USERNAME, keys.PASSWORD, keys.NEW_PASSWORD} <= set(of(ACME).at("acme.com").keys())


def test_whatever_the_host_none_of_them_may_be_seen_outside() -> None:
    secrets = of(ACME, OTHER).at("acme.com").all_values()
    assert {ACME.password, OTHER.password, OTHER.username} <= set(secrets.values())


def test_a_password_is_taken_out_of_pages_though_it_be_a_plain_word() -> None:
    redactor = Redactor.for_pages({"credentials.0.password": "summer", "profile.first_name": "Summer"})
    assert redactor.redact("You typed summer") == "You typed {credentials.0.password}"
    assert redactor.redact("{credentials.0.password}") == "{credentials.0.password}"
