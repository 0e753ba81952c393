"""What may cross the pipe, and what never does.

Keys become fingerprints, urls lose their query values, bodies above 4 MiB lose their long strings.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl, urlsplit

BODY_BYTES_WHOLE = 4 << 20  # a body up to here crosses the pipe as it is
STRING_BYTES_KEPT = 64 << 10  # in a larger body, strings above this become their length
BODY_BYTES_MAX = 12 << 20  # what is still larger is left out: a message is at most 16 MiB
FAULT_CHARS_MAX = 500  # of an exception's text

_KEY_HEADERS = ("authorization", "x-api-key", "api-key", "x-goog-api-key")
_PRIVATE_HEADERS = frozenset((*_KEY_HEADERS, "set-cookie", "cookie", "proxy-authorization"))
_JSON_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_QUERY_VALUE = re.compile(r"([?&][^=&\s'\"]+)=[^&\s'\"]*")


def fingerprint(key: str) -> str:
    """`fp:` and the first 12 hex digits of the SHA-256 of an API key."""
    return "fp:" + hashlib.sha256(key.encode()).hexdigest()[:12]


def key_fingerprint(headers: Mapping[str, str], url: str) -> str:
    """The fingerprint of the key a request carries, "" when it carries none.

    `headers` has lower-case names. Looks at `authorization` (without its scheme), `x-api-key`,
    `api-key`, `x-goog-api-key`, and at the query parameter `key` (Gemini).
    """
    for name in _KEY_HEADERS:
        value = headers.get(name, "").strip()
        if value:
            return fingerprint(value.split(None, 1)[-1] if name == "authorization" else value)
    query = dict(parse_qsl(urlsplit(url).query))
    return fingerprint(query["key"]) if query.get("key") else ""


def bare_url(url: str) -> str:
    """Scheme, host, path and the names of the query parameters: no values, no user, no fragment."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    names = "&".join(piece.partition("=")[0] for piece in parts.query.split("&") if piece)
    return f"{parts.scheme}://{host}{parts.path}" + (f"?{names}" if names else "")


def public_headers(headers: Iterable[tuple[str, str]]) -> dict[str, str | list[str]]:
    """Response headers for the guard, names in lower case, without cookies."""
    kept: dict[str, str | list[str]] = {}
    for name, value in headers:
        name = name.lower()
        if name in _PRIVATE_HEADERS:
            continue
        before = kept.get(name)
        if before is None:
            kept[name] = value
        else:
            kept[name] = [*(before if isinstance(before, list) else [before]), value]
    return kept


def fault_text(fault: BaseException) -> str:
    """The text of an exception, short and without query values."""
    return _QUERY_VALUE.sub(r"\1=", str(fault))[:FAULT_CHARS_MAX]


def cut(body: bytes) -> tuple[bytes, int]:
    """A body small enough for the pipe, and its real length when something was cut, else 0."""
    if len(body) <= BODY_BYTES_WHOLE:
        return body, 0
    short = _JSON_STRING.sub(_shorten, body)
    return (short if len(short) <= BODY_BYTES_MAX else b""), len(body)


def _shorten(match: re.Match[bytes]) -> bytes:
    length = match.end() - match.start() - 2
    return match.group() if length <= STRING_BYTES_KEPT else b'"[%d bytes]"' % length


def as_text(body: bytes, text: str, b64: str) -> dict[str, str]:
    """`{text: body}` when it is UTF-8, else `{b64: base64 of it}`; nothing for nothing."""
    if not body:
        return {}
    try:
        return {text: body.decode()}
    except UnicodeDecodeError:
        return {b64: b64encode(body).decode()}
