"""The first application on a form, which asks a model, beside the second, by another applicant, which asks none.

The forms have questions that no rule understands, which the applicant answered in other words: on the first run a model
is asked which of their answers belongs there. It is a scripted one, which answers at once and is priced as `MODEL` is.
Cookbook learns a recipe from that run. The next applicant's run uses the recipe, and the site receives the same.

Beside that, version 1, as the upstream product works: on the first run an engine, Stagehand, fills what it can of
greenhouse's form, with one question to the model for each field; the second uses the manual learnt from it. Its lines
are those of the form `greenhouse-v1`.

    first-and-second.<form>.calls       questions to models; for each run as many as the model server was asked
    first-and-second.<form>.tokens      asked and answered
    first-and-second.<form>.cost        dollars for a thousand applications
    first-and-second.<form>.seconds     from the request to the completed job, both with a spare browser
    first-and-second.<form>.verified    fields that were filled and read back

Ours is the second run, the reference the first one. Before each pair cookbook forgets the site's pages.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec

from ghosthands import stack
from ghosthands.bench import servers
from ghosthands.bench.apply import ENVIRONMENT, TENANT, HostFolder, SubmissionWatch, make_request
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, repeat
from ghosthands.domain import ids, services
from ghosthands.domain.asked_models import NANO, CostIncurred
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.job import JobCompleted
from ghosthands.domain.manual import ManualAdded
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import RecipeRecorded
from ghosthands.domain.recipe_exchange import PagesOf
from ghosthands.domain.session import ActionVerified, PageObserved
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import RequestRefused
from ghosthands.practice import model_server, questions, reader, server
from ghosthands.practice.model_server import AnswerRule, Asked, ModelServer
from ghosthands.practice.postings import Posting
from ghosthands.practice.server import Site

#: the model whose price is used
MODEL = "google/gemini-2.5-flash"

#: seconds for cookbook to learn, and to forget
PATIENCE = 30.0
MOTIVE = "People who own what they ship and write things down, as I have done for nine years."


class AskedForm(NamedTuple):
    """A practice form, with a question that the applicant answered in other words, or none."""

    name: str
    family: str
    query: str = ""
    asked: str = ""
    answered: str = ""
    answer: str = ""
    #: the modes of the first and the second application
    modes: tuple[str, str] = ("smart_apply", "smart_apply")

    @property
    def is_by_manual(self) -> bool:
        """Whether version 1 works it, and uses a manual the second time."""
        return "cookbook_only" in self.modes


FORMS = (
    AskedForm(
        "greenhouse",
        "greenhouse",
        "?unknown=1",
        questions.UNKNOWN.label,
        "Which colour would you paint a bird of ours?",
        "Green",
    ),
    *(
        AskedForm(
            family, family, "", questions.MOTIVATION.label, "What is it in an employer that draws you in?", MOTIVE
        )
        for family in ("lever", "stepwise")
    ),
    AskedForm("greenhouse-v1", "greenhouse", modes=("ai_only", "cookbook_only")),
)

CALLS = Contest("first-and-second.calls", "calls", Better.LOWER, "the first run of that form", target=0)
TOKENS = Contest("first-and-second.tokens", "tokens", Better.LOWER, CALLS.beside, target=0)
COST = Contest("first-and-second.cost", "$/1000 applications", Better.LOWER, CALLS.beside, target=0)
SECONDS = Contest("first-and-second.seconds", "s/application", Better.LOWER, CALLS.beside)
VERIFIED = Contest("first-and-second.verified", "fields", Better.HIGHER, CALLS.beside, target=1.0)


class FormRun(NamedTuple):
    """The results of one application, by the contests in their order."""

    calls: float
    tokens: float
    cost: float
    seconds: float
    verified: float


class Both(NamedTuple):
    """The first application on a form and the second one."""

    first: FormRun
    second: FormRun


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run the contests of each form. Raises BenchFailed."""
    async with model_server.serve([AnswerRule(classify, schema=("fields",)), reader.POINTS]) as model:
        environment = {
            **ENVIRONMENT,
            "GHOSTHANDS_MODEL_PRIMARY": MODEL,
            "GHOSTHANDS_MODEL_BASE_URL": model.base_url,
            "GHOSTHANDS_MODEL_API_KEY": "bench",
        }
        return await servers.run_with_servers(
            lambda running: _measure(running, model, runs, progress),
            services=services.SERVICES,
            environment=environment,
        )


def classify(asked: Asked) -> dict[str, Any]:
    """Answer as the model: for each form's question, the applicant's answer that says the same."""
    return {"fields": [answer for form in FORMS if form.asked and (answer := _recognise(form, asked.text))][:1]}


def _recognise(form: AskedForm, text: str) -> dict[str, Any] | None:
    field = re.search(rf"^(\d+) \w+ \| {re.escape(form.asked)}", text, re.MULTILINE)
    own = re.search(rf"^(own\d+) {re.escape(form.answered)}", text, re.MULTILINE)
    return {"n": int(field[1]), "key": own[1], "sure": 1.0} if field and own else None


async def _measure(running: stack.Supervisor, model: ModelServer, runs: int, progress: Progress) -> list[Result]:
    async with AsyncExitStack() as exits:
        site = await exits.enter_async_context(server.serve())
        valet, cli = await exits.enter_async_context(servers.connect(running, permissions.VALET, permissions.CLI))
        forms = FormRuns(valet, cli, model, site, HostFolder(running.state.browsers))
        results: list[Result] = []
        for form in FORMS:
            measured = await repeat(partial(forms.run_twice, form), runs, progress, form.name)
            results += tell(form, measured)
        return results


def tell(form: AskedForm, measured: Sequence[Both]) -> Iterator[Result]:
    """Yield a result for each of the contests."""
    for at, contest in enumerate((CALLS, TOKENS, COST, SECONDS, VERIFIED)):
        prefix, _, what = contest.name.partition(".")
        named = replace(contest, name=f"{prefix}.{form.name}.{what}")
        yield named.result([Pair(both.second[at], both.first[at]) for both in measured])


class FormRuns:
    """The stack, with two applications to a form that it does not know."""

    def __init__(self, valet: Bus, cli: Bus, model: ModelServer, site: Site, host: HostFolder) -> None:
        self._valet = valet
        self._cli = cli
        self._events = JetStreamEventLog(cli)
        self._model = model
        self._site = site
        self._host = host
        self._numbers = count(10_000)

    async def run_twice(self, form: AskedForm) -> Both:
        """Return the results of two people's applications. Raises BenchFailed if the second is worse than the first."""
        posting = Posting(form.family, "acme", next(self._numbers))
        first, lesson = await self._apply(form, posting, form.modes[0])
        if not first.calls:
            raise BenchFailed(f"the first application by {form.name}'s form asked no model")
        await self._until_learnt(form, lesson)
        second, repeated = await self._apply(form, posting, form.modes[1])
        if repeated.planned or not repeated.replayed:
            raise BenchFailed(f"the second application by {form.name}'s form was planned")
        self._require_same(posting, form)
        await self._unlearn(lesson)
        return Both(first, second)

    async def _apply(self, form: AskedForm, posting: Posting, mode: str) -> tuple[FormRun, SubmissionWatch]:
        await self._host.until_rest()
        body = make_request(self._site.url(posting, form.query), user=str(uuid4()))
        del body["engine_version"]
        body["execution_mode"] = mode
        if form.asked:
            answers = {question: said for question, said in body["qa_answers"].items() if question != form.asked}
            body["qa_answers"] = {**answers, form.answered: form.answer}
        asked = len(self._model.requests)
        started = time.perf_counter()
        await self._valet.publish(Outgoing("job.requested", msgspec.json.encode(body)))
        watch = SubmissionWatch(ids.job_id(TENANT, body["idempotency_key"]))
        await watch.until_over(self._events)
        costs = [event for event in watch.events if isinstance(event, CostIncurred)]
        if len(costs) != len(self._model.requests) - asked:
            raise BenchFailed(f"{len(costs)} calls are told of {len(self._model.requests) - asked}")
        run = FormRun(
            calls=len(costs),
            tokens=sum(cost.input_tokens + cost.output_tokens for cost in costs),
            cost=sum(cost.nano_usd or 0 for cost in costs) * 1000 / NANO,
            seconds=watch.seen[JobCompleted] - started,
            verified=sum(isinstance(event, ActionVerified) for event in watch.events),
        )
        return run, watch

    async def _until_learnt(self, form: AskedForm, lesson: SubmissionWatch) -> None:
        """Wait until cookbook has learnt from the job. Raises BenchFailed where it does not."""
        told: list[Event] = []
        try:
            async with asyncio.timeout(PATIENCE), self._events.follow(subjects.recipe(site_of(lesson))) as feed:
                while not _is_learnt(form, told, lesson.job.id):
                    told += [one.event for one in await feed.next(PATIENCE)]
        except TimeoutError:
            raise BenchFailed("cookbook did not learn from the first application") from None

    def _require_same(self, posting: Posting, form: AskedForm) -> None:
        """Raise BenchFailed where the site did not get the same twice, with the answer in it."""
        received = [one.received.values for one in self._site.ledger.of(posting.key)]
        is_answered = not form.asked or [form.answer] in received[-1].values()
        if len(received) != 2 or received[0] != received[1] or not is_answered:
            raise BenchFailed(f"the site did not receive the same application by {form.name}'s form twice")

    async def _unlearn(self, lesson: SubmissionWatch) -> None:
        """Make cookbook forget the site's pages. Raises BenchFailed."""
        meant = msgspec.json.encode(PagesOf(site=site_of(lesson)))
        try:
            await micro.ask(self._cli, subjects.recipes("retire"), meant, timeout=PATIENCE)
        except (RequestRefused, StreamUnavailable) as refused:
            raise BenchFailed(f"cookbook does not forget: {refused}") from refused


def _is_learnt(form: AskedForm, told: Sequence[Event], job_id: str) -> bool:
    """Whether there is a recipe of the job's, and a manual where one is to follow."""
    of_job = (at for at, event in enumerate(told) if isinstance(event, RecipeRecorded) and event.job_id == job_id)
    at = next(of_job, None)
    return at is not None and (not form.is_by_manual or any(isinstance(event, ManualAdded) for event in told[at:]))


def site_of(watch: SubmissionWatch) -> str:
    """Return the site that the job was on."""
    return next(event.page.site for event in watch.events if isinstance(event, PageObserved))
