"""The guard, from Python: started at the first call, restarted when it dies, one for a process.

::

    guard = tallystick.Guard()
    grant = guard.reserve({"provider": "openai", "model": "gpt-6", "input_tokens": 800})
    if grant["granted"]:
        ...                                    # one HTTP attempt
        guard.record(grant["reservation"], {"status": 200, "usage": {"output_tokens": 50}})

Most programs need only `tallystick.instrument()`, which does this at the HTTP transport.
"""

from __future__ import annotations

import atexit
import logging
import os
import weakref
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, cast

from ._colours import in_asyncio, in_thread
from ._errors import GuardError
from ._janitor import Janitor
from ._keeper import Keeper
from ._pipe import Pipe
from ._protocol import (
    Attributes,
    CallPattern,
    ClassifyResult,
    InitializeResult,
    Outcome,
    RecordResult,
    ReleaseResult,
    Request,
    ReserveParams,
    ReserveResult,
)
from ._scope import current
from ._uuid7 import uuid7

CALL_SECONDS = 10.0  # an RPC waits at most this long

QUIET_EVENTS = frozenset({"ledger_created", "limits_changed", "budget_on", "resumed"})

log = logging.getLogger("tallystick")
_guards: weakref.WeakSet[Guard] = weakref.WeakSet()


class Guard:
    """One guard process and the way to it. Safe to use from any thread, event loop and fork.

    Args:
        binary: the tallystick binary; by default it is looked for (see `tallystick._binary`).
        home: the directory all guards of this machine share; default `$TALLYSTICK_HOME`, else the
            machine's own.
        attributes: who calls, where no `scope` says otherwise.
        on_guard_failure: "deny" refuses calls while the guard itself is broken, "allow" lets them
            out uncounted and says so once. A budget that is used up, and a ledger that is in
            trouble, refuse in both.

    A method raises GuardNotFound, GuardLost, GuardSilent or GuardRefused when there is no answer.
    A refusal is an answer: `granted` is False.
    """

    def __init__(
        self,
        *,
        binary: str | os.PathLike[str] | None = None,
        home: str | os.PathLike[str] | None = None,
        attributes: Attributes | None = None,
        on_guard_failure: Literal["deny", "allow"] = "deny",
    ) -> None:
        if on_guard_failure not in ("deny", "allow"):
            raise ValueError(f'on_guard_failure is {on_guard_failure!r}: give "deny" or "allow"')
        self.on_guard_failure = on_guard_failure
        self.janitor = Janitor()
        self.open: dict[str, Any] = {}  # streams under way, by reservation
        self._warned = False
        home = None if home is None else os.fspath(home)
        self.keeper = Keeper(binary, home, attributes, self._event, self._later)
        _guards.add(self)

    # ---- the four calls of an attempt

    def reserve(self, request: Request, **asked: Any) -> ReserveResult:
        """Ask for a place in the budget for one attempt; it is on disk when this returns.

        `asked` are the other members of `ReserveParams`: operation, attempt, attributes, pool,
        deadline_ms, timeout_ms. What is not given comes from the scope.
        """
        answer = self.call("reserve", self.asking(request, **asked), late=self.release_late)
        return cast(ReserveResult, answer)

    def record(self, reservation: str, outcome: Outcome, **more: Any) -> RecordResult:
        """Say what became of an attempt; again gives the same answer."""
        return cast(RecordResult, self.call("record", _outcome(reservation, outcome, more)))

    def release(self, reservation: str) -> ReleaseResult:
        """Give back a place that was certainly not used."""
        return cast(ReleaseResult, self.call("release", {"reservation": reservation}))

    def classify(self, outcome: Outcome, **more: Any) -> ClassifyResult:
        """Judge an outcome without changing anything; `more`: request, attempt, deadline_ms."""
        return cast(ClassifyResult, self.call("classify", {"outcome": outcome, **more}))

    async def areserve(self, request: Request, **asked: Any) -> ReserveResult:
        """`reserve` for coroutines. Cancelled meanwhile, it gives the place back."""
        params = self.asking(request, **asked)
        answer = await self.call_async("reserve", params, late=self.release_late)
        return cast(ReserveResult, answer)

    async def arecord(self, reservation: str, outcome: Outcome, **more: Any) -> RecordResult:
        """`record` for coroutines."""
        params = _outcome(reservation, outcome, more)
        return cast(RecordResult, await self.call_async("record", params))

    async def arelease(self, reservation: str) -> ReleaseResult:
        """`release` for coroutines."""
        params = {"reservation": reservation}
        return cast(ReleaseResult, await self.call_async("release", params))

    async def aclassify(self, outcome: Outcome, **more: Any) -> ClassifyResult:
        """`classify` for coroutines."""
        params = {"outcome": outcome, **more}
        return cast(ClassifyResult, await self.call_async("classify", params))

    # ---- any call

    def call(self, method: str, params: Any, late: Any = None, pipe: Pipe | None = None) -> Any:
        """Any method of the protocol, e.g. `guard.call("status", {})`.

        `late` takes an answer that comes after the asker has left; `pipe` names one guard process,
        whose successors are not asked.
        """
        self.janitor.resume()
        return (pipe or self.keeper.live()).call(method, params, CALL_SECONDS, late)

    async def call_async(
        self, method: str, params: Any, late: Any = None, pipe: Pipe | None = None
    ) -> Any:
        """The same for coroutines; starting the guard, too, does not hold the loop up."""
        self.janitor.resume()
        if pipe is None:
            pipe = self.pipe
            if pipe is None or pipe.broken is not None:
                pipe = await in_thread(self.keeper.live)
        if not in_asyncio():
            return await in_thread(partial(pipe.call, method, params, CALL_SECONDS, late))
        return await pipe.call_async(method, params, CALL_SECONDS, late)

    def notify(self, method: str, params: Any) -> None:
        """A message without an answer."""
        self.keeper.live().notify(method, params)

    @property
    def pipe(self) -> Pipe | None:
        """The pipe to the guard process that runs now, if one does."""
        return self.keeper.pipe

    @property
    def greeted(self) -> bool:
        """Whether a guard has said which requests are calls."""
        return self.keeper.hello is not None

    @property
    def hello(self) -> InitializeResult:
        """What the guard said of itself: versions, home, zone, limits, `calls`."""
        if self.keeper.hello is None:
            self.keeper.live()
        assert self.keeper.hello is not None
        return self.keeper.hello

    @property
    def calls(self) -> list[CallPattern]:
        """The requests that are LLM calls, as the guard says."""
        return self.hello["calls"]

    def asking(self, request: Request, **asked: Any) -> ReserveParams:
        """The parameters of a reserve, completed from the scope around it."""
        frame = current()
        params: dict[str, Any] = {"request": request}
        if frame.attributes:
            params["attributes"] = frame.attributes
        if frame.pool:
            params["pool"] = frame.pool
        deadline = frame.deadline_ms()
        if deadline is not None:
            params["deadline_ms"] = deadline
        params.update(asked)
        if "operation" not in params:
            params["operation"] = uuid7()
        return cast(ReserveParams, params)

    def release_late(self, answer: ReserveResult) -> None:
        """Give back a place whose asker has left; runs wherever the answer was read."""
        if answer.get("granted"):
            self._later(partial(self.release, answer["reservation"]))

    def warn_allowed(self, err: GuardError) -> None:
        """Say once that calls go out uncounted."""
        if not self._warned:
            self._warned = True
            log.warning("tallystick: LLM calls go out uncounted, as on_guard_failure says: %s", err)

    def busy_here(self) -> bool:
        """Whether a finalizer must not call now: it may run inside the pipe, or a restart."""
        pipe = self.pipe
        return pipe is None or pipe.broken is not None or pipe.busy_here()

    # ---- its life

    def close(self) -> None:
        """Settle what is open, then end the guard and wait for it: at most 20 s."""
        if self.pipe is None:
            self.keeper.closed = True
            return
        for stream in list(self.open.values()):
            self.janitor.put(stream.abandon)
        self.janitor.rest()
        self.janitor.close()
        self.keeper.end()

    def __enter__(self) -> Guard:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def start(self) -> None:
        """Start it now instead of at the first call."""
        self.keeper.live()

    def _later(self, job: Callable[[], Any]) -> None:
        self.janitor.put(job)
        self.janitor.start()

    def _event(self, params: Any) -> None:
        """What the guard has to say by itself; handed on, because the reader must not wait."""
        level = logging.INFO if params.get("kind") in QUIET_EVENTS else logging.WARNING
        self._later(partial(log.log, level, "tallystick: %s", params.get("text", "")))

    def _forked(self) -> None:
        """In a forked child: the parent's guard, threads and streams are not ours."""
        self.keeper.forked()
        self.janitor, self.open = Janitor(), {}


def _outcome(reservation: str, outcome: Outcome, more: Mapping[str, Any]) -> dict[str, Any]:
    params: dict[str, Any] = {"reservation": reservation, "outcome": outcome, **more}
    deadline = current().deadline_ms()
    if deadline is not None:
        params.setdefault("deadline_ms", deadline)
    return params


def _before_fork() -> None:
    for guard in list(_guards):
        guard.janitor.pause()


def _after_fork() -> None:
    for guard in list(_guards):
        guard._forked()


def _at_exit() -> None:
    for guard in list(_guards):
        try:
            guard.close()
        except GuardError as err:
            log.warning("tallystick: %s", err)


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_child=_after_fork)
