"""The command that this package carries."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sysconfig
import threading
from pathlib import Path
from typing import Any, Callable, List, Mapping, NamedTuple, Optional, Sequence, Union

from ._errors import Message
from ._version import __version__ as __version__

StrPath = Union[str, "os.PathLike[str]"]


def find_upright() -> str:
    """The path of the command ``upright``.

    The environment variable ``UPRIGHT`` names another binary. Raises FileNotFoundError if there is none.
    """
    named = os.environ.get("UPRIGHT")
    if named:
        return named
    # pip --user puts scripts below the home folder, and pip --target into a folder 'bin' beside the package.
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", scheme="posix_user"),
        str(Path(__file__).parent.parent / "bin"),
    ]
    for folder in [*folders, *os.get_exec_path()]:
        path = os.path.join(folder, "upright")
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise FileNotFoundError(f"there is no upright in {', '.join(folders)} or on PATH; UPRIGHT may name it")


class Ended(NamedTuple):
    """A command that has ended."""

    status: int
    stdout: bytes
    messages: List[Message]


def call(
    arguments: Sequence[str],
    stdin: Optional[bytes] = None,
    progress: Optional[Callable[[Mapping[str, Any]], None]] = None,
) -> Ended:
    """Runs the command to its end. ``progress`` gets each object of ``--progress json``.

    If an exception such as KeyboardInterrupt comes in between, the command gets SIGINT and ends in order before the
    exception goes on.
    """
    messages: List[Message] = []
    others: List[str] = []
    # In a session of its own the command gets no SIGINT from the terminal. A second one would end it at once.
    with subprocess.Popen(
        [find_upright(), *arguments],
        stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        output: List[bytes] = []
        reader = threading.Thread(target=lambda out: output.append(out.read()), args=(process.stdout,))
        reader.start()
        try:
            if stdin is not None:
                _send(process, stdin)
            for line in process.stderr:
                value = _object(line)
                if value is None:
                    others += line.decode("utf-8", "replace").splitlines() if line.strip() else []
                elif value.get("level") != "progress":
                    messages.append(Message.read(value))
                elif progress is not None:
                    progress(value)
            status = process.wait()
        except BaseException:
            _interrupt(process)
            raise
        finally:
            reader.join()
    if others:
        told = status == 0 or any(each.level == "error" for each in messages)
        messages.append(Message("warning" if told else "error", "\n".join(others)))
    return Ended(status, output[0], messages)


def _send(process: subprocess.Popen[bytes], data: bytes) -> None:
    assert process.stdin is not None
    try:
        with process.stdin:
            process.stdin.write(data)
    except BrokenPipeError:
        pass  # The messages of the command say why it ended.


def _object(line: bytes) -> Optional[Mapping[str, Any]]:
    """The object of a line of stderr; None for errors in the command line, which are text."""
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _interrupt(process: subprocess.Popen[bytes]) -> None:
    """Asks the command to end, and waits until it has. A second KeyboardInterrupt ends it at once."""
    # Shells start programs in the background with SIGINT ignored, and the command inherits that.
    ignored = signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    stop = signal.SIGTERM if ignored else signal.SIGINT
    process.send_signal(stop)
    try:
        if process.stderr is not None:
            process.stderr.read()
        process.wait()
    except KeyboardInterrupt:
        process.send_signal(stop)
        process.wait()


#: Options without a value.
_FLAGS = frozenset(("force", "locked", "outputs_only", "prune", "retry_failed", "verify"))


def options_of(**values: Any) -> List[str]:
    """Options of the command line. None and False leave an option out. Raises TypeError if a flag has a value."""
    options: List[str] = []
    for name, value in values.items():
        if value is None or value is False:
            continue
        if (value is True) != (name in _FLAGS):
            raise TypeError(f"{name} must be True or False" if name in _FLAGS else f"{name} can't be True")
        option = "--" + name.replace("_", "-")
        if isinstance(value, float):
            option += f"={value:f}"
        elif value is not True:
            option += "=" + (os.fspath(value) if isinstance(value, os.PathLike) else str(value))
        options.append(option)
    return options
