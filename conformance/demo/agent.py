"""One agent process of `make demo`: a LangChain agent, and the script around it.

The same file runs guarded and not. What a guard costs its author is the line
`tallystick.instrument()`; everything else is what such scripts look like anywhere:
an agent, an `except RateLimitError`, `sleep 60, retry`.

Prints one JSON object at the end: what this process saw.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, SupportsIndex

import openai
from langchain.agents import create_agent
from langchain_openai import ChatOpenAI

FASTER = 2000  # the shortened clock: a sleep of 60 s takes 30 ms


@dataclass
class Night:
    """What one process saw."""

    source: str
    runs: int = 0
    well: int = 0
    given_up: int = 0
    refused: int = 0  # runs that the budget refused; nothing was sent
    checks: int = 0  # deterministic checks; they never needed a model
    slept_s: float = 0.0  # as the script meant it, before the clock was shortened
    last_refusal: str = ""


def shorten_clock(night: Night) -> None:
    """Makes every `time.sleep` of this process 2,000 times shorter, and adds up what was meant."""
    really = time.sleep

    def sleep(seconds: SupportsIndex | float) -> None:
        night.slept_s += float(seconds)
        really(float(seconds) / FASTER)

    time.sleep = sleep


def read_log(path: str) -> str:
    """Reads a log file."""
    return f"{path}: 41 lines, no error since midnight"


def make_agent(base_url: str, source: str) -> Any:
    """A LangChain agent with one tool, as its documentation shows it."""
    model = ChatOpenAI(
        model="demo-model",
        base_url=base_url,
        default_headers={"x-demo-caller": source},
    )
    return create_agent(model, tools=[read_log])


def ask(agent: Any, retries: int, pause: float) -> bool:
    """One run of the agent, with the retry loop that scripts have."""
    for left in range(retries, -1, -1):
        try:
            agent.invoke({"messages": [("user", "Read the log and say how the night was.")]})
            return True
        except (openai.RateLimitError, openai.InternalServerError):
            if left:
                time.sleep(pause)  # "it will be back in a minute"
    return False


@contextlib.contextmanager
def guarded(on: bool, source: str) -> Iterator[type[BaseException]]:
    """With a guard, says who is calling; gives the exception that a refusal is."""
    if not on:

        class Never(Exception):
            """Nobody refuses anything here."""

        yield Never
        return
    import tallystick

    tallystick.instrument()
    with tallystick.scope(source=source, task="heartbeat"):  # for the table; not needed
        yield tallystick.TallystickDenied


def work(a: argparse.Namespace) -> Night:
    """All runs of this process."""
    night = Night(source=a.source)
    shorten_clock(night)
    with guarded(a.guarded, a.source) as Denied:
        agent = make_agent(a.base_url, a.source)
        print("ready", flush=True)
        sys.stdin.readline()  # all three begin together
        for _ in range(a.runs):
            night.runs += 1
            night.checks += 1
            try:
                if ask(agent, a.retries, a.pause):
                    night.well += 1
                else:
                    night.given_up += 1
                    if a.stop_when_given_up:
                        break
            except Denied as refusal:
                night.refused += 1
                night.last_refusal = str(refusal)
    return night


def main() -> None:
    """Reads the arguments, works, and reports."""
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--base-url", required=True)
    p.add_argument("--source", required=True)
    p.add_argument("--runs", type=int, required=True)
    p.add_argument("--retries", type=int, required=True, help="the script's own, around the SDK's")
    p.add_argument("--pause", type=float, required=True, help="seconds before each of them")
    p.add_argument("--guarded", action="store_true")
    p.add_argument("--stop-when-given-up", action="store_true")
    night = work(p.parse_args())
    print(json.dumps(asdict(night)), flush=True)


if __name__ == "__main__":
    main()
