"""Ada Lovelace, who applies in unit tests: her request, and a profile with something of everything."""

from __future__ import annotations

from typing import Any

REQUEST: dict[str, Any] = {
    "valet_task_id": "task-1",
    "valet_user_id": "3f0c1a52-5d0e-4c3a-9a55-67686f737468",
    "target_url": "https://jobs.example.com/acme/jobs/1001",
    "profile": {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"},
    "engine_version": 2,
}
PROFILE: dict[str, Any] = {
    "first_name": "Ada",
    "last_name": "Lovelace",
    "email": "ada@example.org",
    "phone": "+44 20 7946 0958",
    "linkedin_url": None,
    "location": {"city": "London", "state": "", "country": "United Kingdom", "zip": "W1J 7NT"},
    "requires_sponsorship_now": False,
    "years_of_experience": 12.0,
    "salary_expectation": 90000,
    "eeo": {"gender": "decline"},
    "education": [{"institution": "Home", "degree": "BSc", "graduation_year": 1835}],
    "work_history": [
        {"company": "Babbage & Co", "title": "Translator", "end_date": "1843-09"},
        {"company": "Analytical Engines", "title": "Programmer", "end_date": "Present"},
    ],
    "skills": ["mathematics", "", "poetry"],
}
