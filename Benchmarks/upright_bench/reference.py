"""How near outputs are to an exact picture: PSNR in dB, plane by plane."""

import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from upright_bench.photos import Photo
from upright_bench.workloads import Box, Output, Size

Plane = np.ndarray
# Of two equal planes.
EQUAL = 99.0


@dataclass(frozen=True)
class Fidelity:
    """Over all outputs; chroma is the worse of the two planes."""

    luma_mean: float
    luma_worst: float
    chroma_worst: float

    def __str__(self) -> str:
        return f"{self.luma_mean:.2f} / {self.luma_worst:.2f} / {self.chroma_worst:.2f}"

    def reaches(self, other: "Fidelity", tolerance: float) -> bool:
        return (
            self.luma_mean >= other.luma_mean - tolerance
            and self.luma_worst >= other.luma_worst - tolerance
            and self.chroma_worst >= other.chroma_worst - tolerance
        )


def decoded(path: Path) -> Image.Image:
    """At full size in the file's own YCbCr; RGB isn't used between."""
    image = Image.open(path)
    if image.mode == "RGB":
        image.draft("YCbCr", image.size)
    image.load()
    return image if image.mode in ("L", "YCbCr") else image.convert("YCbCr")


@lru_cache(maxsize=1)
def display(path: Path) -> Image.Image:
    """A photo as a viewer shows it."""
    return ImageOps.exif_transpose(decoded(path))


@lru_cache(maxsize=6)
def exact(path: Path, box: Box, size: Size) -> tuple[Plane, ...]:
    """The box cut out and brought to the size by Lanczos in floating point."""
    x, y, w, h = box
    cut = display(path).crop((x, y, x + w, y + h))
    planes = (plane.convert("F").resize(size, Image.Resampling.LANCZOS) for plane in cut.split())
    return tuple(np.asarray(plane).clip(0, 255) for plane in planes)


def psnr(plane: Plane, reference: Plane) -> float:
    error = float(((plane - reference) ** 2).mean())
    return EQUAL if error == 0 else 10 * float(np.log10(255**2 / error))


def compare(photo: Photo, output: Output, file: Path) -> tuple[float, float]:
    """Luma and the worse chroma of what was made of a photo."""
    made = decoded(file)
    reference = exact(photo.path, output.box(photo.display), made.size)
    values = [
        psnr(np.asarray(plane, dtype=np.float32), wanted) for plane, wanted in zip(made.split(), reference)
    ]
    return values[0], min(values[1:], default=EQUAL)


def fidelities(
    photos: Iterable[Photo], outputs: tuple[Output, ...], folders: dict[str, Path]
) -> dict[str, Fidelity]:
    """Of each side, by its name; the sides take turns so that a photo is decoded once."""
    values: dict[str, list[tuple[float, float]]] = {name: [] for name in folders}
    for photo in photos:
        for output in outputs:
            for name, folder in folders.items():
                file = folder / output.folder / output.name(photo.name)
                values[name].append(compare(photo, output, file))
    return {
        name: Fidelity(
            statistics.fmean(luma for luma, _ in pairs),
            min(luma for luma, _ in pairs),
            min(chroma for _, chroma in pairs),
        )
        for name, pairs in values.items()
    }
