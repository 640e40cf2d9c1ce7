import Archives
import System
import TestSupport
import Testing

@Suite struct RarTests {
  private let text = Array("some text".utf8)

  private func builder(_ version: RarBuilder.Version) -> RarBuilder {
    var rar = RarBuilder(version)
    rar.add("a/one.jpg", text)
    rar.add("a", [], .folder)
    rar.add("empty.jpg")
    rar.add("two.jpg", [UInt8].sample(300_000))
    rar.end()
    return rar
  }

  @Test("Members have their names and bytes", arguments: RarBuilder.Version.allCases)
  func plain(_ version: RarBuilder.Version) throws {
    let found = try PackedArchive(.rar, builder(version).bytes)
    #expect(found.members.map(\.name) == ["a/one.jpg", "empty.jpg", "two.jpg"])
    #expect(found.members.map(\.bytes) == [text, [], .sample(300_000)])
    #expect(found.faults == [:])
    #expect(found.fault == nil)
  }

  @Test("Members can be read in any order", arguments: RarBuilder.Version.allCases)
  func order(_ version: RarBuilder.Version) throws {
    let bytes = builder(version).bytes
    let whole = try PackedData(.rar, bytes).unpacked().bytes
    let reader = try PackedData(.rar, bytes).reader(window: 1000)
    for start in [200_000, 0, 100_000, 150_000, 3] {
      #expect(try reader.read(UInt64(start)..<UInt64(start + 700)) == Array(whole[start..<start + 700]))
    }
    #expect(whole.count % 512 == 0)
  }

  @Test("Links, odd names and repeated names are no sources", arguments: RarBuilder.Version.allCases)
  func skipped(_ version: RarBuilder.Version) throws {
    var rar = RarBuilder(version)
    rar.add("é 日本.jpg", text)
    rar.add("link.jpg", Array("é.jpg".utf8), .link)
    rar.add("../up.jpg", text)
    rar.add("/root.jpg", text)
    rar.add("é 日本.jpg", text)
    rar.add("tab\t.jpg", text)
    rar.add(String(repeating: "n", count: 1025), text)
    rar.add([0xFF, UInt8(ascii: "x")], text)
    rar.add("last.jpg", text)
    rar.end()
    let found = try PackedArchive(.rar, rar.bytes)
    #expect(found.members.map(\.name) == ["é 日本.jpg", "last.jpg"])
    #expect(found.fault == nil)
    #expect(found.faults["link.jpg"] == .link)
    #expect(found.faults["../up.jpg"] == .name(.climbs))
    #expect(found.faults["/root.jpg"] == .name(.absolute))
    #expect(found.faults["é 日本.jpg"] == .repeated)
    #expect(found.faults["tab\u{FFFD}.jpg"] == .name(.control))
    #expect(found.faults.values.contains(.name(.long)))
    #expect(found.faults["\u{FFFD}x"] == .name(.notUTF8))
    #expect(found.faults.count == 7)
  }

  @Test("Encrypted members and archives", arguments: RarBuilder.Version.allCases)
  func secret(_ version: RarBuilder.Version) throws {
    var rar = RarBuilder(version)
    rar.add("a.jpg", text)
    rar.add(Array("b.jpg".utf8), text, isSecret: true)
    rar.add("c.jpg", text)
    rar.end()
    let found = try PackedArchive(.rar, rar.bytes)
    #expect(found.members.map(\.name) == ["a.jpg", "c.jpg"])
    #expect(found.faults == ["b.jpg": .encrypted])
    #expect(found.fault == nil)
    var secret = RarBuilder(version, isSecret: true)
    secret.add("a.jpg", text)
    secret.end()
    #expect(try PackedArchive(.rar, secret.bytes).fault == .encrypted)
  }

  @Test("A part of an archive gives its whole members", arguments: RarBuilder.Version.allCases)
  func part(_ version: RarBuilder.Version) throws {
    var rar = RarBuilder(version, isPart: true)
    rar.add("a.jpg", text)
    let whole = rar.bytes.count
    rar.add("b.jpg", text)
    rar.end()
    for count in [whole + 20, rar.bytes.count] {
      let found = try PackedArchive(.rar, Array(rar.bytes[..<count]))
      #expect(found.members.first == ArchiveFile.Member(name: "a.jpg", bytes: text))
      #expect(found.fault == .parts)
    }
  }

  @Test("A member with a wrong CRC-32 ends the archive before it", arguments: RarBuilder.Version.allCases)
  func wrongSum(_ version: RarBuilder.Version) throws {
    for size in [1, 9, 200_000] {
      var rar = RarBuilder(version)
      rar.add("a.jpg", text)
      rar.add(Array("b.jpg".utf8), .sample(size), sum: 1)
      rar.add("c.jpg", text)
      rar.end()
      let found = try PackedArchive(.rar, rar.bytes)
      #expect(found.members == [ArchiveFile.Member(name: "a.jpg", bytes: text)], "\(size)")
      #expect(found.fault == .unpacking(.checksum), "\(size)")
    }
  }

  @Test("A dictionary above 64 MiB is refused")
  func dictionary() throws {
    for (bits, isRead) in [(9, true), (10, false), (15, false)] {
      var rar = RarBuilder(.five)
      rar.add(Array("a.jpg".utf8), text, dictionary: bits)
      rar.end()
      let found = try PackedArchive(.rar, rar.bytes)
      #expect(found.members.count == (isRead ? 1 : 0), "\(bits)")
      #expect(found.fault == (isRead ? nil : .unpacking(.unsupported)), "\(bits)")
    }
  }

  @Test(
    "A cut or damaged archive gives only members with their own bytes", arguments: RarBuilder.Version.allCases
  )
  func damage(_ version: RarBuilder.Version) throws {
    var rar = RarBuilder(version)
    let texts = ["a.jpg": text, "b.jpg": Array("other".utf8)]
    for name in ["a.jpg", "b.jpg"] { rar.add(name, texts[name] ?? []) }
    rar.end()
    let bytes = rar.bytes
    for count in 0..<bytes.count {
      let found = try PackedArchive(.rar, Array(bytes[..<count]))
      #expect(found.members.allSatisfy { texts[$0.name] == $0.bytes }, "\(count)")
    }
    for place in bytes.indices {
      let found = try PackedArchive(.rar, bytes.changed(at: place, bit: 1 << UInt8(place % 8)))
      #expect(found.members.allSatisfy { texts[$0.name] == $0.bytes }, "\(place)")
    }
    #expect(try PackedArchive(.rar, []).fault == .noRar)
    #expect(try PackedArchive(.rar, [UInt8](repeating: 65, count: 100)).fault == .noRar)
    #expect(try PackedArchive(.rar, Array(bytes.dropLast(bytes.count - 60))).fault != nil)
  }
}
