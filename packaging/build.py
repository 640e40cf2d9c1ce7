"""build.py INSTALLED OUTPUT makes the packages of a release, and a list of their SHA-256, in the folder OUTPUT.

'make packages' runs it in the repository's folder. INSTALLED is a folder that 'make install PREFIX=' has filled.
The bytes of the packages come from the commit, the toolchain and the Debian packages, and from no clock or folder.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import components
import debian
import image
import sbom
import tarball
from tree import Tree, output_of

EXAMPLES = ["nightly.yaml", "upright-nightly.service", "upright-nightly.timer", "upright.cron"]


def main(installed, output):
    # The Debian package has the modes of its files and folders on the disk.
    os.umask(0o022)
    os.environ["SOURCE_DATE_EPOCH"] = output_of("git", "log", "-1", "--format=%ct")
    binary = installed / "bin/upright"
    version = json.loads(output_of(binary, "--version", "--json"))["version"]
    linked = components.linked(Path(".build/linked-archives.tsv"))

    common = Tree.of_folder(installed)
    common["share/upright/job-v1.json"] = Path("schema/job-v1.json").read_bytes()
    common["share/doc/upright/upright.spdx.json"] = sbom.document(f"upright-{version}", version, binary, linked)
    for name in EXAMPLES:
        example = Path("examples", name).read_bytes()
        common[f"share/doc/upright/examples/{name}"] = example.replace(b"=../schema/", b"=../../../upright/")

    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    debian.build(version, binary, common, linked, output)
    tarball.build(version, common, linked, output)
    image.build(version, binary, linked, output)
    (output / f"upright-{version}.spdx.json").write_bytes(common["share/doc/upright/upright.spdx.json"])
    with tempfile.TemporaryDirectory() as licences:
        components.licences(linked).write(licences)
        subprocess.run([sys.executable, "-B", "packaging/wheel.py", binary, version, licences, output], check=True)

    sums = "".join(
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(output.iterdir()))
    (output / "SHA256SUMS").write_text(sums)
    print(sums, end="")


main(Path(sys.argv[1]), Path(sys.argv[2]))
