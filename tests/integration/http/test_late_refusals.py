"""What is refused only after VALET was told of a job is told to VALET too."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

from ghosthands.domain import ids, job, services
from ghosthands.testkit.receiver import Receiver
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import NotInVault

if TYPE_CHECKING:
    from conftest import Street


async def test_a_refusal_that_comes_after_the_answer_is_called_back_as_a_failure(street: Street) -> None:
    async with Receiver(street.stack.service_secret).listening() as receiver:
        first = street.application()
        await street.valet.apply(first)
        again = {**street.application(), "callback_url": receiver.callback_url()}
        again |= {name: first[name] for name in ("valet_user_id", "target_url")}
        await street.until(street.job_of(first), lambda event: isinstance(event, job.JobRequested))
        intake = street.stack.process(services.JOB_INTAKE).pid
        os.kill(intake, signal.SIGSTOP)
        try:
            told = await street.valet.apply(again)
        finally:
            os.kill(intake, signal.SIGCONT)
        assert told["status"] == "pending"
        await receiver.until(lambda: receiver.words(told["job_id"]) == ["failed"])
        (heard,) = receiver.of(told["job_id"])
        assert heard.body["valet_task_id"] == again["valet_task_id"]
        assert heard.body["error_code"] == "duplicate_application"
        status = await street.valet.status(told["job_id"])
        assert (status["status"], status["error"]["code"]) == ("failed", "duplicate_application")


async def test_the_address_for_a_refusal_lies_beside_the_request_and_never_in_its_place(street: Street) -> None:
    async with Receiver(street.stack.service_secret).listening() as receiver:
        sent = {**street.application(), "callback_url": receiver.callback_url()}
        person = Applicant("valet", ids.applicant_id("valet", sent["valet_user_id"]))
        intake = street.stack.process(services.JOB_INTAKE).pid
        os.kill(intake, signal.SIGSTOP)
        try:
            told = await street.valet.apply(sent)
            with pytest.raises(NotInVault):  # a repeat whose first call was taken in meanwhile would wipe it
                await street.vault.get_request(person, told["job_id"])
            assert await street.vault.get_callback(person, told["job_id"]) == {
                "callback_url": sent["callback_url"],
                "valet_task_id": sent["valet_task_id"],
            }
        finally:
            os.kill(intake, signal.SIGCONT)
        await street.until(told["job_id"], lambda event: isinstance(event, job.JobRequested))
        assert (await street.vault.get_request(person, told["job_id"]))["profile"]
