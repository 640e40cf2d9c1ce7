"""A set of photos, one of them broken, that one run makes in one folder and an engine in shards in another."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from PIL import Image

UPRIGHT = str(Path(os.environ["UPRIGHT"]).resolve())
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PHOTOS = 60
# Without durability each image is in place before the next is begun: what is killed has made some and not others.
JOB = """
version: 1
sources: ["photos/**/*.jpg"]
output_root: out
durability: none
outputs:
  - {path: "{dir}/{stem}-large.jpg", resize: {width: 600}, quality: 90}
  - {path: "{dir}/{stem}-small.jpg", resize: {width: 64, height: 64, fit: cover}}
exports:
  - {format: webdataset, path: "tar/{shard}.tar", max_count: 4}
on_error: {max_failures: 2}
"""

# Stands for the program. It kills the real one, once, when that runs the shard and has put an output of it in place;
# then itself. Between two looks the real one gets on for some milliseconds only.
KILLER = """#!%(python)s
import json, os, pathlib, signal, subprocess, sys, time

def is_victim():
    if sys.argv[1] != "run" or os.path.exists(%(marker)r):
        return False
    if "--shard" in sys.argv:
        return sys.argv[sys.argv.index("--shard") + 1].split("/")[0] == "%(shard)d"
    names = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"]
    return "%(shard)d" in map(os.environ.get, names)

command = [%(upright)r, *sys.argv[1:]]
if not is_victim():
    os.execv(command[0], command)
process = subprocess.Popen(command)
while process.poll() is None:
    time.sleep(0.003)
    process.send_signal(signal.SIGSTOP)
    if any(os.path.exists(output) for output in %(outputs)r):
        pathlib.Path(%(marker)r).touch()
        process.kill()
        os.kill(os.getpid(), signal.SIGKILL)
    process.send_signal(signal.SIGCONT)
sys.exit(process.returncode)
"""


def make_photos(folder: Path) -> None:
    """Photos of several sizes, every third turned, in folders; one is none."""
    noise = Image.effect_noise((1200, 900), 60)
    for number in range(PHOTOS - 1):
        width, height = 700 + number * 37 % 480, 500 + number * 53 % 380
        photo = Image.merge("RGB", [noise.crop((x, 0, x + width, height)) for x in (0, 9, 20)])
        exif = Image.Exif()
        exif[0x0112] = 6 if number % 3 == 0 else 1
        place = folder / f"set-{number % 4}" / f"p{number:02}.jpg"
        place.parent.mkdir(parents=True, exist_ok=True)
        photo.save(place, exif=exif)
    (folder / "set-1" / "broken.jpg").write_text("no picture")


class ShardedTest(unittest.TestCase):
    """Begins with the same photos and job in two folders, `one`, where they were run, and `many`."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        self.one, self.many = self.folder / "one", self.folder / "many"
        make_photos(self.one / "photos")
        (self.one / "job.yaml").write_text(JOB)
        shutil.copytree(self.one, self.many)
        subprocess.run([UPRIGHT, "run", "--quiet", "job.yaml"], cwd=self.one, check=True)

    def call(self, *command, status=0, folder=None, **more) -> subprocess.CompletedProcess:
        """Runs a command in `many`, which must end with that status."""
        run = subprocess.run(
            list(map(str, command)), cwd=folder or self.many, capture_output=True, text=True, timeout=300, **more)
        self.assertEqual(run.returncode, status, f"{command}\n{run.stdout}{run.stderr}")
        return run

    def plan(self, shards: int) -> None:
        """Plans in `many`; the broken photo makes that end with 1."""
        self.call(UPRIGHT, "plan", "--out", "plan.jsonl", "--shards", shards, "job.yaml", status=1)

    def items(self) -> list[dict]:
        """The lines of the plan but for its header."""
        lines = (self.many / "plan.jsonl").read_text().splitlines()
        return [json.loads(line) for line in lines[1:]]

    def outputs(self, shard: int) -> list[Path]:
        """Where the outputs of a shard come to lie in `many`, but for those of what is broken."""
        header = json.loads((self.many / "plan.jsonl").read_text().split("\n", 1)[0])
        before = sum(part["images"] for part in header["shards"][:shard])
        items = self.items()[before:before + header["shards"][shard]["images"]]
        return [self.many / "out" / output["path"]
                for item in items if "error" not in item for output in item["outputs"]]

    def killer(self, shard: int) -> Path:
        """A program in place of upright that is killed in the midst of a shard of the plan, once."""
        program, self.marker = self.folder / "killer", self.folder / "killed"
        program.write_text(KILLER % {
            "python": sys.executable, "upright": UPRIGHT, "marker": str(self.marker), "shard": shard,
            "outputs": [str(path) for path in self.outputs(shard)]})
        program.chmod(0o755)
        return program

    def assert_killed(self, shard: int) -> None:
        """The shard was killed in the midst, and nothing has its place."""
        self.assertTrue(self.marker.exists())
        outputs = self.outputs(shard)
        self.assertIn(sum(path.exists() for path in outputs), range(1, len(outputs)))
        self.assertFalse((self.many / "job.manifest.jsonl").exists())
        self.assertEqual(self.status(), {"done": 7, "running": "", "missing": "", "failed": "3", "rerun": "3"})

    def status(self) -> dict:
        """What of the plan is how far."""
        report = json.loads(self.call(UPRIGHT, "status", "--plan", "plan.jsonl", "--json").stdout)
        self.assertEqual((report.pop("job"), report.pop("shards")), ("job", 8))
        return report

    def assert_same(self) -> None:
        """All outputs and the manifest are there in both folders, with the same bytes."""
        one, many = self.made(self.one), self.made(self.many)
        # Two outputs each but for the broken photo, a tar file for each two photos, and the manifest.
        self.assertEqual(len(one), 2 * (PHOTOS - 1) + PHOTOS // 2 + 1)
        self.assertEqual(sorted(one), sorted(many))
        for path, content in one.items():
            self.assertTrue(many[path] == content, f"{path} has other bytes")

    def made(self, folder: Path) -> dict[str, bytes]:
        paths = [path for path in (folder / "out").rglob("*") if ".upright" not in path.parts and path.is_file()]
        return {str(path.relative_to(folder)): path.read_bytes()
                for path in [*paths, folder / "job.manifest.jsonl"]}
