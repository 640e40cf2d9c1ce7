"""What a tree of processes takes: processor, time, memory."""

import ctypes
import os
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
SAMPLE_SECONDS = 0.003


class Trouble(Exception):
    """Something can't be measured, or a run didn't do what it should."""


@dataclass(frozen=True)
class Command:
    arguments: tuple[str, ...]
    folder: Path
    environment: dict[str, str] = field(default_factory=dict)


# Commands that run at once, one such step after the other.
Steps = list[list[Command]]


@dataclass(frozen=True)
class Usage:
    # Seconds, user and system.
    cpu: float
    # Seconds.
    wall: float
    # Bytes: the highest sum of VmHWM over the processes that were alive at a time.
    peak: int


def adopt_orphans() -> None:
    """Makes orphans come to this process, and so the processor time that they took."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


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


def high_water(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/status") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


class PeakWatch(threading.Thread):
    """Looks at the memory of processes, and of those that they start, until it is told to stop.

    A process is named to it only when it has called exec: until then it shows our own memory.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.roots: list[int] = []
        self.peak = 0
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.wait(SAMPLE_SECONDS):
            alive = (pid for root in list(self.roots) for pid in tree(root))
            self.peak = max(self.peak, sum(map(high_water, alive)))


def run(steps: Steps, watched: bool = True) -> Usage:
    """Runs steps to their end. Watching memory takes some processor time from what runs beside."""
    watch = PeakWatch()
    if watched:
        watch.start()
    cpu, start = 0.0, time.monotonic()
    try:
        for step in steps:
            cpu += run_step(step, watch)
        return Usage(cpu, time.monotonic() - start, watch.peak)
    finally:
        watch.done.set()


def run_step(step: list[Command], watch: PeakWatch) -> float:
    """Seconds of the processor that a step took."""
    with tempfile.TemporaryFile() as errors:
        started: dict[int, subprocess.Popen[bytes]] = {}
        for command in step:
            environment = os.environ | command.environment
            process = subprocess.Popen(
                command.arguments,
                cwd=command.folder,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
            started[process.pid] = process
            watch.roots.append(process.pid)
        cpu = 0.0
        while True:
            try:
                pid, status, usage = os.wait4(-1, 0)
            except ChildProcessError:
                break
            cpu += usage.ru_utime + usage.ru_stime
            if pid in started:
                started[pid].returncode = os.waitstatus_to_exitcode(status)
        failed = [process for process in started.values() if process.returncode != 0]
        if failed:
            errors.seek(0)
            said = errors.read()[-2000:].decode(errors="replace")
            raise Trouble(f"{str(failed[0].args)[:200]} ended with {failed[0].returncode}: {said}")
        return cpu


@dataclass(frozen=True)
class Side:
    """One of those that are compared."""

    name: str
    steps: Steps
    # Makes the ground ready for a run, unmeasured; looks at what a run made.
    prepare: Callable[[], None]
    check: Callable[[], None]


def median(usages: list[Usage]) -> Usage:
    return Usage(
        statistics.median(usage.cpu for usage in usages),
        statistics.median(usage.wall for usage in usages),
        int(statistics.median(usage.peak for usage in usages)),
    )


def race(sides: list[Side], runs: int, watched: bool = True) -> dict[str, Usage]:
    """Medians of all sides, run in turn again and again. The first round warms caches and doesn't count."""
    usages: dict[str, list[Usage]] = {side.name: [] for side in sides}
    for number in range(runs + 1):
        for side in sides:
            side.prepare()
            usage = run(side.steps, watched)
            side.check()
            if number > 0:
                usages[side.name].append(usage)
    return {name: median(taken) for name, taken in usages.items()}
