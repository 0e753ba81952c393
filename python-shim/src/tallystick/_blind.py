"""Where tallystick is blind, it says so: libraries whose requests no tap sees."""

from __future__ import annotations

import atexit
import sys
import warnings

# `websockets` is not here: LangGraph loads it for every agent, and a warning that everybody gets
# is one that nobody reads.
BLIND = {
    "aiohttp": "the async side of google-genai and litellm",
    "botocore": "AWS Bedrock",
    "grpc": "Google's gRPC clients",
}


class BlindWarning(UserWarning):
    """LLM calls may go out that tallystick does not see."""


class Watch:
    """Warns once for each library: when asked to, and when the process ends."""

    def __init__(self) -> None:
        self.said: set[str] = set()
        self._registered = False

    def start(self) -> None:
        """Look now, and once more at exit, for what is imported later."""
        self.look()
        if not self._registered:
            self._registered = True
            atexit.register(self.look)

    def look(self) -> list[str]:
        """Warn for what is loaded and not yet said; the names."""
        found = [name for name in BLIND if name in sys.modules and name not in self.said]
        for name in found:
            self.said.add(name)
            warnings.warn(
                f"{name} is loaded ({BLIND[name]}): tallystick does not see requests made through "
                "it, so LLM calls over it are neither counted nor refused",
                BlindWarning,
                stacklevel=4,
            )
        return found


watch = Watch()
