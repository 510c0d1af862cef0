"""What a file input wants; a photo is no resume."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.browser_host.page import file_purpose
from ghosthands.browser_host.page.inventory import RawControl
from ghosthands.domain.page import FilePurpose


def control(**parts: Any) -> RawControl:
    plain = {
        "kind": "file",
        "css": "input",
        "label": "",
        "name": "",
        "id": "",
        "section": "",
        "required": False,
        "filled": False,
        "reachable": True,
    }
    return RawControl(**{**plain, **parts})


@pytest.mark.parametrize(
    ("parts", "purpose"),
    [
        ({"label": "Resume/CV"}, FilePurpose.RESUME),
        ({"label": "Résumé"}, FilePurpose.RESUME),
        ({"label": "Lebenslauf"}, FilePurpose.RESUME),
        ({"label": "Attach", "id": "resume-upload-input"}, FilePurpose.RESUME),
        ({"name": "candidate_cv"}, FilePurpose.RESUME),
        ({"label": "Attach", "section": "Resume"}, FilePurpose.RESUME),
        ({"label": "Cover Letter", "section": "Resume"}, FilePurpose.COVER_LETTER),
        ({"label": "Upload your resume and cover letter"}, FilePurpose.COVER_LETTER),
        ({"label": "Transcript", "section": "Resume and documents"}, FilePurpose.OTHER),
        ({"label": "Reference", "section": "CV"}, FilePurpose.OTHER),
        ({"label": "Photo", "section": "Resume"}, FilePurpose.OTHER),
        ({"label": "Autofill from resume"}, FilePurpose.RESUME),
        ({"label": "Import from LinkedIn"}, FilePurpose.OTHER),
        ({"label": "Important: attach your CV"}, FilePurpose.RESUME),
        ({"label": "Certificates"}, FilePurpose.OTHER),
    ],
)
def test_a_file_input_wants(parts: dict[str, str], purpose: FilePurpose) -> None:
    assert file_purpose.purpose_of(control(**parts)) is purpose
