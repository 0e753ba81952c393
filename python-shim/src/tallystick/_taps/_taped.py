"""The body of an httpx response with a tape beside it: the bytes go by as they come."""

from __future__ import annotations

import weakref
from collections.abc import AsyncIterator, Iterator
from functools import lru_cache
from typing import Any

from .._faults import stopped
from .._hands import AsyncLine, SyncLine, run
from .._stream import Tape


class _Taped:
    def __init__(self, inner: Any, tape: Tape, hands: Any) -> None:
        self._inner, self._tape, self._hands = inner, tape, hands
        # The net below the other three ends: a reader that breaks off closes nothing.
        weakref.finalize(self, tape.abandon).atexit = False

    def _last(self, fault: Exception, answer: Any) -> Exception:
        """What to raise. An SDK reads a body that is no event stream inside its retry loop."""
        return fault if self._tape.events else stopped(fault, self._hands, answer)


class _SyncTaped(_Taped):
    def __iter__(self) -> Iterator[bytes]:
        line, feed = SyncLine(self._tape.guard), self._tape.feed
        try:
            for data in self._inner:
                if feed(data):
                    raise self._hands.overdue()
                yield data
        except GeneratorExit:  # the reader stopped, or was dropped
            run(self._tape.close(line))
            raise
        except BaseException as fault:
            answer = run(self._tape.cut(line, fault))
            if not isinstance(fault, Exception):
                raise
            last = self._last(fault, answer)
            if last is fault:
                raise
            raise last from fault
        run(self._tape.finish(line))

    def close(self) -> None:
        try:
            self._inner.close()
        finally:
            run(self._tape.close(SyncLine(self._tape.guard)))


class _AsyncTaped(_Taped):
    async def __aiter__(self) -> AsyncIterator[bytes]:
        line, feed = AsyncLine(self._tape.guard), self._tape.feed
        try:
            async for data in self._inner:
                if feed(data):
                    raise self._hands.overdue()
                yield data
        except GeneratorExit:
            self._tape.abandon()  # no time to wait in here
            raise
        except BaseException as fault:
            answer = await self._tape.cut(line, fault)
            if not isinstance(fault, Exception):
                raise
            last = self._last(fault, answer)
            if last is fault:
                raise
            raise last from fault
        await self._tape.finish(line)

    async def aclose(self) -> None:
        try:
            await self._inner.aclose()
        finally:
            await self._tape.close(AsyncLine(self._tape.guard))


@lru_cache(maxsize=4)
def sync_taped(family: Any) -> type[Any]:
    """The class for one family, which checks that a stream is its own SyncByteStream."""
    return type("TapedStream", (_SyncTaped, family.SyncByteStream), {})


@lru_cache(maxsize=4)
def async_taped(family: Any) -> type[Any]:
    """The same for its AsyncByteStream."""
    return type("AsyncTapedStream", (_AsyncTaped, family.AsyncByteStream), {})
