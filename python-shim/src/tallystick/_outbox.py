"""The way to the guard: one write a message, and never a wait.

A pipe holds 64 KiB to 1 MiB. When the guard is slow to read, or stopped, what does not fit waits
here, in order, and is written when the pipe takes it: so a stream that is being passed on is never
held up by its own accounting.
"""

from __future__ import annotations

import os
import threading

from ._errors import GuardLost

PIPE_BYTES = 1 << 20  # asked of the kernel for this pipe, where it can be asked (Linux)
OUTBOX_BYTES_MAX = 64 << 20  # left unread by the guard; beyond it, the guard is given up


class Outbox:
    """Whole messages into one non-blocking file descriptor, from any thread."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        # Held while a message is written or put aside; nothing waits while holding it.
        self._writing = threading.Lock()
        self._waiting = bytearray()
        self._inside = 0  # the thread that holds _writing

    def __len__(self) -> int:
        return len(self._waiting)

    def busy_here(self) -> bool:
        """Whether this thread is in here now, as what the garbage collector runs may be."""
        return self._inside == threading.get_ident()

    def send(self, line: bytes) -> None:
        """Write `line`, or put aside what the pipe does not take now.

        Raises:
            GuardLost: the other end is closed, or read nothing while 64 MiB waited for it.
        """
        with self._writing:
            self._inside = threading.get_ident()
            try:
                if not self._waiting:
                    line = line[self._write(line) :]
                if line:
                    self._waiting += line
                    self._drain()
            finally:
                self._inside = 0
        if len(self._waiting) > OUTBOX_BYTES_MAX:
            raise GuardLost(f"the guard read nothing while {OUTBOX_BYTES_MAX >> 20} MiB waited")

    def drain(self) -> bool:
        """Write what waits, as far as the pipe takes it; True when nothing waits any more."""
        with self._writing:
            self._inside = threading.get_ident()
            try:
                self._drain()
            finally:
                self._inside = 0
        return not self._waiting

    def _drain(self) -> None:
        while self._waiting:
            written = self._write(self._waiting)
            if not written:
                return
            del self._waiting[:written]

    def _write(self, data: bytes | bytearray) -> int:
        try:
            return os.write(self.fd, data)
        except BlockingIOError:
            return 0
        except OSError as err:
            raise GuardLost(f"the pipe to the guard is closed: {err}") from err


def widen(fd: int) -> None:
    """Ask for a larger pipe; a kernel that cannot or will not keeps the one it made."""
    try:
        import fcntl

        fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    except (ImportError, AttributeError, OSError):
        pass
