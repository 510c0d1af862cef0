"""What is known of a job's posting; nothing of one that was refused before anybody knew whose it is."""

from __future__ import annotations

import pytest
from jinja2 import Environment, FileSystemLoader

from ghosthands.hitl_gateway.console import pages
from ghosthands.hitl_gateway.console.posting import KnownPosting, KnownPostings
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault


@pytest.mark.parametrize("applicant", [None, "", "nobody-known"])
async def test_of_a_job_that_is_nobodys_no_posting_is_known(applicant: str | None) -> None:
    postings = KnownPostings(Vault(MemoryStore(), MasterKeys.generate()))
    assert await postings.find("valet", applicant, "job") == KnownPosting()


@pytest.mark.parametrize(
    ("posting", "phase", "name"),
    [
        (KnownPosting(), "rejected", "Not accepted"),
        (KnownPosting(), "completed", "A posting that is known no more"),
        (KnownPosting(company="Acme"), "rejected", "Acme"),
    ],
)
def test_an_application_that_was_refused_is_not_said_to_be_forgotten(
    posting: KnownPosting, phase: str, name: str
) -> None:
    templates = Environment(loader=FileSystemLoader(pages.HERE / "templates"), autoescape=True)
    macros = templates.get_template("macros.html").make_module()
    assert str(macros.posting_name(posting, phase)).strip() == name  # type: ignore[attr-defined]
