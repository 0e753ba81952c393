"""The real guard and the misbehaving provider, both from the built binary."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

import tallystick
from tallystick import _binary


class Provider:
    """`tallystick demo provider` on loopback; it knows nothing of the guard."""

    def __init__(self) -> None:
        self._child = subprocess.Popen(
            [_binary.find(), "demo", "provider"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._child.stdout is not None
        self.url: str = json.loads(self._child.stdout.readline())["url"]
        self._scripts = 0

    def script(self, steps: str) -> str:
        """The base url of a script of its own, without /v1."""
        self._scripts += 1
        return f"{self.url}/s/{steps}@{self._scripts}"

    def seen(self, base: str) -> list[dict[str, Any]]:
        """The requests that came to this script, in order."""
        with urllib.request.urlopen(self.url + "/_counts") as response:
            counts = json.load(response)
        scripts = counts["scripts"]
        name = base.rpartition("/s/")[2]
        return scripts[name]["seen"] if name in scripts else []

    def close(self) -> None:
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.close()
        self._child.wait(10)
        self._child.stdout.close()


def ledger(guard: tallystick.Guard, **only: Any) -> list[dict[str, Any]]:
    """The calls in the ledger, oldest first; those of one task with `task=`."""
    guard.janitor.rest()
    calls: list[dict[str, Any]] = guard.call("recent", {"tail": 1000, **only})["calls"]
    return calls


def home(path: Path, config: str = "version: 1\ndurability: os\n") -> Path:
    """A home with this configuration."""
    path.mkdir(mode=0o700, exist_ok=True)
    (path / "tallystick.yaml").write_text(config)
    return path
