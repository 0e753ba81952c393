"""The body of a urllib3 response with a tape beside it."""

from __future__ import annotations

import weakref
from collections.abc import Generator
from typing import Any

import urllib3

from .._hands import SyncLine, run
from .._stream import Tape


class TapedResponse(urllib3.HTTPResponse):
    """A response under way: `take` gives it its tape.

    All bytes come in by one of two ways: chunks of a chunked body, or reads of any other.
    """

    _tape: Tape
    _line: SyncLine
    _hands: Any

    def take(self, tape: Tape, hands: Any) -> None:
        """Show the bytes to `tape` from now on."""
        self._tape, self._line, self._hands = tape, SyncLine(tape.guard), hands
        weakref.finalize(self, tape.abandon).atexit = False

    def _feed(self, data: bytes) -> bytes:
        if self._tape.feed(data):
            raise self._hands.overdue()
        return data

    def _handle_chunk(self, amt: int | None) -> bytes:
        return self._feed(super()._handle_chunk(amt))

    def _fp_read(self, amt: int | None = None, *, read1: bool = False) -> bytes:
        try:
            data = super()._fp_read(amt, read1=read1)
            if data:
                self._feed(data)
        except BaseException as fault:
            run(self._tape.cut(self._line, fault))
            raise
        if amt != 0 and (not data or (amt is None and not read1)):
            run(self._tape.finish(self._line))
        return data

    def read_chunked(
        self, amt: int | None = None, decode_content: bool | None = None
    ) -> Generator[bytes]:
        """The chunks as they come."""
        try:
            yield from super().read_chunked(amt, decode_content)
        except GeneratorExit:
            run(self._tape.close(self._line))
            raise
        except BaseException as fault:
            run(self._tape.cut(self._line, fault))
            raise
        run(self._tape.finish(self._line))

    def close(self) -> None:
        """Close it; what was read until now is the account."""
        super().close()
        run(self._tape.close(self._line))
