"""A resume is what it is called, as far as that can be told; one without a name is called what it is."""

from __future__ import annotations

import base64
import io
import zipfile

import pytest

from ghosthands.contract.request import Resume
from ghosthands.contract.resume_file import NotADocument


def packed(*members: tuple[str, str]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, text in members:
            archive.writestr(name, text)
    return held.getvalue()


PDF = b"\xef\xbb\xbf\n%PDF-1.7 \xe2\xe3"
DOC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(20)
DOCX = packed(("[Content_Types].xml", "<Types/>"), ("word/document.xml", "<document/>"))
ODT = packed(("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "<office/>"))
#: what other programs write, and readers take
REPACKED = packed(("content.xml", "<office/>"), ("mimetype", "application/vnd.oasis.opendocument.text"))
LATE_PDF = b"\xe2" * 2000 + b"%PDF-1.4"
RTF = rb"{\rtf1 Ada}"
TEXT = "Ada Lovelace, Zürich\nAnalyst".encode()
PAGE = b"\n<!DOCTYPE html><title>Sign in</title>"
SAID = b'{"statusCode": "404", "error": "not_found"}'
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(8)
PROGRAM = b"MZ\x90\x00\x03\x00"
SHEET = packed(("[Content_Types].xml", "<Types/>"), ("xl/workbook.xml", "<workbook/>"))


def called(data: bytes, **said: str) -> tuple[str, str]:
    given = {"content_base64": base64.b64encode(data).decode(), **said}
    return Resume.model_validate(given).name_file(data)


@pytest.mark.parametrize("name", ["cv.pdf", "CV.PDF", "cv.docx", "cv.odt", "cv.rtf"])
@pytest.mark.parametrize("data", [TEXT, PAGE, SAID, PICTURE])
def test_what_is_called_a_document_and_is_none_is_refused(data: bytes, name: str) -> None:
    with pytest.raises(NotADocument, match="give the document itself"):
        called(data, file_name=name)


@pytest.mark.parametrize("name", ["cv.pdf", "cv.docx", "cv.doc", "cv.odt", "cv.rtf", "cv"])
@pytest.mark.parametrize("data", [PDF, DOC, DOCX, ODT, RTF, b"\xef\xbb\xbf" + RTF, REPACKED, LATE_PDF])
def test_a_document_under_the_name_of_another_kind_is_taken(data: bytes, name: str) -> None:
    assert called(data, file_name=name)[0] == name


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (TEXT, "cv.txt"),
        (TEXT, "cv.md"),
        (TEXT, "cv"),
        (TEXT.decode().encode("latin-1"), "cv.txt"),
        (TEXT.decode().encode("utf-16"), "cv.txt"),
        (PAGE, "cv.html"),
        (PAGE, "cv.doc"),
    ],
)
def test_what_is_no_document_and_not_called_one_is_left_as_it_is(data: bytes, name: str) -> None:
    assert called(data, file_name=name, media_type="some/thing") == (name, "some/thing")


@pytest.mark.parametrize(
    ("data", "name", "media_type"),
    [
        (PDF, "resume.pdf", "application/pdf"),
        (DOC, "resume.doc", "application/msword"),
        (DOCX, "resume.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (ODT, "resume.odt", "application/vnd.oasis.opendocument.text"),
        (RTF, "resume.rtf", "application/rtf"),
        (TEXT, "resume.txt", "text/plain"),
    ],
)
def test_a_resume_without_a_name_is_called_what_it_is(data: bytes, name: str, media_type: str) -> None:
    assert called(data) == (name, media_type)


@pytest.mark.parametrize("name", [{}, {"file_name": "cv.txt"}, {"file_name": "cv.bin"}, {"file_name": "cv.doc"}])
@pytest.mark.parametrize("data", [PICTURE, PROGRAM, SHEET, b"\x00\x01", b"\xff\xd8\xff\xe0" + bytes(20)])
def test_what_is_neither_a_document_nor_text_is_refused_whatever_its_name(data: bytes, name: dict[str, str]) -> None:
    with pytest.raises(NotADocument, match="no PDF, DOCX, DOC, ODT, RTF or text: give the document itself"):
        called(data, **name)


@pytest.mark.parametrize("name", ["x.exe", "cv.png", "cv.zip"])
@pytest.mark.parametrize("data", [TEXT, b"MZ", PAGE])
def test_text_under_the_name_of_another_kind_is_refused(data: bytes, name: str) -> None:
    with pytest.raises(NotADocument, match="give the document itself"):
        called(data, file_name=name)


@pytest.mark.parametrize("data", [PAGE, SAID])
def test_a_page_or_an_error_in_the_place_of_a_resume_is_refused(data: bytes) -> None:
    with pytest.raises(NotADocument, match="where the file itself lies"):
        called(data)
