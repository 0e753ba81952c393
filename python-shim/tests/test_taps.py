"""The taps: every client, made before or after, in every colour, once an attempt and no more."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import httpx
import httpx2
import pytest
import requests
import urllib3
from conftest import FakeHome
from loopback import DONE, Loopback, delta, events, failing, ok, reset, whole

import tallystick
from tallystick._taps._urllib3 import whole_url

Start = Callable[..., tallystick.Guard]
BODY = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}
KEY = {"authorization": "Bearer sk-secret"}


def post_httpx(family: Any) -> Callable[[str], Any]:
    def post(url: str) -> Any:
        with family.Client() as client:
            return client.post(url, json=BODY, headers=KEY)

    return post


def post_async(family: Any) -> Callable[[str], Any]:
    async def once(url: str) -> Any:
        async with family.AsyncClient() as client:
            return await client.post(url, json=BODY, headers=KEY)

    return lambda url: asyncio.run(once(url))


def post_requests(url: str) -> Any:
    return requests.post(url, json=BODY, headers=KEY, timeout=10)


WAYS = {
    "httpx": post_httpx(httpx),
    "httpx async": post_async(httpx),
    "httpx2": post_httpx(httpx2),
    "httpx2 async": post_async(httpx2),
    "requests": post_requests,
}
way = pytest.mark.parametrize("post", WAYS.values(), ids=WAYS.keys())


@way
def test_Each_attempt_is_reserved_and_recorded(
    instrumented: Start, provider: Loopback, fake: FakeHome, post: Any
) -> None:
    instrumented()
    response = post(provider.url + "/chat/completions?key=private&alt=sse")
    assert response.status_code == 200
    assert response.json()["usage"]["total_tokens"] == 7
    (reserve,) = fake.heard("reserve")
    request = reserve["params"]["request"]
    assert request["url"] == provider.url + "/chat/completions?key&alt"
    assert json.loads(request["body"]) == BODY
    assert request["key"] == tallystick.fingerprint("sk-secret")
    (record,) = fake.heard("record")
    assert record["params"]["outcome"]["status"] == 200
    assert '"total_tokens": 7' in record["params"]["outcome"]["body"]
    assert "sk-secret" not in str(fake.heard())
    assert "private" not in str(fake.heard())


@way
def test_503_503_200_is_one_call_and_three_attempts_of_one_operation(
    instrumented: Start, provider: Loopback, fake: FakeHome, post: Any
) -> None:
    """BerriAI/litellm#39455: retries without an operation id inflate counts."""
    instrumented()
    provider.answers = [failing(503), failing(503), ok()]
    assert post(provider.url + "/chat/completions").status_code == 200
    params = [each["params"] for each in fake.heard("reserve")]
    assert [each["attempt"] for each in params] == [1, 2, 3]
    assert len({each["operation"] for each in params}) == 1
    assert len(fake.heard("record")) == len(provider.requests) == 3


@way
def test_A_server_that_hangs_up_after_its_error_is_asked_again_on_a_new_connection(
    instrumented: Start, provider: Loopback, fake: FakeHome, post: Any
) -> None:
    instrumented()

    def and_hang_up(connection: Any) -> None:
        failing(503)(connection)
        connection.shutdown(socket.SHUT_RDWR)

    provider.answers = [and_hang_up, ok()]
    assert post(provider.url + "/chat/completions").status_code == 200
    assert len(provider.requests) == len(fake.heard("reserve")) == 2


@way
def test_The_last_error_is_returned_and_says_stop(
    instrumented: Start, provider: Loopback, fake: FakeHome, post: Any
) -> None:
    instrumented()
    provider.answers = [failing(429, x_request_id="abc")]
    response = post(provider.url + "/chat/completions")
    assert response.status_code == 429
    assert response.json()["error"]["message"] == "no"
    assert response.headers["x-should-retry"] == "false"
    assert response.headers["x-request-id"] == "abc"
    assert len(provider.requests) == len(fake.heard("record")) == 3


@way
def test_A_network_fault_is_recorded_retried_and_at_last_raised_as_it_was(
    instrumented: Start, provider: Loopback, fake: FakeHome, post: Any
) -> None:
    instrumented()
    provider.answers = [reset]
    with pytest.raises((httpx.TransportError, httpx2.TransportError, requests.ConnectionError)):
        post(provider.url + "/chat/completions")
    outcomes = [each["params"]["outcome"] for each in fake.heard("record")]
    assert len(outcomes) == len(provider.requests) == 3
    assert all("sent" not in each and each["error"]["type"] for each in outcomes)


@way
def test_A_refused_connection_was_certainly_not_sent(
    instrumented: Start, provider: Loopback, fake: FakeHome, post: Any
) -> None:
    instrumented(stop=True)
    with Loopback() as gone:
        url = gone.url
    with pytest.raises(Exception, match=r"(?i)refused|connect"):
        post(url + "/chat/completions")
    (record,) = fake.heard("record")
    assert record["params"]["outcome"]["sent"] is False


@way
def test_A_denial_is_raised_as_it_is_and_nothing_is_sent(
    instrumented: Start, provider: Loopback, post: Any
) -> None:
    denial = {"reason": "paused", "message": "default is paused: `tallystick resume` ends it"}
    instrumented(denial=denial)
    with pytest.raises(tallystick.Paused, match="tallystick resume") as caught:
        post(provider.url + "/chat/completions")
    assert caught.value.status_code == 402
    assert caught.value.denial == denial
    assert not provider.requests


@way
def test_What_is_no_llm_call_passes_before_anything_else_happens(
    instrumented: Start, provider: Loopback, fake: FakeHome, post: Any
) -> None:
    instrumented(denial={"reason": "paused", "message": "no"})
    assert post(provider.url + "/v1/traces").status_code == 200
    assert post(provider.url.replace("/v1", "/channels/7/messages/x")).status_code == 200
    assert not fake.heard("reserve")


@way
def test_The_granted_wait_and_timeout_are_obeyed(
    instrumented: Start, provider: Loopback, fake: FakeHome, post: Any
) -> None:
    instrumented(grant={"wait_ms": 50, "timeout_ms": 150}, stop=True)
    gate = threading.Event()
    provider.answers = [lambda connection: (gate.wait(5), None)[1]]
    started = time.monotonic()
    with pytest.raises((httpx.ReadTimeout, httpx2.ReadTimeout, requests.ReadTimeout)):
        post(provider.url + "/chat/completions")
    took = time.monotonic() - started
    gate.set()
    assert 0.2 <= took < 2
    (record,) = fake.heard("record")
    assert record["params"]["outcome"]["error"]["type"] in ("ReadTimeout", "ReadTimeoutError")


@way
def test_A_redirect_is_an_attempt_of_its_own(
    instrumented: Start, provider: Loopback, fake: FakeHome, post: Any
) -> None:
    instrumented()
    hop = whole(307, b"", location=provider.url + "/b/chat/completions")
    provider.answers = [hop, ok()]
    status = post(provider.url + "/chat/completions").status_code
    if status == 307:  # httpx does not follow by itself
        with httpx.Client(follow_redirects=True) as client:
            provider.requests.clear()
            assert client.post(provider.url + "/chat/completions", json=BODY).status_code == 200
            assert len(provider.requests) == 2
            assert len(fake.heard("reserve")) == 3
    else:
        assert len(provider.requests) == len(fake.heard("reserve")) == 2


@pytest.mark.parametrize("family", [httpx, httpx2])
def test_Clients_made_before_are_seen_too(
    instrumented: Start, provider: Loopback, fake: FakeHome, family: Any
) -> None:
    with family.Client() as before:
        instrumented()
        before.post(provider.url + "/chat/completions", json=BODY)
    assert len(fake.heard("reserve")) == 1


@pytest.mark.parametrize("family", ["httpx", "httpx2"])
def test_A_guarded_client_needs_no_patch_and_is_not_counted_twice_under_one(
    fake: FakeHome, provider: Loopback, instrumented: Start, family: Any
) -> None:
    with fake.guard() as own:
        for patched in (False, True):
            if patched:
                tallystick.instrument(own)
            with tallystick.client(guard=own, family=family) as client:
                assert type(client).__module__.startswith(family)
                assert client.post(provider.url + "/chat/completions", json=BODY).is_success

            async def once() -> None:
                async with tallystick.async_client(guard=own, family=family) as client:
                    await client.post(provider.url + "/chat/completions", json=BODY)

            asyncio.run(once())
        assert len(fake.heard("reserve")) == len(provider.requests) == 4


@pytest.mark.parametrize("family", [httpx, httpx2])
def test_A_transport_wraps_any_other_in_both_colours(
    guard: tallystick.Guard, fake: FakeHome, family: Any
) -> None:
    mock = family.MockTransport(lambda request: family.Response(200, json={"ok": True}))
    guarded = tallystick.transport(mock, guard=guard)
    url = "https://api.example/v1/chat/completions"
    with family.Client(transport=guarded) as client:
        assert client.post(url, json=BODY).json() == {"ok": True}

    async def once() -> Any:
        async with family.AsyncClient(transport=guarded) as client:
            return (await client.post(url, json=BODY)).json()

    assert asyncio.run(once()) == {"ok": True}
    assert len(fake.heard("record")) == 2


def test_A_proxy_of_the_environment_works_in_a_guarded_client(
    guard: tallystick.Guard, fake: FakeHome, provider: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", provider.url.removesuffix("/v1"))
    with tallystick.client(guard=guard) as client:
        assert client.post("http://api.example/v1/chat/completions", json=BODY).is_success
    assert provider.requests[0]["path"] == "http://api.example/v1/chat/completions"
    assert len(fake.heard("reserve")) == 1


def test_urllib3_retries_of_a_session_are_seen_one_by_one(
    instrumented: Start, provider: Loopback, fake: FakeHome
) -> None:
    """Three wire attempts inside one HTTPAdapter.send."""
    instrumented(stop=True)
    provider.answers = [failing(503), failing(503), ok()]
    retry = urllib3.Retry(total=2, status_forcelist=[503], allowed_methods=None, backoff_factor=0)
    with requests.Session() as session:
        session.mount("http://", requests.adapters.HTTPAdapter(max_retries=retry))
        assert session.post(provider.url + "/chat/completions", json=BODY).status_code == 200
    assert len(fake.heard("reserve")) == len(provider.requests) == 3


def test_urllib3_itself_with_a_preloaded_body(
    instrumented: Start, provider: Loopback, fake: FakeHome
) -> None:
    instrumented()
    provider.answers = [ok(), events(delta("a"), DONE)]
    with urllib3.PoolManager() as pool:
        for expected in (b'"total_tokens": 7', b"[DONE]"):
            response = pool.request("POST", provider.url + "/chat/completions", json=BODY)
            assert expected in response.data
    assert [each["params"]["outcome"].get("ended") for each in fake.heard("record")] == [
        None,
        "complete",
    ]


@pytest.mark.parametrize(
    "url", ["http://[::1]:4000/llm/ask", "http://a.example:80/llm/ask", "https://10.0.0.7:443/ask"]
)
def test_urllib3_s_hosts_are_matched_as_urls_write_them(url: str) -> None:
    """urllib3 keeps an IPv6 address without its brackets; no pattern with a host would fit."""
    with urllib3.PoolManager() as manager:
        pool = manager.connection_from_url(url)
        assert whole_url(pool, "/" + url.split("/", 3)[3]) == url


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (urllib3.Timeout(total=5), 5000),
        (urllib3.Timeout(total=9, read=3), 3000),
        (urllib3.Timeout(connect=1), None),
        (2.5, 2500),
    ],
)
def test_urllib3_s_own_timeouts_are_told_and_kept(
    instrumented: Start, provider: Loopback, fake: FakeHome, given: Any, told: int | None
) -> None:
    instrumented(grant={"timeout_ms": 4000})
    with urllib3.PoolManager() as pool:
        url = provider.url + "/chat/completions"
        assert pool.request("POST", url, json=BODY, timeout=given).status == 200
    seen = fake.heard("reserve")[0]["params"].get("timeout_ms")
    assert (seen is None) if told is None else (told - 50 <= seen <= told)


def test_instrument_with_another_policy_exchanges_the_guard(
    instrumented: Start, fake: FakeHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = instrumented()
    monkeypatch.setenv("TALLYSTICK_BIN", str(fake.binary))
    second = tallystick.instrument(home=fake.path, on_guard_failure="allow")
    assert second is not first
    assert second.on_guard_failure == "allow"
    assert tallystick.instrument() is second
    first.close()


def test_A_body_that_is_a_stream_is_sent_once(
    instrumented: Start, provider: Loopback, fake: FakeHome
) -> None:
    instrumented()
    provider.answers = [failing(503)]

    def parts() -> Any:
        yield json.dumps(BODY).encode()

    with httpx.Client() as client:
        length = {"content-length": str(len(json.dumps(BODY)))}
        response = client.post(provider.url + "/chat/completions", content=parts(), headers=length)
    assert response.status_code == 503
    assert len(provider.requests) == len(fake.heard("record")) == 1
    assert "x-should-retry" not in response.headers


def test_instrument_is_idempotent_and_can_be_undone(
    instrumented: Start, provider: Loopback, fake: FakeHome
) -> None:
    guard = instrumented()
    assert tallystick.instrument() is guard
    post_requests(provider.url + "/chat/completions")
    assert len(fake.heard("reserve")) == 1
    tallystick.uninstrument()
    for post in WAYS.values():
        assert post(provider.url + "/chat/completions").status_code == 200
    assert len(fake.heard("reserve")) == 1
