"""Keeps one guard process running: started at the first need, again when it dies, not for ever."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, cast

from . import _binary
from ._errors import GuardLost, GuardRefused
from ._pipe import Pipe
from ._process import Process
from ._protocol import VERSION, Attributes, InitializeResult
from ._version import __version__

HELLO_SECONDS = 10.0  # for a guard's greeting: it opens the ledger first
CRASHES_MAX = 5  # so many deaths ...
CRASH_WINDOW_SECONDS = 180.0  # ... within this time, and it is not started again until one is older
NAME_BYTES = 100  # of this program's name, as people see it in `tallystick unknown`

log = logging.getLogger("tallystick")


class Keeper:
    """One guard process at a time, and the pipe to it.

    Args:
        binary: the binary, None to look for it.
        home: TALLYSTICK_HOME of the guard, None to leave it.
        attributes: who calls, where a call does not say it.
        event: takes what the guard says by itself.
        later: runs a job in some other thread.
    """

    def __init__(
        self,
        binary: str | os.PathLike[str] | None,
        home: str | None,
        attributes: Attributes | None,
        event: Callable[[Any], None],
        later: Callable[[Callable[[], None]], None],
    ) -> None:
        self.pipe: Pipe | None = None
        self.process: Process | None = None
        self.hello: InitializeResult | None = None
        self.closed = False
        self._binary, self._home, self._attributes = binary, home, attributes
        self._event, self._later = event, later
        # Held while a guard is started or ended, by whoever needs one first. A call takes it only
        # when there is no guard.
        self._starting = threading.Lock()
        self._crashes: deque[float] = deque(maxlen=CRASHES_MAX)

    def live(self) -> Pipe:
        """The pipe to a guard that runs; starting one takes some 10 ms.

        Raises:
            GuardNotFound: there is no binary, or it cannot be started.
            GuardLost: it ended at once, or ended too often, or is closed for good.
            GuardSilent, GuardRefused: it does not greet as it should.
        """
        pipe = self.pipe
        if pipe is not None and pipe.broken is None:
            return pipe
        with self._starting:
            if self.pipe is None or self.pipe.broken is not None:
                self._restart()
            assert self.pipe is not None
            return self.pipe

    def end(self) -> None:
        """End the guard and wait for it: at most 8 s. No other follows."""
        self.closed = True
        with self._starting:
            self._end()

    def forked(self) -> None:
        """In a forked child: the parent's guard is not ours."""
        process, self.process, self.pipe = self.process, None, None
        self._starting = threading.Lock()
        self._crashes.clear()
        if process is not None:
            process.forget()

    def _restart(self) -> None:
        if self.closed:
            raise GuardLost("this guard has been closed")
        if self.pipe is not None:
            self._crashes.append(time.monotonic())
            log.warning("tallystick: %s; it is started again", self.pipe.broken)
            self._end()
        if len(self._crashes) == CRASHES_MAX:
            age = time.monotonic() - self._crashes[0]
            if age < CRASH_WINDOW_SECONDS:
                raise GuardLost(
                    f"the guard ended {CRASHES_MAX} times within {CRASH_WINDOW_SECONDS:g} s; it is "
                    f"started again in {CRASH_WINDOW_SECONDS - age:.0f} s. stderr says why it ended"
                )
        self._start()

    def _start(self) -> None:
        process = Process(_binary.find(self._binary), self._home)
        pipe = Pipe(process.read_fd, process.write_fd, process.last_word, self._event, self._later)
        try:
            hello = cast(InitializeResult, pipe.call("initialize", self._greeting(), HELLO_SECONDS))
            if hello["protocol"] != VERSION:
                raise GuardRefused(
                    f"the guard speaks protocol {hello['protocol']}, this shim {VERSION}: install "
                    "the same version of both",
                    -32001,
                )
        except BaseException as err:
            process.bury()
            if isinstance(err, GuardLost):
                self._crashes.append(time.monotonic())
            raise
        if trouble := hello.get("trouble"):
            log.error("tallystick: every LLM call is refused until this is mended: %s", trouble)
        self.process, self.pipe, self.hello = process, pipe, hello

    def _greeting(self) -> dict[str, Any]:
        name = os.path.basename(sys.argv[0]) if sys.argv and sys.argv[0] else "python"
        greeting: dict[str, Any] = {
            "protocol": VERSION,
            "client": {"name": "tallystick-python", "version": __version__},
            "process": {
                "pid": os.getpid(),
                "name": name.encode(errors="replace")[:NAME_BYTES].decode(errors="ignore"),
            },
        }
        if self._attributes:
            greeting["attributes"] = self._attributes
        return greeting

    def _end(self) -> None:
        """Under _starting."""
        pipe, process = self.pipe, self.process
        self.pipe = self.process = None
        if process is not None:
            process.bury()
        if pipe is not None:
            pipe.end("this guard has been closed")
