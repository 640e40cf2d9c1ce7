"""The wheel: its bytes, what pip installs of it, the version, and the tests of the package against it."""

import os
import platform
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

UPRIGHT = str(Path(os.environ["UPRIGHT"]).resolve())
HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
VERSION = "0.3.0-dev+00000000a1b2.dirty"
NAME = rf"upright_images-0\.3\.0\.dev0\+g00000000a1b2\.dirty-py3-none-manylinux_2_\d+_{platform.machine()}\.whl"


def call(*command, status=0, **options):
    ended = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    if ended.returncode != status:
        raise AssertionError(f"{command} ended with {ended.returncode}: {ended.stdout}{ended.stderr}")
    return ended


class WheelTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "licences/below").mkdir(parents=True)
        (self.folder / "licences/LICENSE").write_text("ours")
        (self.folder / "licences/below/zlib").write_text("theirs")

    def make(self, output, binary=UPRIGHT, version=VERSION, status=0, licences="licences", **options):
        return call(sys.executable, REPOSITORY / "packaging/wheel.py", binary, version, self.folder / licences,
                    self.folder / output, status=status, **options)

    def test_same_bytes(self):
        """The same files give the same wheel, whatever their folder, times and rights. The time is the given one."""
        first, = self.make("a").stdout.splitlines()
        self.assertRegex(Path(first).name, f"^{NAME}$")
        binary = self.folder / "binary"
        binary.write_bytes(Path(UPRIGHT).read_bytes())
        (self.folder / "licences/LICENSE").chmod(0o600)
        second, = self.make("b", binary=binary, umask=0o077).stdout.splitlines()
        self.assertEqual(Path(first).read_bytes(), Path(second).read_bytes())
        later, = self.make("c", env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}).stdout.splitlines()
        with zipfile.ZipFile(first) as archive:
            self.assertEqual({each.date_time for each in archive.infolist()}, {(1980, 1, 1, 0, 0, 0)})
        with zipfile.ZipFile(later) as archive:
            self.assertEqual({each.date_time for each in archive.infolist()}, {(2023, 11, 14, 22, 13, 20)})

    def test_glibc(self):
        """The tag names the newest glibc of which the binary asks for a symbol, which is that of Ubuntu 22.04."""
        needed = subprocess.run(["objdump", "-p", UPRIGHT], capture_output=True, text=True, check=True).stdout
        minors = [int(each) for each in re.findall(r" GLIBC_2\.(\d+)", needed)]
        if "GLIBC_ABI_DT_RELR" in needed:
            minors.append(36)
        self.assertEqual(max(minors), 35)
        self.assertIn(f"-manylinux_2_35_{platform.machine()}.whl", self.make("a").stdout)

    def test_processor(self):
        """The tag names the processor that the binary's header names, and no other than two is taken."""
        binary = self.folder / "binary"
        for number, machine in [(62, "x86_64"), (183, "aarch64"), (243, None)]:  # Numbers of ELF; 243 is RISC-V.
            header = b"\x7fELF\x02\x01\x01".ljust(18, b"\0") + number.to_bytes(2, "little")
            binary.write_bytes(header + b"\0GLIBC_2.17\0GLIBC_2.34\0")
            if machine:
                self.assertIn(f"-manylinux_2_34_{machine}.whl", self.make("a", binary=binary).stdout)
            else:
                self.assertEqual(
                    self.make("b", status=1, binary=binary).stderr,
                    f"wheel.py: {binary}: this is no program for glibc on x86-64 or arm64: "
                    "give the binary of 'make build'\n")

    def test_installed(self):
        """pip installs the binary, the typed module and the licences; the package's own tests pass."""
        wheel = self.make("a").stdout.strip()
        call(sys.executable, "-m", "venv", self.folder / "venv")
        bin = self.folder / "venv/bin"
        call(bin / "pip", "install", "--no-index", wheel)
        self.assertEqual((bin / "upright").read_bytes(), Path(UPRIGHT).read_bytes())
        shown = call(bin / "pip", "show", "--files", "upright-images").stdout
        for line in ["Version: 0.3.0.dev0+g00000000a1b2.dirty", "  ../../../bin/upright", "  upright/py.typed"]:
            self.assertIn(line, shown.splitlines())
        self.assertRegex(shown, r"(?m)^  upright_images-\S+\.dist-info/licenses/below/zlib$")
        # Pillow and the other packages of the tests are those of this Python.
        environment = {name: value for name, value in os.environ.items() if name != "UPRIGHT"}
        environment["PYTHONPATH"] = os.pathsep.join(each for each in sys.path if each.endswith("site-packages"))
        tested = subprocess.run(
            [bin / "python", "-B", "-c",
             "import upright, unittest; print(upright.__version__, upright.find_upright());"
             "unittest.main('test_python')"],
            cwd=HERE, env=environment, capture_output=True, text=True,
        )
        self.assertEqual(tested.returncode, 0, tested.stderr)
        self.assertEqual(tested.stdout, f"0.3.0.dev0+g00000000a1b2.dirty {bin}/upright\n")
        call(bin / "pip", "uninstall", "--yes", "upright-images")
        self.assertFalse((bin / "upright").exists())

    def test_errors(self):
        """Each mistake has one clear line."""
        text = self.folder / "text"
        text.write_text("no program")
        (self.folder / "empty").mkdir()
        for options, message in [
            ({"version": "v2"}, "'v2' is no version of upright: give the one that 'upright --version' prints"),
            ({"binary": text}, f"{text}: this is no program for 64-bit Linux: give the binary of 'make build'"),
            ({"binary": "/none"}, "/none: can't be read: No such file or directory"),
            ({"licences": "empty"}, f"{self.folder}/empty: there is no licence in this folder"),
        ]:
            with self.subTest(message):
                self.assertEqual(self.make("a", status=1, **options).stderr, f"wheel.py: {message}\n")
        self.assertFalse((self.folder / "a").exists())


if __name__ == "__main__":
    unittest.main()
