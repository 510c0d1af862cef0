"""File inputs: which of the applicant's files goes into each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ghosthands.domain.codes import LeftBecause
from ghosthands.domain.keys import COVER_LETTER, FILES, RESUME
from ghosthands.domain.page import FileInputModel, FilePurpose
from ghosthands.planning.signals import words

_KEYS = {FilePurpose.RESUME: RESUME, FilePurpose.COVER_LETTER: COVER_LETTER}

#: Labels of inputs that fill the form from a resume: a convenience besides the real upload.
_READER = re.compile(r"\bauto ?fill\b|\bparse\b|\bimport\b|\bpre ?fill\b|\bquick apply\b")


def key(file: FileInputModel) -> str | None:
    """Return the key of the file that is wanted; None for one that is known by its question alone."""
    return _KEYS.get(file.purpose)


def given_key(question_key: str) -> str:
    """Return the key of the file that a human gives for the question, whatever else the applicant has."""
    return f"{FILES}{question_key}"


def refusal(file: FileInputModel, others: Sequence[FileInputModel]) -> str | None:
    """Return why nothing is uploaded here; None when something may be."""
    if file.already_uploaded and file.error is None:
        return LeftBecause.ALREADY_UPLOADED
    if _takes_pictures_only(file):
        return None if file.required else LeftBecause.PHOTO
    if not file.required and _READER.search(words(file.label)) and _has_twin(file, others):
        return LeftBecause.RESUME_READER
    return None


def _takes_pictures_only(file: FileInputModel) -> bool:
    accepted = [part.strip().lower() for part in file.accept_types.split(",") if part.strip()]
    return bool(accepted) and all(part.startswith("image/") or part in _PICTURES for part in accepted)


_PICTURES = frozenset({".jpg", ".jpeg", ".png", ".gif", ".webp", ".heic"})


def _has_twin(file: FileInputModel, others: Sequence[FileInputModel]) -> bool:
    return any(other.id != file.id and other.purpose is file.purpose for other in others)
