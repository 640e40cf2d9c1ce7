import Archives
import TestSupport
import Testing

/// Archives with odd options that Python's tarfile and zipfile make. The script prints what it put into each one.
@Suite struct PythonArchivesTests {
  /// A line for each member: archive, `member` or a reason, name in hexadecimal digits, size, CRC-32.
  private static let script = #"""
    import io, random, struct, tarfile, zipfile, zlib

    choice = random.Random(5)
    number = 0

    def told(archive, what, name, data=b""):
        print(archive, what, name.encode().hex() or "-", len(data), zlib.crc32(data), sep="\t")

    def content():
        size = choice.choice([0, 1, 511, 512, 513, 1000, 20000])
        return bytes(choice.choice(b"abcdefgh") for _ in range(size))

    def named(longest):
        global number
        number += 1
        words = ["a", "b c", "é", "日本", "x'y", "n" * 60, "-", "..."]
        parts = [choice.choice(words) for _ in range(choice.randint(0, 3))]
        if longest > 255 and choice.random() < 0.2:
            parts += ["l" * 150] * 3
        name = "/".join(parts + [f"{number}.jpg"])
        return name if len(name.encode()) <= min(longest, 1000) else f"{number}.jpg"

    class Stream(io.RawIOBase):
        """A file that can't go back."""
        def __init__(self, path):
            self.file = open(path, "wb")
        def writable(self):
            return True
        def write(self, data):
            return self.file.write(data)
        def close(self):
            self.file.close()

    class OldName(zipfile.ZipInfo):
        def _encodeFilenameFlags(self):
            return self.filename.encode("cp437"), self.flag_bits & ~0x800

    def make_tar(path):
        kind = choice.choice([tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
        pax = {"comment": "all = all\n"} if kind == tarfile.PAX_FORMAT and choice.random() < 0.5 else {}
        with tarfile.open(path, choice.choice(["w", "w|"]), format=kind, pax_headers=pax) as tar:
            for _ in range(choice.randint(0, 8)):
                info = tarfile.TarInfo(named(90 if kind == tarfile.USTAR_FORMAT else 1000))
                name = info.name
                if choice.random() < 0.3:
                    info.name = "./" + info.name
                info.mtime = choice.choice([0, 1.5, 1 << 34]) if kind == tarfile.PAX_FORMAT else 5
                info.uid = choice.choice([0, 1 << 24]) if kind != tarfile.USTAR_FORMAT else 0
                if kind == tarfile.PAX_FORMAT and choice.random() < 0.3:
                    info.pax_headers = {"SCHILY.xattr.user.x": "a=b\n7 path=c\n", "comment": "é"}
                what = choice.choice(["member"] * 5 + ["folder", "link", "hard", "device"])
                data = content() if what == "member" else b""
                if what == "folder":
                    info.type = tarfile.DIRTYPE
                elif what == "link":
                    info.type, info.linkname = tarfile.SYMTYPE, "t" * choice.choice([1, 200 if kind else 1])
                elif what == "hard":
                    info.type, info.linkname, what = tarfile.LNKTYPE, "other", "link"
                elif what == "device":
                    info.type = choice.choice([tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE])
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
                if what != "folder":
                    told(path, what, name, data)

    def make_zip(path):
        before = choice.choice([b"", b"", b"#!/bin/sh\nPK\3\4\n"])
        file = Stream(path) if choice.random() < 0.3 else open(path, "w+b")
        is_corrected = choice.random() < 0.5
        if is_corrected:
            file.write(before)
        with zipfile.ZipFile(file, "w") as archive:
            archive.comment = choice.choice([b"", b"comment", b"PK\5\6" * 9])
            for _ in range(choice.randint(0, 8)):
                name = named(1000)
                is_old = choice.random() < 0.2 and name.encode("cp437", "replace").decode("cp437") == name
                info = (OldName if is_old else zipfile.ZipInfo)(name)
                info.external_attr = 0o100644 << 16
                info.compress_type = choice.choice([0, 8, 8, 8, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
                if choice.random() < 0.3:
                    info.extra = struct.pack("<HH4s", 0x7777, 4, b"abcd")
                if choice.random() < 0.3:
                    info.comment = b"PK\1\2" * 3
                what = choice.choice(["member"] * 5 + ["folder", "link"])
                data = content() if what == "member" else b"target" if what == "link" else b""
                if what == "folder":
                    info.filename += "/"
                    info.compress_type = 0
                elif what == "link":
                    info.external_attr = 0o120777 << 16
                elif info.compress_type > 8:
                    what = "method"
                with archive.open(info, "w", force_zip64=choice.random() < 0.3) as member:
                    member.write(data)
                if what != "folder":
                    told(path, what, name, data)
        file.close()
        if before and not is_corrected:
            whole = open(path, "rb").read()
            open(path, "wb").write(before + whole)

    for index in range(130):
        make_tar(f"{index}.tar")
        make_zip(f"{index}.zip")
    """#

  private struct Line {
    var what: String
    var name: String
    var size: Int
    var sum: UInt32
  }

  /// The lines of each archive.
  private func lines(_ text: String) throws -> [String: [Line]] {
    var lines: [String: [Line]] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      try #require(fields.count == 5)
      let digits = Array(fields[2].utf8)
      let name = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
      }
      lines[fields[0], default: []].append(
        Line(
          what: fields[1], name: String(decoding: name, as: UTF8.self), size: try #require(Int(fields[3])),
          sum: try #require(UInt32(fields[4]))))
    }
    return lines
  }

  @Test("260 archives of Python", .enabled(if: ArchiveProgram.python3.path != nil, "python3 isn't installed"))
  func python() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.script, to: "make.py")
    let run = try CommandRun.run(
      try #require(ArchiveProgram.python3.path), ["make.py"], in: folder.path,
      environment: ["PYTHONUTF8": "1"])
    try #require(run.ending == .exit(0), "\(run.stderr)")
    let all = try lines(run.stdout)
    let faults: [String: [MemberFault]] = [
      "link": [.link], "device": [.device], "method": [.method(12), .method(14)],
    ]
    for name in (0..<130).flatMap({ ["\($0).tar", "\($0).zip"] }) {
      let expected = all[name] ?? []
      let found = try ArchiveFile(folder.read(name), isZip: name.hasSuffix("zip"))
      #expect(found.fault == nil, "\(name)")
      let members = expected.filter { $0.what == "member" }
      #expect(found.members.map(\.name) == members.map(\.name), "\(name)")
      #expect(found.members.map(\.bytes.count) == members.map(\.size), "\(name)")
      #expect(found.members.map { CRC32.of($0.bytes) } == members.map(\.sum), "\(name)")
      #expect(found.skipped.count == expected.count - members.count, "\(name)")
      for line in expected where line.what != "member" {
        let fault = try #require(found.skipped[line.name], "\(name) \(line.name)")
        #expect(faults[line.what]?.contains(fault) == true, "\(name) \(line.name)")
      }
    }
  }
}
