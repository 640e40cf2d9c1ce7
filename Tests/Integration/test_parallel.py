"""Shards by GNU parallel, by the script of the examples."""

import os
import unittest

from sharded import EXAMPLES, UPRIGHT, ShardedTest

RUN = EXAMPLES / "parallel" / "run.sh"


class ParallelTest(ShardedTest):
    def run_all(self, program, status):
        return self.call(
            RUN, "job.yaml", 8, "plan.jsonl", "-j2", status=status, env={**os.environ, "UPRIGHT": str(program)})

    def log(self) -> dict[int, list[str]]:
        """Exit status and signal of each try of each shard."""
        found = {}
        for line in (self.many / "plan.jsonl.joblog").read_text().splitlines()[1:]:
            _, _, _, _, _, _, status, signal, command = line.split("\t")
            found.setdefault(int(command.rsplit(" ", 1)[1].split("/")[0].strip("'\"\\")), []).append((status, signal))
        return found

    def test_one_shard_is_killed_and_resumed(self):
        self.plan(8)
        program = self.killer(3)
        first = self.run_all(program, status=75)
        # Before these the shell says in its own words that it was killed.
        self.assertEqual(first.stderr.splitlines()[-2:], [
            "Some shards ended with another status than 0 (plan.jsonl.joblog has which): to go on, run this again.",
            "plan.jsonl: error: 1 of its 8 shards have no manifest yet: 3"])
        self.assert_killed(3)
        # Some shells end by the signal too, others with 137.
        self.assertIn(self.log()[3], ([("0", "9")], [("137", "0")]))
        second = self.run_all(program, status=0)
        # The broken photo is in the shard that was killed.
        shard, merge = second.stderr.splitlines()
        self.assertRegex(shard, "^job: shard 3/8: .*, 2 failed, ")
        self.assertEqual(merge, "job: 8 shards merged: 118 of 120 outputs made, 2 failed; manifest job.manifest.jsonl")
        # The others were not begun again.
        log = self.log()
        self.assertEqual(log.pop(3)[-1], ("0", "0"))
        self.assertEqual(log, {shard: [("0", "0")] for shard in range(8) if shard != 3})
        self.assert_same()

    def test_from_nothing_to_the_end(self):
        self.run_all(UPRIGHT, status=0)
        self.assert_same()


if __name__ == "__main__":
    unittest.main()
