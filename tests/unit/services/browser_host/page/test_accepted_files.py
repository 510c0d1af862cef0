"""A file goes only where its kind is taken, as far as the input says what it takes."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.page.upload import is_accepted
from ghosthands.browser_host.page.values import Upload

PDF = Upload(b"%PDF", "Ada CV.PDF", "application/pdf")
UNNAMED_TYPE = Upload(b"%PDF", "cv.pdf")
WORD = Upload(b"PK", "cv.docx", "application/octet-stream")


@pytest.mark.parametrize(
    ("accept", "file"),
    [
        ("", PDF),
        (".pdf,.doc,.docx", PDF),
        (" .DOC , .PDF ", PDF),
        ("application/pdf", PDF),
        ("application/pdf", UNNAMED_TYPE),
        ("application/*", PDF),
        ("*/*", PDF),
        ("pdf, doc", PDF),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", WORD),
    ],
)
def test_a_kind_that_is_taken_is_given(accept: str, file: Upload) -> None:
    assert is_accepted(accept, file)


@pytest.mark.parametrize("accept", [".doc,.docx", "image/*", "application/msword", ".docx, image/png"])
def test_a_kind_that_is_not_taken_is_not_given(accept: str) -> None:
    assert not is_accepted(accept, PDF)
