"""Calls to the guard over its two pipes: JSON-RPC 2.0, one message a line.

`Outbox` is the way there, `Reader` the way back. This matches answers with calls, from any number
of threads and event loops at once.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any

from . import _reader
from ._errors import GuardError, GuardLost, GuardRefused, GuardSilent
from ._outbox import Outbox, widen
from ._protocol import MAX_MESSAGE_BYTES
from ._reader import Pending, Reader

LATE_SECONDS = 10.0  # an answer nobody waits for is still looked out for this long
BABBLE_BYTES = 80  # of a line that is no message, shown in the error

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().raw_decode  # json.loads looks for an encoding and for white space


class Pipe:
    """Calls and notifications over a pair of file descriptors, from any thread or event loop.

    Args:
        read_fd, write_fd: our ends; they become non-blocking, and stay the caller's to close.
        why: tells in a sentence how the guard ended; asked when it did.
        event: takes what the guard says by itself.
        later: runs a job in some other thread. None of the three may block for long.
    """

    def __init__(
        self,
        read_fd: int,
        write_fd: int,
        why: Callable[[], str] = lambda: "the guard closed its pipe",
        event: Callable[[Any], None] = lambda params: None,
        later: Callable[[Callable[[], None]], None] = lambda job: None,
    ) -> None:
        self.broken: GuardError | None = None
        self._why, self._event, self._later = why, event, later
        self._numbers = count(1)
        self._pending: dict[int, Pending] = {}
        self._loops: dict[asyncio.AbstractEventLoop, int] = {}  # calls that wait in each
        if _reader.POLLS:
            os.set_blocking(write_fd, False)
            widen(write_fd)
        self._outbox = Outbox(write_fd)
        self.reader = Reader(read_fd, self._outbox, self._hear, self._lost)

    # ---- what is asked

    def call(
        self, method: str, params: Any, seconds: float, late: Callable[[Any], None] | None = None
    ) -> Any:
        """One call, waited for in this thread; `late` gets an answer that comes after giving up.

        Raises:
            GuardRefused: the guard answered with an error.
            GuardLost: the guard ended before it answered.
            GuardSilent: no answer within `seconds`.
        """
        until = time.monotonic() + seconds
        pending = self._post(method, params)
        try:
            self.reader.wait(pending, until)
            if not pending.done:
                raise _silent(method, seconds)
        except BaseException:
            self._give_up(pending, late)
            raise
        return pending.result()

    async def call_async(
        self, method: str, params: Any, seconds: float, late: Callable[[Any], None] | None = None
    ) -> Any:
        """The same from a coroutine; the running loop goes on meanwhile."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        timer = loop.call_later(seconds, _expire, future, method, seconds)
        self._watch(loop)
        pending: Pending | None = None
        try:
            pending = self._post(method, params, loop, future)
            if self._outbox:
                loop.add_writer(self._outbox.fd, self._push_in, loop)
            await future
        except BaseException:
            if pending is not None:
                self._give_up(pending, late)
            raise
        finally:
            timer.cancel()
            if loop in self._loops:
                self._loops[loop] -= 1
        return pending.result()

    def notify(self, method: str, params: Any) -> None:
        """A message without an answer; returns at once."""
        body = _encode(params).encode(errors="backslashreplace")
        self._send(b'{"jsonrpc":"2.0","method":"%b","params":%b}\n' % (method.encode(), body))

    def busy_here(self) -> bool:
        """Whether this thread is inside the pipe: what the garbage collector runs must not call."""
        return self.reader.busy_here() or self._outbox.busy_here()

    def end(self, why: str) -> None:
        """Fail the calls that wait, and all later ones, with this sentence."""
        if self.broken is None:
            self.broken = GuardLost(why)
        for pending in list(self._pending.values()):
            if self._pending.pop(pending.number, None):
                self._settle(pending, None, self.broken)
        for loop in list(self._loops):
            with suppress(RuntimeError):  # that loop may be closed
                loop.call_soon_threadsafe(self._forget, loop)

    # ---- the way there

    def _post(
        self,
        method: str,
        params: Any,
        loop: asyncio.AbstractEventLoop | None = None,
        future: asyncio.Future[None] | None = None,
    ) -> Pending:
        pending = Pending(next(self._numbers))
        pending.loop, pending.future = loop, future
        # A lone surrogate has no UTF-8; \udXXX is what JSON writes for it anyway.
        body = _encode(params).encode(errors="backslashreplace")
        line = b'{"jsonrpc":"2.0","id":%d,"method":"%b","params":%b}\n'
        self._pending[pending.number] = pending
        try:
            self._send(line % (pending.number, method.encode(), body))
        except BaseException:
            self._pending.pop(pending.number, None)
            raise
        return pending

    def _send(self, line: bytes) -> None:
        if self.broken is None:
            if len(line) > MAX_MESSAGE_BYTES:
                text = f"a message of {len(line)} bytes is too long for the guard"
                raise GuardRefused(text, -32600)
            try:
                self._outbox.send(line)
            except GuardLost:
                self._lost()
        if self.broken is not None:
            raise GuardLost(str(self.broken))

    # ---- the way back

    def _hear(self, line: bytes, here: asyncio.AbstractEventLoop | None) -> None:
        try:
            message = _decode(line.decode())[0]
        except ValueError:
            self.end(f"the guard said what is no JSON: {line[:BABBLE_BYTES]!r}")
            return
        pending = self._pending.pop(message.get("id"), None)
        if pending is None:
            if message.get("method") == "event":
                self._event(message.get("params") or {})
            return
        error: GuardError | None = None
        if fault := message.get("error"):
            error = GuardRefused(fault["message"], fault["code"], fault.get("data"))
        self._settle(pending, message.get("result"), error, here)

    def _lost(self) -> None:
        if self.broken is None:
            self.end(self._why())

    def _settle(
        self,
        pending: Pending,
        answer: Any,
        error: GuardError | None,
        here: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        pending.answer, pending.error = answer, error
        pending.done = True
        if pending.late is not None:
            if error is None:
                pending.late(answer)
        elif pending.loop is None:
            self.reader.served(pending)
        elif pending.loop is here:
            _wake(pending.future)
        else:
            with suppress(RuntimeError):  # that loop may be closed, and with it whoever waited
                pending.loop.call_soon_threadsafe(_wake, pending.future)

    def _give_up(self, pending: Pending, late: Callable[[Any], None] | None) -> None:
        """The asker waits no more; a late answer still goes to `late`."""
        if late is None or self.broken is not None:
            self._pending.pop(pending.number, None)
            return
        pending.late = late
        if not pending.done:  # somebody has to read it
            self._later(partial(self.reader.wait, pending, time.monotonic() + LATE_SECONDS))
        elif pending.error is None:
            late(pending.answer)

    # ---- event loops

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """One more call waits in this loop. It keeps watching afterwards: that is 20 us a call."""
        if loop in self._loops or self.reader.hired:
            self._loops[loop] = self._loops.get(loop, 0) + 1
            return
        for closed in [each for each in list(self._loops) if each.is_closed()]:
            self._loops.pop(closed, None)
        self._loops[loop] = 1
        try:
            loop.add_reader(self.reader.fd, self._read_in, loop)
        except NotImplementedError:
            self.reader.hire()

    def _read_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """The loop's selector says that there is something to read."""
        if self._loops.get(loop):
            self.reader.read_in(loop)
        else:
            self._forget(loop)  # nobody waits in here: whoever does elsewhere will read

    def _push_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """The loop's selector says that the pipe takes more."""
        self.reader.push()
        if not self._outbox or self.broken is not None:
            loop.remove_writer(self._outbox.fd)

    def _forget(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._loops.pop(loop, None) is not None and not self.reader.hired:
            loop.remove_reader(self.reader.fd)


def _silent(method: str, seconds: float) -> GuardSilent:
    return GuardSilent(f"the guard did not answer {method} within {seconds:g} s")


def _wake(future: asyncio.Future[None] | None) -> None:
    if future is not None and not future.done():
        future.set_result(None)


def _expire(future: asyncio.Future[None], method: str, seconds: float) -> None:
    if not future.done():
        future.set_exception(_silent(method, seconds))
