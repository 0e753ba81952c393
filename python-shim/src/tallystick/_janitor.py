"""A thread for what nobody waits for: streams that were dropped, answers that came too late.

`put` may be called from a finalizer or a signal handler: SimpleQueue.put is made for that, any
lock of ours would not be.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from queue import SimpleQueue

log = logging.getLogger("tallystick")

CLOSE_SECONDS = 5.0  # for what is left to do when the process ends
PAUSE_SECONDS = 1.0  # for the job at hand when the process forks


class Janitor:
    """Runs small jobs one after the other in a daemon thread, started at the first need."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._paused = False
        self._starting = threading.Lock()

    def start(self) -> None:
        """Have the thread running; not from a finalizer."""
        if self._thread is not None:
            return
        with self._starting:
            if self._thread is None:
                thread = threading.Thread(target=self._run, name="tallystick-janitor", daemon=True)
                thread.start()
                self._thread = thread

    def put(self, job: Callable[[], None]) -> None:
        """Have `job` done soon."""
        self._jobs.put(job)

    def rest(self, seconds: float = CLOSE_SECONDS) -> bool:
        """Wait until everything put so far is done; False when it took longer."""
        if self._thread is None and self._jobs.empty():
            return True
        self.start()
        done = threading.Event()
        self._jobs.put(done.set)
        return done.wait(seconds)

    def close(self) -> None:
        """Do what is left, then end the thread."""
        thread = self._thread
        if thread is None or thread is threading.current_thread():
            return
        self._jobs.put(None)
        thread.join(CLOSE_SECONDS)

    def pause(self) -> None:
        """Let the thread go before a fork: Python 3.12 warns of forks beside threads."""
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            self._jobs.put(None)
            thread.join(PAUSE_SECONDS)
            self._thread, self._paused = None, True

    def resume(self) -> None:
        """At the next call after a fork, not in the fork: 3.13 counts threads at its very end."""
        if self._paused:
            self._paused = False
            self.start()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception as err:
                log.warning("tallystick could not finish a call's account: %s", err)
