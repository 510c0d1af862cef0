"""A file that a form asks for, given with an answer: into the vault, and to the field that asks."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind, HumanResolved
from ghosthands.domain.page import FileInputModel, FilePurpose, Locator
from ghosthands.domain.plan import Unanswered
from ghosthands.testkit.story import page_model

if TYPE_CHECKING:
    from conftest import World

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
FILE = FileInputModel(id="cv", locator=Locator("#cv"), label="CV", purpose=FilePurpose.RESUME, required=True)
TEXT = base64.b64encode(b"Ada Lovelace").decode()
GIVEN = {"content_base64": base64.b64encode(b"%PDF").decode(), "file_name": "cv.pdf"}


async def asks(
    world: World, purpose: FilePurpose = FilePurpose.RESUME, kind: AskKind = AskKind.FIELDS, accept: str = ""
) -> None:
    page = page_model(file_inputs=(replace(FILE, purpose=purpose, accept_types=accept),))
    ref = await world.vault.put_page(page)
    await world.ask(kind=kind, fields=(Unanswered("cv", "0123456789abcdef"),), model_ref=ref)


@pytest.mark.parametrize("resolution", ["value", "done"])
async def test_it_is_the_jobs_resume_from_then_on(world: World, resolution: str) -> None:
    await asks(world)
    await world.answer(resume=GIVEN, resolution=resolution)
    data = await world.vault.get_applicant_data(world.person, JOB)
    assert (data.file("files.resume").data, data.file("files.resume").name) == (b"%PDF", "cv.pdf")
    (said,) = await world.said()
    assert isinstance(said, HumanResolved)
    assert said.answered == ("0123456789abcdef",)


@pytest.mark.parametrize(
    ("purpose", "body", "field"),
    [
        (FilePurpose.OTHER, {"resume": GIVEN}, "resume"),
        (FilePurpose.RESUME, {"resume": {"content_base64": "?"}}, "resume.content_base64"),
        (FilePurpose.RESUME, {"resume": {"storage_path": "cv.pdf"}}, "resume.content_base64"),
        (FilePurpose.RESUME, {"resume": {**GIVEN, "content_base64": TEXT}}, "resume.content_base64"),
        (FilePurpose.RESUME, {"resume": GIVEN, "resolution": "skip"}, "resume"),
    ],
)
async def test_what_does_not_fit_is_told_its_reason_and_not_kept(
    world: World, purpose: FilePurpose, body: dict[str, Any], field: str
) -> None:
    await asks(world, purpose)
    with pytest.raises(CommandRejected):
        await world.answer(**body)
    (told,) = world.told("answer")
    assert [one["field"] for one in told["reasons"]] == [field]
    assert "files.resume" not in await world.vault.get_applicant_data(world.person, JOB)


KEY = "0123456789abcdef"
PICTURE = {"content_base64": base64.b64encode(b"\x89PNG").decode(), "file_name": "c.png", "media_type": "image/png"}


@pytest.mark.parametrize(
    ("purpose", "given"),
    [(FilePurpose.RESUME, GIVEN), (FilePurpose.COVER_LETTER, GIVEN), (FilePurpose.OTHER, PICTURE)],
)
@pytest.mark.parametrize("named", [KEY, "cv"])
async def test_a_file_given_for_a_question_is_kept_for_it_and_is_not_the_jobs_resume(
    world: World, purpose: FilePurpose, given: dict[str, Any], named: str
) -> None:
    await asks(world, purpose)
    await world.answer(files={named: given})
    data = await world.vault.get_applicant_data(world.person, JOB)
    assert data.file(f"files.{KEY}").name == given["file_name"]
    assert "files.resume" not in data
    (said,) = await world.said()
    assert isinstance(said, HumanResolved)
    assert said.answered == (KEY,)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"values": {KEY: "cv.pdf"}}, "'CV' takes a file, not a text: send it in `files` of human.resolved"),
        ({"files": {KEY: GIVEN}}, "'CV' takes .png, image/jpeg only"),
        ({"files": {KEY: {"content_base64": "", "storage_path": "x"}}}, "send the file itself, in base64"),
        ({"files": {"f" * 16: PICTURE}}, "name the fields by the field_id or question_key"),
        ({"files": {KEY: PICTURE}, "resolution": "skip"}, "takes no file"),
        ({"files": {KEY: PICTURE, "cv": PICTURE}}, "two of the files are for one question"),
    ],
)
async def test_a_text_for_a_file_and_a_file_of_another_kind_are_refused_with_what_to_do(
    world: World, body: dict[str, Any], message: str
) -> None:
    await asks(world, FilePurpose.OTHER, accept=".png, image/jpeg")
    with pytest.raises(CommandRejected):
        await world.answer(**body)
    (told,) = world.told("answer")
    assert message in told["reasons"][0]["message"]
    assert await world.said() == []
