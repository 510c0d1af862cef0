"""What a session wants of its browser, from its command and the vault."""

from __future__ import annotations

from ghosthands.browser_host.providers.provider import Order
from ghosthands.domain.provider import ProviderName
from ghosthands.vault.keyring import Applicant
from ghosthands.vault.vault import Vault


async def order_for(
    vault: Vault, person: Applicant, job_id: str, *, provider: ProviderName, headed: bool = False
) -> Order:
    """The order of a session of the job; where a user's browser is reached lies with the request. Raises Permanent."""
    if provider is not ProviderName.OPERATOR:
        return Order(provider, headed)
    request = await vault.get_request(person, job_id)
    return Order(provider, headed, request.get("cdp_url"))
