"""Which requests are LLM calls: the guard says it in `initialize`, no list is kept here."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from ._protocol import CallPattern


def is_call(method: str, url: str, body: bytes | None, patterns: list[CallPattern]) -> bool:
    """Whether one of `patterns` fits. A body that cannot be looked at (None) fits any."""
    if method.upper() != "POST":
        return False
    parts = urlsplit(url)
    host, port, path = (parts.hostname or "").lower(), _port(parts), parts.path.rstrip("/")
    return any(
        path.endswith(pattern["path"])
        and pattern.get("inside", "") in path
        and _fits_host(host, pattern.get("host", ""))
        and pattern.get("port", "") in ("", port)
        and (body is None or all(word in body for word in pattern.get("body", "").encode().split()))
        for pattern in patterns
    )


def _port(parts: SplitResult) -> str:
    try:
        return str(parts.port or {"http": 80, "https": 443}.get(parts.scheme) or "")
    except ValueError:  # nobody can call it
        return ""


def _fits_host(host: str, wanted: str) -> bool:
    return not wanted or host == wanted or (wanted[0] == "." and host.endswith(wanted))
