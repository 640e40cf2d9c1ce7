"""A web server on this machine that speaks HTTP/2 by TLS, and nothing else. By a seed it fails as servers do."""

import asyncio
import random
import ssl
import subprocess
import threading
from collections import Counter
from pathlib import Path

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.events import ConnectionTerminated, RequestReceived, StreamReset
from h2.exceptions import ProtocolError
from hyperframe.frame import GoAwayFrame

# What befalls a request: it is refused, reset in its body, left out by a GOAWAY (RFC 9113, section 6.8), answered as
# the last one of its connection, answered by half, or its connection is cut.
FAULTS = ["refused", "reset", "left out", "last", "stalled", "cut"]


class Server:
    """Serves the files of a folder. A request for the same bytes fails twice at most, with a likelihood of `risk`."""

    def __init__(self, folder: Path, certificate: Path, seed=0, risk=0.0):
        self.folder, self.seed, self.risk = folder, seed, risk
        # The faults by kind, the requests by path, the connections, and the most requests at a time on one of them.
        self.faults, self.requests, self.connections, self.together = Counter(), Counter(), 0, 0
        self._tries = Counter()
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.set_alpn_protocols(["h2"])
        self._context.load_cert_chain(certificate, _make(certificate))
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def __enter__(self):
        self._thread.start()
        listening = self._loop.create_server(lambda: Connection(self), "127.0.0.1", 0, ssl=self._context)
        self._server = asyncio.run_coroutine_threadsafe(listening, self._loop).result()
        self.url = f"https://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(self, *_):
        self._loop.call_soon_threadsafe(self._server.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def fault(self, path: str, wanted: str) -> str | None:
        """What befalls this request."""
        self.requests[path] += 1
        self._tries[path, wanted] += 1
        chance = random.Random(f"{self.seed} {path} {wanted} {self._tries[path, wanted]}")
        if self._tries[path, wanted] > 2 or chance.random() >= self.risk:
            return None
        fault = chance.choice(FAULTS)
        self.faults[fault] += 1
        return fault


class Connection(asyncio.Protocol):
    """A connection. Its streams send in turns, a frame each."""

    def __init__(self, server: Server):
        self.server = server
        self.http = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        # The bytes that each stream has left, and what comes after them.
        self.left = {}
        # After a GOAWAY, the last stream that is answered.
        self.last = None

    def connection_made(self, transport):
        self.transport = transport
        self.server.connections += 1
        self.http.initiate_connection()
        self.send()

    def data_received(self, data):
        try:
            for event in self.http.receive_data(data):
                match event:
                    case RequestReceived() if self.last is None or event.stream_id < self.last:
                        self.answer(event.stream_id, dict(event.headers))
                    case StreamReset():
                        self.left.pop(event.stream_id, None)
                    case ConnectionTerminated():
                        self.transport.close()
                if self.transport.is_closing():
                    return
            self.send()
        except ProtocolError:
            self.transport.abort()

    def answer(self, stream, fields):
        path, wanted = fields[":path"], fields.get("range", "")
        fault = self.server.fault(path, wanted)
        if fault == "cut":
            self.transport.abort()
        elif fault == "refused":
            self.http.reset_stream(stream, ErrorCodes.REFUSED_STREAM)
        elif fault == "left out":
            self.go_away(stream - 2)
        else:
            if fault == "last":
                self.go_away(stream)
            body = self.begin(stream, path, wanted, fields)
            if fault in ("reset", "stalled"):
                body = body[:len(body) // 2]
            self.left[stream] = (body, fault)
            self.server.together = max(self.server.together, len(self.left))

    def begin(self, stream, path, wanted, fields) -> bytes:
        """Sends the header of the answer. Returns the body."""
        body = (self.server.folder / path.lstrip("/")).read_bytes()
        etag, size, status, more = f'"{len(body)}"', len(body), "200", []
        if fields.get("if-match", etag) != etag:
            status, body = "412", b""
        elif wanted:
            first, last = (int(number) for number in wanted.removeprefix("bytes=").split("-"))
            body = body[first:last + 1]
            status, more = "206", [("content-range", f"bytes {first}-{first + len(body) - 1}/{size}")]
        self.http.send_headers(
            stream, [(":status", status), ("etag", etag), ("content-length", str(len(body))), *more])
        return body

    def go_away(self, last):
        # By itself: h2 would send no more frames of older streams.
        self.transport.write(self.http.data_to_send() + GoAwayFrame(0, last_stream_id=max(0, last)).serialize())
        self.last = last

    def send(self):
        """Sends as much of each stream as the client takes."""
        is_moving = True
        while is_moving:
            is_moving = False
            for stream, (body, fault) in list(self.left.items()):
                room = min(self.http.local_flow_control_window(stream), self.http.max_outbound_frame_size)
                if body and room > 0:
                    self.http.send_data(stream, body[:room])
                    self.left[stream] = (body[room:], fault)
                    is_moving = True
                elif not body and fault != "stalled":
                    self.end(stream, fault)
        self.transport.write(self.http.data_to_send())
        if self.last is not None and not self.left:
            self.transport.close()

    def end(self, stream, fault):
        del self.left[stream]
        if fault == "reset":
            self.http.reset_stream(stream, ErrorCodes.INTERNAL_ERROR)
        else:
            self.http.end_stream(stream)


def _make(certificate: Path) -> Path:
    """Makes a certificate for this machine's address. Returns the path of its key."""
    key = certificate.with_suffix(".key")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "2", "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key,
         "-out", certificate], check=True, capture_output=True)
    return key
