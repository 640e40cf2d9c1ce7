"""A corpus of real pictures, from servers into a folder, and into buckets: the outputs and rows of a run over files.

The photos of cameras are taken. With `UPRIGHT_WHOLE`, it is all of the corpus, of which much is damaged.
"""

import json
import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path
from urllib.parse import unquote

import servers
from fault_proxy import FaultProxy
from test_sources import LOOPBACK, SourcesTest

CORPUS = Path(os.environ.get("UPRIGHT_CORPUS", "/nowhere"))
# All of the corpus takes some minutes.
WHOLE = "UPRIGHT_WHOLE" in os.environ


class CorpusTest(SourcesTest):
    status = 1 if WHOLE else 0

    @classmethod
    def draw(cls, folder):
        if not (CORPUS / "cameras").is_dir():
            raise unittest.SkipTest("UPRIGHT_CORPUS names no folder with photos in 'cameras'.")
        chosen = CORPUS if WHOLE else CORPUS / "cameras"
        paths = sorted(
            path for path in chosen.rglob("*") if path.is_file() and path.suffix not in (".md", ".tsv"))
        for number, path in enumerate(paths):
            # Outputs have the stems of pictures, and the corpus has some stems twice.
            copy = folder / path.parent.relative_to(chosen) / f"{number:04}-{path.name}"
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.lines = cls.without_names((cls.root / "files" / "job.manifest.jsonl").read_text())

    @staticmethod
    def without_names(manifest: str) -> list[str]:
        """The lines of a manifest with the last names of sources, without their folders and the hash of the job."""
        lines = []
        for line in manifest.splitlines():
            row = json.loads(line)
            name = json.dumps(unquote(row["source"]).rsplit("/", 1)[1], ensure_ascii=False)
            rest = re.fullmatch(
                r'\{"source":"(?:[^"\\]|\\.)*"(.*)"job_sha256":"[0-9a-f]{64}"(.*)', line).groups()
            lines.append(name + "".join(rest))
        return lines

    def assert_same(self, stems=[]):
        super().assert_same(stems)
        self.assert_lines((self.folder / "job.manifest.jsonl").read_text())

    def assert_lines(self, manifest: str) -> None:
        """Each line is that of a run over files, byte for byte, in the same order."""
        for line, expected in zip(self.without_names(manifest), self.lines, strict=True):
            self.assertTrue(line == expected, f"{line}\nin place of\n{expected}")

    def try_urls(self, share):
        with servers.nginx(self.root / f"nginx-{share}", self.pictures) as nginx:
            with FaultProxy(nginx.http, share=share) as proxy:
                self.write(self.folder, self.urls(proxy.url), f"{LOOPBACK}, timeout: 3")
                self.run_job(self.folder, self.status)
        self.assert_same()
        return proxy

    def try_store(self, start, share):
        with start(self.root / f"{start.__name__}-{share}") as store:
            with FaultProxy(store.endpoint, share=share) as proxy:
                store.fill("corpus", self.pictures)
                self.write(self.folder, ["s3://corpus/**"], "timeout: 3")
                self.run_job(self.folder, self.status, store.environment(AWS_ENDPOINT_URL=proxy.url))
        self.assert_same()
        return proxy

    def test_urls(self):
        self.try_urls(0)

    def test_urls_with_faults(self):
        self.assert_spoiled(self.try_urls(0.2))

    def test_moto(self):
        self.try_store(servers.moto, 0)

    def test_moto_with_faults(self):
        self.assert_spoiled(self.try_store(servers.moto, 0.2))

    def test_swift(self):
        self.need_attributes()
        self.try_store(servers.swift_store, 0)

    def need_attributes(self):
        if not servers.keeps_attributes(self.root):
            self.skipTest("The file system of temporary files keeps no extended attributes.")

    def run_into(self, store: servers.Store, bucket: str, sources: list, network: str = "") -> None:
        """Runs a job whose outputs go into a bucket. They and the manifest must be those of a folder."""
        client = store.client()
        client.create_bucket(Bucket=bucket)
        with tempfile.TemporaryDirectory(dir=self.root) as name:
            folder = Path(name)
            os.symlink(self.pictures, folder / "pictures")
            self.write(folder, sources, network)
            text = (folder / "job.yaml").read_text()
            (folder / "job.yaml").write_text(text.replace("output_root: out", f"output_root: s3://{bucket}/made"))
            self.run_job(folder, self.status, store.environment())
        pages = client.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix="made/")
        keys = [entry["Key"] for page in pages for entry in page.get("Contents", [])]
        objects = {
            key.removeprefix("made/"): client.get_object(Bucket=bucket, Key=key)["Body"].read() for key in keys}
        self.assert_lines(objects.pop("job.manifest.jsonl").decode())
        expected = {name: content for name, (content, _) in self.expected.items() if content is not None}
        self.assertEqual(sorted(objects), sorted(expected))
        for name, content in expected.items():
            self.assertTrue(objects[name] == content, f"{name} has other bytes")

    def test_into_moto(self):
        with servers.moto(self.root / "into-moto") as store:
            store.fill("corpus", self.pictures)
            for bucket, source in [("folder", "pictures/**"), ("bucket", "s3://corpus/**")]:
                with self.subTest(bucket):
                    self.run_into(store, bucket, [source])

    def test_into_swift(self):
        self.need_attributes()
        with servers.swift_store(self.root / "into-swift") as store:
            with servers.moto(self.root / "from-moto", is_open=True) as other:
                store.fill("corpus", self.pictures)
                other.fill("corpus", self.pictures)
                # A job has the keys of one store. Objects of the other one come by signed URLs.
                client = other.client()
                signed = [
                    client.generate_presigned_url("get_object", {"Bucket": "corpus", "Key": name})
                    for name in self.names]
                for bucket, sources, network in [
                        ("folder", ["pictures/**"], ""), ("bucket", ["s3://corpus/**"], ""),
                        ("other", signed, LOOPBACK)]:
                    with self.subTest(bucket):
                        self.run_into(store, bucket, sources, network)


if __name__ == "__main__":
    unittest.main()
