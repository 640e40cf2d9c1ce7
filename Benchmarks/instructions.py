"""Counts the instructions that upright takes for some works on the drawn samples, and compares them with those recorded.

Run it by `make bench-quick`. Unlike times the counts are the same on a busy machine. One that is a tenth above the
recorded figure is a failure; one that is a tenth below asks to be recorded, by --record.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "Benchmarks/instructions.json"
RELEASE = ROOT / ".build/release"
SLACK = 1.1
# Tiny pictures, for what an image costs beside its pixels.
TINY = 300

FIT = "resize: {width: 256, height: 256, fit: inside}"
WORKS = {
    "fit 256": ["{path: 'a/{stem}.jpg', " + FIT + "}"],
    "crop 448, full size": ["{path: 'a/{stem}.jpg', crop: {width: 448, height: 448, gravity: center}, quality: 90}"],
    "64, 256 and 448 in one job": [
        f"{{path: '{side}/{{stem}}.jpg', resize: {{width: {side}, height: {side}, fit: inside}}}}"
        for side in (64, 256, 448)
    ],
    f"{TINY} of 64x64": ["{path: 'a/{stem}.jpg'}"],
}


class Trouble(Exception):
    pass


def run(*command: str | Path, below: Path) -> str:
    done = subprocess.run([str(part) for part in command], cwd=below, capture_output=True, text=True)
    if done.returncode != 0:
        raise Trouble(f"{' '.join(map(str, command))} ended with {done.returncode}: {done.stderr}")
    return done.stdout + done.stderr


def write_job(home: Path, name: str, photos: str, outputs: list[str]) -> Path:
    job = home / f"{name}.yaml"
    job.write_text(
        f"version: 1\nsources: ['{photos}/*.jpg']\noutput_root: {name}\nisolation: none\ndurability: none\n"
        f"outputs: [{', '.join(outputs)}]\n"
    )
    return job


def make_tiny(upright: Path, home: Path) -> None:
    """Links to one small thumbnail."""
    job = write_job(home, "seed", "samples", ["{path: '{stem}.jpg', resize: {width: 64, height: 64, fit: cover}}"])
    run(upright, "run", "--quiet", "--only", "samples/town.jpg", job.name, below=home)
    (home / "tiny").mkdir()
    for number in range(TINY):
        os.link(home / "seed/town.jpg", home / f"tiny/{number:03}.jpg")


def count(program: Path, *arguments: str, below: Path) -> int:
    counted = run(
        "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *arguments, below=below
    )
    found = re.search(r"Collected : (\d+)", counted)
    if not found:
        raise Trouble(f"valgrind counted nothing: {counted}")
    return int(found[1])


def measured(upright: Path) -> dict[str, int]:
    with TemporaryDirectory(prefix="upright-instructions-") as folder:
        home = Path(folder)
        # Without what is for debuggers, which valgrind would read.
        program = home / "upright"
        run("strip", "--strip-debug", "-o", program, upright, below=home)
        run(RELEASE / "upright-samples", home / "samples", below=home)
        make_tiny(program, home)
        counts = {"start": count(program, "--version", below=home)}
        for number, (work, outputs) in enumerate(WORKS.items()):
            photos = "tiny" if "64x64" in work else "samples"
            job = write_job(home, f"job-{number}", photos, outputs)
            counts[work] = count(program, "run", "--quiet", "--jobs", "1", job.name, below=home)
        return counts


def verdict(work: str, counted: int, recorded: int | None) -> bool:
    """Tells of one work, and whether it is within its bound."""
    if recorded is None:
        print(f"NOT RECORDED: {work}: {counted / 1e6:.1f} million")
        return False
    ratio = counted / recorded
    words = "met" if ratio <= SLACK else "NOT MET"
    hint = "; record it by --record" if ratio < 1 / SLACK else ""
    print(f"{words}: {work}: {counted / 1e6:.1f} million instructions, {ratio:.3f} of those recorded{hint}")
    return ratio <= SLACK


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--record", action="store_true", help=f"write the counts to {RECORD.name}")
    parser.add_argument("--upright", type=Path, default=RELEASE / "upright")
    arguments = parser.parse_args()
    if platform.machine() != "x86_64":
        print("nothing is recorded for other processors than x86-64", file=sys.stderr)
        return 0
    try:
        counts = measured(arguments.upright.resolve())
    except (Trouble, OSError) as trouble:
        print(f"instructions: {trouble}", file=sys.stderr)
        return 2
    if arguments.record:
        RECORD.write_text(json.dumps(counts, indent=2) + "\n")
    recorded = json.loads(RECORD.read_text())
    held = [verdict(work, counts[work], recorded.get(work)) for work in counts]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
