"""Says which qualities of JPEG, WebP and AVIF look alike: the table of docs/performance.md, "The default qualities".

python3 Benchmarks/qualities.py UPRIGHT FOLDER_OF_PHOTOS, with NumPy, Pillow, scikit-image and ssimulacra2 from PyPI.
Files are compared with lossless PNGs of the same resample. SSIMULACRA2, which takes seconds a picture, is
measured on every second photo, and on three at the largest size.
"""

import json
import subprocess
import sys
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

import ssimulacra2

from upright_bench.similarity import ssim

SIZES = [320, 640, 1280]
QUALITIES = {"jpg": [80, 85, 90], "webp": [80, 85, 90], "avif": [60, 66, 70, 75, 85]}


def outputs() -> list[str]:
    kinds = [
        f'{format}-{quality}.{format}", quality: {quality}'
        for format, qualities in QUALITIES.items()
        for quality in qualities
    ]
    return [
        f'{{path: "{{name}}/{size}-{kind}, resize: {{width: {size}, height: {size}, fit: inside}}}}'
        for size in SIZES
        for kind in ['own.png"', *kinds]
    ]


def make(upright: Path, photos: Path, home: Path) -> list[Path]:
    """The folder of each photo's files."""
    job = "version: 1\nname: qualities\noutput_root: out\nmetadata: {keep: []}\nlimits: {seconds_per_image: 3600}\n"
    job += f"sources: [{json.dumps(f'{photos}/*')}]\noutputs:\n" + "".join(f"  - {output}\n" for output in outputs())
    (home / "qualities.yaml").write_text(job)
    subprocess.run([upright, "run", "--quiet", "qualities.yaml"], cwd=home, check=True)
    return sorted(path.parent for path in (home / "out").glob("*/*-own.png") if path.name.startswith(f"{SIZES[0]}-"))


def cells(photos: list[Path], name: str, size: int) -> tuple[int, float, float]:
    """Bytes, SSIM and SSIMULACRA2 of one quality at one size."""
    chosen = photos[::2][: 3 if size == max(SIZES) else None]
    return (
        sum((photo / f"{size}-{name}").stat().st_size for photo in photos),
        mean(ssim(photo / f"{size}-own.png", photo / f"{size}-{name}") for photo in photos),
        mean(
            ssimulacra2.compute_ssimulacra2(str(photo / f"{size}-own.png"), str(photo / f"{size}-{name}"))
            for photo in chosen
        ),
    )


def main(upright: str, folder: str) -> None:
    with TemporaryDirectory() as home:
        photos = make(Path(upright).resolve(), Path(folder).resolve(), Path(home))
        full = [cells(photos, "jpg-85.jpg", size)[0] for size in SIZES]
        for format, qualities in QUALITIES.items():
            for quality in qualities:
                row = [cells(photos, f"{format}-{quality}.{format}", size) for size in SIZES]
                shares = [f"{size:.2f}" for size in (bytes / most for (bytes, _, _), most in zip(row, full))]
                values = shares + [f"{cell[1]:.4f}" for cell in row] + [f"{cell[2]:.1f}" for cell in row]
                print(f"| {format} {quality} | " + " | ".join(values) + " |", flush=True)


main(*sys.argv[1:])
