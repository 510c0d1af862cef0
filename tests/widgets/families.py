"""What an applicant answers in the controls of each family, and what the form then has to hold."""

from __future__ import annotations

from typing import Any, NamedTuple

from ghosthands.browser_host.page.values import Upload


class Asked(NamedTuple):
    """A control by its label, the answer (None ticks), and what the page's own state holds of it afterwards."""

    label: str
    answer: str | Upload | None
    key: str
    held: Any


RESUME = Upload(b"%PDF-1.4 resume", "resume.pdf", "application/pdf")
_FILE = "resume.pdf:15"
_NAME = Asked("First name", "Jane", "name", "Jane")
_WHY = Asked("Why us?", "Because.", "why", "Because.")
_AGREE = Asked("I agree to the privacy notice", None, "agree", True)
_MOVE = Asked("Willing to relocate", "yes", "relocate", True)
_SPONSOR = Asked("Will you need sponsorship?", "no", "sponsor", "No")
_VISA = Asked("Are you authorized to work?", "yes", "visa", "Yes")
_COUNTRY = Asked("Country", "USA", "country", "United States")
_LANGUAGES = Asked("Languages", "German, English", "languages", ["German", "English"])
_SKILLS = Asked("Skills", "Python, NATS", "skills", ["Python", "NATS"])
_CITY = Asked("City", "Springfield", "city", "Springfield, Illinois, United States")
_DAYS = Asked("Days available", "Monday, Friday", "days", ["Monday", "Friday"])
_SOURCE = Asked("How did you hear about us?", "Job board", "source", "Job board")
_DEGREE = Asked("Highest degree", "PhD", "degree", "Doctor of Philosophy (Ph.D.)")
_SHIFTS = Asked("Preferred shifts", "Morning, Night", "shifts", ["Morning", "Night"])
_TRAVEL = Asked("Willing to travel (%)", "25%", "travel", 25)
_YEARS = Asked("Years of experience", "7 years", "years", 7)
_SALARY = Asked("Expected salary ($)", "USD 90,000", "salary", 90000)
_START = Asked("Start date", "2027-03-04", "start", "2027-03-04")
_FREE = Asked("Available from", "2027-02-01", "free", "2027-02-01")
_TIME = Asked("Preferred interview time", "2:30 PM", "time", "14:30")
_PLACE = Asked(
    "Preferred location",
    "San Francisco, California, United States",
    "place",
    ["united states", "california", "san francisco"],
)
_OFFICE = Asked("Office", "Munich", "office", "munich")
_RATING = Asked("Rate your SQL skills", "4", "rating", 4)


def _loose(asked: Asked) -> Asked:
    """The date as pages write it that don't pad its numbers."""
    return asked._replace(held=asked.held.replace("-0", "-"))


FAMILIES: dict[str, tuple[Asked, ...]] = {
    "native": (
        _TIME,
        Asked("Graduation month", "May 2026", "graduated", "2026-05"),
        Asked("First week available", "2027-03-04", "week", "2027-W09"),
        Asked("Earliest interview", "2027-03-04 14:30", "interview", "2027-03-04T14:30"),
        _START,
        Asked("Date of birth", "May 6, 1990", "born", "1990/05/06"),
        Asked("Available from (DD-MMM-YYYY)", "2027-02-01", "free", "01-Feb-2027"),
        Asked("Notice ends", "2027-01-31", "notice", "31.01.2027"),
        Asked("License expires", "2028-04-30", "expires", "04/28"),
        _TRAVEL._replace(held="25"),
        _YEARS._replace(held="7"),
        _SALARY._replace(held="90000"),
        Asked("School", "Yale", "school", "Yale"),
        _SHIFTS,
        _DAYS,
    ),
    "mantine": (
        _COUNTRY,
        _LANGUAGES,
        _SKILLS,
        _START,
        _FREE,
        Asked("Graduation month", "May 2026", "graduated", "2026-05-01"),
        _TIME,
        _SALARY,
        _VISA._replace(key="authorized"),
        _SHIFTS,
        _YEARS,
        _MOVE,
    ),
    "chakra": (_NAME, _COUNTRY, _YEARS, _SPONSOR, _SHIFTS, _TRAVEL, _DEGREE, _MOVE, _WHY),
    "prime_react_more": (
        _COUNTRY,
        _LANGUAGES,
        _CITY,
        _loose(_START),
        _SPONSOR,
        Asked("Field of work", "Backend", "field", "be"),
        _TRAVEL,
        _MOVE,
        _AGREE,
    ),
    "prime_vue": (
        _COUNTRY,
        _LANGUAGES,
        _CITY,
        _loose(_START),
        Asked("Phone", "415 555 0134", "phone", "(415) 555-0134"),
        _SALARY,
        _SPONSOR,
        _VISA,
        _TRAVEL,
        _MOVE,
        _AGREE,
    ),
    "vuetify": (
        _NAME,
        _SALARY._replace(label="Expected salary", held="90000"),
        _DEGREE,
        _COUNTRY,
        _LANGUAGES,
        _SKILLS,
        _SPONSOR,
        _TRAVEL,
        _MOVE,
        _AGREE,
        _WHY,
    ),
    "ionic": (_NAME, _COUNTRY, _DEGREE, _LANGUAGES, _SPONSOR, _TRAVEL, _MOVE, _AGREE, _WHY),
    "shoelace": (
        _NAME,
        _START,
        _COUNTRY._replace(held="v6"),
        _LANGUAGES._replace(held=["v0", "v2"]),
        _SPONSOR._replace(held="n"),
        _VISA._replace(held="y"),
        _TRAVEL._replace(held="25"),
        _MOVE._replace(held="on"),
        _AGREE._replace(held="on"),
        _WHY,
    ),
    "web_awesome": (
        _NAME,
        _START,
        _COUNTRY._replace(held="v6"),
        _LANGUAGES._replace(held=["v0", "v2"]),
        _SPONSOR._replace(held="n"),
        _VISA._replace(held="y"),
        _TRAVEL._replace(held="25"),
        _MOVE._replace(held="on"),
        _AGREE._replace(held="on"),
        _WHY,
    ),
    "react_aria_more": (
        _COUNTRY,
        _DEGREE,
        *(Asked(f"Start date {part}", "2027-03-04", "start", "2027-03-04") for part in ("Month", "Day", "Year")),
        Asked("Preferred interview time Hour", "2:30 PM", "time", "14:30:00"),
        Asked("Preferred interview time Minute", "2:30 PM", "time", "14:30:00"),
        Asked("Preferred interview time AM/PM", "2:30 PM", "time", "14:30:00"),
        _SPONSOR,
        Asked("Languages", "German, English", "languages", ["English", "German"]),
        _SHIFTS,
        _TRAVEL._replace(held=[25]),
        _MOVE,
    ),
    "cmdk_radix": (
        _COUNTRY,
        _LANGUAGES,
        _CITY,
        _loose(_START),
        _SPONSOR._replace(held="n"),
        _SHIFTS,
        _TRAVEL,
        _MOVE,
    ),
    "react_day_picker": (
        Asked("Date of birth", "May 6, 1990", "born", "1990-5-6"),
        _loose(_START),
        _loose(_FREE),
        Asked("Earliest interview day", "2027-01-12", "interview", "2027-1-12"),
    ),
    "vue_multiselect": (
        _COUNTRY,
        Asked("Sponsorship needed?", "no", "sponsor", "No"),
        _LANGUAGES,
        _SKILLS,
        _CITY,
    ),
    "vueform": (
        _NAME,
        _DEGREE,
        _COUNTRY,
        _LANGUAGES,
        _SKILLS,
        _START,
        _SPONSOR,
        _SHIFTS,
        _TRAVEL,
        _MOVE,
    ),
    "downshift": (_COUNTRY, _CITY, _DEGREE, _LANGUAGES),
    "semantic_ui": (
        _NAME,
        _DEGREE._replace(held="doctor of philosophy (ph.d.)"),
        _COUNTRY._replace(held="united states"),
        _LANGUAGES._replace(held=["german", "english"]),
        _SKILLS,
        _SPONSOR,
        _MOVE,
        _AGREE,
        _WHY,
    ),
    "ant_design_more": (
        _PLACE,
        _OFFICE,
        _SKILLS._replace(held=["python", "NATS"]),
        _CITY,
        _TIME,
        Asked("Graduation month", "May 2026", "graduated", "2026-05"),
        _FREE,
        _TRAVEL,
        Asked("Level of English", "Fluent", "level", "Fluent"),
        _SHIFTS,
        _VISA._replace(key="authorized"),
        _MOVE,
        _RATING,
        _WHY,
    ),
    "ui5": (
        _NAME,
        _DEGREE,
        _COUNTRY,
        _LANGUAGES._replace(held=["English", "German"]),
        _START._replace(held="2027/03/04"),
        _TIME,
        _YEARS._replace(held="7"),
        _SPONSOR,
        _TRAVEL._replace(held="25"),
        _MOVE._replace(held="on"),
        _AGREE._replace(held="on"),
        _WHY,
    ),
    "element_plus": (
        _NAME,
        _COUNTRY,
        _DEGREE,
        _LANGUAGES,
        _SKILLS,
        _CITY,
        _PLACE,
        _OFFICE,
        _START,
        _TIME,
        _YEARS,
        _SPONSOR,
        _VISA,
        _SHIFTS,
        _TRAVEL,
        _MOVE,
        _RATING,
        _AGREE,
        _WHY,
    ),
    "rsuite": (
        _NAME,
        _COUNTRY,
        _DEGREE,
        _LANGUAGES,
        _SKILLS,
        _CITY,
        _PLACE._replace(held="san francisco"),
        _OFFICE,
        _START,
        _TIME,
        _YEARS,
        _SPONSOR,
        _SHIFTS,
        _TRAVEL,
        _MOVE,
        _RATING,
        _AGREE,
        _WHY,
    ),
    "fluent": (
        _NAME,
        _COUNTRY,
        _DEGREE,
        _DAYS,
        _LANGUAGES,
        _SKILLS,
        _CITY,
        _START,
        _TIME,
        _YEARS,
        _SPONSOR,
        _SHIFTS,
        _TRAVEL,
        _MOVE,
        _RATING,
        _AGREE,
        _WHY,
    ),
    "carbon": (
        _NAME,
        _DEGREE,
        _COUNTRY,
        _CITY,
        _DAYS,
        _LANGUAGES,
        _SOURCE,
        _START,
        Asked("Graduation month", "May 2026", "graduated", "05/2026"),
        Asked("Preferred interview time", "2:30 PM", "time", "2:30"),
        Asked("AM or PM", "PM", "half", "PM"),
        _YEARS,
        _SPONSOR,
        _VISA,
        _SHIFTS,
        _TRAVEL,
        _MOVE,
        Asked("Resume", RESUME, "resume", _FILE),
        _AGREE,
        _WHY,
    ),
    "canvas_kit": (_NAME, _COUNTRY, _DEGREE, _SPONSOR, _MOVE, _AGREE, _WHY),
    "home_made": (
        _DEGREE,
        _COUNTRY,
        Asked("Employment type", "Full-time", "type", "Full-time"),
        _RATING._replace(held="4"),
        _VISA,
        _SPONSOR._replace(held="n"),
        _SHIFTS,
        _MOVE._replace(held="1"),
        _AGREE._replace(held="on"),
        _SKILLS,
        _CITY._replace(held="3"),
        Asked("Department", "Sales", "department", "Sales"),
        _SOURCE,
        Asked("Work mode", "Hybrid", "mode", "Hybrid"),
        Asked("Locations", "London, Boston", "locations", ["London", "Boston"]),
        Asked("English", "Fluent", "English", "Fluent"),
    ),
    "home_made_more": (
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
        _FREE._replace(held="02/01/2027"),
        _SALARY._replace(label="Expected salary", held="$90,000.00"),
        Asked("Current salary", "USD 80,000", "current", "80,000"),
        Asked("Minimum", "50", "least", "50"),
        Asked("Maximum", "120", "most", "120"),
        _YEARS._replace(held="7"),
        Asked("Certifications", "CKA, AWS Developer", "certs", ["CKA", "AWS Developer"]),
        Asked("Hour", "2:30 PM", "hour", "2"),
        Asked("Minute", "2:30 PM", "minute", "30"),
        Asked("AM/PM", "2:30 PM", "half", "PM"),
        Asked("Earliest interview day", "2027-01-12", "interview", "2027-01-12"),
        Asked("Willing to travel", "25%", "travel", "25"),
        Asked("LinkedIn profile", "https://linkedin.com/in/jane", "linkedin", "https://linkedin.com/in/jane"),
        Asked("Employer", "Acme", "jobs", "Acme"),
        Asked("Type your full name as your signature", "Jane Doe", "signature", "Jane Doe"),
    ),
    "lexical": (
        _NAME,
        Asked("Why us?", "Because.\nReally.", "why", "Because.\nReally."),
        Asked("About you", "I write.\nThings.", "about", "I write.\nThings."),
    ),
    "trix_ckeditor": (
        Asked("Cover letter", "Dear all,\nhere I am.", "cover", "Dear all,\nhere I am."),
        Asked("Why us?", "Because.\nReally.", "why", "Because.\nReally."),
        Asked("About you", "I write.\nThings.", "about", "I write.\nThings."),
    ),
    "files": (
        Asked("Resume", RESUME, "resume", _FILE),
        Asked("Cover letter", RESUME, "cover", _FILE),
        Asked("Transcript", RESUME, "transcript", _FILE),
    ),
}
