"""Checks of manifests."""

from __future__ import annotations

import json
import os
from typing import NamedTuple, Optional, Tuple, Union

from ._command import StrPath, call, options_of
from ._errors import Message, raised
from ._jobs import Job, job_argument
from ._manifest import Manifest


class Mismatch(NamedTuple):
    """An exception of ``upright verify``."""

    line: Optional[int]
    source: Optional[str]
    output: Optional[str]
    kind: str
    message: str


class Verification(NamedTuple):
    """The outcome of a check."""

    rows: int
    sources: int
    outputs: int
    rendered: int
    exceptions: Tuple[Mismatch, ...]
    messages: Tuple[Message, ...]

    @property
    def ok(self) -> bool:
        """True if files and rows agree with the manifest."""
        return not self.exceptions


def verify(
    manifest: Union[StrPath, Manifest],
    *,
    job: Optional[Job] = None,
    root: Optional[StrPath] = None,
    state: Optional[StrPath] = None,
    outputs_only: bool = False,
    render: Union[int, str, None] = None,
    seed: Optional[int] = None,
    jobs: Optional[int] = None,
    memory: Union[int, str, None] = None,
) -> Verification:
    """Compares sources, outputs and rows with a manifest. The options are those of ``upright verify``.

    Raises JobError if there is nothing to compare with.
    """
    path = manifest.path if isinstance(manifest, Manifest) else manifest
    file, text = (None, None) if job is None else job_argument(job)
    if text is not None and root is None:
        root = "."
    options = options_of(
        job=file, root=root, state=state, outputs_only=outputs_only, render=render, seed=seed, jobs=jobs,
        memory=memory,
    )
    ended = call(["verify", "--json", "--log-format", "json", *options, "--", os.fspath(path)], text)
    if ended.status not in (0, 1):
        raise raised(ended.status, ended.messages)
    value = json.loads(ended.stdout)
    exceptions = tuple(
        Mismatch(each.get("line"), each.get("source"), each.get("output"), each["kind"], each["message"])
        for each in value["exceptions"]
    )
    return Verification(
        value["rows"], value["sources"], value["outputs"], value["rendered"], exceptions, tuple(ended.messages)
    )
