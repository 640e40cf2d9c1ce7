"""Buckets of 100,000 random sizes, against the rules of two trainers.

The rule of diffusers is the package's own function, find_nearest_bucket. No package has the code of kohya's sd-scripts,
so the rule of make_bucket_resolutions and BucketManager.select_bucket was written down here, without a look at
Upright's code.
"""

import ast
import importlib.util
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
from typing import Callable

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


def function_of(package: str, file: str, name: str) -> Callable:
    """One function of a package, without the modules that its file imports: they would need PyTorch."""
    [folder] = importlib.util.find_spec(package).submodule_search_locations
    tree = ast.parse(Path(folder, file).read_text())
    tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
    names = {}
    exec(compile(tree, file, "exec"), names)
    return names[name]


find_nearest_bucket = function_of("diffusers", "training_utils.py", "find_nearest_bucket")


def diffusers(buckets: list[tuple[int, int]], size: tuple[int, int]) -> tuple[int, int]:
    return buckets[find_nearest_bucket(size[1], size[0], [(height, width) for width, height in buckets])]


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
