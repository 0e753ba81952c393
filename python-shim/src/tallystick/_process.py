"""The guard as a child process: a short environment, and a farewell that always ends.

stderr is inherited: an unread pipe there would stop the guard after 64 KiB. The guard itself
ignores Ctrl-C, which reaches the whole process group, and leaves when its stdin ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress

from ._errors import GuardNotFound

# The whole environment of the guard. API keys live in the environment, so nothing goes in that is
# not named here.
ENV_KEPT = (
    "HOME",
    "LANG",
    "LC_ALL",
    "LOGNAME",
    "TMPDIR",
    "USER",
    "TALLYSTICK_CREATE",
    "TALLYSTICK_DEBUG",
    "TALLYSTICK_HOME",
    # Windows starts nothing without these.
    "APPDATA",
    "LOCALAPPDATA",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERPROFILE",
)

LEAVE_SECONDS = 5.0  # for the guard to finish, sync and go after its stdin ended
TERM_SECONDS = 2.0  # the same after SIGTERM; then it is killed
LAST_WORD_SECONDS = 0.5  # for the exit code of a guard whose pipe has just closed


def environment(home: str | None, source: Mapping[str, str] = os.environ) -> dict[str, str]:
    """What the guard may see of this process's environment."""
    kept = {name: source[name] for name in ENV_KEPT if name in source}
    if home is not None:
        kept["TALLYSTICK_HOME"] = home
    return kept


class Process:
    """One running guard.

    Raises:
        GuardNotFound: the binary cannot be started; the message says why.
    """

    def __init__(self, binary: str, home: str | None) -> None:
        try:
            self._child = subprocess.Popen(
                [binary, "serve"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment(home),
                bufsize=0,
                creationflags=0x08000000 if sys.platform == "win32" else 0,  # CREATE_NO_WINDOW
            )
        except OSError as err:
            raise GuardNotFound(f"{binary} cannot be started: {err}") from err
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._stdin, self._stdout = self._child.stdin, self._child.stdout
        self.pid = self._child.pid
        self.read_fd, self.write_fd = self._stdout.fileno(), self._stdin.fileno()

    def last_word(self) -> str:
        """How it ended, in a sentence."""
        who = f"the tallystick guard (pid {self.pid})"
        try:
            code = self._child.wait(LAST_WORD_SECONDS)
        except subprocess.TimeoutExpired:
            return f"{who} closed its pipe"
        if code < 0:
            return f"{who} was killed by signal {-code}"
        return f"{who} ended with exit code {code}; its last words are on stderr"

    def bury(self) -> None:
        """End it: stdin first, then patience, SIGTERM, SIGKILL. Takes at most 8 s."""
        self._stdin.close()
        for seconds, insist in (
            (LEAVE_SECONDS, self._child.terminate),
            (TERM_SECONDS, self._child.kill),
            (1.0, lambda: None),
        ):
            try:
                self._child.wait(seconds)
                break
            except subprocess.TimeoutExpired:
                insist()
        self._stdout.close()

    def forget(self) -> None:
        """In a forked child: let go of the parent's guard.

        While the child held the pipe's end, the guard could not see that its parent had gone.
        """
        self._child.returncode = 0  # not ours to wait for
        for end in (self._stdin, self._stdout):
            with suppress(OSError):
                end.close()
