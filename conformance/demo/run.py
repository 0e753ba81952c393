"""`make demo`: two nights that cost money elsewhere, with real LangChain agents.

Three processes at once (cron, subagent, interactive) share one pool of 40 calls. Each story is
told twice, by the same script, without a guard and with one:

    agent.py x 3 ───────────────────────────────► provider    (misbehaves, on loopback)
    agent.py x 3 ──► tallystick ──► one ledger
         └──────────────────────────────────────► provider

At the end the ledger is held against what the provider counted; where they differ, or where more
than the pool went out, the demo fails.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
Agent = subprocess.Popen[str]
SOURCES = ("cron", "subagent", "interactive")
POOL = 40
RUN_SECONDS = 300  # one side of one story may take this long

BUDGET = ("budget", "set", "--name", "pool", "--window", "total", "--calls", str(POOL))


@dataclass
class Story:
    """One night: what the provider does, and what each process tries."""

    name: str
    title: str
    script: str  # the provider's, as conformance/provider explains
    arguments: dict[str, list[str]]  # of agent.py, by source
    what: str

    def key(self, guarded: bool) -> str:
        """The provider's script, under a name that keeps the two sides apart."""
        return f"{self.script}@{'guarded' if guarded else 'bare'}"


@dataclass
class Side:
    """What one way of doing it led to."""

    sent: dict[str, int] = field(default_factory=dict)  # by source, as the provider counted
    nights: dict[str, dict[str, Any]] = field(default_factory=dict)  # what each process said

    @property
    def total(self) -> int:
        """All requests the provider saw."""
        return sum(self.sent.values())

    def sum(self, key: str) -> float:
        """One number of all processes together."""
        return float(sum(n[key] for n in self.nights.values()))


def each(arguments: str, runs: dict[str, int]) -> dict[str, list[str]]:
    """The same arguments for all, with a number of runs for each."""
    return {s: [*arguments.split(), "--runs", str(n)] for s, n in runs.items()}


STORIES = (
    Story(
        "plan",
        "Story one: the plan is used up",
        "tool*30,429-plan",
        each(
            "--retries 200 --pause 60 --stop-when-given-up",
            {"cron": 10, "subagent": 10, "interactive": 10},
        ),
        """\
A free plan has 30 answers left. Then the provider says 429 without retry-after,
the same RateLimitError as a per-minute limit, for weeks. The script sleeps 60 s
and tries again, 200 times; inside, the SDK makes 3 attempts of each.""",
    ),
    Story(
        "night",
        "Story two: the provider is down for eight hours",
        "429:2,500,503...",
        each("--retries 2 --pause 10", {"cron": 96, "subagent": 16, "interactive": 8}),
        """\
429, 500, 503, all night. cron runs every 5 minutes (96 runs), a subagent every
half hour, somebody tries by hand each hour. The SDK makes 3 attempts, the
script around it tries 3 times.""",
    ),
)


class Provider:
    """The misbehaving provider, a process of its own."""

    def __init__(self, binary: Path) -> None:
        """Starts it; it ends with our end of its pipe."""
        self._child = subprocess.Popen(
            [binary, "demo", "provider"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._child.stdout
        self.url: str = json.loads(self._child.stdout.readline())["url"]

    def counts(self, key: str) -> dict[str, int]:
        """Requests of one script, by caller."""
        with urllib.request.urlopen(f"{self.url}/_counts", timeout=10) as answer:
            seen = json.load(answer)["scripts"].get(key, {"seen": []})["seen"]
        return {s: sum(r["x-demo-caller"] == s for r in seen) for s in SOURCES}

    def close(self) -> None:
        """Ends it."""
        self._child.communicate(timeout=10)


def start(
    provider: Provider, story: Story, source: str, guarded: bool, env: dict[str, str]
) -> Agent:
    """One agent process, waiting for its "go"."""
    return subprocess.Popen(
        [
            *(sys.executable, HERE / "agent.py", "--source", source),
            *("--base-url", f"{provider.url}/s/{story.key(guarded)}/v1", *story.arguments[source]),
            *(["--guarded"] if guarded else []),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=env,
    )


def play(provider: Provider, story: Story, env: dict[str, str], guarded: bool) -> Side:
    """Three processes at once, one side of one story."""
    side = Side()
    agents = {source: start(provider, story, source, guarded, env) for source in SOURCES}
    try:
        for agent in agents.values():
            assert agent.stdout
            agent.stdout.readline()  # "ready", or nothing, which shows below
        for agent in agents.values():
            assert agent.stdin
            agent.stdin.write("go\n")
            agent.stdin.flush()
        for source, agent in agents.items():
            out, _ = agent.communicate(timeout=RUN_SECONDS)
            if agent.returncode:
                raise SystemExit(f"the {source} agent failed; its words are above")
            side.nights[source] = json.loads(out)
    finally:
        for agent in agents.values():
            agent.kill()  # one that ended already does not mind
    side.sent = provider.counts(story.key(guarded))
    return side


def tallystick(binary: Path, env: dict[str, str], *arguments: str) -> str:
    """What a tallystick command prints."""
    done = subprocess.run(
        [binary, *arguments], check=False, env=env, text=True, capture_output=True, timeout=30
    )
    if done.returncode:
        raise SystemExit(f"tallystick {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def ledger_calls(binary: Path, env: dict[str, str]) -> dict[str, int]:
    """Calls in the ledger, by source: the counter's sum must be the journal's."""
    lines = json.loads(tallystick(binary, env, "recent", "--tail", "1000", "--json"))["calls"]
    calls = [line for line in lines if not line.get("refused")]
    sources = [line["attributes"].get("source", "") for line in calls]
    counts = {s: sources.count(s) for s in SOURCES}
    limits = json.loads(tallystick(binary, env, "status", "--json"))["limits"]
    use = next(limit["uses"][0] for limit in limits if limit["name"] == "pool")
    counter = sum(use[state]["calls"] for state in ("settled", "held", "unknown"))
    if counter != len(calls):
        raise SystemExit(f"the pool's counter says {counter} calls, the journal {len(calls)}")
    return counts


def hours(seconds: float) -> str:
    """A duration as a person says it."""
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"


def table(bare: Side, guarded: Side, ledger: dict[str, int]) -> None:
    """What each side sent, and what the ledger says."""
    row = "  {:<14}{:>14}{:>18}{:>14}"
    print(row.format("", "unguarded", "with tallystick", "ledger"))
    for source in SOURCES:
        print(row.format(source, bare.sent[source], guarded.sent[source], ledger[source]))
    print(row.format("requests", bare.total, guarded.total, sum(ledger.values())))
    print()
    print(row.format("runs", int(bare.sum("runs")), int(guarded.sum("runs")), ""))
    print(row.format("answered well", int(bare.sum("well")), int(guarded.sum("well")), ""))
    print(row.format("refused", "-", int(guarded.sum("refused")), ""))
    print(row.format("checks done", int(bare.sum("checks")), int(guarded.sum("checks")), ""))
    print(
        row.format("slept (meant)", hours(bare.sum("slept_s")), hours(guarded.sum("slept_s")), "")
    )
    print()


def verdict(guarded: Side, ledger: dict[str, int]) -> list[str]:
    """What is wrong; nothing, when all is well."""
    wrong = []
    if ledger != guarded.sent:
        wrong.append(f"the ledger has {ledger}, the provider counted {guarded.sent}")
    if guarded.total > POOL:
        wrong.append(f"{guarded.total} requests went out of a pool of {POOL}")
    return wrong


def tell(provider: Provider, story: Story, binary: Path, home: Path) -> list[str]:
    """One story, told twice."""
    env = {
        **os.environ,
        "TALLYSTICK_HOME": str(home),
        "TALLYSTICK_BIN": str(binary),
        "OPENAI_API_KEY": "sk-demo",  # the provider is on loopback and does not look
    }
    print(f"\n== {story.title} ==\n{story.what}\n")
    print(f"$ tallystick {' '.join(BUDGET)}\n{tallystick(binary, env, *BUDGET).rstrip()}\n")
    bare = play(provider, story, env, guarded=False)
    guarded = play(provider, story, env, guarded=True)
    ledger = ledger_calls(binary, env)
    table(bare, guarded, ledger)
    wrong = verdict(guarded, ledger)
    print("  ledger = what the provider counted, for each process: " + ("NO" if wrong else "yes"))
    refusals = [n["last_refusal"] for n in guarded.nights.values() if n["last_refusal"]]
    if refusals:
        print("  what the agents were told:")
        print(textwrap.fill(refusals[0], 78, initial_indent="    ", subsequent_indent="    "))
    return [f"{story.title}: {w}" for w in wrong]


def look_further(binary: Path, home: Path) -> None:
    """The commands a person would type next, with what they print."""
    env = {**os.environ, "TALLYSTICK_HOME": str(home)}
    print(f"\n== Look further ==\nexport TALLYSTICK_HOME={home}")
    for arguments in (["recent", "--tail", "12"], ["status"], ["verify"]):
        print(f"\n$ tallystick {' '.join(arguments)}")
        print(tallystick(binary, env, *arguments).rstrip())


def main() -> int:
    """Tells both stories; not zero when a ledger and the provider disagree."""
    parser = argparse.ArgumentParser(description="Two nights, with real LangChain agents.")
    parser.add_argument("--bin", type=Path, default=HERE.parent.parent / "bin" / "tallystick")
    binary = parser.parse_args().bin.resolve()
    home = Path(tempfile.mkdtemp(prefix="tallystick-demo-"))
    print(
        "Real langchain-openai agents, three processes at once, one pool of "
        f"{POOL} calls.\nThe clock is shortened: every time.sleep is 2,000 times faster; the times "
        "below\nare what was meant. Requests and ledger are real."
    )
    begun, wrong = time.monotonic(), []
    provider = Provider(binary)
    try:
        for story in STORIES:
            wrong += tell(provider, story, binary, home / story.name)
    finally:
        provider.close()
    print(
        """
The guarded script is the unguarded one and a line: tallystick.instrument().
What stopped it: the guard's plan for one operation (at most 3 attempts, none
when the plan is used up) cuts what the SDK would do; the script's own loop is
beyond its reach, so the pool's budget stopped that. Closing a lane for all
processes at the first such answer is a later version."""
    )
    look_further(binary, home / STORIES[-1].name)
    for line in wrong:
        print(f"WRONG: {line}", file=sys.stderr)
    print(f"\n{'failed' if wrong else 'done'} in {time.monotonic() - begun:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
