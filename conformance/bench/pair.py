"""Times reserve + record from Python, turn by turn against its baselines.

Every process is pinned to one core, because where they land changes a pipe echo
from 6 to 40 us. Prints one JSON object: by side the median pair
in microseconds, and as "SIDE reserve" the reserve alone.

    python pair.py PLAN.json

PLAN: {"rounds": R, "pairs": P, "tasks": T, "file": PATH, "sides": [SIDE, ...]}
SIDE: {"name", "argv", "env", "shim"}
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from typing import Any

REQUEST = {"provider": "openai", "model": "gpt-5", "input_tokens": 200, "max_output_tokens": 100}
OUTCOME = {"status": 200, "usage": {"input_tokens": 200, "output_tokens": 50}}


class Bare:
    """The least client: one line out, one line in. No threads, no checks."""

    def __init__(self, argv: list[str], env: dict[str, str]) -> None:
        """Starts the child and greets it."""
        self.child = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **env},
            bufsize=0,
        )
        self.next = 0
        assert self.child.stdin
        assert self.child.stdout
        self.write, self.lines = self.child.stdin.write, self.child.stdout
        self.reader = os.fdopen(os.dup(self.lines.fileno()), "rb")
        self.call("initialize", {"protocol": 1, "client": {"name": "bench", "version": "1"}})

    def call(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """One request and its answer; an answer without `result` is an echo."""
        self.next += 1
        message = {"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}
        self.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        while True:
            answer = json.loads(self.reader.readline())
            if answer.get("id") == self.next:
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                result: dict[str, Any] = answer.get("result", {})
                return result

    def pair(self, task: str) -> float:
        """Reserve and record; gives the instant between the two."""
        granted = self.call(
            "reserve", {"request": REQUEST, "attributes": {"source": "cron", "task": task}}
        )
        if not granted.get("granted", True):
            raise RuntimeError(granted)
        reserved = time.perf_counter()
        self.call("record", {"reservation": granted.get("reservation", ""), "outcome": OUTCOME})
        return reserved

    def close(self) -> None:
        """Says goodbye by closing the pipe."""
        assert self.child.stdin
        self.child.stdin.close()
        self.child.wait(10)


class Append:
    """One bare append and fdatasync of a line as long as a reserve entry."""

    def __init__(self, path: str) -> None:
        """Opens the file on the disk that the ledgers are on."""
        self.fd = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        self.line = b'{"who":"' + b"x" * 240 + b'"}\n'

    def pair(self, _task: str) -> float:
        """Append, then sync."""
        os.write(self.fd, self.line)
        os.fdatasync(self.fd)
        return time.perf_counter()

    def close(self) -> None:
        """Closes the file."""
        os.close(self.fd)


def open_side(side: dict[str, Any], path: str) -> Any:
    """A side by its description: append, a bare client, or the shim's."""
    if side["name"] == "append":
        return Append(path)
    if side.get("shim"):
        from shim_pair import Shim  # needs the shim; the baselines do not

        return Shim(side["argv"][0], side["env"]["TALLYSTICK_HOME"])
    return Bare(side["argv"], side["env"] or {})


def main() -> None:
    """Runs the plan."""
    with open(sys.argv[1]) as f:
        plan = json.load(f)
    os.sched_setaffinity(0, {0})  # the children inherit it
    sides = {s["name"]: open_side(s, plan["file"]) for s in plan["sides"]}
    took: dict[str, list[float]] = {}
    for n in range(plan["rounds"] + 1):
        for name, side in sides.items():
            for m in range(plan["pairs"]):
                begun = time.perf_counter()
                reserved = side.pair(f"task-{(n * plan['pairs'] + m) % plan['tasks']}")
                ended = time.perf_counter()
                if n:  # the first round warms up
                    took.setdefault(name, []).append((ended - begun) * 1e6)
                    took.setdefault(name + " reserve", []).append((reserved - begun) * 1e6)
    for side in sides.values():
        side.close()
    json.dump({name: statistics.median(t) for name, t in took.items()}, sys.stdout)


if __name__ == "__main__":
    main()
