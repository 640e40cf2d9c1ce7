"""Pictures from a server that speaks HTTP/2: their outputs are those of the same files."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from PIL import Image

from http2_server import FAULTS, Server

UPRIGHT = str(Path(os.environ["UPRIGHT"]).resolve())
SEEDS = range(1, 5)


def draw(folder: Path) -> list[str]:
    """Pictures from 1 KB to some MB, in several formats, and their names."""
    folder.mkdir()
    noise = Image.effect_noise((1600, 1200), 60)
    names = []
    for number in range(40):
        width, height = 40 * (1 + number * 7 % 40), 30 * (1 + number * 11 % 40)
        photo = Image.merge("RGB", [noise.crop((x, 0, x + width, height)) for x in (0, 9, 20)])
        names.append(f"p{number:02}.{['jpg', 'png', 'webp', 'tif', 'gif'][number % 5]}")
        photo.save(folder / names[-1])
    return names


class HTTP2Test(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        self.names = draw(self.folder / "photos")
        self.run_job("files", "photos", "{}")
        self.files = self.outputs("files")

    def run_job(self, name: str, prefix: str, network: str) -> None:
        """Runs a job whose pictures lie below `prefix`."""
        (self.folder / f"{name}.yaml").write_text(
            f"version: 1\nnetwork: {network}\noutput_root: {name}\n"
            f"sources: {json.dumps([f'{prefix}/{each}' for each in self.names])}\n"
            'outputs:\n  - {path: "{name}.png", resize: {width: 200}}\n  - {path: "{stem}-{ext}.jpg", crop: "4,4,30,20"}\n')
        run = subprocess.run(
            [UPRIGHT, "run", "--quiet", f"{name}.yaml"], cwd=self.folder, capture_output=True, text=True, timeout=300)
        self.assertEqual(run.returncode, 0, run.stderr)

    def outputs(self, folder: str) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in (self.folder / folder).iterdir() if path.is_file()}

    def network(self, more="") -> str:
        return f"{{allow: [127.0.0.0/8], ca: certificate.pem{more}}}"

    def test_one_connection_has_many_requests(self):
        with Server(self.folder / "photos", self.folder / "certificate.pem") as server:
            self.run_job("web", server.url, self.network())
        self.assertEqual(self.outputs("web"), self.files)
        self.assertEqual(set(server.requests), {f"/{name}" for name in self.names})
        # The first requests find no connection yet, and so each makes one.
        self.assertLessEqual(server.connections, 8)
        self.assertGreater(server.together, 1)

    def test_faults_pass(self):
        for seed in SEEDS:
            with self.subTest(seed=seed):
                certificate = self.folder / "certificate.pem"
                with Server(self.folder / "photos", certificate, seed=seed, risk=0.3) as server:
                    self.run_job(f"web-{seed}", server.url, self.network(", timeout: 3, retries: 20"))
                self.assertEqual(self.outputs(f"web-{seed}"), self.files)
                self.assertEqual(set(server.faults), set(FAULTS))


if __name__ == "__main__":
    unittest.main()
