#!/usr/bin/env python3
"""Makes the wheel of the Python package: the module `upright`, the command and the licences.

wheel.py BINARY VERSION LICENCES_FOLDER OUTPUT_FOLDER prints the path of the wheel. VERSION is the one that
`upright --version` prints. All times in the wheel are SOURCE_DATE_EPOCH, by default the beginning of 1980. With one
version of zlib the same files give the same bytes.
"""

import base64
import hashlib
import os
import re
import struct
import sys
import time
import zipfile
from pathlib import Path

MODULE = Path(__file__).resolve().parent / "wheel/upright"
#: The oldest time that a zip file can hold, in seconds since 1970.
OLDEST = 315532800
SUMMARY = "Orient, crop, resize and re-encode sets of images by a job file"
DESCRIPTION = """\
Upright processes batches of photos: it turns them upright, crops them, resizes them and encodes them. A job lists the
outputs; a manifest records which output came from which source. The same photos and the same job always give the same
bytes.

```python
import upright

result = upright.run({
    "version": 1,
    "sources": ["photos/*.jpg"],
    "output_root": "thumbs",
    "outputs": [{"path": "{stem}.webp", "resize": {"width": 256, "height": 256, "fit": "cover"}}],
})
for row in result.rows:
    print(row.source, row.output, row.output_size)
```

This package has the module `upright`, which is typed, and the command `upright`. It needs no other Python package.
Some sources need libraries of the system: Little CMS, libde265, dav1d, librsvg and libcurl. `upright check` names the
missing ones.
"""


class Trouble(Exception):
    pass


def pep440(version: str) -> str:
    """The version of a Python package for a version of upright: 0.2.0-dev+0cc2bd4f1a2b is 0.2.0.dev0+g0cc2bd4f1a2b.

    The letter keeps a commit of digits alone from being read as a number, which would lose its leading zeros.
    """
    found = re.fullmatch(r"(\d+\.\d+\.\d+)(-dev(?:\+([0-9a-f]+(?:\.dirty)?))?)?", version)
    if found is None:
        raise Trouble(f"'{version}' is no version of upright: give the one that 'upright --version' prints")
    release, development, commit = found.groups()
    return release + (".dev0" if development else "") + (f"+g{commit}" if commit else "")


def platform(binary: bytes, path: Path) -> str:
    """The platform tag of a program: its processor, and the oldest glibc that has all versions that it asks for."""
    if binary[:6] != b"\x7fELF\x02\x01":
        raise Trouble(f"{path}: this is no program for 64-bit Linux: give the binary of 'make build'")
    machine = {62: "x86_64", 183: "aarch64"}.get(struct.unpack_from("<H", binary, 18)[0])
    wanted = [int(minor) for minor in re.findall(rb"\0GLIBC_2\.(\d+)(?=[.\0])", binary)]
    if machine is None or not wanted:
        raise Trouble(f"{path}: this is no program for glibc on x86-64 or arm64: give the binary of 'make build'")
    if b"\0GLIBC_ABI_DT_RELR\0" in binary:
        wanted.append(36)  # glibc reads relative relocations in this form from 2.36 on.
    return f"manylinux_2_{max(wanted)}_{machine}"


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Trouble(f"{path}: can't be read: {error.strerror}") from None


def make(binary: Path, version: str, licences: Path, output: Path) -> Path:
    number = pep440(version)
    program = read(binary)
    tag = f"py3-none-{platform(program, binary)}"
    stem = f"upright_images-{number}"
    info = f"{stem}.dist-info"
    texts = {path.relative_to(licences).as_posix(): read(path) for path in licences.rglob("*") if path.is_file()}
    if not texts:
        raise Trouble(f"{licences}: there is no licence in this folder")
    metadata = [
        "Metadata-Version: 2.4",
        "Name: upright-images",
        f"Version: {number}",
        f"Summary: {SUMMARY}",
        *(f"License-File: {name}" for name in sorted(texts)),
        "Classifier: Environment :: Console",
        "Classifier: Operating System :: POSIX :: Linux",
        "Classifier: Programming Language :: Python :: 3",
        "Classifier: Topic :: Multimedia :: Graphics :: Graphics Conversion",
        "Classifier: Typing :: Typed",
        "Requires-Python: >=3.9",
        "Description-Content-Type: text/markdown",
    ]
    entries = {
        **{f"upright/{name}": read(MODULE / name) for name in os.listdir(MODULE) if name.endswith((".py", ".typed"))},
        "upright/_version.py": f'__version__ = "{number}"\n'.encode(),
        f"{stem}.data/scripts/upright": program,
        f"{info}/METADATA": ("\n".join(metadata) + "\n\n" + DESCRIPTION).encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: upright\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
        **{f"{info}/licenses/{name}": text for name, text in texts.items()},
    }
    record = "".join(f"{name},{digest(entries[name])},{len(entries[name])}\n" for name in sorted(entries))
    output.mkdir(parents=True, exist_ok=True)
    wheel = output / f"{stem}-{tag}.whl"
    moment = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", OLDEST)), OLDEST))
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in sorted(entries):
            add(archive, name, entries[name], moment)
        add(archive, f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), moment)
    return wheel


def digest(data: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def add(archive: zipfile.ZipFile, name: str, data: bytes, moment: time.struct_time) -> None:
    entry = zipfile.ZipInfo(name, moment[:6])
    entry.create_system = 3  # Unix, whose mode stands in the upper half of the attributes.
    entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
    archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)


def main() -> int:
    if len(sys.argv) != 5:
        print("usage: wheel.py BINARY VERSION LICENCES_FOLDER OUTPUT_FOLDER", file=sys.stderr)
        return 2
    binary, version, licences, output = sys.argv[1:]
    try:
        print(make(Path(binary), version, Path(licences), Path(output)))
    except Trouble as trouble:
        print(f"wheel.py: {trouble}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
