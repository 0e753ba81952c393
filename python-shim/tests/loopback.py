"""A provider on loopback whose answers a test writes down: one function on the raw socket each."""

from __future__ import annotations

import gzip
import json
import socket
import struct
import threading
from collections.abc import Callable
from typing import Any

Answer = Callable[[socket.socket], None]


class Loopback:
    """Answers the n-th POST with the n-th answer; the last one stays."""

    def __init__(self) -> None:
        self.answers: list[Answer] = [ok()]
        self.requests: list[dict[str, Any]] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/v1"
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._thread = threading.Thread(target=self._accept, daemon=True)

    def __enter__(self) -> Loopback:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            for connection in self._open:
                connection.close()
        self._thread.join()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                self._open.add(connection)
            threading.Thread(target=self._serve, args=[connection], daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as file:
            try:
                while self._one(connection, file):
                    pass
            except (OSError, ValueError):
                pass  # the client has gone
        with self._lock:
            self._open.discard(connection)

    def _one(self, connection: socket.socket, file: Any) -> bool:
        first = file.readline().decode().split()
        if not first:
            return False
        headers = {}
        while line := file.readline().strip().decode():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        body = file.read(int(headers.get("content-length", 0)))
        with self._lock:
            number = len(self.requests)
            self.requests.append({"path": first[1], "headers": headers, "body": body})
            answer = self.answers[min(number, len(self.answers) - 1)]
        answer(connection)
        return True


def whole(status: int, body: bytes, **headers: str) -> Answer:
    """A response with its length."""
    lines = {"content-type": "application/json", "content-length": str(len(body))}
    lines.update({name.replace("_", "-"): value for name, value in headers.items()})
    head = f"HTTP/1.1 {status} X\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items()) + "\r\n"
    return lambda connection: connection.sendall(head.encode() + body)


def ok(text: str = "hello") -> Answer:
    """A chat completion."""
    message = {
        "index": 0,
        "finish_reason": "stop",
        "message": {"role": "assistant", "content": text},
    }
    usage = {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}
    answer = {"id": "c1", "object": "chat.completion", "created": 1, "model": "m"}
    return whole(200, json.dumps({**answer, "choices": [message], "usage": usage}).encode())


def failing(status: int, **headers: str) -> Answer:
    """An error with a body."""
    return whole(status, b'{"error": {"message": "no", "type": "test"}}', **headers)


def zipped(answer_body: bytes, **headers: str) -> Answer:
    """A gzip body."""
    return whole(200, gzip.compress(answer_body), content_encoding="gzip", **headers)


def delta(text: str) -> bytes:
    """One chunk of a chat completion."""
    choice = {"index": 0, "delta": {"content": text}}
    chunk = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return b"data: " + json.dumps({**chunk, "choices": [choice]}).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"


def events(
    *parts: bytes, gates: list[threading.Event] | None = None, end: str = "clean", zip: bool = False
) -> Answer:
    """A stream of events; before each part its gate is waited for. `end`: clean, cut or hang."""

    def answer(connection: socket.socket) -> None:
        encoding = "content-encoding: gzip\r\n" if zip else ""
        connection.sendall(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
            + encoding.encode()
            + b"transfer-encoding: chunked\r\n\r\n"
        )
        packer = gzip.GzipFile(fileobj=_Chunks(connection), mode="wb") if zip else None
        for number, part in enumerate(parts):
            if gates and number < len(gates):
                gates[number].wait(10)
            if packer is not None:
                packer.write(part)
                packer.flush()
            else:
                _Chunks(connection).write(part)
        if packer is not None:
            packer.close()
        if end == "clean":
            connection.sendall(b"0\r\n\r\n")
        elif end == "cut":
            reset(connection)
        else:
            connection.recv(1)  # until the client leaves

    return answer


class _Chunks:
    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def write(self, data: bytes) -> int:
        if data:
            self._connection.sendall(b"%x\r\n%b\r\n" % (len(data), data))
        return len(data)

    def flush(self) -> None:
        """Nothing is kept back."""


def reset(connection: socket.socket) -> None:
    """Close with a TCP reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.shutdown(socket.SHUT_RD)
    connection.close()
