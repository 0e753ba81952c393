"""Puts the guard's binary into the wheel when it has been built, so that the wheel is complete.

A wheel with the binary is tagged for this platform; without it, it is pure and the guard is
found on PATH. Nothing is ever downloaded.
"""

from __future__ import annotations

import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BINARY = "tallystick.exe" if sysconfig.get_platform().startswith("win") else "tallystick"


class BinaryHook(BuildHookInterface):
    """Adds ../bin/tallystick (what `make build` makes) as tallystick/_bin/tallystick."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling once for each target."""
        binary = Path(self.root).parent / "bin" / BINARY
        if version == "editable" or not binary.is_file():
            return
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["force_include"][str(binary)] = f"tallystick/_bin/{BINARY}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
