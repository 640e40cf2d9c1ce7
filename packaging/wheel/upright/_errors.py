"""Errors by exit status, as docs/command-line.md lists them."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Optional, Sequence

if TYPE_CHECKING:
    from ._jobs import Result


class Message(NamedTuple):
    """A message of upright: an error, a warning or a summary."""

    level: str
    message: str
    job: Optional[str] = None
    #: The job file, or ``/dev/stdin`` for a job that is a dict.
    file: Optional[str] = None
    #: The place in the job file, from 1.
    line: Optional[int] = None
    column: Optional[int] = None
    #: The source, as manifests name it.
    source: Optional[str] = None
    id: Optional[str] = None
    #: The stable code of an error or a warning.
    code: Optional[str] = None

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> Message:
        """The message that is an object of ``--log-format json``."""
        optional = {name: value[name] for name in cls._fields if name in value}
        return cls(**{"level": "error", "message": "", **optional})

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        subject = self.source or place or self.job
        return f"{subject}: {self.message}" if subject else self.message


class UprightError(Exception):
    """upright ended with a status other than 0."""

    def __init__(self, status: int, messages: Sequence[Message], result: Optional[Result] = None) -> None:
        #: The exit status; below 0 the number of the signal that ended the command, negated.
        self.status = status
        self.messages = tuple(messages)
        #: The outcome so far, if a run was begun.
        self.result = result
        errors = [str(each) for each in messages if each.level == "error"]
        super().__init__("\n".join(errors) or f"upright ended with status {status}")


class ImagesFailed(UprightError):
    """Some images failed (status 1). ``result`` has the rows."""


class JobError(UprightError):
    """The job or an argument is wrong, or the plan is refused (status 2)."""


class InternalError(UprightError):
    """upright has a fault, or a signal other than SIGINT, SIGTERM and SIGHUP ended it (status 70)."""


class WriteError(UprightError):
    """An output, the journal or the manifest can't be written (status 74)."""


class TryAgainLater(UprightError):
    """Another process runs the job, the disk is full, or the time limit has passed (status 75)."""


class Stopped(UprightError):
    """SIGTERM or SIGHUP ended the command. The next run continues."""


def raised(status: int, messages: Sequence[Message], result: Optional[Result] = None) -> BaseException:
    """The exception for an exit status other than 0."""
    if status == -signal.SIGINT:
        return KeyboardInterrupt()
    kind = {
        1: ImagesFailed,
        2: JobError,
        64: JobError,
        74: WriteError,
        75: TryAgainLater,
        -signal.SIGTERM: Stopped,
        -signal.SIGHUP: Stopped,
    }.get(status, InternalError)
    return kind(status, messages, result)
