from __future__ import annotations

import re

from ghosthands.practice.profiles import ASA, JORDAN
from ghosthands.practice.resume import make_resume


def test_the_same_words_give_the_same_bytes() -> None:
    assert JORDAN.resume() == JORDAN.resume()
    assert JORDAN.resume() != ASA.resume()


def test_every_entry_of_the_table_points_at_its_object() -> None:
    document = make_resume("Jordan Ellsworth", ["One line", "", "Another"])
    [start] = re.findall(rb"startxref\n(\d+)\n%%EOF\n$", document)
    table = document[int(start) :]
    assert table.startswith(b"xref\n0 6\n")
    for number, offset in enumerate(re.findall(rb"(\d{10}) 00000 n ", table), start=1):
        assert document[int(offset) :].startswith(b"%d 0 obj\n" % number)


def test_the_stream_is_as_long_as_it_says() -> None:
    document = make_resume("Jordan Ellsworth", ["One line"])
    [(length, content)] = re.findall(rb"/Length (\d+) >>\nstream\n(.*)\nendstream", document, re.DOTALL)
    assert len(content) == int(length)


def test_what_means_something_to_pdf_is_escaped() -> None:
    assert rb"(A \(B\) \\ C) Tj" in make_resume(r"A (B) \ C", [])


def test_letters_outside_the_font_become_question_marks() -> None:
    assert "(Åsa ?) Tj".encode("cp1252") in make_resume("Åsa 王", [])


def test_a_resume_that_is_too_long_ends_with_the_page() -> None:
    document = make_resume("Jordan", [f"line {number}" for number in range(500)])
    heights = len(re.findall(rb"T\*", document)) * 16
    assert b"(line 1) Tj" in document
    assert heights < 770 - 60
