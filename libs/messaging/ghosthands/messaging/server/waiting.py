"""Who waits for which answer, and who hears that none will come.

Every request waits under a token of its own in the connection's one inbox. It is told at once when its connection is
lost, and when the server refuses its subject, which the server says only aside and without naming the request.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from nats.aio.msg import Msg

from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Permanent, StreamUnavailable

#: Gets an answer, or why there is none.
OnAnswer = Callable[[Msg | Exception], None]

#: Refused subjects that are remembered for requests made just after.
_REMEMBERED = 256


class Forbidden(Permanent):
    """The service's NATS user may not use that subject."""


class Waiting:
    """The requests of one connection that wait for an answer."""

    def __init__(self, service: str) -> None:
        self._service = service
        self._by_token: dict[str, OnAnswer] = {}
        # nats-py reports a refused subject in lower case: the key here, with the subject as it was asked
        self._by_subject: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._refused: deque[str] = deque(maxlen=_REMEMBERED)

    @contextmanager
    def expecting(self, token: str, subjects: Sequence[str], on_answer: OnAnswer) -> Iterator[None]:
        """Have `on_answer` called with what comes for the token.

        The first subject is the request's own; the others were sent before it and belong to it (a batch): one of
        those refused already is as good as the request refused.
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
        """Hand on what came; nobody may be waiting any more."""
        on_answer = self._by_token.get(token)
        if on_answer is not None:
            on_answer(message)

    def refuse(self, act: str, subject: str) -> None:
        """The server refused that subject (in lower case)."""
        self._refused.append(subject)
        for token, asked in list(self._by_subject.get(subject, {}).items()):
            self._by_token[token](self._forbidden(act, asked))

    def lose(self) -> None:
        """The connection is gone: no answer comes over a new one."""
        for on_answer in list(self._by_token.values()):
            on_answer(StreamUnavailable("the connection to NATS was lost"))

    def _forbidden(self, act: str, subject: str) -> Forbidden:
        return Forbidden(f"{self._service} may not {act} {subject}", code=MessageFault.FORBIDDEN)
