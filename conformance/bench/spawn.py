"""Times spawn to first granted reserve, turn by turn with `python3 -c pass`, on one core.

The Python is the one that runs this, not whatever `python3` is on the PATH: that may be a script.

    python spawn.py PLAN.json

PLAN: {"rounds": R, "argv": [...], "env": {...}}. Prints medians in milliseconds.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time

from pair import Bare


def main() -> None:
    """Runs the plan."""
    with open(sys.argv[1]) as f:
        plan = json.load(f)
    os.sched_setaffinity(0, {0})  # the children inherit it
    took: dict[str, list[float]] = {"guard": [], "python": []}
    for n in range(plan["rounds"] + 1):
        begun = time.perf_counter()
        side = Bare(plan["argv"], plan["env"])
        granted = side.pair("task-1")
        side.close()
        between = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        if n:  # the first round warms up
            took["guard"].append((granted - begun) * 1e3)
            took["python"].append((time.perf_counter() - between) * 1e3)
    json.dump({name: statistics.median(t) for name, t in took.items()}, sys.stdout)


if __name__ == "__main__":
    main()
