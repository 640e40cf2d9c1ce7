"""What the pods of the examples' jobs run, each with the environment that Kubernetes gives it; without a cluster."""

import os
import unittest

import yaml

from sharded import EXAMPLES, UPRIGHT, ShardedTest

SHARDS = 8


class KubernetesTest(ShardedTest):
    def job(self, name) -> dict:
        """The `spec` of a job, of which what every job needs is looked at."""
        job = yaml.safe_load((EXAMPLES / "kubernetes" / name).read_text())
        self.assertEqual((job["apiVersion"], job["kind"]), ("batch/v1", "Job"))
        pod = job["spec"]["template"]["spec"]
        # Restarts in place would count against no index.
        self.assertEqual(pod["restartPolicy"], "Never")
        self.assertTrue(pod["securityContext"]["runAsNonRoot"])
        container, = pod["containers"]
        self.assertEqual(container["image"], "registry.example/upright:VERSION")
        self.assertTrue(container["securityContext"]["readOnlyRootFilesystem"])
        mount, = container["volumeMounts"]
        self.assertEqual(mount["mountPath"], container["workingDir"])
        self.assertEqual([volume["name"] for volume in pod["volumes"]], [mount["name"]])
        return job["spec"]

    def pod(self, job, status=0, program=UPRIGHT, **environment):
        """Runs a job's container where its volume would be, with the job file and the shards of this test."""
        container = job["template"]["spec"]["containers"][0]
        self.assertEqual(container["command"], ["upright"])
        ours = {"photos.yaml": "job.yaml", "100": str(SHARDS)}
        arguments = [ours.get(argument, argument) for argument in container["args"]]
        return self.call(program, *arguments, status=status, env={**os.environ, **environment})

    def test_one_pod_is_killed_and_begun_again(self):
        plan, run, merge = map(self.job, ["plan.yaml", "job.yaml", "merge.yaml"])
        self.assertEqual(run["completionMode"], "Indexed")
        self.assertEqual(str(run["completions"]), plan["template"]["spec"]["containers"][0]["args"][4])
        self.assertGreaterEqual(run["backoffLimitPerIndex"], 1)
        self.assertEqual(
            [(rule["action"], rule.get("onExitCodes", {}).get("values")) for rule in run["podFailurePolicy"]["rules"]],
            [("Ignore", None), ("FailIndex", [1, 2])])
        self.pod(plan, status=1)
        killer = self.killer(3)
        for index in range(SHARDS):
            # The status of what a signal ended, negative as Python has it.
            self.pod(run, program=killer, JOB_COMPLETION_INDEX=str(index), status=-9 if index == 3 else 0)
        self.pod(merge, status=75)
        self.assert_killed(3)
        self.pod(run, program=killer, JOB_COMPLETION_INDEX="3")
        self.pod(merge)
        self.assert_same()


if __name__ == "__main__":
    unittest.main()
