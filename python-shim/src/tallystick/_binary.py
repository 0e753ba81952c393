"""Where the guard's binary is looked for, in this order; nothing is ever downloaded.

1. the option given, 2. `$TALLYSTICK_BIN`, 3. beside this package (`_bin/`, in a wheel),
4. `bin/` of the source checkout this package stands in, 5. PATH.
"""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from pathlib import Path

from ._errors import GuardNotFound

NAME = "tallystick.exe" if sys.platform == "win32" else "tallystick"
SCRIPT_BYTES = 4096  # of a file on PATH, looked at to tell whether it is our console script
MODULE = "module github.com/tallystick/tallystick"


def find(given: str | os.PathLike[str] | None = None) -> str:
    """The path of the binary.

    Raises:
        GuardNotFound: it is in none of the places; the message names each of them.
    """
    tried: list[str] = []
    for where, path in _places(given):
        if path is not None and os.access(path, os.X_OK) and Path(path).is_file():
            return str(path)
        tried.append(f"{where}: {path or 'none'}")
        if where == "the option binary=":
            break  # who names one does not want another
    raise GuardNotFound(
        "there is no tallystick binary. Looked at " + "; ".join(tried) + ". Build it with "
        "`make build` in the source checkout, or set TALLYSTICK_BIN to its path."
    )


def _places(given: str | os.PathLike[str] | None) -> list[tuple[str, str | Path | None]]:
    places: list[tuple[str, str | Path | None]] = []
    if given is not None:
        places.append(("the option binary=", Path(given)))
    named = os.environ.get("TALLYSTICK_BIN")
    if named:
        if not Path(named).is_file():
            warnings.warn(f"TALLYSTICK_BIN is {named}, which is no file", stacklevel=4)
        places.append(("$TALLYSTICK_BIN", Path(named)))
    places.append(("this package", Path(__file__).parent / "_bin" / NAME))
    places.append(("the source checkout", _checkout()))
    places.append(("PATH", _on_path()))
    return places


def _checkout() -> Path | None:
    """`bin/tallystick` of the checkout this file stands in, when it stands in one."""
    for parent in Path(__file__).resolve().parents:
        gomod = parent / "go.mod"
        if gomod.is_file() and MODULE in gomod.read_text(errors="replace").splitlines():
            return parent / "bin" / NAME
    return None


def _on_path() -> str | None:
    """The binary on PATH, but never the console script of this package: it would find itself."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        found = shutil.which(NAME, path=folder) if folder else None
        if found and not _is_our_script(found):
            return found
    return None


def _is_our_script(path: str) -> bool:
    with open(path, "rb") as file:
        return b"from tallystick.__main__ import" in file.read(SCRIPT_BYTES)
