"""Job postings as data: a short catalogue for the front page, and one for every other address, made from its number.

A posting's key is the path of its address, `greenhouse/acme/jobs/1001`; the control interface takes the whole address
or that key.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

COMPANIES = {
    "acme": "Acme Robotics",
    "borealis": "Borealis Energy",
    "cobalt": "Cobalt Health",
    "driftwood": "Driftwood Books",
    "ember": "Ember & Oak",
}

TITLES = (
    "Senior Backend Engineer",
    "Product Designer",
    "Data Analyst",
    "Site Reliability Engineer",
    "Customer Success Manager",
    "Machine Learning Engineer",
    "Technical Writer",
    "Engineering Manager",
)

LOCATIONS = ("San Francisco, California", "New York, New York", "Austin, Texas", "Remote, United States")


@dataclass(frozen=True, slots=True)
class Posting:
    """A job at a company, on one family's careers site."""

    family: str
    #: the company's name in the address, `acme`
    slug: str
    number: int

    @property
    def key(self) -> str:
        """The posting's key: the path of its address."""
        return f"{self.family}/{self.slug}/jobs/{self.number}"

    @property
    def path(self) -> str:
        """The posting's path on the site."""
        return f"/{self.key}"

    @property
    def company(self) -> str:
        """The company's name for people."""
        return COMPANIES.get(self.slug, self.slug.replace("-", " ").title())

    @property
    def title(self) -> str:
        """The job's title; the same number always has the same one."""
        return TITLES[(self.number - 1) % len(TITLES)]

    @property
    def location(self) -> str:
        """The place of the job; always in the United States."""
        return LOCATIONS[(self.number - 1) % len(LOCATIONS)]


CATALOGUE = (
    Posting("greenhouse", "acme", 1001),
    Posting("greenhouse", "acme", 1002),
    Posting("greenhouse", "cobalt", 1003),
    Posting("greenhouse", "ember", 1006),
    Posting("stepwise", "borealis", 2001),
    Posting("stepwise", "borealis", 2004),
    Posting("stepwise", "driftwood", 2007),
    Posting("workday", "cobalt", 3001),
    Posting("lever", "ember", 4003),
    Posting("ashby", "acme", 5004),
    Posting("linkedin", "driftwood", 6005),
    Posting("smartrecruiters", "borealis", 7006),
    Posting("icims", "cobalt", 8007),
    Posting("greenhouse_classic", "acme", 9001),
    Posting("workable", "borealis", 9002),
    Posting("bamboohr", "cobalt", 9003),
    Posting("taleo", "driftwood", 9004),
    Posting("oracle", "ember", 9005),
    Posting("successfactors", "acme", 9006),
    Posting("ukg", "borealis", 9007),
    Posting("jazzhr", "cobalt", 9008),
    Posting("recruitee", "driftwood", 9009),
    Posting("teamtailor", "ember", 9010),
    Posting("personio", "acme", 9011),
    Posting("breezy", "borealis", 9012),
    Posting("jobvite", "cobalt", 9013),
    Posting("adp", "driftwood", 9014),
)


def make_key(reference: str) -> str:
    """Return the key of a posting named by its whole address, its path or its key."""
    return urlsplit(reference).path.strip("/")


def covers(key: str, application: str) -> bool:
    """Whether `key` names `application` or something above it; `*` and the empty key name everything."""
    return key in {"", "*", application} or application.startswith(f"{key}/")
