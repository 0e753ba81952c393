"""The tap for requests and everything else on urllib3 2: one `_make_request` is one attempt.

`HTTPAdapter.send` would not do: a session mounted with `Retry(...)` makes several attempts inside
one `send`.
"""

from __future__ import annotations

import functools
import io
import time
from collections.abc import Callable, Mapping
from typing import Any

import urllib3
from urllib3.connectionpool import HTTPConnectionPool
from urllib3.exceptions import ReadTimeoutError, TimeoutError
from urllib3.util.proxy import connection_requires_http_tunnel

from .._decode import readable
from .._errors import GuardError, unavailable
from .._guard import Guard
from .._hands import Reply, Seen, SyncLine, run
from .._matching import is_call
from .._stream import Tape
from .._till import attend
from ._taped_urllib3 import TapedResponse

PROBE_HOST = "tallystick.invalid"  # the self-test's: answered here, never sent
READ_BYTES = 1 << 16

_UNSENT = frozenset(
    {"ConnectTimeoutError", "NameResolutionError", "NewConnectionError", "ProxyError"}
)


class _Hands:
    """One call of `_make_request`, which may be made several times on its connection."""

    def __init__(
        self, pool: Any, conn: Any, send: Callable[..., Any], url: str, asked: dict[str, Any]
    ) -> None:
        self._pool, self._conn, self._send, self._url, self._asked = pool, conn, send, url, asked
        self._response_conn = asked.get("response_conn")
        self._sent = False
        headers = asked["headers"] = dict(asked.get("headers") or {})
        for name in [each for each in headers if each.lower() == "accept-encoding"]:
            headers[name] = readable(_text(headers[name]))
        seen = {name.lower(): _text(value) for name, value in headers.items()}
        asked.setdefault("timeout", pool.timeout)
        body = as_bytes(asked.get("body"))
        self.seen = Seen("POST", whole_url(pool, url), seen, body, _patience(self._timeout()))

    async def send(self, timeout: float | None) -> Reply:
        """One attempt; from the second on over a fresh connection."""
        if self._sent:
            self._conn.close()
            proxy, config = self._pool.proxy, self._pool.proxy_config
            if proxy and connection_requires_http_tunnel(proxy, config, self._pool.scheme):
                self._pool._prepare_proxy(self._conn)
        self._sent = True
        asked = {**self._asked, "preload_content": False, "response_conn": None}
        if timeout is not None:
            asked["timeout"] = _capped(self._timeout(), timeout)
        response = self._send(self._pool, self._conn, "POST", self._url, **asked)
        return Reply(response.status, list(response.headers.items()), response)

    def _timeout(self) -> urllib3.Timeout:
        """The library's own, as a clock that does not run yet."""
        timeout: urllib3.Timeout = self._pool._get_timeout(self._asked["timeout"])
        return timeout

    async def read(self, reply: Reply, until: float | None) -> bytes:
        """The body as it came; it stays encoded."""
        parts = []
        for data in reply.native.stream(READ_BYTES, decode_content=False):
            parts.append(data)
            if until is not None and time.monotonic() > until:
                raise self.overdue()
        return b"".join(parts)

    def whole(self, reply: Reply, body: bytes, extra: Mapping[str, str]) -> Any:
        """A response over the bytes that were read; the connection goes back to its pool."""
        if self._response_conn is not None:
            reply.native._connection = self._response_conn
            reply.native.release_conn()
        return rebuilt(reply.native, body, extra, self._asked)

    def streamed(self, reply: Reply, tape: Tape | None) -> Any:
        """The response itself, as a class that shows its bytes to the tape."""
        response = reply.native
        response._connection = self._response_conn
        if tape is not None:
            response.__class__ = TapedResponse
            response.take(tape, self)
        if self._asked.get("preload_content", True):
            response.read(decode_content=self._asked.get("decode_content"), cache_content=True)
        return response

    def unsent(self, fault: BaseException) -> bool:
        """No connection, no request."""
        return type(fault).__name__ in _UNSENT

    def timed_out(self, fault: BaseException) -> bool:
        """Any of urllib3's timeouts."""
        return isinstance(fault, TimeoutError)

    def overdue(self) -> Exception:
        """urllib3's timeout, for a body that goes on beyond the deadline."""
        return ReadTimeoutError(self._pool, self._url, "the scope's deadline passed")


def handle(
    guard: Guard, pool: Any, conn: Any, send: Callable[..., Any], url: str, asked: Any
) -> Any:
    """One POST of urllib3, through the till when it is an LLM call."""
    if pool.host == PROBE_HOST:
        return urllib3.HTTPResponse(b"", status=204, request_method="POST")
    try:
        body = as_bytes(asked.get("body"))
        concerned = is_call("POST", whole_url(pool, url), body, guard.calls)
    except GuardError as err:
        if guard.on_guard_failure == "deny":
            raise unavailable(err) from err
        guard.warn_allowed(err)
        concerned = False
    if not concerned:
        return send(pool, conn, "POST", url, **asked)
    return run(attend(_Hands(pool, conn, send, url, asked), SyncLine(guard)))


def whole_url(pool: Any, url: str) -> str:
    """The url with its host, which urllib3 keeps apart (unless it goes to a plain proxy)."""
    if "://" in url:
        return url
    host = f"[{pool.host}]" if ":" in pool.host else pool.host  # an IPv6 address stands there bare
    port = f":{pool.port}" if pool.port else ""
    return f"{pool.scheme}://{host}{port}{url}"


def as_bytes(body: Any) -> bytes | None:
    """A body that can be sent again; None for a file or an iterator."""
    if body is None:
        return b""
    if isinstance(body, str):
        return body.encode()
    return bytes(body) if isinstance(body, (bytes, bytearray)) else None


def rebuilt(response: Any, body: bytes, extra: Mapping[str, str], asked: Mapping[str, Any]) -> Any:
    """urllib3's response for a body in memory, still encoded."""
    headers = response.headers.copy()
    headers.update(extra)
    return urllib3.HTTPResponse(
        io.BytesIO(body),
        headers,
        response.status,
        response.version,
        reason=response.reason,
        preload_content=asked.get("preload_content", True),
        decode_content=asked.get("decode_content", True),
        original_response=response._original_response,
        retries=response.retries,
        request_method="POST",
        request_url=response._request_url,
    )


def _patience(own: urllib3.Timeout) -> float | None:
    """How long urllib3 would wait for a byte, None for ever."""
    own.start_connect()
    seconds = own.read_timeout
    return seconds if isinstance(seconds, (int, float)) else None


def _capped(own: urllib3.Timeout, seconds: float) -> urllib3.Timeout:
    """The same timeouts, none of them above `seconds`; a total stays one."""

    def least(value: Any) -> float:
        return min(value, seconds) if isinstance(value, (int, float)) else seconds

    connect, read = least(own.connect_timeout), least(own._read)
    return urllib3.Timeout(total=own.total, connect=connect, read=read)


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


# ---- patching


def patch(guard: Callable[[], Guard]) -> None:
    """Tap every pool, made before or after; again does nothing."""
    original = HTTPConnectionPool._make_request
    if hasattr(original, "tallystick_original"):
        return

    @functools.wraps(original)
    def _make_request(
        self: Any,
        conn: Any,
        method: str,
        url: str,
        body: Any = None,
        headers: Any = None,
        **more: Any,
    ) -> Any:
        asked = {"body": body, "headers": headers, **more}
        if method.upper() != "POST":
            return original(self, conn, method, url, **asked)
        return handle(guard(), self, conn, original, url, asked)

    setattr(_make_request, "tallystick_original", original)  # noqa: B010
    setattr(HTTPConnectionPool, "_make_request", _make_request)  # noqa: B010


def unpatch() -> None:
    """Undo `patch`."""
    original = getattr(HTTPConnectionPool._make_request, "tallystick_original", None)
    if original is not None:
        HTTPConnectionPool._make_request = original  # type: ignore[method-assign]


def probe() -> bool:
    """Whether a request of a plain pool comes by here."""
    with HTTPConnectionPool(PROBE_HOST, retries=False) as pool:
        return pool.urlopen("POST", "/self-test").status == 204
