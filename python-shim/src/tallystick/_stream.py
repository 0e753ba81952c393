"""The tape beside a stream: the reader gets the bytes untouched, the guard a readable copy.

The copy goes out gathered (50 ms or 64 KiB) as `stream` notifications, which never wait. A stream
has four ends, and whichever comes first settles it, once: its end of file (`finish`), a break
(`cut`), the reader closing it (`close`), the garbage collector or the process ending (`abandon`).
Whether the end marker had been seen by then is the guard's to say, who read the copy.
"""

from __future__ import annotations

import logging
import time
from base64 import b64encode
from contextlib import suppress
from functools import partial
from typing import Any, cast

from ._decode import Decoder
from ._errors import GuardError, truncated
from ._guard import Guard
from ._hands import Line, Reply, SyncLine, run
from ._protocol import STREAM_BYTES, STREAM_WAIT_MS, RecordResult
from ._scope import Frame
from ._secrets import as_text, cut, fault_text, public_headers

log = logging.getLogger("tallystick")

STREAM_TYPES = ("text/event-stream", "application/x-ndjson", "application/vnd.amazon.eventstream")
GATHERED_BYTES_MAX = 8 << 20  # of a body that is no stream of events: beyond it, not handed on
_WAIT_SECONDS = STREAM_WAIT_MS / 1000


def header(reply: Reply, name: str) -> str:
    """One response header, "" when it is not there."""
    return next((value for key, value in reply.headers if key.lower() == name), "")


def is_stream(reply: Reply) -> bool:
    """Whether the body is handed on while it comes: events, or anything of unknown length."""
    if not 200 <= reply.status < 300:
        return False
    events = header(reply, "content-type").lower().startswith(STREAM_TYPES)
    return events or not header(reply, "content-length")


def decoded(reply: Reply, body: bytes) -> bytes:
    """A whole body, readable; b"" when it cannot be read."""
    return Decoder(header(reply, "content-encoding")).feed(body)


class Tape:
    """The account of one response that is read while it comes."""

    def __init__(
        self, guard: Guard, reservation: str, reply: Reply, started: float, frame: Frame
    ) -> None:
        self.guard, self.reservation, self._frame = guard, reservation, frame
        # Not the reply itself: it holds the stream, which must stay free to be collected.
        self._status, self._headers = reply.status, public_headers(reply.headers)
        self._started = started
        self._deadline = float("inf") if frame.deadline is None else frame.deadline
        self._decoder = Decoder(header(reply, "content-encoding"))
        self.events = header(reply, "content-type").lower().startswith(STREAM_TYPES)
        self._parts: list[bytes] = []
        self._size = 0
        self._due = 0.0  # when the gathered parts go out
        self._shown = False
        # A stream is told to one guard: another one, started meanwhile, has not heard it, and a
        # record without what was heard would be a wrong one. Then the call stays unknown.
        self._pipe = guard.pipe if self.events else None
        guard.open[reservation] = self
        guard.janitor.start()

    def feed(self, data: bytes) -> bool:
        """Bytes that the reader is about to get; True when the scope's deadline has passed."""
        now = time.monotonic()
        if not self._parts:
            self._due = now + _WAIT_SECONDS
        self._parts.append(data)
        self._size += len(data)
        self._shown = True
        if self.events:
            if self._size >= STREAM_BYTES or now >= self._due:
                self._send()
        elif self._size > GATHERED_BYTES_MAX:
            self._parts.clear()
        return now > self._deadline

    async def finish(self, line: Line) -> None:
        """The body came to its end.

        Raises:
            StreamTruncated: the guard did not see the provider's end marker.
        """
        if not self._mine():
            return
        answer = await self._record(line, "complete")
        verdict = answer.get("verdict")
        if verdict and verdict["class"] == "stream_truncated":
            raise truncated(cast(dict[str, Any], verdict))

    async def cut(self, line: Line, fault: BaseException) -> RecordResult:
        """Reading broke off; what the guard says to that."""
        if not self._mine():
            return cast(RecordResult, {})
        if not isinstance(fault, Exception):  # cancelled or interrupted: nobody waits for it
            self._later("cancelled")
            return cast(RecordResult, {})
        return await self._record(line, "cut", fault)

    async def close(self, line: Line) -> None:
        """The reader wants no more of it."""
        if self._mine():
            if self.guard.busy_here():  # run by the garbage collector inside our own pipe
                self._later("closed")
            else:
                await self._record(line, "closed")

    def abandon(self) -> None:
        """Nobody holds the stream any more. May run in a finalizer: takes no lock."""
        if self._mine():
            self._later("closed")

    def _mine(self) -> bool:
        """True once: for the first end. Never in a forked child: the stream is its parent's."""
        return self.guard.open.pop(self.reservation, None) is not None

    def _later(self, ended: str) -> None:
        self.guard.janitor.put(partial(self._record_now, ended))

    def _record_now(self, ended: str) -> None:
        run(self._record(SyncLine(self.guard), ended))

    async def _record(
        self, line: Line, ended: str, fault: BaseException | None = None
    ) -> RecordResult:
        outcome: dict[str, Any] = {
            "status": self._status,
            "headers": self._headers,
            "ended": ended,
            "output_shown": self._shown,
            "elapsed_ms": int((time.monotonic() - self._started) * 1000),
        }
        if fault is not None:
            outcome["error"] = {"type": type(fault).__name__, "message": fault_text(fault)}
        try:
            if self.events:
                self._send()
            else:
                outcome.update(as_text(self._gathered(), "body", "body_b64"))
            params: dict[str, Any] = {"reservation": self.reservation, "outcome": outcome}
            deadline = self._frame.deadline_ms()
            if deadline is not None:
                params["deadline_ms"] = deadline
            return cast(RecordResult, await line.call("record", params, pipe=self._pipe))
        except GuardError as err:
            log.warning("tallystick: a stream's outcome is not recorded, it stays unknown: %s", err)
            return cast(RecordResult, {})

    def _send(self) -> None:
        """Hand the gathered parts on to the guard."""
        plain = self._decoder.feed(b"".join(self._parts))
        self._parts.clear()
        self._size = 0
        if plain and self._pipe is not None:
            with suppress(GuardError):  # the guard is gone; the stream goes on
                self._pipe.notify("stream", {"reservation": self.reservation, **_chunk(plain)})

    def _gathered(self) -> bytes:
        if self._size > GATHERED_BYTES_MAX:
            return b""
        return cut(self._decoder.feed(b"".join(self._parts)))[0]


def _chunk(plain: bytes) -> dict[str, str]:
    try:
        return {"chunk": plain.decode()}
    except UnicodeDecodeError:
        return {"chunk_b64": b64encode(plain).decode()}
