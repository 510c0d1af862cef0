"""What a manual does beside filling in, judged by what the site received: one application, and nothing before it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ghosthands.chassis import health
from ghosthands.domain import ids
from ghosthands.domain.job import Phase
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting, job_id_of

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

POSTING = "<!doctype html><title>Welder</title><h1>Welder</h1><p>We weld.</p>"
FORM = """<!doctype html><title>Apply</title><h1>Apply</h1>
<form method="post">
  <label>First name <input name="first_name" required></label>
  <label>Last name <input name="last_name" required></label>
  <div id="rest"></div>
  <button type="button" id="more">More questions</button>
  <button type="submit">Submit application</button>
</form>
<script>
const rest = document.getElementById("rest");
document.getElementById("more").onclick = () => { MORE };
document.addEventListener("keydown", (event) => { if (event.key === "Escape") document.title = "Escaped"; });
</script>"""
#: what the button does: it draws the last question, later than a page is waited for, having told the site of it or not
DRAWS = """setTimeout(() => {
  rest.innerHTML = '<label>E-mail <input type="email" name="email" required></label>' }, 2500);"""
TELLS = 'fetch(location.href, { method: "POST", body: "opened" });' + DRAWS
SENDS = "document.forms[0].submit();"

NAMES = [
    {"action": "fill", "selector": '[name="first_name"]', "value": "profile.first_name"},
    {"action": "fill", "selector": '[name="last_name"]', "value": "profile.last_name"},
]
MOVES: list[dict[str, str]] = [
    {"action": "navigate", "value": "form"},
    {"action": "wait", "selector": '[name="first_name"]'},
    *NAMES,
    {"action": "press", "selector": '[name="last_name"]', "value": "Escape"},
    {"action": "click", "selector": "text=More questions"},
    {"action": "wait", "selector": '[name="email"]'},
    {"action": "fill", "selector": '[name="email"]', "value": "profile.email"},
    {"action": "click", "selector": "text=Submit application"},
]


@dataclass
class Employer:
    """A site whose button does what the posting's name says; what was sent to it, in order."""

    port: int = 0
    sent: list[dict[str, str] | str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    async def answer(self, request: Request) -> Response:
        self.asked.append(request.url.path)
        if request.method == "POST":
            form = await request.form()
            self.sent.append({name: str(value) for name, value in form.items()} or (await request.body()).decode())
            return HTMLResponse("<h1>Thank you for applying</h1>")
        if not request.url.path.endswith("/form"):
            return HTMLResponse(POSTING)
        script = {"draws": DRAWS, "tells": TELLS, "sends": SENDS}[request.path_params["name"]]
        return HTMLResponse(FORM.replace("MORE", script))


@pytest.fixture
async def employer() -> AsyncIterator[Employer]:
    site = Employer()
    routes = [Route(path, site.answer, methods=["GET", "POST"]) for path in ("/{name}", "/{name}/form")]
    async with health.serving(Starlette(routes=routes), "127.0.0.1", 0) as site.port:
        yield site


async def applied(
    lab: Lab, employer: Employer, name: str, steps: list[dict[str, str]], mode: str = "cookbook_only"
) -> FollowedJob:
    """Somebody applies at that posting, by a manual of these steps."""
    draft = {"url_pattern": f"127.0.0.1/{name}", "steps": steps}
    await micro.ask(lab.bus, subjects.recipes("add"), msgspec.json.encode(draft), timeout=15)
    body: dict[str, Any] = lab.request(a_posting(), engine_version=1, execution_mode=mode)
    body |= {"target_url": f"http://127.0.0.1:{employer.port}/{name}", "valet_user_id": ids.derived(name, mode)}
    await lab.publish("job.requested", body)
    return await lab.finished(job_id_of(body))


async def test_a_manual_goes_to_the_form_opens_it_presses_a_key_waits_and_its_application_is_sent_once(
    lab: Lab, employer: Employer
) -> None:
    seen = await applied(lab, employer, "draws", MOVES)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = employer.sent
    assert isinstance(sent, dict)
    assert sent.keys() == {"first_name", "last_name", "email"}
    assert "@" in sent["email"]
    assert [getattr(one, "move", None) and one.move.action for one in seen.named("ManualFound")][:4] == [  # type: ignore[attr-defined]
        "navigate",
        "press",
        "click",
        "wait",
    ]
    assert seen.named("PlanProposed") == []


@pytest.mark.parametrize("name", ["tells", pytest.param("sends", marks=pytest.mark.heavy)])
async def test_what_a_click_of_a_manual_would_send_stays_and_its_step_has_failed(
    lab: Lab, employer: Employer, name: str
) -> None:
    seen = await applied(lab, employer, name, MOVES)
    assert (seen.phase, seen.job.failure) == (Phase.FAILED, "manual_failed"), str(seen)
    assert (employer.sent, seen.named("EffectIntended")) == ([], [])


@pytest.mark.heavy
async def test_a_key_that_sends_the_form_sends_nothing(lab: Lab, employer: Employer) -> None:
    enter = {"action": "press", "selector": '[name="last_name"]', "value": "Enter"}
    steps = [MOVES[0], *NAMES, enter, *MOVES[5:]]
    seen = await applied(lab, employer, "draws", steps)
    assert (seen.phase, seen.job.failure) == (Phase.FAILED, "manual_failed"), str(seen)
    assert employer.sent == []


@pytest.mark.heavy
async def test_a_manual_goes_nowhere_but_to_the_same_host(lab: Lab, employer: Employer) -> None:
    seen = await applied(lab, employer, "draws", [{"action": "navigate", "value": "../other/../tells/form"}, *NAMES])
    assert seen.job.ended, str(seen)
    assert "/tells/form" in employer.asked
