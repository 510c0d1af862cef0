"""HTTP requests to checked addresses: a request goes to the checked IP address, whatever its name resolves to later."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress

import httpx

from ghosthands.chassis import networks
from ghosthands.domain import addresses


async def send(
    client: httpx.AsyncClient,
    method: str,
    url: str,
    *,
    allowed: Collection[str],
    headers: Mapping[str, str] | None = None,
    secrets: Mapping[str, str] | None = None,
    content: bytes | None = None,
) -> httpx.Response:
    """Return the answer, not yet read, of the first of the URL's addresses that connects; follow no redirect.

    The headers in `secrets` go only over https, or to a private address: nobody on the way reads them.

    Raises AddressRefused where one of them is private and its host not in `allowed`, httpx.RequestError.
    """
    found, meant = await networks.resolve(url, allowed=allowed), httpx.URL(url)
    # sent to the address, meant for the host: so says `Host`, and the name its certificate must have
    named = {**(headers or {}), "Host": meant.netloc.decode()}
    extensions = {"sni_hostname": meant.raw_host.decode()}
    for address in found:
        there = meant.copy_with(host=address)
        is_hidden = meant.scheme == "https" or addresses.is_private(address)
        sent = {**named, **(secrets or {})} if is_hidden else named
        request = client.build_request(method, there, headers=sent, content=content, extensions=extensions)
        with suppress(httpx.ConnectError, httpx.ConnectTimeout):
            return await client.send(request, stream=True, follow_redirects=False)
    raise httpx.ConnectError("the host has no address that can be reached")
