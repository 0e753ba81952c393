"""Every exception of tallystick.

::

    TallystickError
    ├── TallystickDenied            the call was not made; status_code 402
    │   ├── BudgetExhausted         a limit's ceiling is reached
    │   │   ├── NeverFits           the call alone is larger than the whole ceiling
    │   │   └── PerCallExceeded     the call alone is larger than `per_call` allows
    │   ├── Paused                  a person paused this pool
    │   ├── LaneClosed              this key or model is known not to work until a stated time
    │   ├── DeadlineTooNear         there is not enough time left for this call
    │   ├── Stopped                 this operation was told not to try again
    │   ├── Unpriced                a cost ceiling applies and the model has no price
    │   └── LedgerUnavailable       the ledger or the guard cannot be used, so nothing is sent
    ├── StreamTruncated             a stream ended without the provider's end marker
    └── GuardError                  the guard process itself
        ├── GuardNotFound           no binary, in none of the places named
        ├── GuardLost               it ended, or was ended, while we spoke
        ├── GuardSilent             it did not answer in time
        └── GuardRefused            it answered with a JSON-RPC error (`code`, `data`)

``TallystickDenied`` and ``StreamTruncated`` are raised through the transport of an SDK. To arrive
there as they are, in one attempt, they also take the base exception of each SDK that is loaded at
that moment (see `_dress`): OpenAI and Anthropic retry or wrap what they do not know, LangChain
retries what does not say ``is_retryable = False``, LiteLLM maps what has no ``status_code``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, ClassVar

# The base exceptions of the SDKs, by module: taken only when the module is loaded already.
_SDK_BASES = (
    ("openai", "OpenAIError"),
    ("anthropic", "AnthropicError"),
    ("langchain_core.exceptions", "ModelError"),
)


class TallystickError(Exception):
    """Any error of tallystick."""


class TallystickDenied(TallystickError):
    """The guard refused this call, and nothing was sent.

    `denial` is what the guard said, as data: `reason`, `limit`, `resets_at`, `next_at`, ... (see
    `Denial` in the protocol). The text is the guard's sentence: what happened and what to do next.
    """

    status_code: ClassVar[int] = 402
    is_retryable = False

    def __init__(self, message: str, denial: Mapping[str, Any] | None = None) -> None:
        Exception.__init__(self, message)
        self.message = message
        self.denial: dict[str, Any] = dict(denial or {})

    @property
    def reason(self) -> str:
        """Why, in one word: `budget_exhausted`, `paused`, `ledger`, ..."""
        return str(self.denial.get("reason", ""))

    @classmethod
    def of(cls, err: BaseException | None) -> TallystickDenied | None:
        """The denial behind `err`, however often it was wrapped; None when there is none."""
        return next((e for e in _chain(err) if isinstance(e, TallystickDenied)), None)

    def __reduce__(self) -> tuple[Any, ...]:
        return denied, (self.message, self.denial)


class BudgetExhausted(TallystickDenied):
    """A limit's ceiling is reached; `denial["resets_at"]` says when its window ends."""


class NeverFits(BudgetExhausted):
    """The call alone is larger than the whole ceiling: waiting does not help."""


class PerCallExceeded(BudgetExhausted):
    """The call alone is larger than `per_call` allows; `denial["fits_max_output_tokens"]` helps."""


class Paused(TallystickDenied):
    """A person paused this pool; `tallystick resume` ends it."""


class LaneClosed(TallystickDenied):
    """This key or model is known not to work until `denial["next_at"]`."""


class DeadlineTooNear(TallystickDenied):
    """There is not enough time left before the deadline for this call."""


class Stopped(TallystickDenied):
    """This operation had been told not to try again."""


class Unpriced(TallystickDenied):
    """A cost ceiling applies and the model has no price."""


class LedgerUnavailable(TallystickDenied):
    """The ledger or the guard cannot be used; without it, no call is made.

    `__cause__` is the `GuardError` when it was the guard. `instrument(on_guard_failure="allow")`
    lets calls go out uncounted instead.
    """


class StreamTruncated(TallystickError):
    """A stream ended cleanly, but without the provider's end marker.

    What was read so far is not a finished answer: a tool call in it may be half a tool call.
    """

    def __init__(self, message: str, verdict: Mapping[str, Any] | None = None) -> None:
        Exception.__init__(self, message)
        self.message = message
        self.verdict: dict[str, Any] = dict(verdict or {})
        self.is_retryable = self.verdict.get("retryable") != "no"

    def __reduce__(self) -> tuple[Any, ...]:
        return truncated, (self.verdict,)


class GuardError(TallystickError):
    """The guard process cannot be used."""


class GuardNotFound(GuardError):
    """There is no `tallystick` binary in any of the places the message names."""


class GuardLost(GuardError):
    """The guard ended while we spoke with it; the outcome of the call is not known."""


class GuardSilent(GuardError):
    """The guard did not answer in time."""


class GuardRefused(GuardError):
    """The guard answered with a JSON-RPC error: a broken request or a broken guard."""

    def __init__(self, message: str, code: int = 0, data: Any = None) -> None:
        super().__init__(message, code, data)
        self.message = message
        self.code = code
        self.data = data

    def __str__(self) -> str:
        return f"{self.message} (code {self.code})"


_BY_REASON: dict[str, type[TallystickDenied]] = {
    "budget_exhausted": BudgetExhausted,
    "never_fits": NeverFits,
    "per_call": PerCallExceeded,
    "paused": Paused,
    "lane_closed": LaneClosed,
    "deadline": DeadlineTooNear,
    "stopped": Stopped,
    "unpriced": Unpriced,
    "ledger": LedgerUnavailable,
}


def denied(message: str, denial: Mapping[str, Any]) -> TallystickDenied:
    """The exception for a denial, dressed for the SDKs loaded now."""
    kind = _BY_REASON.get(str(denial.get("reason")), TallystickDenied)
    err: TallystickDenied = _dress(kind)(message, denial)
    return err


def unavailable(cause: BaseException) -> TallystickDenied:
    """The denial for a guard that cannot be used."""
    message = f"no LLM call was made, because the tallystick guard cannot be used: {cause}"
    err = denied(message, {"reason": "ledger", "message": message})
    err.__cause__ = cause
    return err


def truncated(verdict: Mapping[str, Any]) -> StreamTruncated:
    """The exception for a stream without its end marker, dressed for the SDKs loaded now."""
    message = (
        "the stream ended without the provider's end marker, so the answer is not complete "
        "(a tool call in it may be cut in half); nothing of it should be acted on"
    )
    err: StreamTruncated = _dress(StreamTruncated)(message, verdict)
    return err


def is_denied(err: BaseException | None) -> bool:
    """Whether `err`, or any error it was raised from, is a refusal by tallystick."""
    return TallystickDenied.of(err) is not None


def _chain(err: BaseException | None) -> Iterator[BaseException]:
    """`err` and everything it was raised from or during, each once."""
    seen: set[int] = set()
    ahead = [err]
    while ahead:
        one = ahead.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        ahead += [one.__context__, one.__cause__]


def _dress(kind: type[Any]) -> type[Any]:
    """`kind` as a subclass of the base exceptions of the SDKs loaded at this moment."""
    bases = []
    for module, name in _SDK_BASES:
        base = getattr(sys.modules.get(module), name, None)
        if isinstance(base, type) and issubclass(base, Exception):
            bases.append(base)
    made: type[Any] = _dressed(kind, tuple(bases))  # type: ignore[arg-type]
    return made


@lru_cache(maxsize=64)
def _dressed(kind: Any, bases: tuple[Any, ...]) -> Any:
    return type(
        kind.__name__, (kind, *bases), {"__module__": "tallystick", "__doc__": kind.__doc__}
    )
