"""One LLM call through the till: reserve, send, record, and the one retry answer obeyed.

::

    reserve ──denied──► raise TallystickDenied          nothing was sent
       │ granted
       ▼  (wait_ms)
     send ──fault───► record ──retry──► wait, next attempt
       │                 └──stop──► raise it so that no SDK tries again
       ├─ stream ──► hand it on; the tape beside it records how it ended
       ▼
     read ──► record ──retry──► wait, next attempt
                 └──stop──► hand it on with x-should-retry: false

Every attempt passes here, also what an SDK starts again by itself. Nothing of any provider is
known here: what failed, and whether it is worth another attempt, is the guard's to say.
"""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import Any, cast

from ._errors import GuardError, GuardLost, GuardRefused, denied, truncated, unavailable
from ._faults import STOP, stopped
from ._hands import Hands, Line, Reply, Seen
from ._protocol import Outcome, RecordResult, Request, ReserveResult
from ._scope import current
from ._secrets import as_text, bare_url, cut, fault_text, key_fingerprint, public_headers
from ._stream import Tape, decoded, is_stream
from ._uuid7 import uuid7

log = logging.getLogger("tallystick")


async def attend(hands: Hands, line: Line) -> Any:
    """Make one LLM call; the library's response.

    Raises:
        TallystickDenied: the guard refused, or cannot be used; nothing was sent.
        StreamTruncated: the answer ended without its end marker.
    """
    call = _Call(hands, line)
    while True:
        grant = await call.reserve()
        if grant is None:  # on_guard_failure="allow", and the guard is broken
            return hands.streamed(await hands.send(None), None)
        await call.wait(grant)
        done, response = await call.attempt(grant)
        if done:
            return response


class _Call:
    """One operation and its attempts."""

    def __init__(self, hands: Hands, line: Line) -> None:
        self.hands, self.line = hands, line
        self.operation = uuid7()
        self.attempts = 0
        self.request = describe(hands.seen)
        self.frame = current()

    async def reserve(self) -> ReserveResult | None:
        """The grant of the next attempt; None when the guard is broken and may be."""
        self.attempts += 1
        asked: dict[str, Any] = {"operation": self.operation, "attempt": self.attempts}
        if self.hands.seen.timeout:
            asked["timeout_ms"] = int(self.hands.seen.timeout * 1000)
        guard = self.line.guard
        params = guard.asking(self.request, **asked)
        try:
            answer: ReserveResult = await self.line.call("reserve", params, guard.release_late)
        except GuardError as err:
            if guard.on_guard_failure == "deny" or isinstance(err, GuardRefused):
                raise unavailable(err) from err
            guard.warn_allowed(err)
            return None
        if not answer["granted"]:
            denial = cast(dict[str, Any], answer["denial"])
            raise denied(denial["message"], denial)
        return answer

    async def wait(self, grant: ReserveResult) -> None:
        """Sleep as long as the grant says; leaving meanwhile gives the place back."""
        if not grant.get("wait_ms"):
            return
        try:
            await self.line.sleep(grant["wait_ms"] / 1000)
        except BaseException:
            self.line.guard.release_late(grant)
            raise

    async def attempt(self, grant: ReserveResult) -> tuple[bool, Any]:
        """One send and its record: (True, response), or (False, None) for another attempt."""
        hands, started = self.hands, time.monotonic()
        timeout = grant["timeout_ms"] / 1000 if grant.get("timeout_ms") else None
        reply: Reply | None = None
        try:
            reply = await hands.send(timeout)
            if is_stream(reply):
                tape = Tape(self.line.guard, grant["reservation"], reply, started, self.frame)
                return True, hands.streamed(reply, tape)
            body = await hands.read(reply, self.frame.deadline)
        except Exception as fault:
            outcome = _faulty(fault, hands, reply, started)
            answer = await self.record(grant, outcome)
            if await self.again(answer):
                return False, None
            last = stopped(fault, hands, answer)
            if last is fault:
                raise
            raise last from fault
        except BaseException as left:  # cancelled, or Ctrl-C: nobody waits for a record
            self.record_later(grant, left, started)
            raise
        answer = await self.record(grant, _answered(reply, body, started))
        if await self.again(answer):
            return False, None
        return True, self.last(reply, body, answer)

    def last(self, reply: Reply, body: bytes, answer: RecordResult) -> Any:
        """The response that ends the call."""
        verdict = answer.get("verdict")
        if reply.status < 400 and verdict and verdict["class"] == "stream_truncated":
            raise truncated(cast(dict[str, Any], verdict))
        stop = reply.status >= 400 and not answer.get("retry", {}).get("retry")
        return self.hands.whole(reply, body, STOP if stop else {})

    async def again(self, answer: RecordResult) -> bool:
        """Whether to go on, after the wait the guard asks for."""
        retry = answer.get("retry")
        if not retry or not retry["retry"] or self.hands.seen.body is None:
            return False
        await self.line.sleep(retry.get("wait_ms", 0) / 1000)
        return True

    async def record(self, grant: ReserveResult, outcome: Outcome) -> RecordResult:
        """The guard's answer; an empty one, which stops, when the guard is gone."""
        params = self._record_params(grant, outcome)
        try:
            try:
                answer = await self.line.call("record", params)
            except GuardLost:  # the next guard settles it: a record may come late, and twice
                answer = await self.line.call("record", params)
            return cast(RecordResult, answer)
        except GuardError as err:
            log.warning("tallystick: a call's outcome is not recorded, it stays unknown: %s", err)
            return cast(RecordResult, {})

    def record_later(self, grant: ReserveResult, left: BaseException, started: float) -> None:
        """Record in the background that this attempt was left while it was under way."""
        outcome: Outcome = {
            "error": {"type": type(left).__name__, "message": fault_text(left)},
            "ended": "cancelled",
            "elapsed_ms": elapsed_ms(started),
        }
        guard = self.line.guard
        guard.janitor.put(partial(guard.call, "record", self._record_params(grant, outcome)))
        guard.janitor.start()

    def _record_params(self, grant: ReserveResult, outcome: Outcome) -> dict[str, Any]:
        params: dict[str, Any] = {"reservation": grant["reservation"], "outcome": outcome}
        deadline = self.frame.deadline_ms()
        if deadline is not None:
            params["deadline_ms"] = deadline
        return params


def describe(seen: Seen) -> Request:
    """A request as the guard may see it."""
    body, body_bytes = cut(seen.body or b"")
    request: dict[str, Any] = {"url": bare_url(seen.url), **as_text(body, "body", "body_b64")}
    if body_bytes:
        request["body_bytes"] = body_bytes
    if key := key_fingerprint(seen.headers, seen.url):
        request["key"] = key
    return cast(Request, request)


def elapsed_ms(started: float) -> int:
    """Since an instant of time.monotonic()."""
    return int((time.monotonic() - started) * 1000)


def _answered(reply: Reply, body: bytes, started: float) -> Outcome:
    readable = decoded(reply, body)
    outcome: dict[str, Any] = {
        "status": reply.status,
        "headers": public_headers(reply.headers),
        "elapsed_ms": elapsed_ms(started),
        **as_text(cut(readable)[0], "body", "body_b64"),
    }
    return cast(Outcome, outcome)


def _faulty(fault: Exception, hands: Hands, reply: Reply | None, started: float) -> Outcome:
    outcome: Outcome = {
        "error": {"type": type(fault).__name__, "message": fault_text(fault)},
        "elapsed_ms": elapsed_ms(started),
    }
    if reply is not None:  # the head came, the body broke off
        outcome["status"] = reply.status
        outcome["headers"] = public_headers(reply.headers)
        outcome["ended"] = "cut"
    elif hands.unsent(fault):
        outcome["sent"] = False
    return outcome
