"""`python -m tallystick` and the command `tallystick`: run the guard's own command line."""

from __future__ import annotations

import os
import subprocess
import sys

from ._binary import find
from ._errors import GuardNotFound

NOT_FOUND = 127  # what a shell answers for a command that is not there


def main() -> int:
    """Become the binary, which does not return; on Windows, run it and return its exit code."""
    try:
        binary = find()
    except GuardNotFound as err:
        print(f"tallystick: {err}", file=sys.stderr)
        return NOT_FOUND
    if sys.platform == "win32":
        return subprocess.run([binary, *sys.argv[1:]], check=False).returncode
    return os.execv(binary, [binary, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
