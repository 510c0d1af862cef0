"""Recipes that are given away and taken in: signed, and nothing else than recipes hold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from ghosthands.cookbook.exchange import Exchange
from ghosthands.domain.page import FieldKind
from ghosthands.domain.recipe_exchange import PagesOf, PagesTouched, RecipeExport
from ghosthands.messaging.work.micro import RequestRefused
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.signing import Signer

from .conftest import ADA, SITE, Kitchen, asked, form

if TYPE_CHECKING:
    from collections.abc import Callable

NAME, EMAIL = asked("First name", required=True), asked("Email", FieldKind.EMAIL)
FORM, OTHER = form(NAME, EMAIL), form(NAME, EMAIL, asked("Your blog"))
ALL = msgspec.json.encode(PagesOf(site=SITE))


def desk(kitchen: Kitchen, **trust: Any) -> Exchange:
    return Exchange(kitchen.handlers.sites, kitchen.vault.signer(**trust))


async def exported(kitchen: Kitchen) -> bytes:
    await (await kitchen.begin()).apply(FORM)
    return await desk(kitchen).export(ALL)


async def refusal(answer: Any) -> str:
    with pytest.raises(RequestRefused) as refused:
        await answer
    return refused.value.code


async def test_an_export_holds_no_value(kitchen: Kitchen) -> None:
    document = await exported(kitchen)
    assert b"profile.email" in document
    assert not any(value.encode() in document for value in ADA.values() if len(value) > 2)


async def test_what_was_exported_is_taken_in_by_who_trusts_the_signer(kitchen: Kitchen) -> None:
    document, elsewhere = await exported(kitchen), Kitchen()
    signer = kitchen.vault.signer().name
    touched = msgspec.json.decode(await desk(elsewhere, trusted=[signer]).take_in(document), type=PagesTouched)
    assert touched == PagesTouched(site=SITE, fingerprints=(FORM.fingerprint,))
    imported = (await elsewhere.known()).recipes[FORM.fingerprint]
    assert (imported.health, imported.steps.keys()) == (100, {NAME.id, EMAIL.id})


async def test_ones_own_export_may_come_back_also_after_the_keys_were_rotated(kitchen: Kitchen) -> None:
    document = await exported(kitchen)
    await desk(kitchen).take_in(document)
    older, newer = MasterKeys.generate(), MasterKeys.generate()
    both = MasterKeys(newer.current, [older.current])
    assert Signer(both).trusts(Signer(older).name)
    assert Signer(both).name == Signer(newer).name


async def test_a_stranger_s_export_is_refused_and_named(kitchen: Kitchen) -> None:
    document, elsewhere = await exported(kitchen), Kitchen()
    with pytest.raises(RequestRefused, match=kitchen.vault.signer().name) as refused:
        await desk(elsewhere).take_in(document)
    assert refused.value.code == "strange_signer"
    assert await elsewhere.said() == ()


def _other_key(step: dict[str, Any]) -> None:
    step["key"] = "profile.phone"


def _other_locator(step: dict[str, Any]) -> None:
    step["locators"][0]["value"] = "elsewhere"


@pytest.mark.parametrize("change", [_other_key, _other_locator])
async def test_a_changed_export_is_refused(kitchen: Kitchen, change: Callable[[dict[str, Any]], None]) -> None:
    document = json.loads(await exported(kitchen))
    change(document["recipes"][0]["steps"][0])
    before = await kitchen.said()
    assert await refusal(desk(kitchen).take_in(json.dumps(document).encode())) == "wrong_signature"
    assert await kitchen.said() == before


async def test_what_a_step_does_not_know_is_not_taken_in(kitchen: Kitchen) -> None:
    document = json.loads(await exported(kitchen))
    document["recipes"][0]["steps"][0]["script"] = "alert(1)"
    await desk(kitchen).take_in(json.dumps(document).encode())
    assert "alert" not in str(await kitchen.said())


@pytest.mark.parametrize("change", [{"action": "submit"}, {"key": "credentials.password"}, {"kind": "file"}])
async def test_what_no_recipe_holds_is_refused_whoever_signed_it(kitchen: Kitchen, change: dict[str, Any]) -> None:
    document = json.loads(await exported(kitchen))
    document["recipes"][0]["steps"][0] |= change
    signer = kitchen.vault.signer()
    try:
        forged = msgspec.convert(document, RecipeExport)
        forged = msgspec.structs.replace(forged, signature=signer.sign(forged.signed_part()))
        data = msgspec.json.encode(forged)
    except msgspec.ValidationError:
        data = json.dumps(document).encode()
    assert await refusal(desk(kitchen).take_in(data)) == "unfit_recipe"


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b'{"format": "another", "site": "x", "recipes": []}', b"\xff"])
async def test_what_is_no_export_is_refused(kitchen: Kitchen, data: bytes) -> None:
    assert await refusal(desk(kitchen).take_in(data)) == "unfit_recipe"


async def test_one_page_is_retired_and_no_longer_exported(kitchen: Kitchen) -> None:
    for page in (FORM, OTHER):
        await (await kitchen.begin()).apply(page)
    one = msgspec.json.encode(PagesOf(site=SITE, fingerprint=FORM.fingerprint))
    assert msgspec.json.decode(await desk(kitchen).retire(one), type=PagesTouched).fingerprints == (FORM.fingerprint,)
    left = msgspec.json.decode(await desk(kitchen).export(ALL), type=RecipeExport)
    assert [recipe.fingerprint for recipe in left.recipes] == [OTHER.fingerprint]
    assert await refusal(desk(kitchen).export(one)) == "unknown_recipe"


async def test_of_an_unknown_site_there_is_nothing_to_give(kitchen: Kitchen) -> None:
    assert await refusal(desk(kitchen).export(ALL)) == "unknown_recipe"
