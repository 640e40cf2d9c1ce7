"""Plans and runs of jobs."""

from __future__ import annotations

import json
import os
import re
from functools import cached_property
from typing import Any, Callable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union

from ._command import Ended, StrPath, call, options_of
from ._errors import Message, raised
from ._manifest import Manifest, Row

#: The path of a job file, or a dict with the keys of a job file.
Job = Union[StrPath, Mapping[str, Any]]


class Progress(NamedTuple):
    """How far a run is."""

    #: ``plan`` while headers are read, then ``make``.
    stage: str
    #: The number of images looked at, or finished.
    done: int
    #: The number of images to make; None with the stage ``plan``.
    total: Optional[int]
    #: The bytes of the sources of finished images, and of all images.
    bytes: Optional[int]
    total_bytes: Optional[int]


class Result:
    """The outcome of a run."""

    def __init__(
        self, summary: Mapping[str, Any], messages: Tuple[Message, ...], manifest: Optional[Manifest]
    ) -> None:
        #: The summary of ``run --json``, as docs/command-line.md describes it.
        self.summary = summary
        self.messages = messages
        self._manifest = manifest

    @property
    def manifest(self) -> Manifest:
        """The manifest. Raises ValueError if the run took only some sources or didn't come to its end, because such a
        run writes none."""
        if self._manifest is None:
            raise ValueError("this run has no manifest, because it took only some sources or didn't come to its end")
        return self._manifest

    @cached_property
    def rows(self) -> List[Row]:
        """The rows of the manifest, read once."""
        return list(self.manifest)

    @property
    def ok(self) -> int:
        """The number of outputs that are there as the job wants them."""
        return int(self.summary["ok"])

    @property
    def failed(self) -> int:
        return int(self.summary["failed"])


class Plan:
    """The outputs that a run would make, from headers alone."""

    def __init__(
        self, header: Mapping[str, Any], images: Tuple[Mapping[str, Any], ...], messages: Tuple[Message, ...]
    ) -> None:
        #: Versions and the hash of the job, as docs/manifest.md describes them.
        self.header = header
        #: An object for each source.
        self.images = images
        self.messages = messages

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self.images)

    def __len__(self) -> int:
        return len(self.images)


def run(
    job: Job,
    *,
    root: Optional[StrPath] = None,
    state: Optional[StrPath] = None,
    jobs: Optional[int] = None,
    memory: Union[int, str, None] = None,
    force: bool = False,
    verify: bool = False,
    retry_failed: bool = False,
    locked: bool = False,
    prune: bool = False,
    only: Optional[str] = None,
    wait: Optional[float] = None,
    time_limit: Optional[float] = None,
    stats: Optional[StrPath] = None,
    progress: Optional[Callable[[Progress], None]] = None,
) -> Result:
    """Makes the outputs of a job, or those that changed. The options are those of ``upright run``.

    ``progress`` is called in the calling thread, at most ten times a second.

    Raises ImagesFailed if some images failed; JobError if the job is wrong; WriteError, TryAgainLater, Stopped and
    InternalError as these classes say. KeyboardInterrupt ends the run in order; the next run continues. Raises TypeError
    or ValueError for a dict or an option that the command can't take.
    """
    if locked and isinstance(job, Mapping):
        raise ValueError("locked=True needs the path of a job file: a dict has no job lock")
    options = options_of(
        root=root, state=state, jobs=jobs, memory=memory, force=force, verify=verify, retry_failed=retry_failed,
        locked=locked, prune=prune, only=only, wait=wait, time_limit=time_limit, stats=stats,
    )
    if progress is not None:
        options += ["--progress", "json"]
    tell = None if progress is None else lambda value: progress(_progress(value))
    ended = _call("run", job, ["--json", *options], root, tell)
    summaries = [json.loads(line) for line in ended.stdout.splitlines()]
    result = None
    if summaries:
        whole = ended.status in (0, 1) and only is None
        manifest = Manifest(os.path.abspath(summaries[0]["manifest"])) if whole else None
        result = Result(summaries[0], tuple(ended.messages), manifest)
    if ended.status != 0 or result is None:
        raise raised(ended.status, ended.messages, result)
    return result


def plan(
    job: Job,
    *,
    root: Optional[StrPath] = None,
    state: Optional[StrPath] = None,
    jobs: Optional[int] = None,
) -> Plan:
    """Reads the headers of all sources, and tells what a run would make.

    An image that would fail has the key ``error`` in the plan. Raises JobError if the job is wrong.
    """
    ended = _call("plan", job, ["--json", *options_of(root=root, state=state, jobs=jobs)], root)
    if ended.status not in (0, 1):
        raise raised(ended.status, ended.messages)
    header, *images = [json.loads(line) for line in ended.stdout.splitlines()]
    return Plan(header, tuple(images), tuple(ended.messages))


def _progress(value: Mapping[str, Any]) -> Progress:
    return Progress(
        value["stage"], value["done"], value.get("total"), value.get("bytes"), value.get("total_bytes")
    )


def _call(
    command: str,
    job: Job,
    options: List[str],
    root: Optional[StrPath],
    progress: Optional[Callable[[Mapping[str, Any]], None]] = None,
) -> Ended:
    arguments = [command, "--log-format", "json", *options]
    file, text = job_argument(job)
    if text is not None and root is None:
        arguments += ["--root", "."]
    return call([*arguments, "--", file], text, progress)


def job_argument(job: Job) -> Tuple[str, Optional[bytes]]:
    """The path of a job, and the text that the command reads from standard input if the job is a dict."""
    if not isinstance(job, Mapping):
        return os.fspath(job), None
    # A file's name would name the job; standard input has no good one.
    try:
        text = _yaml({"name": "job", **job}, "job")
    except RecursionError:
        raise ValueError("the job contains itself, or is nested too deep") from None
    return "/dev/stdin", text.encode("utf-8", "surrogateescape")


def _yaml(value: Any, key: str) -> str:
    """A value in the form that JSON and the YAML of job files share. Raises TypeError or ValueError for a value that has
    none."""
    if isinstance(value, Mapping):
        members = (f"{_yaml(str(name), key)}: {_yaml(each, str(name))}" for name, each in value.items())
        return "{" + ", ".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_yaml(each, key) for each in value) + "]"
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, float):
        from decimal import Decimal

        return format(Decimal(repr(float(value))), "f")
    if value is None or isinstance(value, (bool, int)):
        return json.dumps(value)
    if isinstance(value, str):
        # Surrogates that Python puts into the names of files stand for bytes.
        if re.search("[\ud800-\udc7f\udd00-\udfff]", value):
            raise ValueError(f"'{key}' of a job has half of a character: a surrogate without its pair")
        text = json.dumps(value, ensure_ascii=False)
        # YAML takes some of these for ends of lines, and refuses the others.
        return re.sub("[\x7f-\x9f\u2028\u2029\ufeff]", lambda found: f"\\u{ord(found.group()):04x}", text)
    raise TypeError(f"'{key}' of a job can't be a {type(value).__name__}")
