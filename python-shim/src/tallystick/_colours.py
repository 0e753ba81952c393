"""asyncio and trio, as far as the core needs them: httpx runs on both."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


def in_asyncio() -> bool:
    """Whether the running coroutine is asyncio's (uvloop included)."""
    return _trio() is None


async def in_thread(job: Callable[[], T]) -> T:
    """Run what waits in a thread, with this context."""
    trio = _trio()
    if trio is None:
        return await asyncio.to_thread(job)
    result: T = await trio.to_thread.run_sync(job)
    return result


async def sleep(seconds: float) -> None:
    """Wait; cancelling ends it."""
    trio = _trio()
    await (asyncio if trio is None else trio).sleep(seconds)


def _trio() -> Any:
    """The module, when it runs this coroutine."""
    trio = sys.modules.get("trio")
    return trio if trio is not None and trio.lowlevel.in_trio_run() else None
