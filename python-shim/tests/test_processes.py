"""Programs that fork, exit, are interrupted or killed, each with its guard; real processes."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any

from conftest import FakeHome
from loopback import Loopback


def python(code: str, fake: FakeHome, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a program that has `guard`, and may fork, exit or be killed as it likes."""
    prelude = f"""
        import os, sys, threading, time, asyncio, signal
        import tallystick
        guard = tallystick.Guard(binary={str(fake.binary)!r}, home={str(fake.path)!r})
        def reserve(name):
            return guard.reserve({{"model": "m"}}, operation=name)
    """
    program = textwrap.dedent(prelude) + textwrap.dedent(code)
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
        **options,
    )


def by_pid(fake: FakeHome) -> dict[int, list[str]]:
    heard: dict[int, list[str]] = {}
    for each in fake.heard("reserve"):
        heard.setdefault(each["pid"], []).append(each["params"]["operation"])
    return heard


def test_A_forked_child_has_a_guard_of_its_own(fake: FakeHome) -> None:
    """Two processes on one pipe: about half of the answers went to the wrong one."""
    code = """
        reserve("parent-0")
        children = []
        for number in range(3):
            pid = os.fork()
            if pid == 0:
                for n in range(20):
                    assert reserve(f"child{number}-{n}")["operation"] == f"child{number}-{n}"
                sys.exit(0)
            children.append(pid)
        for n in range(1, 20):
            assert reserve(f"parent-{n}")["operation"] == f"parent-{n}"
        assert [os.waitpid(pid, 0)[1] for pid in children] == [0, 0, 0]
    """
    done = python(code, fake)
    assert (done.returncode, done.stderr) == (0, "")
    owners = [{name.split("-")[0] for name in names} for names in by_pid(fake).values()]
    assert sorted(map(len, owners)) == [1, 1, 1, 1]


def test_A_fork_while_other_threads_call(fake: FakeHome) -> None:
    """Locks held at the fork by a thread that does not exist in the child."""
    code = """
        import warnings
        warnings.simplefilter("ignore", DeprecationWarning)  # 3.12 warns of what is tried here
        stop = threading.Event()
        def hammer(k):
            n = 0
            while not stop.is_set():
                reserve(f"parent-{k}-{n}"); n += 1
        threads = [threading.Thread(target=hammer, args=[k]) for k in range(4)]
        [t.start() for t in threads]
        for number in range(5):
            pid = os.fork()
            if pid == 0:
                reserve(f"child{number}-0")
                os._exit(0)
            assert os.waitpid(pid, 0)[1] == 0
        stop.set()
        [t.join() for t in threads]
    """
    done = python(code, fake)
    assert (done.returncode, done.stderr) == (0, "")
    assert sum(any("child" in name for name in names) for names in by_pid(fake).values()) == 5


def test_A_forked_child_does_not_keep_the_parents_guard_alive(fake: FakeHome) -> None:
    code = """
        reserve("a")
        print(guard.keeper.process.pid, flush=True)
        if os.fork() == 0:
            sys.stdout.close()
            os.close(1); os.close(2)
            time.sleep(5)
            os._exit(0)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    started = time.monotonic()
    done = python(code, fake)
    assert done.returncode == -9
    guard_pid = int(done.stdout)
    until = started + 4
    while _alive(guard_pid) and time.monotonic() < until:
        time.sleep(0.01)
    assert not _alive(guard_pid)


def test_A_stream_of_the_parent_is_not_settled_by_its_child(
    fake: FakeHome, provider: Loopback
) -> None:
    from loopback import DONE, delta, events

    gates = [threading.Event() for _ in range(2)]
    gates[0].set()
    provider.answers = [events(delta("a"), DONE, gates=gates)]
    url = provider.url + "/chat/completions"
    code = f"""
        import gc, httpx
        tallystick.instrument(guard)
        with httpx.stream("POST", {url!r}, json={{"model": "m"}}) as response:
            body = response.iter_raw()
            first = next(body)
            if os.fork() == 0:
                reserve("child")  # so that it has a guard, and could
                del body, response
                gc.collect()
                sys.exit(0)
            os.wait()
            assert threading.active_count() == 1
            guard.classify({{"status": 500}})
            assert threading.active_count() == 2  # the janitor is back
            sys.stdin.readline()
            for _ in body: pass
    """
    reader, writer = os.pipe()

    def go_on() -> None:
        gates[1].set()
        os.write(writer, b"go\n")

    threading.Timer(1.0, go_on).start()
    done = python(code, fake, stdin=reader)
    os.close(reader)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")
    assert [each["params"]["outcome"]["ended"] for each in fake.heard("record")] == ["complete"]


def test_At_exit_what_is_open_is_settled_and_the_guard_leaves(
    fake: FakeHome, provider: Loopback
) -> None:
    from loopback import delta, events

    provider.answers = [events(delta("a"), end="hang")]
    code = f"""
        import httpx
        tallystick.instrument(guard)
        client = httpx.Client()
        url = {provider.url + "/chat/completions"!r}
        request = client.build_request("POST", url, json={{"model": "m"}})
        body = client.send(request, stream=True).iter_raw()
        next(body)  # and `body` stays
        print(guard.keeper.process.pid)
    """
    done = python(code, fake)
    assert (done.returncode, done.stderr) == (0, "")
    assert not _alive(int(done.stdout))
    assert [each["params"]["outcome"]["ended"] for each in fake.heard("record")] == ["closed"]


def test_A_daemon_thread_in_the_middle_of_a_call_does_not_hold_the_exit_up(fake: FakeHome) -> None:
    fake.plan(silent_on=["classify"])
    code = """
        reserve("a")
        threading.Thread(target=lambda: guard.classify({"status": 500}), daemon=True).start()
        time.sleep(0.2)
    """
    started = time.monotonic()
    done = python(code, fake)
    assert done.returncode == 0
    assert time.monotonic() - started < 5


def test_multiprocessing_and_pickled_denials(fake: FakeHome) -> None:
    fake.plan(denial={"reason": "paused", "message": "paused by ann"})
    code = """
        import multiprocessing
        from tallystick import _errors
        def work(_):
            answer = reserve("x")
            raise _errors.denied(answer["denial"]["message"], answer["denial"])
        if __name__ == "__main__":
            with multiprocessing.get_context("fork").Pool(2) as pool:
                try:
                    pool.map(work, range(2))
                except tallystick.Paused as err:
                    print(err, err.status_code, err.denial["reason"])
    """
    done = python(code, fake)
    assert (done.stdout, done.stderr) == ("paused by ann 402 paused\n", "")


def test_ctrl_c_in_a_call_ends_the_call_and_nothing_else(fake: FakeHome) -> None:
    fake.plan(silent_on=["classify"])
    code = """
        guard.start()
        main = threading.main_thread().ident
        threading.Timer(0.3, lambda: signal.pthread_kill(main, signal.SIGINT)).start()
        try:
            guard.classify({"status": 500})
        except KeyboardInterrupt:
            print(reserve("a")["granted"])
    """
    done = python(code, fake)
    assert (done.stdout, done.stderr) == ("True\n", "")


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
