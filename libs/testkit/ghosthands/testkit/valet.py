"""Requests as VALET's own code makes them, by the special case that each of them shows.

They are made up from the facts of its contract: the platform is always "unknown", values that a resume lacks are "" or
0, lists and texts have no bounds, and nothing of ours (keys, versions) is ever in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TASK = "0f8fad5b-d9cb-469f-a165-70867728950e"
USER = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
CALLBACK = "http://localhost:8000/api/v1/webhooks/ghosthands?token=made-up%2Fsecret"

_DEGREE = {"institution": "University of Turin", "degree": "BSc", "field": "Mathematics", "graduation_year": 2012}
_POSITION = {
    "company": "Analytical Engines Ltd",
    "title": "Engineer",
    "start_date": "2015-03",
    "end_date": "2019-06",
    "description": "Wrote programs.",
}
_PROFILE: dict[str, Any] = {
    "first_name": "Ada",
    "last_name": "Lovelace King",
    "email": "ada@example.com",
    "phone": "+44 20 7946 0000",
    "linkedin_url": "https://linkedin.com/in/ada",
    "education": [_DEGREE],
    "work_history": [_POSITION],
    "skills": ["Mathematics", "Poetry"],
}
_LONG = "Led the calculation of Bernoulli numbers by engine. " * 200


def application(url: str, /, *, without: tuple[str, ...] = (), profile: Any = None, **changes: Any) -> dict[str, Any]:
    """Return an application as VALET requests it; `profile` replaces parts of its profile, `changes` others."""
    body = {
        "valet_task_id": TASK,
        "valet_user_id": USER,
        "target_url": url,
        "platform": "unknown",
        "resume": {"storage_path": f"{USER}/resume.pdf"},
        "profile": {**_PROFILE, **(profile or {})},
        "qa_answers": {"Are you authorized to work in the United States?": "Yes"},
        "callback_url": CALLBACK,
        "quality": "quality",
        "max_retries": 1,
        **changes,
    }
    return {name: value for name, value in body.items() if name not in without}


def integration_test(**changes: Any) -> dict[str, Any]:
    """Return the request with which VALET's administrator checks that all is well."""
    return {
        "valet_task_id": TASK,
        "valet_user_id": USER,
        "job_type": "custom",
        "target_url": "https://www.google.com",
        "task_description": "Search for GhostHands and read the first result.",
        "callback_url": CALLBACK,
        "max_retries": 1,
        **changes,
    }


def bodies(url: str) -> Mapping[str, dict[str, Any]]:
    """Return an application to the posting at `url` of each kind, by its name."""
    return {
        "plain": application(url),
        "autopilot": application(url, quality="speed"),
        "no resume": application(url, resume={"storage_path": ""}),
        "one-word name": application(url, profile={"first_name": "Cher", "last_name": ""}),
        "nothing parsed": application(url, profile={"first_name": "", "last_name": "", "email": "", "phone": ""}),
        "no e-mail": application(url, profile={"email": ""}),
        "unknown years": application(
            url,
            profile={
                "education": [{**_DEGREE, "field": "", "graduation_year": 0}],
                "work_history": [{**_POSITION, "start_date": "", "end_date": "", "description": ""}],
            },
        ),
        "still studying": application(url, profile={"education": [{**_DEGREE, "graduation_year": "present"}]}),
        "position held now": application(
            url, profile={"work_history": [{**_POSITION, "end_date": "Present"}, {"company": "", "title": ""}]}
        ),
        "years as a fraction": application(url, profile={"years_of_experience": 7.5}),
        "addresses without scheme": application(
            url, profile={"linkedin_url": "linkedin.com/in/ada", "portfolio_url": "www.ada.example/work?x=1"}
        ),
        "long lists": application(
            url,
            profile={
                "skills": [f"Skill {n}" for n in range(240)],
                "education": [_DEGREE] * 14,
                "work_history": [_POSITION] * 33,
            },
        ),
        "long descriptions": application(url, profile={"work_history": [{**_POSITION, "description": _LONG}] * 30}),
        "model aliases": application(url, model="qwen-72b", image_model="claude-sonnet"),
        "sandbox, strict": application(url, target_worker_id=USER, worker_affinity="strict"),
        "sandbox, preferred": application(url, target_worker_id=USER, worker_affinity="preferred"),
        "nulls everywhere": application(
            url,
            qa_answers=None,
            model=None,
            image_model=None,
            target_worker_id=None,
            profile={"phone": None, "portfolio_url": None, "years_of_experience": None, "education": None},
        ),
        "no answers": application(url, without=("qa_answers", "callback_url")),
        "answers of every kind": application(
            url, qa_answers={"Do you drive?": True, "How many years?": 4, "Which languages?": ["Go", "C"], "Else?": ""}
        ),
        "of the main branch": application(url, execution_mode="agent_apply", timeout_seconds=1800, platform="taleo"),
        "of the staging branch": application(
            url, execution_mode="mastra", timeout_seconds=3600, platform="amazon", metadata={"source": "x" * 40_000}
        ),
        "beyond every limit": application(
            url,
            priority=99,
            timeout_seconds=86_400,
            max_retries=50,
            quality="copilot",
            tags=[f"t{n}" for n in range(40)],
        ),
        "characters that are none": application(
            url, profile={"phone": "+44\x00 20 7946 0000", "headline": "Engineer\x07"}
        ),
    }
