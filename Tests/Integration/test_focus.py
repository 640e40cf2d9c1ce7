"""Crops on the most detail, against a transcription of their rule to numpy.

The rule was written down here from docs/job-file.md. All pictures have at most 256 pixels a side, so that the small
picture is the picture itself.
"""

import json
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy
from PIL import Image

UPRIGHT = str(Path(os.environ["UPRIGHT"]).resolve())
COUNT = int(os.environ.get("COUNT", "300"))


def entropy(part: numpy.ndarray) -> float:
    counts = numpy.bincount(part.reshape(-1), minlength=256)
    shares = counts[counts > 0] / part.size
    return round(float(-(shares * numpy.log2(shares)).sum()), 9)


def slopes(levels: numpy.ndarray) -> numpy.ndarray:
    levels = levels.astype(int)
    sums = numpy.zeros_like(levels)
    sums[:, :-1] += numpy.abs(numpy.diff(levels, axis=1))
    sums[:-1] += numpy.abs(numpy.diff(levels, axis=0))
    return sums


def best(levels: numpy.ndarray, width: int, height: int, focus: str) -> tuple[int, int]:
    """The left and the top edge of the window of width x height with the most detail."""
    columns, rows = levels.shape[1] - width, levels.shape[0] - height
    steep = slopes(levels)
    found = None
    for y in range(rows + 1):
        for x in range(columns + 1):
            box = slice(y, y + height), slice(x, x + width)
            value = entropy(levels[box]) if focus == "entropy" else int(steep[box].sum())
            distance = abs(2 * x - columns) + abs(2 * y - rows)
            key = value, -distance, -y, -x
            if found is None or key > found[0]:
                found = key, (x, y)
    return found[1]


def pictures(count: int):
    numbers = numpy.random.default_rng(27)
    for number in range(count):
        width, height = (int(side) for side in numbers.integers(20, 80, 2))
        levels = numpy.full((height, width), int(numbers.integers(0, 256)), dtype=numpy.uint8)
        for _ in range(int(numbers.integers(1, 4))):
            x, y = int(numbers.integers(0, width - 8)), int(numbers.integers(0, height - 8))
            spot = levels[y : y + int(numbers.integers(4, 20)), x : x + int(numbers.integers(4, 20))]
            spot[:] = numbers.integers(0, 256, spot.shape, dtype=numpy.uint8)
        yield levels


class FocusTest(unittest.TestCase):
    def test_windows(self) -> None:
        draw = random.Random(3)
        root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (root / "photos").mkdir()
        entries, wanted, compared = [], {}, 0
        for number, levels in enumerate(pictures(COUNT)):
            name = f"{number:04}"
            exif = Image.Exif()
            tag = number % 8 + 1
            exif[0x0112] = tag
            # The file holds the picture so that a viewer that obeys the tag shows `levels`.
            back = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}.get(tag)
            stored = Image.fromarray(levels)
            if back is not None:
                stored = stored.transpose(Image.Transpose(back))
            stored.save(root / "photos" / f"{name}.png", exif=exif)
            height, width = levels.shape
            for focus in ("entropy", "edges"):
                sides = draw.randint(5, width), draw.randint(5, height)
                wanted[name, focus, "size"] = sides, best(levels, *sides, focus)
                side = min(width, height)
                wanted[name, focus, "aspect"] = (side, side), best(levels, side, side, focus)
                for kind, crop in (
                    ("size", f"width: {sides[0]}, height: {sides[1]}"),
                    ("aspect", "aspect: '1:1'"),
                ):
                    entries.append((name, focus, kind, crop))
        for focus in ("entropy", "edges"):
            for kind in ("size", "aspect"):
                sources = "".join(
                    f"  - {{path: photos/{name}.png, crop: {{{crop}, focus: {focus}}}}}\n"
                    for name, of, sort, crop in entries
                    if of == focus and sort == kind
                )
                (root / "job.yaml").write_text(
                    f"version: 1\nsources:\n{sources}outputs: [{{path: 'out/{{stem}}.png'}}]\n"
                )
                plan = subprocess.run(
                    [UPRIGHT, "plan", "--json", "job.yaml"], cwd=root, check=True, capture_output=True, text=True
                ).stdout.splitlines()
                for line in map(json.loads, plan):
                    if "outputs" not in line:
                        continue
                    name = Path(line["source"]).stem
                    compared += 1
                    (width, height), (x, y) = wanted[name, focus, kind]
                    self.assertEqual(
                        line["outputs"][0]["crop"], [x, y, width, height], (name, focus, kind, int(name) % 8 + 1)
                    )
        self.assertEqual(compared, 4 * COUNT)


if __name__ == "__main__":
    unittest.main()
