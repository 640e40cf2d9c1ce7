"""The Python package: the same outputs and manifest as the command's, errors by kind, progress, and other libraries."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from PIL import Image

REPOSITORY = Path(__file__).resolve().parents[2]
# Without UPRIGHT the tests are about the installed package, with its own command.
if "UPRIGHT" in os.environ:
    os.environ["UPRIGHT"] = str(Path(os.environ["UPRIGHT"]).resolve())
    sys.path.insert(0, str(REPOSITORY / "packaging/wheel"))

import upright  # noqa: E402

UPRIGHT = upright.find_upright()
JOB = {
    "version": 1,
    "sources": ["photos/*.jpg"],
    "output_root": "out",
    "outputs": [{"path": "{stem}.jpg", "resize": {"width": 40, "height": 30, "fit": "cover"}}],
}


class PythonTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder.name)
        Path("photos").mkdir()
        for number in range(5):
            Image.new("RGB", (80 + number, 60), (number * 40, 90, 30)).save(f"photos/{number}.jpg")

    def test_dict_and_file(self):
        """A dict gives the outputs of the same job in a file, and the rows as objects."""
        result = upright.run(JOB)
        self.assertEqual((result.ok, result.failed), (5, 0))
        rows = result.rows
        self.assertEqual([row.source for row in rows], [f"photos/{number}.jpg" for number in range(5)])
        self.assertEqual([row.stored_size for row in rows], [(80 + number, 60) for number in range(5)])
        self.assertEqual({row.output_size for row in rows}, {(40, 30)})
        made = {path.name: path.read_bytes() for path in Path("out").glob("*.jpg")}
        self.assertEqual(len(made), 5)
        Path("job.yaml").write_text(json.dumps({**JOB, "name": "file", "output_root": "other"}))
        subprocess.run([UPRIGHT, "run", "--quiet", "job.yaml"], check=True)
        self.assertEqual({path.name: path.read_bytes() for path in Path("other").glob("*.jpg")}, made)
        self.assertEqual(upright.run(Path("job.yaml")).summary["reused"], 5)

    def test_only(self):
        """A run of some sources makes their outputs, and writes no manifest."""
        result = upright.run(JOB, only="photos/[13].jpg")
        self.assertEqual(sorted(path.name for path in Path("out").glob("*.jpg")), ["1.jpg", "3.jpg"])
        self.assertEqual(result.ok, 2)
        with self.assertRaisesRegex(ValueError, "it took only some sources"):
            result.rows

    def test_values(self):
        """Small numbers and unusual characters reach the job as they are."""
        Path("photos/x\u0085\u2028y.jpg").write_bytes(Path("photos/0.jpg").read_bytes())
        crop = {"x": 0.1 + 0.2 - 0.3, "y": 1e-05, "width": 40.0, "height": 30, "round": "outward"}
        job = {**JOB, "sources": [Path("photos/x\u0085\u2028y.jpg")], "outputs": [{"path": "{index}.png", "crop": crop}]}
        self.assertEqual(upright.run(job).rows[0].source.encode(), os.fsencode("photos/x\u0085\u2028y.jpg"))

    def test_docs(self):
        """The example of the docs runs as shown."""
        for number in range(5):
            Image.new("RGB", (300 + number, 280)).save(f"photos/{number}.jpg")
        text = (REPOSITORY / "docs/python.md").read_text()
        example = text.split("```python\n")[1].split("```")[0]
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(example, {})
        lines = printed.getvalue().splitlines()
        self.assertEqual(lines[0], "photos/0.jpg ['0.webp']")
        self.assertEqual(lines[-1], "photos/4.jpg (304, 280) 4.webp (256, 256)")

    def test_errors(self):
        """Each exit status is an exception, with the places of mistakes."""
        with self.assertRaises(upright.JobError) as wrong:
            upright.run({**JOB, "qualty": 80})
        message = wrong.exception.messages[0]
        self.assertEqual(message.message, "unknown key 'qualty': did you mean 'quality'?")
        self.assertEqual((message.file, message.line), ("/dev/stdin", 1))
        with self.assertRaises(upright.JobError) as missing:
            upright.plan("none.yaml")
        self.assertEqual(str(missing.exception), "none.yaml: can't be read: No such file or directory")
        with self.assertRaises(upright.JobError) as option:
            upright.run(JOB, jobs=0)
        self.assertIn("--jobs", str(option.exception))
        Path("photos/4.jpg").write_bytes(b"no picture")
        with self.assertRaises(upright.ImagesFailed) as failed:
            upright.run(JOB)
        self.assertEqual(failed.exception.status, 1)
        self.assertEqual([row.error.code for row in failed.exception.result.rows if row.error], ["unsupported_format"])
        with self.assertRaises(upright.TryAgainLater) as later:
            upright.run(JOB, force=True, time_limit=1e-6)
        if later.exception.result is not None:
            with self.assertRaisesRegex(ValueError, "didn't come to its end"):
                later.exception.result.manifest
        endless = dict(JOB)
        endless["outputs"] = [endless]
        for kind, message, job, options in [
            (TypeError, "'quality' of a job can't be a set", {**JOB, "quality": {80}}, {}),
            (ValueError, "'output_root' of a job has half of a character: a surrogate without its pair",
             {**JOB, "output_root": "\ud800"}, {}),
            (ValueError, "the job contains itself, or is nested too deep", endless, {}),
            (ValueError, "locked=True needs the path of a job file: a dict has no job lock", JOB, {"locked": True}),
            (TypeError, "force must be True or False", JOB, {"force": 1}),
            (TypeError, "jobs can't be True", JOB, {"jobs": True}),
        ]:
            with self.subTest(message), self.assertRaises(kind) as raised:
                upright.run(job, **options)
            self.assertEqual(str(raised.exception), message)
        with self.assertRaisesRegex(TypeError, r"^probe takes a list of paths: write probe\(\[path\]\)$"):
            upright.probe("photos/0.jpg")
        if os.getuid() != 0:
            Path("out").chmod(0o500)
            with self.assertRaises(upright.WriteError):
                upright.run(JOB, force=True)

    def test_plan_probe_verify(self):
        """Plans, headers and checks are those of the commands."""
        plan = upright.plan(JOB)
        self.assertEqual([image["source"] for image in plan], [f"photos/{number}.jpg" for number in range(5)])
        self.assertFalse(Path("out").exists())
        first, none = upright.probe(["photos/0.jpg", "photos/none.jpg"])
        self.assertEqual(first["stored_size"], [80, 60])
        self.assertEqual((none.file, none.code), ("photos/none.jpg", "not_found"))
        odd = os.fsdecode(b"photos/\xff.jpg")
        first, unnamed = upright.probe(["photos/0.jpg", odd])
        self.assertEqual(first["file"], "photos/0.jpg")
        self.assertEqual(unnamed, upright.Unreadable(odd, "name_not_utf8", "the name isn't UTF-8: rename the file"))
        result = upright.run(JOB)
        self.assertTrue(upright.verify(result.manifest, job=JOB, render="all").ok)
        Path("out/3.jpg").write_bytes(b"")
        check = upright.verify(result.manifest, outputs_only=True, job=JOB)
        self.assertEqual([each.output for each in check.exceptions], ["3.jpg"])

    def test_progress(self):
        """The callback gets the counts to the end, and its exceptions end the run."""
        seen = []
        upright.run(JOB, progress=seen.append)
        self.assertEqual((seen[-1].stage, seen[-1].done, seen[-1].total), ("make", 5, 5))

        def fail(progress):
            raise ValueError("enough")

        with self.assertRaisesRegex(ValueError, "enough"):
            upright.run(JOB, force=True, progress=fail)
        self.assertEqual(upright.run(JOB).ok, 5)

    def add_large_photos(self):
        """Adds 60 pictures, so that a run takes long enough to be interrupted."""
        for number in range(60):
            Image.effect_noise((2400, 1800), 80).save(f"photos/n{number}.jpg")

    def test_interrupt(self):
        """KeyboardInterrupt ends the command in order. The next run makes the rest."""
        self.add_large_photos()
        code = (
            f"import sys; sys.path = {sys.path!r}\n"
            f"import upright\ntry:\n  upright.run({JOB!r}, progress=lambda p: print(p.stage, p.done, flush=True))\n"
            "except KeyboardInterrupt:\n  print('interrupted')\n"
        )
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        with process:
            for line in process.stdout:
                stage, done = line.split()
                if stage == "make" and int(done) >= 1:
                    break
            process.send_signal(signal.SIGINT)
            rest = process.stdout.read().split()
        self.assertEqual(rest[-1], "interrupted")
        self.assertFalse(Path("job.manifest.jsonl").exists())
        result = upright.run(JOB)
        self.assertEqual(result.ok, 65)
        self.assertGreater(result.summary["reused"], 0)

    def test_ignored_interrupt(self):
        """An exception ends the command also in a program that a shell started in the background, without SIGINT."""
        self.add_large_photos()
        code = (
            f"import sys; sys.path = {sys.path!r}\nimport upright\n"
            f"def fail(progress):\n  if progress.stage == 'make' and progress.done: raise ValueError('enough')\n"
            f"try:\n  upright.run({JOB!r}, progress=fail)\nexcept ValueError as error:\n  print(error)\n"
        )
        ended = subprocess.run(
            ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual((ended.stdout, ended.stderr), ("enough\n", ""))
        self.assertFalse(Path("job.manifest.jsonl").exists())

    def test_tables(self):
        """pandas, pyarrow and datasets read the manifest."""
        Path("photos/5.jpg").write_bytes(b"no picture")
        with self.assertRaises(upright.ImagesFailed) as failed:
            upright.run(JOB)
        manifest = failed.exception.result.manifest
        table = manifest.to_arrow()
        self.assertEqual(table.num_rows, 6)
        self.assertEqual(table["output_size"].to_pylist(), [[40, 30]] * 5 + [None])
        self.assertEqual(table["error"].to_pylist()[5]["code"], "unsupported_format")
        self.assertEqual(list(manifest.to_pandas()["status"]), ["ok"] * 5 + ["failed"])
        data = manifest.to_datasets("out")
        self.assertEqual([example["image"].size for example in data], [(40, 30)] * 5)
        self.assertEqual(data[2]["source"], "photos/2.jpg")
        for number in range(5):
            Path(f"photos/{number}.jpg").write_bytes(b"no picture")
        with self.assertRaises(upright.ImagesFailed) as failed:
            upright.run(JOB)
        self.assertEqual(failed.exception.result.manifest.to_datasets("out").num_rows, 0)

    def test_large_table(self):
        """A table of many rows is the same as of a few."""
        manifest = upright.run(JOB).manifest
        few = manifest.to_arrow()
        Path("many.jsonl").write_bytes(manifest.path.read_bytes() * 500)
        many = upright.Manifest("many.jsonl").to_arrow()
        self.assertEqual(many.schema, few.schema)
        self.assertEqual(many.slice(2495).to_pylist(), few.to_pylist())
        self.assertEqual(many.num_rows, 2500)


if __name__ == "__main__":
    unittest.main()
