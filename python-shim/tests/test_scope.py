"""Who is calling: scopes nest, reach tasks and copied contexts, and end."""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from conftest import FakeHome

import tallystick
from tallystick._scope import current


def task() -> Any:
    return current().attributes.get("task")


def test_A_scope_is_what_a_reserve_says(guard: tallystick.Guard, fake: FakeHome) -> None:
    with tallystick.scope(
        task="heartbeat", source="cron", run="7", tags={"a": "1"}, deadline=900, pool="night"
    ):
        guard.reserve({"model": "m"})
    guard.reserve({"model": "m"})
    inside, outside = (each["params"] for each in fake.heard("reserve"))
    assert inside["attributes"] == {
        "task": "heartbeat",
        "source": "cron",
        "run": "7",
        "tags": {"a": "1"},
    }
    assert inside["pool"] == "night"
    assert 890_000 < inside["deadline_ms"] <= 900_000
    assert set(outside) == {"request", "operation"}


def test_Inner_scopes_add_and_end() -> None:
    with tallystick.scope(task="a", source="cron", tags={"x": "1"}):
        with tallystick.scope(task="b", tags={"y": "2"}):
            assert current().attributes == {
                "task": "b",
                "source": "cron",
                "tags": {"x": "1", "y": "2"},
            }
        assert task() == "a"
    assert task() is None


def test_A_deadline_only_gets_shorter() -> None:
    with tallystick.scope(deadline=timedelta(seconds=1)):
        with tallystick.scope(deadline=60):
            assert (current().deadline_ms() or 0) <= 1000
        with tallystick.scope(task="x"):
            assert (current().deadline_ms() or 0) <= 1000


def test_A_deadline_that_has_passed_is_negative_never_none() -> None:
    with tallystick.scope(deadline=0.001):
        time.sleep(0.005)
        assert (current().deadline_ms() or 0) < 0


@pytest.mark.parametrize("bad", [0, -1, float("nan")])
def test_A_deadline_has_to_be_ahead(bad: float) -> None:
    with pytest.raises(ValueError, match="seconds from now"):
        tallystick.scope(deadline=bad)


def test_Tasks_each_have_their_own_even_from_one_scope_object() -> None:
    shared = tallystick.scope(task="shared")

    async def one(number: int) -> Any:
        async with shared:
            with tallystick.scope(task=f"t{number}"):
                await asyncio.sleep(0.001 * (5 - number))
                inner = task()
            await asyncio.sleep(0.001 * number)
            return inner, task()

    async def all_of_them() -> Any:
        return await asyncio.gather(*[one(number) for number in range(5)])

    assert asyncio.run(all_of_them()) == [(f"t{number}", "shared") for number in range(5)]
    assert task() is None


def test_It_reaches_a_thread_with_the_context_and_no_other() -> None:
    with tallystick.scope(task="a"), ThreadPoolExecutor(1) as threads:
        assert threads.submit(contextvars.copy_context().run, task).result() == "a"
        assert threads.submit(task).result() is None

        async def in_a_thread() -> Any:
            return await asyncio.to_thread(task)

        assert asyncio.run(in_a_thread()) == "a"
    assert threading.active_count() >= 1


def test_As_a_decorator_for_both_colours() -> None:
    @tallystick.scope(task="plain")
    def plain(number: int) -> Any:
        """Kept."""
        return number, task()

    @tallystick.scope(task="coro")
    async def coro() -> Any:
        await asyncio.sleep(0)
        return task()

    assert plain(1) == (1, "plain")
    assert plain.__doc__ == "Kept."
    assert asyncio.run(coro()) == "coro"
    assert task() is None


def test_A_generator_is_told_to_do_it_otherwise() -> None:
    def numbers() -> Any:
        yield 1

    with pytest.raises(TypeError, match="around the loop"):
        tallystick.scope(task="x")(numbers)


def test_An_exception_ends_the_scope() -> None:
    with pytest.raises(KeyError), tallystick.scope(task="a"):
        raise KeyError
    assert task() is None


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        ({"task": "x" * 129}, ValueError, "task has 129 bytes: the guard takes 128"),
        ({"tags": {"k": 5}}, TypeError, "tag k is 5: give text"),
        ({"tags": {str(n): "" for n in range(33)}}, ValueError, "33 tags"),
        ({"deadline": "soon"}, TypeError, "deadline is 'soon'"),
        ({"deadline": -1}, ValueError, "more than 0"),
    ],
)
def test_A_mistake_is_said_where_it_is_made(
    wrong: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        tallystick.scope(**wrong)
