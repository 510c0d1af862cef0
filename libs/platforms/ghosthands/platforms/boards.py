"""Where postings of boards and systems that have no record yet are named in their addresses, by the site's name."""

from __future__ import annotations

from ghosthands.platforms.addresses import UUID, posting_address

_SLUG = r"(?:[-/][^/]*)?"
_APPLY = r"(?:/apply(?:/.*)?)?"

POSTINGS = {
    "indeed": (
        posting_address(r"(?:[\w-]+\.)*indeed\.(?:com|[a-z]{2}|com?\.[a-z]{2})(?:/.*)?", jk=r"[0-9a-fA-F]{8,}"),
        posting_address(r"(?:[\w-]+\.)*indeed\.(?:com|[a-z]{2}|com?\.[a-z]{2})(?:/.*)?", vjk=r"[0-9a-fA-F]{8,}"),
    ),
    "ukg": (
        posting_address(
            r"recruiting\d*\.ultipro\.(?:com|ca)/([^/]+)/JobBoard/[^/]+/Opportunity(?:Detail|Apply)", opportunityid=UUID
        ),
    ),
    "oracle": (
        posting_address(rf"([^/]+)/hcmUI/CandidateExperience/[\w-]+/sites/([^/]+)/(?:requisitions/)?job/(\w+){_APPLY}"),
    ),
    "bamboohr": (
        posting_address(r"([\w-]+)\.bamboohr\.com/careers/(\d+)(?:/.*)?"),
        posting_address(r"([\w-]+)\.bamboohr\.com/(?:hiring/jobs|jobs/view\.php)", id=r"\d+"),
    ),
    "jazzhr": (posting_address(rf"([\w-]+)\.applytojob\.com/apply/(?:jobs/details/)?(\w{{10}}){_SLUG}"),),
    "recruitee": (posting_address(r"([\w-]+)\.recruitee\.com/o/([^/]+)(?:/c/new)?"),),
    "teamtailor": (posting_address(rf"([\w-]+(?:\.\w+)?)\.teamtailor\.com/jobs/(\d+){_SLUG}(?:/applications/new)?"),),
    "personio": (posting_address(rf"([\w-]+)\.jobs\.personio\.(?:de|com)/job/(\d+){_APPLY}"),),
    "breezy": (posting_address(rf"([\w-]+)\.breezy\.hr/p/([0-9a-f]{{8,}})(?:-[^/]*)?{_APPLY}"),),
    "jobvite": (posting_address(rf"jobs\.jobvite\.com/(?:careers/)?([^/]+)/job/(\w{{6,12}}){_APPLY}"),),
    "rippling": (posting_address(rf"ats\.rippling\.com/(?:[a-z]{{2}}-[A-Z]{{2}}/)?([^/]+)/jobs/({UUID}){_APPLY}"),),
    "dover": (posting_address(rf"app\.dover\.com/apply/([^/]+)/({UUID})"),),
    "paylocity": (
        posting_address(
            r"(?:[\w-]+\.)?(\w*recruiting)\.paylocity\.com/Recruiting/Jobs/(?:Details|Apply)/(\d+)(?:/.*)?"
        ),
    ),
    "phenom": (posting_address(r"([^/]+(?:/[^/]+){0,2})/apply", jobseqno=r"[\w-]{4,}"),),
    "eightfold": (
        posting_address(rf"([\w-]+)\.eightfold\.ai/careers/job/(\d+)(?:-[^/]*)?{_APPLY}"),
        posting_address(r"([\w-]+)\.eightfold\.ai/(?:careers|careerhub)(?:/.*)?", pid=r"\d+"),
    ),
    "avature": (
        posting_address(r"([\w-]+)\.avature\.net/(?:.*/)?JobDetail/(?:[^/]+/)?(\d+)"),
        posting_address(r"([\w-]+)\.avature\.net/(?:.*/)?ApplicationMethods", jobid=r"\d+"),
    ),
}
