"""What the core needs from a library, and from a colour (sync or async).

The core is written once, as coroutines. In sync code its coroutines are run by `run`, over hands
whose methods never suspend; in async code they are awaited as they are.
"""

from __future__ import annotations

import time
from collections.abc import Coroutine, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ._colours import sleep
from ._guard import Guard
from ._pipe import Pipe

if TYPE_CHECKING:
    from ._stream import Tape

T = TypeVar("T")


def run(steps: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that never suspends."""
    try:
        steps.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    steps.close()
    raise RuntimeError("a step of sync code suspended")


@dataclass
class Seen:
    """One request as it is about to be sent."""

    method: str
    url: str
    headers: Mapping[str, str]  # names in lower case
    body: bytes | None  # None: a stream, which can be sent only once
    timeout: float | None = None  # seconds without a byte, as the library would wait


@dataclass
class Reply:
    """The head of a response; the body is not read yet."""

    status: int
    headers: Iterable[tuple[str, str]]
    native: Any  # the library's own response


class Line(Protocol):
    """The way to the guard, and time, in one colour."""

    guard: Guard

    async def call(
        self, method: str, params: Any, late: Any = None, pipe: Pipe | None = None
    ) -> Any:
        """One RPC, to the guard at the end of `pipe` when given; raises GuardError."""

    async def sleep(self, seconds: float) -> None:
        """Wait; a cancelled or interrupted wait raises at once."""


class Hands(Protocol):
    """One request of one library, which may be sent several times."""

    seen: Seen

    async def send(self, timeout: float | None) -> Reply:
        """Send it once. `timeout` caps the library's own, in seconds; None leaves it."""

    async def read(self, reply: Reply, until: float | None) -> bytes:
        """The whole body as it came over the wire; a timeout when it takes beyond `until`."""

    def whole(self, reply: Reply, body: bytes, extra: Mapping[str, str]) -> Any:
        """The library's response for a body that was read, with `extra` headers."""

    def streamed(self, reply: Reply, tape: Tape | None) -> Any:
        """The library's response, its body not read, with `tape` beside it."""

    def unsent(self, fault: BaseException) -> bool:
        """Whether this exception says that the request certainly never left."""

    def timed_out(self, fault: BaseException) -> bool:
        """Whether this exception is a timeout."""


class SyncLine:
    """The guard from a thread."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard

    async def call(
        self, method: str, params: Any, late: Any = None, pipe: Pipe | None = None
    ) -> Any:
        """One RPC, waited for in this thread."""
        return self.guard.call(method, params, late, pipe)

    async def sleep(self, seconds: float) -> None:
        """Ctrl-C ends it."""
        time.sleep(seconds)


class AsyncLine:
    """The guard from a coroutine."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard

    async def call(
        self, method: str, params: Any, late: Any = None, pipe: Pipe | None = None
    ) -> Any:
        """One RPC; the loop goes on."""
        return await self.guard.call_async(method, params, late, pipe)

    async def sleep(self, seconds: float) -> None:
        """Cancelling the task ends it."""
        await sleep(seconds)
