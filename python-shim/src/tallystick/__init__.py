"""A place in the budget before every LLM call.

::

    import tallystick

    tallystick.instrument()                        # httpx, httpx2 and requests, sync and async

    with tallystick.scope(task="heartbeat", source="cron", deadline=900):
        agent.invoke(...)                          # any SDK on top of them

A refusal is a `TallystickDenied`, raised as it is through OpenAI's and Anthropic's SDKs and
LangChain; `is_denied(err)` finds it behind whatever wrapped it.
"""

from ._blind import BlindWarning
from ._clients import async_client, client, httpx_kwargs, transport
from ._errors import (
    BudgetExhausted,
    DeadlineTooNear,
    GuardError,
    GuardLost,
    GuardNotFound,
    GuardRefused,
    GuardSilent,
    LaneClosed,
    LedgerUnavailable,
    NeverFits,
    Paused,
    PerCallExceeded,
    Stopped,
    StreamTruncated,
    TallystickDenied,
    TallystickError,
    Unpriced,
    is_denied,
)
from ._guard import Guard
from ._instrument import instrument, self_test, uninstrument
from ._scope import scope
from ._secrets import fingerprint
from ._version import __version__

__all__ = [
    "BlindWarning",
    "BudgetExhausted",
    "DeadlineTooNear",
    "Guard",
    "GuardError",
    "GuardLost",
    "GuardNotFound",
    "GuardRefused",
    "GuardSilent",
    "LaneClosed",
    "LedgerUnavailable",
    "NeverFits",
    "Paused",
    "PerCallExceeded",
    "Stopped",
    "StreamTruncated",
    "TallystickDenied",
    "TallystickError",
    "Unpriced",
    "__version__",
    "async_client",
    "client",
    "fingerprint",
    "httpx_kwargs",
    "instrument",
    "is_denied",
    "scope",
    "self_test",
    "transport",
    "uninstrument",
]
