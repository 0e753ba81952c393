"""A small guard for tests: it speaks the protocol, does what its plan says, logs what it hears.

It reads its plan from `plan.json` in its home and appends every message to `heard.jsonl` there.
It is no budget: the real guard has its own tests.
"""

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

HOME = Path(os.environ["TALLYSTICK_HOME"])
PLAN: dict[str, Any] = json.loads((HOME / "plan.json").read_text())
CALLS = [{"path": "/chat/completions"}, {"path": "/messages", "body": '"model"'}]
RETRIED = (429, 500, 503)
ATTEMPTS_MAX = 3


class Fake:
    def __init__(self) -> None:
        self.attempts: dict[str, int] = {}
        self.copies: dict[str, str] = {}
        self.granted = 0
        self.writing = threading.Lock()
        self.log = (HOME / "heard.jsonl").open("a", buffering=1)

    def hear(self, line: bytes) -> None:
        message = json.loads(line)
        method, params = message["method"], message["params"]
        if method != "stream" or not PLAN.get("quiet"):
            self.log.write(
                json.dumps({"pid": os.getpid(), "method": method, "params": params}) + "\n"
            )
        if PLAN.get("die_on") == method:
            os._exit(3)
        if PLAN.get("babble_on") == method:
            os.write(1, b"panic: not JSON\n")
        if method in PLAN.get("silent_on", ()):
            return
        if method == "stream":
            self.copies[params["reservation"]] = self.copies.get(
                params["reservation"], ""
            ) + params.get("chunk", "")
            return
        if method in PLAN.get("errors", {}):
            self.say({"id": message["id"], "error": PLAN["errors"][method]})
            return
        delay = PLAN.get("slow_ms", {}).get(method, 0) / 1000
        answer = {"id": message["id"], "result": getattr(self, method)(params)}
        if delay:
            threading.Timer(delay, self.say, [answer]).start()
        else:
            self.say(answer)

    def say(self, message: dict[str, Any]) -> None:
        with self.writing:
            data = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
            while data:
                data = data[os.write(1, data) :]

    def initialize(self, params: Any) -> Any:
        return {
            "protocol": PLAN.get("protocol", 1),
            "server": {"name": "fake", "version": "0"},
            "home": str(HOME),
            "zone": "UTC",
            "limits": [],
            "calls": CALLS,
        }

    def reserve(self, params: Any) -> Any:
        self.granted += 1
        answer = {"operation": params["operation"], "attempt": params.get("attempt", 1)}
        if denial := PLAN.get("denial"):
            return {"granted": False, **answer, "denial": denial}
        if self.granted > PLAN.get("calls", 1 << 30):
            denial = {"reason": "budget_exhausted", "limit": "day", "message": "day is used up"}
            return {"granted": False, **answer, "denial": denial}
        reservation = f"r{os.getpid()}-{self.granted}"
        self.attempts[reservation] = params.get("attempt", 1)
        return {"granted": True, "reservation": reservation, **answer, **PLAN.get("grant", {})}

    def record(self, params: Any) -> Any:
        reservation, outcome = params["reservation"], params["outcome"]
        copy = self.copies.pop(reservation, "")
        answer: dict[str, Any] = {"reservation": reservation, "state": "settled", "tokens": {}}
        failed = outcome.get("status", 599) in RETRIED or "error" in outcome
        if failed:
            again = (
                self.attempts.get(reservation, 1) < ATTEMPTS_MAX and not outcome.get("output_shown")
            ) and not PLAN.get("stop")
            answer["verdict"] = {"class": "server_error", "retryable": "now"}
            answer["retry"] = {"retry": again, "wait_ms": PLAN.get("retry_ms", 1), "reason": "test"}
        if outcome.get("ended") == "complete" and "data:" in copy and "[DONE]" not in copy:
            answer["verdict"] = {"class": "stream_truncated", "retryable": "now"}
        return answer

    def release(self, params: Any) -> Any:
        return {"reservation": params["reservation"], "state": "released"}

    def classify(self, params: Any) -> Any:
        return {"verdict": {"class": "unknown", "retryable": "no"}, "retry": {"retry": False}}

    def status(self, params: Any) -> Any:
        return {"text": "x" * PLAN.get("status_bytes", 10), "env": dict(os.environ)}


def main() -> None:
    assert sys.argv[1:] == ["serve"], sys.argv
    fake, tail = Fake(), b""
    while data := os.read(0, 1 << 16):
        *lines, tail = (tail + data).split(b"\n")
        for line in lines:
            fake.hear(line)
    time.sleep(PLAN.get("farewell_s", 0))


if __name__ == "__main__":
    main()
