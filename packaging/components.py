"""The libraries in a package: their names, versions and licences, as dpkg, SwiftPM and the linker tell them."""

import dataclasses
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tree import Tree, output_of

COMMON_LICENCES = Path("/usr/share/common-licenses")
# Debian's libraries for the processor of this machine.
LIBRARIES = Path(f"/usr/lib/{platform.machine()}-linux-gnu")

# The licence of each library that is linked, by its Debian source package, as an expression of SPDX. It is that of the
# library alone: a source package's programs, tests and build scripts may have others. XZ's library is in the public
# domain, for which SPDX has no name.
LICENCES = {
    "aom": "BSD-2-Clause",
    "bzip2": "bzip2-1.0.6",
    "expat": "MIT",
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "giflib": "MIT",
    "glibc": "LGPL-2.1-or-later",
    "lerc": "Apache-2.0",
    "libarchive": "BSD-2-Clause",
    "libdeflate": "MIT",
    "libexif": "LGPL-2.1-or-later",
    "libjpeg-turbo": "IJG AND BSD-3-Clause AND Zlib",
    "libpng1.6": "libpng-2.0",
    "libraw": "LGPL-2.1-only OR CDDL-1.0",
    "libwebp": "BSD-3-Clause",
    "libyaml": "MIT",
    "libzstd": "BSD-3-Clause OR GPL-2.0-only",
    "nettle": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "tiff": "libtiff",
    "xz-utils": "LicenseRef-xz-utils",
    "yajl": "ISC",
    "zlib": "Zlib",
}
SWIFT_LICENCE = "Apache-2.0 WITH Swift-exception"


@dataclasses.dataclass(frozen=True, order=True)
class Component:
    """A library. `licence` is an expression of SPDX, `text` the licence's text, `url` a package URL (purl)."""

    name: str
    version: str
    licence: str
    text: str
    url: str


def linked(archives):
    """The libraries in the binary, sorted. `archives` is lld's list of the archives it read: members, used, path."""
    toolchain = Path(shutil.which(os.environ.get("SWIFT", "swift"))).resolve().parent.parent
    found = {swift_argument_parser(), swift(toolchain)}
    for line in archives.read_text().splitlines()[1:]:
        _, used, path = line.split("\t")
        # The linker reads copies without unwind tables. Those of Swift's libraries are of the toolchain.
        name = Path(path).name
        if used != "0" and not name.startswith("libswift"):
            found.add(debian(original(name), LICENCES))
    return sorted(found)


def original(name):
    """The archive of this name that the compiler links."""
    return Path(output_of(os.environ.get("CC", "clang"), f"-print-file-name={name}")).resolve()


def debian(file, licences=None):
    """The library that a file of Debian belongs to. Its licence is that in `licences`, or else its whole text."""
    # dpkg knows the files of some packages by the paths they had before /lib became a link to /usr/lib.
    asked = subprocess.run(
        ["dpkg-query", "-S", str(file), str(file).removeprefix("/usr")], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True).stdout
    if not asked:
        sys.exit(f"{file}: no Debian package holds this file, so its licence is unknown. Install Debian's library.")
    package = asked.split(":")[0]
    source = output_of("dpkg-query", "-W", "-f", "${source:Package} ${source:Version}\n", package)
    name, version = source.split("\n")[0].split()
    if licences is not None and name not in licences:
        sys.exit(f"packaging/components.py: LICENCES lacks {name}, which the binary links. Add its licence.")
    text = Path("/usr/share/doc", package, "copyright").read_text("utf-8", "replace")
    licence = licences[name] if licences else reference(name)
    return Component(name, version, licence, text, f"pkg:deb/debian/{name}@{version}?arch=source")


def swift_argument_parser():
    pins = json.loads(Path("Package.resolved").read_text())["pins"]
    [pin] = [pin for pin in pins if pin["identity"] == "swift-argument-parser"]
    text = Path(".build/checkouts/swift-argument-parser/LICENSE.txt").read_text()
    version = pin["state"]["version"]
    return Component(
        pin["identity"], version, SWIFT_LICENCE, text,
        f"pkg:swift/github.com/apple/swift-argument-parser@{version}")


def swift(toolchain):
    """Swift's runtime and standard library."""
    version = re.search(r"Swift version (\S+)", output_of(toolchain / "bin/swiftc", "--version"))[1]
    text = (toolchain / "share/swift/LICENSE.txt").read_text()
    return Component("swift", version, SWIFT_LICENCE, text, f"pkg:github/swiftlang/swift@swift-{version}-RELEASE")


def reference(name):
    """SPDX's name for a licence that SPDX doesn't list: that of a library."""
    return "LicenseRef-" + re.sub("[^A-Za-z0-9.-]", "-", name)


NOTICE = """\
Upright turns, crops, resizes and encodes batches of pictures.

Copyright: the authors of Upright. The history of its repository names them.
License: Apache-2.0. A copy is in the file LICENSE of the source, and in /usr/share/common-licenses/Apache-2.0 on
Debian.

{title} Each licence is written as an expression of SPDX (https://spdx.org/licenses).

{table}

Linking the LGPL's libraries again
----------------------------------

You may change the libraries under the LGPL and link the program with them. The source of Upright is whole and free:
check out the commit that 'upright --version' prints, put your archives in the places of Debian's (lib*.a in
{libraries}), and run 'make build'. docs/packages.md of the source has the steps. The sources of the
libraries are Debian's source packages of the names and versions above: 'apt-get source NAME=VERSION', or
https://snapshot.debian.org.
"""


def licences(components, title="The program contains these libraries."):
    """The files about licences: `copyright` with all texts, Upright's own `LICENSE`, and those texts that Debian's
    files about licences refer to.
    """
    widths = [max(len(getattr(each, field)) for each in components) for field in ("name", "version")]
    table = "\n".join(
        f"  {each.name:{widths[0]}}  {each.version:{widths[1]}}  {each.licence}".rstrip() for each in components)
    parts = [NOTICE.format(title=title, table=table, libraries=LIBRARIES)]
    for each in components:
        heading = f"{each.name} {each.version}"
        parts.append(f"{heading}\n{'-' * len(heading)}\n\n{each.text.strip()}\n")
    files = Tree({"LICENSE": Path("LICENSE").read_bytes(), "copyright": "\n\n".join(parts).encode()})
    names = {name.rstrip(".") for name in re.findall(r"common-licenses/([A-Za-z][\w.+-]*)", "".join(parts))}
    for name in names:
        if (COMMON_LICENCES / name).is_file():
            files[f"common-licenses/{name}"] = (COMMON_LICENCES / name).read_bytes()
    return files
