"""The ends of a stream: each settles it, once; a clean one without its marker raises."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from typing import Any

import httpx
import httpx2
import pytest
import requests
import trio
from conftest import FakeHome
from loopback import DONE, Loopback, delta, events, failing, ok
from streamreading import (
    BODY,
    Start,
    copy_of,
    ends,
    families,
    reader,
)

import tallystick


@reader
def test_A_clean_end_without_its_marker_is_not_success(
    instrumented: Start, provider: Loopback, fake: FakeHome, read: Any
) -> None:
    instrumented()
    provider.answers = [events(delta('{"path": "/srv/da'))]
    got = []
    with pytest.raises(tallystick.StreamTruncated, match="end marker"):
        got.extend(read(provider.url + "/chat/completions"))
    assert got == [delta('{"path": "/srv/da')]
    assert ends(fake) == ["complete"]


@reader
def test_A_cut_stream_raises_what_the_library_raises_and_is_not_retried(
    instrumented: Start, provider: Loopback, fake: FakeHome, read: Any
) -> None:
    instrumented()
    provider.answers = [events(delta("a"), end="cut")]
    expected = (
        httpx.TransportError,
        httpx2.TransportError,
        requests.ConnectionError,
        requests.exceptions.ChunkedEncodingError,
    )
    with pytest.raises(expected):
        list(read(provider.url + "/chat/completions"))
    assert ends(fake) == ["cut"]
    assert len(provider.requests) == 1


@reader
def test_Closed_right_after_the_marker_before_the_end_of_file(
    instrumented: Start, provider: Loopback, fake: FakeHome, read: Any
) -> None:
    """OpenAI's SDK does it; the guard has seen the marker, so it is complete all the same."""
    instrumented()
    provider.answers = [events(delta("a"), DONE, end="hang")]
    body = read(provider.url + "/chat/completions")
    while b"[DONE]" not in next(body):
        pass
    body.close()
    assert ends(fake) == ["closed"]
    assert "[DONE]" in copy_of(fake)


@families
def test_A_dropped_response_is_settled_by_the_garbage_collector(
    instrumented: Start, provider: Loopback, fake: FakeHome, family: Any
) -> None:
    """vercel/ai#7628: a reader that breaks off closes nothing."""
    instrumented()
    provider.answers = [events(delta("a"), end="hang")]
    client = family.Client()
    request = client.build_request("POST", provider.url + "/chat/completions", json=BODY)
    response = client.send(request, stream=True)
    assert next(response.iter_raw()) == delta("a")
    del response, request
    gc.collect()
    assert ends(fake) == ["closed"]
    client.close()


@families
def test_A_response_that_nobody_ever_read_is_settled_too(
    instrumented: Start, provider: Loopback, fake: FakeHome, family: Any
) -> None:
    instrumented()
    provider.answers = [events(delta("a"), end="hang")]
    client = family.Client()
    request = client.build_request("POST", provider.url + "/chat/completions", json=BODY)
    response = client.send(request, stream=True)
    assert not fake.heard("record")
    del response, request
    gc.collect()
    assert ends(fake) == ["closed"]
    assert fake.heard("record")[0]["params"]["outcome"]["output_shown"] is False
    client.close()


@families
def test_An_async_reader_that_breaks_off_without_closing(
    instrumented: Start, provider: Loopback, fake: FakeHome, family: Any
) -> None:
    instrumented()
    provider.answers = [events(delta("a"), end="hang")]

    async def leave() -> None:
        client = family.AsyncClient()
        request = client.build_request("POST", provider.url + "/chat/completions", json=BODY)
        response = await client.send(request, stream=True)
        async for _ in response.aiter_raw():
            break
        del response, request
        until = time.monotonic() + 5
        while not fake.heard("record") and time.monotonic() < until:
            gc.collect()  # the loop closes what was dropped, one generator after the other
            await asyncio.sleep(0.005)
        assert ends(fake) == ["closed"]
        await client.aclose()

    asyncio.run(leave())


@families
def test_An_async_stream_is_passed_on_and_settled(
    instrumented: Start, provider: Loopback, fake: FakeHome, family: Any
) -> None:
    instrumented()
    provider.answers = [events(delta("a"), DONE), events(delta("a")), events(delta("a"), end="cut")]

    async def read() -> bytes:
        url = provider.url + "/chat/completions"
        async with family.AsyncClient() as client, client.stream("POST", url, json=BODY) as got:
            return b"".join([data async for data in got.aiter_raw()])

    assert asyncio.run(read()) == delta("a") + DONE
    with pytest.raises(tallystick.StreamTruncated):
        asyncio.run(read())
    with pytest.raises(family.TransportError):
        asyncio.run(read())
    assert ends(fake, 3) == ["complete", "complete", "cut"]


@families
def test_A_cancelled_task_settles_its_stream(
    instrumented: Start, provider: Loopback, fake: FakeHome, family: Any
) -> None:
    """openai/openai-agents-js#995: zero is not unknown; what came until then is the account."""
    instrumented()
    provider.answers = [events(delta("a"), end="hang")]

    async def read() -> None:
        url = provider.url + "/chat/completions"
        async with family.AsyncClient() as client, client.stream("POST", url, json=BODY) as got:
            async for _ in got.aiter_raw():
                pass

    async def cancel() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(read(), 0.3)

    asyncio.run(cancel())
    assert ends(fake) == ["cancelled"]
    assert "content" in copy_of(fake)


@families
def test_A_call_cancelled_before_its_first_byte_is_recorded(
    instrumented: Start, provider: Loopback, fake: FakeHome, family: Any
) -> None:
    instrumented()
    gate = threading.Event()
    provider.answers = [lambda connection: (gate.wait(5), None)[1]]

    async def post() -> None:
        async with family.AsyncClient() as client:
            await client.post(provider.url + "/chat/completions", json=BODY)

    async def cancel() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(post(), 0.3)

    asyncio.run(cancel())
    gate.set()
    assert ends(fake) == ["cancelled"]


@reader
def test_A_guard_that_dies_under_a_stream_does_not_end_it(
    instrumented: Start, provider: Loopback, fake: FakeHome, read: Any
) -> None:
    guard = instrumented()
    gates = [threading.Event() for _ in range(2)]
    gates[0].set()
    provider.answers = [events(delta("a"), DONE, gates=gates), ok()]
    got = []
    for data in read(provider.url + "/chat/completions"):
        got.append(data)
        if len(got) == 1:
            assert guard.keeper.process is not None
            guard.keeper.process._child.kill()
            guard.keeper.process._child.wait()
        gates[1].set()
    assert b"".join(got) == delta("a") + DONE
    assert not fake.heard("record")  # the new guard did not hear it: it stays unknown (I3)
    assert httpx.post(provider.url + "/chat/completions", json=BODY).is_success


@families
def test_Under_trio_too(
    instrumented: Start, provider: Loopback, fake: FakeHome, family: Any
) -> None:
    """trio cannot watch our pipe, so its calls wait in threads."""
    instrumented()
    provider.answers = [failing(503), ok(), events(delta("a"), DONE), events(delta("a"))]
    url = provider.url + "/chat/completions"

    async def read() -> None:
        async with family.AsyncClient() as client:
            assert (await client.post(url, json=BODY)).json()["usage"]["total_tokens"] == 7
            for _ in range(2):
                async with client.stream("POST", url, json=BODY) as got:
                    assert [data async for data in got.aiter_raw()]

    with pytest.raises(tallystick.StreamTruncated):
        trio.run(read)
    assert [each["params"]["outcome"]["status"] for each in fake.heard("record")] == [
        503,
        200,
        200,
        200,
    ]


@families
def test_A_trio_scope_that_is_cancelled_settles_its_stream(
    instrumented: Start, provider: Loopback, fake: FakeHome, family: Any
) -> None:
    instrumented()
    provider.answers = [events(delta("a"), end="hang")]
    url = provider.url + "/chat/completions"

    async def read() -> None:
        with trio.move_on_after(0.3):
            async with family.AsyncClient() as client, client.stream("POST", url, json=BODY) as got:
                async for _ in got.aiter_raw():
                    pass

    trio.run(read)
    assert ends(fake) == ["cancelled"]
