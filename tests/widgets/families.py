"""What an applicant answers in the controls of each family, and what the form then has to hold."""

from __future__ import annotations

from typing import Any, NamedTuple

from ghosthands.browser_host.page.values import Upload
from ghosthands.domain.residence import Residence


class Asked(NamedTuple):
    """A control by its label, the answer (None ticks), and what the page's own state holds of it afterwards."""

    label: str
    answer: str | Upload | None
    key: str
    held: Any


#: the town alone, by somebody who has also stated its region and country
SPRINGFIELD = Residence("Springfield", town="Springfield", region="Illinois", country="USA")
RESUME = Upload(b"%PDF-1.4 resume", "resume.pdf", "application/pdf")
_FILE = "resume.pdf:15"
#: what families are asked alike, by key
COMMON = {
    each.key: each
    for each in (
        Asked("Resume", RESUME, "resume", _FILE),
        Asked("First name", "Jane", "name", "Jane"),
        Asked("Why us?", "Because.", "why", "Because."),
        Asked("I agree to the privacy notice", None, "agree", True),
        Asked("Willing to relocate", "yes", "relocate", True),
        Asked("Will you need sponsorship?", "no", "sponsor", "No"),
        Asked("Are you authorized to work?", "yes", "visa", "Yes"),
        Asked("Country", "USA", "country", "United States"),
        Asked("Languages", "German, English", "languages", ["German", "English"]),
        Asked("Skills", "Python, NATS", "skills", ["Python", "NATS"]),
        Asked("City", SPRINGFIELD, "city", "Springfield, Illinois, United States"),
        Asked("Days available", "Monday, Friday", "days", ["Monday", "Friday"]),
        Asked("How did you hear about us?", "Job board", "source", "Job board"),
        Asked("Highest degree", "PhD", "degree", "Doctor of Philosophy (Ph.D.)"),
        Asked("Preferred shifts", "Morning, Night", "shifts", ["Morning", "Night"]),
        Asked("Willing to travel (%)", "25%", "travel", 25),
        Asked("Years of experience", "7 years", "years", 7),
        Asked("Expected salary ($)", "USD 90,000", "salary", 90000),
        Asked("Start date", "2027-03-04", "start", "2027-03-04"),
        Asked("Available from", "2027-02-01", "free", "2027-02-01"),
        Asked("Preferred interview time", "2:30 PM", "time", "14:30"),
        Asked(
            "Preferred location",
            "San Francisco, California, United States",
            "place",
            ["united states", "california", "san francisco"],
        ),
        Asked("Certifications", "CKA, AWS Developer", "certs", ["CKA", "AWS Developer"]),
        Asked("Office", "Munich", "office", "munich"),
        Asked("Rate your SQL skills", "4", "rating", 4),
        Asked("Graduation month", "May 2026", "graduated", "2026-05"),
        Asked("Date of birth", "May 6, 1990", "born", "1990-05-06"),
        Asked("Earliest interview day", "2027-01-12", "interview", "2027-01-12"),
        Asked("Department", "Sales", "department", "Sales"),
        Asked("Work mode", "Hybrid", "mode", "Hybrid"),
    )
}


#: what every family of controls for whole forms is asked
_WHOLE_FORM = "name country degree languages skills city start time years sponsor shifts travel agree why"


def asked(keys: str, *more: Asked, **held: Any) -> tuple[Asked, ...]:
    """The common questions of these keys, and more; `held` is what the page's state has of some, written in its way."""
    return (*(COMMON[key]._replace(held=held.get(key, COMMON[key].held)) for key in keys.split()), *more)


def _parts(asked: Asked, *names: str) -> tuple[Asked, ...]:
    """The same for each part of it that has a control of its own."""
    return tuple(asked._replace(label=f"{asked.label} {name}") for name in names)


_WEB_AWESOME = asked(
    "name start country languages sponsor visa travel relocate agree why",
    country="v6",
    languages=["v0", "v2"],
    sponsor="n",
    visa="y",
    travel="25",
    relocate="on",
    agree="on",
)
FAMILIES: dict[str, tuple[Asked, ...]] = {
    "native": asked(
        "time start travel years salary shifts days graduated born",
        Asked("First week available", "2027-03-04", "week", "2027-W09"),
        Asked("Earliest interview", "2027-03-04 14:30", "interview", "2027-03-04T14:30"),
        Asked("Available from (DD-MMM-YYYY)", "2027-02-01", "free", "01-Feb-2027"),
        Asked("Notice ends", "2027-01-31", "notice", "31.01.2027"),
        Asked("License expires", "2028-04-30", "expires", "04/28"),
        Asked("School", "Yale", "school", "Yale"),
        travel="25",
        years="7",
        salary="90000",
        born="1990/05/06",
    ),
    "mantine": asked(
        "country languages skills start free time salary shifts years relocate graduated",
        COMMON["visa"]._replace(key="authorized"),
        graduated="2026-05-01",
    ),
    "chakra": asked("name country years sponsor shifts travel degree relocate why"),
    "prime_react_more": asked(
        "country languages city start sponsor travel relocate agree",
        Asked("Field of work", "Backend", "field", "be"),
        start="2027-3-4",
    ),
    "prime_vue": asked(
        "country languages city start salary sponsor visa travel relocate agree",
        Asked("Phone", "415 555 0134", "phone", "(415) 555-0134"),
        start="2027-3-4",
    ),
    "vuetify": asked(
        "name degree country languages skills sponsor travel relocate agree why",
        COMMON["salary"]._replace(label="Expected salary", held="90000"),
    ),
    "ionic": asked("name country degree languages sponsor travel relocate agree why"),
    "shoelace": _WEB_AWESOME,  # which it was called before
    "web_awesome": _WEB_AWESOME,
    "react_aria_more": asked(
        "country degree sponsor languages shifts travel relocate",
        *_parts(COMMON["start"], "Month", "Day", "Year"),
        *_parts(COMMON["time"]._replace(held="14:30:00"), "Hour", "Minute", "AM/PM"),
        languages=["English", "German"],
        travel=[25],
    ),
    "cmdk_radix": asked(
        "country languages city start sponsor shifts travel relocate",
        start="2027-3-4",
        sponsor="n",
    ),
    "react_day_picker": asked(
        "start free born interview",
        born="1990-5-6",
        interview="2027-1-12",
        start="2027-3-4",
        free="2027-2-1",
    ),
    "vue_multiselect": asked(
        "country languages skills city",
        Asked("Sponsorship needed?", "no", "sponsor", "No"),
    ),
    "vueform": asked("name degree country languages skills start sponsor shifts travel relocate"),
    "downshift": asked("country city degree languages"),
    "semantic_ui": asked(
        "name degree country languages skills sponsor relocate agree why",
        degree="doctor of philosophy (ph.d.)",
        country="united states",
        languages=["german", "english"],
    ),
    "ant_design_more": asked(
        "place office skills city time free travel shifts relocate rating why graduated",
        Asked("Level of English", "Fluent", "level", "Fluent"),
        COMMON["visa"]._replace(key="authorized"),
        skills=["python", "NATS"],
    ),
    "ui5": asked(
        "name degree country languages start time years sponsor travel relocate agree why",
        languages=["English", "German"],
        start="2027/03/04",
        years="7",
        travel="25",
        relocate="on",
        agree="on",
    ),
    "element_plus": asked(f"{_WHOLE_FORM} place office visa relocate rating"),
    "rsuite": asked(
        f"{_WHOLE_FORM} place office relocate rating",
        place="san francisco",
    ),
    "fluent": asked(f"{_WHOLE_FORM} days relocate rating"),
    "carbon": asked(
        "name degree country city days languages source start time years sponsor visa shifts travel relocate "
        "resume agree why graduated",
        Asked("AM or PM", "PM", "half", "PM"),
        time="2:30",
        graduated="05/2026",
    ),
    "ark_ui": asked(
        "name country degree languages city certs skills start years salary sponsor visa shifts days mode travel "
        "relocate rating resume agree why",
        *_parts(COMMON["free"], "Month", "Day", "Year"),
    ),
    "grommet": asked(
        "name country degree languages days city start free time years salary sponsor mode shifts travel rating resume "
        "relocate agree why",
        years="7",
        travel="25",
        salary="$90000",
    ),
    "arco": asked("start free graduated time", free="01/02/2027"),
    "canvas_kit": asked("name country degree sponsor relocate agree why"),
    "oracle_jet": asked(
        f"{_WHOLE_FORM} days source visa relocate resume",
        Asked("Last name", "Doe", "last", "Doe"),
        Asked("Earliest interview", "2027-03-04 14:30", "interview", "2027-03-04T14:30:00"),
        time="T14:30:00",
        agree=["agreed"],
    ),
    "oracle_jet_core_pack": asked(
        "name country degree languages years sponsor visa shifts relocate rating resume agree why mode",
        *_parts(COMMON["start"], "Month", "Day", "Year"),
        *_parts(COMMON["free"], "Month", "Day", "Year"),
        *_parts(COMMON["graduated"]._replace(held={"month": 5, "year": 2026}), "Month", "Year"),
        *_parts(COMMON["time"]._replace(held="T14:30"), "Hour", "Minute", "AM/PM"),
    ),
    "vaadin": asked(
        f"{_WHOLE_FORM} resume",
        *_parts(Asked("Earliest interview", "2027-03-04 14:30", "interview", "2027-03-04T14:30"), "Date", "Time"),
        years="7",
    ),
    "quasar": asked(
        f"{_WHOLE_FORM} visa relocate rating resume",
        start="2027/03/04",
    ),
    "angular_material": asked(f"{_WHOLE_FORM} free visa days relocate"),
    "naive_ui": asked(
        f"{_WHOLE_FORM} certs place office visa relocate rating resume",
        city="Springfield",  # a box that only suggests takes what is typed
        place="san francisco",
    ),
    "scripts": asked(
        "country languages degree skills city office source shifts start free certs travel salary department interview",
        interview="12/1/2027",
        office="Munich",
        free="01.02.2027",
        certs="CKA|AWS Developer",
        travel="25",
        salary="90,000",
    ),
    "jquery_ui": asked(
        "name country degree office source city skills start free born years sponsor visa shifts travel relocate "
        "resume agree why",
        skills="Python, NATS",
        born="6 May 1990",
        office="Munich",
        start="03/04/2027",
        years="7",
        travel="25",
        relocate="yes",
        agree="on",
    ),
    "home_made": asked(
        "degree country rating visa sponsor shifts relocate agree skills city source department mode",
        Asked("Employment type", "Full-time", "type", "Full-time"),
        Asked("Locations", "London, Boston", "locations", ["London", "Boston"]),
        Asked("English", "Fluent", "English", "Fluent"),
        rating="4",
        sponsor="n",
        relocate="1",
        agree="on",
        city="3",
    ),
    "home_made_more": asked(
        "free years certs interview",
        Asked("Date of birth MM", "May 6, 1990", "bm", "05"),
        Asked("Date of birth DD", "May 6, 1990", "bd", "06"),
        Asked("Date of birth YYYY", "May 6, 1990", "by", "1990"),
        Asked("Start date Month", "2027-03-04", "sm", "March"),
        Asked("Start date Day", "2027-03-04", "sd", "4"),
        Asked("Start date Year", "2027-03-04", "sy", "2027"),
        Asked("Drag your file here or browse", RESUME, "resume", _FILE),
        Asked("Attach cover letter", RESUME, "cover_file", _FILE),
        Asked("Cover letter", "Dear all,\nhere I am.", "letter", "Dear all,\nhere I am."),
        Asked("Phone", "+44 20 7946 0018", "phone", "+44 20 7946 0018"),
        Asked("Mobile", "+49 1512 3456789", "mobile", "+4915123456789"),
        COMMON["salary"]._replace(label="Expected salary", held="$90,000.00"),
        Asked("Current salary", "USD 80,000", "current", "80,000"),
        Asked("Minimum", "50", "least", "50"),
        Asked("Maximum", "120", "most", "120"),
        Asked("Hour", "2:30 PM", "hour", "2"),
        Asked("Minute", "2:30 PM", "minute", "30"),
        Asked("AM/PM", "2:30 PM", "half", "PM"),
        Asked("Willing to travel", "25%", "travel", "25"),
        Asked("LinkedIn profile", "https://linkedin.com/in/jane", "linkedin", "https://linkedin.com/in/jane"),
        Asked("Employer", "Acme", "jobs", "Acme"),
        Asked("Type your full name as your signature", "Jane Doe", "signature", "Jane Doe"),
        free="02/01/2027",
        years="7",
    ),
    "lexical": asked(
        "name",
        Asked("Why us?", "Because.\nReally.", "why", "Because.\nReally."),
        Asked("About you", "I write.\nThings.", "about", "I write.\nThings."),
    ),
    "trix_ckeditor": (
        Asked("Cover letter", "Dear all,\nhere I am.", "cover", "Dear all,\nhere I am."),
        Asked("Why us?", "Because.\nReally.", "why", "Because.\nReally."),
        Asked("About you", "I write.\nThings.", "about", "I write.\nThings."),
    ),
    "files": asked(
        "resume",
        Asked("Cover letter", RESUME, "cover", _FILE),
        Asked("Transcript", RESUME, "transcript", _FILE),
    ),
}
