"""Adapting a request to the strict model; each change is noted, but never a value.

Only the strict model defines the limits: its errors determine what is mended, and how. Never mended are the
identity and the target (ids, `target_url`), nor what decides whether anything is sent, from which browser and for how
much (`dry_run`, `browser_mode`, `cdp_url`, `budget`): there a guess could do harm, so the strict model refuses what it
does not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
import pydantic

from ghosthands import platforms
from ghosthands.contract.body import has_control, names_in, strip_control
from ghosthands.contract.request import FORMLESS, MAX_DEPTH, JobRequest, is_deeper
from ghosthands.domain.codes import Mending
from ghosthands.domain.job import Mend
from ghosthands.domain.keys import PROFILE_NAMES

#: the most bytes of `metadata`, as JSON: it is returned with each status
MAX_METADATA_BYTES = 16_384
#: how often the strict model is asked for its errors: a mend may reveal others behind it
MAX_ROUNDS = 8

#: identity and target; what may leave the browser, which browser it is, what it may cost; the shape of extracted data
_NEVER_MENDED = frozenset(
    {"tenant", "valet_task_id", "valet_user_id", "target_url", "idempotency_key"}
    | {"dry_run", "browser_mode", "cdp_url", "budget", "output_schema"}
)
#: kept exactly as received
_VERBATIM = frozenset({"output_schema", "credentials"})
#: numbers for which 0 means unknown
_ZERO_IS_UNKNOWN = frozenset(
    {"graduation_year", "years_of_experience", "salary_expectation", "priority", "engine_version"}
    | {"timeout_seconds", "human_timeout_seconds"}
)
_ADDRESSES = ("linkedin_url", "portfolio_url", "github_url", "website_url", "twitter_url")
_NEEDED = ("first_name", "email")
_STILL = frozenset({"present", "current", "now", "today", "ongoing"})
_BARE_ADDRESS = re.compile(r"(?://)?[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]\S*)?")
_NAIVE_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?")

#: the place of a part in a request
Path = tuple[int | str, ...]
_GONE: Final = object()


class Adapted(NamedTuple):
    """A body for the strict model, and the mends made to it."""

    body: dict[str, Any]
    notes: tuple[Mend, ...]


def adapt(body: Mapping[str, Any]) -> Adapted:
    """Adapt a request as far as it can be understood; `parse` refuses what is still wrong."""
    if is_deeper(body, MAX_DEPTH):
        return Adapted(dict(body), ())
    door = _Door(body)
    for take in (_take_names, _take_addresses, _take_job, _take_profile, _take_answers, _take_resume, _take_rest):
        take(door)
    door.fit()
    _note_missing(door)
    return Adapted(door.body, door.notes)


class _Door:
    """A request that is being mended: a copy of its body, and the mends."""

    def __init__(self, body: Mapping[str, Any]) -> None:
        self._noted: dict[str, Mending] = {}
        self.body: dict[str, Any] = {}
        for name, value in body.items():
            cleaned = value if name in _VERBATIM else self._clean(value, (name,))
            if cleaned is not None and cleaned is not _GONE:
                self.body[name] = cleaned

    @property
    def notes(self) -> tuple[Mend, ...]:
        return tuple(Mend(field, code) for field, code in self._noted.items())

    def note(self, path: Path, code: Mending) -> None:
        """Note a mend at that path; only the first one there is kept."""
        self._noted.setdefault(_spell(path), code)

    def note_missing(self, path: Path) -> None:
        """Note that the part is missing, for whatever reason."""
        self._noted[_spell(path)] = Mending.MISSING

    def part(self, name: str) -> dict[str, Any]:
        """Return the object of that name; a new one if there is none."""
        found = self.body.setdefault(name, {})
        if not isinstance(found, dict):
            self.note((name,), Mending.LEFT_OUT)
            found = self.body[name] = {}
        return found

    def drop(self, path: Path) -> None:
        """Remove the part at that path."""
        self.put(path, _GONE, Mending.LEFT_OUT)

    def put(self, path: Path, value: Any, code: Mending) -> None:
        """Replace or remove the part at that path."""
        holder = self.at(path[:-1])
        if value is _GONE:
            del holder[path[-1]]
        else:
            holder[path[-1]] = value
        self.note(path, code)

    def at(self, path: Path) -> Any:
        """Return the part at that path. Raises KeyError, IndexError, TypeError."""
        value: Any = self.body
        for step in path:
            value = value[step]
        return value

    def fit(self) -> None:
        """Mend everything that the strict model refuses, as far as that is possible."""
        for _ in range(MAX_ROUNDS):
            try:
                JobRequest.model_validate(self.body)
            except pydantic.ValidationError as error:
                found = {
                    self._offender(each["loc"]): each
                    for each in reversed(error.errors(include_input=False, include_url=False))
                }
            else:
                return
            mendable = [path for path in found if path and path[0] not in _NEVER_MENDED]
            if not mendable:
                return
            for path in sorted(mendable, key=_from_the_end, reverse=True):
                value, code = _mend(self.at(path), found[path])
                self.put(path, value, code)

    def _offender(self, loc: Path) -> Path:
        """Return the path of the part that an error is about; for credentials, never mended, the whole entry."""
        path: Path = ()
        for step in loc:
            try:
                self.at((*path, step))
            except (KeyError, IndexError, TypeError):
                break
            path = (*path, step)
        return path[:2] if path[:1] == ("credentials",) else path

    def _clean(self, value: Any, path: Path) -> Any:
        """Return the value without parts that say nothing: nulls, blanks, and control characters."""
        match value:
            case str():
                return self._clean_text(value, path)
            case dict() if path == ("metadata",):
                return {strip_control(name): _strip_all(inner) for name, inner in value.items()}
            case dict():
                kept = {strip_control(name): self._clean(inner, (*path, name)) for name, inner in value.items()}
                return {name: inner for name, inner in kept.items() if inner is not None and inner is not _GONE}
            case list():
                entries = [self._clean(inner, (*path, n)) for n, inner in enumerate(value)]
                return [inner for inner in entries if inner is not None and inner is not _GONE and inner != {}]
            case int() | float() if value == 0 and value is not False and path[-1] in _ZERO_IS_UNKNOWN:
                self.note(path, Mending.LEFT_OUT)
                return _GONE
            case _:
                return value

    def _clean_text(self, text: str, path: Path) -> Any:
        if path[0] in _NEVER_MENDED:
            return text.strip(" \t\r\n") or _GONE
        stripped = strip_control(text).strip()
        if not stripped:
            self.note(path, Mending.LEFT_OUT)
            return _GONE
        if has_control(text):
            self.note(path, Mending.CLEANED)
        return stripped


def _strip_all(value: Any) -> Any:
    """Return the value with control characters removed from every text in it."""
    match value:
        case str():
            return strip_control(value)
        case dict():
            return {strip_control(name): _strip_all(inner) for name, inner in value.items()}
        case list():
            return [_strip_all(inner) for inner in value]
        case _:
            return value


# Words of VALET's own, and of others who use its contract


def _take_names(door: _Door) -> None:
    """Accept the names that the contract's other routes use for the same fields."""
    body, given = door.body, door.body.get("input_data")
    if isinstance(given, dict):
        resume = given.get("resume_ref") or ({"storage_path": given["resume_path"]} if "resume_path" in given else None)
        said = {"profile": given.get("user_data"), "qa_answers": given.get("qa_overrides"), "resume": resume}
        said["platform"] = given.get("platform")
        body.update({name: value for name, value in said.items() if value is not None and name not in body})
    if "user_id" in body:
        body.setdefault("valet_user_id", body["user_id"])
    for name in ("valet_task_id", "valet_user_id", "idempotency_key"):
        if isinstance(body.get(name), int):
            door.put((name,), str(body[name]), Mending.CONVERTED)


def _take_addresses(door: _Door) -> None:
    """Complete addresses without a scheme, as people write them."""
    paths: list[Path] = [("target_url",), ("callback_url",), ("resume", "download_url")]
    for path in (*paths, *(("profile", name) for name in _ADDRESSES)):
        try:
            found = door.at(path)
        except (KeyError, TypeError):
            continue
        if isinstance(found, str) and "://" not in found and _BARE_ADDRESS.fullmatch(found):
            door.put(path, f"https://{found.removeprefix('//')}", Mending.SCHEME_ADDED)


def _take_job(door: _Door) -> None:
    """Choose the type of the job, and its platform."""
    body = door.body
    wanted, is_shaped = body.get("job_type"), isinstance(body.get("output_schema"), dict)
    if isinstance(wanted, str) and (wanted not in _allowed("job_type") or (wanted == "scrape" and not is_shaped)):
        if "task_description" in body:
            door.put(("job_type",), "custom", Mending.REPLACED)
        elif wanted != "scrape":
            door.put(("job_type",), "apply", Mending.REPLACED)
    named = body.get("platform")
    spelt = named.lower() if isinstance(named, str) else None
    if spelt in _allowed("platform") and spelt != "other":
        body["platform"] = spelt
        return
    found = _read_platform(body.get("target_url"))
    if found is not None:
        door.put(("platform",), found, Mending.READ_FROM_ADDRESS)
    elif spelt is not None and spelt != "other":
        door.drop(("platform",))


def _read_platform(url: object) -> str | None:
    """Return the platform that serves the address; None if it is unknown."""
    try:
        parts = urlsplit(str(url))
    except ValueError:
        return None
    found = platforms.detect(f"{parts.hostname or ''}{parts.path or '/'}", ())
    return None if found == platforms.GENERIC else found


def _take_profile(door: _Door) -> None:
    """Mend the applicant's data: fractions of years, dates that say "present", skills in one line."""
    if "profile" not in door.body and door.body.get("job_type") in FORMLESS:
        return
    profile = door.part("profile")
    years = profile.get("years_of_experience")
    if isinstance(years, float):
        door.put(("profile", "years_of_experience"), int(years), Mending.ROUNDED)
    if isinstance(profile.get("skills"), str):
        skills = [each.strip() for each in re.split(r"[,;\n]", profile["skills"]) if each.strip()]
        door.put(("profile", "skills"), skills, Mending.CONVERTED)
    if isinstance(profile.get("location"), str):
        door.put(("profile", "location"), {"city": profile["location"]}, Mending.CONVERTED)
    for path in list(_beginnings(profile)):
        if str(door.at(path)).strip().lower() in _STILL:
            door.drop(path)
        elif isinstance(door.at(path), float):
            door.put(path, int(door.at(path)), Mending.ROUNDED)


def _beginnings(profile: Mapping[str, Any]) -> Iterator[Path]:
    """Yield the paths of dates that cannot be the present: the beginning of a job or degree, or a graduation."""
    for part, name in (("work_history", "start_date"), ("education", "graduation_year"), ("education", "start_date")):
        entries = profile.get(part)
        for n, entry in enumerate(entries if isinstance(entries, list) else ()):
            if isinstance(entry, dict) and name in entry:
                yield ("profile", part, n, name)


def _take_answers(door: _Door) -> None:
    """Accept answers as a list of questions, or as values other than texts."""
    given = door.body.get("qa_answers")
    if isinstance(given, list):
        pairs = [(one.get("question"), one.get("answer")) for one in given if isinstance(one, dict)]
        said = {question: answer for question, answer in pairs if isinstance(question, str) and answer is not None}
        door.put(("qa_answers",), said, Mending.CONVERTED)
    for question, answer in list(door.part("qa_answers").items() if given is not None else ()):
        if not isinstance(answer, str):
            door.put(("qa_answers", question), _text(answer), Mending.CONVERTED)


def _text(value: Any) -> Any:
    """Convert a value that is not a text to one; _GONE if it says nothing in words."""
    match value:
        case bool():
            return "Yes" if value else "No"
        case int() | float():
            return f"{value:g}" if isinstance(value, float) else str(value)
        case list() if value and all(isinstance(each, (str, int, float)) for each in value):
            return ", ".join(map(str, value))
        case _:
            return _GONE


def _take_resume(door: _Door) -> None:
    """Accept a resume given as one word, and base64 content with a prefix or white space."""
    resume = door.body.get("resume")
    if isinstance(resume, str):
        source = "download_url" if "://" in resume else "storage_path"
        door.put(("resume",), {source: resume}, Mending.CONVERTED)
    elif isinstance(resume, dict) and isinstance(content := resume.get("content_base64"), str):
        resume["content_base64"] = "".join(content.rpartition("base64,")[2].split())


def _take_rest(door: _Door) -> None:
    """Keep usable credentials, one for each domain; add a missing time zone; shorten metadata."""
    body = door.body
    if isinstance(credentials := body.get("credentials"), list):
        usable = [each for each in credentials if isinstance(each, dict) and not has_control(each)]
        by_domain = {str(each.get("domain")).lower(): each for each in usable}
        if len(by_domain) < len(credentials):
            door.put(("credentials",), list(by_domain.values()), Mending.LEFT_OUT)
    if isinstance(at := body.get("scheduled_at"), str) and _NAIVE_TIME.fullmatch(at):
        door.put(("scheduled_at",), f"{at}Z", Mending.CONVERTED)
    metadata = body.get("metadata")
    while isinstance(metadata, dict) and len(msgspec.json.encode(metadata)) > MAX_METADATA_BYTES:
        largest = max(metadata, key=lambda name: len(msgspec.json.encode(metadata[name])))
        del metadata[largest]
        door.note(("metadata",), Mending.SHORTENED)


def _note_missing(door: _Door) -> None:
    """Note the missing essentials of an application: it starts, and a human is asked if the form requires them."""
    if door.body.get("job_type") in FORMLESS:
        return
    for name in _NEEDED:
        if name not in door.part("profile"):
            door.note_missing(("profile", name))
    if "resume" not in door.body:
        door.note_missing(("resume",))


# Mends by the strict model's errors


def _mend(value: Any, complaint: Any) -> tuple[Any, Mending]:
    """Return the replacement of a value, by the strict model's error."""
    mend = _BY_COMPLAINT.get(complaint["type"]) if complaint["loc"][-1] != "[key]" else None
    return mend(value, complaint.get("ctx", {})) if mend else (_GONE, Mending.LEFT_OUT)


def _shorten(value: Any, limits: Mapping[str, Any]) -> tuple[Any, Mending]:
    most = limits["max_length"]
    if isinstance(value, str):
        return value[:most].rstrip() if value[most : most + 1].isspace() else _cut(value, most), Mending.SHORTENED
    if isinstance(value, dict):
        return dict(list(value.items())[:most]), Mending.SHORTENED
    return value[:most], Mending.SHORTENED


def _cut(text: str, most: int) -> str:
    """Cut the text after its last word that ends within `most` characters; a single word is cut itself."""
    return text[:most].rsplit(maxsplit=1)[0] if " " in text[:most].strip() else text[:most]


def _say(value: Any, _: Mapping[str, Any]) -> tuple[Any, Mending]:
    return (said := _text(value)), Mending.LEFT_OUT if said is _GONE else Mending.CONVERTED


def _list(value: Any, _: Mapping[str, Any]) -> tuple[Any, Mending]:
    return [value], Mending.CONVERTED


_BY_COMPLAINT: Mapping[str, Callable[[Any, Mapping[str, Any]], tuple[Any, Mending]]] = {
    "string_too_long": _shorten,
    "too_long": _shorten,
    "string_type": _say,
    "list_type": _list,
    "greater_than_equal": lambda _, limits: (limits["ge"], Mending.LIMITED),
    "less_than_equal": lambda _, limits: (limits["le"], Mending.LIMITED),
    "int_from_float": lambda value, _: (int(value), Mending.ROUNDED),
}


@cache
def _allowed(name: str) -> Sequence[str]:
    """Return the words that the strict model accepts there."""
    schema = JobRequest.model_json_schema()["properties"][name]
    return next(part["enum"] for part in (schema, *schema.get("anyOf", ())) if "enum" in part)


def _from_the_end(path: Path) -> tuple[tuple[int, str], ...]:
    """Return a sort key that orders a list's entries by their places, so that the last is removed first."""
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in path)


def _spell(path: Path) -> str:
    """Return the path as text; a place in a list, or a name that the sender made up, becomes `*`."""
    return ".".join(step if step in names_in(JobRequest) or step in PROFILE_NAMES else "*" for step in path)
