"""The decode of JPEGs into planes alone: by our own decoder, and by libjpeg-turbo at the same scale."""

from dataclasses import dataclass
from pathlib import Path

from upright_bench import measure, photos
from upright_bench.contest import OURS, Ground, Setting
from upright_bench.measure import Command, Side
from upright_bench.report import Verdict
from upright_bench.workloads import Photos

PEER = "libjpeg-turbo"


@dataclass(frozen=True)
class Decode:
    title: str
    eighths: int
    # How many times as much processor time the peer must take.
    bound: float
    # Of a square in the middle; 0 for all.
    side: int = 0
    photos: Photos = Photos.CAMERA


DECODES = (
    Decode("at 1/8", 1, 1.6),
    Decode("at 1/4", 2, 1.5),
    Decode("at 1/2", 4, 1.3),
    Decode("1024x1024 in the middle at 8/8", 8, 1.6, side=1024),
    Decode("progressive at 1/8", 1, 12, photos=Photos.PROGRESSIVE),
)


def planes(setting: Setting) -> list[Verdict]:
    return [race(setting, decode) for decode in DECODES]


def race(setting: Setting, decode: Decode) -> Verdict:
    with photos.place(setting.work, decode.photos, setting.sources) as home:
        files = [photo.path for photo in Ground.at(home, ()).photos if min(photo.display) >= decode.side]
        programs = {OURS: setting.program.path.with_name("upright-planes"), PEER: setting.work / "planes"}
        sides = [side(name, program, decode, files) for name, program in programs.items()]
        usage = measure.race(sides, setting.runs, watched=False)
    own, peer = usage[OURS].cpu, usage[PEER].cpu
    return Verdict(
        f"decode alone {decode.title}: CPU of {PEER} to ours",
        f"{peer:.2f} s / {own:.2f} s = {peer / own:.2f}",
        f"at least {decode.bound}",
        peer >= decode.bound * own,
    )


def side(name: str, program: Path, decode: Decode, files: list[Path]) -> Side:
    arguments = (str(program), str(decode.eighths), str(decode.side), *map(str, files))
    return Side(name, [[Command(arguments, program.parent)]], lambda: None, lambda: None)
