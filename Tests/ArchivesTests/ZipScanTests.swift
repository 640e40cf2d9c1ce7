import Archives
import TestSupport
import Testing

@Suite struct ZipScanTests {
  typealias Entry = ZipBuilder.Entry
  private let text = Array("hello".utf8)

  private func entry(_ name: String, _ data: [UInt8] = [], _ change: (inout Entry) -> Void = { _ in })
    -> Entry
  {
    var entry = Entry(name, data)
    change(&entry)
    return entry
  }

  private func end(_ change: (inout ZipBuilder.End) -> Void) -> ZipBuilder.End {
    var end = ZipBuilder.End()
    change(&end)
    return end
  }

  @Test("Members have the names and numbers of the directory")
  func plain() {
    let zip = ZipBuilder(
      [
        entry("a/one.jpg", text) { ($0.checksum, $0.comment) = (0x3610_A686, Array("c".utf8)) },
        entry("two", [1, 2, 3]) { ($0.method, $0.size) = (8, 90) },
        entry("three", [9]) { ($0.method, $0.size) = (93, 7) },
      ], end { $0.comment = Array("a comment".utf8) })
    let found = Scanned.zip(zip.bytes)
    #expect(found.fault == nil)
    #expect(found.names == ["a/one.jpg", "two", "three"])
    #expect(found.members.map(\.place.header) == zip.headers.map { UInt64($0) })
    // 30 bytes, the name and the data.
    #expect(zip.headers == [0, 44, 80])
    #expect(found.members.map(\.place.packed) == [5, 3, 1])
    #expect(found.members.map(\.place.size) == [5, 90, 7])
    #expect(found.members.map(\.place.method) == [.stored, .deflate, .zstd])
    #expect(found.members.map(\.place.checksum) == [0x3610_A686, 0, 0])
    #expect(found.members.allSatisfy { !$0.place.isSettled })
    // A small zip is read at once.
    #expect(found.wanted == [0..<UInt64(zip.bytes.count)])
  }

  @Test("An empty zip has no members")
  func empty() {
    let bytes = ZipBuilder([]).bytes
    #expect(bytes.count == 22)
    #expect(Scanned.zip(bytes).events == [])
    #expect(Scanned.zip(bytes).fault == nil)
  }

  @Test("Members come in the order of their local headers")
  func order() {
    var entries = [entry("a", text), entry("b", text), entry("c", text)]
    // Each takes 36 bytes.
    (entries[0].header, entries[1].header, entries[2].header) = (72, 0, 36)
    let found = Scanned.zip(ZipBuilder(entries).bytes)
    #expect(found.names == ["b", "c", "a"])
    #expect(found.members.map(\.place.header) == [0, 36, 72])
  }

  @Test("Folders aren't events, and links, devices, encrypted members and unknown methods are skipped")
  func kinds() {
    let found = Scanned.zip(
      ZipBuilder([
        entry("d/"), entry("unix") { $0.attributes = 0o040755 << 16 },
        entry("dos") { ($0.system, $0.attributes) = (0, 0x10) }, entry("dos\\") { $0.system = 0 },
        entry("soft", text) { $0.attributes = 0o120777 << 16 },
        entry("pipe") { $0.attributes = 0o010644 << 16 },
        entry("mac", text) { ($0.system, $0.attributes) = (19, 0o120777 << 16) },
        // Modes of other systems mean nothing.
        entry("other", text) { ($0.system, $0.attributes) = (0, 0o120777 << 16) },
        entry("modeless", text) { $0.attributes = 0 },
        entry("secret", text) { $0.flags = 1 }, entry("strong", text) { $0.flags = 0x41 },
        entry("masked", text) { $0.flags = 1 << 13 }, entry("aes", text) { $0.method = 99 },
        entry("bzip", text) { $0.method = 12 }, entry("patch", text) { ($0.method, $0.flags) = (8, 1 << 5) },
      ]).bytes)
    #expect(found.fault == nil)
    #expect(found.names == ["other", "modeless"])
    #expect(
      found.faults == [
        "soft": .link, "pipe": .device, "mac": .link, "secret": .encrypted, "strong": .encrypted,
        "masked": .encrypted, "aes": .encrypted, "bzip": .method(12), "patch": .method(8),
      ])
    #expect(MemberFault.method(12).message == "is packed by method 12, which Upright doesn't read")
  }

  @Test("The first of two members with one name counts, in the order of the headers")
  func repeated() {
    var entries = [entry("a", text), entry("a", [1, 2, 3, 4, 5]) { $0.checksum = 7 }]
    (entries[0].header, entries[1].header) = (36, 0)
    let found = Scanned.zip(ZipBuilder(entries).bytes)
    #expect(found.members.map(\.place.checksum) == [7])
    #expect(found.events.last == .skipped(name: "a", .repeated))
  }

  @Test("A name counts once, also if its member is no source")
  func repeatedSkips() {
    let link = entry("a", text) { $0.attributes = 0o120777 << 16 }
    let found = Scanned.zip(ZipBuilder([link, entry("a", text), link]).bytes)
    #expect(
      found.events == [
        .skipped(name: "a", .link), .skipped(name: "a", .repeated), .skipped(name: "a", .repeated),
      ])
  }

  @Test("Names are UTF-8 if a flag says so, and else in code page 437")
  func names() {
    // Python: bytes(range(0x80, 0x100)).decode("cp437"), and the letter for 0x81 by the table of code page 437.
    var unflagged = entry("")
    unflagged.name = [0x81, 0x2F, 0x84, 0xE1, 0x9B, 0xFF, 0xFE]
    // C3 A9 is UTF-8 on Unix and macOS, and two letters elsewhere.
    let others = [3, 19, 0].map { system in
      entry("x") { ($0.name, $0.system) = ([0x61 + system, 0xC3, 0xA9], system) }
    }
    var flagged = entry("")
    (flagged.name, flagged.flags) = (Array("ü/é".utf8), 1 << 11)
    let found = Scanned.zip(ZipBuilder([unflagged, flagged, entry("a b~")] + others).bytes)
    #expect(
      found.names == [
        "\u{FC}/\u{E4}\u{DF}\u{A2}\u{A0}\u{25A0}", "ü/é", "a b~", "d\u{E9}", "t\u{E9}", "a\u{251C}\u{2310}",
      ])
  }

  @Test("Info-ZIP's Unicode path counts if its checksum is that of the name")
  func unicodePath() {
    func path(_ version: UInt8, _ sum: UInt32, _ name: String) -> [UInt8] {
      ZipBuilder.field(0x7075, [version] + ZipBuilder.number(sum) + Array(name.utf8))
    }
    // Python: zlib.crc32(b"a.jpg").
    let sum: UInt32 = 0x9B34_B216
    let zip = ZipBuilder([
      entry("a.jpg") { $0.extra = ZipBuilder.field(0x5455, [1]) + path(1, sum, "é.jpg") },
      entry("a.jpg") { $0.extra = path(1, sum ^ 1, "x.jpg") },
      entry("b.jpg") { $0.extra = path(2, sum, "y.jpg") },
      entry("c.jpg") { ($0.extra, $0.flags) = (path(1, sum, "z.jpg"), 1 << 11) },
      entry("d.jpg") { $0.extra = [0x75, 0x70, 9, 0, 1] },
    ])
    #expect(Scanned.zip(zip.bytes).names == ["é.jpg", "a.jpg", "b.jpg", "c.jpg", "d.jpg"])
  }

  @Test("Numbers of 64 bits stand in an extra field, in a fixed order")
  func wideNumbers() {
    let sizes = ZipBuilder.number(UInt64(9)) + ZipBuilder.number(UInt64(5))
    let zip = ZipBuilder([
      entry("all", text) {
        ($0.method, $0.size, $0.packed, $0.header, $0.disk) = (8, .max, .max, .max, .max)
        $0.extra = ZipBuilder.field(1, sizes + ZipBuilder.number(UInt64(0)) + ZipBuilder.number(UInt32(0)))
      },
      entry("size", text) {
        ($0.method, $0.size) = (8, .max)
        $0.extra = ZipBuilder.field(9, [1]) + ZipBuilder.field(1, ZipBuilder.number(UInt64(1) << 40))
      },
      entry("short", text) {
        ($0.method, $0.size, $0.packed) = (8, .max, .max)
        $0.extra = ZipBuilder.field(1, ZipBuilder.number(UInt64(9)))
      },
      entry("none", text) { ($0.method, $0.size) = (8, .max) },
    ])
    let found = Scanned.zip(zip.bytes)
    #expect(found.names == ["all", "size", "none"])
    #expect(found.members.map(\.place.size) == [9, 1 << 40, 0xFFFF_FFFF])
    #expect(found.members.map(\.place.packed) == [5, 5, 5])
    #expect(found.faults == ["short": .damaged(.extra)])
  }

  @Test("The record of zip64 is read, also with further fields")
  func wide() {
    for change: (inout ZipBuilder.End) -> Void in [
      { _ in }, { ($0.entries, $0.bytes, $0.offset) = (.max, .max, .max) },
      { $0.wideExtra = [1, 2, 3] }, { $0.disks = 0 },
    ] {
      let zip = ZipBuilder(
        [entry("a", text)],
        end {
          $0.isWide = true; change(&$0)
        })
      let found = Scanned.zip(zip.bytes)
      #expect(found.names == ["a"])
      #expect(found.fault == nil)
    }
  }

  @Test("A record of zip64 that contradicts the end record is damage")
  func wideContradictions() {
    for change: (inout ZipBuilder.End) -> Void in [
      { $0.wideEntries = 2 }, { $0.wideBytes = 1 }, { $0.wideOffset = 1 }, { $0.entries = 2 },
      { ($0.entries, $0.wideEntries) = (.max, 2) }, { ($0.bytes, $0.wideBytes) = (.max, .max) },
      { ($0.offset, $0.wideOffset) = (.max, .max) }, { ($0.entries, $0.wideEntries) = (.max, 1 << 20) },
    ] {
      let zip = ZipBuilder(
        [entry("a", text)],
        end {
          $0.isWide = true; change(&$0)
        })
      let fault = Scanned.zip(zip.bytes).fault
      #expect(
        fault?.kind == .damaged(.end) || fault?.kind == .damaged(.count), "\(String(describing: fault))")
    }
  }

  @Test("Offsets count from the start of the zip, with and without zip64")
  func before() {
    let before = [UInt8](repeating: 0x50, count: 999)
    for isWide in [false, true] {
      let zip = ZipBuilder([entry("a", text), entry("b")], end { $0.isWide = isWide }, before: before)
      let found = Scanned.zip(zip.bytes)
      #expect(found.fault == nil)
      #expect(found.members.map(\.place.header) == [999, 1035])
    }
  }

  @Test("A signature of the directory may follow the entries, and nothing else")
  func signature() {
    let signature = ZipBuilder.number(UInt32(0x0505_4B50)) + [2, 0, 9, 9]
    #expect(Scanned.zip(ZipBuilder([entry("a")], signature: signature).bytes).fault == nil)
    for wrong in [signature + [0], Array(signature.dropLast()), [0], Array("PK".utf8)] {
      let zip = ZipBuilder([entry("a")], signature: wrong)
      #expect(
        Scanned.zip(zip.bytes).fault == ArchiveFault(.damaged(.directory), at: UInt64(zip.directory + 47)))
    }
  }

  @Test("A directory of several pieces is read like a short one, in pieces of at most 1 MiB")
  func pieces() {
    // Entries of 46 + 5 + 60,000 bytes don't end where pieces do.
    let entries = (0..<60).map { number in
      entry(String(10_000 + number)) { $0.comment = [UInt8](repeating: 1, count: 60_000) }
    }
    let found = Scanned.zip(ZipBuilder(entries).bytes)
    #expect(found.names == (0..<60).map { String(10_000 + $0) })
    #expect(found.wanted.count == 5)
    #expect(found.wanted.allSatisfy { $0.count <= 1 << 20 })
    #expect(
      zip(found.wanted.dropFirst(), found.wanted.dropFirst(2)).allSatisfy { $0.upperBound == $1.lowerBound })
  }

  @Test("More than 65,535 entries are read without zip64 too")
  func many() {
    let entries = (0..<65_600).map { Entry(String($0)) }
    let found = Scanned.zip(ZipBuilder(entries).bytes)
    #expect(found.fault == nil)
    #expect(found.members.count == 65_600)
  }

  @Test("Counts and sizes that lie are damage")
  func lies() {
    for (change, kind) in [
      ({ $0.entries = 1 }, .damaged(.count)), ({ $0.entries = 3 }, .damaged(.end)),
      ({ $0.entries = 65_535 }, .damaged(.end)), ({ $0.bytes = 93 }, .damaged(.directory)),
      ({ $0.bytes = 0xFFFF_FFFE }, .damaged(.end)), ({ $0.offset = 73 }, .damaged(.end)),
      ({ $0.bytes = 46 }, .damaged(.end)), ({ $0.here = 1 }, .parts), ({ $0.disk = 1 }, .parts),
    ] as [((inout ZipBuilder.End) -> Void, ArchiveFault.Kind)] {
      let bytes = ZipBuilder([entry("a", text), entry("b", text)], end(change)).bytes
      #expect(Scanned.zip(bytes).fault?.kind == kind)
    }
    let part = ZipBuilder([entry("a") { $0.disk = 1 }]).bytes
    #expect(Scanned.zip(part).fault?.kind == .parts)
    #expect(
      Scanned.zip(ZipBuilder([], end { ($0.isWide, $0.disks) = (true, 2) }).bytes).fault?.kind == .parts)
  }

  @Test("Members that lie over each other are skipped, all of them")
  func overlaps() {
    // `b` lies in `a`, `c` begins in both, `d` behind them; `e` and `f` are the same bytes.
    var entries = ["a", "b", "c", "d", "e", "f"].map { entry($0, [UInt8](repeating: 1, count: 100)) }
    for (place, header) in [0, 10, 90, 262, 393, 393].enumerated() { entries[place].header = UInt32(header) }
    entries[1].packed = 20
    entries[1].method = 8
    let found = Scanned.zip(ZipBuilder(entries).bytes)
    #expect(found.fault == nil)
    #expect(found.names == ["d"])
    #expect(found.faults == ["a": .overlaps, "b": .overlaps, "c": .overlaps, "e": .overlaps, "f": .overlaps])
  }

  @Test("Folders and members that are skipped take room too")
  func overlapsOfOthers() {
    var entries = [entry("a", text), entry("d/"), entry("s", text), entry("b", text)]
    entries[2].flags = 1
    (entries[1].header, entries[2].header, entries[3].header) = (35, 100, 110)
    let found = Scanned.zip(ZipBuilder(entries, between: [UInt8](repeating: 0, count: 99)).bytes)
    #expect(found.faults == ["a": .overlaps, "s": .encrypted, "b": .overlaps])
  }

  @Test("Members that don't lie before the directory are skipped")
  func outside() {
    let zip = ZipBuilder([
      entry("a", text), entry("b", text) { $0.header = 0xFFFF_FFF0 }, entry("c") { $0.header = 90 },
      entry("d", text) { ($0.method, $0.packed, $0.header) = (8, 0xFFFF_FFF0, 72) },
    ])
    let found = Scanned.zip(zip.bytes)
    #expect(found.names == ["a", "c"])
    #expect(found.faults == ["b": .damaged(.outside), "d": .damaged(.outside)])
    // The directory begins at 36 + 36 + 31 + 36.
    #expect(zip.directory == 139)
    let stored = ZipBuilder([entry("a", text) { $0.size = 6 }])
    #expect(Scanned.zip(stored.bytes).faults == ["a": .damaged(.sizes)])
  }

  @Test("Offsets of 64 bits don't overflow")
  func overflow() {
    for offset: UInt64 in [.max, .max - 30, 1 << 63] {
      let zip = ZipBuilder(
        [
          entry("a", text) {
            $0.header = .max
            $0.extra = ZipBuilder.field(1, ZipBuilder.number(offset))
          }
        ], before: [1, 2, 3])
      #expect(Scanned.zip(zip.bytes).faults == ["a": .damaged(.outside)])
    }
  }

  @Test("A zip that is cut at any byte has no end record")
  func cuts() {
    let bytes = ZipBuilder([entry("a", text), entry("b")], end { $0.isWide = true }).bytes
    for count in bytes.indices {
      let found = Scanned.zip(Array(bytes[..<count]))
      #expect(found.events == [])
      #expect(found.fault == ArchiveFault(.noZip, at: UInt64(count)))
    }
    // The scan was told another size.
    let scan = ZipScan(size: UInt64(bytes.count))
    let found = Scanned(Array(bytes.dropLast(9)), scan)
    #expect(
      found.fault == ArchiveFault(.cut(before: UInt64(bytes.count)), at: UInt64(bytes.count - 9)))
  }

  @Test("The end record is the one whose comment reaches to the end")
  func comments() {
    let inner = ZipBuilder([entry("inner")]).bytes
    let zip = ZipBuilder([entry("a", text)], end { $0.comment = Array(inner.dropLast()) + [7, 0, 0, 0] })
    #expect(Scanned.zip(zip.bytes).names == ["a"])
    // A whole zip in the comment, which doesn't reach to the end.
    let other = ZipBuilder([entry("a", text)], end { $0.comment = inner + [1, 2, 3] })
    #expect(Scanned.zip(other.bytes).names == ["a"])
    #expect(Scanned.zip(inner + [1, 2, 3]).fault?.kind == .noZip)
    let longest = ZipBuilder([entry("a", text)], end { $0.comment = [UInt8](repeating: 80, count: 65_535) })
    #expect(Scanned.zip(longest.bytes).names == ["a"])
  }

  @Test("Limits of members, names, directory and sizes")
  func limits() {
    let bytes = ZipBuilder([entry("abc", text), entry("de", text)]).bytes
    var limits = ArchiveLimits()
    (limits.members, limits.nameBytes, limits.directoryBytes, limits.memberBytes) = (2, 5, 97, 5)
    #expect(Scanned.zip(bytes, limits: limits).names == ["abc", "de"])
    for (change, limit) in [
      ({ $0.members = 1 }, .members), ({ $0.nameBytes = 4 }, .nameBytes),
      ({ $0.directoryBytes = 96 }, .directoryBytes),
    ] as [((inout ArchiveLimits) -> Void, ArchiveFault.Limit)] {
      var less = limits
      change(&less)
      #expect(Scanned.zip(bytes, limits: less).fault?.kind == .limit(limit))
    }
    limits.memberBytes = 4
    #expect(Scanned.zip(bytes, limits: limits).faults == ["abc": .tooLarge(5), "de": .tooLarge(5)])
    // The packed bytes are read into memory too.
    let packed = entry("a", text) { ($0.method, $0.size) = (8, 1) }
    #expect(Scanned.zip(ZipBuilder([packed]).bytes, limits: limits).faults == ["a": .tooLarge(5)])
  }
}
