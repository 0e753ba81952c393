"""What the tests share: a guard for each test, and a provider on loopback."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from loopback import Loopback

import tallystick

FAKE = Path(__file__).parent / "fake_guard.py"


class FakeHome:
    """A home with a fake guard's plan and what it heard."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.binary = path / "fake"
        # The guard's environment has no PATH, so the interpreter is named in full.
        self.binary.write_text(f'#!/bin/sh\nexec {sys.executable} -S {FAKE} "$@"\n')
        self.binary.chmod(self.binary.stat().st_mode | stat.S_IXUSR)
        self.plan()

    def plan(self, **plan: Any) -> None:
        """What the next guard does."""
        (self.path / "plan.json").write_text(json.dumps(plan))

    def guard(self, **options: Any) -> tallystick.Guard:
        return tallystick.Guard(binary=self.binary, home=self.path, **options)

    def heard(self, method: str | None = None) -> list[dict[str, Any]]:
        """What the guards heard so far, in order."""
        file = self.path / "heard.jsonl"
        lines = file.read_text().splitlines() if file.exists() else []
        messages = [json.loads(line) for line in lines]
        return [each for each in messages if method in (None, each["method"])]


@pytest.fixture
def fake(tmp_path: Path) -> FakeHome:
    return FakeHome(tmp_path)


@pytest.fixture
def guard(fake: FakeHome) -> Iterator[tallystick.Guard]:
    """A fake guard that grants everything."""
    with fake.guard() as guard:
        yield guard


@pytest.fixture
def instrumented(fake: FakeHome) -> Iterator[Callable[..., tallystick.Guard]]:
    """Call it with a plan: the taps are set, and taken away after the test."""

    def start(**plan: Any) -> tallystick.Guard:
        fake.plan(**plan)
        return tallystick.instrument(fake.guard())

    yield start
    tallystick.uninstrument()


@pytest.fixture
def provider() -> Iterator[Loopback]:
    with Loopback() as loopback:
        yield loopback


@pytest.fixture(autouse=True)
def _no_home_of_mine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test may touch the ledger of whoever runs it."""
    monkeypatch.setenv("TALLYSTICK_HOME", os.fspath(tmp_path / "home"))
