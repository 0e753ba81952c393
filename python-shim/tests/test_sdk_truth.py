"""SDK truth: what the ledger counts is what the provider saw, whatever the SDK does by itself.

Current SDKs with their default retry settings, the real guard, and a provider on loopback that
fails in each way. Every SDK sees one call; the guard decides about every attempt. Waits are
recorded instead of slept, but for one test at the end.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anthropic
import loopback
import openai
import pytest
import realguard
import requests
from langchain_openai import ChatOpenAI

import tallystick
from tallystick import _hands

HI: Any = [{"role": "user", "content": "hi"}]
Call = Callable[[str], Any]


# ---- the SDKs: each takes the provider's base url and gives the text it got


def openai_sync(base: str) -> str | None:
    with openai.OpenAI(base_url=base + "/v1", api_key="k") as sdk:
        done = sdk.chat.completions.create(model="m", messages=HI)
        return done.choices[0].message.content


def openai_stream(base: str) -> str:
    with openai.OpenAI(base_url=base + "/v1", api_key="k") as sdk:
        parts = sdk.chat.completions.create(model="m", messages=HI, stream=True)
        return "".join(part.choices[0].delta.content or "" for part in parts if part.choices)


async def openai_async(base: str) -> str | None:
    async with openai.AsyncOpenAI(base_url=base + "/v1", api_key="k") as sdk:
        done = await sdk.chat.completions.create(model="m", messages=HI)
        return done.choices[0].message.content


async def openai_async_stream(base: str) -> str:
    async with openai.AsyncOpenAI(base_url=base + "/v1", api_key="k") as sdk:
        parts = await sdk.chat.completions.create(model="m", messages=HI, stream=True)
        got = [part.choices[0].delta.content or "" async for part in parts if part.choices]
        return "".join(got)


def responses_sync(base: str) -> str:
    with openai.OpenAI(base_url=base + "/v1", api_key="k") as sdk:
        return sdk.responses.create(model="m", input="hi").output_text


def responses_stream(base: str) -> str:
    with (
        openai.OpenAI(base_url=base + "/v1", api_key="k") as sdk,
        sdk.responses.stream(model="m", input="hi") as events,
    ):
        return events.get_final_response().output_text


def anthropic_sync(base: str) -> Any:
    with anthropic.Anthropic(base_url=base, api_key="k") as sdk:
        return sdk.messages.create(model="m", max_tokens=9, messages=HI).content[0]


def anthropic_stream(base: str) -> str:
    with (
        anthropic.Anthropic(base_url=base, api_key="k") as sdk,
        sdk.messages.stream(model="m", max_tokens=9, messages=HI) as parts,
    ):
        return "".join(parts.text_stream)


async def anthropic_async(base: str) -> Any:
    async with anthropic.AsyncAnthropic(base_url=base, api_key="k") as sdk:
        return (await sdk.messages.create(model="m", max_tokens=9, messages=HI)).content[0]


async def anthropic_async_stream(base: str) -> str:
    async with (
        anthropic.AsyncAnthropic(base_url=base, api_key="k") as sdk,
        sdk.messages.stream(model="m", max_tokens=9, messages=HI) as parts,
    ):
        return "".join([text async for text in parts.text_stream])


def chat(base: str) -> Any:
    return ChatOpenAI(model="m", base_url=base + "/v1", api_key="k")


def langchain_sync(base: str) -> Any:
    return chat(base).invoke("hi").content


def langchain_stream(base: str) -> str:
    return "".join(str(part.content) for part in chat(base).stream("hi"))


async def langchain_async(base: str) -> Any:
    return (await chat(base).ainvoke("hi")).content


async def langchain_async_stream(base: str) -> str:
    return "".join([str(part.content) async for part in chat(base).astream("hi")])


def requests_sync(base: str) -> Any:
    body = {"model": "m", "messages": HI}
    response = requests.post(base + "/v1/chat/completions", json=body, timeout=20)
    response.raise_for_status()
    return response.json()["choices"][0]["message"]["content"]


def requests_stream(base: str) -> str:
    body = {"model": "m", "messages": HI, "stream": True}
    url = base + "/v1/chat/completions"
    with requests.post(url, json=body, stream=True, timeout=20) as response:
        response.raise_for_status()
        return "\n".join(line.decode() for line in response.iter_lines())


def waited(coroutine: Callable[[str], Any]) -> Call:
    return lambda base: asyncio.run(coroutine(base))


PLAIN: dict[str, Call] = {
    "openai": openai_sync,
    "openai async": waited(openai_async),
    "openai responses": responses_sync,
    "anthropic": anthropic_sync,
    "anthropic async": waited(anthropic_async),
    "langchain": langchain_sync,
    "langchain async": waited(langchain_async),
    "requests": requests_sync,
}
STREAMS: dict[str, Call] = {
    "openai stream": openai_stream,
    "openai async stream": waited(openai_async_stream),
    "openai responses stream": responses_stream,
    "anthropic stream": anthropic_stream,
    "anthropic async stream": waited(anthropic_async_stream),
    "langchain stream": langchain_stream,
    "langchain async stream": waited(langchain_async_stream),
    "requests stream": requests_stream,
}
each = pytest.mark.parametrize("call", [*PLAIN.values(), *STREAMS.values()], ids=[*PLAIN, *STREAMS])
each_stream = pytest.mark.parametrize("call", STREAMS.values(), ids=STREAMS)


# ---- the till


@pytest.fixture(scope="module")
def provider() -> Iterator[realguard.Provider]:
    provider = realguard.Provider()
    yield provider
    provider.close()


@pytest.fixture
def till(tmp_path: Path) -> Iterator[tallystick.Guard]:
    yield tallystick.instrument(tallystick.Guard(home=realguard.home(tmp_path / "till")))
    tallystick.uninstrument()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the guard told to wait, in seconds, instead of the waiting."""
    told: list[float] = []

    async def sleep(self: Any, seconds: float) -> None:
        told.append(seconds)

    monkeypatch.setattr(_hands.SyncLine, "sleep", sleep)
    monkeypatch.setattr(_hands.AsyncLine, "sleep", sleep)
    return told


def one_operation(till: tallystick.Guard, provider: realguard.Provider, base: str) -> list[Any]:
    """The ledger's calls, after checking that they are what the provider saw, in one SDK call."""
    calls, seen = realguard.ledger(till), provider.seen(base)
    assert len(calls) == len(seen)
    assert [call["attempt"] for call in calls] == list(range(1, len(calls) + 1))
    assert len({call["operation"] for call in calls}) == 1
    # The SDK's own counter: no attempt was its idea.
    assert {one.get("x-stainless-retry-count") or "0" for one in seen} <= {"0"}
    return calls


@each
def test_A_good_answer_is_one_attempt_settled_with_its_usage(
    till: tallystick.Guard, provider: realguard.Provider, call: Call
) -> None:
    base = provider.script("ok")
    assert call(base)
    (line,) = one_operation(till, provider, base)
    assert (line["state"], line["status"]) == ("settled", 200)
    assert line["tokens"]["output"] > 0


@each
def test_503_503_200_is_one_sdk_call_and_three_entries(
    till: tallystick.Guard, provider: realguard.Provider, call: Call, waits: list[float]
) -> None:
    """HKUDS/nanobot#2760, caura-ai/caura PR#859: stacked retries, and attempts nobody counts."""
    base = provider.script("503,503,ok")
    assert call(base)
    calls = one_operation(till, provider, base)
    assert [line["status"] for line in calls] == [503, 503, 200]
    assert 3 <= waits[0] <= 4.5
    assert 6 <= waits[1] <= 7.5


@each
@pytest.mark.parametrize(("steps", "attempts"), [("503", 3), ("reset", 3), ("429:1", 3)])
def test_A_provider_that_always_fails_is_asked_three_times(
    till: tallystick.Guard,
    provider: realguard.Provider,
    call: Call,
    waits: list[float],
    steps: str,
    attempts: int,
) -> None:
    """mpfaffenberger/code_puppy PR#317: 45 attempts for one event."""
    base = provider.script(steps)
    with pytest.raises(Exception) as caught:  # noqa: PT011  each SDK has its own
        call(base)
    assert not tallystick.is_denied(caught.value)
    calls = one_operation(till, provider, base)
    assert len(calls) == attempts
    assert len(waits) == attempts - 1


@each
@pytest.mark.parametrize("steps", ["429-plan", "401", "400"])
def test_What_is_hopeless_is_asked_once(
    till: tallystick.Guard,
    provider: realguard.Provider,
    call: Call,
    waits: list[float],
    steps: str,
) -> None:
    """langchain-ai/langchainjs#1929: a plan that is used up, retried as if it were a rate."""
    base = provider.script(steps)
    with pytest.raises(Exception) as caught:  # noqa: PT011  each SDK has its own
        call(base)
    assert not tallystick.is_denied(caught.value)
    assert len(one_operation(till, provider, base)) == 1
    assert waits == []


def openai_batch(base: str) -> Any:
    with openai.OpenAI(base_url=base + "/v1", api_key="k") as sdk:
        return sdk.batches.create(
            input_file_id="f", endpoint="/v1/chat/completions", completion_window="24h"
        )


def openai_background(base: str) -> Any:
    with openai.OpenAI(base_url=base + "/v1", api_key="k") as sdk:
        return sdk.responses.create(model="m", input="hi", background=True)


def anthropic_batch(base: str) -> Any:
    one: Any = {"custom_id": "1", "params": {"model": "m", "max_tokens": 9, "messages": HI}}
    with anthropic.Anthropic(base_url=base, api_key="k") as sdk:
        return sdk.messages.batches.create(requests=[one])


@pytest.mark.parametrize("call", [openai_batch, openai_background, anthropic_batch])
def test_Work_that_may_have_begun_is_not_begun_again(
    till: tallystick.Guard, call: Call, waits: list[float]
) -> None:
    """The provider has the batch and the connection is lost: asked again, it is paid twice."""
    with loopback.Loopback() as somebody:
        somebody.answers = [loopback.reset]
        with pytest.raises(
            (openai.APIConnectionError, anthropic.APIConnectionError),
            match="may have been begun all the same; look before you send it again",
        ):
            call(somebody.url.removesuffix("/v1"))
        assert len(somebody.requests) == 1
    (line,) = realguard.ledger(till)
    assert line["state"] == "unknown"
    assert waits == []


@each_stream
def test_A_cut_stream_is_one_attempt_and_an_error(
    till: tallystick.Guard, provider: realguard.Provider, call: Call, waits: list[float]
) -> None:
    """BerriAI/litellm#30667: it is billed, so it is counted."""
    base = provider.script("cut")
    with pytest.raises(Exception) as caught:  # noqa: PT011  each SDK has its own
        call(base)
    assert not isinstance(caught.value, tallystick.TallystickError)
    assert len(one_operation(till, provider, base)) == 1
    assert waits == []


@each_stream
def test_A_clean_end_without_the_end_marker_raises(
    till: tallystick.Guard, provider: realguard.Provider, call: Call, waits: list[float]
) -> None:
    """The SDKs call it success, half a tool call included."""
    base = provider.script("early")
    with pytest.raises(tallystick.StreamTruncated, match="end marker"):
        call(base)
    assert len(one_operation(till, provider, base)) == 1


@pytest.mark.parametrize("call", PLAIN.values(), ids=PLAIN)
def test_A_plain_answer_that_breaks_off_is_asked_for_again(
    till: tallystick.Guard, provider: realguard.Provider, call: Call, waits: list[float]
) -> None:
    base = provider.script("cut,ok")
    assert call(base)
    calls, seen = realguard.ledger(till), provider.seen(base)
    assert len(calls) == len(seen) == 2


@each
def test_A_denial_reaches_the_user_as_it_is_and_nothing_is_sent(
    tmp_path: Path, provider: realguard.Provider, call: Call, waits: list[float]
) -> None:
    limit = "version: 1\ndurability: os\nlimits:\n  - {name: two, window: day, calls: 2}\n"
    till = tallystick.instrument(tallystick.Guard(home=realguard.home(tmp_path / "till", limit)))
    try:
        # LangChain keeps one async client for a url, also when its event loop is closed.
        assert call(provider.script("ok"))
        assert call(provider.script("ok"))
        base = provider.script("ok")
        with pytest.raises(tallystick.BudgetExhausted, match="two") as caught:
            call(base)
        assert caught.value.denial["resets_at"]
        assert provider.seen(base) == []
        made = [line for line in realguard.ledger(till) if not line.get("refused")]
        assert len(made) == 2
    finally:
        tallystick.uninstrument()


@pytest.mark.parametrize(
    "call", [openai_sync, waited(anthropic_async)], ids=["openai", "anthropic"]
)
def test_The_waits_are_really_waited(
    till: tallystick.Guard, provider: realguard.Provider, call: Call
) -> None:
    base = provider.script("429:1,ok")
    started = time.monotonic()
    assert call(base)
    assert 1 <= time.monotonic() - started < 4
    assert len(one_operation(till, provider, base)) == 2
