"""A proxy before a server. It passes requests on unchanged, and spoils a share of the answers.

Signatures of requests stay valid, because the server gets each request with the client's `Host` header.
"""

import hashlib
import random
import socket
import struct
import threading
from collections import Counter
from dataclasses import dataclass
from urllib.parse import urlsplit

# What can happen to an answer.
FAULTS = [
    "429", "429 with Retry-After", "503", "503 with Retry-After", "reset before", "reset within", "stall",
    "truncated", "too long", "too short", "slow"]
# So often in a row a request is spoiled at most. Upright's `retries: 4` is more.
IN_A_ROW = 3
END = b"\r\n\r\n"


@dataclass
class Exchange:
    """A request, the status of the server's answer or of the proxy's own one, and how the answer was spoiled."""

    method: str
    target: str
    range: str
    status: int | None = None
    spoiled: str | None = None


class Head:
    """The first line and the headers of a message, with names in lower case."""

    def __init__(self, text: bytes):
        self.text = text
        self.first, *lines = text.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
        pairs = [line.partition(":") for line in lines]
        self.headers = {name.lower(): value.strip() for name, _, value in pairs}

    def __getitem__(self, name: str) -> str:
        return self.headers.get(name, "")

    def with_length(self, length: int) -> bytes:
        """The same head with another `Content-Length`."""
        first, *lines = self.text.removesuffix(END).split(b"\r\n")
        kept = [line for line in lines if not line.lower().startswith((b"content-length:", b"transfer-encoding:"))]
        return b"\r\n".join([first, *kept, b"Content-Length: %d" % length]) + END


class Stream:
    """The bytes that come over a connection."""

    def __init__(self, connection: socket.socket):
        # A bytearray grows in place. Bytes would be copied at each piece, which takes seconds for a range of 50 MB.
        self.connection, self.held = connection, bytearray()

    def until(self, mark: bytes) -> bytes:
        """The bytes up to the end of `mark`, or none if the connection ends before."""
        while mark not in self.held:
            if not (more := self.connection.recv(65536)):
                return b""
            self.held += more
        return self.take(self.held.index(mark) + len(mark))

    def take(self, count: int) -> bytes:
        """So many bytes, or fewer if the connection ends before."""
        while len(self.held) < count and (more := self.connection.recv(65536)):
            self.held += more
        taken = bytes(self.held[:count])
        del self.held[:count]
        return taken

    def body(self, head: Head, request: bool) -> bytes:
        """The body of a message. Chunks are put together (RFC 9112, section 6.3)."""
        if "chunked" in head["transfer-encoding"].lower():
            whole = b""
            while size := int(self.until(b"\r\n").split(b";")[0], 16):
                whole += self.take(size)
                self.take(2)
            while self.until(b"\r\n") != b"\r\n":
                pass
            return whole
        if head["content-length"]:
            return self.take(int(head["content-length"]))
        return b"" if request else self.take(1 << 40)


class FaultProxy:
    """Runs while its block does. A `share` of 0 spoils nothing, and only keeps the log.

    The seed, the request and the number of its try decide about each answer, and not the order of requests.
    """

    def __init__(self, server: str, share: float = 0, seed: int = 1, faults: list[str] = FAULTS):
        parts = urlsplit(server)
        self.server = (parts.hostname, parts.port)
        self.share, self.seed, self.faults = share, seed, faults
        self.log: list[Exchange] = []
        self.tries: Counter[str] = Counter()
        self.in_a_row: Counter[str] = Counter()
        self.lock = threading.Lock()
        self.ended = threading.Event()
        self.connections: set[socket.socket] = set()
        self.threads: list[threading.Thread] = []

    def __enter__(self) -> "FaultProxy":
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.run(self.accept)
        return self

    def __exit__(self, *_) -> None:
        self.ended.set()
        self.listener.shutdown(socket.SHUT_RDWR)
        with self.lock:
            for connection in self.connections:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        for thread in self.threads:
            thread.join(timeout=20)
        self.listener.close()

    def run(self, task, *arguments) -> None:
        thread = threading.Thread(target=task, args=arguments, daemon=True)
        self.threads.append(thread)
        thread.start()

    def accept(self) -> None:
        while not self.ended.is_set():
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with self.lock:
                self.connections.add(connection)
            self.run(self.serve, connection)

    def serve(self, connection: socket.socket) -> None:
        """Answers the requests of a connection one after the other."""
        try:
            stream = Stream(connection)
            while not self.ended.is_set() and (text := stream.until(END)):
                request = Head(text)
                if "100-continue" in request["expect"].lower():
                    connection.sendall(b"HTTP/1.1 100 Continue" + END)
                goes_on = self.answer(connection, request, stream.body(request, request=True))
                if not goes_on or request["connection"].lower() == "close":
                    break
        except OSError:
            # The client or the server has gone. That is the client's business.
            pass
        finally:
            with self.lock:
                self.connections.discard(connection)
            connection.close()

    def answer(self, connection: socket.socket, request: Head, body: bytes) -> bool:
        """Answers one request. Returns whether the connection goes on."""
        method, target, _ = request.first.split(" ", 2)
        exchange = Exchange(method, target, request["range"])
        with self.lock:
            self.log.append(exchange)
            exchange.spoiled = fault = self.fault(f"{method} {target} {request['range']}")
        if fault == "reset before":
            reset(connection)
            return False
        if fault is not None and fault[:3] in ("429", "503"):
            exchange.status = int(fault[:3])
            after = "\r\nRetry-After: 1" if "Retry-After" in fault else ""
            connection.sendall(f"HTTP/1.1 {fault[:3]} Not Now{after}\r\nContent-Length: 0\r\n\r\n".encode())
            return True
        head, whole = self.ask(request, method, body)
        exchange.status = int(head.first.split(" ")[1])
        if not whole:
            # Without a body, nothing is left to spoil.
            exchange.spoiled = None
            connection.sendall(head.text)
        elif fault is None:
            connection.sendall(head.with_length(len(whole)) + whole)
        else:
            if fault == "too short" and not head["content-range"]:
                # No other header would betray the byte that is missing.
                exchange.spoiled = fault = "truncated"
            return self.spoil(connection, fault, head, whole)
        return head["connection"].lower() != "close"

    def fault(self, request: str) -> str | None:
        """What happens to the answer of the next try of a request."""
        self.tries[request] += 1
        digest = hashlib.sha256(f"{self.seed} {self.tries[request]} {request}".encode()).digest()
        chance = random.Random(digest)
        if self.in_a_row[request] == IN_A_ROW or chance.random() >= self.share:
            self.in_a_row[request] = 0
            return None
        self.in_a_row[request] += 1
        return chance.choice(self.faults)

    def ask(self, request: Head, method: str, body: bytes) -> tuple[Head, bytes]:
        """The server's answer. Its body is empty if the answer has none."""
        with socket.create_connection(self.server) as connection:
            text = request.text
            if "chunked" in request["transfer-encoding"].lower():
                text = request.with_length(len(body))
            connection.sendall(text + body)
            stream = Stream(connection)
            head = Head(b"HTTP/1.1 100" + END)
            while head.first.split(" ")[1].startswith("1"):
                if not (answer := stream.until(END)):
                    raise ConnectionError("The server ended the connection before its answer.")
                head = Head(answer)
            if method == "HEAD" or head.first.split(" ")[1] in ("204", "304"):
                return head, b""
            return head, stream.body(head, request=False)

    def spoil(self, connection: socket.socket, fault: str, head: Head, whole: bytes) -> bool:
        """Gives an answer in a wrong or a slow way. Returns whether the connection goes on."""
        count, half = len(whole), whole[:len(whole) // 2]
        if fault == "slow":
            connection.sendall(head.with_length(count))
            piece = count // 8 + 1
            for start in range(0, count, piece):
                self.ended.wait(0.05)
                connection.sendall(whole[start:start + piece])
            return head["connection"].lower() != "close"
        if fault == "too long":
            connection.sendall(head.with_length(count + 1) + whole)
        elif fault == "too short":
            connection.sendall(head.with_length(count - 1) + whole)
        else:
            connection.sendall(head.with_length(count) + half)
        if fault == "reset within":
            reset(connection)
        if fault == "stall":
            # Waits until the client has had enough, or the test ends.
            connection.recv(1)
        return False


def reset(connection: socket.socket) -> None:
    """Ends a connection with RST in place of FIN."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
