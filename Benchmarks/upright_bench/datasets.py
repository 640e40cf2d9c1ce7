"""Many boxes of many photos, each box of another size, as a data set of crops needs them."""

import csv
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from upright_bench import measure, ours
from upright_bench.contest import OURS, Setting, check_file
from upright_bench.measure import Command, Steps, Trouble
from upright_bench.peers import HERE, ONE_THREAD
from upright_bench.photos import read_photo
from upright_bench.report import Verdict

PHOTOS, BOXES_EACH, SIDE, QUALITY = 5_000, 60, 128, 85
# Of a box, in pixels: no output is enlarged.
LEAST, MOST = 128, 900
BOUNDS = {"pyvips": 3.0, "OpenCV": 2.0}
SCRIPTS = {"pyvips": "peer_pyvips.py", "OpenCV": "peer_opencv.py"}


def boxes(setting: Setting) -> list[Verdict]:
    """Each side works once: a run takes minutes, so its start weighs nothing."""
    with TemporaryDirectory(dir=setting.work, prefix="upright-bench-") as folder:
        home = Path(folder)
        lay_out(home, setting.sources)
        sides = {OURS: [[setting.program.run(write_job(home), jobs=1)]]}
        sides |= {peer: peer_steps(home, peer) for peer in BOUNDS}
        usage = {}
        for name, steps in sides.items():
            (home / name).mkdir()
            usage[name] = measure.run(steps)
            check(home / name)
    work = f"{PHOTOS * BOXES_EACH:,} boxes of {PHOTOS:,} photos to {SIDE}x{SIDE}"
    mine = usage[OURS]
    found = []
    for peer, bound in BOUNDS.items():
        its = usage[peer]
        ratio = its.cpu / mine.cpu
        measured = f"{its.cpu:.0f} s / {mine.cpu:.0f} s = {ratio:.2f}"
        found.append(Verdict(f"{work}: CPU of {peer} to ours", measured, f"at least {bound}", ratio >= bound))
        found.append(Verdict(f"{work}: memory of {peer} to ours", f"{its.peak / mine.peak:.2f}"))
    return found


def lay_out(home: Path, sources: list[Path]) -> None:
    """The photos again and again, and a CSV file of boxes in display space: always the same."""
    (home / "photos").mkdir()
    displays = [read_photo(source).display for source in sources]
    numbers = random.Random(1)
    with (home / "boxes.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["image", "x", "y", "width", "height"])
        for photo in range(PHOTOS):
            name = f"{photo + 1:05}.jpg"
            (home / "photos" / name).symlink_to(sources[photo % len(sources)].resolve())
            width, height = displays[photo % len(sources)]
            for _ in range(BOXES_EACH):
                w, h = (numbers.randint(LEAST, min(MOST, side)) for side in (width, height))
                rows.writerow([name, numbers.randint(0, width - w), numbers.randint(0, height - h), w, h])


def write_job(home: Path) -> Path:
    source = "{annotations: boxes.csv, format: csv, images: photos, space: display}"
    path = "{stem}-{box_index}.jpg"
    output = f'{{path: "{path}", resize: {{width: {SIDE}, height: {SIDE}, fit: fill}}, quality: {QUALITY}}}'
    return ours.write_job(home, OURS, (), {"outputs": f"[{output}]"}, source)


def peer_steps(home: Path, peer: str) -> Steps:
    work = ["boxes", str(SIDE), str(QUALITY), ".jpg", str(home / peer), "../boxes.csv"]
    return [[Command((sys.executable, str(HERE / SCRIPTS[peer]), *work), home / "photos", ONE_THREAD)]]


def check(folder: Path) -> None:
    made = sorted(folder.glob("*.jpg"))
    if len(made) != PHOTOS * BOXES_EACH:
        raise Trouble(f"{folder}: {len(made)} outputs of {PHOTOS * BOXES_EACH} boxes")
    for file in made[:: len(made) // 100]:
        check_file(file, (SIDE, SIDE), tolerance=0)
