"""What a tree of processes takes: processor, time, memory."""

import ctypes
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from upright_bench import memory

PR_SET_CHILD_SUBREAPER = 36


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
    # Bytes of memory, as memory.METHOD says.
    peak: int


def adopt_orphans() -> None:
    """Makes orphans come to this process, and so the processor time that they took."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def run(steps: Steps, watched: bool = True) -> Usage:
    """Runs steps to their end."""
    watch = memory.watch(watched)
    cpu, start = 0.0, time.monotonic()
    try:
        for step in steps:
            cpu += run_step(step, watch)
    finally:
        peak = watch.end()
    return Usage(cpu, time.monotonic() - start, peak)


def run_step(step: list[Command], watch: memory.Group | memory.Samples | memory.Nothing) -> float:
    """Seconds of the processor that a step took."""
    with tempfile.TemporaryFile() as errors:
        started: dict[int, subprocess.Popen[bytes]] = {}
        for command in step:
            environment = os.environ | command.environment
            process = subprocess.Popen(
                watch.command(command.arguments),
                cwd=command.folder,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
            started[process.pid] = process
            watch.started(process.pid)
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
