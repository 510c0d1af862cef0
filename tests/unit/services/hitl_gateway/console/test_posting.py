"""What is known of a job's posting; nothing of one that was refused before anybody knew whose it is."""

from __future__ import annotations

import pytest

from ghosthands.hitl_gateway.console.posting import KnownPosting, KnownPostings
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault


@pytest.mark.parametrize("applicant", [None, "", "nobody-known"])
async def test_of_a_job_that_is_nobodys_no_posting_is_known(applicant: str | None) -> None:
    postings = KnownPostings(Vault(MemoryStore(), MasterKeys.generate()))
    assert await postings.find("valet", applicant, "job") == KnownPosting()
