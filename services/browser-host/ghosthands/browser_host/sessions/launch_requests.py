"""What a session wants of its browser, from its command and the vault."""

from __future__ import annotations

from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.requests import RunMode
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.vault import Vault


async def make_launch_request(
    vault: Vault,
    person: Applicant,
    job_id: str,
    *,
    provider: ProviderName,
    run_mode: RunMode,
    headed: bool = False,
) -> LaunchRequest:
    """What its browser is launched with; where a user's is reached lies with the job's request. Raises Permanent."""
    if provider is not ProviderName.OPERATOR:
        return LaunchRequest(provider, headed, run_mode)
    request = await vault.get_request(person, job_id)
    return LaunchRequest(provider, headed, run_mode, request.get("cdp_url"))
