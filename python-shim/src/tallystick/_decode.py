"""A readable copy of a compressed body, piece by piece; the original bytes are not touched.

Guarded requests ask only for encodings zlib can read (see `readable`), so brotli and zstandard
come only from a server that does not listen; then there is no copy, and usage is estimated.
"""

from __future__ import annotations

import zlib

DECODED_BYTES_MAX = 64 << 20  # of one body: an answer is smaller, a decompression bomb is not
_READABLE = frozenset({"gzip", "x-gzip", "deflate", "identity"})


def readable(accept_encoding: str) -> str:
    """The part of an accept-encoding header whose encodings can be read here."""
    kept = [
        piece.strip()
        for piece in accept_encoding.split(",")
        if piece.partition(";")[0].strip().lower() in _READABLE
    ]
    return ", ".join(kept) or "identity"


class Decoder:
    """Decodes one body. What cannot be decoded gives b"" from there on, and `lost` is True."""

    def __init__(self, content_encoding: str) -> None:
        self.lost = False
        self._left = DECODED_BYTES_MAX
        self._encoding = content_encoding.strip().lower()
        self._zlib = zlib.decompressobj(zlib.MAX_WBITS | 32)  # gzip or zlib, by its first bytes
        self._started = False

    def feed(self, data: bytes) -> bytes:
        """The readable bytes that `data` adds."""
        if self._encoding in ("", "identity"):
            return data
        if self.lost or not data:
            return b""
        if self._encoding not in _READABLE:
            self.lost = True
            return b""
        try:
            plain = self._decompress(data)
        except zlib.error:
            self.lost = True
            return b""
        self._left -= len(plain)
        self.lost = self._left <= 0
        return plain

    def _decompress(self, data: bytes) -> bytes:
        try:
            plain = self._zlib.decompress(data, self._left)
        except zlib.error:
            if self._started or self._encoding != "deflate":
                raise
            self._zlib = zlib.decompressobj(-zlib.MAX_WBITS)  # "deflate" without zlib's header
            plain = self._zlib.decompress(data, self._left)
        self._started = True
        return plain
