"""Calls over the two pipes to the guard: one JSON-RPC message a line, and whoever waits reads.

::

    thread A ── call ──┐              ┌── leads: polls, reads, hands every answer out
    thread B ── call ──┼─► Outbox     ├── follows: sleeps until its answer, or until it is to lead
    loop     ── call ──┘              └── add_reader while it waits: reads when nobody leads

There is no reader thread where the system has poll: a lone caller reads its own answer, which
saves two hand-overs between threads. With several, one leads and reads for all; when it has its
own answer it wakes one follower to lead.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any

from ._errors import GuardError, GuardLost, GuardRefused, GuardSilent
from ._outbox import Outbox, widen
from ._protocol import MAX_MESSAGE_BYTES

READ_BYTES = 1 << 16  # of one read: what a Linux pipe holds
LATE_SECONDS = 10.0  # an answer nobody waits for is still looked out for this long
PUSH_SECONDS = 0.05  # a follower with an unsent message looks after it this long, then may lead
BABBLE_BYTES = 80  # of a line that is no message, shown in the error
POLL_SECONDS_MAX = 3600.0  # of one poll, for a thread that leads for good
POLLS = hasattr(select, "poll")

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Pending:
    """One call on its way."""

    __slots__ = ("answer", "done", "error", "future", "late", "loop", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.done = False
        self.answer: Any = None
        self.error: GuardError | None = None
        self.loop: asyncio.AbstractEventLoop | None = None  # whose future it is
        self.future: asyncio.Future[None] | None = None
        self.late: Callable[[Any], None] | None = None  # takes an answer nobody waits for

    def result(self) -> Any:
        """The answer; raises the error when it is one."""
        if self.error is not None:
            raise self.error
        return self.answer


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
        self.read_fd = read_fd
        self.broken: GuardError | None = None
        self._outbox = Outbox(write_fd)
        self._why, self._event, self._later = why, event, later
        self._numbers = count(1)
        self._pending: dict[int, Pending] = {}
        # Held by the thread that reads, from before poll until every answer is handed out; it
        # protects _tail, _poll and _reader. An event loop only ever tries to take it.
        self._reading = threading.Lock()
        self._reader = 0
        self._tail = b""
        self._followers: dict[int, threading.Lock] = {}  # asleep on their lock, by call
        self._loops: dict[asyncio.AbstractEventLoop, int] = {}  # calls that wait in each
        self._hired: threading.Thread | None = None
        if POLLS:
            os.set_blocking(read_fd, False)
            os.set_blocking(write_fd, False)
            self._poll = select.poll()
            self._poll.register(read_fd, select.POLLIN)
            widen(write_fd)
        else:
            self._hire()

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
            self._wait(pending, until)
            if not pending.done:
                raise GuardSilent(f"the guard did not answer {method} within {seconds:g} s")
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
            self._unwatch(loop)
        return pending.result()

    def notify(self, method: str, params: Any) -> None:
        """A message without an answer; returns at once."""
        body = _encode(params).encode(errors="backslashreplace")
        self._send(b'{"jsonrpc":"2.0","method":"%b","params":%b}\n' % (method.encode(), body))

    def busy_here(self) -> bool:
        """Whether this thread is inside the pipe: what the garbage collector runs must not call."""
        return self._reader == threading.get_ident() or self._outbox.busy_here()

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

    # ---- sending

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
        if self.broken is not None:
            raise self.broken
        if len(line) > MAX_MESSAGE_BYTES:
            raise GuardRefused(f"a message of {len(line)} bytes is too long for the guard", -32600)
        try:
            self._outbox.send(line)
        except GuardLost:
            self.end(self._why())
            assert self.broken is not None
            raise self.broken from None

    def _push_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """The loop's selector says that the pipe takes more."""
        try:
            if not self._outbox.drain():
                return
        except GuardLost:
            self.end(self._why())
        loop.remove_writer(self._outbox.fd)

    # ---- waiting and reading

    def _wait(self, mine: Pending, until: float) -> None:
        """Until my answer is there, or `until`."""
        try:
            while not mine.done and time.monotonic() < until:
                if self._reading.acquire(blocking=False):
                    self._lead(mine, until)
                else:
                    self._follow(mine, until)
        finally:
            if self._followers:
                self._pass_on()

    def _lead(self, mine: Pending, until: float) -> None:
        """Read for everybody until my own answer is there. Holds _reading; lets it go."""
        self._reader = threading.get_ident()
        try:
            while not mine.done and self.broken is None:
                left = until - time.monotonic()
                if left <= 0:
                    return
                if self._readable(left):
                    self._take(None)
        finally:
            self._reader = 0
            self._reading.release()

    def _readable(self, left: float) -> bool:
        if not POLLS:
            return True  # the read itself waits
        milliseconds = int(min(left, POLL_SECONDS_MAX) * 1000) + 1
        if self._outbox:
            both = select.poll()
            both.register(self.read_fd, select.POLLIN)
            both.register(self._outbox.fd, select.POLLOUT)
            ready = dict(both.poll(milliseconds))
            if self._outbox.fd in ready:
                self._drain()
            return self.read_fd in ready
        return bool(self._poll.poll(milliseconds))

    def _follow(self, mine: Pending, until: float) -> None:
        """Sleep until my answer is there, or it is my turn to lead."""
        if self._outbox and POLLS:
            writable = select.poll()
            writable.register(self._outbox.fd, select.POLLOUT)
            if writable.poll(int(PUSH_SECONDS * 1000)):
                self._drain()
            return
        turn = threading.Lock()
        turn.acquire()
        self._followers[mine.number] = turn
        # Looked at again now that whoever lets the lead go can see us.
        if not mine.done and self._reading.locked():
            turn.acquire(timeout=max(0.0, until - time.monotonic()))
        self._followers.pop(mine.number, None)

    def _drain(self) -> None:
        try:
            self._outbox.drain()
        except GuardLost:
            self.end(self._why())

    def _pass_on(self) -> None:
        """Wake one follower; it leads, unless somebody does already."""
        with suppress(KeyError):  # they may all have been served
            self._followers.popitem()[1].release()

    def _take(self, here: asyncio.AbstractEventLoop | None) -> None:
        """One read, and every whole line of it handed out. Under _reading."""
        try:
            data = os.read(self.read_fd, READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.end(self._why())
            return
        *lines, self._tail = (self._tail + data if self._tail else data).split(b"\n")
        for line in lines:
            try:
                message = json.loads(line)
            except ValueError:
                self.end(f"the guard said what is no JSON: {line[:BABBLE_BYTES]!r}")
                return
            self._hand_out(message, here)

    def _hand_out(self, message: Any, here: asyncio.AbstractEventLoop | None) -> None:
        pending = self._pending.pop(message.get("id"), None)
        if pending is None:
            if message.get("method") == "event":
                self._event(message.get("params"))
            return
        error: GuardError | None = None
        if fault := message.get("error"):
            error = GuardRefused(fault["message"], fault["code"], fault.get("data"))
        self._settle(pending, message.get("result"), error, here)

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
            turn = self._followers.pop(pending.number, None)
            if turn is not None:
                turn.release()
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
            self._later(partial(self._wait, pending, time.monotonic() + LATE_SECONDS))
        elif pending.error is None:
            late(pending.answer)

    # ---- event loops

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """One more call waits in this loop. It keeps watching afterwards: that is 20 us a call."""
        if loop in self._loops or self._hired is not None:
            self._loops[loop] = self._loops.get(loop, 0) + 1
            return
        for closed in [each for each in list(self._loops) if each.is_closed()]:
            self._loops.pop(closed, None)
        self._loops[loop] = 1
        try:
            loop.add_reader(self.read_fd, self._read_in, loop)
        except NotImplementedError:
            self._hire()

    def _unwatch(self, loop: asyncio.AbstractEventLoop) -> None:
        if loop in self._loops:
            self._loops[loop] -= 1

    def _forget(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._loops.pop(loop, None) is not None and self._hired is None:
            loop.remove_reader(self.read_fd)

    def _read_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """The loop's selector says that there is something to read."""
        if not self._loops.get(loop):
            self._forget(loop)  # nobody waits in here: whoever does elsewhere will read
            return
        if not self._reading.acquire(blocking=False):
            return  # a thread leads: it reads this, too
        self._reader = threading.get_ident()
        try:
            self._take(loop)
        finally:
            self._reader = 0
            self._reading.release()
        if self._followers:
            self._pass_on()

    def _hire(self) -> None:
        """A thread that leads for good, where neither poll nor the loop can tell when to read."""
        self._hired = threading.Thread(target=self._lead_on, name="tallystick-reader", daemon=True)
        self._hired.start()

    def _lead_on(self) -> None:
        self._reading.acquire()
        self._lead(Pending(0), float("inf"))


def _wake(future: asyncio.Future[None] | None) -> None:
    if future is not None and not future.done():
        future.set_result(None)


def _expire(future: asyncio.Future[None], method: str, seconds: float) -> None:
    if not future.done():
        error = GuardSilent(f"the guard did not answer {method} within {seconds:g} s")
        future.set_exception(error)
