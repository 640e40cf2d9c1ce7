"""Manifests: a row for each output."""

from __future__ import annotations

import json
import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple

from ._command import StrPath

if TYPE_CHECKING:
    import datasets  # type: ignore[import-untyped, import-not-found, unused-ignore]
    import pandas  # type: ignore[import-untyped, import-not-found, unused-ignore]
    import pyarrow  # type: ignore[import-untyped, import-not-found, unused-ignore]


class Fault(NamedTuple):
    """The reason why a row isn't ``ok``, a warning or a note."""

    #: Stable over versions.
    code: str
    message: str


class Row(NamedTuple):
    """An output of a source. docs/manifest.md describes all keys. Sizes are (width, height) and boxes are
    (x, y, width, height), both in pixels."""

    source: str
    id: str
    source_sha256: Optional[str]
    source_bytes: Optional[int]
    format: Optional[str]
    stored_size: Optional[Tuple[int, int]]
    orientation: Optional[int]
    display_size: Optional[Tuple[int, int]]
    crop_requested: Optional[Mapping[str, Any]]
    crop: Optional[Tuple[float, float, float, float]]
    decode: Optional[Mapping[str, Any]]
    #: Relative to the output root.
    output: Optional[str]
    output_sha256: Optional[str]
    output_bytes: Optional[int]
    output_size: Optional[Tuple[int, int]]
    content: Optional[Tuple[int, int, int, int]]
    content_scale: Optional[Tuple[float, float]]
    frames: Optional[int]
    #: ``ok``, ``failed``, ``skipped`` or ``filtered``.
    status: str
    error: Optional[Fault]
    warnings: Tuple[Fault, ...]
    notes: Tuple[Fault, ...]
    job_sha256: str
    tool: str
    recipe_number: int
    libraries: Mapping[str, str]
    #: Only with bounds of pixels in ``where``.
    facts: Optional[Mapping[str, Any]]
    #: Only for an output that shows a mask file: the path of this file.
    mask: Optional[str]
    #: Only with ``mask``: SHA-256 of this file, if it was read and is hashed.
    mask_sha256: Optional[str]
    #: Keys that this version of the package doesn't know.
    more: Mapping[str, Any]

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> Row:
        """The row that is an object of a manifest. Raises KeyError if a key is missing."""
        known = {name: value[name] for name in _ALWAYS}
        for name in _TUPLES:
            if known[name] is not None:
                known[name] = tuple(known[name])
        known["error"] = None if value["error"] is None else _fault(value["error"])
        known["warnings"] = tuple(map(_fault, value["warnings"]))
        known["notes"] = tuple(map(_fault, value["notes"]))
        more = {name: each for name, each in value.items() if name not in _KNOWN}
        rare: Dict[str, Any] = {name: value.get(name) for name in _RARE}
        return cls(**known, **rare, more=more)


_NAMES = Row._fields[:-1]
_KNOWN = frozenset(_NAMES)
_RARE = ("facts", "mask", "mask_sha256")
_ALWAYS = [name for name in _NAMES if name not in _RARE]
_TUPLES = ("stored_size", "display_size", "crop", "output_size", "content", "content_scale")


def _fault(value: Mapping[str, Any]) -> Fault:
    return Fault(value["code"], value["message"])


class Manifest:
    """A manifest file. Iterating reads it row by row, and keeps no row."""

    def __init__(self, path: StrPath) -> None:
        self.path = Path(path)

    def __iter__(self) -> Iterator[Row]:
        return map(Row.read, self._objects())

    def __repr__(self) -> str:
        return f"Manifest({os.fspath(self.path)!r})"

    def to_arrow(self) -> pyarrow.Table:
        """A table with the manifest's keys as columns. ``decode`` is JSON; ``libraries`` is a map."""
        import pyarrow as pa

        text, whole, size = pa.string(), pa.int64(), pa.list_(pa.int64())
        fault = pa.struct([("code", text), ("message", text)])
        types = {
            "source_bytes": whole, "output_bytes": whole, "orientation": whole, "frames": whole,
            "recipe_number": whole, "stored_size": size, "display_size": size, "output_size": size, "content": size,
            "crop": pa.list_(pa.float64()), "content_scale": pa.list_(pa.float64()),
            "error": fault, "warnings": pa.list_(fault), "notes": pa.list_(fault), "libraries": pa.map_(text, text),
        }
        schema = pa.schema([(name, types.get(name, text)) for name in _NAMES])
        objects = self._objects()
        batches: List[pa.RecordBatch] = []
        while rows := list(islice(objects, _AT_ONCE)):
            columns = [pa.array([_cell(row, name) for row in rows], kind) for name, kind in zip(_NAMES, schema.types)]
            batches.append(pa.record_batch(columns, schema=schema))
        return pa.Table.from_batches(batches, schema)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with the manifest's keys as columns, and the values of JSON in them."""
        import pandas as pd

        return pd.DataFrame(list(self._objects()), columns=list(_NAMES))

    def to_datasets(self, output_root: StrPath) -> datasets.Dataset:
        """A dataset of the rows that are ``ok``, with the outputs below ``output_root`` in the column ``image``."""
        import datasets
        import pyarrow as pa
        import pyarrow.compute as pc  # type: ignore[import-untyped, import-not-found, unused-ignore]

        table = self.to_arrow()
        table = table.filter(pc.equal(table["status"], "ok"))
        root = os.path.abspath(output_root)
        images = [os.path.join(root, path) for path in table["output"].to_pylist()]
        # Maps are the one type of the columns that datasets doesn't read.
        table = table.drop_columns(["libraries"]).append_column("image", pa.array(images, pa.string()))
        if not images:
            # datasets can't convert a column without a chunk, and the filter leaves none.
            table = table.schema.empty_table()
        return datasets.Dataset(table).cast_column("image", datasets.Image())

    def _objects(self) -> Iterator[Mapping[str, Any]]:
        with open(self.path, encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)


def _cell(row: Mapping[str, Any], name: str) -> Any:
    """The value of a row in the table of ``to_arrow``."""
    value = row.get(name)
    if name in _JSON and value is not None:
        return json.dumps(value, ensure_ascii=False)
    return list(row["libraries"].items()) if name == "libraries" else value


#: Rows of ``to_arrow`` that are objects in memory at once.
_AT_ONCE = 1000

#: Columns of ``to_arrow`` whose objects have keys that differ from row to row.
_JSON = ("decode", "crop_requested", "facts")
