from __future__ import annotations

import httpx
import pytest

from ghosthands.practice.postings import Posting

POSTINGS = (Posting("greenhouse", "acme", 1001), Posting("stepwise", "borealis", 2001))


@pytest.mark.parametrize("posting", POSTINGS, ids=lambda posting: posting.family)
async def test_a_captcha_stands_before_the_form_until_it_is_passed(client: httpx.AsyncClient, posting: Posting) -> None:
    address = f"{posting.path}?captcha=1"
    walled = (await client.get(address)).text
    assert 'class="g-recaptcha"' in walled
    assert "Email" not in walled
    passed = await client.post("/walls/captcha", data={"back": address})
    assert passed.headers["location"] == address
    assert "Email" in (await client.get(address)).text


@pytest.mark.parametrize("posting", POSTINGS, ids=lambda posting: posting.family)
async def test_a_login_stands_before_the_form_until_somebody_signs_in(
    client: httpx.AsyncClient, posting: Posting
) -> None:
    address = f"{posting.path}?login=1"
    assert 'type="password"' in (await client.get(address)).text
    await client.post("/walls/login", data={"back": address, "username": "a@example.com", "password": ""})
    assert 'type="password"' in (await client.get(address)).text
    await client.post("/walls/login", data={"back": address, "username": "a@example.com", "password": "x"})
    assert 'type="password"' not in (await client.get(address)).text


async def test_one_posting_passed_is_no_other_posting_passed(client: httpx.AsyncClient) -> None:
    first, second = (f"{posting.path}?captcha=1" for posting in POSTINGS)
    await client.post("/walls/captcha", data={"back": first})
    assert 'class="g-recaptcha"' in (await client.get(second)).text


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example/"])
async def test_a_wall_leads_nowhere_else(client: httpx.AsyncClient, back: str) -> None:
    assert (await client.post("/walls/captcha", data={"back": back})).status_code == 404


@pytest.mark.parametrize(
    ("end", "status", "says"), [("closed", 200, "no longer accepting"), ("limited", 429, "too many")]
)
async def test_nobody_gets_past_an_end(client: httpx.AsyncClient, end: str, status: int, says: str) -> None:
    page = await client.get(f"/greenhouse/acme/jobs/1001?{end}=1")
    assert (page.status_code, says in page.text, "application-form" in page.text) == (status, True, False)


async def test_a_code_opens_its_wall(client: httpx.AsyncClient) -> None:
    address = "/greenhouse/acme/jobs/1001?code=1"
    assert "Check your e-mail" in (await client.get(address)).text
    await client.post("/walls/code", data={"back": address, "verificationCode": "482913"})
    assert "application-form" in (await client.get(address)).text
