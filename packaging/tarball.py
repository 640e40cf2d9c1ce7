"""The tarball: folders to unpack below any prefix."""

import hashlib
import platform
import subprocess

import components
from tree import Tree


def build(version, common, linked, output):
    """Writes upright-VERSION-linux-MACHINE.tar.zst."""
    files = Tree(common)
    files.update(components.licences(linked).below("share/doc/upright/"))
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {path}\n" for path, data in sorted(files.items()))
    files["share/doc/upright/SHA256SUMS"] = sums.encode()
    name = f"upright-{version}-linux-{platform.machine()}"
    subprocess.run(
        ["zstd", "-q", "-19", "--single-thread", "-o", output / f"{name}.tar.zst"],
        input=files.below(f"{name}/").tar(), check=True)
