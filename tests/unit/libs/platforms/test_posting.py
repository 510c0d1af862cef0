"""A posting's address in its one spelling, whichever platform it is on and whoever embeds it."""

from __future__ import annotations

import random
from urllib.parse import urlencode, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.platforms.posting import canonical

U1, U2 = "5f0c3a52-5d0e-4c3a-9a55-67686f737468", "6a1d4b63-6e1f-4d4b-8b66-787970848579"
LEVER = f"https://jobs.lever.co/acme/{U1}"
ASHBY = f"https://jobs.ashbyhq.com/acme/{U1}"
GREENHOUSE = "https://boards.greenhouse.io/acme/jobs/4012345"
WORKDAY = "https://acme.wd5.myworkdayjobs.com/careers/job/Oslo/Pilot_R-123"
WORKDAY_SITE = "https://wd5.myworkdaysite.com/recruiting/acme/careers/job/Oslo/Pilot_R-123"
LINKEDIN = "https://www.linkedin.com/jobs/view/3801"
SMART = "https://jobs.smartrecruiters.com/Acme/743999812345678"
ICIMS = "https://careers-acme.icims.com/jobs/1001"
TALEO = "https://acme.taleo.net/careersection/2/jobdetail.ftl?job=7"
SAP = "https://career5.successfactors.eu/career?company=acme&career_job_req_id=11"
WORKABLE = "https://apply.workable.com/acme/j/AB12CD34EF"
UKG = "https://recruiting2.ultipro.com/ACM1000/JobBoard/b0/OpportunityDetail?opportunityId="
INDEED = "https://www.indeed.com/viewjob?jk=aa11bb22cc33dd44"
ORACLE = "https://x.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1/job/300"
PLAIN = "https://careers.acme.example/jobs/1001"

SAME = [
    (f"{LEVER}/apply?lever-source=x", LEVER),
    (f"{LEVER}/thanks", LEVER),
    (f"{LEVER}/apply?lever-source%5B%5D=LinkedIn&lever-origin=applied", LEVER),
    (LEVER.upper().replace("HTTPS://JOBS.LEVER.CO/ACME", "https://jobs.lever.co/acme"), LEVER),
    (f"{ASHBY}/application", ASHBY),
    (f"{ASHBY}?utm_source=x&embed=js", ASHBY),
    (f"https://acme.example/careers?ashby_jid={U1}", ASHBY),
    ("https://job-boards.greenhouse.io/acme/jobs/4012345/confirmation", GREENHOUSE),
    ("https://job-boards.greenhouse.io/acme/jobs/4012345?gh_src=abc", GREENHOUSE),
    ("https://boards.greenhouse.io/embed/job_app?token=4012345&for=acme", GREENHOUSE),
    ("https://boards.greenhouse.io/embed/job_app?token=4012345", GREENHOUSE),
    ("https://www.acme.example/careers/?gh_jid=4012345&gh_src=x", GREENHOUSE),
    (f"{GREENHOUSE}#app", GREENHOUSE),
    ("https://acme.wd5.myworkdayjobs.com/en-US/careers/job/Oslo/Pilot_R-123/apply/applyManually", WORKDAY),
    ("https://acme.wd5.myworkdayjobs.com/de-DE/careers/job/Pilot_R-123?source=LinkedIn", WORKDAY),
    (f"{WORKDAY}/apply", WORKDAY),
    (WORKDAY_SITE, WORKDAY),
    ("https://acme.wd5.myworkdayjobs.com/careers/details/Pilot_R-123?q=pilot", WORKDAY),
    (f"{LINKEDIN}/?trk=public_jobs&refId=x&trackingId=y", LINKEDIN),
    ("https://www.linkedin.com/jobs/search/?keywords=pilot&currentJobId=3801&start=25", LINKEDIN),
    ("https://www.linkedin.com/jobs/collections/recommended/?currentJobId=3801", LINKEDIN),
    ("https://de.linkedin.com/jobs/view/pilot-at-acme-3801", LINKEDIN),
    ("https://www.linkedin.com/jobs/view/3801/apply/?openSDUIApplyFlow=true", LINKEDIN),
    (f"{SMART}-pilot?trid=x", SMART),
    (f"{ICIMS}/pilot/job?in_iframe=1&mobile=false", ICIMS),
    (f"{ICIMS}/login", ICIMS),
    ("https://acme.taleo.net/careersection/3/jobapply.ftl?lang=en&job=7&src=JB-1", TALEO),
    ("https://career5.sapsf.eu/career?career_job_req_id=11&company=acme&_s.crb=x&navBarLevel=JOB_SEARCH", SAP),
    ("https://career5.successfactors.eu/sfcareer/jobreqcareer?jobId=11&company=acme", SAP),
    (f"{WORKABLE}/apply/", WORKABLE),
    ("https://apply.workable.com/j/AB12CD34EF", WORKABLE),
    (f"{UKG}{U1.upper()}", f"{UKG}{U1}"),
    (f"{UKG.replace('Detail', 'Apply')}{U1}&source=x", f"{UKG}{U1}"),
    ("https://uk.indeed.com/viewjob?from=serp&jk=aa11bb22cc33dd44&tk=1", INDEED),
    ("https://www.indeed.com/jobs?q=pilot&vjk=aa11bb22cc33dd44", INDEED),
    (f"{ORACLE}/apply/section/2", ORACLE),
    ("https://acme.bamboohr.com/careers/12/", "https://acme.bamboohr.com/jobs/view.php?id=12"),
    ("https://acme.applytojob.com/apply/AbCdEf1234/pilot", "https://acme.applytojob.com/apply/AbCdEf1234"),
    ("https://acme.recruitee.com/o/pilot/c/new", "https://acme.recruitee.com/o/pilot"),
    ("https://acme.teamtailor.com/jobs/12-pilot/applications/new", "https://acme.teamtailor.com/jobs/12"),
    ("https://acme.jobs.personio.de/job/12/apply?language=en", "https://acme.jobs.personio.com/job/12"),
    ("https://acme.breezy.hr/p/ab12cd34ef56-pilot/apply", "https://acme.breezy.hr/p/ab12cd34ef56-old-title"),
    ("https://jobs.jobvite.com/careers/acme/job/oAbc1def/apply", "https://jobs.jobvite.com/acme/job/oAbc1def"),
    (
        "https://recruiting.paylocity.com/Recruiting/Jobs/Apply/12",
        "https://recruiting.paylocity.com/recruiting/jobs/Details/12/Acme/Pilot",
    ),
    ("https://acme.eightfold.ai/careers?pid=12&domain=acme.com", "https://acme.eightfold.ai/careers/job/12-pilot"),
    ("https://acme.example/us/apply?jobSeqNo=ACM12&step=2", "https://acme.example/us/apply?jobSeqNo=ACM12&step=1"),
    (f"{PLAIN}/", PLAIN),
    (f"{PLAIN}/apply", PLAIN),
    (f"{PLAIN}/apply/", PLAIN),
    (PLAIN.replace("https", "http"), PLAIN),
    (PLAIN.replace("careers", "CAREERS"), PLAIN),
    (PLAIN.replace(".example", ".example:443"), PLAIN),
    (PLAIN.replace("https://", "http://www.").replace(".example", ".example:80"), PLAIN),
    (f"{PLAIN}?utm_source=x&utm_medium=y&gclid=z&fbclid=w", PLAIN),
    (f"{PLAIN}?ref=board&trk=a", PLAIN),
    (f"{PLAIN}#apply", PLAIN),
    (f"{PLAIN}#:~:text=Pilot", PLAIN),
    (f"{PLAIN};jsessionid=ABC123", PLAIN),
    (PLAIN.replace("jobs", "%6Aobs"), PLAIN),
    ("https://acme.example/jobs/caf%c3%a9", "https://acme.example/jobs/caf%C3%A9"),
    (f"{PLAIN}?a=1&b=2", f"{PLAIN}?b=2&a=1"),
    ("https://acme.example/#/job/1/apply?utm_source=x", "https://acme.example/#/job/1"),
    ("https://acme.example/#b=2&a=1&gclid=z", "https://acme.example/#a=1&b=2"),
    ("https://careers.acme.example/apply", "https://careers.acme.example"),
]

DIFFERENT = [
    (SAP, SAP.replace("acme", "other")),
    (SAP, SAP.replace("=11", "=12")),
    (SAP, SAP.replace("career5", "career4")),
    ("https://career5.successfactors.eu/career?company=a", "https://career5.successfactors.eu/career?company=b"),
    (f"{UKG}{U1}", f"{UKG}{U2}"),
    (f"{UKG}{U1}", f"{UKG.replace('ACM1000', 'OTH1000')}{U1}"),
    (LINKEDIN, LINKEDIN.replace("3801", "3802")),
    ("https://www.linkedin.com/jobs/search/?currentJobId=1", "https://www.linkedin.com/jobs/search/?currentJobId=2"),
    (INDEED, INDEED.replace("aa11", "aa12")),
    ("https://www.indeed.com/jobs?q=pilot&vjk=aa11bb22cc33dd44", "https://www.indeed.com/jobs?vjk=ab11bb22cc33dd44"),
    ("https://acme.example/#/job/1", "https://acme.example/#/job/2"),
    ("https://acme.example/#!/job/1", "https://acme.example/#!/job/2"),
    ("https://acme.example/#/job?id=1", "https://acme.example/#/job?id=2"),
    ("https://acme.example/#id=1", "https://acme.example/#id=2"),
    ("https://acme.example/careers#1001", "https://acme.example/careers#1002"),
    ("https://acme.example/careers#pilot", "https://acme.example/careers"),
    (f"{PLAIN}?p=1", f"{PLAIN}?p=2"),
    ("https://acme.example/job.aspx?Vacancy=1", "https://acme.example/job.aspx?Vacancy=2"),
    ("https://acme.example/job?AbC", "https://acme.example/job?AbD"),
    ("https://acme.example/job?id=%E9", "https://acme.example/job?id=%E8"),
    ("https://acme.example/careers?gh_jid=undefined", "https://other.example/careers?gh_jid=undefined"),
    ("https://acme.example/careers?gh_jid=1", "https://acme.example/careers?gh_jid=2"),
    (GREENHOUSE, GREENHOUSE.replace("4012345", "4012346")),
    (LEVER, LEVER.replace(U1, U2)),
    (ASHBY, ASHBY.replace(U1, U2)),
    (ASHBY, LEVER),
    (WORKDAY, WORKDAY.replace("R-123", "R-124")),
    (WORKDAY, WORKDAY.replace("R-123", "R-123-1")),
    (WORKDAY, WORKDAY.replace("acme", "other")),
    (WORKDAY, WORKDAY.replace("wd5", "wd1")),
    (SMART, SMART.replace("Acme", "Other")),
    (ICIMS, ICIMS.replace("careers-acme", "careers-other")),
    (ICIMS, ICIMS.replace("1001", "1002")),
    (TALEO, TALEO.replace("job=7", "job=8")),
    (
        "https://a.tbe.taleo.net/a1/ats/careers/v2/viewRequisition?org=ACME&cws=3&rid=1",
        "https://a.tbe.taleo.net/a1/ats/careers/v2/viewRequisition?org=OTHER&cws=3&rid=1",
    ),
    (WORKABLE, WORKABLE.replace("AB12", "AB13")),
    (ORACLE, ORACLE.replace("CX_1", "CX_2")),
    (ORACLE, ORACLE.replace("x.fa", "y.fa")),
    ("https://acme.applytojob.com/apply/AbCdEf1234/x", "https://acme.applytojob.com/apply/aBcDeF1234/x"),
    (
        "https://workforcenow.adp.com/mascsr/recruitment.html?cid=1&jobId=2",
        "https://workforcenow.adp.com/mascsr/recruitment.html?cid=1&jobId=3",
    ),
    (PLAIN, PLAIN.replace("1001", "1002")),
    (PLAIN, PLAIN.replace(".example", ".example:8443")),
    (PLAIN, PLAIN.replace("careers.", "")),
    ("https://acme.example/jobs/AbC", "https://acme.example/jobs/abc"),
    ("https://acme.example/a%2Fb", "https://acme.example/a/b"),
    ("https://acme.example/jobs/apply-now", "https://acme.example/jobs"),
    ("https://acme.example/apply/1", "https://acme.example/1"),
    ("https://acme.example/jobs/1/APPLY2", "https://acme.example/jobs/1"),
]


@pytest.mark.parametrize(("spelling", "other"), SAME)
def test_spellings_of_one_posting_are_one(spelling: str, other: str) -> None:
    assert canonical(spelling) == canonical(other)


@pytest.mark.parametrize(("posting", "other"), DIFFERENT)
def test_different_postings_are_never_one(posting: str, other: str) -> None:
    assert canonical(posting) != canonical(other)


@pytest.mark.parametrize("url", sorted({url for pair in SAME + DIFFERENT for url in pair}))
def test_the_spelling_of_a_spelling_is_itself(url: str) -> None:
    assert canonical(canonical(url)) == canonical(url)


_part = st.text(st.sampled_from("ab19ZÉ%/?#&=+;:!~.-_ "), max_size=12)
_routes = st.lists(st.sampled_from(["apply", "thanks", "job", "1", "", "app", "!", "www."]), max_size=5).map("/".join)


@given(st.sampled_from(["acme.example", "www.www.acme.example", "[::1]:8080"]), _routes | _part, _part, _routes | _part)
def test_whatever_an_address_holds_its_spelling_is_its_own(host: str, path: str, query: str, fragment: str) -> None:
    once = canonical(f"https://{host}/{path}?{query}#{fragment}")
    assert canonical(once) == once


@given(st.sampled_from([one for pair in SAME + DIFFERENT for one in pair]), st.randoms(use_true_random=False))
def test_the_order_of_parameters_does_not_matter(url: str, chance: random.Random) -> None:
    parts = urlsplit(url)
    named = [*filter(None, parts.query.split("&")), urlencode({"utm_campaign": "autumn"})]
    chance.shuffle(named)
    assert canonical(parts._replace(query="&".join(named)).geturl()) == canonical(url)


@given(st.dictionaries(st.text("abcxyz", min_size=3, max_size=6), st.text("0189", min_size=1), min_size=1))
def test_what_nobody_knows_to_be_tracking_is_part_of_the_posting(parameters: dict[str, str]) -> None:
    named = {f"n{name}": value for name, value in parameters.items()}
    assert canonical(f"{PLAIN}?{urlencode(named)}") != canonical(PLAIN)
