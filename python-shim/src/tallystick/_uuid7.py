"""Operation ids: a UUID of version 7 (RFC 9562), which Python has only from 3.14 on."""

from __future__ import annotations

import os
import time
from uuid import UUID


def uuid7() -> str:
    """A new id: 48 bits of milliseconds, then random bits."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    bits = (milliseconds & (1 << 48) - 1) << 80 | random
    bits = bits & ~(0xF << 76) | 0x7 << 76  # version
    bits = bits & ~(0x3 << 62) | 0x2 << 62  # variant
    return str(UUID(int=bits))
