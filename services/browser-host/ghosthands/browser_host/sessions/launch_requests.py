"""The launch request of a session's browser, from its command and the vault."""

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
    """Return the launch request; a user's own browser's address is in the job's request. Raises Permanent."""
    if provider is not ProviderName.OPERATOR:
        return LaunchRequest(provider, headed, run_mode)
    request = await vault.get_request(person, job_id)
    return LaunchRequest(provider, headed, run_mode, request.get("cdp_url"))
