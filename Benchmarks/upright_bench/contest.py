"""A work done by us, by its peers and by the floor in turn."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, JpegImagePlugin

from upright_bench import measure, ours, peers
from upright_bench.measure import Side, Trouble, Usage
from upright_bench.photos import Photo, place, read_photo
from upright_bench.reference import Fidelity, fidelities
from upright_bench.workloads import Output, Size, Workload

# JpegImagePlugin's number of 4:2:0, and of what has no chroma.
HALVED, NO_CHROMA = 2, -1
OURS, FLOOR = "ours", "floor"


@dataclass(frozen=True)
class Setting:
    """What all works have in common."""

    program: ours.Program
    floor: Path
    # A folder for what is made and thrown away.
    work: Path
    # The photos.
    sources: list[Path]
    runs: int
    jobs: int


@dataclass(frozen=True)
class Ground:
    """Where a work is done: each side has a folder in `home`, beside `photos`."""

    home: Path
    photos: list[Photo]
    outputs: tuple[Output, ...]

    @classmethod
    def at(cls, home: Path, outputs: tuple[Output, ...]) -> "Ground":
        return cls(home, [read_photo(path) for path in sorted((home / "photos").iterdir())], outputs)

    def own(self, program: ours.Program, jobs: int, keys: dict[str, str], name: str = OURS) -> Side:
        job = ours.write_job(self.home, name, self.outputs, keys)
        return self.side(name, [[program.run(job, jobs=jobs)]], tolerance=0)

    def peer(self, name: str, processes: int) -> Side:
        names = [photo.name for photo in self.photos]
        # It may round a length in another way.
        return self.side(name, peers.steps(name, self.outputs, self.home, names, processes), tolerance=1)

    def floor(self, floor: Path, program: ours.Program) -> Side:
        """For the job that we are measured with. What it makes isn't turned, so it isn't looked at."""
        folder = self.home / FLOOR
        steps = ours.floor_steps(floor, program, self.home / f"{OURS}.yaml", folder)
        return Side(FLOOR, steps, lambda: self.prepare(folder), lambda: None)

    def side(self, name: str, steps: measure.Steps, tolerance: int) -> Side:
        folder = self.home / name
        return Side(name, steps, lambda: self.prepare(folder), lambda: self.check(folder, tolerance))

    def prepare(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        for output in self.outputs:
            (folder / output.folder).mkdir(parents=True)

    def check(self, folder: Path, tolerance: int) -> None:
        """That each output is there, and nothing else, decodable and of its size."""
        for output in self.outputs:
            made = sorted(file.name for file in (folder / output.folder).iterdir())
            if made != [output.name(photo.name) for photo in self.photos]:
                raise Trouble(f"{folder / output.folder}: {len(made)} files of {len(self.photos)} photos")
            for photo in self.photos:
                file = folder / output.folder / output.name(photo.name)
                check_file(file, output.size(photo.display), tolerance)


def check_file(file: Path, size: Size, tolerance: int) -> None:
    with Image.open(file) as image:
        image.load()
        if any(abs(made - wanted) > tolerance for made, wanted in zip(image.size, size)):
            raise Trouble(f"{file} has {image.size} instead of {size}")
        if image.format == "JPEG" and JpegImagePlugin.get_sampling(image) not in (HALVED, NO_CHROMA):
            raise Trouble(f"{file} isn't 4:2:0")


@dataclass(frozen=True)
class Contest:
    """What came of a work: medians of all sides, and of all but the floor the fidelity and the outputs' bytes."""

    workload: Workload
    usage: dict[str, Usage]
    fidelity: dict[str, Fidelity]
    sizes: dict[str, int]


def hold(setting: Setting, workload: Workload) -> Contest:
    with place(setting.work, workload.photos, setting.sources) as home:
        ground = Ground.at(home, workload.outputs)
        sides = [ground.own(setting.program, setting.jobs, workload.keys)]
        sides += [ground.peer(peer, setting.jobs) for peer in workload.peers]
        if workload.has_floor:
            sides.append(ground.floor(setting.floor, setting.program))
        usage = measure.race(sides, setting.runs)
        folders = {name: home / name for name in (OURS, *workload.peers)}
        fidelity = fidelities(ground.photos, workload.outputs, folders)
        sizes = {name: size_of(folder, workload.outputs) for name, folder in folders.items()}
        return Contest(workload, usage, fidelity, sizes)


def size_of(folder: Path, outputs: tuple[Output, ...]) -> int:
    """Bytes of all outputs in a side's folder."""
    return sum(file.stat().st_size for output in outputs for file in (folder / output.folder).iterdir())
