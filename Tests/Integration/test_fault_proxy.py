"""The proxy that spoils answers: what a client gets by each fault, and what the server gets."""

import http.server
import socket
import threading
import time
import unittest

from fault_proxy import FAULTS, IN_A_ROW, FaultProxy

BODY = bytes(range(100, 200))


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers with BODY. Keeps what comes in `server.seen`."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.seen.append((self.command, self.path, self.headers["Host"], body))
        self.send_response(206)
        self.send_header("Content-Length", str(len(BODY)))
        self.send_header("Content-Range", "bytes 0-99/500")
        self.end_headers()
        self.wfile.write(BODY)

    do_PUT = do_GET

    def log_message(self, *_):
        pass


class FaultProxyTest(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler))
        self.server.seen = []
        threading.Thread(target=self.server.serve_forever, args=[0.01], daemon=True).start()
        self.addCleanup(self.server.shutdown)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def ask(self, proxy, first="GET /a%20b?c=%C3%BC", rest=b"\r\n", before=b"", more=None, enough=None):
        """Everything that comes back until the connection ends, and how it ends.

        `more` is sent when the proxy asks to continue. After the bytes `enough`, nothing more may come, for the
        connection to be `open`.
        """
        request = f"{first} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n".encode() + rest
        came = b""
        with socket.create_connection(("127.0.0.1", int(proxy.url.rsplit(":", 1)[1]))) as client:
            client.settimeout(60)
            client.sendall(before + request)
            try:
                while piece := client.recv(65536):
                    came += piece
                    if more and b"100 Continue" in came:
                        client.sendall(more)
                        more = None
                    if enough and came.endswith(enough):
                        client.settimeout(0.2)
                return came, "end"
            except ConnectionResetError:
                return came, "reset"
            except TimeoutError:
                return came, "open"

    def spoiled(self, fault, enough=None):
        """Status, headers and body of an answer with that fault, and how the connection ends."""
        with FaultProxy(self.url, share=1, faults=[fault]) as proxy:
            came, end = self.ask(proxy, enough=enough)
        self.assertEqual([exchange.spoiled for exchange in proxy.log], [fault])
        head, _, body = came.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        return first.partition(" ")[2][:3], dict(line.split(": ") for line in lines), body, end

    def test_a_share_of_nothing(self):
        with FaultProxy(self.url) as proxy:
            came, end = self.ask(proxy)
        self.assertEqual(end, "end")
        self.assertEqual(came.partition(b"\r\n\r\n")[2], BODY)
        self.assertEqual(self.server.seen, [("GET", "/a%20b?c=%C3%BC", "shop.example", b"")])
        self.assertEqual(
            [(each.method, each.target, each.status, each.spoiled) for each in proxy.log],
            [("GET", "/a%20b?c=%C3%BC", 206, None)])

    def test_two_requests_on_a_connection(self):
        one = b"GET /1 HTTP/1.1\r\nHost: h\r\n\r\n"
        with FaultProxy(self.url) as proxy:
            came, end = self.ask(proxy, "GET /2", b"\r\n", before=one)
        self.assertEqual((came.count(BODY), end), (2, "end"))
        self.assertEqual([each.target for each in proxy.log], ["/1", "/2"])

    def test_bodies_of_requests(self):
        with FaultProxy(self.url) as proxy:
            self.ask(proxy, "PUT /x", b"Content-Length: 3\r\n\r\nabc")
            self.ask(proxy, "PUT /x", b"Transfer-Encoding: chunked\r\n\r\n2\r\nde\r\n1;x=y\r\nf\r\n0\r\n\r\n")
            self.ask(proxy, "PUT /x", b"Content-Length: 3\r\nExpect: 100-continue\r\n\r\n", more=b"ghi")
        self.assertEqual([body for *_, body in self.server.seen], [b"abc", b"def", b"ghi"])

    def test_statuses(self):
        for fault in FAULTS[:4]:
            status, headers, body, end = self.spoiled(fault)
            self.assertEqual((status, body, end), (fault[:3], b"", "end"))
            self.assertEqual(headers.get("Retry-After"), "1" if "Retry-After" in fault else None)
        self.assertEqual(self.server.seen, [])

    def test_connections_that_end(self):
        with FaultProxy(self.url, share=1, faults=["reset before"]) as proxy:
            self.assertEqual(self.ask(proxy), (b"", "reset"))
        self.assertEqual(self.spoiled("reset within")[3], "reset")
        self.assertEqual(self.spoiled("truncated")[2:], (BODY[:50], "end"))
        self.assertEqual(self.spoiled("stall", BODY[:50])[2:], (BODY[:50], "open"))

    def test_wrong_lengths(self):
        for fault, length in [("too long", "101"), ("too short", "99"), ("truncated", "100")]:
            _, headers, body, end = self.spoiled(fault)
            self.assertEqual((headers["Content-Length"], end), (length, "end"))
            self.assertEqual(body, BODY[:50] if fault == "truncated" else BODY)

    def test_slow_bytes_are_right(self):
        begin = time.monotonic()
        self.assertEqual(self.spoiled("slow")[:3:2], ("206", BODY))
        self.assertGreater(time.monotonic() - begin, 0.05)

    def test_the_seed_decides(self):
        def spoiled(seed):
            with FaultProxy(self.url, share=0.3, seed=seed, faults=["429", "503"]) as proxy:
                for number in range(60):
                    self.ask(proxy, f"GET /{number}")
            return [exchange.spoiled for exchange in proxy.log]

        first = spoiled(1)
        self.assertEqual(first, spoiled(1))
        self.assertNotEqual(first, spoiled(2))
        # Of 60 at 30 %, 18 are expected.
        self.assertIn(60 - first.count(None), range(9, 28))

    def test_faults_in_a_row_end(self):
        with FaultProxy(self.url, share=1, faults=["503"]) as proxy:
            for _ in range(IN_A_ROW + 2):
                self.ask(proxy)
        self.assertEqual([exchange.spoiled for exchange in proxy.log], ["503"] * IN_A_ROW + [None, "503"])


if __name__ == "__main__":
    unittest.main()
