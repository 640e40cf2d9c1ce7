import Archives
import TestSupport
import Testing

@Suite struct TarScanTests {
  private let text = Array("hello".utf8)

  private func fields(_ change: (inout TarBuilder.Fields) -> Void) -> TarBuilder.Fields {
    var fields = TarBuilder.Fields()
    change(&fields)
    return fields
  }

  @Test("Members have the names, places and sizes of their headers, in the order of the archive")
  func plain() {
    var tar = TarBuilder()
    tar.add("b/one.jpg", text)
    tar.add("a.txt")
    tar.add("./c.png", [UInt8](repeating: 7, count: 513))
    tar.end()
    let found = Scanned.tar(tar.bytes)
    #expect(found.fault == nil)
    #expect(found.names == ["b/one.jpg", "a.txt", "c.png"])
    #expect(found.members.map(\.place.header) == [0, 1024, 1536])
    #expect(found.members.map(\.place.offset) == [512, 1536, 2048])
    #expect(found.members.map(\.place.size) == [5, 0, 513])
    #expect(packed(found.members[0].place, tar.bytes) == text)
    #expect(found.members[0].place.method == .stored)
    #expect(found.members[0].place.checksum == nil)
    // A block of zeros at 3072 ends the archive.
    #expect(found.wanted.map(\.lowerBound) == [0, 1024, 1536, 3072])
  }

  @Test("The formats V7, ustar and GNU are read", arguments: [TarBuilder.Format.v7, .ustar, .gnu])
  func formats(_ format: TarBuilder.Format) {
    var tar = TarBuilder()
    tar.add("a.jpg", text, fields { ($0.format, $0.type) = (format, nil) })
    tar.add("b.jpg", text, fields { ($0.format, $0.type, $0.prefix) = (format, "7", "p/q") })
    tar.end()
    // Only ustar has a prefix. GNU has times there.
    #expect(Scanned.tar(tar.bytes).names == ["a.jpg", format == .ustar ? "p/q/b.jpg" : "b.jpg"])
  }

  @Test("A name may fill its field and the prefix")
  func fullFields() {
    let name = String(repeating: "n", count: 100)
    let prefix = String(repeating: "p", count: 155)
    var tar = TarBuilder()
    tar.add(name, text, fields { $0.prefix = prefix })
    tar.end()
    #expect(Scanned.tar(tar.bytes).names == ["\(prefix)/\(name)"])
  }

  @Test("Headers of pax give names and sizes, an empty value takes them back")
  func pax() {
    let long = String(repeating: "d/", count: 40) + "é.jpg"
    var tar = TarBuilder()
    tar.pax([("mtime", "1.5"), ("path", long), ("comment", "a=b\nc"), ("size", "5")])
    tar.header(Array("short".utf8), size: 0)
    tar.data(text)
    tar.add("next", text)
    tar.pax([("path", "x"), ("path", "")])
    tar.add("own", text)
    tar.end()
    let found = Scanned.tar(tar.bytes)
    #expect(found.names == [long, "next", "own"])
    #expect(found.members.map(\.place.header) == [0, 2048, 3072])
    #expect(found.members.map(\.place.offset) == [1536, 2560, 4608])
    #expect(found.members.map(\.place.size) == [5, 5, 5])
  }

  @Test("A global header of pax holds for all later members, until one says otherwise")
  func global() {
    var tar = TarBuilder()
    tar.add("a", text)
    tar.pax([("size", "600"), ("comment", "c")], isGlobal: true)
    tar.header(Array("b".utf8), size: 0)
    tar.data([UInt8](repeating: 1, count: 600))
    tar.pax([("size", "5")])
    tar.header(Array("c".utf8), size: 0)
    tar.data(text)
    tar.pax([("size", "")], isGlobal: true)
    tar.add("d", text)
    tar.end()
    let found = Scanned.tar(tar.bytes)
    #expect(found.fault == nil)
    #expect(found.members.map(\.place.size) == [5, 600, 5, 5])
    // A global header isn't a part of the member behind it.
    #expect(found.members.map(\.place.header) == [0, 2048, 3584, 6656])
  }

  @Test("A global header may stand between a member and a header that describes it")
  func globalBetween() {
    var tar = TarBuilder()
    tar.pax([("path", "long")])
    tar.pax([("comment", "c")], isGlobal: true)
    tar.add("a", text)
    tar.extended("K", Array("target".utf8))
    tar.pax([("comment", "c")], isGlobal: true)
    tar.end()
    let found = Scanned.tar(tar.bytes)
    #expect(found.names == ["long"])
    #expect(found.members.map(\.place.header) == [0])
    #expect(found.members.map(\.place.offset) == [2560])
    // The second pair describes no member.
    #expect(found.fault == ArchiveFault(.damaged(.orphan), at: 5120))
  }

  @Test("GNU's long names and targets")
  func longNames() {
    let long = "dir/" + String(repeating: "n", count: 300) + ".jpg"
    var tar = TarBuilder()
    tar.extended("K", Array("target".utf8) + [0])
    tar.extended("L", Array(long.utf8) + [0, 1, 2])
    tar.add("cut", text, fields { $0.format = .gnu })
    tar.extended("L", Array("gnu".utf8) + [0])
    tar.pax([("path", "pax")])
    tar.add("short", text)
    tar.end()
    let found = Scanned.tar(tar.bytes)
    #expect(found.names == [long, "pax"])
    #expect(found.members.map(\.place.header) == [0, 3072])
  }

  @Test("Sizes in octal digits with spaces, and in GNU's binary form")
  func sizes() {
    for field in [
      Array("          5 ".utf8), Array("5\0         ".utf8), Array("000000000005".utf8),
      [0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5], Array("5\0old bytes ".utf8),
    ] {
      var tar = TarBuilder()
      tar.add("a", text, fields { $0.size = field })
      tar.end()
      #expect(Scanned.tar(tar.bytes).members.map(\.place.size) == [5], "\(field)")
    }
    // 8 GiB don't fit into 11 octal digits.
    var scan = TarScan()
    var tar = TarBuilder()
    tar.header(Array("a".utf8), size: 0, fields { $0.size = [0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1] })
    #expect(throws: Never.self) { try scan.take(tar.bytes[...]) }
    #expect(scan.wanted?.lowerBound == 512 + 0x2_0000_0200)
    #expect(throws: Never.self) { try scan.take(TarBuilder.endBlock[...]) }
    guard case .member(let member) = scan.next() else {
      Issue.record("there is no member")
      return
    }
    #expect(member.place.size == 0x2_0000_0001)
  }

  @Test(
    "Sizes that are no number, negative or too large are damage",
    arguments: [
      Array("12x".utf8), Array("-5".utf8), Array("8".utf8), [0xFF] + [UInt8](repeating: 0xFF, count: 11),
      [0xC0] + [UInt8](repeating: 0, count: 11), [0x80] + [UInt8](repeating: 0xFF, count: 11),
      [0x80, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    ])
  func wrongSizes(_ field: [UInt8]) {
    var tar = TarBuilder()
    tar.add("a", text)
    tar.add("b", text, fields { $0.size = field })
    tar.end()
    let found = Scanned.tar(tar.bytes)
    #expect(found.names == ["a"])
    #expect(found.fault == ArchiveFault(.damaged(.size), at: 1024))
  }

  @Test(
    "A size of pax that is no number is damage",
    arguments: ["x", "-1", "1.5", " 5", "99999999999999999999", "9223372036854775807"])
  func wrongPaxSizes(_ size: String) {
    var tar = TarBuilder()
    tar.pax([("size", size)])
    tar.add("b", text)
    tar.end()
    #expect(Scanned.tar(tar.bytes).fault == ArchiveFault(.damaged(.size), at: 1024))
  }

  @Test("A checksum may count signed bytes, and a wrong one is damage")
  func checksums() {
    var tar = TarBuilder()
    tar.add("é", text, fields { $0.isSigned = true })
    tar.add("b", text)
    tar.add("c", text, fields { $0.error = 1 })
    tar.add("d", text)
    tar.end()
    let found = Scanned.tar(tar.bytes)
    #expect(found.names == ["é", "b"])
    #expect(found.fault == ArchiveFault(.damaged(.checksum), at: 2048))
    #expect(found.fault?.message == "is damaged at byte 2048: the checksum of a header is wrong")
  }

  @Test("Folders aren't events, and links, devices and unknown kinds are skipped")
  func kinds() {
    var tar = TarBuilder()
    tar.add("dir/", [], fields { $0.type = "5" })
    tar.add("old/", [], fields { ($0.format, $0.type) = (.v7, nil) })
    tar.header(Array("hard".utf8), size: 600, fields { $0.type = "1" })
    for (name, type) in [("soft", "2"), ("char", "3"), ("block", "4"), ("pipe", "6")] {
      tar.add(name, [], fields { $0.type = Character(type) })
    }
    tar.add("label", [], fields { $0.type = "V" })
    tar.add("dump/", text, fields { $0.type = "D" })
    tar.add("part", text, fields { $0.type = "M" })
    tar.add("last", text)
    tar.end()
    let found = Scanned.tar(tar.bytes)
    #expect(found.fault == nil)
    #expect(found.names == ["last"])
    #expect(
      found.faults == [
        "hard": .link, "soft": .link, "char": .device, "block": .device, "pipe": .device, "part": .kind(0x4D),
      ])
  }

  @Test("A long name that is cut behind a slash in its header is no folder")
  func cutNames() {
    let name = String(repeating: "1234/", count: 25) + "a.jpg"
    for kind in ["L", "x"] {
      var tar = TarBuilder()
      if kind == "L" { tar.extended("L", Array(name.utf8)) } else { tar.pax([("path", name)]) }
      tar.add(String(name.prefix(100)), text)
      tar.extended("L", Array("folder/".utf8))
      tar.add("folder", text)
      tar.end()
      let found = Scanned.tar(tar.bytes)
      #expect(found.names == [name])
      #expect(found.fault == nil)
    }
  }

  @Test("Sparse files are skipped, with the blocks of their maps")
  func sparse() {
    var tar = TarBuilder()
    tar.add("old", text, fields { ($0.type, $0.format) = ("S", .gnu) })
    // Byte 482 says that a block follows, and byte 504 of each block that another one does.
    tar.header(
      Array("map".utf8), size: 5, fields { ($0.type, $0.format, $0.others) = ("S", .gnu, [482: [1]]) })
    var more = [UInt8](repeating: 0, count: 512)
    more[504] = 1
    tar.raw(more)
    tar.raw([UInt8](repeating: 0, count: 512))
    tar.data(text)
    tar.pax([("GNU.sparse.major", "1"), ("GNU.sparse.name", "real"), ("path", "GNUSparseFile.1/real")])
    tar.add("x", text)
    tar.pax([("SCHILY.realsize", "9")])
    tar.add("star", text)
    tar.add("last", text)
    tar.end()
    let found = Scanned.tar(tar.bytes)
    #expect(found.fault == nil)
    #expect(found.names == ["last"])
    #expect(found.faults == ["old": .sparse, "map": .sparse, "real": .sparse, "star": .sparse])
  }

  @Test("The first of two members with one name counts")
  func repeated() {
    var tar = TarBuilder()
    tar.add("a", text)
    tar.add("b", text)
    tar.add("./a", [1])
    // Two spellings of one letter are two names.
    tar.add("\u{E9}", text)
    tar.add("e\u{301}", text)
    tar.end()
    let found = Scanned.tar(tar.bytes)
    #expect(found.names.map { $0.unicodeScalars.count } == [1, 1, 1, 2])
    #expect(found.members.first?.place.size == 5)
    #expect(found.events[2] == .skipped(name: "a", .repeated))
  }

  @Test("A name counts once, also if its member is no source")
  func repeatedSkips() {
    var tar = TarBuilder()
    tar.add("a", [], fields { $0.type = "2" })
    tar.add("a", text)
    tar.add("a", [], fields { $0.type = "2" })
    tar.end()
    #expect(
      Scanned.tar(tar.bytes).events == [
        .skipped(name: "a", .link), .skipped(name: "a", .repeated), .skipped(name: "a", .repeated),
      ])
  }

  @Test("Members that are larger than allowed are skipped")
  func large() {
    var limits = ArchiveLimits()
    limits.memberBytes = 5
    var tar = TarBuilder()
    tar.add("a", text + [0])
    tar.add("b", text)
    tar.end()
    let found = Scanned.tar(tar.bytes, limits: limits)
    #expect(found.names == ["b"])
    #expect(found.faults == ["a": .tooLarge(6)])
  }

  @Test("An archive that is cut at any byte gives its whole members, and says so")
  func cuts() {
    var tar = TarBuilder()
    tar.add("a", text)
    tar.pax([("path", "long")])
    tar.add("b", [UInt8](repeating: 3, count: 700))
    tar.add("c")
    let size = tar.bytes.count
    tar.end()
    // The ends of the data: 512 + 5, 2560 + 700, 4096.
    for count in 0..<size {
      let found = Scanned.tar(Array(tar.bytes[..<count]))
      let whole = [(517, "a"), (3260, "long"), (4096, "c")].filter { $0.0 <= count }.map(\.1)
      #expect(found.names == whole, "\(count)")
      #expect(found.fault?.offset == UInt64(count))
      let isBetween = count == 0 || 517...1024 ~= count || 3260...3584 ~= count
      #expect((found.fault?.kind == .unended) == isBetween, "\(count)")
    }
    #expect(Scanned.tar(Array(tar.bytes[..<size])).fault == ArchiveFault(.unended, at: UInt64(size)))
    #expect(Scanned.tar(Array(tar.bytes[..<(size + 512)])).fault == nil)
    #expect(
      Scanned.tar(Array(tar.bytes[..<516])).fault?.message
        == "is cut: it ends at byte 516, and must go on to byte 517 at least")
  }

  @Test("A header that describes no member is damage")
  func orphan() {
    var tar = TarBuilder()
    tar.add("a", text)
    tar.extended("L", Array("name".utf8))
    tar.end()
    let found = Scanned.tar(tar.bytes)
    #expect(found.names == ["a"])
    #expect(found.fault == ArchiveFault(.damaged(.orphan), at: 2048))
  }

  @Test(
    "Headers of pax that aren't lists of records are damage",
    arguments: [
      "x", "5 a=b\n", "7 a=b\n", "6 a=b ", "6 abc\n", "0 a=b\n", "3 \n", "-6 a=b\n",
      "99999999999999999999 a=b\n",
      "6 a=b\n\0", " 6 a=b\n", "6  a=\n6",
    ])
  func records(_ content: String) {
    var tar = TarBuilder()
    tar.extended("x", Array(content.utf8))
    tar.add("a", text)
    tar.end()
    #expect(Scanned.tar(tar.bytes).fault == ArchiveFault(.damaged(.record), at: 512), "\(content)")
  }

  @Test("Other files are no tars, and compressed ones are told apart")
  func others() {
    #expect(Scanned.tar(Array(repeating: 65, count: 512)).fault == ArchiveFault(.noTar, at: 0))
    let zeros = [UInt8](repeating: 0, count: 600)
    for (magic, packer) in [
      ([0x1F, 0x8B, 8], ArchiveFault.Packer.gzip), (Array("BZh9".utf8), .bzip2),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .xz), ([0x28, 0xB5, 0x2F, 0xFD], .zstd),
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .sevenZip), (Array("Rar!".utf8) + [0x1A, 7, 1, 0], .rar),
    ] as [([UInt8], ArchiveFault.Packer)] {
      #expect(Scanned.tar(magic + zeros).fault == ArchiveFault(.compressed(packer), at: 0))
    }
    #expect(
      ArchiveFault(.compressed(.gzip), at: 0).message
        == "is compressed by gzip, and its name doesn't say so")
    #expect(Scanned.tar(zeros).fault == nil)
  }
}

extension TarBuilder {
  /// The block that ends an archive.
  static let endBlock = [UInt8](repeating: 0, count: 512)
}
