"""The peak memory of running programs, as the kernel charges it."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

SAMPLE_SECONDS = 0.003
ROOT = Path("/sys/fs/cgroup")


class Group:
    """A cgroup of its own: the kernel counts all memory of the programs in it, and the peak of that.

    Shared memory counts once. Files count where the programs are the first to read or write them, and so does
    the kernel's own memory, such as page tables.
    """

    def __init__(self, parent: Path, peak: str) -> None:
        self.folder = parent / f"upright-bench-{os.getpid()}"
        self.folder.mkdir()
        self.file = self.folder / peak

    def command(self, arguments: tuple[str, ...]) -> tuple[str, ...]:
        """A shell enters the group, and becomes the program."""
        return ("/bin/sh", "-c", 'echo 0 >"$0" && exec "$@"', str(self.folder / "cgroup.procs"), *arguments)

    def started(self, pid: int) -> None:
        pass

    def end(self) -> int:
        peak = int(self.file.read_text())
        self.folder.rmdir()
        return peak


class Samples(threading.Thread):
    """Adds up the proportional set sizes of the programs and of all that they start, again and again.

    It looks at a program only after its exec: before that the program shows our own memory.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.roots: list[int] = []
        self.peak = 0
        self.done = threading.Event()
        self.start()

    def command(self, arguments: tuple[str, ...]) -> tuple[str, ...]:
        return arguments

    def started(self, pid: int) -> None:
        self.roots.append(pid)

    def end(self) -> int:
        self.done.set()
        self.join()
        return self.peak

    def run(self) -> None:
        while not self.done.wait(SAMPLE_SECONDS):
            alive = (pid for root in list(self.roots) for pid in tree(root))
            self.peak = max(self.peak, sum(map(proportional, alive)))


class Nothing:
    """Doesn't look, and so takes no time."""

    def command(self, arguments: tuple[str, ...]) -> tuple[str, ...]:
        return arguments

    def started(self, pid: int) -> None:
        pass

    def end(self) -> int:
        return 0


def tree(pid: int) -> Iterator[int]:
    """A process and all below it."""
    yield pid
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as children:
                for child in children.read().split():
                    yield from tree(int(child))
    except OSError:
        return  # it has just ended


def proportional(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/smaps_rollup") as sums:
            for line in sums:
                if line.startswith("Pss:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def group_place() -> tuple[Path, str] | None:
    """Where groups may be made, and the name of the file with the peak: cgroups of version 2, else of version 1."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        number, controllers, path = line.split(":", 2)
        if controllers == "memory":
            place, peak = ROOT / "memory" / path.lstrip("/"), "memory.max_usage_in_bytes"
        elif number == "0":
            place, peak = ROOT / path.lstrip("/"), "memory.peak"
        else:
            continue
        try:
            Group(place, peak).end()
            return place, peak
        except OSError:
            continue
    return None


PLACE = group_place()
METHOD = (
    f"Memory is the peak that the kernel counts for a cgroup (`{PLACE[1]}`)."
    if PLACE
    else "Memory is the highest sum of the proportional set sizes (PSS) of all running processes."
)


def watch(watched: bool) -> Group | Samples | Nothing:
    """Begins to watch the memory of programs that are still to be started."""
    if not watched:
        return Nothing()
    return Group(*PLACE) if PLACE else Samples()
