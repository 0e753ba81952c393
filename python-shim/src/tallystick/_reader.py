"""The way from the guard: whoever waits reads.

::

    thread A ──┐   ┌── leads: polls, reads, hands every line out
    thread B ──┼───├── follows: sleeps until its answer is there, or it is its turn to lead
    loop     ──┘   └── reads when its selector says so and nobody leads

There is no reader thread where the system has poll: a lone caller reads its own answer, which
saves two hand-overs between threads. With several, one leads and reads for all; when it has its
own answer it wakes one follower to lead.
"""

from __future__ import annotations

import asyncio
import os
import select
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from ._errors import GuardError, GuardLost, GuardRefused
from ._outbox import Outbox

READ_BYTES = 1 << 16  # of one read: what a Linux pipe holds
PUSH_SECONDS = 0.05  # a follower with an unsent message looks after it this long, then may lead
POLL_SECONDS_MAX = 3600.0  # of one poll, for a thread that leads for good
POLLS = hasattr(select, "poll")


class Pending:
    """One call on its way."""

    __slots__ = ("answer", "done", "error", "future", "late", "loop", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.done = False
        self.answer: object = None
        self.error: GuardError | None = None
        self.loop: asyncio.AbstractEventLoop | None = None  # whose future it is
        self.future: asyncio.Future[None] | None = None
        self.late: Callable[[object], None] | None = None  # takes an answer nobody waits for

    def result(self) -> object:
        """The answer; raises the error when it is one."""
        if self.error is None:
            return self.answer
        if isinstance(self.error, GuardRefused):
            raise self.error
        raise GuardLost(str(self.error))  # each caller its own, with its own traceback


class Reader:
    """Lines out of one non-blocking file descriptor, by whichever thread or loop waits.

    Args:
        fd: where the guard speaks.
        outbox: what may still have to be written before an answer can come.
        line: takes each whole line, and the event loop that read it, None for a thread.
        end: is told when nothing more can come.
    """

    def __init__(
        self,
        fd: int,
        outbox: Outbox,
        line: Callable[[bytes, asyncio.AbstractEventLoop | None], None],
        end: Callable[[], None],
    ) -> None:
        self.fd = fd
        self.hired = False  # a thread leads for good
        self.ended = False
        self._outbox, self._line, self._end = outbox, line, end
        # Held by whoever reads, from before poll until every answer is handed out; it protects
        # _tail, _poll and _inside. An event loop only ever tries to take it.
        self._reading = threading.Lock()
        self._inside = 0  # the thread that holds _reading
        self._tail = b""
        self._followers: dict[int, threading.Lock] = {}  # asleep on their lock, by call
        if POLLS:
            os.set_blocking(fd, False)
            self._poll = select.poll()
            self._poll.register(fd, select.POLLIN)
        else:
            self.hire()

    def busy_here(self) -> bool:
        """Whether this thread is reading now, as what the garbage collector runs may be."""
        return self._inside == threading.get_ident()

    def wait(self, mine: Pending, until: float) -> None:
        """Until `mine` is done, or `until` on the monotonic clock."""
        try:
            while not mine.done and time.monotonic() < until:
                if self._reading.acquire(blocking=False):
                    self._lead(mine, until)
                else:
                    self._follow(mine, until)
        finally:
            self._pass_on()

    def read_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """One read for an event loop, unless somebody else is reading."""
        if not self._reading.acquire(blocking=False):
            return
        self._inside = threading.get_ident()
        try:
            self._take(loop)
        finally:
            self._inside = 0
            self._reading.release()
        self._pass_on()

    def served(self, mine: Pending) -> None:
        """Wake whoever sleeps for this answer."""
        turn = self._followers.pop(mine.number, None)
        if turn is not None:
            turn.release()

    def hire(self) -> None:
        """A thread that leads for good, where neither poll nor a loop can tell when to read."""
        self.hired = True
        threading.Thread(target=self._lead_on, name="tallystick-reader", daemon=True).start()

    def _lead_on(self) -> None:
        self._reading.acquire()
        self._lead(Pending(0), float("inf"))

    def _lead(self, mine: Pending, until: float) -> None:
        """Read for everybody until my own answer is there. Holds _reading; lets it go."""
        self._inside = threading.get_ident()
        try:
            while not mine.done and not self.ended:
                left = until - time.monotonic()
                if left <= 0:
                    return
                if self._readable(left):
                    self._take(None)
        finally:
            self._inside = 0
            self._reading.release()

    def _readable(self, left: float) -> bool:
        if not POLLS:
            return True  # the read itself waits
        milliseconds = int(min(left, POLL_SECONDS_MAX) * 1000) + 1
        if not self._outbox:
            return bool(self._poll.poll(milliseconds))
        both = select.poll()
        both.register(self.fd, select.POLLIN)
        both.register(self._outbox.fd, select.POLLOUT)
        ready = dict(both.poll(milliseconds))
        if self._outbox.fd in ready:
            self.push()
        return self.fd in ready

    def _follow(self, mine: Pending, until: float) -> None:
        """Sleep until my answer is there, or it is my turn to lead."""
        if self._outbox and POLLS:
            writable = select.poll()
            writable.register(self._outbox.fd, select.POLLOUT)
            if writable.poll(int(PUSH_SECONDS * 1000)):
                self.push()
            return
        turn = threading.Lock()
        turn.acquire()
        self._followers[mine.number] = turn
        # Looked at again now that whoever lets the lead go can see us.
        if not mine.done and self._reading.locked():
            turn.acquire(timeout=max(0.0, min(until - time.monotonic(), threading.TIMEOUT_MAX)))
        self._followers.pop(mine.number, None)

    def _pass_on(self) -> None:
        """Wake one follower; it leads, unless somebody does already."""
        if self._followers:
            with suppress(KeyError):  # they may all have been served
                self._followers.popitem()[1].release()

    def push(self) -> None:
        """Write what waits in the outbox, as far as it goes."""
        try:
            self._outbox.drain()
        except GuardLost:
            self._stop()

    def _take(self, here: asyncio.AbstractEventLoop | None) -> None:
        """One read, and every whole line of it handed out. Under _reading."""
        try:
            data = os.read(self.fd, READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._stop()
            return
        *lines, self._tail = (self._tail + data if self._tail else data).split(b"\n")
        for line in lines:
            self._line(line, here)

    def _stop(self) -> None:
        self.ended = True
        self._end()
