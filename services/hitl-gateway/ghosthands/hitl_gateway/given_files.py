"""Checks the files that a human gives with an answer against the fields that ask for them."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ghosthands.contract.answer import HumanAnswer
from ghosthands.contract.body import Invalid
from ghosthands.contract.request import MAX_RESUME_BYTES, Resume
from ghosthands.contract.resume_file import NotADocument
from ghosthands.domain.accepted_files import is_accepted, list_accepted
from ghosthands.domain.codes import RequestFault
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import HumanRequested, Reason
from ghosthands.domain.keys import FILES, RESUME
from ghosthands.domain.page import FileInputModel, FilePurpose, PageModel
from ghosthands.planning import uploads

#: the resolutions that files go with
_WITH_FILES = (Resolution.VALUE, Resolution.REVIEWED)


class GivenFile(NamedTuple):
    """A file that a human gave, for the question that asks for it."""

    question_key: str
    #: what the vault keeps it as
    kind: str
    data: bytes
    name: str
    media_type: str


def find_inputs(ask: HumanRequested, page: PageModel | None) -> dict[str, FileInputModel]:
    """Return the fields asked that take a file, by question key."""
    inputs = {file.id: file for file in page.file_inputs} if page else {}
    return {field.question_key: inputs[field.field_id] for field in ask.fields if field.field_id in inputs}


def read_files(
    answer: HumanAnswer, files: Mapping[str, Resume], inputs: Mapping[str, FileInputModel]
) -> tuple[GivenFile, ...]:
    """Return the answer's files; `files` are those given by question key. Raises Invalid where one does not fit."""
    return tuple(_list_files(answer, files, inputs))


def _list_files(
    answer: HumanAnswer, files: Mapping[str, Resume], inputs: Mapping[str, FileInputModel]
) -> Iterator[GivenFile]:
    if answer.resume is not None:
        asked = [key for key, file in inputs.items() if file.purpose is FilePurpose.RESUME]
        if answer.resolution not in _WITH_FILES or not asked:
            raise Invalid(Reason("resume", RequestFault.NOT_ALLOWED, "no resume was asked for"))
        yield _read_file(answer.resume, asked[0], inputs[asked[0]], "resume", RESUME)
    for key, given in files.items():
        if answer.resolution not in _WITH_FILES or key not in inputs:
            raise Invalid(Reason("files.*", RequestFault.NOT_ALLOWED, f"question {key} takes no file"))
        yield _read_file(given, key, inputs[key], "files.*", uploads.given_key(key))


def _read_file(given: Resume, key: str, file: FileInputModel, place: str, kept_as: str) -> GivenFile:
    place, what = f"{place}.content_base64", "resume" if file.purpose is FilePurpose.RESUME else "file"
    try:
        data = given.content()
    except ValueError as error:
        raise Invalid(Reason(place, RequestFault.NOT_BASE64, str(error))) from None
    if not data:
        raise Invalid(Reason(place, RequestFault.MISSING, f"send the {what} itself, in base64"))
    if len(data) > MAX_RESUME_BYTES:
        raise Invalid(Reason(place, RequestFault.OVERSIZE, f"a {what} may have at most {MAX_RESUME_BYTES} bytes"))
    name, media_type = given.file_name, given.media_type
    if file.purpose is not FilePurpose.OTHER:
        try:
            name, media_type = given.name_file(data)
        except NotADocument as error:
            raise Invalid(Reason(place, RequestFault.NO_DOCUMENT, str(error))) from None
    if not is_accepted(file.accept_types, name, {media_type.lower(), mimetypes.guess_type(name)[0] or ""}):
        message = f"{file.label or 'the form'!r} takes {', '.join(list_accepted(file.accept_types))} only"
        raise Invalid(Reason(place, RequestFault.NO_DOCUMENT, message))
    return GivenFile(key, kept_as.removeprefix(FILES), data, name, media_type)
