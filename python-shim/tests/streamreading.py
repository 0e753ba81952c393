"""What the tests of streams share: readers of each library, and what the guard was told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import httpx2
import pytest
import requests
from conftest import FakeHome

import tallystick

Start = Callable[..., tallystick.Guard]
BODY = {"model": "m", "stream": True, "messages": []}
families = pytest.mark.parametrize("family", [httpx, httpx2])


def copy_of(fake: FakeHome) -> str:
    return "".join(each["params"]["chunk"] for each in fake.heard("stream"))


def ends(fake: FakeHome, count: int = 1) -> list[str]:
    """How the streams were recorded, as soon as `count` of them are."""
    until = time.monotonic() + 5
    while len(fake.heard("record")) < count and time.monotonic() < until:
        time.sleep(0.005)
    return [each["params"]["outcome"]["ended"] for each in fake.heard("record")]


def read_httpx(family: Any) -> Callable[[str], Iterator[bytes]]:
    def read(url: str) -> Iterator[bytes]:
        with family.Client() as client, client.stream("POST", url, json=BODY) as response:
            yield from response.iter_raw()

    return read


def read_requests(url: str) -> Iterator[bytes]:
    with requests.post(url, json=BODY, stream=True, timeout=10) as response:
        yield from response.iter_content(None)


READERS = {"httpx": read_httpx(httpx), "httpx2": read_httpx(httpx2), "requests": read_requests}
reader = pytest.mark.parametrize("read", READERS.values(), ids=READERS.keys())
