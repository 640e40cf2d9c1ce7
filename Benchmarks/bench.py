"""Measures upright against what else one would use, and against the bounds that it is held to.

Run it by `make bench`, which sees to the programs and libraries that it needs; docs/performance.md says what is
measured. The report goes to standard output, or to a file; progress goes to standard error.
"""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from upright_bench import contest, datasets, decodes, machine, measure, ours, peaks, photos, report
from upright_bench.contest import Contest, Setting
from upright_bench.report import Verdict
from upright_bench.workloads import WORKLOADS

ROOT = Path(__file__).resolve().parent.parent
# What isn't in the table.
OTHERS: dict[str, Callable[[Setting], list[Verdict]]] = {
    "planes": decodes.planes,
    "boxes": datasets.boxes,
    "two-cores": machine.two_cores,
    "memory": machine.memory,
    "peaks": peaks.peaks,
    "start": machine.start,
    "plan": machine.plan,
}
NAMES = [workload.name for workload in WORKLOADS] + list(OTHERS)


def default_folder() -> Path:
    """The corpus's photos where there is one, else those that the project draws."""
    corpus = Path(os.environ.get("UPRIGHT_CORPUS") or ROOT / "../shared/corpus", "cameras")
    return corpus if corpus.is_dir() else ROOT / "examples/samples"


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME", choices=NAMES, help=", ".join(NAMES))
    parser.add_argument("--runs", type=int, default=5, help="that count, of each (default: 5)")
    parser.add_argument("--folder", type=Path, default=default_folder(), help="of photos")
    parser.add_argument("--jobs", type=int, default=1, help="ours, and processes of a peer (default: 1)")
    parser.add_argument("--out", type=Path, help="the file that the report goes to")
    parser.add_argument("--check", action="store_true", help="exit with 1 where a bound isn't met")
    parser.add_argument("--upright", type=Path, default=ROOT / ".build/release/upright")
    arguments = parser.parse_args()
    if arguments.runs < 1 or arguments.jobs < 1:
        parser.error("--runs and --jobs are at least 1")
    return arguments


def measured(setting: Setting, names: list[str]) -> tuple[list[Contest], list[Verdict]]:
    """The contests, and what came of the bounds."""
    contests, verdicts = [], []
    for workload in (workload for workload in WORKLOADS if workload.name in names):
        print(f"{workload.name} ...", file=sys.stderr)
        result = contest.hold(setting, workload)
        contests.append(result)
        verdicts += report.verdicts(result)
    for name in (name for name in OTHERS if name in names):
        print(f"{name} ...", file=sys.stderr)
        verdicts += OTHERS[name](setting)
    return contests, verdicts


def main() -> int:
    arguments = parsed()
    work = ROOT / ".build/bench"
    sources = photos.listed(arguments.folder) if arguments.folder.is_dir() else []
    if not sources:
        print(f"no photos in {arguments.folder}", file=sys.stderr)
        return 2
    work.mkdir(parents=True, exist_ok=True)
    program = ours.Program(arguments.upright.resolve())
    setting = Setting(program, work / "floor", work, sources, arguments.runs, arguments.jobs)
    measure.adopt_orphans()
    try:
        contests, verdicts = measured(setting, arguments.only or NAMES)
    except (measure.Trouble, OSError) as trouble:
        print(f"bench: {trouble}", file=sys.stderr)
        return 2
    text = report.surroundings(program.path, sources, arguments.runs, arguments.jobs)
    text += report.tables(contests)
    text += "\n" + "".join(f"{verdict}\n" for verdict in verdicts)
    if arguments.out:
        arguments.out.write_text(text)
    else:
        print(text, end="")
    unmet = any(verdict.met is False for verdict in verdicts)
    return 1 if arguments.check and unmet else 0


sys.exit(main())
