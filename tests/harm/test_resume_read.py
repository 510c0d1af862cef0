"""A site that reads the resume in its own time and overwrites the form with what it found: ours is what it receives."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

READING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Apply</title><h1>Apply: Warehouse clerk</h1>
<form method="post" enctype="application/x-www-form-urlencoded">
  <label>Resume <input type="file" id="resume" required></label>
  <label>First name <input name="first_name" required></label>
  <label>Last name <input name="last_name" required></label>
  <label>City <input name="city" required></label>
  <label>E-mail <input type="email" name="email" required></label>
  <button type="submit">Submit application</button>
</form>
<script>
const passed = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));
const read = async () => {
  %s
  for (const one of document.querySelectorAll("[name]")) one.value = "nobody@example.com";
};
HEARS
</script>"""

#: how the page comes to know of the file: it is told, or looks for itself
HEARS = 'resume.addEventListener("change", read);'
LOOKS = "const looking = setInterval(() => { if (resume.files.length) { clearInterval(looking); read(); } }, 20);"

#: how the page comes to what it puts in, before the form is read back and after
WAYS = {
    "after the file has arrived": "await passed(500);",
    "after the form was read back": "await passed(800);",
    "from its server, asked at once": "await fetch(`${location.pathname}/read`); await passed(90);",
    "from its server, asked later": "await passed(200); await fetch(`${location.pathname}/read`); await passed(250);",
}


@pytest.mark.parametrize("way", WAYS)
async def test_what_a_site_puts_in_from_the_resume_is_not_what_it_is_sent(lab: Lab, harm: HarmSite, way: str) -> None:
    url = harm.url("reading_resume")
    await see_ours_sent(lab, harm, url, WAYS[way], HEARS)


@pytest.mark.parametrize("milliseconds", [100, 500])
async def test_nor_is_what_it_puts_in_once_it_has_looked_for_a_resume_by_itself(
    lab: Lab, harm: HarmSite, milliseconds: int
) -> None:
    url = harm.url(f"looking_for_resume_{milliseconds}")
    await see_ours_sent(lab, harm, url, f"await passed({milliseconds});", LOOKS)


async def see_ours_sent(lab: Lab, harm: HarmSite, url: str, reads: str, hears: str) -> None:
    """Apply on a page that comes to the resume in that way, and check that it is sent what is ours."""
    harm.made[urlsplit(url).path] = READING.replace("HEARS", hears) % reads
    job_id = await lab.apply(a_posting(), target_url=url, profile=JORDAN.profile)
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks)
    assert seen.phase is Phase.COMPLETED, seen
    (sent,) = harm.applications(urlsplit(url).path[1:])
    assert {name: sent.fields[name] for name in ("first_name", "last_name", "city", "email")} == {
        "first_name": ["Jordan"],
        "last_name": ["Ellsworth"],
        "city": ["Sacramento"],
        "email": ["jordan.ellsworth@example.com"],
    }


CHOOSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Apply</title><h1>Apply: Warehouse clerk</h1>
<form method="post" enctype="application/x-www-form-urlencoded">
  <label>Resume <input type="file" id="resume" required></label>
  <label>Full name <input name="full_name" required></label>
  <label>E-mail <input type="email" name="email" required></label>
  <label>Country <select name="country" required><option value="">Select</option><option>Germany</option>
    <option>United States</option></select></label>
  <label>Years of experience <input type="number" name="years" required></label>
  <label>Earliest start date <input type="date" name="start" required></label>
  <button type="submit">Submit application</button>
</form>
<script>
const { country, years, start } = document.forms[0].elements;
resume.addEventListener("change", () => {
  setTimeout(() => { country.value = "Germany"; years.value = "2"; start.value = "2020-01-01"; }, %s);
});
</script>"""


@pytest.mark.parametrize("after", [500, 800])
async def test_what_a_site_chooses_from_the_resume_is_not_what_it_is_sent(lab: Lab, harm: HarmSite, after: int) -> None:
    url = harm.url("choosing_by_resume")
    harm.made[urlsplit(url).path] = CHOOSING % after
    profile = {**JORDAN.profile, "available_start_date": "2027-02-01"}
    job_id = await lab.apply(a_posting(), target_url=url, profile=profile, qa_answers={})
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks)
    assert seen.phase is Phase.COMPLETED, seen
    (sent,) = harm.applications(urlsplit(url).path[1:])
    assert {name: sent.fields[name] for name in ("country", "years", "start")} == {
        "country": ["United States"],
        "years": ["9"],
        "start": ["2027-02-01"],
    }
