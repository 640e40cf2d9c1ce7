"""Archives and Parquet files that claim or unpack to far more than they are.

Each one ends with failed rows or a refusal, in little memory. The table of peaks is printed at the end. A peak is that
of the largest process of the run.
"""

import bz2
import gzip
import io
import lzma
import os
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import zipfile
import zlib
from pathlib import Path

import pyarrow
import pyarrow.parquet

UPRIGHT = str(Path(os.environ["UPRIGHT"]).resolve())
MOST_BYTES = 512 << 20
LARGE = 512 << 20
JOB = """
version: 1
sources: [%s]
output_root: out
outputs: [{path: "{index}.jpg", resize: {width: 64}}]
"""

# A process as small as this one starts the run, because the peak of a new process begins with that of its parent.
MEASURED = """
import os, sys
run = os.posix_spawn(sys.argv[1], [sys.argv[1], "run", "--quiet", "job.yaml"], os.environ,
    file_actions=[(os.POSIX_SPAWN_DUP2, 2, 1)])
_, status, usage = os.wait4(run, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""


def zeros(count):
    """`count` zero bytes, in pieces."""
    piece = bytes(1 << 20)
    for _ in range(count >> 20):
        yield piece


def local_header(name, packed, size, method=8, crc=0):
    return struct.pack("<4s5H3I2H", b"PK\3\4", 20, 0, method, 0, 0x21, crc, packed, size, len(name), 0) + name


def entry(name, offset, packed, size, method=8, crc=0):
    header = struct.pack(
        "<4s6H3I5H2I", b"PK\1\2", 20, 20, 0, method, 0, 0x21, crc, packed, size, len(name), 0, 0, 0, 0, 0, offset)
    return header + name


def zip_end(count, size, offset):
    return struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, min(count, 65535), min(count, 65535), size, offset, 0)


def zip64_end(count, size, offset, place):
    record = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, offset)
    return record + struct.pack("<4sIQI", b"PK\6\7", 0, place, 1) + zip_end(65535, 0xFFFFFFFF, 0xFFFFFFFF)


def deflated(count):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b"".join(packer.compress(piece) for piece in zeros(count)) + packer.flush()


def tar_header(name, size, kind=b"0"):
    """A header of ustar whose 12 bytes of size are `size`."""
    fields = name.ljust(100, b"\0") + b"0000644\0" + b"0000000\0" * 2 + size + b"00000000000\0"
    block = fields + b" " * 8 + kind + bytes(100) + b"ustar\0" + b"00" + bytes(247)
    total = sum(block)
    return block[:148] + b"%06o\0 " % total + block[156:]


def octal(size):
    return b"%011o\0" % size


def member_of_zeros(count):
    yield tar_header(b"a.jpg", octal(count))
    yield from zeros(count)
    yield bytes(1024)


def parquet(column, **options):
    table = pyarrow.table({"image": column})
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(table, buffer, **options)
    return buffer.getvalue()


def zigzag(number):
    number *= 2
    digits = []
    while number > 127:
        digits.append(number & 127 | 128)
        number >>= 7
    return bytes(digits + [number])


class Bombs:
    """Each method gives the name of a file, its bytes, and a text that a row or message has."""

    def zip_member_of_512_mib(self):
        data = deflated(LARGE)
        header = local_header(b"a.jpg", len(data), LARGE)
        directory = entry(b"a.jpg", 0, len(data), LARGE)
        body = header + data
        return "a.zip", body + directory + zip_end(1, len(directory), len(body)), "max_file"

    def zip_member_that_says_1_kib(self):
        data = deflated(LARGE)
        body = local_header(b"a.jpg", len(data), 1024) + data
        directory = entry(b"a.jpg", 0, len(data), 1024)
        return "a.zip", body + directory + zip_end(1, len(directory), len(body)), "archive_damaged"

    def zip_entries_over_one_kernel(self):
        kernel = deflated(128 << 20)
        names = [b"%05d.jpg" % number for number in range(5000)]
        body = local_header(names[0], len(kernel), 128 << 20) + kernel
        directory = b"".join(entry(name, 0, len(kernel), 128 << 20) for name in names)
        return "a.zip", body + directory + zip_end(5000, len(directory), len(body)), "archive_damaged"

    def zip_entries_quoted_one_in_another(self):
        data = deflated(1 << 20)
        names = [b"%04d.jpg" % number for number in range(500)]
        body, offsets = b"", []
        for name in names:
            offsets.append(len(body))
            body += local_header(name, len(data) + 38 * 500, 1 << 20)
        body += data
        directory = b"".join(
            entry(name, offset, len(body) - offset - 38, 1 << 20) for name, offset in zip(names, offsets))
        return "a.zip", body + directory + zip_end(500, len(directory), len(body)), "archive_damaged"

    def zip64_of_2_to_the_62_entries(self):
        directory = entry(b"a.jpg", 0, 0, 0)
        return "a.zip", directory + zip64_end(1 << 62, len(directory), 0, len(directory)), "archive_damaged"

    def zip64_directory_of_4_eib(self):
        directory = entry(b"a.jpg", 0, 0, 0)
        return "a.zip", directory + zip64_end(1, 1 << 62, 0, len(directory)), "archive_damaged"

    def zip_of_a_million_equal_names(self):
        directory = entry(b"a.jpg", 0, 0, 0, method=0) * 1_000_000
        body = local_header(b"a.jpg", 0, 0, method=0)
        place = len(body) + len(directory)
        return "a.zip", body + directory + zip64_end(1_000_000, len(directory), len(body), place), "several members"

    def zip_of_long_names(self):
        directory = b"".join(entry(b"%05d" % number + b"x" * 65000, 0, 0, 0, method=0) for number in range(5000))
        return "a.zip", directory + zip_end(5000, len(directory), 0), "a name that is too long"

    def zip_in_zip(self):
        inner = io.BytesIO()
        with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("b.jpg", bytes(64 << 20))
        outer = io.BytesIO()
        with zipfile.ZipFile(outer, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(16):
                archive.writestr(f"{number}.jpg", inner.getvalue())
        return "a.zip", outer.getvalue(), "unsupported"

    def tar_of_negative_size(self):
        return "a.tar", tar_header(b"a.jpg", b"\xff" * 12) + bytes(2048), "archive_damaged"

    def tar_of_8_gib_in_octal(self):
        return "a.tar", tar_header(b"a.jpg", b"777777777777") + bytes(2048), "archive_damaged"

    def tar_of_8_eib(self):
        size = b"\x80\0\0\0" + b"\x7f" + b"\xff" * 7
        return "a.tar", tar_header(b"a.jpg", size) + bytes(2048), "archive_damaged"

    def tar_of_a_long_name_of_4_gib(self):
        return "a.tar", tar_header(b"././@LongLink", octal(4 << 30), b"L") + bytes(4096), "archive_damaged"

    def tar_of_a_pax_header_of_2_gib(self):
        return "a.tar", tar_header(b"x", octal(2 << 30), b"x") + b"2147483648 path=" + bytes(4096), "archive_damaged"

    def tar_of_a_name_of_65535_folders(self):
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as tar:
            tar.addfile(tarfile.TarInfo("a/" * 65535 + "b.jpg"))
        return "a.tar", buffer.getvalue(), "a name that is too long"

    def tar_of_a_sparse_member_of_8_eib(self):
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as tar:
            member = tarfile.TarInfo("a.jpg")
            member.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": str(2**63 - 1)}
            tar.addfile(member)
        return "a.tar", buffer.getvalue(), "member_unsupported"

    def tar_gz_of_2_gib(self):
        packed = io.BytesIO()
        with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1) as file:
            for piece in member_of_zeros(2 << 30):
                file.write(piece)
        return "a.tar.gz", packed.getvalue(), "max_file"

    def tar_bz2_of_512_mib(self):
        packer = bz2.BZ2Compressor()
        packed = b"".join(packer.compress(piece) for piece in member_of_zeros(LARGE)) + packer.flush()
        return "a.tar.bz2", packed, "too many for its size"

    def tar_xz_with_a_dictionary_of_1_gib(self):
        filters = [{"id": lzma.FILTER_LZMA2, "preset": 0}]
        packed = bytearray(lzma.compress(b"".join(member_of_zeros(1 << 20)), filters=filters))
        # The block's header begins behind the 12 bytes of the stream's (xz file format 1.1.0, section 3.1).
        end = 12 + (packed[12] + 1) * 4
        packed[12 + 4] = 36
        packed[end - 4:end] = struct.pack("<I", zlib.crc32(packed[12:end - 4]))
        return "a.tar.xz", bytes(packed), "archive_damaged"

    def tar_zst_with_a_window_of_2_gib(self):
        plain = b"".join(member_of_zeros(1 << 20))
        # A frame of raw blocks (RFC 8878, section 3.1.1). The window descriptor's exponent is 21.
        blocks = [plain[start:start + 0x10000] for start in range(0, len(plain), 0x10000)]
        frame = b"\x28\xb5\x2f\xfd\x00" + bytes([21 << 3])
        for number, block in enumerate(blocks):
            frame += struct.pack("<I", len(block) << 3 | (number == len(blocks) - 1))[:3] + block
        return "a.tar.zst", frame, "archive_damaged"

    def parquet_footer_of_4_gib(self):
        good = parquet([b"x"])
        return "a.parquet", good[:-8] + struct.pack("<I", 0xFFFFFFFF) + b"PAR1", "max_file"

    def parquet_of_2_to_the_61_rows(self):
        good = parquet([b"x"] * 12345)
        length = struct.unpack("<I", good[-8:-4])[0]
        footer = good[-8 - length:-8].replace(zigzag(12345), zigzag(1 << 61))
        return "a.parquet", good[:-8 - length] + footer + struct.pack("<I", len(footer)) + b"PAR1", "max_file"

    def parquet_picture_of_400_mib(self):
        return "a.parquet", parquet([bytes(400 << 20)], compression="zstd", use_dictionary=False), "max_file"

    def parquet_page_of_300_mib(self):
        column = [bytes(1 << 20)] * 300
        return "a.parquet", parquet(
            column, compression="snappy", use_dictionary=False, data_page_size=1 << 30, write_batch_size=300), ""

    def parquet_of_a_million_equal_pictures(self):
        return "a.parquet", parquet([bytes(64 << 10)] * 100_000, compression="zstd"), "unsupported"


class BombsTest(unittest.TestCase):
    def test_bombs(self):
        """Each bomb ends by a limit, in little memory."""
        rows = []
        for name in [name for name in dir(Bombs) if not name.startswith("_")]:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                file, word = self.make(name, Path(folder))
                size = (Path(folder) / file).stat().st_size
                key = "parquet" if file.endswith("parquet") else "archive"
                members = "" if key == "parquet" else ', members: "**"'
                (Path(folder) / "job.yaml").write_text(JOB % f'{{{key}: "{file}"{members}}}')
                status, text, peak, seconds = self.run_job(Path(folder))
                rows.append((name, size, status, peak >> 20, seconds))
                self.assertIn(status, (1, 2), text[:1000])
                self.assertTrue(word in text, text[:300] + " ... " + text[-600:])
                self.assertLess(peak, MOST_BYTES)
        for name, size, status, peak, seconds in rows:
            print(f"{name:45} {size:12,} bytes  status {status}  {peak:4} MiB  {seconds:6.2f} s")

    @staticmethod
    def make(name, folder):
        """Writes a bomb. Returns the name of its file, and the word."""
        file, contents, word = getattr(Bombs(), name)()
        (folder / file).write_bytes(contents)
        return file, word

    @staticmethod
    def run_job(folder):
        """The exit status of a run, its messages and rows, its peak in bytes, and its seconds."""
        started = time.monotonic()
        with open(folder / "messages", "wb") as out:
            done = subprocess.run(
                [sys.executable, "-S", "-c", MEASURED, UPRIGHT], cwd=folder, stdout=subprocess.PIPE, stderr=out, check=True)
        seconds = time.monotonic() - started
        status, peak = map(int, done.stdout.split())
        text = (folder / "messages").read_text(errors="replace")
        for manifest in folder.glob("*.manifest.jsonl"):
            with open(manifest, errors="replace") as lines:
                text += lines.read(1 << 20)
        return status, text, peak << 10, seconds


if __name__ == "__main__":
    unittest.main()
