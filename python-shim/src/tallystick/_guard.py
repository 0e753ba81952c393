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
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, cast

from . import _binary
from ._colours import in_asyncio, in_thread
from ._errors import GuardError, GuardLost, GuardRefused
from ._janitor import Janitor
from ._pipe import Pipe
from ._process import Process
from ._protocol import (
    VERSION,
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
from ._version import __version__

CALL_SECONDS = 10.0  # an RPC waits at most this long
CRASHES_MAX = 5  # so many deaths ...
CRASH_WINDOW_SECONDS = 180.0  # ... within this time, and it is not started again until one is older

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
        self._binary, self._home = binary, None if home is None else os.fspath(home)
        self._attributes = attributes
        self._hello: InitializeResult | None = None
        self.pipe: Pipe | None = None
        self._process: Process | None = None
        # Held while a guard is started or ended. Calls only take it when there is no guard.
        self._starting = threading.Lock()
        self._crashes: deque[float] = deque(maxlen=CRASHES_MAX)
        self._closed = self._warned = False
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
        return (pipe or self._live()).call(method, params, CALL_SECONDS, late)

    async def call_async(
        self, method: str, params: Any, late: Any = None, pipe: Pipe | None = None
    ) -> Any:
        """The same for coroutines; starting the guard, too, does not hold the loop up."""
        if pipe is None:
            pipe = self.pipe
            if pipe is None or pipe.broken is not None:
                pipe = await in_thread(self._live)
        if not in_asyncio():
            return await in_thread(partial(pipe.call, method, params, CALL_SECONDS, late))
        return await pipe.call_async(method, params, CALL_SECONDS, late)

    def notify(self, method: str, params: Any) -> None:
        """A message without an answer."""
        self._live().notify(method, params)

    @property
    def greeted(self) -> bool:
        """Whether a guard has said which requests are calls."""
        return self._hello is not None

    @property
    def hello(self) -> InitializeResult:
        """What the guard said of itself: versions, home, zone, limits, `calls`."""
        if self._hello is None:
            self._live()
        assert self._hello is not None
        return self._hello

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
        self._closed = True
        if self.pipe is None:
            return
        for stream in list(self.open.values()):
            self.janitor.put(stream.abandon)
        self.janitor.rest()
        self.janitor.close()
        with self._starting:
            self._end()

    def __enter__(self) -> Guard:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def start(self) -> None:
        """Start it now instead of at the first call."""
        self._live()

    def _live(self) -> Pipe:
        pipe = self.pipe
        if pipe is not None and pipe.broken is None:
            return pipe
        with self._starting:
            if self.pipe is None or self.pipe.broken is not None:
                self._restart()
            assert self.pipe is not None
            return self.pipe

    def _restart(self) -> None:
        if self._closed:
            raise GuardLost("this guard has been closed")
        if self.pipe is not None:
            self._crashes.append(time.monotonic())
            log.warning("tallystick: %s; it is started again", self.pipe.broken)
            self._end()
        if len(self._crashes) == CRASHES_MAX:
            age = time.monotonic() - self._crashes[0]
            if age < CRASH_WINDOW_SECONDS:
                raise GuardLost(
                    f"the guard ended {CRASHES_MAX} times within {CRASH_WINDOW_SECONDS:g} s; it is "
                    f"started again in {CRASH_WINDOW_SECONDS - age:.0f} s. stderr says why it ended"
                )
        self._start()

    def _start(self) -> None:
        process = Process(_binary.find(self._binary), self._home)
        pipe = Pipe(process.read_fd, process.write_fd, process.last_word, self._event, self._later)
        try:
            hello = cast(InitializeResult, pipe.call("initialize", self._greeting(), CALL_SECONDS))
            if hello["protocol"] != VERSION:
                raise GuardRefused(
                    f"the guard speaks protocol {hello['protocol']}, this shim {VERSION}: install "
                    "the same version of both",
                    -32001,
                )
        except BaseException as err:
            process.bury()
            if isinstance(err, GuardLost):
                self._crashes.append(time.monotonic())
            raise
        self._process, self.pipe, self._hello = process, pipe, hello

    def _greeting(self) -> dict[str, Any]:
        name = os.path.basename(sys.argv[0] if sys.argv and sys.argv[0] else "python")
        greeting: dict[str, Any] = {
            "protocol": VERSION,
            "client": {"name": "tallystick-python", "version": __version__},
            "process": {"pid": os.getpid(), "name": name[:128]},
        }
        if self._attributes:
            greeting["attributes"] = self._attributes
        return greeting

    def _end(self) -> None:
        """Under _starting."""
        pipe, process = self.pipe, self._process
        self.pipe = self._process = None
        if process is not None:
            process.bury()
        if pipe is not None:
            pipe.end("this guard has been closed")

    def _later(self, job: Callable[[], Any]) -> None:
        self.janitor.put(job)
        self.janitor.start()

    def _event(self, params: Any) -> None:
        """What the guard has to say by itself; handed on, because the reader must not wait."""
        level = logging.INFO if params.get("kind") in QUIET_EVENTS else logging.WARNING
        self._later(partial(log.log, level, "tallystick: %s", params.get("text", "")))

    def _forked(self) -> None:
        """In a forked child: the parent's guard, threads and streams are not ours."""
        process, self._process, self.pipe = self._process, None, None
        self._starting = threading.Lock()
        self._crashes.clear()
        self.janitor, self.open = Janitor(), {}
        if process is not None:
            process.forget()


def _outcome(reservation: str, outcome: Outcome, more: Mapping[str, Any]) -> dict[str, Any]:
    params: dict[str, Any] = {"reservation": reservation, "outcome": outcome, **more}
    deadline = current().deadline_ms()
    if deadline is not None:
        params.setdefault("deadline_ms", deadline)
    return params


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
    os.register_at_fork(after_in_child=_after_fork)
