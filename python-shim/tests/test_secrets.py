"""What crosses the pipe: fingerprints, urls without values, bodies without long strings."""

from __future__ import annotations

import hashlib
import json

import pytest

from tallystick import _secrets as secrets
from tallystick._secrets import bare_url, cut, fingerprint, key_fingerprint


def test_A_fingerprint_is_12_hex_digits_of_sha256() -> None:
    assert fingerprint("sk-test") == "fp:" + hashlib.sha256(b"sk-test").hexdigest()[:12]
    assert fingerprint("abc") == "fp:ba7816bf8f01"  # FIPS 180-2, B.1


@pytest.mark.parametrize(
    ("headers", "url"),
    [
        ({"authorization": "Bearer sk-1"}, "https://h/v1"),
        ({"authorization": "sk-1"}, "https://h/v1"),
        ({"x-api-key": "sk-1"}, "https://h/v1"),
        ({"api-key": " sk-1 "}, "https://h/v1"),
        ({"x-goog-api-key": "sk-1"}, "https://h/v1"),
        ({}, "https://h/v1?alt=sse&key=sk-1"),
    ],
)
def test_The_same_key_has_one_fingerprint_wherever_it_stands(
    headers: dict[str, str], url: str
) -> None:
    assert key_fingerprint(headers, url) == fingerprint("sk-1")


def test_No_key_no_fingerprint() -> None:
    assert key_fingerprint({"authorization": ""}, "https://h/v1?key=") == ""


@pytest.mark.parametrize(
    ("url", "bare"),
    [
        ("https://h:8/v1/x?key=secret&alt=sse#frag", "https://h:8/v1/x?key&alt"),
        ("https://user:pw@h/v1", "https://h/v1"),
        ("https://h/v1?", "https://h/v1"),
        ("http://[::1]:9/v1?a=b=c", "http://[::1]:9/v1?a"),
    ],
)
def test_A_url_keeps_only_the_names_of_its_query(url: str, bare: str) -> None:
    assert bare_url(url) == bare


def test_The_text_of_a_fault_is_short_and_has_no_query_values() -> None:
    text = secrets.fault_text(ValueError("GET /v1?key=secret&alt=sse: " + "x" * 9999))
    assert text.startswith("GET /v1?key=&alt=")
    assert len(text) == secrets.FAULT_CHARS_MAX


def test_Headers_lose_their_cookies_and_keep_their_repetitions() -> None:
    headers = [("Set-Cookie", "s"), ("X-A", "1"), ("x-a", "2"), ("x-a", "3"), ("B", "4")]
    assert secrets.public_headers(headers) == {"x-a": ["1", "2", "3"], "b": "4"}


def test_A_body_up_to_4_MiB_is_whole() -> None:
    body = b'"' + b"x" * (secrets.BODY_BYTES_WHOLE - 2) + b'"'
    assert cut(body) == (body, 0)


def test_In_a_larger_one_strings_above_64_KiB_become_their_length() -> None:
    image = 'a\\"b' + "i" * (5 << 20)
    body = json.dumps({"model": "m", "image": image, "kept": "k" * 65536, "n": [1, "ü"]}).encode()
    short, real = cut(body)
    assert real == len(body)
    read = json.loads(short)
    assert read["image"] == f"[{len(json.dumps(image)) - 2} bytes]"
    assert (read["model"], read["kept"], read["n"]) == ("m", "k" * 65536, [1, "ü"])


def test_What_is_still_too_large_is_left_out() -> None:
    body = b"[" + b"0.1," * (4 << 20) + b"0]"
    assert cut(body) == (b"", len(body))


def test_Bytes_that_are_no_text_are_base64() -> None:
    assert secrets.as_text(b"\xff", "body", "body_b64") == {"body_b64": "/w=="}
    assert secrets.as_text("ü".encode(), "body", "body_b64") == {"body": "ü"}
    assert secrets.as_text(b"", "body", "body_b64") == {}
