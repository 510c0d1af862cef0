"""Pending requests: each gets its answer, or learns that none will come.

Every request waits under a token of its own in the connection's one inbox. It fails at once if the connection is lost,
or if the server refuses its subject, which the server reports separately and without naming the request.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from nats.aio.msg import Msg

from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Permanent, StreamUnavailable

#: A callback for an answer, or for the reason why there is none.
OnAnswer = Callable[[Msg | Exception], None]

#: The number of refused subjects to remember for requests made just after.
_REMEMBERED = 256


class Forbidden(Permanent):
    """The service's NATS user may not use that subject."""


class Waiting:
    """The requests of one connection that wait for an answer."""

    def __init__(self, service: str) -> None:
        self._service = service
        self._by_token: dict[str, OnAnswer] = {}
        # nats-py reports a refused subject in lower case: the key here, with the subject as the request spelled it
        self._by_subject: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._refused: deque[str] = deque(maxlen=_REMEMBERED)

    @contextmanager
    def expecting(self, token: str, subjects: Sequence[str], on_answer: OnAnswer) -> Iterator[None]:
        """Call `on_answer` with what arrives for the token, for the duration of the block.

        The first subject is the request's own; the others were sent before it and belong to it (a batch): if one of
        those was refused already, so is the request.
        """
        keys = {subject.lower(): subject for subject in subjects}
        self._by_token[token] = on_answer
        for key, subject in keys.items():
            self._by_subject[key][token] = subject
        try:
            if len(subjects) > 1 and any(key in self._refused for key in keys):
                raise self._forbidden("publish", subjects[0])
            yield
        finally:
            del self._by_token[token]
            for key in keys:
                del self._by_subject[key][token]
                if not self._by_subject[key]:
                    del self._by_subject[key]

    def answer(self, token: str, message: Msg) -> None:
        """Pass a message to the request that waits for it, if it still does."""
        on_answer = self._by_token.get(token)
        if on_answer is not None:
            on_answer(message)

    def refuse(self, act: str, subject: str) -> None:
        """Fail the requests on that subject (in lower case), since the server refused it."""
        self._refused.append(subject)
        for token, asked in list(self._by_subject.get(subject, {}).items()):
            self._by_token[token](self._forbidden(act, asked))

    def lose(self) -> None:
        """Fail all requests, since the connection is lost: no answer comes over a new one."""
        for on_answer in list(self._by_token.values()):
            on_answer(StreamUnavailable("the connection to NATS was lost"))

    def _forbidden(self, act: str, subject: str) -> Forbidden:
        return Forbidden(f"{self._service} may not {act} {subject}", code=MessageFault.FORBIDDEN)
