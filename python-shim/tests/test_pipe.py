"""Calls over the pipe: threads that lead and follow, event loops, a slow or silent guard."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from conftest import FakeHome

import tallystick
from tallystick import _guard, _reader


def reserve(guard: tallystick.Guard) -> Any:
    return guard.reserve({"provider": "p", "model": "m"})


def test_A_lone_caller_reads_for_itself_no_thread_is_started(guard: tallystick.Guard) -> None:
    before = threading.active_count()
    for _ in range(50):
        assert reserve(guard)["granted"]
    assert threading.active_count() == before
    assert guard.pipe is not None
    assert not guard.pipe.reader.hired


def test_Each_of_many_threads_gets_its_own_answer(guard: tallystick.Guard) -> None:
    def one(number: int) -> tuple[str, str]:
        operation = f"op-{number}"
        answer = guard.reserve({"model": "m"}, operation=operation)
        return operation, answer["operation"]

    with ThreadPoolExecutor(16) as threads:
        pairs = list(threads.map(one, range(2000)))
    assert all(asked == answered for asked, answered in pairs)


def test_Threads_and_two_event_loops_share_one_pipe(guard: tallystick.Guard) -> None:
    """An asyncio stream of a subprocess belongs to one loop; this pipe belongs to none."""

    async def many(name: str) -> int:
        async def one(number: int) -> bool:
            operation = f"{name}-{number}"
            answer = await guard.areserve({"model": "m"}, operation=operation)
            return answer["operation"] == operation

        return sum(await asyncio.gather(*[one(number) for number in range(300)]))

    def sync() -> int:
        return sum(reserve(guard)["granted"] for _ in range(300))

    with ThreadPoolExecutor(4) as threads:
        loops = [threads.submit(asyncio.run, many(name)) for name in ("a", "b")]
        plain = [threads.submit(sync) for _ in range(2)]
        assert [each.result(30) for each in (*loops, *plain)] == [300] * 4
    assert guard.pipe is not None
    assert not any(guard.pipe._loops.values())


def test_A_sync_call_inside_a_running_loop_does_not_wait_for_the_loop(
    guard: tallystick.Guard,
) -> None:
    async def both() -> None:
        waiting = asyncio.ensure_future(guard.areserve({"model": "m"}))
        await asyncio.sleep(0)
        assert reserve(guard)["granted"]
        assert (await waiting)["granted"]

    asyncio.run(both())


def test_A_slow_answer_holds_nobody_else_up(fake: FakeHome) -> None:
    fake.plan(slow_ms={"classify": 300})
    with fake.guard() as guard, ThreadPoolExecutor(1) as threads:
        slow = threads.submit(guard.classify, {"status": 500})
        assert reserve(guard)["granted"]
        assert not slow.done()
        assert slow.result(5)["verdict"]["class"] == "unknown"


def test_Whoever_leads_hands_the_lead_over(fake: FakeHome) -> None:
    fake.plan(slow_ms={"classify": 200, "reserve": 500})
    with fake.guard() as guard, ThreadPoolExecutor(4) as threads:
        guard.start()
        leader = threads.submit(guard.classify, {"status": 500})
        while not guard.pipe or not guard.pipe.reader._reading.locked():
            time.sleep(0.001)
        followers = [threads.submit(reserve, guard) for _ in range(3)]
        started = time.monotonic()
        assert leader.result(5)
        assert not any(follower.done() for follower in followers)
        assert all(follower.result(5)["granted"] for follower in followers)
        assert time.monotonic() - started < 3  # and not after ten seconds


def test_A_loop_that_reads_hands_the_lead_over_too(guard: tallystick.Guard) -> None:
    guard.start()
    assert guard.pipe is not None
    reader = guard.pipe.reader
    original = reader._line
    follower: list[threading.Thread] = []

    def line(*args: Any) -> None:
        if not follower:  # while the loop is reading, a thread comes and has to follow
            follower.append(threading.Thread(target=reserve, args=[guard]))
            follower[0].start()
            while not reader._followers:
                time.sleep(0.001)
        original(*args)

    reader._line = line
    assert asyncio.run(guard.areserve({"model": "m"}))["granted"]
    follower[0].join(5)
    assert not follower[0].is_alive()


def test_An_rpc_waits_its_limit_and_no_longer(
    fake: FakeHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _guard.CALL_SECONDS == 10.0
    fake.plan(silent_on=["classify"])
    with fake.guard() as guard:
        guard.start()
        monkeypatch.setattr(_guard, "CALL_SECONDS", 0.2)
        started = time.monotonic()
        with pytest.raises(tallystick.GuardSilent, match="did not answer classify within"):
            guard.classify({"status": 500})
        assert 0.2 <= time.monotonic() - started < 2
        with pytest.raises(tallystick.GuardSilent):
            asyncio.run(guard.aclassify({"status": 500}))
        monkeypatch.undo()
        assert reserve(guard)["granted"]


def test_A_cancelled_reserve_gives_its_place_back_when_the_answer_comes(fake: FakeHome) -> None:
    fake.plan(slow_ms={"reserve": 100})
    with fake.guard() as guard:
        guard.start()

        async def leave() -> None:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(guard.areserve({"model": "m"}), 0.02)

        asyncio.run(leave())
        # Nobody calls now: the answer is read all the same, and closing waits for what it started.
    assert len(fake.heard("release")) == 1


def test_A_message_larger_than_the_pipe_goes_through_both_ways(fake: FakeHome) -> None:
    fake.plan(status_bytes=3 << 20)
    with fake.guard() as guard:
        body = "é" * (2 << 20)
        assert guard.reserve({"model": "m", "body": body})["granted"]
        assert len(guard.call("status", {})["text"]) == 3 << 20
        assert asyncio.run(guard.areserve({"model": "m", "body": body}))["granted"]
    assert fake.heard("reserve")[0]["params"]["request"]["body"] == body


def test_A_message_above_16_MiB_is_refused_here(guard: tallystick.Guard) -> None:
    with pytest.raises(tallystick.GuardRefused, match="too long"):
        guard.reserve({"body": "x" * (16 << 20)})
    assert reserve(guard)["granted"]


def test_A_stopped_guard_does_not_stop_a_stream(fake: FakeHome) -> None:
    import signal

    with fake.guard() as guard:
        guard.start()
        assert guard.keeper.process is not None
        os.kill(guard.keeper.process.pid, signal.SIGSTOP)
        started = time.monotonic()
        for _ in range(64):
            guard.notify("stream", {"reservation": "r", "chunk": "x" * 65536})
        took = time.monotonic() - started
        os.kill(guard.keeper.process.pid, signal.SIGCONT)
        assert took < 1
        assert reserve(guard)["granted"]  # after all the chunks, which were kept in order
    assert len(fake.heard("stream")) == 64


def test_A_lone_surrogate_in_a_name_is_passed_on(guard: tallystick.Guard, fake: FakeHome) -> None:
    guard.reserve({"model": "m\ud800"})
    assert fake.heard("reserve")[0]["params"]["request"]["model"] == "m\ud800"


def test_What_the_garbage_collector_runs_sees_that_the_pipe_is_in_use(
    guard: tallystick.Guard,
) -> None:
    guard.start()
    pipe = guard.pipe
    assert pipe is not None
    seen = []

    class Dropped:
        def __del__(self) -> None:
            seen.append(guard.busy_here())

    original = pipe.reader._line

    def hear(*args: Any) -> None:
        Dropped()
        gc.collect()
        original(*args)

    pipe.reader._line = hear
    reserve(guard)
    Dropped()
    assert seen == [True, False]


def test_Without_poll_a_hired_thread_reads(fake: FakeHome, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, which cannot poll a pipe."""
    monkeypatch.setattr(_reader, "POLLS", False)
    with fake.guard() as guard:
        assert reserve(guard)["granted"]
        assert asyncio.run(guard.areserve({"model": "m"}))["granted"]


def test_A_loop_that_cannot_watch_a_pipe_gets_a_hired_thread(guard: tallystick.Guard) -> None:
    class Blind(asyncio.SelectorEventLoop):
        def add_reader(self, fd: Any, callback: Any, *args: Any) -> None:  # type: ignore[override]
            if guard.pipe is not None and fd == guard.pipe.reader.fd:
                raise NotImplementedError
            super().add_reader(fd, callback, *args)

    guard.start()
    loop = Blind()
    try:
        assert loop.run_until_complete(guard.areserve({"model": "m"}))["granted"]
    finally:
        loop.close()
    assert guard.pipe is not None
    assert guard.pipe.reader.hired
    assert reserve(guard)["granted"]


def test_A_loop_that_waits_no_more_stops_watching_at_the_next_answer_of_others(
    guard: tallystick.Guard,
) -> None:
    async def idle() -> None:
        await guard.areserve({"model": "m"})
        pipe = guard.pipe
        assert pipe is not None
        loop = asyncio.get_running_loop()
        assert pipe._loops == {loop: 0}
        await asyncio.to_thread(lambda: [reserve(guard) for _ in range(50)])
        assert loop not in pipe._loops
        assert (await guard.areserve({"model": "m"}))["granted"]

    asyncio.run(idle())


def test_A_restarted_guard_on_the_same_descriptor_is_watched_anew(guard: tallystick.Guard) -> None:
    async def restart() -> None:
        for _ in range(3):
            assert (await guard.areserve({"model": "m"}))["granted"]
            assert guard.keeper.process is not None
            guard.keeper.process._child.kill()
            guard.keeper.process._child.wait()
            with pytest.raises(tallystick.GuardLost):
                await guard.areserve({"model": "m"})

    asyncio.run(restart())


def test_Closed_loops_are_forgotten(guard: tallystick.Guard) -> None:
    for _ in range(5):
        asyncio.run(guard.areserve({"model": "m"}))
    assert guard.pipe is not None
    assert len(guard.pipe._loops) == 1
