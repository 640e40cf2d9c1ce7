"""Memory that one picture takes, as the kernel counts it, against what its plan says: each file of the corpus, each format."""

import json
import os
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from upright_bench.contest import Setting
from upright_bench.measure import Trouble
from upright_bench.report import Verdict

EXTENSIONS = {"jpeg": "jpg", "png": "png", "tiff": "tif", "webp": "webp", "avif": "avif"}
# What is made of each picture, and the most pixels of those that it is made of: whole ones take long.
SHAPES = {"inside 512": (", resize: {width: 512, height: 512, fit: inside}", 10**9), "whole": ("", 2_000_000)}
# What a worker process takes beside its picture: BatchPlan.workerBytes.
WORKER_BYTES = 14_500_000
LEAST, MOST = 0.7, 1.0
AT_ONCE = 2
KEYS = "version: 1\nname: peak\noutput_root: out\nlimits: {seconds_per_image: 600}\n"


@dataclass(frozen=True)
class Peak:
    """Measured by predicted, of the worker and of the process that started it, for one source."""

    source: Path
    worker: float
    parent: float


def job(sources: str, extension: str, shape: str) -> str:
    output = f'{{path: "{{dir}}/{{name}}.{extension}"{shape}}}'
    return f"{KEYS}sources: [{json.dumps(sources)}]\noutputs: [{output}]\n"


def measured(setting: Setting, source: Path, text: str, plan: dict[str, Any], base: int) -> Peak | None:
    """One run of one picture; nothing where the picture can't be made."""
    with TemporaryDirectory(dir=setting.work) as folder:
        home = Path(folder)
        link = home / f"a{source.suffix}"
        link.symlink_to(source)
        (home / "peak.yaml").write_text(text)
        with (home / "peaks").open("wb") as peaks:
            command = [setting.work / "peaks", peaks.fileno(), setting.program.path, "run", "--quiet"]
            arguments = [str(part) for part in [*command, "--jobs", 1, "peak.yaml"]]
            subprocess.run(arguments, cwd=home, pass_fds=[peaks.fileno()], stderr=subprocess.DEVNULL)
        lines = [line.split() for line in (home / "peaks").read_text().splitlines()]
        if len(lines) < 2:
            raise Trouble(f"{source}: no worker was seen")
        # The parent ends last. A picture that its worker died of has had several.
        *workers, parent = [int(line[2]) for line in lines]
        row = json.loads((home / "peak.manifest.jsonl").read_text().splitlines()[0])
        if row["status"] != "ok":
            return None
        return Peak(source, max(workers) / (plan["peak_bytes"] + WORKER_BYTES), parent / base)


def plans(setting: Setting, folder: Path, extension: str, shape: str) -> tuple[int, list[dict[str, Any]]]:
    """The memory of the process itself, and the plan of each picture that there is one of."""
    with TemporaryDirectory(dir=setting.work) as home:
        file = Path(home, "peak.yaml")
        file.write_text(job(f"{folder}/**/*", extension, shape))
        # It ends with 1 where rows would fail.
        command = [setting.program.path, "plan", "--json", str(file)]
        lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    header, *images = map(json.loads, lines)
    return header["base_bytes"], [image for image in images if image["peak_bytes"] > 0]


def peaks(setting: Setting) -> list[Verdict]:
    folder = Path(os.environ.get("UPRIGHT_CORPUS") or Path.cwd() / "../shared/corpus").resolve()
    if not folder.is_dir():
        return [Verdict("peaks", f"not measured: there is no corpus in {folder}")]
    verdicts = []
    for title, (shape, most) in SHAPES.items():
        for name, extension in EXTENSIONS.items():
            base, images = plans(setting, folder, extension, shape)

            def one(plan: dict[str, Any]) -> Peak | None:
                source = Path(plan["source"])
                return measured(setting, source, job(f"a{source.suffix}", extension, shape), plan, base)

            small = [image for image in images if image["stored_size"][0] * image["stored_size"][1] <= most]
            with ThreadPoolExecutor(AT_ONCE) as pool:
                found = [peak for peak in pool.map(one, small) if peak]
            for peak in found:
                if not LEAST <= peak.worker <= MOST:
                    print(f"{title} as {name}: {peak.worker:.2f} {peak.source}", file=sys.stderr)
            verdicts.append(verdict(f"{title} as {name}: worker", [peak.worker for peak in found]))
            verdicts.append(verdict(f"{title} as {name}: parent", [peak.parent for peak in found]))
    return verdicts


def verdict(what: str, shares: list[float]) -> Verdict:
    outside = sum(not LEAST <= share <= MOST for share in shares)
    median, least, most = statistics.median(shares), min(shares), max(shares)
    return Verdict(
        f"peak memory, measured / predicted, {what}",
        f"{len(shares)} files, median {median:.2f}, least {least:.2f}, most {most:.2f}, {outside} outside",
        f"{LEAST} to {MOST:.1f}",
        outside == 0,
    )
