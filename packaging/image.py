"""The OCI image: the program, the shared libraries that it needs or loads, certificates, and nothing else.

Its archive also has the list of images (manifest.json) by which Docker's classic image store loads it.
"""

import gzip
import hashlib
import json
import os
import re
from datetime import datetime, timezone
from pathlib import Path

import components
import sbom
from components import LIBRARIES
from tree import Tree, output_of

USER = 65532
WORK = "work"


def build(version, binary, linked, output):
    """Writes upright-VERSION.oci.tar, and beside it the image's SBOM."""
    architecture = output_of("dpkg", "--print-architecture")
    files = Tree({"usr/bin/upright": binary.read_bytes()})
    libraries = shared_libraries(binary)
    # The kernel looks for the loader at the path that the program names.
    loader = re.search(r"program interpreter: /(.+)\]", output_of("readelf", "-l", binary))[1]
    for name, path in libraries.items():
        files[loader if name == Path(loader).name else str(path).lstrip("/")] = path.read_bytes()
    loaded = {components.debian(path.resolve()) for path in libraries.values()}

    certificates = sorted(Path("/usr/share/ca-certificates/mozilla").glob("*.crt"))
    files["etc/ssl/certs/ca-certificates.crt"] = b"".join(path.read_bytes() for path in certificates)
    loaded.add(components.debian(certificates[0]))
    # gdk-pixbuf reads the pictures in SVGs by its own code. But it looks again and again for a list of more modules,
    # which the sandbox forbids, until the list names one. An empty line ends each module.
    modules = LIBRARIES / "gdk-pixbuf-2.0"
    [module] = modules.glob("*/loaders/libpixbufloader-ani.so")
    listed = output_of(modules / "gdk-pixbuf-query-loaders", module)
    files[str(module.parent.with_name("loaders.cache")).lstrip("/")] = f"{listed}\n\n".encode()
    files["etc/passwd"] = f"upright:x:{USER}:{USER}::/{WORK}:/usr/bin/upright\n".encode()
    files["etc/group"] = f"upright:x:{USER}:\n".encode()
    files["etc/nsswitch.conf"] = b"hosts: files dns\n"

    document = sbom.document(f"upright-{version}.oci", version, binary, linked, sorted(loaded))
    files["usr/share/doc/upright/upright.spdx.json"] = document
    (output / f"upright-{version}.oci.spdx.json").write_bytes(document)
    title = "The image contains these libraries: the program has some in it, and loads others."
    every = sorted({(each.name, each.version): each for each in [*loaded, *linked]}.values())
    files.update(components.licences(every, title).below("usr/share/doc/upright/"))

    mounts = [(name, 0o755, 0) for name in ("dev", "proc", "sys")]
    layer = files.tar(folders=[(WORK, 0o755, USER), ("tmp", 0o1777, 0), *mounts])
    packed = gzip.compress(layer, 9, mtime=0)
    created = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
    created = created.strftime("%Y-%m-%dT%H:%M:%SZ")
    labels = {
        "org.opencontainers.image.created": created,
        "org.opencontainers.image.licenses": "Apache-2.0",
        "org.opencontainers.image.revision": output_of("git", "rev-parse", "HEAD"),
        "org.opencontainers.image.title": "upright",
        "org.opencontainers.image.version": version,
    }
    config = as_json({
        "created": created,
        "architecture": architecture,
        "os": "linux",
        "config": {
            "User": f"{USER}:{USER}",
            "Env": ["PATH=/usr/bin", "LANG=C.UTF-8"],
            "Entrypoint": ["/usr/bin/upright"],
            "Cmd": ["--help"],
            "Volumes": {f"/{WORK}": {}},
            "WorkingDir": f"/{WORK}",
            "Labels": labels,
        },
        "rootfs": {"type": "layers", "diff_ids": [digest(layer)]},
        "history": [{"created": created, "created_by": "make packages"}],
    })
    reference = "upright:" + version.replace("+", "-")
    media = "application/vnd.oci.image."
    manifest = as_json({
        "schemaVersion": 2,
        "mediaType": media + "manifest.v1+json",
        "config": descriptor(media + "config.v1+json", config),
        "layers": [descriptor(media + "layer.v1.tar+gzip", packed)],
        "annotations": labels,
    })
    index = as_json({
        "schemaVersion": 2,
        "mediaType": media + "index.v1+json",
        "manifests": [{
            **descriptor(media + "manifest.v1+json", manifest),
            "platform": {"architecture": architecture, "os": "linux"},
            "annotations": {"org.opencontainers.image.ref.name": reference},
        }],
    })
    stored = as_json([{"Config": blob_path(config), "RepoTags": [reference], "Layers": [blob_path(packed)]}])
    image = Tree({
        "oci-layout": as_json({"imageLayoutVersion": "1.0.0"}), "index.json": index, "manifest.json": stored,
    })
    image.update((blob_path(blob), blob) for blob in (config, manifest, packed))
    (output / f"upright-{version}.oci.tar").write_bytes(image.tar())


def shared_libraries(binary):
    """The path of each library that the program needs or loads on demand, and of those that these need, by name."""
    sources = "".join(path.read_text() for path in Path("Sources").rglob("*.c"))
    wanted = [*needed(binary), *re.findall(r'KERNEL_LOAD\("([^"]+)"', sources)]
    found = {}
    while wanted:
        name = wanted.pop()
        if name not in found:
            found[name] = LIBRARIES / name
            wanted += needed(found[name])
    return dict(sorted(found.items()))


def needed(file):
    return re.findall(r"\(NEEDED\) .*\[(.+)\]", output_of("readelf", "-d", file))


def as_json(value):
    return json.dumps(value, indent=1).encode()


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def blob_path(blob):
    """The blob's path in the archive."""
    return "blobs/" + digest(blob).replace(":", "/")


def descriptor(media_type, data):
    return {"mediaType": media_type, "digest": digest(data), "size": len(data)}
