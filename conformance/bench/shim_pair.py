"""The shim's side of pair.py: apart, because it needs the shim and the baselines do not."""

from __future__ import annotations

import time
from typing import Any

import tallystick

REQUEST: Any = {
    "provider": "openai",
    "model": "gpt-5",
    "input_tokens": 200,
    "max_output_tokens": 100,
}
OUTCOME: Any = {"status": 200, "usage": {"input_tokens": 200, "output_tokens": 50}}


class Shim:
    """Reserve and record through tallystick.Guard, as a program without a transport would."""

    def __init__(self, binary: str, home: str) -> None:
        """Starts the guard."""
        self.guard = tallystick.Guard(binary=binary, home=home)
        assert self.guard.hello

    def pair(self, task: str) -> float:
        """Reserve and record; gives the instant between the two."""
        granted = self.guard.reserve(REQUEST, attributes={"source": "cron", "task": task})
        if not granted["granted"]:
            raise RuntimeError(granted)
        reserved = time.perf_counter()
        self.guard.record(granted["reservation"], OUTCOME)
        return reserved

    def close(self) -> None:
        """Ends the guard."""
        self.guard.close()
