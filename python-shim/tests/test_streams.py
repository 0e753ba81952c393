"""Streams on their way: the bytes untouched and at once, a readable copy to the guard."""

from __future__ import annotations

import json
import threading
import time
import zlib
from base64 import b64decode
from typing import Any

import httpx
import httpx2
import pytest
import requests
from conftest import FakeHome
from loopback import DONE, Loopback, delta, events, zipped
from streamreading import (
    BODY,
    Start,
    copy_of,
    ends,
    read_httpx,
    read_requests,
    reader,
)

import tallystick


@reader
def test_Each_piece_reaches_the_reader_before_the_next_is_sent(
    instrumented: Start, provider: Loopback, fake: FakeHome, read: Any
) -> None:
    instrumented()
    parts = [delta("a"), delta("b"), DONE]
    gates = [threading.Event() for _ in parts]
    provider.answers = [events(*parts, gates=gates)]
    gates[0].set()
    got = []
    for number, data in enumerate(read(provider.url + "/chat/completions")):
        got.append(data)
        if number + 1 < len(gates):
            gates[number + 1].set()  # only now is the next one sent
    assert got == parts
    assert copy_of(fake) == b"".join(parts).decode()
    assert ends(fake) == ["complete"]
    assert fake.heard("record")[0]["params"]["outcome"]["output_shown"] is True


@reader
def test_A_compressed_stream_stays_compressed_for_the_reader(
    instrumented: Start, provider: Loopback, fake: FakeHome, read: Any
) -> None:
    instrumented()
    provider.answers = [events(delta("a"), delta("ü"), DONE, zip=True)]
    raw = b"".join(read(provider.url + "/chat/completions"))
    plain = delta("a") + delta("ü") + DONE
    if read is not read_requests:  # which decodes what it hands on
        raw = zlib.decompressobj(31).decompress(raw)
    assert raw == plain
    assert copy_of(fake) == plain.decode()
    assert provider.requests[0]["headers"]["accept-encoding"] in ("gzip, deflate", "identity")


def test_A_compressed_body_is_read_by_the_guard_too(
    instrumented: Start, provider: Loopback, fake: FakeHome
) -> None:
    instrumented()
    body = b'{"usage": {"total_tokens": 7}}'
    provider.answers = [zipped(body)]
    for post in (httpx.post, httpx2.post, requests.post):
        assert post(provider.url + "/chat/completions", json=BODY).content == body
    bodies = [each["params"]["outcome"]["body"] for each in fake.heard("record")]
    assert bodies == [body.decode()] * 3


@reader
def test_The_copy_is_gathered_for_50_ms_or_64_KiB(
    instrumented: Start, provider: Loopback, fake: FakeHome, read: Any
) -> None:
    instrumented()
    many = [delta(f"{number:04}") for number in range(1000)]
    provider.answers = [events(*many, DONE)]
    assert b"".join(read(provider.url + "/chat/completions")) == b"".join(many) + DONE
    assert copy_of(fake) == b"".join(many).decode() + DONE.decode()
    assert len(fake.heard("stream")) < 100


def test_A_split_character_arrives_whole(
    instrumented: Start, provider: Loopback, fake: FakeHome
) -> None:
    instrumented()
    first, second = "data: ü".encode()[:-1], "ü".encode()[1:] + b"\n\n" + DONE
    gate = threading.Event()
    go = threading.Event()
    go.set()
    provider.answers = [events(first, second, gates=[go, gate])]
    for _ in read_requests(provider.url + "/chat/completions"):
        time.sleep(0.06)  # so that the first half goes out alone
        gate.set()
    copy = b"".join(
        b64decode(each["params"]["chunk_b64"])
        if "chunk_b64" in each["params"]
        else each["params"]["chunk"].encode()
        for each in fake.heard("stream")
    )
    assert copy == first + second


def test_A_stream_beyond_the_deadline_of_its_scope_times_out(
    instrumented: Start, provider: Loopback, fake: FakeHome
) -> None:
    instrumented()
    gates = [threading.Event() for _ in range(2)]
    gates[0].set()
    provider.answers = [events(delta("a"), delta("b"), DONE, gates=gates)]

    def slowly() -> None:
        with tallystick.scope(deadline=0.2):
            for _ in read_httpx(httpx)(provider.url + "/chat/completions"):
                time.sleep(0.25)
                gates[1].set()

    with pytest.raises(httpx.ReadTimeout, match="deadline"):
        slowly()
    assert ends(fake) == ["cut"]
    assert json.dumps(fake.heard("reserve")[0]["params"]["deadline_ms"])


def test_An_answer_without_a_length_is_read_for_its_usage(
    instrumented: Start, provider: Loopback, fake: FakeHome
) -> None:
    """Behind a proxy, plain JSON comes in chunks: no stream of events, and still counted."""
    instrumented()

    def chunked(connection: Any) -> None:
        head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
        connection.sendall(head + b"transfer-encoding: chunked\r\n\r\n")
        connection.sendall(b'8\r\n{"usage"\r\n6\r\n: {} }\r\n0\r\n\r\n')

    provider.answers = [chunked]
    for post in (httpx.post, httpx2.post, requests.post):
        assert post(provider.url + "/chat/completions", json=BODY).json() == {"usage": {}}
    bodies = [each["params"]["outcome"]["body"] for each in fake.heard("record")]
    assert bodies == ['{"usage": {} }'] * 3
    assert not fake.heard("stream")
