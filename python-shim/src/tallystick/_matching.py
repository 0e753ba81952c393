"""Which requests are LLM calls: the guard says it in `initialize`, no list is kept here."""

from __future__ import annotations

from urllib.parse import urlsplit

from ._protocol import CallPattern


def is_call(method: str, url: str, body: bytes | None, patterns: list[CallPattern]) -> bool:
    """Whether one of `patterns` fits. A body that cannot be looked at (None) fits any."""
    if method.upper() != "POST":
        return False
    parts = urlsplit(url)
    host, path = (parts.hostname or "").lower(), parts.path.rstrip("/")
    return any(
        path.endswith(pattern["path"])
        and pattern.get("inside", "") in path
        and _fits_host(host, pattern.get("host", ""))
        and (body is None or all(word in body for word in pattern.get("body", "").encode().split()))
        for pattern in patterns
    )


def _fits_host(host: str, wanted: str) -> bool:
    return not wanted or host == wanted or (wanted[0] == "." and host.endswith(wanted))
