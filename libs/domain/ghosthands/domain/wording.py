"""Events in words: a short phrase each, total and pure; codes and keys, never a person's value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ghosthands.domain import (
    applicant,
    asked_models,
    budget,
    callbacks,
    cascade,
    code_sources,
    codes,
    data,
    human,
    job,
    keys,
    kinds,
    manual,
    plan,
    recipe,
    requests,
    retention,
    session,
    submissions,
    task,
)
from ghosthands.domain.message import Event
from ghosthands.domain.provider import ProviderName

#: a job that has asked for a session and has none yet
QUEUED = "waits for a free browser"

NOTHING_KNOWN: Mapping[str, str] = {}


def describe(event: Event, actions: Mapping[str, str] = NOTHING_KNOWN) -> str:
    """Return the event in a few words; empty if its name says everything.

    `actions` maps the ids of actions to their fields, which the events of their outcome do not repeat.
    """
    if outcome := _OUTCOMES.get(type(event)):
        return outcome(event, actions)
    words = _WORDS.get(type(event))
    return words(event) if words else ""


def _word_success(event: session.ActionSucceeded, actions: Mapping[str, str]) -> str:
    return f"{actions.get(event.action_id, '')} in {event.took_ms} ms".lstrip()


def _word_verified(event: session.ActionVerified, actions: Mapping[str, str]) -> str:
    how = f", tier {event.tier}" if event.tier else ""
    return f"{actions.get(event.action_id, event.field_id[:8])} in {event.took_ms} ms{how}"


def _word_failure(event: session.ActionFailed, actions: Mapping[str, str]) -> str:
    left = ", and something else stands there" if event.holds_other else ""
    return f"{actions.get(event.action_id, event.target[:8])}: {event.code}{left}"


def _word_request(event: job.JobRequested) -> str:
    whose = "" if event.provider is ProviderName.LOCAL else f", {event.provider}"
    whose += f", version 1 ({event.work_mode})" if event.work_mode else ""
    whose += "" if event.job_type is kinds.JobType.APPLY else f", {_word_code(event.job_type)}"
    return f"{event.site}, {event.band} band, {event.timeout_seconds} s{whose}" + (", dry run" if event.dry_run else "")


def _word_mode(event: job.ModeChosen) -> str:
    mode = f", {event.work_mode}" if event.work_mode else ""
    why = codes.find(event.reason, kinds.ModeReason)
    return f"version {event.engine_version}{mode}" + (f": {why.words}" if why else "")


def _word_pid(event: session.SessionOpened) -> str:
    return "" if event.pid is None else f", pid {event.pid}"


def _word_rejection(event: job.JobRejected) -> str:
    return ", ".join(f"{reason.field or 'request'}: {reason.message}" for reason in event.reasons)


def _word_completion(event: job.JobCompleted) -> str:
    """Return the outcome, and for a dry run the page it reached and the act it ended before."""
    page = f", page {event.page}" if event.page else ""
    count = f" of {event.pages}" if event.page and event.pages else ""
    before = f", ended before {word_dry_run_end(event.ended_before)}" if event.ended_before else ""
    return _word_code(event.outcome) + page + count + before


def word_dry_run_end(code: str) -> str:
    """Return the act that a dry run ended before, in words."""
    known = codes.find(code, codes.DryRunEnd)
    return known.words if known else _word_code(code)


def _word_ask(event: job.HumanRequested) -> str:
    what = {
        "fields": f"{_word_count(len(event.fields), 'question')} only a person can answer",
        "blocker": f"a wall: {event.code}",
        "submit_unclear": "was it submitted?",
        "stuck": f"no way on: {event.code}",
        "review": _word_review(event),
    }[event.kind]
    return f"{what}, {event.timeout_seconds} s to answer"


def _word_review(event: job.HumanRequested) -> str:
    drafts, missing = len(event.drafted), len(event.fields) - len(event.drafted)
    open_too = f", {_word_count(missing, 'question')} open" if missing else ""
    return f"{_word_count(drafts, 'draft')} to be read{open_too}"


_SOURCES: Mapping[str, str] = {
    keys.RESUME: "the resume",
    keys.COVER_LETTER: "the cover letter",
    keys.YES: "a yes",
    keys.NO: "a no",
    keys.DECLINE: "that nothing is said",
}
_KINDS_OF_SOURCE: Mapping[str, str] = {
    keys.ANSWERS: "the answer",
    keys.REMEMBERED: "the answer from before",
    keys.DRAFTS: "the draft",
    "profile.": "the profile's {}",
}


def word_reasons(ask: job.HumanRequested) -> dict[str, str]:
    """Return why questions are asked although an answer is known, by question key."""
    return {one.question_key: word_not_entered(one) for one in ask.not_entered}


def word_not_entered(one: job.NotEntered) -> str:
    """Return that a known answer could not be entered and why, as a clause that names it by where it comes from."""
    why = codes.find(one.code, codes.ActionFailure, codes.EngineFailure)
    return f"{_word_source(one.key)} could not be entered" + (f" ({why.words})" if why else "")


def _word_source(key: str) -> str:
    kind = next((kind for kind in _KINDS_OF_SOURCE if key.startswith(kind)), "")
    return _SOURCES.get(key) or _KINDS_OF_SOURCE.get(kind, key).format(key.removeprefix(kind))


def _word_resolution(event: human.HumanResolved) -> str:
    counts = {
        _word_count(len(event.answered), "answer"): event.answered,
        f"{len(event.approved)} approved": event.approved,
        f"{len(event.rejected)} rejected": event.rejected,
    }
    return ", ".join([event.resolution.value, *(text for text, keys in counts.items() if keys)])


def _word_continuation(event: job.JobContinued) -> str:
    how = "answers what it asks" if event.request_id else "reopened"
    answers = _word_count(len(event.answered), "answer") if event.answered else ""
    return ", ".join(part for part in (how, answers, word_words(event.words)) if part)


def word_words(words: job.Hearing) -> str:
    """Return the use of a message's words; empty if it has none."""
    said = {
        job.Hearing.WITH_TASK: "its words go with the task",
        job.Hearing.UNREAD: "nothing in this job reads free words",
    }
    return said.get(words, "")


def _word_page(event: session.PageObserved) -> str:
    page = event.page
    name = f"{page.platform} {page.page_type}"
    if not page.fields:
        return name
    filled, wrong = sum(field.filled for field in page.fields), sum(bool(field.error) for field in page.fields)
    refused = f", {wrong} refused" if wrong else ""
    return f"{name}: {filled} of {len(page.fields)} filled{refused}"


def _word_plan(event: plan.PlanProposed) -> str:
    counts = {
        "to fill": event.actions,
        "left alone": event.left_alone,
        "unanswered": event.unanswered,
        "with an unclear answer": event.unclear,
    }
    said = ", ".join(f"{len(items)} {what}" for what, items in counts.items() if items) or "nothing to fill"
    return f"{said}; no fields for {word_entries(event.beyond)}" if event.beyond else said


def word_entries(entries: Iterable[str]) -> str:
    """Return entries of histories as people count them: `work_history 3, 4` for `profile.work_history.2` and `….3`."""
    numbers: dict[str, list[str]] = {}
    for entry in entries:
        history, _, index = entry.removeprefix("profile.").rpartition(".")
        numbers.setdefault(history, []).append(str(int(index) + 1) if index.isdecimal() else index)
    return "; ".join(f"{history} {', '.join(those)}" for history, those in numbers.items())


def _word_recipe(event: recipe.RecipeFound) -> str:
    whose = "this page's" if event.recipe == event.fingerprint else "a similar page's"
    counts = {"to fill": event.actions, "left alone": event.left_alone, "found elsewhere": event.moved}
    said = [f"{len(items)} {what}" for what, items in {**counts, "gone": event.gone}.items() if items]
    return ": ".join([whose, ", ".join(said) or "nothing that fits"])


def _word_count(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _word_unmoved(event: job.PressUnmoved) -> str:
    """Return the button that led nowhere, and the next one to try."""
    how = "the page did not change" if event.pressed else "it was not pressed"
    following = "another" if event.next_button != event.button_id else "the same"
    return f"{how}; " + (f"{following} button is tried" if event.next_button else "a human is asked")


def _word_escalation(event: job.TierEscalated) -> str:
    tier = cascade.tier_of(event.target, event.tier)
    why = ", ".join(dict.fromkeys(_word_code(code) for code in event.failures)) or _word_code(event.reason)
    return f"{_word_count(len(event.actions), 'field')} to tier {tier}, {event.target}: {why}"


def _word_code(code: str) -> str:
    """Return the code with spaces between its words."""
    return code.replace("_", " ")


_OUTCOMES: dict[type[Event], Callable[[Any, Mapping[str, str]], str]] = {
    session.ActionSucceeded: _word_success,
    session.ActionVerified: _word_verified,
    session.ActionFailed: _word_failure,
}

_BY_HAND = {
    requests.Hand.OURS: "by our press",
    requests.Hand.PAGE: "by the page itself",
    requests.Hand.HUMAN: "by a person",
}


def _word_held_press(event: requests.PressHeld) -> str:
    what = f"{event.values} of {event.of} values" + (" and a file" if event.file else "")
    where = f" to {event.site}" if event.site else ""
    return f"the press would send {event.kind}{where} with {what}: it waits"


def _sent(event: requests.RequestHeld | requests.RequestPassed) -> str:
    """Return what a request carries, as far as its size and kind tell."""
    what = f"{event.values} of {event.of} values" + (" and a file" if event.file else "")
    times = f", {event.times} times" if event.times > 1 else ""
    where = f" to {event.site}" if event.site else ""
    return f"{event.kind}{where} with {what}, {event.size} bytes{times}"


def _word_cost(event: asked_models.CostIncurred) -> str:
    what = f"{event.purpose}, {event.input_tokens} tokens in, {event.output_tokens} out"
    cost = "" if event.nano_usd is None else f", {word_money(event.nano_usd)}"
    failed = f": {event.code}" if event.code else ""
    return f"{event.model} to {what}{cost}, {event.took_ms} ms{failed}"


def word_money(nano_usd: int) -> str:
    """Return an amount in dollars, with only the significant digits."""
    dollars = nano_usd / asked_models.NANO
    return f"${dollars:.2f}" if dollars >= 1 else f"${dollars:.5f}"


def _word_substitution(event: asked_models.ModelSubstituted) -> str:
    why = codes.find(event.code, codes.ModelAbsence)
    instead = f"{event.used} is asked" if event.used else "none is asked"
    return f"{event.asked} can't be had ({why.words if why else event.code}): {instead} instead"


def _word_excess(event: budget.BudgetExceeded) -> str:
    used, limit, wanted = (word_amount(event.measure, amount) for amount in (event.used, event.limit, event.wanted))
    return f"the {event.scope}'s {event.measure}: {used} of {limit} are taken, and {wanted} more were wanted"


def _word_settlement(event: budget.BudgetSettled) -> str:
    lapsed = ": nobody told what came of it" if event.lapsed else ""
    return f"{word_amounts(event.amounts)}{lapsed}"


def word_amounts(amounts: budget.Amounts) -> str:
    """Return the amounts as text: calls, tokens and dollars."""
    return f"{amounts.calls} calls, {amounts.tokens} tokens, {word_money(amounts.nano_usd)}"


def word_amount(measure: budget.Measure, amount: int) -> str:
    """Return an amount of one measure as text."""
    match measure:
        case budget.Measure.MONEY:
            return word_money(amount)
        case budget.Measure.TIME:
            return f"{amount / 1000:.0f} s"
        case budget.Measure.TOKENS | budget.Measure.CALLS:
            return f"{amount} {measure}"


def _word_delivery(event: callbacks.CallbackDelivered) -> str:
    tries = f" at try {event.tries}" if event.tries > 1 else ""
    remark = f", which the receiver {_REMARKS.get(event.answer, event.answer)}" if event.answer else ""
    return f"{_word_code(event.told)} told in {event.took_ms} ms{tries}{remark}"


_REMARKS = {"skipped": "skipped", "warning": "knows nothing of"}


def _word_failed_try(event: callbacks.CallbackFailed) -> str:
    known = codes.find(event.code, codes.CallbackFault)
    status = f" ({event.http_status})" if event.http_status else ""
    after = f"again at {event.next_at:%H:%M:%S}" if event.next_at else "given up"
    return f"{_word_code(event.told)} not told: {known.words if known else event.code}{status}; {after}"


def _word_vetoed(times: int) -> str:
    return f"; kept from sending, {times}×" if times else ""


_WORDS: dict[type[Event], Callable[[Any], str]] = {
    applicant.ApplicantErased: lambda event: f"{event.values} values, {event.objects} files, {event.letters} messages",
    applicant.ApplicationReserved: lambda event: f"for job {event.job_id}",
    asked_models.CostIncurred: _word_cost,
    asked_models.ModelSubstituted: _word_substitution,
    callbacks.CallbackDelivered: _word_delivery,
    callbacks.CallbackFailed: _word_failed_try,
    callbacks.CallbackRedriven: lambda event: f"{_word_code(event.told)} is told again",
    code_sources.CodeSought: lambda event: f"{event.source}: {_word_code(event.outcome)}",
    data.DataExtracted: lambda event: f"by {event.engine} in {event.took_ms} ms",
    data.DataMissed: lambda event: f"{event.engine} finds no {', '.join(event.missing) or 'answer that fits'}",
    task.TaskDone: lambda event: f"by {event.engine}: {', '.join(event.acts)}{_word_vetoed(event.vetoed)}",
    task.TaskFailed: lambda event: f"{event.engine}: {_word_code(event.code)}{_word_vetoed(event.vetoed)}",
    budget.BudgetExceeded: _word_excess,
    budget.BudgetReserved: lambda event: f"{event.model} to {event.purpose}: {word_amounts(event.amounts)}",
    budget.BudgetSettled: _word_settlement,
    human.HumanCame: lambda event: "who was asked is there",
    human.ValueShown: lambda event: f"{event.key} to {event.visitor}",
    human.HumanNotified: lambda event: f"by {event.way}",
    human.HumanResolved: _word_resolution,
    job.EffectIntended: lambda event: f"{_word_code(event.kind)}: no way back from here",
    job.EffectNotDone: lambda event: _word_code(event.evidence),
    job.HumanRequested: _word_ask,
    job.JobClaimed: lambda event: f"by {event.worker}",
    job.JobCompleted: _word_completion,
    job.JobContinued: _word_continuation,
    job.JobFailed: lambda event: event.code,
    job.JobRejected: _word_rejection,
    job.JobRequested: _word_request,
    job.JobTimedOut: lambda event: event.message,
    job.ModeChosen: _word_mode,
    job.RequestReceived: lambda event: "over HTTP",
    job.EventsGivenUp: lambda event: (
        f"an operator gave up {_word_count(event.count, 'event')} that could not be read: it ends"
    ),
    job.RequestSwept: lambda event: f"its {event.kept} are kept no longer: it is not tried again",
    job.ResumeAwaited: lambda event: "it is being fetched",
    job.RetryScheduled: lambda event: f"{event.code}, retry {event.attempt}",
    job.StepChosen: lambda event: _word_code(event.step),
    job.TierEscalated: _word_escalation,
    job.PressUnmoved: _word_unmoved,
    job.StepTaken: lambda event: "another page came of it",
    job.SubmitConfirmed: lambda event: f"seen by {event.evidence}",
    manual.ManualFound: lambda event: (
        f"{len(event.actions)} to fill"
        + (f", step {event.failed_step + 1} fails" if event.failed_step is not None else "")
    ),
    manual.ManualMissed: lambda event: "no manual fits",
    manual.ManualAdded: lambda event: f"{_word_count(len(event.steps), 'step')} for {event.url_pattern}",
    manual.ManualTried: lambda event: "it led to the end" if event.well else "it did not lead to the end",
    manual.ManualRetired: lambda event: f"manual {event.manual_id[:8]} is not gone by any more",
    plan.PlanProposed: _word_plan,
    recipe.RecipeFound: _word_recipe,
    recipe.RecipeMissed: lambda event: "no recipe fits",
    recipe.RecipeRecorded: lambda event: f"{_word_count(len(event.steps), 'step')} of a {event.platform} page",
    recipe.RecipeImported: lambda event: f"{_word_count(len(event.steps), 'step')}, signed by {event.signer[:8]}",
    recipe.RecipeTried: lambda event: f"{len(event.verified)} verified, {len(event.failed) + len(event.gone)} not",
    recipe.RecipeRetired: lambda event: f"page {event.fingerprint[:8]} is to be learnt again",
    retention.Swept: lambda event: f"{len(event.references)} of {event.kept}, from before {event.before:%Y-%m-%d}",
    submissions.SubmissionsStopped: lambda event: f"at {event.site}" if event.site else "everywhere",
    submissions.SubmissionsAllowed: lambda event: f"at {event.site}" if event.site else "everywhere",
    session.ActionStarted: lambda event: f"{event.kind} {event.key or ''}".rstrip(),
    session.BlockerDetected: lambda event: f"{event.type}, {event.confidence:.0%} sure: {event.evidence}",
    human.BlockerGone: lambda event: f"{event.type}: nobody has to say so",
    session.CommandRefused: lambda event: f"{event.command}: {event.code}",
    session.PageObserved: _word_page,
    session.QuestionsRead: lambda event: f"{_word_count(len(event.fields), 'question')} by {event.engine}",
    session.ControlReleased: lambda event: f"after {event.held_ms / 1000:.0f} s",
    session.HumanSubmitted: lambda event: "a person sent something: it may be the application",
    session.ControlTaken: lambda event: "a person holds the page",
    session.ToolUsed: lambda event: " ".join([event.tool, "by", event.engine, *([event.code] if event.code else [])]),
    session.EngineConnected: lambda event: f"{event.engine} in {event.took_ms} ms",
    session.EngineDisconnected: lambda event: f"{event.engine}: {_word_code(event.reason)}",
    session.EngineRecovered: lambda event: f"{event.platform}, " + ("same form" if event.same_form else "another form"),
    session.EngineSwitched: lambda event: f"{event.source} to {event.target}: {_word_code(event.reason)}",
    session.EngineSwitchFailed: lambda event: f"{event.source} to {event.target}: {event.code}",
    requests.PressHeld: _word_held_press,
    requests.RequestHeld: lambda event: f"{_sent(event)}, by the {event.source} itself: kept from leaving",
    requests.RequestPassed: lambda event: f"{_sent(event)}, {_BY_HAND[event.hand]}",
    session.ScreenshotTaken: lambda event: event.why,
    session.SessionClosed: lambda event: _word_code(event.reason),
    session.SessionFenced: lambda event: f"obeys epoch {event.epoch}",
    session.SessionLost: lambda event: _word_code(event.reason),
    session.SessionOpened: lambda event: f"{event.provider} browser{_word_pid(event)}, on {event.host}",
}
