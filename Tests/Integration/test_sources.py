"""The same job over files, over URLs of a real nginx, and over buckets of stores that other projects make.

Outputs must be the same bytes, also if a proxy spoils a fifth of all answers.
"""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from urllib.parse import quote

from PIL import Image

import servers
from fault_proxy import FAULTS, FaultProxy

UPRIGHT = str(Path(os.environ["UPRIGHT"]).resolve())
SAMPLES = Path(__file__).resolve().parents[2] / "examples" / "samples"
LOOPBACK = "allow: [127.0.0.0/8]"
JOB = """
version: 1
sources: %s
network: {%s}
output_root: out
outputs:
  - {path: "{stem}-small.jpg", resize: {width: 200}, quality: 90}
  - {path: "{stem}-square.png", resize: {width: 48, height: 48, fit: cover}}
"""


class SourcesTest(unittest.TestCase):
    # The exit status of a run over all pictures.
    status = 0

    @classmethod
    def setUpClass(cls):
        cls.root = Path(cls.enterClassContext(tempfile.TemporaryDirectory())).resolve()
        cls.pictures = cls.root / "pictures"
        cls.draw(cls.pictures)
        cls.names = sorted(
            str(path.relative_to(cls.pictures)) for path in cls.pictures.rglob("*") if path.is_file())
        cls.secrets: list[str] = []
        # What a run over files makes.
        files = cls.root / "files"
        shutil.copytree(cls.pictures, files / "pictures")
        cls.write(files, ["pictures/**"], "")
        cls.run_job(files, cls.status)
        cls.expected = cls.made(files)

    @classmethod
    def draw(cls, folder: Path) -> None:
        """The samples, a PNG, a picture whose name needs care in a URL, and one whose header is long."""
        shutil.copytree(SAMPLES, folder)
        noise = Image.effect_noise((320, 240), 50).convert("RGB")
        noise.save(folder / "noise.png")
        odd = folder / "odd names" / "a b+ü&c=(1)~%41;é.jpg"
        odd.parent.mkdir()
        noise.save(odd)
        # Three segments before its size, more than the 64 KiB that Upright asks for first.
        segment = b"\xff\xe5" + (60000).to_bytes(2, "big") + bytes(59998)
        (folder / "late.jpg").write_bytes(b"\xff\xd8" + 3 * segment + odd.read_bytes()[2:])

    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=self.root)
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def urls(self, base: str, more: str = "") -> list[str]:
        """The URLs of all pictures below `base`."""
        return [f"{base}/{quote(name)}{more}" for name in self.names]

    @staticmethod
    def write(folder: Path, sources: list, network: str) -> None:
        # JSON is YAML too.
        (folder / "job.yaml").write_text(JOB % (json.dumps(sources), network))

    @classmethod
    def run_job(
            cls, folder: Path, status: int = 0, environment: dict[str, str] = {},
            command: tuple = ("run", "job.yaml")) -> subprocess.CompletedProcess:
        """Runs the job, which must end with that status, and looks for secrets in all that the run leaves."""
        mine = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        run = subprocess.run(
            [UPRIGHT, *command], cwd=folder, capture_output=True, text=True, timeout=900,
            env={**mine, "HOME": str(folder), **environment})
        said = f"{run.stdout}{run.stderr}"
        if run.returncode != status:
            raise AssertionError(f"{folder}: status {run.returncode}\n{said}")
        left = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != "job.yaml"}
        for secret in [*cls.secrets, environment.get("AWS_SECRET_ACCESS_KEY", "none was given")]:
            for place, text in {"its texts": said.encode(), **left}.items():
                if secret.encode() in text:
                    raise AssertionError(f"a secret is in {place}: {text[:2000]}")
        return run

    @staticmethod
    def rows(folder: Path) -> list[dict]:
        return list(map(json.loads, (folder / "job.manifest.jsonl").read_text().splitlines()))

    @staticmethod
    def made(folder: Path) -> dict[str, tuple[bytes | None, dict]]:
        """The bytes of each output, and its row without the name of the source and the hash of the job file.

        A failed row has no bytes.
        """
        out = folder / "out"
        rows = {row["output"]: row for row in SourcesTest.rows(folder)}
        for row in rows.values():
            del row["source"], row["job_sha256"]
        return {
            name: ((out / name).read_bytes() if (out / name).is_file() else None, row) for name, row in rows.items()}

    def failures(self) -> dict[str, str | None]:
        """Each source, with the code of its failure."""
        return {row["source"]: (row["error"] or {}).get("code") for row in self.rows(self.folder)}

    def assert_same(self, stems: list[str] = []) -> None:
        """Outputs and rows are those of files, either of all pictures or of those with these stems."""
        made = self.made(self.folder)
        expected = {
            name: both for name, both in self.expected.items() if not stems or name.rsplit("-", 1)[0] in stems}
        self.assertEqual(sorted(made), sorted(expected))
        for name, (content, row) in expected.items():
            self.assertTrue(made[name][0] == content, f"{name} has other bytes")
            self.assertEqual(made[name][1], row)

    def assert_spoiled(self, proxy: FaultProxy) -> None:
        """More than a tenth of the answers was spoiled, and not in one way."""
        spoiled = [exchange.spoiled for exchange in proxy.log if exchange.spoiled is not None]
        self.assertGreater(len(spoiled), len(proxy.log) / 10)
        self.assertGreater(len(set(spoiled)), 2)

    def each_fault(self, server: str, stems: list[str], run) -> None:
        """Calls `run` with a proxy for each fault, which has it in half of its answers. Outputs must be right."""
        for fault in FAULTS:
            with self.subTest(fault), tempfile.TemporaryDirectory(dir=self.root) as folder:
                self.folder = Path(folder)
                with FaultProxy(server, share=0.5, seed=2, faults=[fault]) as proxy:
                    run(proxy)
                self.assert_same(stems)
                self.assertIn(fault, [exchange.spoiled for exchange in proxy.log])


class NginxTest(SourcesTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.nginx = cls.enterClassContext(servers.nginx(cls.root / "nginx", cls.pictures))
        cls.secrets.append(cls.nginx.token)

    def test_http(self):
        self.write(self.folder, self.urls(self.nginx.http), LOOPBACK)
        self.run_job(self.folder)
        self.assert_same()

    def test_https_with_an_authority_of_our_own(self):
        before = len(self.nginx.requests())
        self.write(self.folder, self.urls(self.nginx.https), f"{LOOPBACK}, ca: {self.nginx.ca}")
        self.run_job(self.folder)
        self.assert_same()
        port = self.nginx.https.rsplit(":", 1)[1]
        # Headers come in ranges, and pictures as a whole.
        ways = {tuple(line.split(" ")[2:]) for line in self.nginx.requests()[before:]}
        self.assertEqual(ways, {("206", port), ("200", port)})

    def test_https_with_an_unknown_authority(self):
        urls = self.urls(self.nginx.https)
        self.write(self.folder, urls, f"{LOOPBACK}, ca: {self.nginx.other_ca}")
        self.run_job(self.folder, status=1)
        self.assertEqual(self.failures(), dict.fromkeys(urls, "tls"))

    def test_a_list(self):
        (self.folder / "names.txt").write_text("".join(f"{quote(name)}\n" for name in self.names))
        with FaultProxy(self.nginx.http) as proxy:
            self.write(self.folder, [{"list": "names.txt", "base": f"{proxy.url}/"}], LOOPBACK)
            self.run_job(self.folder)
        self.assert_same()
        asked = [exchange.target for exchange in proxy.log]
        self.assertEqual((asked[0], asked.count("/robots.txt")), ("/robots.txt", 1))

    def test_a_closed_folder(self):
        # The server compares the token. Texts show the URL without it.
        opened = self.urls(f"{self.nginx.http}/closed", f"?token={self.nginx.token}")
        self.write(self.folder, opened, LOOPBACK)
        self.run_job(self.folder)
        self.assert_same()

    def test_a_closed_folder_without_its_token(self):
        urls = self.urls(f"{self.nginx.http}/closed", "?token=guessed")
        self.write(self.folder, urls, LOOPBACK)
        self.run_job(self.folder, status=1)
        self.assertEqual(
            self.failures(), dict.fromkeys(self.urls(f"{self.nginx.http}/closed"), "http_403"))

    def test_faults_in_a_fifth_of_the_answers(self):
        with FaultProxy(self.nginx.http, share=0.2) as proxy:
            self.write(self.folder, self.urls(proxy.url), f"{LOOPBACK}, timeout: 3")
            self.run_job(self.folder)
        self.assert_same()
        self.assert_spoiled(proxy)

    def test_each_fault(self):
        def run(proxy):
            # One picture comes whole with its header. The other comes in ranges.
            self.write(
                self.folder, [f"{proxy.url}/late.jpg", f"{proxy.url}/signs/sign-1.jpg"], f"{LOOPBACK}, timeout: 3")
            self.run_job(self.folder)

        self.each_fault(self.nginx.http, ["late", "sign-1"], run)

    def test_a_stopped_server(self):
        with servers.nginx(self.folder / "nginx", self.pictures) as nginx:
            urls = self.urls(nginx.http)
            nginx.stop()
        self.write(self.folder, urls, f"{LOOPBACK}, retries: 1")
        self.run_job(self.folder, status=1)
        self.assertEqual(self.failures(), dict.fromkeys(urls, "connection"))


class BucketTest:
    """The tests of each store. A class that has them sets `store`."""

    # The most objects in a page of a listing.
    page = 1000

    @classmethod
    def set_up_store(cls, start):
        cls.store = cls.enterClassContext(start(cls.root / "store"))
        cls.store.fill("pictures", cls.pictures)
        cls.secrets.append(cls.store.secret)

    def run_bucket(self, sources="s3://pictures/**", network="", status=0, **environment):
        self.write(self.folder, [sources], network)
        return self.run_job(self.folder, status, self.store.environment(**environment))

    def test_a_bucket(self):
        with FaultProxy(self.store.endpoint) as proxy:
            self.run_bucket(AWS_ENDPOINT_URL=proxy.url)
            self.assert_same()
            self.assertEqual(
                self.failures(), dict.fromkeys([f"s3://pictures/{name}" for name in self.names], None))
            count = len(proxy.log)
            self.run_bucket(AWS_ENDPOINT_URL=proxy.url)
            self.assert_same()
        # The second run lists the bucket, and asks for no object.
        pages = -(-len(self.names) // self.page)
        self.assertEqual(
            [(exchange.method, exchange.target.split("?")[0]) for exchange in proxy.log[count:]],
            [("GET", "/pictures")] * pages)

    def test_an_object_that_changed(self):
        self.store.fill("changing", self.pictures / "signs")
        self.run_bucket("s3://changing/*.jpg")
        before = self.made(self.folder)
        self.store.client().put_object(
            Bucket="changing", Key="sign-3.jpg", Body=(self.pictures / "hills.jpg").read_bytes())
        again = self.run_bucket("s3://changing/*.jpg")
        self.assertRegex(again.stderr, "^job: 2 of 16 outputs made from 8 images, 14 done before")
        after = self.made(self.folder)
        changed = {name for name in after if after[name] != before[name]}
        self.assertEqual(changed, {"sign-3-small.jpg", "sign-3-square.png"})
        self.assertEqual(after["sign-3-small.jpg"][0], self.expected["hills-small.jpg"][0])

    def test_a_wrong_secret(self):
        run = self.run_bucket(status=2, AWS_SECRET_ACCESS_KEY="0123456789secret")
        self.assert_line(run, "'pictures'.* the store computes another signature")

    def test_an_unknown_bucket(self):
        run = self.run_bucket("s3://nowhere/**", status=2)
        self.assert_line(run, "'nowhere'.* there is no such bucket")

    def assert_line(self, run, words):
        """The run says one line, with these words. An excerpt of the job file may follow."""
        line, *excerpt = run.stderr.splitlines()
        self.assertRegex(line, words)
        self.assertIn(len(excerpt), [0, 2], run.stderr)
        self.assertEqual(run.stdout, "")


class MotoTest(BucketTest, SourcesTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.set_up_store(servers.moto)

    def test_faults_in_a_fifth_of_the_answers(self):
        with FaultProxy(self.store.endpoint, share=0.2) as proxy:
            self.run_bucket(network="timeout: 3", AWS_ENDPOINT_URL=proxy.url)
        self.assert_same()
        self.assert_spoiled(proxy)

    def test_each_fault(self):
        self.each_fault(
            self.store.endpoint, ["sign-1"], lambda proxy: self.run_bucket(
                "s3://pictures/signs/*-1.jpg", "timeout: 3", AWS_ENDPOINT_URL=proxy.url))

    def test_an_object_that_is_replaced_after_its_plan(self):
        client = self.store.client()
        client.create_bucket(Bucket="versions")
        client.put_bucket_versioning(Bucket="versions", VersioningConfiguration={"Status": "Enabled"})

        def put(name):
            client.put_object(Bucket="versions", Key="a b/é+.jpg", Body=(self.pictures / name).read_bytes())

        put("hills.jpg")
        self.write(self.folder, ["s3://versions/**"], "")
        steps = [("plan", "--out", "plan.jsonl", "job.yaml"), ("run", "--plan", "plan.jsonl"),
                 ("merge", "--plan", "plan.jsonl"), ("run", "job.yaml")]
        small = []
        for step in steps:
            self.run_job(self.folder, 0, self.store.environment(), step)
            if step[0] == "plan":
                put("signs/sign-1.jpg")
            else:
                small.append((self.folder / "out" / "é+-small.jpg").read_bytes())
        # The plan fixes the version, and a new plan sees the new one.
        names = ["hills-small.jpg", "hills-small.jpg", "sign-1-small.jpg"]
        self.assertEqual(small, [self.expected[name][0] for name in names])

    def test_a_stopped_server(self):
        with servers.moto(self.folder / "store") as store:
            store.stop()
        run = self.run_bucket(network="retries: 1", status=75, AWS_ENDPOINT_URL=store.endpoint)
        self.assert_line(run, "'pictures'.* the store can't be reached")


class SwiftTest(BucketTest, SourcesTest):
    page = servers.SWIFT_PAGE

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if not servers.keeps_attributes(cls.root):
            raise unittest.SkipTest("The file system of temporary files keeps no extended attributes.")
        cls.set_up_store(servers.swift_store)

    def test_a_wrong_region(self):
        # Swift answers which region it wants, so Upright asks there.
        run = self.run_bucket(AWS_REGION="eu-central-1")
        self.assert_same()
        self.assertEqual(run.stderr.count("the bucket 'pictures' lies in the region us-east-1"), 1)

    def test_a_stopped_server_of_objects(self):
        # The proxy still lists the bucket, and answers 503 for each object.
        self.store.daemons.stop("object")
        try:
            self.run_bucket(network="retries: 1", status=1)
            self.assertEqual(
                self.failures(), dict.fromkeys([f"s3://pictures/{name}" for name in self.names], "http_status"))
        finally:
            self.store.daemons.start_again("object")
            self.store.daemons.ready()
        self.run_bucket()
        self.assert_same()


if __name__ == "__main__":
    unittest.main()
