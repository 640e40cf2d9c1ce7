import Archives
import TestSupport
import Testing

@Suite struct ZipLocalHeaderTests {
  private let text = Array("hello".utf8)

  /// Reads the local header of the only member of a zip.
  private func read(_ entry: ZipBuilder.Entry, bytes most: Int = .max) throws -> ZipLocalHeader.Reading {
    let bytes = ZipBuilder([entry]).bytes
    let member = try #require(Scanned.zip(bytes).members.first)
    return try ZipLocalHeader.read(bytes.prefix(most), of: member, before: UInt64(bytes.count))
  }

  private func entry(_ change: (inout ZipBuilder.Entry) -> Void = { _ in }) -> ZipBuilder.Entry {
    var entry = ZipBuilder.Entry("ab", text)
    entry.checksum = 7
    change(&entry)
    return entry
  }

  @Test("The data begins behind the name and the extra field")
  func offset() throws {
    let entry = entry { $0.local.extra = ZipBuilder.field(0x5455, [1, 2, 3]) }
    guard case .place(let place) = try read(entry) else {
      Issue.record("the place isn't found")
      return
    }
    #expect(place.offset == 30 + 2 + 7)
    #expect(place.isSettled)
    #expect(packed(place, ZipBuilder([entry]).bytes) == text)
    #expect(place.checksum == 7)
  }

  @Test("The bytes of a header that are missing")
  func needs() throws {
    let entry = entry { $0.local.extra = ZipBuilder.field(0x5455, [1, 2, 3]) }
    for count in 0..<30 { #expect(try read(entry, bytes: count) == .needs(30)) }
    for count in 30..<39 { #expect(try read(entry, bytes: count) == .needs(39)) }
    guard case .place = try read(entry, bytes: 39) else {
      Issue.record("the place isn't found")
      return
    }
  }

  @Test(
    "Headers that contradict the directory",
    arguments: [
      { $0.local.name = Array("ac".utf8) }, { $0.local.name = Array("abc".utf8) }, { $0.local.method = 8 },
      { $0.local.size = 6 }, { $0.local.packed = 4 }, { $0.local.checksum = 8 }, { $0.local.flags = 1 },
      { ($0.local.size, $0.local.extra) = (.max, ZipBuilder.field(1, ZipBuilder.number(UInt64(6)))) },
    ] as [@Sendable (inout ZipBuilder.Entry) -> Void])
  func contradictions(_ change: @Sendable (inout ZipBuilder.Entry) -> Void) {
    #expect(throws: MemberFault.damaged(.otherHeader)) { try read(entry(change)) }
  }

  @Test("Sizes may follow the data, or stand in 64 bits")
  func sizes() throws {
    let wide = ZipBuilder.number(UInt64(5)) + ZipBuilder.number(UInt64(5))
    for change: (inout ZipBuilder.Entry) -> Void in [
      {
        $0.flags = 1 << 3
        ($0.local.size, $0.local.packed, $0.local.checksum) = (0, 0, 0)
      },
      { ($0.local.size, $0.local.packed, $0.local.extra) = (.max, .max, ZipBuilder.field(1, wide)) },
    ] {
      guard case .place = try read(entry(change)) else {
        Issue.record("the place isn't found")
        return
      }
    }
  }

  @Test("Names are compared as members have them")
  func names() throws {
    for name in ["./a//b", "d\\e"] {
      guard case .place = try read(entry { $0.name = Array(name.utf8) }) else {
        Issue.record("the place isn't found")
        return
      }
    }
    var other = entry()
    (other.name, other.local.name, other.local.flags) = ([0x81], Array("ü".utf8), 1 << 11)
    guard case .place = try read(other) else {
      Issue.record("the place isn't found")
      return
    }
  }

  @Test("Headers that are none, and data that goes on behind the archive")
  func missing() throws {
    #expect(throws: MemberFault.damaged(.noHeader)) { try read(entry { $0.local.signature = 0x0201_4B50 }) }
    let place = MemberPlace(header: 3, offset: 3, packed: 5, size: 5, method: .stored, checksum: 7)
    let member = ArchiveMember(name: "ab", place: place)
    let bytes = ZipBuilder([entry()]).bytes
    #expect(throws: MemberFault.damaged(.outside)) {
      try ZipLocalHeader.read(bytes[...], of: member, before: 39)
    }
    #expect(throws: MemberFault.damaged(.outside)) {
      try ZipLocalHeader.read(bytes[..<9], of: member, before: 32)
    }
    #expect(throws: Never.self) { try ZipLocalHeader.read(bytes[...], of: member, before: 40) }
  }
}
