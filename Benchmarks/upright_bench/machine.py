"""What isn't a race: two cores, memory within a budget, start-up, a plan of a million entries."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from upright_bench import measure, ours, photos
from upright_bench.contest import OURS, Ground, Setting
from upright_bench.measure import Command, Side, Trouble
from upright_bench.report import Verdict, megabytes
from upright_bench.workloads import Output, Photos

FIT = (Output("fit", 512),)
PEER = "vipsthumbnail"
# Of the time with one core.
WALL_SHARE = 0.56
# In MB; a tenth more may be taken.
BUDGETS = (24, 64, 256)
STARTS = 50
ENTRIES, PLAN_BYTES, PLAN_SECONDS = 1_000_000, 10**9, 60


def two_cores(setting: Setting) -> list[Verdict]:
    """Memory isn't watched, since that takes time from the second core."""
    with photos.place(setting.work, Photos.CAMERA, setting.sources) as home:
        ground = Ground.at(home, FIT)
        sides = [ground.own(setting.program, jobs, {}, f"{OURS}-{jobs}") for jobs in (1, 2)]
        sides.append(ground.peer(PEER, processes=2))
        usage = measure.race(sides, setting.runs, watched=False)
    one, two, peer = (usage[side.name].wall for side in sides)
    work = "fit 512 with two cores"
    return [
        Verdict(
            f"{work}: wall of --jobs 2 to --jobs 1",
            f"{two:.2f} s / {one:.2f} s = {two / one:.2f}",
            f"at most {WALL_SHARE}",
            two <= WALL_SHARE * one,
        ),
        Verdict(f"{work}: wall of two {PEER} to --jobs 2", f"{peer:.2f} s / {two:.2f} s = {peer / two:.2f}"),
    ]


def memory(setting: Setting) -> list[Verdict]:
    if not setting.program.knows("--memory"):
        return [Verdict("memory budgets", "not measured: this upright has no --memory")]
    with photos.place(setting.work, Photos.BOTH, setting.sources) as home:
        ground = Ground.at(home, FIT)
        return [within(setting, ground, jobs, budget) for jobs in (1, 2) for budget in BUDGETS]


def within(setting: Setting, ground: Ground, jobs: int, budget: int) -> Verdict:
    """The highest memory of all runs with a budget, against that of a job without photos."""
    failures = {"on_error": '{max_failures: "100%"}'}
    empty = ours.write_job(ground.home, "empty", FIT, failures, '{glob: "none/*.jpg", optional: true}')
    full = ours.write_job(ground.home, OURS, FIT, failures)

    def peak(job: Path) -> int:
        taken = []
        for _ in range(setting.runs):
            ground.prepare(ground.home / job.stem)
            command = setting.program.run(job, "--memory", f"{budget}MB", jobs=jobs)
            taken.append(measure.run([[command]]).peak)
        return max(taken)

    allowed = peak(empty) + budget * 1_100_000
    taken = peak(full)
    made, unfit = outcome(setting.program, full)
    return Verdict(
        f"--memory {budget}MB --jobs {jobs}",
        f"{megabytes(taken)} MB; {made} photos made, {unfit} don't fit",
        f"at most {megabytes(allowed)} MB",
        taken <= allowed,
    )


def outcome(program: ours.Program, job: Path) -> tuple[int, int]:
    """How many photos were made, and how many don't fit; none of these needs less than one of those."""
    lines = (job.parent / job.stem / "manifest.jsonl").read_text().splitlines()
    rows = {row["source"]: row for row in map(json.loads, lines)}
    others = [row for row in rows.values() if row["status"] != "ok" and row["error"]["code"] != "memory"]
    if others:
        raise Trouble(f"{others[0]['source']}: {others[0]['error']['message']}")
    needs: dict[bool, list[int]] = {True: [], False: []}
    for image in program.plan(job):
        needs[rows[image["source"]]["status"] == "ok"].append(image["peak_bytes"])
    if needs[True] and needs[False] and min(needs[False]) < max(needs[True]):
        raise Trouble("a photo was refused though it needs less memory than one that was made")
    return len(needs[True]), len(needs[False])


def start(setting: Setting) -> list[Verdict]:
    """Programs that tell their version and end."""
    commands = {OURS: (str(setting.program.path), "--version"), PEER: (PEER, "--version")}
    sides = [
        Side(name, [[Command(command, setting.work)]] * STARTS, lambda: None, lambda: None)
        for name, command in commands.items()
    ]
    usage = measure.race(sides, setting.runs, watched=False)
    own, peer = usage[OURS].cpu / STARTS * 1000, usage[PEER].cpu / STARTS * 1000
    return [Verdict(f"start-up: CPU of {PEER} to ours", f"{peer:.1f} ms / {own:.1f} ms = {peer / own:.2f}")]


def plan(setting: Setting) -> list[Verdict]:
    """The tree lies in memory, so that caches are warm."""
    work = f"plan of {ENTRIES:,} entries"
    try:
        with TemporaryDirectory(dir=photos.MEMORY_DISK, prefix="upright-bench-") as folder:
            home = Path(folder)
            photos.make_tree(home, ENTRIES)
            job = ours.write_job(home, OURS, FIT, {}, '"photos/**/*.jpg"')
            command = Command((str(setting.program.path), "plan", "--json", job.name), home)
            usage = measure.run([[command]])
    except OSError as error:
        return [Verdict(work, f"not measured: {error}")]
    return [
        Verdict(
            f"{work}: memory",
            f"{megabytes(usage.peak)} MB",
            f"less than {megabytes(PLAN_BYTES)} MB",
            usage.peak < PLAN_BYTES,
        ),
        Verdict(
            f"{work}: wall",
            f"{usage.wall:.1f} s, CPU {usage.cpu:.1f} s",
            f"less than {PLAN_SECONDS} s",
            usage.wall < PLAN_SECONDS,
        ),
    ]
