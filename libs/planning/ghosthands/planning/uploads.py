"""File inputs: which of the applicant's files goes into each."""

from __future__ import annotations

import re

from ghosthands.domain.codes import LeftBecause
from ghosthands.domain.keys import COVER_LETTER, FILES, RESUME
from ghosthands.domain.page import AnyField, FileInputModel, FilePurpose, PageModel
from ghosthands.planning.signals import words

_KEYS = {FilePurpose.RESUME: RESUME, FilePurpose.COVER_LETTER: COVER_LETTER}

#: Labels of inputs that fill the form from a resume: a convenience beside the real upload, where there is one.
_READER = re.compile(r"\bauto ?fill\b|\bparse\b|\bimport\b|\bpre ?fill\b|\bquick apply\b")


def key(file: FileInputModel) -> str | None:
    """Return the key of the file that is wanted; None for one that is known by its question alone."""
    return _KEYS.get(file.purpose)


def given_key(question_key: str) -> str:
    """Return the key of the file that a human gives for the question, whatever else the applicant has."""
    return f"{FILES}{question_key}"


def refusal(file: FileInputModel, page: PageModel) -> str | None:
    """Return why nothing is uploaded here; None when something may be."""
    if file.already_uploaded and file.error is None:
        return LeftBecause.ALREADY_UPLOADED
    if _takes_pictures_only(file):
        return None if file.required else LeftBecause.PHOTO
    if not file.required and _is_reader(file) and (_has_twin(file, page) or _is_sent_apart(file, page)):
        return LeftBecause.RESUME_READER
    return None


def _takes_pictures_only(file: FileInputModel) -> bool:
    accepted = [part.strip().lower() for part in file.accept_types.split(",") if part.strip()]
    return bool(accepted) and all(part.startswith("image/") or part in _PICTURES for part in accepted)


_PICTURES = frozenset({".jpg", ".jpeg", ".png", ".gif", ".webp", ".heic"})


def _is_reader(file: FileInputModel) -> bool:
    return bool(_READER.search(words(file.label)))


def _has_twin(file: FileInputModel, page: PageModel) -> bool:
    """Whether another input takes the same file; of several that would only read it, the first one does."""
    alike = [each for each in page.file_inputs if each.purpose is file.purpose]
    plain = [each for each in alike if not _is_reader(each)]
    return bool(plain) or alike[0].id != file.id


def _is_sent_apart(file: FileInputModel, page: PageModel) -> bool:
    """Whether it is alone in a form of its own, beside the one that is filled in."""
    asking = {_form_of(field) for field in page.fields if field.is_shown}
    return file.form != 0 and bool(asking) and _form_of(file) not in asking


def _form_of(field: AnyField) -> tuple[str, int]:
    return field.locator.frame, field.form
