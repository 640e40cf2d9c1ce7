"""The packages of 'make packages', in the folder that UPRIGHT_PACKAGES names: their files, and what the image makes."""

import base64
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

PACKAGES = os.environ.get("UPRIGHT_PACKAGES")
UPRIGHT = os.environ["UPRIGHT"]
ROOT = Path(__file__).parents[2]
USER = 65532

# Each library that tools/static-libraries lists and the program has parts of.
LINKED = {
    "aom", "bzip2", "expat", "gcc-12", "giflib", "lerc", "libarchive", "libdeflate", "libexif", "libjpeg-turbo",
    "libpng1.6", "libraw", "libwebp", "libyaml", "libzstd", "nettle", "swift", "swift-argument-parser", "tiff",
    "xz-utils", "yajl", "zlib",
}
LOADED = {"cairo", "curl", "dav1d", "fontconfig", "glib2.0", "glibc", "lcms2", "libde265", "librsvg", "pango1.0"}
MANUAL = {"share/man/man1/upright.1", "share/upright/job-v1.json", "share/doc/upright/upright.spdx.json"}
EXAMPLES = {
    f"share/doc/upright/examples/{name}"
    for name in ("nightly.yaml", "upright-nightly.service", "upright-nightly.timer", "upright.cron")
}
COMPLETIONS = {"share/bash-completion/completions/upright", "share/fish/vendor_completions.d/upright.fish"}


def output_of(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, **options).stdout


def sha256(data):
    return hashlib.sha256(data).hexdigest()


@unittest.skipUnless(PACKAGES, "UPRIGHT_PACKAGES names no folder of packages: run 'make packages' first")
class PackagesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.version = json.loads(output_of(UPRIGHT, "--version", "--json"))["version"]

    def package(self, pattern):
        [path] = Path(PACKAGES).resolve().glob(pattern)
        return path

    def unpack_tarball(self):
        name = f"upright-{self.version}-linux-*.tar.zst"
        subprocess.run(["tar", "-C", self.folder, "-xf", self.package(name)], check=True)
        [root] = self.folder.glob("upright-*")
        return root

    def unpack_image(self):
        """Returns the image's configuration and the folder of its files."""
        image = self.folder / "image"
        with tarfile.open(self.package(f"upright-{self.version}.oci.tar")) as archive:
            archive.extractall(image)
        self.assertEqual(json.loads((image / "oci-layout").read_text()), {"imageLayoutVersion": "1.0.0"})

        def blob(descriptor):
            kind, name = descriptor["digest"].split(":")
            data = (image / "blobs" / kind / name).read_bytes()
            self.assertEqual((sha256(data), len(data)), (name, descriptor["size"]))
            return data

        [entry] = json.loads((image / "index.json").read_text())["manifests"]
        manifest = json.loads(blob(entry))
        config = json.loads(blob(manifest["config"]))
        [layer] = manifest["layers"]
        # Docker's classic image store reads this list, and not index.json.
        blobs = [f"blobs/{each['digest'].replace(':', '/')}" for each in (manifest["config"], layer)]
        self.assertEqual(json.loads((image / "manifest.json").read_text()), [{
            "Config": blobs[0], "RepoTags": ["upright:" + self.version.replace("+", "-")], "Layers": blobs[1:],
        }])
        unpacked = output_of("gzip", "-dc", input=blob(layer))
        self.assertEqual(config["rootfs"], {"type": "layers", "diff_ids": [f"sha256:{sha256(unpacked)}"]})
        files = self.folder / "rootfs"
        files.mkdir()
        subprocess.run(["tar", "-C", files, "-x"], input=unpacked, check=True)
        return config, files

    def test_sums_of_all_files(self):
        listed = output_of("sha256sum", "--check", "SHA256SUMS", cwd=PACKAGES, text=True).splitlines()
        names = sorted(path.name for path in Path(PACKAGES).iterdir() if path.name != "SHA256SUMS")
        self.assertEqual(listed, [f"{name}: OK" for name in names])

    def test_debian_package(self):
        package = self.package("upright_*_*.deb")
        fields = dict(
            line.split(": ", 1) for line in output_of("dpkg-deb", "-f", package, text=True).splitlines()
            if not line.startswith(" "))
        self.assertEqual(fields["Version"], self.version.replace("-dev", "~dev"))
        self.assertRegex(fields["Depends"], r"^libc6 \(>= 2\.3[0-5]\)$")
        self.assertEqual(
            fields["Recommends"], "ca-certificates, libcurl4, libdav1d6, libde265-0, liblcms2-2, librsvg2-2")

        subprocess.run(["dpkg-deb", "-x", package, self.folder / "deb"], check=True)
        usr = self.folder / "deb/usr"
        files = {str(path.relative_to(usr)) for path in usr.rglob("*") if path.is_file()}
        self.assertEqual(files, (MANUAL | EXAMPLES | COMPLETIONS | {
            "bin/upright", "share/man/man1/upright.1.gz", "share/zsh/vendor-completions/_upright",
            "share/doc/upright/changelog.gz", "share/doc/upright/copyright", "share/lintian/overrides/upright",
        }) - {"share/man/man1/upright.1"})
        # glibc 2.36 and later have this for the linker's relative relocations; Ubuntu 22.04 has 2.35.
        self.assertNotIn(b"GLIBC_ABI_DT_RELR", (usr / "bin/upright").read_bytes())
        printed = output_of(usr / "bin/upright", "--version", "--json")
        self.assertEqual(printed, output_of(UPRIGHT, "--version", "--json"))
        service = (usr / "share/doc/upright/examples/upright-nightly.service").read_text()
        self.assertIn("\nExecStart=/usr/bin/upright run ", service)
        job = (usr / "share/doc/upright/examples/nightly.yaml").read_text()
        self.assertEqual(
            job.splitlines()[0], "# yaml-language-server: $schema=/usr/share/upright/job-v1.json")

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed")
    def test_debian_package_has_no_errors(self):
        printed = output_of("lintian", "--allow-root", "--fail-on", "error", self.package("upright_*.deb"), text=True)
        self.assertNotRegex(printed, "(?m)^E:")
        self.assertNotIn("groff-message", printed)

    def test_tarball(self):
        root = self.unpack_tarball()
        files = {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}
        licences = {path for path in files if path.startswith("share/doc/upright/common-licenses/")}
        self.assertEqual(files - licences, MANUAL | EXAMPLES | COMPLETIONS | {
            "bin/upright", "share/zsh/site-functions/_upright", "share/doc/upright/LICENSE",
            "share/doc/upright/copyright", "share/doc/upright/SHA256SUMS",
        })
        self.assertEqual((root / "share/doc/upright/LICENSE").read_bytes(), (ROOT / "LICENSE").read_bytes())
        examples = root / "share/doc/upright/examples"
        link = (examples / "nightly.yaml").read_text().splitlines()[0].partition("$schema=")[2]
        self.assertEqual((examples / link).read_bytes(), (ROOT / "schema/job-v1.json").read_bytes())
        text = (root / "share/doc/upright/copyright").read_text()
        for name in re.findall(r"common-licenses/(LGPL-[0-9.]*[0-9])", text):
            self.assertIn(f"share/doc/upright/common-licenses/{name}", licences)
        for name in LINKED:
            # A row of the table, and the licence's text below a heading.
            self.assertRegex(text, rf"(?m)^  {re.escape(name)} +\S+ +\S")
            self.assertRegex(text, rf"(?m)^{re.escape(name)} \S+\n-+$")
        checked = output_of("sha256sum", "--check", "share/doc/upright/SHA256SUMS", cwd=root, text=True)
        self.assertEqual(checked.count(": OK\n"), len(files) - 1)

    def test_bill_of_materials(self):
        binary = (self.unpack_tarball() / "bin/upright").read_bytes()
        for suffix, loaded in (("", set()), (".oci", LOADED)):
            document = json.loads(self.package(f"upright-{self.version}{suffix}.spdx.json").read_text())
            self.assertEqual(document["spdxVersion"], "SPDX-2.3")
            packages = {package["SPDXID"]: package for package in document["packages"]}
            self.assertEqual(len(packages), len(document["packages"]))
            self.assertEqual(packages["SPDXRef-upright"]["checksums"][0]["checksumValue"], sha256(binary))
            found = {"STATIC_LINK": set(), "DYNAMIC_LINK": set(), "DESCRIBES": set()}
            for each in document["relationships"]:
                found[each["relationshipType"]].add(packages[each["relatedSpdxElement"]]["name"])
            self.assertEqual(found["STATIC_LINK"], LINKED)
            self.assertLessEqual(loaded, found["DYNAMIC_LINK"])
            licences = {text["licenseId"] for text in document["hasExtractedLicensingInfos"]}
            for package in packages.values():
                for name in re.findall(r"LicenseRef-\S+", package["licenseDeclared"]):
                    self.assertIn(name, licences)

    def test_image(self):
        config, files = self.unpack_image()
        self.assertEqual(config["config"]["User"], f"{USER}:{USER}")
        self.assertEqual(config["config"]["Entrypoint"], ["/usr/bin/upright"])
        self.assertEqual(config["config"]["Volumes"], {"/work": {}})
        loader = {"x86_64": "lib64/ld-linux-x86-64.so.2", "aarch64": "lib/ld-linux-aarch64.so.1"}[platform.machine()]
        self.assertTrue(os.access(files / loader, os.X_OK))
        self.assertEqual({path.name for path in files.iterdir()}, {
            "dev", "etc", loader.split("/")[0], "proc", "sys", "tmp", "usr", "work"})
        self.assertEqual({path.name for path in (files / "usr/bin").iterdir()}, {"upright"})
        certificates = (files / "etc/ssl/certs/ca-certificates.crt").read_text()
        self.assertGreater(certificates.count("\n-----END CERTIFICATE-----\n"), 100)

    @unittest.skipUnless(shutil.which("skopeo"), "skopeo is not installed")
    def test_image_in_both_layouts(self):
        archive = self.package(f"upright-{self.version}.oci.tar")
        found = [
            json.loads(output_of("skopeo", "inspect", "--config", f"{kind}:{archive}"))["rootfs"]
            for kind in ("oci-archive", "docker-archive")
        ]
        self.assertEqual(found[0], found[1])

    def prepared(self):
        """A folder with two jobs: thumbnails of the sample pictures, and a drawing of an SVG with one of them in it."""
        work = self.folder / "work"
        (work / "jobs").mkdir(parents=True)
        shutil.copy(ROOT / "jobs/thumbnails.yaml", work / "jobs")
        shutil.copytree(ROOT / "examples/samples", work / "examples/samples")
        picture = base64.b64encode((work / "examples/samples/lake.jpg").read_bytes()).decode()
        (work / "jobs/lake.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="48">'
            f'<image width="64" height="48" xlink:href="data:image/jpeg;base64,{picture}"/></svg>')
        (work / "jobs/drawing.yaml").write_text(
            'version: 1\nsources: [lake.svg]\noutput_root: out/drawing\noutputs: [{path: "{stem}.jpg"}]\n')
        return work

    def check_run(self, start):
        """Runs both jobs in the image by `start`, and with the command, and compares the outputs and the sandbox."""
        def made():
            paths = (work / "jobs/out").rglob("*.jpg")
            return {str(path.relative_to(work)): sha256(path.read_bytes()) for path in paths}

        work = self.prepared()
        runs = [["run", "--json", f"jobs/{name}.yaml"] for name in ("thumbnails", "drawing")]
        expected = [json.loads(output_of(UPRIGHT, *run, cwd=work))["sandbox"] for run in runs]
        outputs = made()
        self.assertGreater(len(outputs), 10)
        shutil.rmtree(work / "jobs/out")
        self.assertEqual([json.loads(start(work, run))["sandbox"] for run in runs], expected)
        self.assertEqual(made(), outputs)

    @unittest.skipUnless(shutil.which("bwrap"), "bubblewrap is not installed")
    def test_run_by_bubblewrap(self):
        config, files = self.unpack_image()

        def start(work, arguments):
            environment = [part for each in config["config"]["Env"] for part in ("--setenv", *each.split("=", 1))]
            return output_of(
                "bwrap", "--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--uid", str(USER),
                "--gid", str(USER), "--ro-bind", files, "/", "--proc", "/proc", "--dev", "/dev", "--bind", work,
                "/work", "--chdir", config["config"]["WorkingDir"], "--clearenv", *environment,
                *config["config"]["Entrypoint"], *arguments)

        self.check_run(start)

    @unittest.skipUnless(shutil.which("runc") and os.geteuid() == 0, "runc is not installed, or the user isn't root")
    def test_run_by_runc(self):
        config, files = self.unpack_image()

        def start(work, arguments):
            for path in [work, *work.rglob("*")]:
                os.chown(path, USER, USER)
            namespaces = ["pid", "network", "ipc", "uts", "mount"]
            (self.folder / "config.json").write_text(json.dumps({
                "ociVersion": "1.0.2",
                "root": {"path": str(files), "readonly": True},
                "process": {
                    "user": {"uid": USER, "gid": USER},
                    "cwd": config["config"]["WorkingDir"],
                    "env": config["config"]["Env"],
                    "args": [*config["config"]["Entrypoint"], *arguments],
                    "capabilities": {},
                    "noNewPrivileges": True,
                },
                "mounts": [
                    {"destination": "/proc", "type": "proc", "source": "proc"},
                    {"destination": "/dev", "type": "tmpfs", "source": "tmpfs"},
                    {"destination": "/work", "type": "bind", "source": str(work), "options": ["bind", "rw"]},
                ],
                "linux": {"namespaces": [{"type": each} for each in namespaces]},
            }))
            name = f"upright-{os.getpid()}"
            state = self.folder / "state"
            return output_of("runc", "--root", state, "run", "--bundle", self.folder, name)

        self.check_run(start)


if __name__ == "__main__":
    unittest.main()
