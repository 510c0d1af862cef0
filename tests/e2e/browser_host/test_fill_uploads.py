"""Uploads in a real Chromium: a file counts once the page has it, however it takes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

import pytest
from playwright.async_api import Page, Route

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import Upload, Value, upload
from ghosthands.browser_host.page.widgets.control import FormControl
from ghosthands.domain.page import FilePurpose, PageModel

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]


Open = Callable[[str], Awaitable[PageModel]]


Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]


class Site(Protocol):
    """The site of `pages/`: it holds what is posted to `/held` until the gate opens."""

    posts: list[str]
    gate: asyncio.Event


RESUME = Upload(b"%PDF-1.4 resume", "jane-doe.pdf", "application/pdf")


async def test_an_upload_counts_when_the_page_has_it(see: Open, fill: Fill, page: Page) -> None:
    model = await see("uploads.html")
    assert await fill(model, {"Resume": RESUME, "Cover letter": RESUME}) == {"Resume": "", "Cover letter": ""}
    assert await page.evaluate("() => window.arrived") == {
        "name": "jane-doe.pdf",
        "size": len(RESUME.content),
        "type": "application/pdf",
    }
    assert [each.already_uploaded for each in (await pages.scan(page)).file_inputs] == [True, True, False]


DROPPED = """
<div class="dropzone"><label>Resume <input type="file" onchange="this.value = ''"></label> <p id="state"></p></div>
<script>
const zone = document.querySelector(".dropzone");
zone.ondragover = (event) => event.preventDefault();
zone.ondrop = (event) => { event.preventDefault(); state.textContent = event.dataTransfer.files[0].name; };
</script>
"""


async def test_what_takes_no_notice_of_its_input_gets_the_file_dropped(
    show: Open, fill: Fill, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ghosthands.browser_host.page.upload._ARRIVED_MS", 500)
    assert await fill(await show(DROPPED), {"Resume": RESUME}) == {"Resume": ""}
    assert await page.text_content("#state") == "jane-doe.pdf"


UPLOADING = """
<div class="dropzone"><label>Resume <input type="file"></label> <p id="state"></p></div>
<script>
const zone = document.querySelector(".dropzone"), input = document.querySelector("input");
const send = async ({ name }) => { await fetch("/held", { method: "POST" }); state.textContent = name; };
input.onchange = () => { const [file] = input.files; input.value = ""; send(file); };
zone.ondragover = (event) => event.preventDefault();
zone.ondrop = (event) => { event.preventDefault(); send(event.dataTransfer.files[0]); };
</script>
"""


async def test_what_takes_long_to_upload_is_not_uploaded_again(
    see: Open, show: Open, fill: Fill, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived, limits = upload._has_arrived, []

    async def slow(control: FormControl, file: Upload, limit_ms: int, is_kept_back: Callable[[], bool]) -> bool:
        limits.append(limit_ms)
        if len(limits) == 2:
            site.gate.set()
        return await arrived(control, file, limit_ms, is_kept_back)

    monkeypatch.setattr(upload, "_ARRIVED_MS", 500)
    monkeypatch.setattr(upload, "_has_arrived", slow)
    await see("inner.html")
    assert await fill(await show(UPLOADING), {"Resume": RESUME}) == {"Resume": ""}
    assert site.posts == ["/held"]


ZONES = (
    '<div role="button" tabindex="0" id="zone">Drop your resume here, or browse</div>',
    '<div class="upload-area" id="zone"><p>Drag your resume here</p> or <a href="#" id="open">browse</a></div>',
)


ZONE = """
<h2>Resume</h2> %s
<label>Name <input></label>
<script>
const show = (file) => zone.insertAdjacentHTML("afterend", `<b>${file.name}</b>`);
zone.ondragover = (event) => event.preventDefault();
zone.ondrop = (event) => { event.preventDefault(); if (%s) show(event.dataTransfer.files[0]); };
(document.getElementById("open") ?? zone).onclick = () => {
  const input = Object.assign(document.createElement("input"), { type: "file" });
  input.onchange = () => show(input.files[0]);
  input.click();
};
</script>
"""


@pytest.mark.parametrize("hears_drops", ["true", "false"])
@pytest.mark.parametrize("zone_html", ZONES, ids=["button", "box"])
async def test_a_drop_zone_without_an_input_takes_the_file_all_the_same(
    show: Open, fill: Fill, page: Page, monkeypatch: pytest.MonkeyPatch, zone_html: str, hears_drops: str
) -> None:
    monkeypatch.setattr(upload, "_ARRIVED_MS", 500)
    model = await show(ZONE % (zone_html, hears_drops))
    [zone] = model.file_inputs
    assert zone.purpose is FilePurpose.RESUME
    assert await fill(model, {zone.label: RESUME}) == {zone.label: ""}
    assert await page.text_content("b") == "jane-doe.pdf"
    assert [each.already_uploaded for each in (await pages.scan(page)).file_inputs] == [True]


async def test_a_drop_zone_before_an_input_is_no_question_of_its_own(show: Open) -> None:
    model = await show("<div role=button>Drop files here</div><label>Resume <input type=file></label>")
    assert [each.label for each in model.file_inputs] == ["Resume"]


async def test_an_upload_needs_a_file(see: Open, fill: Fill) -> None:
    model = await see("uploads.html")
    assert await fill(model, {"Resume": "not a file"}) == {"Resume": "no_value"}


STORED = """
<form><h3>Resume</h3><div><div><label for="cv">Resume</label> <input type="file" id="cv"> <p id="state"></p>
<fieldset id="kept" hidden><legend>Files</legend></fieldset></div></div></form>
<script>
cv.onchange = () => {
  const [file] = cv.files, taken = new DataTransfer(), input = document.createElement("input");
  taken.items.add(file);
  Object.assign(input, { type: "file", name: "resume", files: taken.files });
  requestAnimationFrame(() => { cv.value = ""; kept.append(input); state.textContent = file.name; });
};
</script>
"""


async def test_a_file_that_the_page_keeps_in_an_unseen_input_of_its_own_is_still_there(
    show: Open, fill: Fill, page: Page
) -> None:
    assert await fill(await show(STORED), {"Resume": RESUME}) == {"Resume": ""}
    assert [(each.label, each.already_uploaded) for each in (await pages.scan(page)).file_inputs] == [("Resume", True)]


SHORTENED = """
<h3>Resume</h3><div id="zone"><input type="file" onchange="take(this.files[0])"></div>
<script>
const take = ({ name }) => { zone.innerHTML = `<p>1 file</p><p>${name.slice(0, 4)}...${name.slice(-6)}</p>`; };
</script>
"""


async def test_a_file_whose_name_is_shown_without_its_middle_has_arrived(show: Open, fill: Fill) -> None:
    assert await fill(await show(SHORTENED), {"Resume": RESUME}) == {"Resume": ""}


ELSEWHERE = """
<form><h3>Resume</h3><div class="dropzone" id="cv"><p>Drop files here to upload</p></div>
<h3>Cover letter</h3><div class="dropzone" id="letter"><p>Drop files here to upload</p></div></form>
<h2>About us</h2>
<script>
const place = (zone) => {
  const input = Object.assign(document.createElement("input"), { type: "file", style: "visibility: hidden" });
  input.onchange = () => { zone.textContent = input.files[0].name; input.remove(); place(zone); };
  document.body.append(input);
};
place(cv);
place(letter);
</script>
"""


async def test_an_unseen_input_at_the_pages_end_belongs_to_its_drop_zone(show: Open, fill: Fill, page: Page) -> None:
    model = await show(ELSEWHERE)
    assert [each.label for each in model.file_inputs] == ["Resume", "Cover letter"]
    assert await fill(model, {"Resume": RESUME}) == {"Resume": ""}
    seen = {each.label: each.already_uploaded for each in (await pages.scan(page)).file_inputs}
    assert seen == {"Cover letter": False, "Resume": True}
    assert await page.inner_text("#cv") == RESUME.name


BUSY = """
<label>Resume <input type="file"></label> <p id="state"></p>
<script>
const input = document.querySelector("input");
input.onchange = () => {
  const { name } = input.files[0];
  setTimeout(() => { input.value = ""; state.dataset.state = "busy uploading"; state.textContent = name; }, 20);
  setTimeout(() => { state.dataset.state = "complete"; window.done = true; }, 1500);
};
</script>
"""


async def test_a_file_that_is_still_being_sent_has_not_arrived(show: Open, fill: Fill, page: Page) -> None:
    assert await fill(await show(BUSY), {"Resume": RESUME}) == {"Resume": ""}
    assert await page.evaluate("() => window.done")


READ_FROM_RESUME = """
<label>Resume <input type="file" id="resume"></label> <label>Name <input id="name"></label>
<script>
window.written = [];
document.getElementById("name").oninput = ({ target }) => written.push(target.value);
resume.onchange = async () => {
  const parsed = await (await fetch("https://parser.example/resume")).text();
  setTimeout(() => { document.getElementById("name").value = parsed; written.push(parsed); }, 90);
};
</script>
"""


async def test_the_form_is_filled_only_once_the_page_has_put_in_what_it_reads_from_the_resume(
    show: Open, fill: Fill, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_arrived, is_there = upload._has_arrived, asyncio.Event()

    async def arrive(control: FormControl, file: Upload, limit_ms: int, is_kept_back: Callable[[], bool]) -> bool:
        arrived = await has_arrived(control, file, limit_ms, is_kept_back)
        is_there.set()
        return arrived

    async def parse(route: Route) -> None:
        await is_there.wait()
        await route.fulfill(body="Jan Dough", headers={"access-control-allow-origin": "*"})

    monkeypatch.setattr(upload, "_has_arrived", arrive)
    await page.route("https://parser.example/*", parse)
    assert await fill(await show(READ_FROM_RESUME), {"Resume": RESUME, "Name": "Jane Doe"}) == {
        "Resume": "",
        "Name": "",
    }
    assert await page.evaluate("() => written") == ["Jan Dough", "Jane Doe"]
