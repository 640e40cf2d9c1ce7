"""What was measured, as Markdown."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from importlib import metadata
from pathlib import Path

from upright_bench import memory
from upright_bench.contest import FLOOR, OURS, Contest
from upright_bench.workloads import Bound

# In dB: less than that can't be seen, nor told from how a peer rounds.
FIDELITY_TOLERANCE = 0.1

SUMMARY_HEAD = """\
| work | best peer | its CPU to ours | its memory to ours |
|---|---|---:|---:|
"""

HEAD = """\
| work | against | CPU s | its CPU s | ratio | floor s | wall s | its wall s | MB | its MB | ratio | kB made | its kB | dB | its dB |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|---|
"""


@dataclass(frozen=True)
class Verdict:
    """One thing that was measured. Without a bound it is only noted."""

    what: str
    measured: str
    bound: str = ""
    met: bool | None = None

    def __str__(self) -> str:
        word = {True: "met", False: "NOT MET", None: "noted"}[self.met]
        return f"- {word}: {self.what}: {self.measured}" + (f", {self.bound}" if self.bound else "")


def megabytes(count: float) -> str:
    return f"{count / 1e6:.1f}"


def tables(contests: list[Contest]) -> str:
    """Us against the peer that takes the least processor time, and then each peer."""
    if not contests:
        return ""
    return f"\n{SUMMARY_HEAD}{''.join(map(summary, contests))}\n{HEAD}{''.join(map(rows, contests))}"


def summary(contest: Contest) -> str:
    ours = contest.usage[OURS]
    best = min(contest.workload.peers, key=lambda peer: contest.usage[peer].cpu)
    theirs = contest.usage[best]
    cells = [contest.workload.title, best, f"{theirs.cpu / ours.cpu:.2f}", f"{theirs.peak / ours.peak:.2f}"]
    return "| " + " | ".join(cells) + " |\n"


def rows(contest: Contest) -> str:
    """A line of the table for each peer."""
    ours, floor = contest.usage[OURS], contest.usage.get(FLOOR)
    lines = []
    for peer in contest.workload.peers:
        theirs = contest.usage[peer]
        cells = [
            contest.workload.title,
            peer,
            f"{ours.cpu:.2f}",
            f"{theirs.cpu:.2f}",
            f"{theirs.cpu / ours.cpu:.2f}",
            f"{floor.cpu:.2f}" if floor else "",
            f"{ours.wall:.2f}",
            f"{theirs.wall:.2f}",
            megabytes(ours.peak),
            megabytes(theirs.peak),
            f"{theirs.peak / ours.peak:.2f}",
            f"{contest.sizes[OURS] / 1000:.0f}",
            f"{contest.sizes[peer] / 1000:.0f}",
            str(contest.fidelity[OURS]),
            str(contest.fidelity[peer]),
        ]
        lines.append("| " + " | ".join(cells) + " |\n")
    return "".join(lines)


def cpu_verdict(contest: Contest, peer: str, bound: Bound) -> Verdict:
    ours, floor = contest.usage[OURS].cpu, contest.usage.get(FLOOR)
    ratio = contest.usage[peer].cpu / ours
    measured = f"{ratio:.2f}" + (f", and {ours / floor.cpu:.2f} times the floor" if floor else "")
    what = f"{contest.workload.title}: CPU of {peer} to ours"
    return Verdict(what, measured, f"at least {bound.cpu}", ratio >= bound.cpu)


def verdicts(contest: Contest) -> list[Verdict]:
    found = []
    for peer, bound in contest.workload.bounds.items():
        found.append(cpu_verdict(contest, peer, bound))
        ratio = contest.usage[peer].peak / contest.usage[OURS].peak
        what = f"{contest.workload.title}: memory of {peer} to ours"
        if bound.memory is None:
            found.append(Verdict(what, f"{ratio:.2f}"))
        else:
            found.append(Verdict(what, f"{ratio:.2f}", f"at least {bound.memory}", ratio >= bound.memory))
        ours, theirs = contest.fidelity[OURS], contest.fidelity[peer]
        what = f"{contest.workload.title}: fidelity to {peer}'s"
        met = ours.reaches(theirs, FIDELITY_TOLERANCE)
        found.append(Verdict(what, f"{ours} dB", f"no worse than {theirs} dB", met))
        if bound.is_no_larger:
            made, its = contest.sizes[OURS], contest.sizes[peer]
            what = f"{contest.workload.title}: bytes, to {peer}'s"
            found.append(Verdict(what, f"{made:,}", f"at most {its:,}", made <= its))
    return found


def first_line(*command: str) -> str:
    """What a program says of its version."""
    said = subprocess.run(command, capture_output=True, text=True).stdout
    return re.sub(r"\s*https?://.*", "", said.partition("\n")[0]).removeprefix("Version: ")


def surroundings(program: Path, sources: list[Path], runs: int, jobs: int) -> str:
    """On what, with what and how it was measured."""
    models = re.findall(r"^model name\s*: (.*)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    names = ("pyvips", "pyvips-binary", "pillow", "pillow-heif", "opencv-python-headless", "numpy")
    versions = [
        first_line(str(program), "--version"),
        first_line("vipsthumbnail", "--version"),
        first_line("mogrify", "-version"),
        first_line("gm", "version"),
        *(f"{name} {metadata.version(name)}" for name in names),
        f"Python {sys.version.split()[0]}",
    ]
    cores = len(os.sched_getaffinity(0))
    processor = models[0] if models else os.uname().machine
    size = sum(path.stat().st_size for path in sources)
    return (
        f"{date.today()}, {processor}, {cores} cores. {len(sources)} photos, {megabytes(size)} MB. "
        f"Medians of {runs} runs after one to warm up, with {jobs} at once. {memory.METHOD}\n{'; '.join(versions)}.\n"
    )
