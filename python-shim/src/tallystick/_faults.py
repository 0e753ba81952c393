"""A network fault that is not worth another attempt, raised so that no SDK makes one.

OpenAI's SDK raises what already is its own error as it is. Anthropic's retries its
APIConnectionError wherever it stands in the chain of causes, but asks an APIStatusError first,
whose response may say no. Both are still caught by `except APIConnectionError`. Callers that are
no such SDK get the library's own exception.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any

from ._hands import Hands
from ._protocol import RecordResult, Retry

STOP = {"x-should-retry": "false"}  # OpenAI's and Anthropic's SDKs obey it


def stopped(fault: Exception, hands: Hands, answer: RecordResult) -> Exception:
    """What to raise for `fault`: itself, unless an SDK would try it again against the answer."""
    retry = answer.get("retry")
    if retry and retry["retry"]:
        return fault  # cannot be sent again from here (a streamed body); the SDK may
    if not hasattr(hands, "request"):
        return fault  # no httpx, so neither of them
    agent = hands.seen.headers.get("user-agent", "")
    name = "APITimeoutError" if hands.timed_out(fault) else "APIConnectionError"
    for sdk, dress in (("OpenAI/Python", _openai), ("Anthropic", _anthropic)):
        module = sys.modules.get(sdk.partition("/")[0].lower())
        if sdk in agent and module is not None:
            return dress(module, name, _text(fault, retry), hands)
    return fault


def _openai(sdk: Any, name: str, text: str, hands: Any) -> Exception:
    kind = _subclass(getattr(sdk, name))
    err: Exception = kind.__new__(kind)
    sdk.APIError.__init__(err, text, hands.request, body=None)
    return err


def _anthropic(sdk: Any, name: str, text: str, hands: Any) -> Exception:
    """An APIConnectionError that is also an APIStatusError, with a response that says stop."""
    kind = _subclass(getattr(sdk, name), sdk.APIStatusError)
    err: Exception = kind.__new__(kind)
    sdk.APIError.__init__(err, text, hands.request, body=None)
    httpx = sys.modules[type(hands.request).__module__.partition(".")[0]]
    response = httpx.Response(503, headers=STOP, request=hands.request)
    vars(err).update(response=response, status_code=503, request_id=None)
    return err


@lru_cache(maxsize=16)
def _subclass(*kinds: Any) -> Any:
    return type(kinds[0].__name__, kinds, {"__module__": "tallystick", "__doc__": kinds[0].__doc__})


def _text(fault: Exception, retry: Retry | None) -> str:
    """The fault in its own words, and why it is not tried again: somebody may have to look."""
    why = retry["reason"] if retry else "not worth another attempt"
    return f"{type(fault).__name__}: {fault} (tallystick: {why})"
