"""Profiles on disk, and the `job.requested` made from one."""

from __future__ import annotations

import base64
import json
import mimetypes
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.files import read_json
from ghosthands.contract import resume_file
from ghosthands.contract.body import Invalid
from ghosthands.contract.request import FORMLESS, MAX_RESUME_BYTES, parse
from ghosthands.domain import ids

#: the tenant of the command line's requests
TENANT = "local"
#: fields that the command line demands at once, before a form asks for them
NEEDED = ("first_name", "email")
#: attempts after the first: who watches hears of a failure soon, and can have it tried again
MAX_RETRIES = 1
#: characters of all files in one answer, in base64
_MOST_ENCODED = MAX_RESUME_BYTES * 4 // 3 + 4

TEMPLATE: dict[str, Any] = {
    "profile": {
        "first_name": "",
        "last_name": "",
        "email": "",
        "phone": "",
        "linkedin_url": "",
        "portfolio_url": "",
        "address": "",
        "location": {"city": "", "state": "", "country": "", "zip": ""},
        "work_authorization": "",
        "requires_sponsorship": "",
        "salary_expectation": "",
        "years_of_experience": "",
        "available_start_date": "",
        "notice_period": "",
        "willing_to_relocate": "",
        "education": [{"institution": "", "degree": "", "field": "", "graduation_year": ""}],
        "work_history": [{"company": "", "title": "", "start_date": "", "end_date": "", "description": ""}],
        "skills": [],
        # from these follow answers in whatever words a form asks; what is left empty answers nothing
        "facts": {
            "work_permission": {"United States": ""},
            "citizenships": [],
            "years": {"Python": ""},
            "languages": {"English": ""},
            "licences": {"CPA": None},
            "driving_licence": None,
            "own_transport": None,
            "weekends": None,
            "overtime": None,
            "night_shifts": None,
            "travel": None,
            "relatives": None,
        },
    },
    "qa_answers": {
        "Are you legally authorized to work in the country in which this job is located?": "",
        "Will you now or in the future require sponsorship for employment visa status?": "",
        "How did you hear about this job?": "",
    },
}


def read_profile(path: Path) -> dict[str, Any]:
    """Return `{profile, qa_answers}` from a file with both, or with the profile alone. Raises Stop(USAGE)."""
    return take_applicant(path, read_profile_file(path))


def read_profile_file(path: Path) -> dict[str, Any]:
    """Return all of the file, also besides `profile` and `qa_answers`; a file may be a profile alone.

    Raises Stop(USAGE).
    """
    if not path.exists():
        raise Stop(Exit.USAGE, f"there is no {path}; make one with: ghosthands profile init {path}")
    content = read_json(path)
    if not isinstance(content, dict):
        raise Stop(Exit.USAGE, f"{path} must hold a JSON object; see: ghosthands profile init")
    whole = content if "profile" in content else {"profile": content}
    if not isinstance(whole["profile"], dict):
        raise Stop(Exit.USAGE, f"{path}: `profile` must be a JSON object; see: ghosthands profile init")
    return whole


def take_applicant(path: Path, whole: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of the file that a request takes, as far as they were filled in. Raises Stop(USAGE)."""
    try:
        return {"profile": _list_filled(whole["profile"]), "qa_answers": _list_filled(whole.get("qa_answers") or {})}
    except RecursionError:
        raise Stop(Exit.USAGE, f"{path} is nested too deeply") from None


def _list_filled(value: Any) -> Any:
    """Return the template's entries that were filled in."""
    if isinstance(value, Mapping):
        kept = {key: _list_filled(inner) for key, inner in value.items()}
        return {key: inner for key, inner in kept.items() if inner not in ("", {}, [], None)}
    if isinstance(value, list):
        return [inner for inner in map(_list_filled, value) if inner not in ("", {}, [], None)]
    return value


def make_request(
    url: str,
    applicant: Mapping[str, Any],
    *,
    resume: Path | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Return the body to publish, checked by job-intake's own rules. Raises Stop(USAGE) with every reason."""
    task = f"cli-{secrets.token_hex(6)}"
    email = str(applicant.get("profile", {}).get("email", ""))
    body: dict[str, Any] = {
        "tenant": TENANT,
        "valet_task_id": task,
        "idempotency_key": task,
        "valet_user_id": ids.derived("cli", email.casefold()),
        "target_url": url,
        "engine_version": 2,
        "max_retries": MAX_RETRIES,
        **applicant,
        **options,
    }
    if resume is not None:
        body["resume"] = _read_resume(resume)
    check(body)
    return body


def check(body: Mapping[str, Any]) -> None:
    """Raise Stop(USAGE) naming every field that would be refused or mended, and what every form asks for."""
    profile, is_form = body.get("profile") or {}, body.get("job_type") not in FORMLESS
    missing = [name for name in NEEDED if is_form and not profile.get(name)]
    lines = [f"  profile.{name}: it is empty, and every form asks for it" for name in missing]
    try:
        parse(body, size=len(json.dumps(body)))
    except Invalid as error:
        lines += [f"  {reason.field or 'request'}: {reason.message}" for reason in error.reasons]
    if lines:
        raise Stop(Exit.USAGE, "\n".join(["this cannot be applied with:", *lines]))


def derive_job_id(body: Mapping[str, Any]) -> str:
    """Return the id of the job that this body will become."""
    return ids.job_id(body["tenant"], body["idempotency_key"])


def read_upload(path: Path) -> dict[str, str]:
    """Return the file as an answer carries it. Raises Stop(USAGE)."""
    return _make_upload(path, _read_whole(path, "file"))


def require_fit_together(files: Iterable[Mapping[str, str]]) -> None:
    """Raise Stop(USAGE) where the files are too large for one answer."""
    if sum(len(file["content_base64"]) for file in files) > _MOST_ENCODED:
        raise Stop(Exit.USAGE, f"the files may have at most {MAX_RESUME_BYTES} bytes together")


def _make_upload(path: Path, content: bytes) -> dict[str, str]:
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return {
        "content_base64": base64.b64encode(content).decode(),
        "file_name": path.name,
        "media_type": media_type,
    }


def _read_resume(path: Path) -> dict[str, str]:
    content = _read_whole(path, "resume")
    upload = _make_upload(path, content)
    try:
        resume_file.name_file(content, upload["file_name"], upload["media_type"])
    except resume_file.NotADocument as error:
        raise Stop(Exit.USAGE, f"the resume cannot be used, {error}: {path}") from None
    return upload


def _read_whole(path: Path, what: str) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise Stop(Exit.USAGE, f"the {what} is no file that can be read whole: {path}")
        content = path.read_bytes()
    except OSError as error:
        raise Stop(Exit.USAGE, f"the {what} cannot be read: {error.strerror}: {path}") from None
    if not content:
        raise Stop(Exit.USAGE, f"the {what} is empty: {path}")
    if len(content) > MAX_RESUME_BYTES:
        message = f"the {what} may have at most {MAX_RESUME_BYTES} bytes, and has {len(content)}: {path}"
        raise Stop(Exit.USAGE, message)
    return content
