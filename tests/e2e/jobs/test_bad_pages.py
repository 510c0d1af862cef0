"""Pages that mean harm or behave as if: every job comes to a clear end, nothing hangs, nothing is filled unseen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ghosthands.chassis import health
from ghosthands.domain.job import Phase
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

#: seconds a job may take at most; its clock starts with its browser
TIMEOUT_SECONDS = 90

FORM = """
<form method="post" action="{action}">
  <label>First name <input name="first_name" required></label>
  <label>Last name <input name="last_name" required></label>
  <label>E-mail <input type="email" name="email" required></label>
  {more}
  <button type="submit">Submit application</button>
</form>"""

HONEYPOT = """<div style="position:absolute;left:-9999px"><label>Website <input name="website"></label></div>
  <label style="display:none">Phone <input name="phone"></label>
  <label style="opacity:0;height:0;overflow:hidden;display:block">City <input name="city" tabindex="-1"></label>"""

SCRIPTS = {
    "dialogs": """
        alert("hello"); print(); addEventListener("beforeunload", event => { event.preventDefault(); });
        document.addEventListener("input", () => { confirm("sure?"); prompt("who?"); });""",
    "popups": """document.addEventListener("input", () => { window.open("/popup"); });
        document.addEventListener("click", () => { window.open("/popup"); });""",
    "download": """const a = document.createElement("a"); a.href = "/file"; a.download = "x"; a.click();""",
    "moving": """setInterval(() => { document.body.style.marginLeft = Math.random() + "px"; }, 10);
        setInterval(() => { document.body.append(document.createElement("i")); }, 10);""",
    "rewritten": """const all = "<!doctype html>" + document.documentElement.outerHTML;
        setInterval(() => { document.open(); document.write(all); document.close(); }, 200);""",
    "reloading": """setTimeout(() => { location.reload(); }, 150);""",
    "hostile": """
        const no = () => { throw new Error("no"); };
        for (const name of ["map", "filter", "forEach", "push", "includes"]) Array.prototype[name] = no;
        JSON.stringify = no; Element.prototype.querySelectorAll = no; Document.prototype.querySelectorAll = no;
        Element.prototype.getAttribute = no; Node.prototype.contains = no; window.getComputedStyle = no;
        Object.defineProperty(HTMLInputElement.prototype, "value", { get: () => "lies", set: no });""",
}


@dataclass
class BadSite:
    """Where the bad pages are, and what was sent to it, by page."""

    port: int = 0
    sent: dict[str, list[dict[str, str]]] = field(default_factory=dict)

    def url(self, name: str) -> str:
        return f"http://127.0.0.1:{self.port}/{name}"

    async def answer(self, request: Request) -> Response:
        name = request.path_params["name"]
        if request.method == "POST":
            told = {key: str(value) for key, value in (await request.form()).items()}
            self.sent.setdefault(name, []).append(told)
            return HTMLResponse("<h1>Thank you for applying</h1>")
        if name == "file":
            return Response(b"bytes", headers={"content-disposition": "attachment; filename=x.bin"})
        return HTMLResponse(page_of(name))


def page_of(name: str) -> str:
    if name.startswith("nested"):
        depth = int(name.removeprefix("nested"))
        inner = f'<iframe src="/nested{depth - 1}" width="900" height="700"></iframe>' if depth else form("nested50")
        return f"<!doctype html><title>Apply</title><p>{depth}</p>{inner}"
    more = {"honeypot": HONEYPOT, "thousands": "".join(f"<input name=q{number}>" for number in range(10_000))}
    script = f"<script>{SCRIPTS[name]}</script>" if name in SCRIPTS else ""
    return f"<!doctype html><title>Apply</title><h1>Apply</h1>{form(name, more.get(name, ''))}{script}"


def form(action: str, more: str = "") -> str:
    return FORM.format(action=f"/{action}", more=more)


@pytest.fixture(scope="module")
async def bad() -> AsyncIterator[BadSite]:
    site = BadSite()
    app = Starlette(routes=[Route("/{name}", site.answer, methods=["GET", "POST"])])
    async with health.serving(app, "127.0.0.1", 0) as port:
        site.port = port
        yield site


async def applied(lab: Lab, site: BadSite, name: str) -> FollowedJob:
    """The job at its end."""
    job_id = await lab.apply(a_posting(), target_url=site.url(name), timeout_seconds=TIMEOUT_SECONDS)
    return await lab.unhelped(job_id, timeout=3 * TIMEOUT_SECONDS)


@pytest.mark.parametrize("name", ["dialogs", "popups", "download", "moving", "honeypot", "nested50"])
async def test_a_form_that_misbehaves_is_sent_once(lab: Lab, bad: BadSite, name: str) -> None:
    seen = await applied(lab, bad, name)
    assert seen.phase is Phase.COMPLETED, seen
    (told,) = bad.sent[name]
    assert told["first_name"]
    assert told["email"]
    hidden = {told.get(trap, "") for trap in ("website", "phone", "city")}
    assert hidden == {""}


async def test_a_page_that_asks_thousands_of_questions_is_refused(lab: Lab, bad: BadSite) -> None:
    seen = await applied(lab, bad, "thousands")
    assert (seen.phase, seen.job.failure) == (Phase.FAILED, "page_too_large")
    assert "thousands" not in bad.sent


@pytest.mark.parametrize("name", ["rewritten", "reloading", "hostile"])
async def test_a_form_that_cannot_be_worked_on_comes_to_a_clear_end(lab: Lab, bad: BadSite, name: str) -> None:
    seen = await applied(lab, bad, name)
    assert seen.phase in (Phase.COMPLETED, Phase.FAILED, Phase.TIMED_OUT), seen
    assert len(bad.sent.get(name, [])) <= 1
    assert await lab.dead_letters() == 0
