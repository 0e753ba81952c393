"""Operation ids: a UUID of version 7 (RFC 9562), which Python has only from 3.14 on."""

from __future__ import annotations

import os
import time


def uuid7() -> str:
    """A new id: 48 bits of milliseconds, then 74 random bits."""
    stamp = f"{time.time_ns() // 1_000_000:012x}"
    random = os.urandom(10).hex()
    variant = "89ab"[int(random[3], 16) & 3]
    return f"{stamp[:8]}-{stamp[8:]}-7{random[:3]}-{variant}{random[4:7]}-{random[7:19]}"
