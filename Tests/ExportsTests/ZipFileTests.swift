import Glibc
import System
import TestSupport
import Testing

@testable import Exports

private let interpreter = "/usr/bin/python3"
private let hasPython = access(interpreter, X_OK) == 0

/// Zip files of exports, as Python's zipfile reads them.
@Suite struct ZipFileTests {
  /// Writes a zip behind `start` bytes of a file, with these members. Each member has the bytes of its own name.
  private func write(_ names: [String], from start: Int = 0, in folder: TemporaryDirectory) throws {
    let file = try Descriptor.open(folder.path("set.zip"), O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
    _ = try SystemError.check { lseek(file.number, start, SEEK_SET) }
    var zip = try ZipFile(to: file.number)
    for name in names {
      try folder.write(name, to: "member")
      try zip.add(name, name.utf8.count, of: try Descriptor.open(folder.path("member"), O_RDONLY))
    }
    try zip.close()
  }

  /// Python reads the zip in the folder, and this is the text that it prints.
  private func python(_ script: String, in folder: TemporaryDirectory) throws -> String {
    let all = "import zipfile\nz = zipfile.ZipFile('set.zip')\n" + script
    let run = try CommandRun.run(interpreter, ["-c", all], in: folder.path, environment: ["PYTHONUTF8": "1"])
    #expect(run.ending == .exit(0), "\(run.stderr)")
    return run.stdout
  }

  /// The local header of APPNOTE 6.3.10, section 4.3.7, byte by byte. The CRC-32 of `a` is e8b7be43.
  @Test("A header has flags, time and checksum where the format says")
  func header() throws {
    let folder = try TemporaryDirectory()
    try write(["a"], in: folder)
    let bytes = try folder.read("set.zip")
    #expect(
      bytes.prefix(32).elementsEqual([
        0x50, 0x4B, 3, 4, 20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0, 0x43, 0xBE, 0xB7, 0xE8, 1, 0, 0, 0, 1, 0, 0, 0, 1,
        0,
        0, 0, 0x61, 0x61,
      ]))
    // A directory of one member, and an end without zip64.
    #expect(bytes.count == 32 + 47 + 22)
    #expect(bytes.count <= ZipFile.room("a", 1) + ZipFile.tail)
  }

  @Test("Members behind 4 GiB have numbers of zip64", .enabled(if: hasPython, "python3 isn't installed"))
  func far() throws {
    let folder = try TemporaryDirectory()
    try write(["a", "dir/ä.jpg"], from: 5 << 30, in: folder)
    let listed = try python(
      """
      assert z.testzip() is None
      for i in z.infolist():
          print(i.filename, z.read(i).decode(), i.header_offset, i.date_time, oct(i.external_attr >> 16), i.compress_type)
      """, in: folder)
    let rest = "(1980, 1, 1, 0, 0, 0) 0o100644 0\n"
    #expect(listed == "a a \(5 << 30) \(rest)dir/ä.jpg dir/ä.jpg \((5 << 30) + 32) \(rest)")
  }

  @Test("More members than 16 bits count", .enabled(if: hasPython, "python3 isn't installed"))
  func many() throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "empty")
    let file = try Descriptor.open(folder.path("set.zip"), O_RDWR | O_CREAT, mode: 0o600)
    let empty = try Descriptor.open(folder.path("empty"), O_RDONLY)
    var zip = try ZipFile(to: file.number)
    for number in 0..<65_537 { try zip.add("\(number)", 0, of: empty) }
    try zip.close()
    #expect(try python("print(len(z.infolist()), z.infolist()[-1].filename)", in: folder) == "65537 65536\n")
  }

  @Test("A member whose file is too short is an error")
  func short() throws {
    let folder = try TemporaryDirectory()
    try folder.write("ab", to: "member")
    let file = try Descriptor.open(folder.path("set.zip"), O_RDWR | O_CREAT, mode: 0o600)
    var zip = try ZipFile(to: file.number)
    let member = try Descriptor.open(folder.path("member"), O_RDONLY)
    #expect(throws: SystemError(EIO)) { try zip.add("a", 3, of: member) }
  }
}
