"""Signatures of requests to object stores, as botocore makes them."""

import datetime
import json
import os
import random
import subprocess
import unittest
from pathlib import Path
from unittest import mock
from urllib.parse import quote

from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

# Stands beside the program.
PROBE = Path(os.environ["UPRIGHT"]).with_name("upright-sign-probe")
COUNT = 10_000
REGIONS = ["us-east-1", "eu-central-1", "cn-north-1", "us-gov-west-1", "auto", "garage"]
HOSTS = ["photos.s3.eu-central-1.amazonaws.com", "127.0.0.1:9000", "[::1]:9000", "minio", "store.example.org:8443"]
PARTS = ["a", "Z", "0", " ", "  ", "+", "=", "%", "%2F", "&", "?", "#", "~", "/", "//", ".", "..", "/../", "'", '"',
         "(", ")", "*", "!", "@", ":", ";", ",", "$", "[", "]", "{", "}", "|", "^", "`", "\\", "<", ">", "-", "_",
         "é", "e\u0301", "ß", "日本", "🦊", "\u00a0", "\u2028"]
BLANKS = ["", " ", "  ", "\t", " \t "]


def text(source, most):
    return "".join(source.choices(PARTS, k=source.randrange(most)))


def request(source):
    """A request as the probe reads it."""
    query = sorted({text(source, 6) or "list-type": text(source, 8) for _ in range(source.randrange(5))}.items())
    source.shuffle(query)
    fields = []
    if source.random() < 0.3:
        value = "of" + source.choice(BLANKS) + "a" + source.choice(BLANKS) + "b" + source.choice(BLANKS)
        fields.append(["x-amz-meta-kind", value])
    if source.random() < 0.3:
        fields.append(["X-Amz-Storage-Class", "STANDARD"])
    made = {
        "method": source.choice(["GET", "HEAD", "PUT", "POST", "DELETE"]),
        "host": source.choice(HOSTS),
        "key": text(source, 30),
        "query": query,
        "fields": fields,
        "access": "AKIA" + "".join(source.choices("ABCDEFGHIJ234567", k=16)),
        "secret": "".join(source.choices("abcdefXYZ0123456789+/", k=40)),
        "region": source.choice(REGIONS),
        "time": source.randrange(4_000_000_000),
    }
    if source.random() < 0.4:
        made["token"] = "".join(source.choices("abcdefXYZ0123456789+/=", k=source.randrange(1, 400)))
    if source.random() < 0.3:
        made["payload"] = "UNSIGNED-PAYLOAD"
    return made


def encoded(value):
    return quote(value, safe="-._~")


def expected(made):
    """The line that the probe prints, if botocore is right."""
    path = "/" + quote(made["key"], safe="-._~/")
    pairs = sorted((encoded(name), encoded(value)) for name, value in made["query"])
    query = "&".join(f"{name}={value}" for name, value in pairs)
    target = f"http://{made['host']}{path}" + (f"?{query}" if query else "")
    asked = AWSRequest(method=made["method"], url=target, headers={"host": made["host"], **dict(made["fields"])})
    asked.context["payload_signing_enabled"] = "payload" not in made
    asked.context["client_config"] = mock.Mock(s3={"payload_signing_enabled": "payload" not in made})
    keys = Credentials(made["access"], made["secret"], made.get("token"))
    time = datetime.datetime.fromtimestamp(made["time"], datetime.timezone.utc)
    with mock.patch("botocore.auth.get_current_datetime", return_value=time):
        S3SigV4Auth(keys, "s3", made["region"]).add_auth(asked)
    return "\t".join([asked.headers["Authorization"], path, query])


class SignaturesTest(unittest.TestCase):
    def test_random_requests(self):
        source = random.Random(20130524)
        requests = [request(source) for _ in range(COUNT)]
        run = subprocess.run(
            [PROBE], input="".join(json.dumps(made) + "\n" for made in requests), capture_output=True, text=True,
            check=True, timeout=600)
        # Python splits lines at U+2028 too, which stands encoded there.
        lines = run.stdout.split("\n")[:-1]
        self.assertEqual(len(lines), COUNT)
        for made, line in zip(requests, lines):
            self.assertEqual(line, expected(made), made)


if __name__ == "__main__":
    unittest.main()
