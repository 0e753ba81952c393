"""`tallystick.instrument()`: every LLM call of this process through the till, in one line."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from typing import Any, Literal

from . import _taps
from ._blind import BlindWarning, watch
from ._errors import GuardError
from ._guard import Guard


class _Active:
    """The guard the taps ask. It may be exchanged while requests are under way."""

    guard: Guard | None = None

    def get(self) -> Guard:
        if self.guard is None:
            self.guard = Guard()
        return self.guard


_active = _Active()


def default_guard() -> Guard:
    """The guard of this process, made at the first need."""
    return _active.get()


def instrument(
    guard: Guard | None = None,
    *,
    task: str | None = None,
    source: str | None = None,
    tags: Mapping[str, str] | None = None,
    home: str | os.PathLike[str] | None = None,
    binary: str | os.PathLike[str] | None = None,
    on_guard_failure: Literal["deny", "allow"] | None = None,
) -> Guard:
    """Guard every LLM call made over httpx, httpx2 or requests, by clients made before or after.

    Call it once, early. It starts the guard, checks that the taps see requests, and warns about
    loaded libraries it cannot see (aiohttp, botocore, grpc). Again with another guard,
    it exchanges the guard; without arguments, it only repeats the checks.

    Args:
        guard: a guard made before; the other arguments are then not used.
        task, source, tags: who calls, where no `scope` says otherwise.
        home, binary, on_guard_failure: as in `Guard`; "deny" by default.

    Returns:
        The guard in use.

    Raises:
        GuardNotFound, GuardLost, GuardSilent, GuardRefused: the guard cannot be started, and
            on_guard_failure is "deny". A ledger that cannot be used is no such thing: it is
            logged, and each LLM call raises LedgerUnavailable until it can, so that work which
            needs no budget goes on.

    Warns:
        BlindWarning: a tap does not see requests, or a library is loaded that has no tap.
    """
    named = {"task": task, "source": source, "tags": dict(tags) if tags else None}
    attributes: Any = {key: value for key, value in named.items() if value}
    if guard is None and (
        attributes or home or binary or on_guard_failure or _active.guard is None
    ):
        policy = on_guard_failure or "deny"
        guard = Guard(binary=binary, home=home, attributes=attributes, on_guard_failure=policy)
    active = _active.guard = guard or _active.get()
    for tap in _taps.installed():
        tap.patch(_active.get)
    try:
        active.start()
    except GuardError as err:
        if active.on_guard_failure == "deny":
            raise
        active.warn_allowed(err)
    for name, seen in self_test().items():
        if not seen:
            warnings.warn(
                f"tallystick does not see requests made with {name}: another tool replaced its "
                "transport. Its LLM calls are neither counted nor refused",
                BlindWarning,
                stacklevel=2,
            )
    watch.start()
    return active


def uninstrument() -> None:
    """Take the taps away again, and end the guard."""
    for tap in _taps.installed():
        tap.unpatch()
    guard, _active.guard = _active.guard, None
    if guard is not None:
        guard.close()


def self_test() -> dict[str, bool]:
    """Whether each tap sees a request; nothing leaves the process.

    Returns:
        For each library that is installed, True when its requests come by.
    """
    return {tap.name: tap.probe() for tap in _taps.installed()}
