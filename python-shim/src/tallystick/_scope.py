"""Who is calling: `with tallystick.scope(task="heartbeat", source="cron", deadline=900): ...`.

The scope lives in a ContextVar, so that it reaches the transport through await, asyncio.gather and
every executor that copies the context. A bare `ThreadPoolExecutor` does not copy it: hand over
`contextvars.copy_context().run` there.
"""

from __future__ import annotations

import functools
import inspect
import time
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeVar, cast

from ._protocol import MAX_NAME_BYTES, MAX_TAG_BYTES, MAX_TAG_NAME_BYTES, MAX_TAGS

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Frame:
    """One scope as it is entered; attributes not named are those of the scope around it."""

    attributes: dict[str, Any] = field(default_factory=dict)
    pool: str = ""
    deadline: float | None = None  # an instant of time.monotonic()
    outer: Frame | None = None

    def deadline_ms(self) -> int | None:
        """Time left for the whole operation; negative when it is over, None without a deadline."""
        if self.deadline is None:
            return None
        return int((self.deadline - time.monotonic()) * 1000) or -1


_NOWHERE = Frame()
_current: ContextVar[Frame] = ContextVar("tallystick_scope", default=_NOWHERE)


def current() -> Frame:
    """The innermost scope of this context."""
    return _current.get()


class scope:
    """Says who makes the LLM calls inside, and until when they may take.

    A context manager for `with` and `async with`, and a decorator for functions and coroutine
    functions. May be nested, entered repeatedly and by several tasks at once.

    Args:
        task: what is being done, e.g. "heartbeat".
        source: what started it: "cron", "subagent", "interactive", ...
        run: one run of it, e.g. a job id.
        tags: anything else to select limits by or to read in reports.
        deadline: seconds (or a timedelta) from entering until everything must be done. It also
            ends where the scope around it ends.
        pool: the set of callers to share limits with; default "default".

    Raises:
        ValueError: the deadline is not positive, or a name is longer than the guard takes.
        TypeError: a name is no text, or the deadline no number.
    """

    def __init__(
        self,
        *,
        task: str | None = None,
        source: str | None = None,
        run: str | None = None,
        tags: Mapping[str, str] | None = None,
        deadline: float | timedelta | None = None,
        pool: str | None = None,
    ) -> None:
        if isinstance(deadline, timedelta):
            deadline = deadline.total_seconds()
        if deadline is not None and not isinstance(deadline, (int, float)):
            raise TypeError(f"deadline is {deadline!r}: give seconds from now, or a timedelta")
        if deadline is not None and not deadline > 0:
            raise ValueError(f"deadline is {deadline}: give seconds from now, more than 0")
        named = {"task": task, "source": source, "run": run}
        self._named: dict[str, Any] = {k: v for k, v in named.items() if v is not None}
        self._tags = dict(tags or {})
        for what, text in {**self._named, "pool": pool or ""}.items():
            _check(what, text, MAX_NAME_BYTES)
        if len(self._tags) > MAX_TAGS:
            raise ValueError(f"{len(self._tags)} tags: the guard takes {MAX_TAGS}")
        for name, text in self._tags.items():
            _check("the name of a tag", name, MAX_TAG_NAME_BYTES)
            _check(f"tag {name}", text, MAX_TAG_BYTES)
        self._seconds = deadline
        self._pool = pool

    def __enter__(self) -> Frame:
        outer = _current.get()
        attributes = {**outer.attributes, **self._named}
        if self._tags:
            attributes["tags"] = {**attributes.get("tags", {}), **self._tags}
        pool = outer.pool if self._pool is None else self._pool
        frame = Frame(attributes, pool, self._instant(outer), outer)
        _current.set(frame)
        return frame

    def __exit__(self, *exc: object) -> None:
        # No token is kept: one scope object may be entered by several tasks at once.
        _current.set(_current.get().outer or _NOWHERE)

    async def __aenter__(self) -> Frame:
        return self.__enter__()

    async def __aexit__(self, *exc: object) -> None:
        self.__exit__()

    def __call__(self, function: F) -> F:
        """`function` with each of its calls inside this scope.

        Raises:
            TypeError: it is a generator function. Its body runs in its reader's context, so use
                `with scope(...)` around the reading.
        """
        if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
            raise TypeError(
                f"{function.__qualname__} is a generator: put `with tallystick.scope(...)` around "
                "the loop that reads it"
            )
        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def awaited(*args: Any, **kwargs: Any) -> Any:
                with self:
                    return await function(*args, **kwargs)

            return cast(F, awaited)

        @functools.wraps(function)
        def called(*args: Any, **kwargs: Any) -> Any:
            with self:
                return function(*args, **kwargs)

        return cast(F, called)

    def _instant(self, outer: Frame) -> float | None:
        if self._seconds is None:
            return outer.deadline
        mine = time.monotonic() + self._seconds
        return mine if outer.deadline is None else min(mine, outer.deadline)


def _check(what: str, text: object, most: int) -> None:
    """A mistake in the program is said where it is made, not at the first LLM call."""
    if not isinstance(text, str):
        raise TypeError(f"{what} is {text!r}: give text")
    size = len(text.encode(errors="surrogatepass"))
    if size > most:
        raise ValueError(f"{what} has {size} bytes: the guard takes {most}")
