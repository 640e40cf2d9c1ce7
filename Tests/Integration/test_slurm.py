"""Shards under a real Slurm, by the scripts of the examples."""

import re
import unittest

from sharded import EXAMPLES, UPRIGHT, ShardedTest
from slurm import Slurm

SCRIPTS = EXAMPLES / "slurm"


class SlurmTest(ShardedTest):
    def setUp(self):
        super().setUp()
        self.slurm = self.enterContext(Slurm(self.folder / "slurm"))

    def submit(self, program, script, *arguments) -> list[str]:
        """Calls a script, waits until nothing is in the queue, and returns the shards and the numbers of the jobs."""
        said = self.call(
            SCRIPTS / script, *arguments, env={**self.slurm.environment, "UPRIGHT": str(program)}).stdout
        found = re.fullmatch(r"Shards ([0-9,-]+): array (\d+), then merge: job (\d+)\n", said.splitlines(True)[-1])
        self.assertIsNotNone(found, said)
        self.slurm.until(lambda: not self.slurm.queue())
        return list(found.groups())

    def ends(self, array, tasks) -> list[tuple[str, str]]:
        """State and exit code of each task."""
        jobs = [self.slurm.job(f"{array}_{task}") for task in tasks]
        return [(job["JobState"], job["ExitCode"]) for job in jobs]

    def test_one_task_is_killed_and_submitted_again(self):
        self.plan(8)
        program = self.killer(3)
        shards, array, merge = self.submit(program, "submit.sh", "job.yaml", 8, "plan.jsonl")
        self.assertEqual(shards, "0-7")
        self.assertEqual(
            self.ends(array, range(8)),
            [("FAILED", "0:9") if task == 3 else ("COMPLETED", "0:0") for task in range(8)])
        # Status 75: not yet.
        self.assertEqual(self.slurm.job(merge)["ExitCode"], "75:0")
        self.assertEqual(
            (self.many / f"upright-merge-{merge}.log").read_text(),
            "plan.jsonl: error: 1 of its 8 shards have no manifest yet: 3\n")
        self.assert_killed(3)

        shards, array, merge = self.submit(program, "resubmit.sh", "plan.jsonl")
        self.assertEqual(shards, "3")
        self.assertEqual(self.ends(array, [3]), [("COMPLETED", "0:0")])
        self.assertEqual(self.slurm.job(merge)["ExitCode"], "0:0")
        self.assert_same()

        again = self.call(SCRIPTS / "resubmit.sh", "plan.jsonl", env={**self.slurm.environment, "UPRIGHT": UPRIGHT})
        self.assertEqual(
            again.stdout,
            "Nothing to submit: no shard is missing or failed. Without a manifest yet: upright merge --plan plan.jsonl\n")
        self.assertEqual(self.slurm.queue(), "")


if __name__ == "__main__":
    unittest.main()
