"""Job boards and systems without a record: the patterns by which their addresses name a posting, by the site's name."""

from __future__ import annotations

from ghosthands.platforms.addresses import UUID, posting_address

_APPLY = r"(?:/apply(?:/.*)?)?"

POSTINGS = {
    "indeed": (
        posting_address(r"(?:[\w-]+\.)*indeed\.(?:com|[a-z]{2}|com?\.[a-z]{2})(?:/.*)?", jk=r"[0-9a-fA-F]{8,}"),
        posting_address(r"(?:[\w-]+\.)*indeed\.(?:com|[a-z]{2}|com?\.[a-z]{2})(?:/.*)?", vjk=r"[0-9a-fA-F]{8,}"),
    ),
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
