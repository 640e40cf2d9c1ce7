"""What we are started with for a work."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upright_bench.measure import Command, Steps, Trouble
from upright_bench.workloads import Output


@dataclass(frozen=True)
class Program:
    path: Path

    def text(self, *arguments: str) -> str:
        done = subprocess.run([self.path, *arguments], capture_output=True, text=True)
        if done.returncode != 0:
            raise Trouble(f"upright {arguments[0]} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def knows(self, option: str) -> bool:
        """Whether `run` has an option."""
        return option in self.text("run", "--help")

    def run(self, job: Path, *options: str, jobs: int = 1) -> Command:
        arguments = ("run", "--quiet", "--jobs", str(jobs), *options, job.name)
        return Command((str(self.path), *arguments), job.parent)

    def plan(self, job: Path) -> list[dict[str, Any]]:
        """What would be made of each photo."""
        lines = self.text("plan", "--json", str(job)).splitlines()
        return [json.loads(line) for line in lines[1:]]


def write_job(
    home: Path, name: str, outputs: tuple[Output, ...], keys: dict[str, str], source: str = '"photos/*.*"'
) -> Path:
    """A job file; what it makes, its manifest too, lies in the folder of its name beside it."""
    own = {
        "version": "1",
        "name": name,
        "sources": f"[{source}]",
        "output_root": name,
        "manifest": f"{name}/manifest.jsonl",
        "outputs": "[" + ", ".join(output.keys() for output in outputs) + "]",
    }
    job = home / f"{name}.yaml"
    job.write_text("".join(f"{key}: {value}\n" for key, value in (own | keys).items()))
    return job


def floor_orders(plan: list[dict[str, Any]], home: Path, folder: Path) -> str:
    """The same decodes and outputs as the plan's, as lines for the floor."""
    lines = []
    for image in plan:
        for number, decode in enumerate(image["decodes"]):
            eighths = decode["scale"].removesuffix("/8")
            lines.append(["decode", eighths, *decode["samples"], home / image["source"]])
            for place, output in enumerate(image["outputs"]):
                if output["decode"] != number or "resampled_from" in output:
                    continue
                if output["resample"]["samples"] != decode["samples"]:
                    raise Trouble(f"the floor takes whole decodes: {image['source']}")
                lines.append(floor_order("output", output, folder))
                smaller = (other for other in image["outputs"] if other.get("resampled_from") == place)
                lines += [floor_order("smaller", other, folder) for other in smaller]
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


def floor_order(kind: str, output: dict[str, Any], folder: Path) -> list[Any]:
    resample = output["resample"]
    return [kind, output["encode"]["quality"], *resample["region"], *resample["size"], folder / output["path"]]


def floor_steps(floor: Path, program: Program, job: Path, folder: Path) -> Steps:
    """The floor's, with the decodes that libjpeg would have."""
    by_libjpeg = job.with_suffix(".libjpeg.yaml")
    by_libjpeg.write_text(job.read_text() + "decode: {engine: libjpeg}\n")
    orders = job.with_suffix(".floor")
    orders.write_text(floor_orders(program.plan(by_libjpeg), job.parent, folder))
    return [[Command((str(floor), str(orders)), job.parent)]]
