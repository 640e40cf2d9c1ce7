"""The Debian package."""

import gzip
import hashlib
import os
import re
import subprocess
import tempfile
from email.utils import formatdate
from pathlib import Path

import components
from tree import Tree, output_of

CONTROL = """\
Package: upright
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kibibytes}
Depends: libc6 (>= {glibc})
Recommends: ca-certificates, libcurl4, libdav1d6, libde265-0, liblcms2-2, librsvg2-2
Section: graphics
Priority: optional
Description: turn, crop, resize and encode batches of pictures
 Upright makes the outputs that a job file lists: pictures turned upright,
 cropped, resized and encoded. A manifest records which output came from
 which source, and the next run makes only what changed.
 .
 The program contains the libraries that shape its outputs' bytes. Little CMS
 converts colours, libde265 reads HEIC, dav1d reads AVIF fast, librsvg reads
 SVG, and libcurl reads URLs and buckets.
"""

CHANGELOG = """\
upright ({version}) unstable; urgency=medium

  * CHANGELOG.md of the source tells what changed.

 -- {maintainer}  {date}
"""

OVERRIDES = """\
# The program contains its libraries, so that a job gives the same bytes on every machine.
upright: embedded-library *
# The licence of Swift, and of other libraries in the program, is theirs as it stands, with its exceptions.
upright: copyright-file-contains-full-apache-2-license
"""


def build(version, binary, common, linked, output):
    """Writes upright_VERSION_ARCHITECTURE.deb."""
    # Debian sorts '~' before the end of a version, so 0.2.0-dev is older than 0.2.0.
    version = version.replace("-dev", "~dev")
    architecture = output_of("dpkg", "--print-architecture")
    maintainer = output_of("git", "log", "-1", "--format=%an <%ae>")
    date = formatdate(int(os.environ["SOURCE_DATE_EPOCH"]))

    files = Tree()
    for path, data in common.items():
        files["usr/" + path.replace("zsh/site-functions", "zsh/vendor-completions")] = data
    completions = "usr/share/bash-completion/completions/upright"
    files[completions] = files[completions].removeprefix(b"#!/bin/bash\n")
    files["usr/share/man/man1/upright.1.gz"] = packed(files.pop("usr/share/man/man1/upright.1"))
    for path in files:
        if "/examples/" in path:
            # Users copy the examples elsewhere, so the path is absolute.
            example = files[path].replace(b"=../../../upright/", b"=/usr/share/upright/")
            files[path] = example.replace(b"/usr/local/bin/", b"/usr/bin/")
    document = "usr/share/doc/upright/"
    files[document + "copyright"] = components.licences(linked)["copyright"]
    changelog = CHANGELOG.format(version=version, maintainer=maintainer, date=date)
    files[document + "changelog.gz"] = packed(changelog.encode())
    files["usr/share/lintian/overrides/upright"] = OVERRIDES.encode()
    files["DEBIAN/control"] = CONTROL.format(
        version=version, architecture=architecture, maintainer=maintainer, glibc=newest_glibc(binary),
        kibibytes=sum(len(data) // 1024 + 1 for data in files.values())).encode()
    files["DEBIAN/md5sums"] = md5sums(files)

    with tempfile.TemporaryDirectory() as folder:
        files.write(folder)
        Path(folder).chmod(0o755)
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zxz", "--build", folder,
                output / f"upright_{version}_{architecture}.deb"], check=True, stdout=subprocess.DEVNULL)


def packed(data):
    return gzip.compress(data, 9, mtime=0)


def md5sums(files):
    """The checksums by which dpkg finds changed files."""
    return "".join(f"{hashlib.md5(data).hexdigest()}  {path}\n" for path, data in sorted(files.items())
        if not path.startswith("DEBIAN/")).encode()


def newest_glibc(binary):
    """The version of the C library that has all symbols which the program needs, such as 2.34."""
    versions = re.findall(r"\(GLIBC_([0-9.]+)\)", output_of("objdump", "-T", binary))
    return max(versions, key=lambda version: [int(part) for part in version.split(".")])
