"""Items distributed to actors of a real Ray, by the adapter of the examples."""

import contextlib
import io
import logging
import os
import sys
import tempfile
import unittest

os.environ.update(
    RAY_USAGE_STATS_ENABLED="0", RAY_AUTH_MODE="disabled", RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO="0",
    RAY_IGNORE_UNHANDLED_ERRORS="1")

import ray

from sharded import EXAMPLES, PHOTOS, UPRIGHT, ShardedTest

sys.path.insert(0, str(EXAMPLES / "ray"))
import upright_ray

# Stands for the program. After five results it kills the real one and the actor that it belongs to, once.
ACTOR_KILLER = """#!%(python)s
import os, signal, subprocess, sys
process = subprocess.Popen([%(upright)r, *sys.argv[1:]], stdout=subprocess.PIPE)
for count, line in enumerate(process.stdout, 1):
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
    if count == 5:
        try:
            os.close(os.open(%(marker)r, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            continue
        process.kill()
        os.kill(os.getppid(), signal.SIGKILL)
        sys.exit(1)
"""

# Ends, with the real one, whenever a certain photo comes.
POISONED = """#!%(python)s
import subprocess, sys
process = subprocess.Popen([%(upright)r, *sys.argv[1:]], stdin=subprocess.PIPE)
for line in sys.stdin.buffer:
    if b'"photos/set-3/p07.jpg"' in line:
        process.kill()
        sys.exit(1)
    process.stdin.write(line)
    process.stdin.flush()
process.stdin.close()
process.wait()
"""


class RayTest(ShardedTest):
    @classmethod
    def setUpClass(cls):
        # Where Ray tells at length of actors that died.
        cls.enterClassContext(contextlib.redirect_stdout(io.StringIO()))
        cls.enterClassContext(contextlib.redirect_stderr(io.StringIO()))
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        ray.init(
            address="local", _temp_dir=folder, num_cpus=2, include_dashboard=False,
            logging_level=logging.ERROR, log_to_driver=False,
            runtime_env={"env_vars": {"PYTHONPATH": str(EXAMPLES / "ray")}})
        cls.addClassCleanup(ray.shutdown)

    def setUp(self):
        super().setUp()
        self.plan(1)
        self.indices = {item["source"]: item["index"] for item in self.items()}
        self.assertEqual(len(self.indices), PHOTOS)

    def program(self, text) -> str:
        place, self.marker = self.folder / "program", self.folder / "killed"
        place.write_text(text % {"python": sys.executable, "upright": UPRIGHT, "marker": str(self.marker)})
        place.chmod(0o755)
        return str(place)

    def test_one_actor_is_killed(self):
        failed = upright_ray.run(
            self.many / "plan.jsonl", actors=2, upright=self.program(ACTOR_KILLER), in_flight=4)
        self.assertTrue(self.marker.exists())
        self.assertEqual(failed, [self.indices["photos/set-1/broken.jpg"]])
        self.call(UPRIGHT, "merge", "--wait", 60, "--plan", "plan.jsonl")
        self.assert_same()

    def test_an_item_that_kills_its_actors(self):
        failed = upright_ray.run(
            self.many / "plan.jsonl", actors=2, upright=self.program(POISONED), in_flight=1, retries=1)
        poison = self.indices["photos/set-3/p07.jpg"]
        self.assertEqual(failed, sorted([poison, self.indices["photos/set-1/broken.jpg"]]))
        # The others are made, and it alone is missing.
        self.call(UPRIGHT, "merge", "--wait", 60, "--plan", "plan.jsonl", status=75)
        made = [path for path in (self.many / "out").rglob("*.jpg") if ".upright" not in path.parts]
        self.assertEqual(len(made), 2 * (PHOTOS - 2))

    def test_a_program_that_is_not_there(self):
        with self.assertRaisesRegex(RuntimeError, "actors die one after the other"):
            upright_ray.run(self.many / "plan.jsonl", upright="/nowhere/upright")

    def test_a_damaged_plan(self):
        plan = self.many / "plan.jsonl"
        plan.write_bytes(plan.read_bytes().replace(b'"quality":90', b'"quality":91', 1))
        with self.assertRaisesRegex(ValueError, "the plan is damaged: 'upright merge' names the line"):
            upright_ray.run(plan, actors=1, upright=UPRIGHT)
        self.assertEqual(
            self.call(UPRIGHT, "merge", "--wait", 60, "--plan", "plan.jsonl", status=2).stderr,
            "plan.jsonl: error: line 2 is damaged: its checksum is another one's\n")


if __name__ == "__main__":
    unittest.main()
