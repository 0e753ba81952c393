"""With the real guard: shared between processes, killed under load, settled late."""

from __future__ import annotations

import logging
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import realguard

import tallystick

BODY = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}
LIMIT = "version: 1\ndurability: os\nlimits:\n  - {{name: pool, window: day, calls: {calls}}}\n"


@pytest.fixture
def provider() -> Iterator[realguard.Provider]:
    provider = realguard.Provider()
    yield provider
    provider.close()


def counted(guard: tallystick.Guard) -> int:
    """Every call that counts against the pool, whatever became of it."""
    (limit,) = guard.call("status", {})["limits"]
    (use,) = limit["uses"]
    return sum(use[part]["calls"] for part in ("settled", "held", "unknown"))


def kill(guard: tallystick.Guard) -> None:
    process = guard.keeper.process
    if process is not None:
        with suppress(ProcessLookupError, ChildProcessError):  # it may have been buried just now
            os.kill(process.pid, signal.SIGKILL)
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)


def test_I1_Processes_share_one_pool(tmp_path: Path, provider: realguard.Provider) -> None:
    """Cron, subagent and interactive: three processes, six callers each, forty calls."""
    till = realguard.home(tmp_path / "till", LIMIT.format(calls=40))
    base = provider.script("ok")
    program = textwrap.dedent(
        f"""
        import sys, httpx, tallystick
        from concurrent.futures import ThreadPoolExecutor
        tallystick.instrument(home={str(till)!r}, source=sys.argv[1])
        client = httpx.Client()
        def call(_):
            try:
                client.post({base + "/v1/chat/completions"!r}, json={BODY!r}).raise_for_status()
                return True
            except tallystick.BudgetExhausted:
                return False
        with ThreadPoolExecutor(6) as threads:
            print(sum(threads.map(call, range(30))))
        """
    )
    programs = [
        subprocess.Popen([sys.executable, "-c", program, source], stdout=subprocess.PIPE, text=True)
        for source in ("cron", "subagent", "interactive")
    ]
    made = [int(each.communicate(timeout=60)[0]) for each in programs]
    assert sum(made) == len(provider.seen(base)) == 40
    with tallystick.Guard(home=till) as guard:
        assert counted(guard) == 40
        sources = [line["attributes"]["source"] for line in realguard.ledger(guard)]
    assert set(sources) == {"cron", "subagent", "interactive"}


def test_I1_I3_A_guard_killed_under_load_loses_and_invents_nothing(
    tmp_path: Path, provider: realguard.Provider
) -> None:
    seed = random.randrange(1 << 32)
    print("seed", seed)
    dice = random.Random(seed)
    base = provider.script("ok")
    till = realguard.home(tmp_path / "till", LIMIT.format(calls=150))
    guard = tallystick.instrument(tallystick.Guard(home=till))
    answered: list[int] = []
    refused: list[Exception] = []

    def call(client: httpx.Client) -> None:
        try:
            answered.append(client.post(base + "/v1/chat/completions", json=BODY).status_code)
        except tallystick.TallystickDenied as err:
            refused.append(err)

    def some(number: int) -> None:
        with httpx.Client() as client:
            for _ in range(30):
                call(client)

    stop = threading.Event()

    def killer() -> None:
        for _ in range(4):  # one less than what stops the restarts
            if stop.wait(dice.uniform(0.05, 0.25)):
                return
            kill(guard)

    try:
        threading.Thread(target=killer).start()
        with ThreadPoolExecutor(8) as threads:
            list(threads.map(some, range(8)))
        stop.set()
        seen, calls = len(provider.seen(base)), counted(guard)
    finally:
        tallystick.uninstrument()
    assert len(answered) + len(refused) == 240  # each call had one end
    assert len(answered) == seen  # nothing went out that was not granted and heard
    assert seen <= calls <= 150
    kinds = (tallystick.BudgetExhausted, tallystick.LedgerUnavailable)
    assert all(isinstance(each, kinds) for each in refused)


def test_I3_What_the_killed_guard_held_is_settled_by_the_next(tmp_path: Path) -> None:
    guard = tallystick.Guard(home=realguard.home(tmp_path / "till"))
    with guard:
        grant = guard.reserve({"provider": "openai", "model": "m", "input_tokens": 10})
        kill(guard)
        with pytest.raises(tallystick.GuardLost):
            guard.classify({"status": 500})
        outcome: Any = {"status": 200, "usage": {"input_tokens": 10, "output_tokens": 3}}
        done = guard.record(grant["reservation"], outcome)
        assert done["state"] == "settled"
        assert done["tokens"]["output"] == 3
        assert guard.record(grant["reservation"], outcome)["flags"].count("repeated") == 1
        assert [line["state"] for line in realguard.ledger(guard)] == ["settled"]


def test_A_home_that_cannot_be_used_refuses_calls_until_it_can(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What never needed a budget goes on: instrument() says it, and only LLM calls are refused."""
    (tmp_path / "file").write_text("no directory")
    try:
        with caplog.at_level(logging.ERROR, "tallystick"):
            guard = tallystick.instrument(home=tmp_path / "file" / "till")
        assert "until this is mended" in caplog.text
        assert "file" in caplog.text
        asked: Any = {"model": "m", "input_tokens": 10}
        refused = guard.reserve(asked)
        assert not refused["granted"]
        assert refused["denial"]["reason"] == "ledger"
        (tmp_path / "file").unlink()
        assert guard.reserve(asked)["granted"]
    finally:
        tallystick.uninstrument()
