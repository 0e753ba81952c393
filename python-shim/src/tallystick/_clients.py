"""Guarded clients and transports, for those who would rather not have libraries patched.

``OpenAI(http_client=tallystick.client())``, ``Anthropic(http_client=tallystick.client())``,
``ChatOpenAI(..., **tallystick.httpx_kwargs())``.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
from typing import Any, Literal

from ._guard import Guard
from ._instrument import default_guard
from ._taps import HTTPX, _httpx

Family = Literal["httpx2", "httpx"]

# What the SDKs set on clients of their own: a client given to them keeps its defaults otherwise.
MAX_CONNECTIONS = 1000
MAX_KEEPALIVE_CONNECTIONS = 100


def client(*, guard: Guard | None = None, family: Family | None = None, **options: Any) -> Any:
    """An `httpx2.Client` (or `httpx.Client`) whose LLM calls pass the till.

    Args:
        guard: by default the one of this process.
        family: "httpx2" or "httpx"; by default the one that is loaded, httpx2 first.
        options: anything `Client` takes. Proxies of the environment work as in any client.

    Raises:
        ImportError: neither family is installed.
    """
    return _guarded(_family(family), "Client", guard, options)


def async_client(
    *, guard: Guard | None = None, family: Family | None = None, **options: Any
) -> Any:
    """The same as an `AsyncClient`."""
    return _guarded(_family(family), "AsyncClient", guard, options)


def transport(
    wrapped: Any = None, *, guard: Guard | None = None, family: Family | None = None
) -> Any:
    """A transport, sync and async at once, whose LLM calls pass the till.

    Args:
        wrapped: the transport that sends; by default the family's own, made when first used.
        guard, family: as in `client`.
    """
    module = _family(family or (wrapped and type(wrapped).__module__.partition(".")[0]))
    return _transport_class(module)(wrapped, guard)


def httpx_kwargs(*, guard: Guard | None = None) -> dict[str, Any]:
    """Both clients for `ChatOpenAI(..., **httpx_kwargs())`: one not given would stay unguarded."""
    return {"http_client": client(guard=guard), "http_async_client": async_client(guard=guard)}


def _family(name: str | None) -> Any:
    if name in HTTPX:
        return importlib.import_module(str(name))
    loaded = [each for each in HTTPX if each in sys.modules]
    found = [each for each in HTTPX if importlib.util.find_spec(each) is not None]
    if not found:
        raise ImportError("neither httpx2 nor httpx is installed: `pip install httpx2`")
    return importlib.import_module((loaded or found)[0])


def _guarded(family: Any, kind: str, guard: Guard | None, options: dict[str, Any]) -> Any:
    limits = family.Limits(
        max_connections=MAX_CONNECTIONS, max_keepalive_connections=MAX_KEEPALIVE_CONNECTIONS
    )
    made = getattr(family, kind)(**{"follow_redirects": True, "limits": limits, **options})
    # In place, because a transport given as an option would switch the proxies off.
    wrap = functools.partial(_transport_class(family), guard=guard)
    made._transport = wrap(made._transport)
    made._mounts = {pattern: each and wrap(each) for pattern, each in made._mounts.items()}
    return made


@functools.lru_cache(maxsize=4)
def _transport_class(family: Any) -> Any:
    class GuardedTransport(family.BaseTransport, family.AsyncBaseTransport):  # type: ignore[misc]
        """Sends through another transport, LLM calls by way of the till."""

        def __init__(self, wrapped: Any, guard: Guard | None) -> None:
            self._wrapped = wrapped
            self._guard = guard

        def handle_request(self, request: Any) -> Any:
            send = self._through("HTTPTransport").handle_request
            return _httpx.handle(self._guard or default_guard(), family, request, send)

        async def handle_async_request(self, request: Any) -> Any:
            send = self._through("AsyncHTTPTransport").handle_async_request
            return await _httpx.handle_async(self._guard or default_guard(), family, request, send)

        def close(self) -> None:
            if self._wrapped is not None:
                self._wrapped.close()

        async def aclose(self) -> None:
            if self._wrapped is not None:
                await self._wrapped.aclose()

        def _through(self, kind: str) -> Any:
            if self._wrapped is None:
                self._wrapped = getattr(family, kind)()
            return self._wrapped

    return GuardedTransport
