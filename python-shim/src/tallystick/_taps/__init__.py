"""The taps: one thin file a transport library; what a call means is in `_till`."""

from __future__ import annotations

import importlib
import importlib.util
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .._guard import Guard

log = logging.getLogger("tallystick")

HTTPX = ("httpx2", "httpx")
URLLIB3_MAJOR_MIN = 2


@dataclass(frozen=True)
class Tap:
    """One library whose requests can be seen."""

    name: str
    patch: Callable[[Callable[[], Guard]], None]  # tap all clients; again does nothing
    unpatch: Callable[[], None]
    probe: Callable[[], bool]  # whether a request of a plain client comes by


def installed() -> list[Tap]:
    """A tap for each library of ours that is installed."""
    taps = [_httpx_tap(family) for name in HTTPX if (family := _load(name)) is not None]
    urllib3 = _load("urllib3")
    if urllib3 is not None and int(urllib3.__version__.split(".")[0]) >= URLLIB3_MAJOR_MIN:
        from . import _urllib3

        taps.append(Tap("requests", _urllib3.patch, _urllib3.unpatch, _urllib3.probe))
    elif urllib3 is not None:
        taps.append(Tap("requests (urllib3 1)", lambda guard: None, lambda: None, lambda: False))
    return taps


def _httpx_tap(family: Any) -> Tap:
    from . import _httpx

    return Tap(
        family.__name__,
        lambda guard: _httpx.patch(family, guard),
        lambda: _httpx.unpatch(family),
        lambda: _httpx.probe(family),
    )


def _load(name: str) -> Any:
    """The module, None when it is not installed. One that is broken is nobody's transport."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None
    except Exception as err:
        log.warning("tallystick: %s cannot be imported, so it is not tapped: %s", name, err)
        return None
