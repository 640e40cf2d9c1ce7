"""Says what the speeds of AVIF cost and give: the table of docs/performance.md, "The speed of AVIF".

python3 Benchmarks/speeds.py UPRIGHT FOLDER_OF_PHOTOS, with NumPy, Pillow and scikit-image from PyPI. Outputs are
compared with lossless PNGs of the same resample.
"""

import json
import subprocess
import sys
from math import exp, log
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

import numpy as np

from upright_bench.similarity import ssim

SIDE, SPEEDS, BASE = 512, range(3, 10), 6
# The middle one is the default; the others are there to compare sizes at equal SSIM.
QUALITIES = (62, 70, 78)


def make(upright: Path, photos: Path, home: Path, name: str, suffix: str, keys: str = "") -> float:
    """Makes outputs into a folder, and returns the milliseconds of encoding of a photo."""
    (home / "job.yaml").write_text(
        f"version: 1\nname: {name}\noutput_root: {name}\nmanifest: {name}.jsonl\nmetadata: {{keep: []}}\n"
        f"sources: [{json.dumps(f'{photos}/*')}]\n"
        f'outputs: [{{path: "{{stem}}{suffix}", resize: {{width: {SIDE}, height: {SIDE}, fit: inside}}, {keys}}}]\n'
    )
    command = [upright, "run", "--quiet", "--force", "--jobs", "1", "--stats", f"{name}.stats", "job.yaml"]
    subprocess.run(command, cwd=home, check=True)
    lines = map(json.loads, (home / f"{name}.stats").read_text().splitlines())
    return mean(line["stages"]["encode"]["ns"] for line in lines if "source" in line) / 1e6


def cell(home: Path, name: str) -> tuple[int, float]:
    """Bytes and mean SSIM of a folder of outputs."""
    made = sorted((home / name).glob("*.avif"))
    return (
        sum(path.stat().st_size for path in made),
        mean(ssim(home / "own" / f"{path.stem}.png", path) for path in made),
    )


def bytes_at(similarity: float, cells: list[tuple[int, float]]) -> float:
    """The bytes at an SSIM, between or beyond the measured qualities on a line of their logarithms."""
    slope, start = np.polyfit([cell[1] for cell in cells], [log(cell[0]) for cell in cells], 1)
    return exp(start + slope * similarity)


def main(upright: str, folder: str) -> None:
    with TemporaryDirectory() as temporary:
        home, photos, program = Path(temporary), Path(folder).resolve(), Path(upright).resolve()
        make(program, photos, home, "own", ".png")
        found = {}
        for speed in SPEEDS:
            cells, times = [], []
            for quality in QUALITIES:
                name = f"{speed}-{quality}"
                times.append(make(program, photos, home, name, ".avif", f"quality: {quality}, speed: {speed}"))
                cells.append(cell(home, name))
            found[speed] = (times[1], cells)
        base_bytes, similarity = found[BASE][1][1]
        for speed, (time, cells) in found.items():
            (size, own), equal = cells[1], bytes_at(similarity, cells) / bytes_at(similarity, found[BASE][1])
            print(f"| {speed} | {time:.0f} | {size / base_bytes:.3f} | {own:.4f} | {equal:.3f} |")


main(*sys.argv[1:])
