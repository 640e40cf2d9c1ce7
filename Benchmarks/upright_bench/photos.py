"""The photos that the works are done on, as 00001.jpg, 00001.png and so on in a folder of their own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pillow_heif
import pyvips
from PIL import Image, ImageOps, UnidentifiedImageError

from upright_bench import boxes
from upright_bench.workloads import Photos, Size

MEMORY_DISK = Path("/dev/shm")
ORIENTATION = 0x0112

pillow_heif.register_heif_opener()

# Of either side: a smaller photo would have to be enlarged by some work.
LEAST_SIDE = 448
# So many photos are converted to other formats.
LARGEST = 6


@dataclass(frozen=True)
class Photo:
    path: Path
    # As a viewer shows it.
    display: Size

    @property
    def name(self) -> str:
        return self.path.name


def read_photo(path: Path) -> Photo:
    with Image.open(path) as image:
        return Photo(path, boxes.shown(*image.size, image.getexif().get(ORIENTATION, 1)))


def usable(path: Path) -> bool:
    """Whether it is a JPEG that all can work on; says so where it isn't."""
    try:
        with Image.open(path) as image:
            fits = image.format in ("JPEG", "MPO") and image.mode in ("L", "RGB")
            if fits and min(image.size) >= LEAST_SIDE:
                return True
    except UnidentifiedImageError:
        pass
    print(f"left out, since not every work fits it: {path}", file=sys.stderr)
    return False


def listed(folder: Path) -> list[Path]:
    """The photos of a folder, by name."""
    jpegs = (path for path in sorted(folder.iterdir()) if path.suffix.lower() in (".jpg", ".jpeg"))
    return [path for path in jpegs if path.is_file() and usable(path)]


def link(sources: list[Path], folder: Path) -> None:
    for number, source in enumerate(sources, start=1):
        (folder / f"{number:05}.jpg").symlink_to(source.resolve())


def make_progressive(sources: list[Path], folder: Path, first: int = 1) -> None:
    for number, source in enumerate(sources, start=first):
        with (folder / f"{number:05}.jpg").open("wb") as file:
            command = ["jpegtran", "-progressive", "-copy", "all", str(source)]
            subprocess.run(command, stdout=file, check=True)


def converted(kind: Photos) -> tuple[str, dict[str, Any]]:
    """The suffix of a format, and the options with which libvips writes the format."""
    match kind:
        case Photos.PNG:
            return ".png", {}
        case Photos.HEIC:
            return ".heic", {"quality": 80, "exif": None}
        case Photos.TIFF_DEFLATE:
            return ".tif", {"compression": "deflate", "predictor": "horizontal"}
        case Photos.TIFF_LZW:
            return ".tif", {"compression": "lzw", "predictor": "horizontal"}
        case Photos.WEBP:
            return ".webp", {"Q": 80}
    return ".avif", {"Q": 70, "effort": 2}


def make_converted(sources: list[Path], folder: Path, kind: Photos) -> None:
    """The largest photos, upright, in another format."""
    suffix, options = converted(kind)
    by_size = sorted(sources, key=lambda source: -pixels(source))
    for number, source in enumerate(by_size[:LARGEST], start=1):
        file = folder / f"{number:05}{suffix}"
        if kind in (Photos.PNG, Photos.HEIC):
            # Pillow chooses a filter for each row of a PNG; libvips uses none.
            with Image.open(source) as image:
                upright = ImageOps.exif_transpose(image).convert("RGB")
                upright.save(file, icc_profile=None, **options)
        else:
            pyvips.Image.new_from_file(str(source)).autorot().write_to_file(str(file), keep="none", **options)


def pixels(path: Path) -> int:
    with Image.open(path) as image:
        return image.width * image.height


def make_tiny(folder: Path, count: int = 10_000, side: int = 64) -> None:
    """Soft colours under some noise, the eight orientations in turn; always the same."""
    random = np.random.default_rng(1)
    for number in range(count):
        base = Image.fromarray(random.integers(0, 256, (5, 5, 3), dtype=np.uint8))
        soft = np.asarray(base.resize((side, side), Image.Resampling.BICUBIC), dtype=np.int16)
        noisy = (soft + random.integers(-12, 13, soft.shape)).clip(0, 255).astype(np.uint8)
        exif = Image.Exif()
        exif[ORIENTATION] = number % 8 + 1
        Image.fromarray(noisy).save(folder / f"{number + 1:05}.jpg", quality=90, exif=exif)


def make_tree(folder: Path, count: int = 1_000_000, in_folder: int = 1000) -> None:
    """So many hard links to one small file, in folders of a thousand."""
    original = folder / "original"
    Image.new("L", (64, 64), 128).save(original, format="JPEG")
    for first in range(0, count, in_folder):
        below = folder / f"photos/{first // in_folder:04}"
        below.mkdir(parents=True)
        for number in range(first, first + in_folder):
            os.link(original, below / f"{number:07}.jpg")


@contextmanager
def place(work: Path, kind: Photos, sources: list[Path]) -> Iterator[Path]:
    """A folder that lasts as long as it is needed, with the photos in its folder `photos`."""
    parent = MEMORY_DISK if kind is Photos.TINY else work
    with TemporaryDirectory(dir=parent, prefix="upright-bench-") as home:
        folder = Path(home, "photos")
        folder.mkdir()
        match kind:
            case Photos.CAMERA:
                link(sources, folder)
            case Photos.PROGRESSIVE:
                make_progressive(sources, folder)
            case Photos.BOTH:
                link(sources, folder)
                make_progressive(sources, folder, first=len(sources) + 1)
            case Photos.TINY:
                make_tiny(folder)
            case _:
                make_converted(sources, folder, kind)
        yield Path(home)
