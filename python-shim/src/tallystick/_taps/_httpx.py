"""The tap for httpx and httpx2, which are one library under two names.

OpenAI's SDK from 3.0 and Anthropic's from 1.0 use httpx2, others httpx; both may be loaded. What is
patched is the one method through which every attempt of every client goes, made before or after:
`HTTPTransport.handle_request` and `AsyncHTTPTransport.handle_async_request`.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .._colours import in_thread
from .._decode import readable
from .._errors import GuardError, unavailable
from .._guard import Guard
from .._hands import AsyncLine, Reply, Seen, SyncLine, run
from .._matching import is_call
from .._stream import Tape
from .._till import attend
from ._taped import async_taped, sync_taped

INSIDE = "tallystick"  # in a request's extensions while it is sent from inside the till
PROBE_HOST = "tallystick.invalid"  # the self-test's: answered here, never sent

_UNSENT = frozenset(
    {
        "ConnectError",
        "ConnectTimeout",
        "InvalidURL",
        "LocalProtocolError",
        "PoolTimeout",
        "ProxyError",
        "UnsupportedProtocol",
    }
)


def handle(guard: Guard, family: Any, request: Any, send: Callable[[Any], Any]) -> Any:
    """`send(request)`, through the till when it is an LLM call."""
    if request.method != "POST" or INSIDE in request.extensions:
        return send(request)
    if request.url.host == PROBE_HOST:
        return family.Response(204)
    if not _concerned(guard, family, request):
        return send(request)
    return run(attend(_SyncHands(family, request, send), SyncLine(guard)))


async def handle_async(guard: Guard, family: Any, request: Any, send: Callable[[Any], Any]) -> Any:
    """The same for a coroutine."""
    if request.method != "POST" or INSIDE in request.extensions:
        return await send(request)
    if request.url.host == PROBE_HOST:
        return family.Response(204)
    if not guard.greeted:  # starting the guard takes milliseconds: not in the loop
        await in_thread(functools.partial(_concerned, guard, family, request))
    if not _concerned(guard, family, request):
        return await send(request)
    return await attend(_AsyncHands(family, request, send), AsyncLine(guard))


def _concerned(guard: Guard, family: Any, request: Any) -> bool:
    try:
        patterns = guard.calls
    except GuardError as err:
        if guard.on_guard_failure == "deny":
            raise unavailable(err) from err
        guard.warn_allowed(err)
        return False
    return is_call("POST", str(request.url), _body(family, request), patterns)


def _body(family: Any, request: Any) -> bytes | None:
    try:
        body: bytes = request.content
    except family.RequestNotRead:
        return None  # a stream: it can be sent only once
    return body


class _Hands:
    """One request of either family."""

    def __init__(self, family: Any, request: Any, send: Callable[[Any], Any]) -> None:
        self.family, self.request, self._send = family, request, send
        self._extensions = request.extensions
        if "accept-encoding" in request.headers:
            request.headers["accept-encoding"] = readable(request.headers["accept-encoding"])
        timeout = self._extensions.get("timeout", {}).get("read")
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.seen = Seen("POST", str(request.url), headers, _body(family, request), timeout)

    @contextmanager
    def _capped(self, timeout: float | None) -> Iterator[None]:
        """The request marked as guarded, its timeouts at most `timeout` seconds."""
        capped = dict(self._extensions.get("timeout", {}))
        if timeout is not None:
            for name in ("connect", "read", "write", "pool"):
                own = capped.get(name)
                capped[name] = timeout if own is None else min(own, timeout)
        self.request.extensions = {**self._extensions, "timeout": capped, INSIDE: True}
        try:
            yield
        finally:
            # A redirect copies the extensions: its hop is a new attempt, and not marked.
            self.request.extensions = self._extensions

    def overdue(self) -> Exception:
        """The library's timeout, for a body that goes on beyond the deadline."""
        err: Exception = self.family.ReadTimeout(
            "the scope's deadline passed", request=self.request
        )
        return err

    def whole(self, reply: Reply, body: bytes, extra: Mapping[str, str]) -> Any:
        """The response with its body, still encoded, in memory."""
        reply.native.stream = self.family.ByteStream(body)
        reply.native.headers.update(extra)
        return reply.native

    def unsent(self, fault: BaseException) -> bool:
        """No connection, no request."""
        return type(fault).__name__ in _UNSENT

    def timed_out(self, fault: BaseException) -> bool:
        """Any of the library's timeouts."""
        return isinstance(fault, self.family.TimeoutException)


class _SyncHands(_Hands):
    async def send(self, timeout: float | None) -> Reply:
        with self._capped(timeout):
            return _reply(self._send(self.request))

    async def read(self, reply: Reply, until: float | None) -> bytes:
        parts = []
        try:
            for data in reply.native.stream:
                parts.append(data)
                if until is not None and time.monotonic() > until:
                    raise self.overdue()
        finally:
            reply.native.stream.close()
        return b"".join(parts)

    def streamed(self, reply: Reply, tape: Tape | None) -> Any:
        if tape is not None:
            reply.native.stream = sync_taped(self.family)(reply.native.stream, tape, self)
        return reply.native


class _AsyncHands(_Hands):
    async def send(self, timeout: float | None) -> Reply:
        with self._capped(timeout):
            return _reply(await self._send(self.request))

    async def read(self, reply: Reply, until: float | None) -> bytes:
        parts = []
        try:
            async for data in reply.native.stream:
                parts.append(data)
                if until is not None and time.monotonic() > until:
                    raise self.overdue()
        finally:
            await reply.native.stream.aclose()
        return b"".join(parts)

    def streamed(self, reply: Reply, tape: Tape | None) -> Any:
        if tape is not None:
            reply.native.stream = async_taped(self.family)(reply.native.stream, tape, self)
        return reply.native


def _reply(response: Any) -> Reply:
    return Reply(response.status_code, response.headers.multi_items(), response)


# ---- patching


def patch(family: Any, guard: Callable[[], Guard]) -> None:
    """Tap every client of this family, made before or after; again does nothing."""
    sync, coro = family.HTTPTransport, family.AsyncHTTPTransport
    if not hasattr(sync.handle_request, "tallystick_original"):
        original = sync.handle_request

        @functools.wraps(original)
        def handle_request(self: Any, request: Any) -> Any:
            return handle(guard(), family, request, functools.partial(original, self))

        handle_request.tallystick_original = original  # type: ignore[attr-defined]
        sync.handle_request = handle_request
    if not hasattr(coro.handle_async_request, "tallystick_original"):
        awaited = coro.handle_async_request

        @functools.wraps(awaited)
        async def handle_async_request(self: Any, request: Any) -> Any:
            return await handle_async(guard(), family, request, functools.partial(awaited, self))

        handle_async_request.tallystick_original = awaited  # type: ignore[attr-defined]
        coro.handle_async_request = handle_async_request


def unpatch(family: Any) -> None:
    """Undo `patch`."""
    for kind, name in (
        (family.HTTPTransport, "handle_request"),
        (family.AsyncHTTPTransport, "handle_async_request"),
    ):
        original = getattr(getattr(kind, name), "tallystick_original", None)
        if original is not None:
            setattr(kind, name, original)


def probe(family: Any) -> bool:
    """Whether a request of a plain client, sync and async, comes by here."""
    url = f"http://{PROBE_HOST}/self-test"
    quiet = {"verify": False, "trust_env": False}
    with family.Client(**quiet) as client:
        seen = client.post(url).status_code == 204
    return seen and run(_probe_async(family, url, quiet))


async def _probe_async(family: Any, url: str, quiet: dict[str, bool]) -> bool:
    # Answered before anything is awaited, so it needs no event loop.
    transport = family.AsyncHTTPTransport(**quiet)
    response = await transport.handle_async_request(family.Request("POST", url))
    seen: bool = response.status_code == 204
    return seen
