"""A corpus of real pictures in archives and Parquet files: the outputs and rows of a run over the unpacked files."""

import io
import json
import os
import random
import subprocess
import tarfile
import time
import unittest
import zipfile
from pathlib import Path

import datasets
import duckdb
import fastparquet
import pyarrow
import pyarrow.parquet
import webdataset

import servers
import test_corpus
from fault_proxy import FAULTS, FaultProxy
from test_sources import JOB, LOOPBACK, UPRIGHT, SourcesTest

KILLS = int(os.environ.get("UPRIGHT_KILLS", "10"))
# Upright waits for 20 seconds at each stall.
FAST_FAULTS = [fault for fault in FAULTS if fault != "stall"]
TAR_JOB = """
version: 1
name: job
sources: [{archive: set.tar, members: "**"}]
output_root: %s
outputs: [{path: "{stem}.jpg", resize: {width: 128, height: 128, fit: cover}}]
exports: [{format: webdataset, path: "{shard}.tar", max_count: 10}]
"""
SAMPLES_JOB = """
version: 1
sources: [{archive: samples.tar, members: "**/*[!tns]"}]
output_root: out
outputs: [{path: "{stem}.jpg", resize: {width: 64}}]
exports:
  - {format: webdataset, path: "{shard}.tar", max_count: 4}
  - {format: parquet, path: "{shard}.parquet", max_count: 4}
  - {format: zip, path: "{shard}.zip", max_count: 4}
"""


class ArchivesTest(SourcesTest):
    status = test_corpus.CorpusTest.status

    @classmethod
    def draw(cls, folder):
        test_corpus.CorpusTest.draw(folder)

    def make_tar(self, name="set.tar"):
        with tarfile.open(self.folder / name, "w:" + (name.split(".")[2:] or [""])[0]) as tar:
            for name in self.names:
                tar.add(self.pictures / name, f"pictures/{name}")

    def make_zip(self, method):
        with zipfile.ZipFile(self.folder / "set.zip", "w", method) as archive:
            for name in self.names:
                archive.write(self.pictures / name, f"pictures/{name}")

    def make_parquet(self):
        rows = [
            {"image": {"bytes": (self.pictures / name).read_bytes(), "path": name}, "key": Path(name).stem}
            for name in self.names]
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), self.folder / "set.parquet", row_group_size=100)

    def upright(self, *arguments):
        run = subprocess.run([UPRIGHT, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=900)
        # A shard may have no picture that fails.
        self.assertIn(run.returncode, (0, self.status), run.stderr)

    def write_job(self, source, keys=""):
        text = JOB % (json.dumps([source]), "") + keys
        if "parquet" in source:
            text = text.replace("{stem}", "{id}")
        (self.folder / "job.yaml").write_text(text)

    def try_all(self, source):
        """Runs with one thread and two, without worker processes, and by shards."""
        for arguments, keys in [(["--jobs", "1"], ""), (["--jobs", "2"], "isolation: none\n")]:
            with self.subTest(arguments):
                self.write_job(source, keys)
                self.upright("run", "--force", *arguments, "job.yaml")
                self.assert_same()
        for shards in (1, 8):
            with self.subTest(f"{shards} shards"):
                self.write_job(source, f"name: shards-{shards}\nmanifest: job.manifest.jsonl\n")
                (self.folder / "job.manifest.jsonl").unlink(missing_ok=True)
                self.upright("plan", "--out", "plan.jsonl", "--shards", str(shards), "job.yaml")
                for shard in range(shards):
                    self.upright("run", "--force", "--plan", "plan.jsonl", "--shard", f"{shard}/{shards}")
                self.upright("merge", "--plan", "plan.jsonl")
                self.assert_same()

    def test_tar(self):
        self.make_tar()
        self.try_all({"archive": "set.tar", "members": "**"})

    def test_compressed_tars(self):
        self.make_tar()
        subprocess.run(["zstd", "-q", "set.tar"], cwd=self.folder, check=True)
        for name in ["set.tar.zst", "set.tar.gz", "set.tar.xz", "set.tar.bz2"]:
            with self.subTest(name):
                if name != "set.tar.zst":
                    self.make_tar(name)
                self.try_all({"archive": name, "members": "**"})

    def test_stored(self):
        self.make_zip(zipfile.ZIP_STORED)
        self.try_all({"archive": "set.zip", "members": "**"})

    def test_deflated(self):
        self.make_zip(zipfile.ZIP_DEFLATED)
        self.try_all({"archive": "set.zip", "members": "**"})

    def test_parquet(self):
        self.make_parquet()
        self.try_all({"parquet": "set.parquet", "id": "key"})

    def test_web(self):
        """The same from a server and from a bucket, although a fifth of the answers is spoiled."""
        self.make_tar()
        self.make_tar("set.tar.gz")
        self.make_zip(zipfile.ZIP_DEFLATED)
        self.make_parquet()
        served = self.folder / "served"
        served.mkdir()
        sets = sorted(path.rename(served / path.name).name for path in self.folder.glob("set.*"))
        server = self.enterContext(servers.nginx(self.folder / "nginx", served))
        store = self.enterContext(servers.moto(self.folder / "store"))
        store.fill("sets", served)
        web, bucket = (
            self.enterContext(FaultProxy(url, share=0.2, faults=FAST_FAULTS)) for url in (server.http, store.endpoint))
        places = [(web.url, {}), ("s3://sets", store.environment(AWS_ENDPOINT_URL=bucket.url))]
        for name in sets:
            for place, environment in places:
                with self.subTest(name, place=place):
                    is_table = name.endswith("parquet")
                    source = {"parquet" if is_table else "archive": f"{place}/{name}"}
                    text = JOB % (json.dumps([source | ({"id": "key"} if is_table else {"members": "**"})]),
                                  LOOPBACK)
                    (self.folder / "job.yaml").write_text(text.replace("{stem}", "{id}") if is_table else text)
                    self.run_job(self.folder, self.status, environment, ("run", "--force", "job.yaml"))
                    self.assert_same()
        self.assert_spoiled(web)

    def test_kills(self):
        """Runs from tar to tar that are killed end as one run, and no shard is ever seen that isn't whole."""
        random.seed(1)
        self.make_tar()
        for name in ["clean", "killed"]:
            (self.folder / f"{name}.yaml").write_text(TAR_JOB % name)
        started = time.monotonic()
        self.upright("run", "clean.yaml")
        longest = time.monotonic() - started
        out = self.folder / "killed"
        for _ in range(KILLS):
            run = subprocess.Popen([UPRIGHT, "run", "--quiet", "killed.yaml"], cwd=self.folder)
            time.sleep(random.uniform(0, longest))
            run.kill()
            run.wait()
            for shard in out.glob("*.tar"):
                expected = (self.folder / "clean" / shard.name).read_bytes()
                self.assertTrue(shard.read_bytes() == expected, f"{shard.name} has other bytes")
        self.upright("run", "killed.yaml")
        made, expected = ({
            path.name: path.read_bytes() for path in (self.folder / name).rglob("*")
            if path.is_file() and ".upright" not in path.parts} for name in ["killed", "clean"])
        self.assertEqual(sorted(made), sorted(expected))
        for name, content in expected.items():
            self.assertTrue(made[name] == content, f"{name} has other bytes")

    def test_samples(self):
        """Loaders find the other members of samples in tar and Parquet shards, and Python the outputs in zips."""
        captions = {}
        with tarfile.open(self.folder / "samples.tar", "w") as tar:
            for number, name in enumerate(sorted(self.names)[:9]):
                captions[f"{number:03}"] = f"picture {number}"
                for ending, content in {
                        Path(name).suffix[1:]: (self.pictures / name).read_bytes(),
                        "txt": f"picture {number}".encode(),
                        "json": json.dumps({"score": number / 2, "width": -1}).encode(),
                        "cls": str(number).encode(),
                }.items():
                    member = tarfile.TarInfo(f"{number:03}.{ending}")
                    member.size = len(content)
                    tar.addfile(member, io.BytesIO(content))
        (self.folder / "job.yaml").write_text(SAMPLES_JOB)
        self.upright("run", "job.yaml")
        out = self.folder / "out"
        rows = {row["id"]: row for row in self.rows(self.folder) if row["status"] == "ok"}
        self.assertGreater(len(rows), 4)
        expected = {(captions[id], int(id), int(id) / 2, row["output_size"][0]) for id, row in rows.items()}
        shards = sorted(map(str, out.glob("*.tar")))
        samples = list(webdataset.WebDataset(shards, shardshuffle=False).decode())
        self.assertEqual(
            {(sample["txt"], sample["cls"], sample["json"]["score"], sample["json"]["width"])
             for sample in samples}, expected)
        loaded = datasets.load_dataset(
            "parquet", data_files=sorted(map(str, out.glob("*.parquet"))), split="train",
            cache_dir=str(self.root / "cache"))
        self.assertEqual(
            {(row["txt"], row["cls"], row["score"], row["image"].size[0]) for row in loaded}, expected)
        found = {}
        for name in out.glob("*.zip"):
            with zipfile.ZipFile(name) as archive:
                self.assertIsNone(archive.testzip())
                found.update({member: archive.read(member) for member in archive.namelist()})
        self.assertEqual(found, {row["output"]: (out / row["output"]).read_bytes() for row in rows.values()})

    def test_parquet_export(self):
        """Packages of others read the outputs, and the values that were in a Parquet file, from the export."""
        self.make_parquet()
        self.write_job({"parquet": "set.parquet", "id": "key"}, "exports: [{format: parquet, path: made.parquet}]\n")
        self.upright("run", "job.yaml")
        out = self.folder / "out"
        made = str(out / "made.parquet")
        rows = [row for row in self.rows(self.folder) if row["status"] == "ok"]
        expected = {row["output"]: (row["id"], *row["output_size"]) for row in rows}
        self.assertGreater(len(expected), 20)
        for package, read in {
                "pyarrow": lambda: pyarrow.parquet.read_table(made).to_pylist(),
                "duckdb": lambda: duckdb.sql(f"SELECT * FROM '{made}'").df().to_dict("records"),
                "fastparquet": lambda: self.by_fastparquet(made),
        }.items():
            with self.subTest(package):
                found = read()
                self.assertEqual(
                    {row["file_name"]: (row["id"], row["width"], row["height"]) for row in found}, expected)
                for row in found:
                    self.assertEqual(bytes(row["image"]["bytes"]), (out / row["image"]["path"]).read_bytes())
        loaded = datasets.load_dataset(
            "parquet", data_files=made, split="train", cache_dir=str(self.root / "cache"))
        self.assertIsInstance(loaded.features["image"], datasets.Image)
        for row in loaded:
            self.assertEqual((row["id"], *row["image"].size), expected[row["file_name"]])

    @staticmethod
    def by_fastparquet(path):
        # It reads the parts of a structure as columns.
        records = fastparquet.ParquetFile(path).to_pandas().to_dict("records")
        return [
            {**row, "image": {"bytes": row["image.bytes"], "path": row["image.path"]}} for row in records]


if __name__ == "__main__":
    unittest.main()
