"""What others would be started with for a work, as their manuals recommend it, with one thread each."""

import sys
from collections.abc import Callable
from pathlib import Path

from upright_bench.measure import Command, Steps
from upright_bench.workloads import Output

HERE = Path(__file__).resolve().parent.parent
ONE_THREAD = {
    "VIPS_CONCURRENCY": "1",
    "OMP_NUM_THREADS": "1",
    "MAGICK_THREAD_LIMIT": "1",
    "OPENBLAS_NUM_THREADS": "1",
}

# The arguments for an output in a folder; the photos' names follow.
Arguments = Callable[[Output, Path], list[str]]


def vipsthumbnail(output: Output, folder: Path) -> list[str]:
    size = f"{output.side}x{output.side}>"
    return ["vipsthumbnail", "--size", size, "-o", f"{folder}/%s.jpg[Q={output.quality}]"]


def magick(output: Output) -> list[str]:
    side = output.side
    if output.work == "middle":
        return ["-gravity", "center", "-crop", f"{side}x{side}+0+0", "+repage"]
    return ["-thumbnail", f"{side}x{side}>"]


def hint(output: Output) -> str:
    """Twice the size, which the decoder may stop at."""
    return f"{2 * output.side}x{2 * output.side}"


def imagemagick(output: Output, folder: Path) -> list[str]:
    start = ["mogrify", "-path", str(folder)]
    scale = ["-define", f"jpeg:size={hint(output)}"] if output.work == "fit" else []
    end = ["-sampling-factor", "4:2:0", "-quality", str(output.quality)]
    return [*start, *scale, "-auto-orient", *magick(output), *end]


def graphicsmagick(output: Output, folder: Path) -> list[str]:
    start = ["gm", "mogrify", "-output-directory", str(folder)]
    scale = ["-size", hint(output)] if output.work == "fit" else []
    end = ["-sampling-factor", "2x2", "-quality", str(output.quality)]
    return [*start, *scale, "-auto-orient", *magick(output), *end]


def script(name: str) -> Arguments:
    """One of ours, in Python, which uses the peer's library."""

    def arguments(output: Output, folder: Path) -> list[str]:
        work = [output.work, str(output.side), str(output.quality), output.suffix, str(folder)]
        return [sys.executable, str(HERE / name), *work]

    return arguments


PEERS: dict[str, Arguments] = {
    "vipsthumbnail": vipsthumbnail,
    "pyvips": script("peer_pyvips.py"),
    "Pillow": script("peer_pillow.py"),
    "ImageMagick": imagemagick,
    "GraphicsMagick": graphicsmagick,
    "OpenCV": script("peer_opencv.py"),
}


def steps(peer: str, outputs: tuple[Output, ...], home: Path, names: list[str], processes: int) -> Steps:
    """The photos dealt to so many processes at once; one output after the other."""

    def command(output: Output, share: list[str]) -> Command:
        arguments = PEERS[peer](output, home / peer / output.folder)
        return Command((*arguments, *share), home / "photos", ONE_THREAD)

    shares = [names[first::processes] for first in range(processes)]
    return [[command(output, share) for share in shares if share] for output in outputs]
