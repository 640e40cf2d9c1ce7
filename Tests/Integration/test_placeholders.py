"""Placeholders, against the packages blurhash and thumbhash-python, and averages by numpy."""

import base64
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import blurhash
import numpy
from PIL import Image
from thumbhash.encode import rgba_to_thumbhash

UPRIGHT = str(Path(os.environ["UPRIGHT"]).resolve())
COUNT = int(os.environ.get("COUNT", "60"))
BACKGROUND = (240, 200, 20)
JOB = """
version: 1
sources: ["photos/*.png"]
output_root: out
background: [240, 200, 20]
outputs:
  - {path: "{stem}-b.png", placeholder: blurhash}
  - {path: "{stem}-t.png", placeholder: thumbhash}
  - {path: "{stem}-l.png", placeholder: lqip}
"""


def pictures(count: int):
    """Noise that was made large, with and without alpha."""
    numbers = numpy.random.default_rng(11)
    for number in range(count):
        width, height = (int(side) for side in numbers.integers(8, 140, 2))
        small = numbers.integers(0, 256, (5, 6, 4), dtype=numpy.uint8)
        picture = Image.fromarray(small).resize((width, height), Image.Resampling.BICUBIC)
        yield picture if number % 2 else picture.convert("RGB")


def averages(picture: Image.Image, side: int) -> numpy.ndarray:
    """Averages of the samples, of which the longer side has at most `side`. Colours weigh by their alpha."""
    levels = numpy.array(picture.convert("RGBA")).astype(numpy.int64)
    height, width = levels.shape[:2]
    longer = max(width, height)
    most = min(side, longer)
    across, down = ((2 * full * most + longer) // (2 * longer) for full in (width, height))
    small = numpy.zeros((down, across, 4), dtype=numpy.int64)
    for y in range(down):
        for x in range(across):
            cell = levels[y * height // down : (y + 1) * height // down, x * width // across : (x + 1) * width // across]
            cell = cell.reshape(-1, 4)
            alpha = cell[:, 3]
            weights = alpha if alpha.sum() else numpy.ones_like(alpha)
            sums = (cell[:, :3] * weights[:, None]).sum(axis=0)
            small[y, x, :3] = (2 * sums + weights.sum()) // (2 * weights.sum())
            small[y, x, 3] = (2 * alpha.sum() + len(alpha)) // (2 * len(alpha))
    return small


def over(small: numpy.ndarray) -> numpy.ndarray:
    alpha = small[..., 3:]
    return (small[..., :3] * alpha + numpy.array(BACKGROUND) * (255 - alpha) + 127) // 255


class PlaceholderTest(unittest.TestCase):
    def test_texts(self) -> None:
        root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (root / "photos").mkdir()
        (root / "job.yaml").write_text(JOB)
        for number, picture in enumerate(pictures(COUNT)):
            picture.save(root / "photos" / f"{number}.png")
        subprocess.run([UPRIGHT, "run", "--quiet", "job.yaml"], cwd=root, check=True)
        rows = [json.loads(line) for line in (root / "job.manifest.jsonl").read_text().splitlines()]
        self.assertEqual(len(rows), 3 * COUNT)
        for row in rows:
            text = next(note["message"] for note in row["notes"] if note["code"] == "placeholder")
            with Image.open(root / row["source"]) as picture:
                small = averages(picture, 16 if row["output"].endswith("-l.png") else 32)
            height, width = small.shape[:2]
            if row["output"].endswith("-b.png"):
                self.assertEqual(text, blurhash.encode(over(small).tolist(), 4, 3), row["output"])
            elif row["output"].endswith("-t.png"):
                # The package rounds halves to even numbers, so the number of components may differ at a half.
                most = 5 if (small[..., 3] < 255).any() else 7
                if 2 * most * min(width, height) % max(width, height) == 0 and width != height:
                    continue
                made = base64.b64decode(text)
                wanted = rgba_to_thumbhash(width, height, small.reshape(-1).tolist())
                self.assertEqual(made[:5], bytes(wanted[:5]), row["output"])
                self.assertEqual(len(made), len(wanted))
                for one, other in zip(made[5:], wanted[5:]):
                    self.assertLessEqual(max(abs((one & 15) - (other & 15)), abs((one >> 4) - (other >> 4))), 1)
            else:
                self.assertLessEqual(len(text), 512)
                data = base64.b64decode(text.removeprefix("data:image/webp;base64,"))
                with Image.open(io.BytesIO(data)) as tiny:
                    self.assertEqual((tiny.format, tiny.size), ("WEBP", (width, height)))
                    levels = numpy.array(tiny.convert("RGB")).astype(int)
                self.assertLess(numpy.abs(levels - over(small)).mean(), 45, row["output"])


if __name__ == "__main__":
    unittest.main()
