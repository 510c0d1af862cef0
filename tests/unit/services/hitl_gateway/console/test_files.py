"""Files that come with a console's form."""

from __future__ import annotations

import base64

import pytest

from ghosthands.domain.human import AskKind
from ghosthands.hitl_gateway.console.inbox import _make_answer as make_answer
from ghosthands.hitl_gateway.console.multipart import find_boundary, split_parts
from ghosthands.hitl_gateway.console.questions import AskField, OpenAsk
from ghosthands.testkit.story import requested

BOUNDARY = "----WebKitFormBoundaryAa1"
PICTURE = b"\x89PNG\r\n\x1a\n--" + BOUNDARY.encode()[:-1] + b"\r\n"
BODY = b"".join(
    f"--{BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + content + b"\r\n"
    for head, content in [
        ('name="value.k1"', "Weil’s passt".encode()),
        ('name="file.k2"; filename="Größe.png"\r\nContent-Type: image/png', PICTURE),
        ('name="file.k3"; filename=""\r\nContent-Type: application/octet-stream', b""),
    ]
)
WHOLE = BODY + f"--{BOUNDARY}--\r\n".encode()


def asking(kind: AskKind) -> OpenAsk:
    fields = [AskField(key=f"k{n}", label="?", control="file" if n > 1 else "text", draft="") for n in (1, 2, 3)]
    known = {"job_id": "j", "request_id": "r", "code": "", "due": None, "headline": "", "what_to_do": ""}
    return OpenAsk(kind=kind, fields=tuple(fields), **known)


def test_a_file_is_read_as_it_is_and_one_that_was_not_chosen_is_none() -> None:
    assert find_boundary(f'multipart/form-data; boundary="{BOUNDARY}"') == BOUNDARY
    assert split_parts(WHOLE, BOUNDARY) == [
        ("value.k1", "Weil’s passt"),
        ("file.k2", base64.b64encode(PICTURE).decode()),
        ("file.k2.name", "Größe.png"),
        ("file.k2.type", "image/png"),
    ]


def test_a_form_that_broke_off_is_none() -> None:
    with pytest.raises(ValueError, match="no whole form"):
        split_parts(BODY, BOUNDARY)


@pytest.mark.parametrize("kind", [AskKind.FIELDS, AskKind.REVIEW])
def test_a_file_goes_with_the_answer_whether_drafts_are_read_or_not(kind: AskKind) -> None:
    answer = make_answer(dict(split_parts(WHOLE, BOUNDARY)), asking(kind), requested())
    given = {"content_base64": base64.b64encode(PICTURE).decode(), "file_name": "Größe.png", "media_type": "image/png"}
    assert (answer["values"], answer["files"]) == ({"k1": "Weil’s passt"}, {"k2": given})
