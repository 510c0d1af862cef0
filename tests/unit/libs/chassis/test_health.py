import asyncio
from collections.abc import Mapping

import httpx
import pytest

from ghosthands.chassis import health


@pytest.fixture
def readiness() -> health.Readiness:
    return health.Readiness("planner")


TOKEN = {"Authorization": "Bearer s3cret"}


async def get(
    readiness: health.Readiness, path: str, headers: Mapping[str, str] = {}, *, token: str = "s3cret"
) -> httpx.Response:
    transport = httpx.ASGITransport(app=health.app(readiness, token))
    async with httpx.AsyncClient(transport=transport, base_url="http://planner") as client:
        return await client.get(path, headers=headers)


async def there() -> bool:
    return True


async def not_there() -> bool:
    return False


async def broken() -> None:
    raise ConnectionError


async def returns_nothing() -> None:
    return None


async def test_a_service_that_misses_nothing_is_ready(readiness: health.Readiness) -> None:
    readiness.checks.update(nats=there, postgres=returns_nothing)
    answer = await get(readiness, "/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"ready": True, "service": "planner", "waiting_for": []}


async def test_a_service_that_waits_says_for_what(readiness: health.Readiness) -> None:
    readiness.checks.update(nats=not_there, postgres=broken, chromium=there)
    with readiness.waiting("vault"):
        answer = await get(readiness, "/readyz")
    assert answer.status_code == 503
    assert answer.json()["waiting_for"] == ["vault", "nats", "postgres"]


async def test_what_is_waited_for_and_checked_is_named_once(readiness: health.Readiness) -> None:
    readiness.checks.update(nats=not_there)
    with readiness.waiting("nats"):
        assert await readiness.missing() == ["nats"]


async def test_waiting_ends_with_the_block_even_by_an_error(readiness: health.Readiness) -> None:
    with pytest.raises(ConnectionError), readiness.waiting("nats"):
        raise ConnectionError
    assert await readiness.missing() == []


async def test_a_check_that_hangs_counts_as_failed(
    readiness: health.Readiness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "CHECK_SECONDS", 0.01)
    readiness.checks.update(nats=asyncio.Event().wait)
    assert await readiness.missing() == ["nats"]


async def test_a_living_process_is_healthy_whatever_it_misses(readiness: health.Readiness) -> None:
    readiness.checks.update(nats=not_there)
    answer = await get(readiness, "/healthz")
    assert (answer.status_code, answer.json()) == (200, {"alive": True, "service": "planner"})


async def test_metrics_say_whether_the_service_is_ready(readiness: health.Readiness) -> None:
    assert 'ghosthands_ready{service="planner"} 1.0' in (await get(readiness, "/metrics", TOKEN)).text
    readiness.checks.update(nats=not_there)
    answer = await get(readiness, "/metrics", TOKEN)
    assert 'ghosthands_ready{service="planner"} 0.0' in answer.text
    assert answer.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize("shown", ["", "Bearer", "Bearer ", "Bearer s3cre", "Basic s3cret", "s3cret"])
async def test_nobody_is_told_the_metrics_without_the_token(readiness: health.Readiness, shown: str) -> None:
    answer = await get(readiness, "/metrics", {"Authorization": shown})
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert "GHOSTHANDS_METRICS_TOKEN" in answer.text
    assert "ghosthands_ready" not in answer.text


@pytest.mark.parametrize("shown", ["", "Bearer", "Bearer ", "Bearer s3cret"])
async def test_without_a_token_there_is_nobody_to_tell_the_metrics(readiness: health.Readiness, shown: str) -> None:
    assert (await get(readiness, "/metrics", {"Authorization": shown}, token="")).status_code == 401


async def test_the_pages_are_served_on_a_free_port_until_the_block_ends(readiness: health.Readiness) -> None:
    async with health.serving(health.app(readiness, ""), "127.0.0.1", 0) as port, httpx.AsyncClient() as client:
        assert (await client.get(f"http://127.0.0.1:{port}/readyz")).status_code == 200
    async with httpx.AsyncClient() as client:
        with pytest.raises(httpx.ConnectError):
            await client.get(f"http://127.0.0.1:{port}/readyz")


async def test_a_taken_port_is_said_so(readiness: health.Readiness) -> None:
    application = health.app(readiness, "")
    async with health.serving(application, "127.0.0.1", 0) as port:
        with pytest.raises(health.AddressTaken, match=f"127.0.0.1:{port}"):
            async with health.serving(application, "127.0.0.1", port):
                pass
