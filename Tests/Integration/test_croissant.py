"""What 'upright croissant' writes, as the package of the format loads it."""

import json
import os
import subprocess
import tempfile
import unittest
import warnings
from pathlib import Path

import mlcroissant
from PIL import Image

UPRIGHT = os.environ["UPRIGHT"]

JOB = """
version: 1
sources: ["photos/**/*.jpg"]
output_root: "%s"
on_error: {max_failures: 9}
outputs:
  - {path: "small/{dir}/{stem}.jpg", resize: {width: 40}}
  - {path: "{dir}/{stem}-square.jpg", resize: {width: 16, height: 16, fit: cover}}
"""
LISTS = ["stored_size", "display_size", "crop", "output_size", "content"]
NUMBERS = ["source_bytes", "orientation", "output_bytes"]
TEXTS = ["source", "id", "source_sha256", "output", "output_sha256", "status"]


def text(value):
    return value.decode() if isinstance(value, bytes) else value


class CroissantTest(unittest.TestCase):
    def setUp(self):
        # The package uses what rdflib has deprecated.
        self.enterContext(warnings.catch_warnings())
        warnings.simplefilter("ignore", DeprecationWarning)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        # The same names in two folders, so that a name alone tells no picture.
        for place, name in enumerate(["a.jpg", "b.jpg", "sub/a.jpg", "sub/ü b.jpg"]):
            path = self.folder / "photos" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            Image.new("RGB", (80 + place, 60), (60 * place, 255 - 60 * place, 90)).save(path)
        (self.folder / "photos/none.jpg").write_text("no picture")

    def describe(self, root):
        (self.folder / "job.yaml").write_text(JOB % root)
        for command in (["run", "--quiet", "job.yaml"], ["croissant", "--license",
                "https://creativecommons.org/licenses/by/4.0/", "job.manifest.jsonl"]):
            subprocess.run([UPRIGHT, *command], cwd=self.folder, check=True)
        lines = (self.folder / "job.manifest.jsonl").read_text("utf-8").splitlines()
        self.rows = [json.loads(line) for line in lines]
        return mlcroissant.Dataset(self.folder / "croissant.json")

    def check(self, root):
        dataset = self.describe(root)
        self.assertEqual(set(dataset.metadata.ctx.issues.errors), set())
        self.assertEqual(dataset.metadata.name, "job")
        self.assertEqual(len(self.rows), 10)

        records = list(dataset.records("rows"))
        self.assertEqual(len(records), len(self.rows))
        for record, row in zip(records, self.rows):
            for key in LISTS + NUMBERS + TEXTS:
                self.assertEqual(text(record["rows/" + key]), row[key], key)
            error = row["error"] or {"code": None, "message": None}
            self.assertEqual(text(record["rows/error_code"]), error["code"])
            self.assertEqual(text(record["rows/error_message"]), error["message"])

        made = {row["output"]: row for row in self.rows if row["status"] == "ok"}
        pictures = {text(record["outputs/path"]): record["outputs/image"] for record in dataset.records("outputs")}
        self.assertEqual(set(pictures), set(made))

        images = list(dataset.records("images"))
        self.assertEqual(len(images), len(self.rows))
        for record, row in zip(images, self.rows):
            self.assertEqual(text(record["images/output"]), row["output"])
            self.assertEqual(record["images/output_size"], row["output_size"])
            if row["output"] not in made:
                self.assertIsNone(record["images/image"])
                continue
            with Image.open(self.folder / root / row["output"]) as picture:
                self.assertEqual(record["images/image"].tobytes(), picture.convert("RGB").tobytes())

    def test_outputs_below(self):
        self.check("out")

    def test_odd_folder(self):
        self.check("made (1) [x]*/it's+")

    def test_another_manifest(self):
        self.describe("out")
        with open(self.folder / "job.manifest.jsonl", "a") as manifest:
            manifest.write(" ")
        with self.assertRaises(mlcroissant.GenerationError) as raised:
            list(mlcroissant.Dataset(self.folder / "croissant.json").records("rows"))
        self.assertIn("is not identical", str(raised.exception.__cause__))


if __name__ == "__main__":
    unittest.main()
