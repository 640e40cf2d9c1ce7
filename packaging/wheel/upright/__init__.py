"""Orient, crop, resize and re-encode sets of images by a job file, from Python.

    import upright

    result = upright.run("thumbs.yaml")
    for row in result.rows:
        print(row.source, row.output, row.output_size)

Each function runs the command ``upright`` that this package carries. A job is the path of a job file, or a dict with
the same keys. Relative paths in a dict start at the current folder.
"""

from ._command import __version__, find_upright
from ._errors import (
    ImagesFailed,
    InternalError,
    JobError,
    Message,
    Stopped,
    TryAgainLater,
    UprightError,
    WriteError,
)
from ._jobs import Job, Plan, Progress, Result, plan, run
from ._manifest import Fault, Manifest, Row
from ._probe import Unreadable, probe
from ._verify import Mismatch, Verification, verify

__all__ = [
    "Fault",
    "ImagesFailed",
    "InternalError",
    "Job",
    "JobError",
    "Manifest",
    "Message",
    "Mismatch",
    "Plan",
    "Progress",
    "Result",
    "Row",
    "Stopped",
    "TryAgainLater",
    "Unreadable",
    "UprightError",
    "Verification",
    "WriteError",
    "__version__",
    "find_upright",
    "plan",
    "probe",
    "run",
    "verify",
]
