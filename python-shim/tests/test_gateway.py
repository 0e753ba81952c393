"""A private gateway that tallystick.yaml names: no code of the shim or of the guard knows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import loopback
import pytest
import realguard
import requests

import tallystick

DOOR = """\
version: 1
durability: os
limits:
  - {name: corp, match: {provider: corp}, window: day, calls: 3}
providers:
  - name: corp
    hosts: [127.0.0.1]
    dialect: openai.chat
    paths: [/llm/ask]
    rules:
      - {name: team budget, class: quota_exhausted, window: month, code: [E_BUDGET]}
"""
BODY = {"model": "corp-1", "messages": [{"role": "user", "content": "hi"}]}
FULL = loopback.whole(429, b'{"error": {"code": "E_BUDGET", "message": "slow down"}}')


def post_httpx(url: str) -> int:
    return httpx.post(url, json=BODY).status_code


def post_requests(url: str) -> int:
    return requests.post(url, json=BODY, timeout=10).status_code


@pytest.mark.parametrize("post", [post_httpx, post_requests])
def test_A_gateway_s_own_path_passes_the_till(tmp_path: Path, post: Callable[[str], int]) -> None:
    """Counted under its name; its usage is read; its used-up budget is asked once, not 3 times."""
    with loopback.Loopback() as provider:
        provider.answers = [loopback.ok(), FULL]
        url = provider.url.removesuffix("/v1") + "/base/llm/ask"
        try:
            guard = tallystick.instrument(home=realguard.home(tmp_path / "till", DOOR))
            assert post(url) == 200
            assert post(url) == 429
            assert post(url.replace("/ask", "/health")) == 429
            lines = realguard.ledger(guard)
        finally:
            tallystick.uninstrument()
        asked = [request["path"] for request in provider.requests]
    assert asked == ["/base/llm/ask", "/base/llm/ask", "/base/llm/health"]
    assert [(line["lane"]["provider"], line["lane"]["model"]) for line in lines] == [
        ("corp", "corp-1")
    ] * 2
    assert lines[0]["tokens"]["input"] == 5
    assert lines[1]["class"] == "quota_exhausted"


def test_Without_the_yaml_it_is_nobody_s_call(tmp_path: Path) -> None:
    plain = DOOR[: DOOR.index("providers:")]
    with loopback.Loopback() as provider:
        try:
            guard = tallystick.instrument(home=realguard.home(tmp_path / "till", plain))
            assert post_httpx(provider.url.removesuffix("/v1") + "/llm/ask") == 200
            assert realguard.ledger(guard) == []
        finally:
            tallystick.uninstrument()
