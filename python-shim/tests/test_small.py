"""The small parts: patterns, decoding, ids, where the binary is, blindness, public names."""

from __future__ import annotations

import gzip
import subprocess
import sys
import time
import types
import uuid
import zlib
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import _binary, _decode
from tallystick._blind import BLIND, Watch
from tallystick._decode import Decoder, readable
from tallystick._matching import is_call
from tallystick._uuid7 import uuid7

PATTERNS: Any = [
    {"path": "/chat/completions"},
    {"path": "/messages", "body": '"model"'},
    {"host": ".azure.example", "path": "/deploy"},
    {"host": "api.example", "path": "/only"},
    {"host": "much.example", "path": "", "inside": "/ai/run/", "body": '"prompt"'},
    {"path": "/two", "body": '"model" "max_tokens"'},
    {"host": "localhost", "port": "4000", "path": "/ask"},
    {"host": "::1", "port": "4000", "path": "/ask"},
    {"host": "gate.example", "port": "443", "path": "/ask"},
]


@pytest.mark.parametrize(
    ("method", "url", "body", "fits"),
    [
        ("POST", "https://any/v1/chat/completions", b"", True),
        ("post", "https://any/v1/chat/completions/?a=b", b"", True),
        ("GET", "https://any/v1/chat/completions", b"", False),
        ("POST", "https://any/v1/chat/completions/7", b"", False),
        ("POST", "https://any/x?y=/chat/completions", b"", False),
        ("POST", "https://any/messages", b'{"model": 1}', True),
        ("POST", "https://any/messages", b'{"text": 1}', False),
        ("POST", "https://any/messages", None, True),
        ("POST", "https://X.Azure.example:443/deploy", b"", True),
        ("POST", "https://azure.example/deploy", b"", False),
        ("POST", "https://api.example/only", b"", True),
        ("POST", "https://api.example.evil/only", b"", False),
        ("POST", "https://much.example/v4/ai/run/@cf/llama", b'{"prompt": 1}', True),
        ("POST", "https://much.example/v4/ai/run/@cf/llama", None, True),
        ("POST", "https://much.example/v4/ai/run/@cf/llama", b'{"image": 1}', False),
        ("POST", "https://much.example/v4/queues/q/messages", b'{"prompt": 1}', False),
        ("POST", "https://much.example/v4/purge_cache", None, False),
        ("POST", "https://any/two", b'{"max_tokens": 9, "model": "m"}', True),
        ("POST", "https://any/two", b'{"max_tokens": 9}', False),
        ("POST", "https://any/two", b'{"model": "m"}', False),
        ("POST", "https://any/two", None, True),
        ("POST", "http://localhost:4000/ask", b"", True),
        ("POST", "http://localhost:3000/ask", b"", False),
        ("POST", "http://localhost/ask", b"", False),
        ("POST", "http://me:4000@LOCALHOST:4000/ask", b"", True),
        ("POST", "http://[::1]:4000/ask", b"", True),
        ("POST", "http://[::1]/ask", b"", False),
        ("POST", "https://gate.example/ask", b"", True),
        ("POST", "http://gate.example/ask", b"", False),
    ],
)
def test_A_request_is_a_call_when_a_pattern_fits(
    method: str, url: str, body: bytes | None, fits: bool
) -> None:
    assert is_call(method, url, body, PATTERNS) is fits


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        ("gzip, deflate, br, zstd", "gzip, deflate"),
        ("br;q=1.0, gzip;q=0.5", "gzip;q=0.5"),
        ("br", "identity"),
        ("identity", "identity"),
    ],
)
def test_Only_what_zlib_reads_is_asked_for(asked: str, left: str) -> None:
    assert readable(asked) == left


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("", b"hello" * 99),
        ("GZIP", gzip.compress(b"hello" * 99)),
        ("deflate", zlib.compress(b"hello" * 99)),
        ("deflate", raw_deflate(b"hello" * 99)),
    ],
)
def test_A_body_is_decoded_in_pieces_of_any_size(encoding: str, packed: bytes) -> None:
    for size in (1, 2, 7, 1000):
        decoder = Decoder(encoding)
        pieces = [packed[at : at + size] for at in range(0, len(packed), size)]
        if size == 1 and encoding == "deflate" and packed[0] & 0x0F != 8:
            continue  # headerless deflate cannot be told from its first byte alone
        assert b"".join(decoder.feed(piece) for piece in pieces) == b"hello" * 99


@pytest.mark.parametrize(("encoding", "body"), [("br", b"x"), ("gzip", b"not gzip")])
def test_What_cannot_be_decoded_is_lost_not_wrong(encoding: str, body: bytes) -> None:
    decoder = Decoder(encoding)
    assert decoder.feed(body) == b""
    assert decoder.lost
    assert decoder.feed(gzip.compress(b"late")) == b""


def test_A_decompression_bomb_is_cut_at_64_MiB(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _decode.DECODED_BYTES_MAX == 64 << 20
    monkeypatch.setattr(_decode, "DECODED_BYTES_MAX", 1 << 20)
    decoder = Decoder("gzip")
    assert len(decoder.feed(gzip.compress(b"0" * (8 << 20)))) == 1 << 20
    assert decoder.lost


def test_An_operation_id_is_a_uuid_of_version_7_in_order_of_time() -> None:
    first = uuid7()
    time.sleep(0.002)
    second = uuid7()
    assert uuid.UUID(first).version == 7
    assert uuid.UUID(first).variant == uuid.RFC_4122
    assert first < second
    assert abs((uuid.UUID(first).int >> 80) / 1000 - time.time()) < 60


# ---- where the binary is looked for


def executable(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x7fELF")
    path.chmod(0o755)
    return path


def test_The_order_of_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = executable(tmp_path / "given")
    named = executable(tmp_path / "named")
    packaged = executable(tmp_path / "pkg" / "_bin" / "tallystick")
    built = executable(tmp_path / "bin" / "tallystick")
    (tmp_path / "go.mod").write_text(_binary.MODULE + "\n")
    on_path = executable(tmp_path / "path" / "tallystick")
    monkeypatch.setattr(_binary, "__file__", str(tmp_path / "pkg" / "_binary.py"))
    monkeypatch.setenv("PATH", str(on_path.parent))
    monkeypatch.setenv("TALLYSTICK_BIN", str(named))
    assert _binary.find(given) == str(given)
    for place in (named, packaged, built, on_path):
        if place is packaged:
            monkeypatch.delenv("TALLYSTICK_BIN")
        assert _binary.find() == str(place)
        place.unlink()
        if place is named:
            with pytest.warns(UserWarning, match="TALLYSTICK_BIN"):
                assert _binary.find() == str(packaged)
    with pytest.raises(tallystick.GuardNotFound) as caught:
        _binary.find()
    for said in (packaged, built, "PATH", "make build", "TALLYSTICK_BIN"):
        assert str(said) in str(caught.value)


def test_A_binary_that_is_named_is_not_replaced_by_another(tmp_path: Path) -> None:
    with pytest.raises(tallystick.GuardNotFound, match="nowhere"):
        _binary.find(tmp_path / "nowhere")


def test_Our_own_console_script_is_not_the_binary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = executable(tmp_path / "venv" / "tallystick")
    script.write_text("#!/usr/bin/python\nfrom tallystick.__main__ import main\n")
    binary = executable(tmp_path / "usr" / "tallystick")
    monkeypatch.setenv("PATH", f"{script.parent}:{binary.parent}")
    assert _binary._on_path() == str(binary)


def test_python_m_tallystick_becomes_the_binary(tmp_path: Path) -> None:
    binary = tmp_path / "tallystick"
    binary.write_text('#!/bin/sh\necho "$@"; exit 5\n')
    binary.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-m", "tallystick", "status", "--json"],
        env={"TALLYSTICK_BIN": str(binary)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("status --json\n", 5)


# ---- blindness


def test_Each_blind_spot_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in BLIND:
        monkeypatch.delitem(sys.modules, name, raising=False)
    watch = Watch()
    assert watch.look() == []
    monkeypatch.setitem(sys.modules, "botocore", types.ModuleType("botocore"))
    with pytest.warns(tallystick.BlindWarning, match="botocore is loaded.*Bedrock"):
        assert watch.look() == ["botocore"]
    assert watch.look() == []
    monkeypatch.setitem(sys.modules, "grpc", types.ModuleType("grpc"))
    with pytest.warns(tallystick.BlindWarning, match="grpc"):
        assert watch.look() == ["grpc"]


def test_What_is_loaded_later_is_said_at_exit() -> None:
    code = (
        "import sys, types; from tallystick._blind import watch; watch.start();"
        "sys.modules['aiohttp'] = types.ModuleType('aiohttp')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "BlindWarning: aiohttp is loaded" in done.stderr


def test_The_self_test_sees_a_tap_that_was_replaced(instrumented: Any) -> None:
    import httpx2

    instrumented()
    assert tallystick.self_test() == {"httpx2": True, "httpx": True, "requests": True}
    tapped = httpx2.HTTPTransport.handle_request
    try:
        httpx2.HTTPTransport.handle_request = lambda self, request: httpx2.Response(500)  # type: ignore[method-assign]
        assert tallystick.self_test()["httpx2"] is False
    finally:
        httpx2.HTTPTransport.handle_request = tapped  # type: ignore[method-assign]


def test_The_public_names() -> None:
    public = {name for name in vars(tallystick) if not name.startswith("_")}
    modules = {
        name for name, each in vars(tallystick).items() if isinstance(each, types.ModuleType)
    }
    assert public - modules | {"__version__"} == set(tallystick.__all__)


def test_The_wire_s_limits_are_ours() -> None:
    from tallystick import _protocol, _secrets

    assert _secrets.BODY_BYTES_WHOLE == _protocol.MAX_BODY_BYTES
    assert _secrets.STRING_BYTES_KEPT == _protocol.MAX_STRING_BYTES
    assert _secrets.BODY_BYTES_MAX < _protocol.MAX_MESSAGE_BYTES
