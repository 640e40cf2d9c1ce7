"""Headers of images."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Union

from ._command import StrPath, call
from ._errors import Message, raised


class Unreadable(NamedTuple):
    """A file whose header can't be read."""

    file: str
    code: str
    message: str


def probe(paths: Iterable[StrPath]) -> List[Union[Mapping[str, Any], Unreadable]]:
    """What the headers of files say, in the order of the paths: an object of ``upright probe --json`` for each file,
    or Unreadable. Decodes no pixels. Raises TypeError for a single path."""
    if isinstance(paths, (str, bytes, os.PathLike)):
        raise TypeError("probe takes a list of paths: write probe([path])")
    files = [os.fspath(path) for path in paths]
    found: List[Union[Mapping[str, Any], Unreadable]] = []
    for start in range(0, len(files), _AT_ONCE):
        found += _probe(files[start : start + _AT_ONCE])
    return found


#: Paths in one call; the kernel bounds the length of arguments.
_AT_ONCE = 1000


def _probe(files: List[str]) -> List[Union[Mapping[str, Any], Unreadable]]:
    read: Dict[str, Mapping[str, Any]] = {}
    failed: Dict[Optional[str], Message] = {}
    named = [file for file in files if _is_utf8(file)]
    if named:
        ended = call(["probe", "--json", "--log-format", "json", "--", *named])
        if ended.status not in (0, 1):
            raise raised(ended.status, ended.messages)
        read = {value["file"]: value for value in map(json.loads, ended.stdout.splitlines())}
        failed = {each.file: each for each in ended.messages}
    found: List[Union[Mapping[str, Any], Unreadable]] = []
    for file in files:
        if not _is_utf8(file):
            found.append(Unreadable(file, "name_not_utf8", "the name isn't UTF-8: rename the file"))
        elif file in read:
            found.append(read[file])
        else:
            message = failed.get(file, Message("error", "the command didn't tell why"))
            found.append(Unreadable(file, message.code or "", message.message))
    return found


def _is_utf8(file: str) -> bool:
    """Whether a name is one that the command takes."""
    try:
        os.fsencode(file).decode()
    except UnicodeDecodeError:
        return False
    return True
