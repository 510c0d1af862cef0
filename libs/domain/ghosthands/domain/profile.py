"""An applicant's data by flat keys, with derived values: `profile.location.city`, `answers.<question key>`.

Keys travel in events and values never do, so the keys are a closed list: everything else in a profile is stored under
`profile.other.<n>`, where only the redactor uses it. The parts of `facts` do not count as values of that kind:
countries, levels and numbers of years are in the questions themselves, which nobody could read without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ghosthands.domain import keys, streets
from ghosthands.domain.facts import list_answers
from ghosthands.domain.keys import FACTS
from ghosthands.domain.questions import question_key

#: the prefix of keys for entries without a known name
OTHER = "profile.other."
_STILL_THERE = ("", "present", "current", "now")
_ENDED = re.compile(r"work_history\.\d+\.end_date")

#: A number's dial code, if it states one: those of one and two digits, all others have three (ITU E.164).
_DIAL_CODE = re.compile(r"\+\s?(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})")
_SPONSORSHIP = ("requires_sponsorship_now", "requires_sponsorship_future")


def list_questions(profile: Mapping[str, Any], qa_answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the questions that an applicant answers, including those that follow from facts; their own answers win."""
    return list_answers(profile.get(FACTS)) | dict(qa_answers)


def flatten(profile: Mapping[str, Any]) -> dict[str, str]:
    """Return the profile by flat keys, without empty entries, with derived values: full name, present employer, …

    Truth values become "yes" and "no", lists of words are joined by ", ".
    """
    known, other = _split(profile)
    known = _derive(known) | known
    return {f"profile.{name}": text for name, text in known.items()} | {
        f"{OTHER}{n}": text for n, text in enumerate(other)
    }


def flatten_stated(profile: Mapping[str, Any]) -> dict[str, str]:
    """Return the profile by flat keys without derived values and without entries of unknown names."""
    return {f"profile.{name}": text for name, text in _split(profile)[0].items()}


def _split(profile: Mapping[str, Any]) -> tuple[dict[str, str], list[str]]:
    """Return the entries with a known name by that name, and the texts of all others."""
    known: dict[str, str] = {}
    other: list[str] = []
    for path, text in _leaves(profile, ""):
        if name := keys.canonical(path):
            known.setdefault(name, text)
        elif not path.startswith(f"{FACTS}."):
            other.append(text)
    return known, other


def flatten_answers(qa_answers: Mapping[str, Any]) -> dict[str, str]:
    """Return the answers by `answers.<question key>`; of two wordings of one question the later wins."""
    texts = {question: _text(answer) for question, answer in qa_answers.items()}
    return {f"{keys.ANSWERS}{question_key(q)}": text for q, text in texts.items() if text and _asks(q)}


def list_own_questions(qa_answers: Mapping[str, Any]) -> dict[str, str]:
    """Return the questions of those answers in their own words, by `answers.<question key>`."""
    return {f"{keys.ANSWERS}{question_key(q)}": q for q, answer in qa_answers.items() if _text(answer) and _asks(q)}


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield every non-empty scalar (or list of scalars, joined) with its dotted path."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and any(isinstance(item, (Mapping, list)) for item in value):
        for index, inner in enumerate(value):
            yield from _leaves(inner, f"{path}.{index}")
    elif text := _text(value):
        yield path, text


def _text(value: Any) -> str:
    """Return a scalar or a list of scalars as a form expects it; empty for nothing."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
        case list() | tuple():
            return ", ".join(filter(None, map(_text, value)))
        case _:
            return str(value).strip()


def _derive(known: Mapping[str, str]) -> dict[str, str]:
    """Return the values that the profile implies."""
    job = _present_job(known)
    derived = {
        **_sponsorship(known),
        **_whether_current(known, job),
        "full_name": _join(" ", known, "first_name", "last_name"),
        "full_name_last_first": _join(", ", known, "last_name", "first_name"),
        "middle_initial": known.get("middle_name", "")[:1],
        "location.full": _join(", ", known, "location.city", "location.state", "location.country"),
        **_on_an_envelope(known),
        **_street_and_number(known.get("address_line1", "")),
        "phone_country_code": _dial_code(known.get("phone", "")),
        "current_company": known.get(f"{job}.company", ""),
        "current_title": known.get(f"{job}.title", ""),
    }
    return {name: text for name, text in derived.items() if text}


def _on_an_envelope(known: Mapping[str, str]) -> dict[str, str]:
    """Return the address in one line, for forms with one box for it; empty if city or postal code is unknown."""
    if "location.city" not in known or "location.zip" not in known:
        return {}
    city_state_zip = f"{known['location.city']}, {_join(' ', known, 'location.state', 'location.zip')}"
    street = _join(", ", known, "address_line1", "address_line2")
    whole = ", ".join(filter(None, (street, city_state_zip, known.get("location.country", ""))))
    return {
        "location.zip_and_city": _join(" ", known, "location.zip", "location.city"),
        "location.city_state_zip": city_state_zip,
        "address_full": whole if street else "",
    }


def _street_and_number(line: str) -> dict[str, str]:
    found = streets.split(line)
    return {"address_street": found[0], "address_house_number": found[1]} if found else {}


def _dial_code(phone: str) -> str:
    stated = _DIAL_CODE.match(phone)
    return f"+{stated[1]}" if stated else ""


def _sponsorship(known: Mapping[str, str]) -> dict[str, str]:
    """Derive the need for sponsorship at any time from now and later, and the reverse for "never"."""
    said = [known.get(name, "").casefold() for name in _SPONSORSHIP]
    if known.get("requires_sponsorship", "").casefold() == "no":
        return dict.fromkeys(_SPONSORSHIP, "no")
    if "yes" in said:
        return {"requires_sponsorship": "yes"}
    return {"requires_sponsorship": "no"} if said == ["no", "no"] else {}


def _join(separator: str, known: Mapping[str, str], *names: str) -> str:
    return separator.join(known[name] for name in names if name in known)


def _whether_current(known: Mapping[str, str], present: str) -> dict[str, str]:
    """Derive whether the applicant still has a job, for the present one and for those that have ended."""
    ended = (name for name, when in known.items() if _ENDED.fullmatch(name) and when.casefold() not in _STILL_THERE)
    over = {f"{name.rpartition('.')[0]}.is_current": "no" for name in ended}
    return over | ({f"{present}.is_current": "yes"} if present else {})


def _present_job(known: Mapping[str, str]) -> str:
    """Return the path of the first job that has not ended; empty if there is none."""
    jobs = dict.fromkeys(name.rpartition(".")[0] for name in known if name.startswith("work_history."))
    still = (job for job in jobs if known.get(f"{job}.end_date", "").casefold() in _STILL_THERE)
    return next(still, "")


def _asks(question: str) -> bool:
    try:
        return bool(question_key(question))
    except ValueError:
        return False
