"""Times one streamed answer through the shim, turn by turn with bare httpx.

    python stream.py PLAN.json

PLAN: {"rounds": {"unpaced": R, "paced": R}, "urls": {"paced": URL, "unpaced": URL}}. Prints
medians in milliseconds: "paced shim", "paced bare", and the same with " first" for the first byte.
"""

from __future__ import annotations

import json
import statistics
import sys
import time

import httpx
import tallystick

BODY = {"model": "gpt-5", "stream": True, "messages": [{"role": "user", "content": "hello"}]}


def read(client: httpx.Client, url: str) -> tuple[float, float]:
    """Reads one stream as an SDK does, line by line: milliseconds to the first and the last."""
    begun, first, lines = time.perf_counter(), 0.0, 0
    with client.stream("POST", url, json=BODY) as answer:
        for _ in answer.iter_lines():
            if not lines:
                first = time.perf_counter()
            lines += 1
    if lines < 2000:
        raise RuntimeError(f"the stream had {lines} lines")
    return (first - begun) * 1e3, (time.perf_counter() - begun) * 1e3


def main() -> None:
    """Runs the plan."""
    with open(sys.argv[1]) as f:
        plan = json.load(f)
    clients = {"bare": httpx.Client(timeout=60), "shim": tallystick.client(timeout=60)}
    took: dict[str, list[float]] = {}
    for client in clients.values():
        read(client, plan["urls"]["unpaced"])  # warms up
    for kind, rounds in plan["rounds"].items():
        for _ in range(rounds):
            for name, client in clients.items():
                first, whole = read(client, plan["urls"][kind])
                took.setdefault(f"{kind} {name}", []).append(whole)
                took.setdefault(f"{kind} {name} first", []).append(first)
    for client in clients.values():
        client.close()
    json.dump({name: statistics.median(t) for name, t in took.items()}, sys.stdout)


if __name__ == "__main__":
    main()
