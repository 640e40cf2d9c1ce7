"""The same job into a folder, and into buckets of stores that other projects make.

Outputs must be the same bytes, also if a proxy spoils a fifth of all answers and the run is killed again and again.
"""

import io
import json
import os
import random
import shutil
import subprocess
import tarfile
import tempfile
import time
import unittest
from pathlib import Path

from PIL import Image

import servers
from fault_proxy import FaultProxy

UPRIGHT = str(Path(os.environ["UPRIGHT"]).resolve())
# How many runs are killed one after the other.
KILLS = int(os.environ.get("UPRIGHT_KILLS", "10"))
# Faults that a further try mends. A wrong length would make another picture of a source.
MENDED = ["429", "503", "reset before", "reset within", "truncated"]
JOB = """
version: 1
sources: %s
network: {allow: [127.0.0.0/8], timeout: 5, retries: 6}
output_root: %s
%s
outputs:
  - {path: "{stem}.jpg", resize: {width: 200}}
  - {path: "small/{stem}.webp", resize: {width: 60}}
  - {path: "large/{stem}.png", resize: {width: 1500, enlarge: true}}
exports:
  # Of more than 16 MiB, so they go in parts.
  - {format: webdataset, path: "tars/{shard}.tar", max_count: 36}
"""


def pictures(content: bytes) -> bytes | dict[str, bytes]:
    """The pictures of a tar, since its texts name the sources; any other file as it is."""
    try:
        with tarfile.open(fileobj=io.BytesIO(content)) as tar:
            return {member.name: tar.extractfile(member).read() for member in tar if not member.name.endswith(".json")}
    except tarfile.ReadError:
        return content


class OutputsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = Path(cls.enterClassContext(tempfile.TemporaryDirectory())).resolve()
        cls.pictures = cls.root / "pictures"
        cls.pictures.mkdir()
        for index in range(24):
            Image.effect_noise((300 + 9 * index, 240), 60).convert("RGB").save(cls.pictures / f"p{index:02}.jpg")
        files = cls.root / "files"
        shutil.copytree(cls.pictures, files / "pictures")
        (files / "job.yaml").write_text(JOB % (json.dumps(["pictures/*.jpg"]), "out", ""))
        subprocess.run([UPRIGHT, "run", "--quiet", "job.yaml"], cwd=files, check=True, timeout=120)
        cls.expected = {
            str(path.relative_to(files / "out")): path.read_bytes()
            for path in (files / "out").rglob("*") if path.is_file() and ".upright" not in path.parts}

        largest = max(len(content) for name, content in cls.expected.items() if name.endswith(".tar"))
        assert largest > 16 << 20, largest

    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=self.root)
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, keys: str = "") -> None:
        """Writes a job from one part of a bucket into another one."""
        (self.folder / "job.yaml").write_text(JOB % (json.dumps(["s3://photos/*.jpg"]), "s3://photos/out", keys))

    def start(self, environment: dict[str, str]) -> subprocess.Popen:
        mine = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        return subprocess.Popen(
            [UPRIGHT, "run", "--quiet", "job.yaml"], cwd=self.folder, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={**mine, "HOME": str(self.folder), **environment})

    def run_job(self, environment: dict[str, str]) -> None:
        run = self.start(environment)
        _, said = run.communicate(timeout=300)
        self.assertEqual(run.returncode, 0, said)

    @staticmethod
    def objects(client) -> dict[str, bytes]:
        pages = client.get_paginator("list_objects_v2").paginate(Bucket="photos", Prefix="out/")
        keys = [entry["Key"] for page in pages for entry in page.get("Contents", [])]
        return {
            key.removeprefix("out/"): client.get_object(Bucket="photos", Key=key)["Body"].read() for key in keys}

    def assert_same(self, client) -> None:
        """The bucket has the outputs of a folder and a manifest, and no part of an upload."""
        objects = self.objects(client)
        manifest = objects.pop("job.manifest.jsonl")
        self.assertEqual({json.loads(line)["status"] for line in manifest.splitlines()}, {"ok"})
        self.assertEqual(sorted(objects), sorted(self.expected))
        for name, content in self.expected.items():
            self.assertTrue(pictures(objects[name]) == pictures(content), f"{name} has other bytes")
        self.assertEqual(client.list_multipart_uploads(Bucket="photos").get("Uploads", []), [])

    def test_moto(self):
        with servers.moto(self.root / "moto") as store:
            store.fill("photos", self.pictures)
            self.write()
            self.run_job(store.environment())
            self.assert_same(store.client())
            shutil.rmtree(self.folder / ".upright")
            with FaultProxy(store.endpoint) as proxy:
                run = self.start(store.environment(AWS_ENDPOINT_URL=proxy.url))
                _, said = run.communicate(timeout=120)
                self.assertIn("the job had no state: 72 outputs", said)
                puts = [exchange.target for exchange in proxy.log if exchange.method == "PUT"]
            self.assertTrue(all(".tar" in target or ".jsonl" in target for target in puts), puts)
            self.assert_same(store.client())

    def test_swift(self):
        if not servers.keeps_attributes(self.root):
            self.skipTest("the temporary folder's file system keeps no attributes, which Swift needs")
        with servers.swift_store(self.root / "swift") as store:
            store.fill("photos", self.pictures)
            self.write()
            self.run_job(store.environment())
            self.assert_same(store.client())

    def test_kills_and_faults(self):
        numbers = random.Random(11)
        with servers.moto(self.root / "killed") as store, FaultProxy(store.endpoint, 0.2, faults=MENDED) as proxy:
            store.fill("photos", self.pictures)
            environment = store.environment(AWS_ENDPOINT_URL=proxy.url)
            for number in range(KILLS):
                self.write(f"existing: {'keep' if number % 2 else 'replace'}")
                self.kill(proxy, environment, after=numbers.randint(1, 8))
            journal = (self.folder / ".upright" / "job" / "journal").read_bytes().splitlines()
            noted = {line.split(b"\t")[2] for line in journal if line.split(b"\t")[1] == b"item"} - {b""}
            begun = len(proxy.log)
            self.run_job(environment)
            puts = {exchange.target for exchange in proxy.log[begun:] if exchange.method == "PUT"}
            again = [target for target in puts if ".tar" not in target and ".jsonl" not in target]
            self.assertEqual(len(again), 3 * (24 - len(noted)))
            self.assert_same(store.client())

    def kill(self, proxy: FaultProxy, environment: dict[str, str], after: int) -> None:
        """Kills a run when it has put so many objects, or has ended."""
        begun = len(proxy.log)
        run = self.start(environment)
        while run.poll() is None and sum(entry.method == "PUT" for entry in proxy.log[begun:]) < after:
            time.sleep(0.002)
        run.kill()
        run.communicate()


if __name__ == "__main__":
    unittest.main()
