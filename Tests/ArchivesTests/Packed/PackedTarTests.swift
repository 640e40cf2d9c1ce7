import Archives
import System
import TestSupport
import Testing

/// Tars that other programs made and compressed. Each program that isn't installed is skipped.
@Suite struct PackedTarTests {
  /// The members of a compressed tar, with the skipped ones and the fault.
  private func scan(_ reader: UnpackedBytes) -> (members: [ArchiveFile.Member], faults: [UnpackFault]) {
    var scan = TarScan()
    var members: [ArchiveFile.Member] = []
    var faults: [UnpackFault] = []
    do throws(UnpackFault) {
      while let range = scan.wanted {
        let bytes = try reader.read(range)
        do throws(ArchiveFault) { try scan.take(bytes[...]) } catch { throw .archive(error) }
        while case .member(let member)? = scan.next() {
          members.append(ArchiveFile.Member(name: member.name, bytes: try reader.read(member.place.range)))
        }
      }
    } catch { faults.append(error) }
    return (members, faults)
  }

  @Test(
    "tar with each format", .enabled(if: ArchiveProgram.tar.path != nil, "tar isn't installed"),
    arguments: ArchiveFault.Packer.streams)
  func tar(_ packer: ArchiveFault.Packer) throws {
    guard PackedData.hasProgram(packer) else { return }
    let tree = try SampleTree()
    let names = tree.files.keys.sorted()
    for ending in packer.tarEndings {
      try ArchiveProgram.tar.run(["-caf", "a\(ending)", "-C", "tree"] + names, in: tree.folder.path)
      let bytes = try tree.folder.read("a\(ending)")
      let found = try scan(PackedData(packer, bytes).reader())
      #expect(found.members == tree.members)
      #expect(found.faults == [])
    }
  }

  @Test("A cut tar has its first members", arguments: ArchiveFault.Packer.streams)
  func cut(_ packer: ArchiveFault.Packer) throws {
    guard PackedData.hasProgram(packer) else { return }
    var random = SplitMix64(seed: 3)
    var tar = TarBuilder()
    var members: [ArchiveFile.Member] = []
    for number in 0..<10 {
      let bytes = (0..<12_500).flatMap { _ in ZipBuilder.number(random.next()) }
      members.append(ArchiveFile.Member(name: "\(number).jpg", bytes: bytes))
      tar.add("\(number).jpg", bytes)
    }
    tar.end()
    let whole = try PackedData(packer, [tar.bytes])
    #expect(try scan(whole.reader()).members == members)
    // Random bytes don't get smaller. The blocks of bzip2 have 100,000 bytes, those of zstd 131,072.
    let half = whole.bytes.count / 2
    let found = try scan(PackedData(packer, Array(whole.bytes[..<half])).reader())
    #expect((3...5).contains(found.members.count))
    #expect(members.starts(with: found.members))
    let place = UInt64(half)
    #expect(found.faults == [.archive(ArchiveFault(.cut(before: place + 1), at: place))])
  }

  @Test("Python", .enabled(if: ArchiveProgram.python3.path != nil, "python3 isn't installed"))
  func python() throws {
    let folder = try TemporaryDirectory()
    let script = """
      import bz2, gzip, lzma
      data = bytes(range(256)) * 4000
      open("plain", "wb").write(data)
      for level in (0, 1, 9):
        gzip.open(f"{level}.gzip", "wb", level).write(data)
      bz2.open("1.bzip2", "wb", 1).write(data)
      delta = [{"id": lzma.FILTER_DELTA, "dist": 3}, {"id": lzma.FILTER_LZMA2, "preset": 1}]
      for name, check, filters in (("0", lzma.CHECK_NONE, None), ("1", lzma.CHECK_CRC32, delta)):
        lzma.open(name + ".xz", "wb", check=check, filters=filters).write(data)
      """
    try folder.write(script, to: "make.py")
    try ArchiveProgram.python3.run(["make.py"], in: folder.path)
    let plain = try folder.read("plain")
    for name in folder.files() where name.contains(".") && name != "make.py" {
      let packer = try #require(
        ArchiveFault.Packer.streams.first { "\($0)" == name.split(separator: ".").last ?? "" })
      let found = try PackedData(packer, folder.read(name)).unpacked(step: 100_000)
      #expect(found.bytes == plain, "\(name)")
      #expect(found.fault == nil, "\(name)")
    }
    #expect(folder.files().count == 8)
  }
}

extension ArchiveFault.Packer {
  /// The endings of the names of tars that are compressed by this program.
  fileprivate var tarEndings: [String] {
    switch self {
    case .gzip: [".tar.gz", ".tgz"]
    case .bzip2: [".tar.bz2", ".tbz2", ".tbz"]
    case .xz: [".tar.xz", ".txz"]
    case .zstd: [".tar.zst"]
    case .sevenZip, .rar: []
    }
  }
}
