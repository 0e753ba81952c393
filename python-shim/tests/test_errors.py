"""Denials: the tree, and how they arrive through SDKs and wrappers."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import pytest

import tallystick
from tallystick import _errors
from tallystick._errors import denied, truncated, unavailable

REASONS = {
    "budget_exhausted": tallystick.BudgetExhausted,
    "never_fits": tallystick.NeverFits,
    "per_call": tallystick.PerCallExceeded,
    "paused": tallystick.Paused,
    "lane_closed": tallystick.LaneClosed,
    "deadline": tallystick.DeadlineTooNear,
    "stopped": tallystick.Stopped,
    "unpriced": tallystick.Unpriced,
    "ledger": tallystick.LedgerUnavailable,
}


@pytest.mark.parametrize(("reason", "kind"), REASONS.items())
def test_Each_reason_has_its_class(reason: str, kind: type[tallystick.TallystickDenied]) -> None:
    err = denied("a sentence", {"reason": reason, "limit": "day"})
    assert isinstance(err, kind)
    assert type(err).__name__ == kind.__name__
    assert (str(err), err.reason, err.status_code) == ("a sentence", reason, 402)
    assert err.denial["limit"] == "day"


def test_A_reason_of_a_newer_guard_is_still_a_denial() -> None:
    err = denied("no", {"reason": "full_moon"})
    assert type(err).__mro__[1] is tallystick.TallystickDenied


def test_A_denial_is_an_error_of_each_sdk_that_is_loaded() -> None:
    import anthropic
    import langchain_core.exceptions
    import openai

    err = denied("no", {"reason": "paused"})
    assert isinstance(err, openai.OpenAIError)
    assert isinstance(err, anthropic.AnthropicError)
    assert isinstance(err, langchain_core.exceptions.ModelError)
    assert err.is_retryable is tallystick.TallystickDenied.is_retryable is False
    assert isinstance(truncated({"retryable": "now"}), openai.OpenAIError)


def test_None_of_them_is_imported_by_us() -> None:
    code = (
        "import sys, tallystick; tallystick._errors.denied('no', {'reason': 'paused'});"
        "print([m for m in ('openai', 'anthropic', 'langchain_core', 'httpx', 'httpx2', 'urllib3')"
        " if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_It_is_found_behind_whatever_wrapped_it() -> None:
    inner = denied("no", {"reason": "paused"})
    wrapped, outer = RuntimeError("wrapped"), ValueError("raised while that was handled")
    wrapped.__cause__, outer.__context__ = inner, wrapped
    assert tallystick.TallystickDenied.of(outer) is inner
    assert tallystick.is_denied(outer)


def test_What_is_no_denial_is_none_even_in_a_circle() -> None:
    one, two = ValueError(), ValueError()
    one.__cause__, two.__cause__ = two, one
    assert not tallystick.is_denied(one)
    assert not tallystick.is_denied(None)
    assert tallystick.TallystickDenied.of(KeyError()) is None


@pytest.mark.parametrize(
    "err",
    [
        denied("no", {"reason": "paused", "limit": "day"}),
        truncated({"class": "stream_truncated", "retryable": "now"}),
        unavailable(tallystick.GuardLost("gone")),
        tallystick.GuardRefused("bad", -32602, {"code": "invalid_params"}),
    ],
)
def test_Errors_survive_pickling(err: Any) -> None:
    """multiprocessing and celery carry them to another process."""
    again = pickle.loads(pickle.dumps(err))
    assert type(again).__name__ == type(err).__name__
    assert str(again) == str(err)
    assert vars(again) == vars(err)


def test_The_tree_in_the_docstring_is_the_tree() -> None:
    names = {
        name
        for name, each in vars(_errors).items()
        if isinstance(each, type) and issubclass(each, tallystick.TallystickError)
    }
    lines = (_errors.__doc__ or "").splitlines()
    drawn = [line for line in lines if "──" in line or line.strip() == "TallystickError"]
    above: list[str] = []
    for line in drawn:
        name = line.lstrip(" │├└─").split()[0]
        depth = line.index(name) // 4 - 1  # the tree itself stands 4 columns in
        del above[depth:]
        names.remove(name)
        if above:
            assert getattr(_errors, name).__base__ is getattr(_errors, above[-1]), name
        above.append(name)
    assert not names


def test_A_broken_guard_is_a_denial_with_its_cause() -> None:
    lost = tallystick.GuardLost("the tallystick guard (pid 7) was killed by signal 9")
    err = unavailable(lost)
    assert isinstance(err, tallystick.LedgerUnavailable)
    assert err.__cause__ is lost
    assert "signal 9" in str(err)
