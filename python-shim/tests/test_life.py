"""The guard as a child: environment, greeting, death under load, restarts, farewell."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from conftest import FakeHome
from loopback import Loopback

import tallystick
from tallystick import _keeper, _process


def reserve(guard: tallystick.Guard) -> Any:
    return guard.reserve({"model": "m"})


def kill(guard: tallystick.Guard) -> None:
    assert guard.keeper.process is not None
    guard.keeper.process._child.kill()
    guard.keeper.process._child.wait()


def test_The_environment_of_the_guard_is_this_short_list(
    fake: FakeHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """API keys live in the environment. A name is added here only on purpose."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("TALLYSTICK_CREATE", "never")
    assert _process.ENV_KEPT == (
        "HOME",
        "LANG",
        "LC_ALL",
        "LOGNAME",
        "TMPDIR",
        "USER",
        "TALLYSTICK_CREATE",
        "TALLYSTICK_DEBUG",
        "TALLYSTICK_HOME",
        "APPDATA",
        "LOCALAPPDATA",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "USERPROFILE",
    )
    with fake.guard() as guard:
        env = guard.call("status", {})["env"]
    for added_by_the_shell in ("PWD", "SHLVL", "_", "OLDPWD", "LC_CTYPE"):
        env.pop(added_by_the_shell, None)
    assert set(env) <= set(_process.ENV_KEPT)
    assert env["TALLYSTICK_HOME"] == str(fake.path)
    assert env["TALLYSTICK_CREATE"] == "never"


def test_The_greeting_says_who_we_are(fake: FakeHome) -> None:
    with fake.guard(attributes={"source": "cron"}) as guard:
        assert guard.hello["server"]["name"] == "fake"
    (hello,) = fake.heard("initialize")
    assert hello["params"]["protocol"] == 1
    assert hello["params"]["client"] == {
        "name": "tallystick-python",
        "version": tallystick.__version__,
    }
    assert hello["params"]["process"]["pid"] == os.getpid()
    assert hello["params"]["attributes"] == {"source": "cron"}


def test_Another_protocol_is_refused_with_both_numbers(fake: FakeHome) -> None:
    fake.plan(protocol=7)
    with pytest.raises(tallystick.GuardRefused, match="protocol 7, this shim 1"):
        fake.guard().start()


def test_A_guard_killed_under_load_fails_what_waits_with_one_clear_error(fake: FakeHome) -> None:
    fake.plan(silent_on=["classify"])
    with fake.guard() as guard, ThreadPoolExecutor(16) as threads:
        guard.start()
        assert guard.keeper.process is not None
        pid = guard.keeper.process.pid

        async def in_a_loop() -> None:
            with pytest.raises(tallystick.GuardLost, match=f"pid {pid}.*signal 9"):
                await guard.aclassify({"status": 500})

        calls: list[Future[Any]] = [
            threads.submit(guard.classify, {"status": 500}) for _ in range(12)
        ]
        calls += [threads.submit(lambda: asyncio.run(in_a_loop())) for _ in range(2)]
        while len(fake.heard("classify")) < len(calls):
            time.sleep(0.005)
        started = time.monotonic()
        kill(guard)
        for call in calls[:12]:
            with pytest.raises(tallystick.GuardLost, match=f"pid {pid}.*signal 9"):
                call.result(5)
        for call in calls[12:]:
            call.result(5)
        assert time.monotonic() - started < 2
        assert reserve(guard)["granted"]  # by the next one
        assert guard.keeper.process.pid != pid


def test_A_guard_that_says_what_is_no_message_is_given_up(fake: FakeHome) -> None:
    fake.plan(babble_on="classify", silent_on=["classify"])
    with fake.guard() as guard:
        for _ in range(2):
            with pytest.raises(tallystick.GuardLost, match="no JSON: b'panic: not JSON'"):
                guard.classify({"status": 500})


def test_Restarts_have_a_limit(fake: FakeHome, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (_keeper.CRASHES_MAX, _keeper.CRASH_WINDOW_SECONDS) == (5, 180.0)
    fake.plan(die_on="reserve")
    with fake.guard() as guard:
        for _ in range(5):
            with pytest.raises(tallystick.GuardLost, match="exit code 3"):
                reserve(guard)
        started = len(fake.heard("initialize"))
        for _ in range(20):
            with pytest.raises(tallystick.GuardLost, match="ended 5 times within 180 s"):
                reserve(guard)
        assert len(fake.heard("initialize")) == started == 5
        monkeypatch.setattr(_keeper, "CRASH_WINDOW_SECONDS", 0.0)
        fake.plan()
        assert reserve(guard)["granted"]


def test_A_broken_guard_denies_by_default_and_allows_when_told(
    fake: FakeHome, provider: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    fake.plan(die_on="reserve")
    url = provider.url + "/chat/completions"
    try:
        tallystick.instrument(fake.guard())
        with pytest.raises(tallystick.LedgerUnavailable, match="no LLM call was made") as caught:
            httpx.post(url, json={"model": "m"})
        assert isinstance(caught.value.__cause__, tallystick.GuardLost)
        assert not provider.requests
        tallystick.uninstrument()
        tallystick.instrument(fake.guard(on_guard_failure="allow"))
        with caplog.at_level(logging.WARNING, "tallystick"):
            assert httpx.post(url, json={"model": "m"}).is_success
            assert httpx.post(url, json={"model": "m"}).is_success
        assert caplog.text.count("go out uncounted") == 1
    finally:
        tallystick.uninstrument()


def test_A_ledger_in_trouble_denies_even_then(fake: FakeHome, provider: Loopback) -> None:
    fake.plan(errors={"reserve": {"code": -32021, "message": "the ledger is damaged"}})
    try:
        tallystick.instrument(fake.guard(on_guard_failure="allow"))
        with pytest.raises(tallystick.LedgerUnavailable, match="the ledger is damaged"):
            httpx.post(provider.url + "/chat/completions", json={"model": "m"})
    finally:
        tallystick.uninstrument()


def test_A_lost_record_is_told_to_the_next_guard(fake: FakeHome, provider: Loopback) -> None:
    """A record may come late, and twice (I3, I4)."""
    fake.plan(die_on="record")
    try:
        guard = tallystick.instrument(fake.guard())
        fake.plan()
        assert httpx.post(provider.url + "/chat/completions", json={"model": "m"}).is_success
        assert guard.pipe is not None
    finally:
        tallystick.uninstrument()
    first, second = fake.heard("record")
    assert first["params"] == second["params"]
    assert first["pid"] != second["pid"]


def test_A_closed_guard_is_closed(fake: FakeHome) -> None:
    guard = fake.guard()
    guard.start()
    assert guard.keeper.process is not None
    child = guard.keeper.process._child
    guard.close()
    assert child.returncode == 0
    guard.close()
    with pytest.raises(tallystick.GuardLost, match="closed"):
        reserve(guard)


def test_A_guard_that_will_not_leave_is_ended(
    fake: FakeHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_process, "LEAVE_SECONDS", 0.2)
    fake.plan(farewell_s=60)
    guard = fake.guard()
    guard.start()
    assert guard.keeper.process is not None
    child = guard.keeper.process._child
    guard.close()
    assert child.returncode == -15
