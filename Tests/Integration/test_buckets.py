"""Buckets of 100,000 random sizes, against the rules of two trainers.

The rules were written down here from what kohya's sd-scripts (make_bucket_resolutions, BucketManager.select_bucket) and
the training examples of diffusers (find_nearest_bucket) do, without a look at Upright's code.
"""

import json
import math
import os
import random
import struct
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

UPRIGHT = str(Path(os.environ["UPRIGHT"]).resolve())
COUNT = int(os.environ.get("COUNT", "100000"))


def resolutions(area: tuple[int, int], least: int, most: int, step: int) -> list[tuple[int, int]]:
    pixels = area[0] * area[1]
    square = int(math.sqrt(pixels) // step) * step
    found = {(square, square)}
    for width in range(least, most + 1, step):
        height = min(most, pixels // width // step * step)
        if height >= least:
            found |= {(width, height), (height, width)}
    return sorted(found)


def kohya(buckets: list[tuple[int, int]], size: tuple[int, int]) -> tuple[int, int]:
    if size in buckets:
        return size
    errors = [abs(width / height - size[0] / size[1]) for width, height in buckets]
    return buckets[errors.index(min(errors))]


def diffusers(buckets: list[tuple[int, int]], size: tuple[int, int]) -> tuple[int, int]:
    best, least = buckets[0], math.inf
    for bucket in buckets:
        error = abs(size[1] * bucket[0] - size[0] * bucket[1])
        if error <= least:
            best, least = bucket, error
    return best


def bitmap(width: int, height: int) -> bytes:
    """The headers of a BMP with one bit a pixel, without its pixels."""
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 1, 0, 0, 0, 0, 2, 2)
    return b"BM" + struct.pack("<IHHI", 62, 0, 0, 62) + info + bytes(4) + b"\xff\xff\xff\0"


class BucketsTest(unittest.TestCase):
    def test_rules(self) -> None:
        draw = random.Random(20261127)
        root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (root / "photos").mkdir()
        settings = [((1024, 1024), 512, 2048, 64), ((768, 512), 256, 1024, 32), ((1216, 832), 256, 1536, 8)]
        known = [resolutions(*setting) for setting in settings]
        sizes = [size for buckets in known for size in buckets]
        while len(sizes) < COUNT:
            sizes.append((draw.randint(1, 9000), draw.randint(1, 9000)))
        for number, (width, height) in enumerate(sizes):
            (root / "photos" / f"{number:06}.bmp").write_bytes(bitmap(width, height))
        outputs = [
            f"{{path: '{place}-{rule}/{{bucket}}/{{stem}}.jpg', buckets: {{area: {area[0]}x{area[1]}, min: {least}, "
            f"max: {most}, step: {step}, rule: {rule}}}}}"
            for place, (area, least, most, step) in enumerate(settings)
            for rule in ("kohya", "diffusers")
        ]
        (root / "job.yaml").write_text(
            "version: 1\nsources: ['photos/*.bmp']\noutput_root: out\noutputs:\n"
            + "".join(f"  - {output}\n" for output in outputs))
        start = time.monotonic()
        plan = subprocess.run(
            [UPRIGHT, "plan", "--json", "job.yaml"], cwd=root, stdout=subprocess.PIPE, check=True)
        print(f"plan of {len(sizes)} pictures with {len(outputs)} outputs: {time.monotonic() - start:.1f} s")
        lines = plan.stdout.splitlines()[1:]
        self.assertEqual(len(lines), len(sizes))
        for number, (line, size) in enumerate(zip(lines, sizes)):
            expected = [rule(buckets, size) for buckets in known for rule in (kohya, diffusers)]
            made = [tuple(output["size"]) for output in json.loads(line)["outputs"]]
            self.assertEqual(made, expected, f"picture {number} of {size}")


if __name__ == "__main__":
    unittest.main()
