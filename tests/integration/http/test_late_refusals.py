"""What is refused only after VALET was told of a job is told to VALET too."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from ghosthands.domain import job, services
from ghosthands.testkit.receiver import Receiver

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
