"""What a session wants of its browser."""

from __future__ import annotations

from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.sessions.launch_requests import make_launch_request
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.requests import RunMode
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault

PERSON, JOB = Applicant("acme", "somebody"), "job-1"
ADDRESS = "http://127.0.0.1:9222"


async def ordered(provider: ProviderName) -> LaunchRequest:
    vault = Vault(MemoryStore(), MasterKeys.generate())
    await vault.put_request(PERSON, JOB, {"target_url": "https://x.example", "profile": {}, "cdp_url": ADDRESS})
    return await make_launch_request(vault, PERSON, JOB, provider=provider, run_mode=RunMode.DRY, headed=True)


async def test_where_a_users_browser_is_comes_out_of_the_vault_and_shows_nowhere() -> None:
    launch_request = await ordered(ProviderName.OPERATOR)
    assert launch_request.cdp_url == ADDRESS
    assert ADDRESS not in repr(launch_request)


async def test_no_other_provider_is_told() -> None:
    assert await ordered(ProviderName.LOCAL) == LaunchRequest(ProviderName.LOCAL, headed=True, run_mode=RunMode.DRY)
